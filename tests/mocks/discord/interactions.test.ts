import { beforeEach, expect, test } from 'vitest';
import { DEMO_GUILD, PERSONAS } from '~/seeds/personas.ts';
import type { Packet } from './packets.ts';
import { useServedDiscord } from './use-served-discord.ts';

const { state, call } = useServedDiscord();
const { clientId, guildId } = DEMO_GUILD;
const userId = PERSONAS.player.discordId;
const packets: Packet[] = [];
state.listen((packet) => packets.push(packet));

beforeEach(async () => {
	packets.length = 0;
	const status = {
		type: 3,
		name: 'status',
		description: 'Yours',
		required: true,
		choices: [{ name: 'Maybe', value: 'maybe' }],
	};
	const options = [
		{ type: 1, name: 'next', description: 'The next event' },
		{ type: 1, name: 'signup', description: 'Sign up', options: [status] },
	];
	await call('PUT', `/applications/${clientId}/guilds/${guildId}/commands`, [
		{ name: 'botc', description: 'Game nights', options },
	]);
});

/** Invokes a command. Returns functions for the app's responses. */
function invoke(invocation: { subcommand: string; options?: Record<string, string> }) {
	const reply = state.invokeCommand({ userId, command: 'botc', ...invocation });
	reply.catch(() => undefined);
	const [{ d } = { d: null }] = packets.slice(-1);
	const { id, token, data } = d as { id: string; token: string; data: unknown };
	return {
		reply,
		data,
		respond: (body: unknown, query = '') =>
			call('POST', `/interactions/${id}/${token}/callback${query}`, body, ''),
		edit: (body: unknown) => call('PATCH', `/webhooks/${clientId}/${token}/messages/@original`, body, ''),
		followUp: (body: unknown) => call('POST', `/webhooks/${clientId}/${token}`, body, ''),
		read: () => call('GET', `/webhooks/${clientId}/${token}/messages/@original`, undefined, ''),
	};
}

test('the app receives the command as typed, and the member receives the response', async () => {
	const { reply, data, respond } = invoke({ subcommand: 'signup', options: { status: 'maybe' } });
	expect(data).toMatchObject({
		name: 'botc',
		options: [{ type: 1, name: 'signup', options: [{ type: 3, name: 'status', value: 'maybe' }] }],
	});
	expect(packets.at(-1)).toMatchObject({
		t: 'INTERACTION_CREATE',
		d: { member: { user: { id: userId } } },
	});
	expect((await respond({ type: 4, data: { content: 'Done.', flags: 64 } })).status).toBe(204);
	expect(await reply).toMatchObject({ content: 'Done.', isEphemeral: true, wasDeferred: false });
	expect((await reply).respondedAfterMs).toBeLessThan(3000);
});

test('without flag 64 the message is public, and with_response returns it', async () => {
	const { reply, respond, read } = invoke({ subcommand: 'next' });
	const { status, body } = await respond({ type: 4, data: { content: 'Tomorrow.' } }, '?with_response=true');
	expect([status, body]).toMatchObject([200, { resource: { message: { content: 'Tomorrow.', flags: 0 } } }]);
	expect((await reply).isEphemeral).toBe(false);
	expect((await read()).body).toMatchObject({ content: 'Tomorrow.' });
});

test.each(['edit', 'followUp'] as const)('“thinking…” first, then the message by %s', async (method) => {
	const invoked = invoke({ subcommand: 'next' });
	expect((await invoked[method]({ content: 'Too early' })).body.code).toBe(10_015);
	await invoked.respond({ type: 5, data: { flags: 64 } });
	expect((await invoked.read()).body.code).toBe(10_008);
	expect((await invoked[method]({ content: 'Tomorrow.' })).status).toBe(200);
	expect(await invoked.reply).toMatchObject({ content: 'Tomorrow.', isEphemeral: true, wasDeferred: true });
});

test('a second, an empty, an unknown or an invalid response is refused', async () => {
	const { respond } = invoke({ subcommand: 'next' });
	expect(await respond({ type: 4, data: { content: '' } })).toMatchObject({
		status: 400,
		body: { code: 50_006 },
	});
	expect((await respond({ type: 4, data: { content: 'x'.repeat(2001) } })).status).toBe(500);
	expect(state.violations.splice(0)).toHaveLength(1);
	await respond({ type: 4, data: { content: 'Once' } });
	expect(await respond({ type: 4, data: { content: 'Twice' } })).toMatchObject({
		status: 400,
		body: { code: 40_060 },
	});
	const unknown = await call('POST', '/interactions/1/x/callback', { type: 5 }, '');
	expect(unknown).toMatchObject({ status: 404, body: { code: 10_062 } });
});

test('no response, no message after “thinking…”, or a late response is an error', async () => {
	state.interactions.firstResponseMs = 50;
	state.interactions.followUpMs = 50;
	const silent = invoke({ subcommand: 'next' });
	await expect(silent.reply).rejects.toThrow('/botc: The application did not respond in time');
	expect((await silent.respond({ type: 5 })).body.code).toBe(10_062);
	state.interactions.firstResponseMs = 3000;
	const thinking = invoke({ subcommand: 'next' });
	await thinking.respond({ type: 5 });
	await expect(thinking.reply).rejects.toThrow('kept thinking');
});

test.each([
	[{ command: 'other' }, 'registered no command'],
	[{ subcommand: 'dance' }, 'no subcommand'],
	[{ subcommand: 'signup' }, 'needs the option status'],
	[{ subcommand: 'signup', options: { status: 'never' } }, 'offers no status never'],
	[{ subcommand: 'next', options: { status: 'maybe' } }, 'no option status'],
	[{ subcommand: 'next', userId: PERSONAS.stranger.discordId }, 'not on the server'],
])('Discord’s command input refuses %j', async (changes, text) => {
	await expect(state.invokeCommand({ userId, command: 'botc', ...changes })).rejects.toThrow(text);
});
