import { expect, test } from 'vitest';
import { PERSONAS } from '~/seeds/personas.ts';
import { ANNOUNCEMENT_CHANNEL_ID } from './channels.ts';
import type { Packet } from './packets.ts';
import { useServedDiscord } from './use-served-discord.ts';

const { state, url, call } = useServedDiscord();
const { player, creator, stranger } = PERSONAS;
const PAGE = `/channels/${ANNOUNCEMENT_CHANNEL_ID}`;
const packets: Packet[] = [];
state.listen((packet) => packets.push(packet));

const readPage = async (path = PAGE, as: string = player.discordId) =>
	(await fetch(`${url()}${path}?as=${as}`)).text();
const submit = (path: string, fields: Record<string, string>) =>
	fetch(`${url()}${PAGE}/${path}`, {
		method: 'POST',
		body: new URLSearchParams({ as: player.discordId, ...fields }),
		redirect: 'manual',
	});
/** Responds to the latest interaction as the app. */
function respond(body: unknown) {
	const [{ d } = { d: null }] = packets.slice(-1);
	const { id, token } = d as { id: string; token: string };
	return call('POST', `/interactions/${id}/${token}/callback`, body, '');
}

function postMessage(): string {
	const components = [
		{ type: 2, style: 3, label: 'Late', custom_id: 'signup:7:late' },
		{ type: 2, style: 2, label: 'Closed', custom_id: 'closed', disabled: true },
		{ type: 2, style: 5, label: 'Open in Townbell', url: 'https://games.example/events/7' },
	];
	const embed = {
		title: '\\*Blood\\*',
		url: 'https://games.example',
		description: '<t:1893634200:F> <script> \\[x\\](https:\\//evil.example)',
		fields: [{ name: 'Late', value: `**Priya** <@${creator.discordId}>` }],
	};
	return state.channels.post(ANNOUNCEMENT_CHANNEL_ID, {
		embeds: [embed],
		components: [{ type: 1, components }],
	}).id;
}

test('a message is shown as text with its times, mentions and buttons', async () => {
	const id = postMessage();
	const page = await readPage();
	for (const part of [
		`id="m${id}"`,
		'>*Blood*</a>',
		'<time datetime="2030-01-03T01:30:00.000Z">',
		'&#60;script&#62; [x](https://evil.example)',
		'<b>Priya</b> <span class="mention">@',
		'value="signup:7:late">Late</button>',
		'disabled>Closed</button>',
		'href="https://games.example/events/7">Open in Townbell</a>',
	])
		expect(page).toContain(part);
	expect(page).not.toContain('href="https://evil.example"');
	expect(page).not.toContain('<script');
	expect(await readPage(PAGE, stranger.discordId)).toContain('cannot see this channel');
	expect((await fetch(`${url()}/channels/1`)).status).toBe(404);
});

test('a message is marked for the members whom it mentions', async () => {
	const content = `<@${player.discordId}> \\<@${creator.discordId}>`;
	state.channels.post(ANNOUNCEMENT_CHANNEL_ID, { content, allowed_mentions: { users: [player.discordId] } });
	expect(await readPage()).toContain('class="mentioned"');
	expect(await readPage(PAGE, creator.discordId)).not.toContain('class="mentioned"');
});

test('a press shows the response to its member only', async () => {
	const message = postMessage();
	const pressed = submit('press', { message, button: 'signup:7:late' });
	await expect.poll(() => packets.at(-1)?.t).toBe('INTERACTION_CREATE');
	await respond({ type: 4, data: { content: 'You are late.', flags: 64 } });
	const { status, headers } = await pressed;
	expect([status, headers.get('Location')]).toEqual([
		303,
		expect.stringMatching(`^${PAGE}\\?as=\\d+#m\\d+$`),
	]);
	expect(await readPage()).toContain('You are late.');
	expect(await readPage()).toContain('Only you can see this');
	expect(await readPage(PAGE, creator.discordId)).not.toContain('You are late.');
});

test('a modal is a form, and a press without a response is reported', async () => {
	const message = postMessage();
	packets.length = 0;
	const pressed = submit('press', { message, button: 'signup:7:late' });
	await expect.poll(() => packets.at(-1)?.t).toBe('INTERACTION_CREATE');
	const component = {
		type: 4,
		custom_id: 'notes',
		style: 2,
		max_length: 500,
		required: false,
		value: 'Cake',
	};
	const components = [{ type: 18, label: 'Your notes', component }];
	await respond({ type: 9, data: { custom_id: 'notes:7', title: 'Notes', components } });
	const location = (await pressed).headers.get('Location') ?? '';
	const page = await (await fetch(`${url()}${location}`)).text();
	expect(page).toMatch(/<textarea name="notes" maxlength="500"[^>]*>\s*Cake<\/textarea>/);
	packets.length = 0;
	const modal = new URL(location, url()).searchParams.get('modal') ?? '';
	const submitted = submit('modal', { modal, notes: 'Soup\r\nand bread' });
	await expect.poll(() => packets.at(-1)?.t).toBe('INTERACTION_CREATE');
	expect(JSON.stringify(packets.at(-1)?.d)).toContain('"value":"Soup\\nand bread"');
	await respond({ type: 4, data: { content: 'Saved.', flags: 64 } });
	expect((await submitted).status).toBe(303);
	state.interactions.firstResponseMs = 50;
	const failed = await submit('press', { message, button: 'signup:7:late' });
	const notice = await (await fetch(`${url()}${failed.headers.get('Location')}`)).text();
	expect(notice).toContain('This interaction failed.');
});

test('direct messages have a page per member', async () => {
	const { id } = state.channels.openDirectMessages(player.discordId);
	state.channels.post(id, { content: 'Tomorrow at eight' });
	expect(await readPage('/channels/@me')).toContain('Tomorrow at eight');
	expect(await readPage('/channels/@me', creator.discordId)).not.toContain('Tomorrow at eight');
	expect(await readPage(`/channels/${id}`, creator.discordId)).not.toContain('Tomorrow at eight');
});
