import { beforeEach, expect, test } from 'vitest';
import { DEMO_GUILD, PERSONAS } from '~/seeds/personas.ts';
import { TEXT_CHANNEL_ID } from './channels.ts';
import { useInteractions } from './use-interactions.ts';

const { state, call, packets, register, readLatest } = useInteractions();
const { guildId } = DEMO_GUILD;
const userId = PERSONAS.player.discordId;

beforeEach(async () => {
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
	await register([{ name: 'botc', description: 'Game nights', options }]);
});

/** Invokes a command. Returns functions for the app's responses. */
const invoke = (invocation: { subcommand: string; options?: Record<string, string> }) =>
	readLatest(state.invokeCommand({ userId, command: 'botc', ...invocation }));

test('the app receives the command as typed, and the member receives the response', async () => {
	const { reply, packet, respond } = invoke({ subcommand: 'signup', options: { status: 'maybe' } });
	expect(packet.data).toMatchObject({
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

const NOTES_MODAL = {
	custom_id: 'notes:7',
	title: 'Notes',
	components: [
		{
			type: 18,
			label: 'Your notes',
			component: { type: 4, custom_id: 'notes', style: 2, max_length: 10, required: false, value: 'Cake' },
		},
	],
};

/** Posts a message with buttons and presses one. Returns functions for the app's response. */
const press = (label: string, { presserId = userId, messageId = postButtons() } = {}) => ({
	messageId,
	...readLatest(state.press({ userId: presserId, messageId, label })),
});

function postButtons(channelId = TEXT_CHANNEL_ID): string {
	const buttons = [
		{ type: 2, style: 3, label: 'Late', custom_id: 'signup:7:late' },
		{ type: 2, style: 2, label: 'Closed', custom_id: 'closed', disabled: true },
		{ type: 2, style: 5, label: 'Open', url: 'https://games.example' },
	];
	return state.channels.post(channelId, {
		content: 'Game night',
		components: [{ type: 1, components: buttons }],
	}).id;
}

test('the app receives a press with its message, and only the member sees the response', async () => {
	const { packet, reply, respond, messageId } = press('Late');
	expect(packet).toMatchObject({
		type: 3,
		guild_id: guildId,
		member: { user: { id: userId } },
		message: { id: messageId, content: 'Game night' },
		data: { custom_id: 'signup:7:late', component_type: 2 },
	});
	await respond({ type: 4, data: { content: 'You are late.', flags: 64 } });
	const response = await reply;
	expect(response).toMatchObject({ content: 'You are late.', isEphemeral: true, isUpdate: false });
	expect((await respond({ type: 4, data: { content: 'Again' } })).body.code).toBe(40_060);
	const ids = (viewerId: string | null) =>
		state.channels.listMessages(TEXT_CHANNEL_ID, viewerId).map(({ id }) => id);
	expect(ids(userId)).toEqual([messageId, response.messageId]);
	expect(ids(null)).toEqual([messageId]);
	const path = `/channels/${TEXT_CHANNEL_ID}/messages/${response.messageId}`;
	expect((await call('GET', path)).body.code).toBe(10_008);
	await expect(
		state.press({ userId: PERSONAS.creator.discordId, messageId: response.messageId, label: 'Late' }),
	).rejects.toThrow('sees no message');
});

test('a press can update its message, at once or later', async () => {
	const now = press('Late');
	await now.respond({ type: 7, data: { content: 'Updated', components: [] } });
	expect(await now.reply).toMatchObject({
		content: 'Updated',
		components: [],
		isUpdate: true,
		messageId: now.messageId,
	});
	const later = press('Late');
	await later.respond({ type: 6 });
	await later.edit({ content: 'Updated' });
	expect(await later.reply).toMatchObject({ content: 'Updated', isUpdate: true, wasDeferred: true });
	expect((await now.edit({ content: '', components: [] })).body.code).toBe(50_006);
	const command = invoke({ subcommand: 'next' });
	expect((await command.respond({ type: 6 })).body.code).toBe(50_035);
});

test('a modal is opened, filled in within its limits, and submitted once', async () => {
	const { reply, respond } = press('Late');
	await respond({ type: 9, data: NOTES_MODAL });
	const { modal } = await reply;
	const input = { customId: 'notes', label: 'Your notes', value: 'Cake', maxLength: 10, required: false };
	expect(modal).toMatchObject({ customId: 'notes:7', title: 'Notes', inputs: [input] });
	const modalId = modal?.id ?? '';
	const submit = (values: Record<string, string>, submitterId: string = userId) =>
		state.submitModal({ userId: submitterId, modalId, values });
	await expect(submit({ notes: 'x'.repeat(11) })).rejects.toThrow('too long');
	await expect(submit({ other: 'x' })).rejects.toThrow('no input');
	await expect(submit({}, PERSONAS.creator.discordId)).rejects.toThrow('sees no modal');
	const submitted = submit({ notes: 'Soup' });
	const app = readLatest(submitted);
	expect(app.packet).toMatchObject({
		type: 5,
		data: {
			custom_id: 'notes:7',
			components: [{ type: 18, component: { custom_id: 'notes', value: 'Soup' } }],
		},
	});
	expect((await app.respond({ type: 9, data: NOTES_MODAL })).body.code).toBe(50_035);
	await app.respond({ type: 4, data: { content: 'Saved', flags: 64 } });
	expect(await submitted).toMatchObject({ content: 'Saved', isEphemeral: true });
});

test('a press in direct messages comes with the user, without a server', async () => {
	const { id } = state.channels.openDirectMessages(userId);
	const { packet } = press('Late', { messageId: postButtons(id) });
	expect(packet).toMatchObject({ user: { id: userId }, channel: { type: 1 } });
	expect(packet).not.toHaveProperty('member');
	expect(packet).not.toHaveProperty('guild_id');
	await expect(
		state.press({ userId: PERSONAS.creator.discordId, messageId: postButtons(id), label: 'Late' }),
	).rejects.toThrow('sees no message');
});

test.each([
	['Closed', userId, 'cannot be pressed'],
	['Open', userId, 'cannot be pressed'],
	['Maybe', userId, 'does not have the button Maybe'],
	['Late', PERSONAS.stranger.discordId, 'sees no message'],
])('the button %s cannot be pressed by %s', async (label, presserId, text) => {
	await expect(state.press({ userId: presserId, messageId: postButtons(), label })).rejects.toThrow(text);
});

test('a press without a response within the time limit is an error', async () => {
	state.interactions.firstResponseMs = 50;
	const { reply, respond } = press('Late');
	await expect(reply).rejects.toThrow('the button Late: The application did not respond in time');
	expect((await respond({ type: 6 })).body.code).toBe(10_062);
});
