import { expect, test } from 'vitest';
import { PERSONAS } from '~/seeds/personas.ts';
import { ANNOUNCEMENT_CHANNEL_ID } from './channels.ts';
import { useInteractions } from './use-interactions.ts';

const { state, url, call, packets, register } = useInteractions();
const { player, creator, stranger } = PERSONAS;
const PAGE = `/channels/${ANNOUNCEMENT_CHANNEL_ID}`;

const readPage = async (path = PAGE, as: string = player.discordId) =>
	(await fetch(`${url()}${path}${path.includes('?') ? '&' : '?'}as=${as}`)).text();
const submit = (path: string, fields: Record<string, string>) =>
	fetch(`${url()}${PAGE}/${path}`, {
		method: 'POST',
		body: new URLSearchParams({ as: player.discordId, ...fields }),
		redirect: 'manual',
	});
/** Responds to the next interaction as the app. */
async function respond(body: unknown) {
	await expect.poll(() => packets.at(-1)?.t).toBe('INTERACTION_CREATE');
	const [{ d } = { d: null }] = packets.slice(-1);
	packets.length = 0;
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
		description:
			'[\\*Owls\\*](<https://games.example/#m>) <t:1893634200:F> <script> \\[x\\](https:\\//evil.example)',
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
		'<a href="https://games.example/#m">*Owls*</a>',
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
	const pressed = submit('press', { message, button: 'signup:7:late' });
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

const option = { type: 3, name: 'event', description: 'The event', required: true, autocomplete: true };
const status = { type: 3, name: 'status', description: 'Yours', choices: [{ name: 'Late', value: 'late' }] };
const weeks = { type: 4, name: 'weeks', description: 'How many' };
const COMMANDS = [
	{
		name: 'botc',
		description: 'Game nights',
		options: [
			{ type: 1, name: 'next', description: 'The next event' },
			{ type: 1, name: 'signup', description: 'Sign up', options: [option, status, weeks] },
		],
	},
	{ name: 'Sign up for…', type: 2 },
	{ name: 'Edit event', type: 3 },
];
const readEnd = async (submitted: Promise<Response>) => {
	const location = (await submitted).headers.get('Location') ?? '';
	return { location, page: await (await fetch(`${url()}${location}`)).text() };
};

test('a command is chosen, shows what the app suggests, and runs with the options that are filled in', async () => {
	await register(COMMANDS);
	const page = await readPage();
	for (const name of ['/botc next', '/botc signup', 'Sign up for…'])
		expect(page).toContain(`>${name}</option>`);
	expect(page).not.toContain('>Edit event</option>');
	const opened = readPage(`${PAGE}?command=%2Fbotc+signup&option-event=bl`);
	await respond({ type: 8, data: { choices: [{ name: 'Blood <1>', value: '7' }] } });
	const form = await opened;
	expect(form).toMatch(
		/<input aria-label="event" name="option-event" required list="choices-event" value="bl">/,
	);
	expect(form).toContain('<option value="7">Blood &#60;1&#62;</option>');
	expect(form).toContain('<option value="late">Late</option>');
	expect(form).toMatch(/<input aria-label="weeks" name="option-weeks" type="number"/);

	const fields = { command: '/botc signup', 'option-event': '7', 'option-status': '', 'option-weeks': '2' };
	const run = readEnd(submit('command', fields));
	await expect
		.poll(() => packets.at(-1)?.d)
		.toMatchObject({
			channel: { id: ANNOUNCEMENT_CHANNEL_ID },
			data: {
				options: [
					{
						name: 'signup',
						options: [
							{ name: 'event', value: '7' },
							{ name: 'weeks', value: 2 },
						],
					},
				],
			},
		});
	await respond({ type: 4, data: { content: 'You are in.', flags: 64 } });
	expect((await run).page).toContain('You are in.');
});

test('a failed command keeps what was typed, and none is offered to strangers and in direct messages', async () => {
	await register(COMMANDS);
	state.interactions.firstResponseMs = 50;
	const { location, page } = await readEnd(
		submit('command', { command: '/botc signup', 'option-event': 'Blood & more' }),
	);
	expect(location).toMatch(/#command$/);
	expect(page).toContain('This interaction failed.');
	expect(page).toContain('value="Blood &#38; more"');
	for (const other of [readPage(PAGE, stranger.discordId), readPage('/channels/@me')])
		expect(await other).not.toContain('id="command"');
});

test('commands of the menus of users and messages run too', async () => {
	await register(COMMANDS);
	expect(await readPage(`${PAGE}?command=Sign+up+for…`)).toContain(`<option value="${creator.discordId}">`);
	const onUser = submit('command', { command: 'Sign up for…', 'option-user': creator.discordId });
	await expect.poll(() => packets.at(-1)?.d).toMatchObject({ data: { target_id: creator.discordId } });
	await respond({ type: 4, data: { content: 'Which event?', flags: 64 } });
	expect((await readEnd(onUser)).page).toContain('Which event?');
	const message = postMessage();
	expect(await readPage()).toMatch(/<summary>Apps<\/summary>[\s\S]*value="Edit event">Edit event<\/button>/);
	const onMessage = submit('menu', { message, command: 'Edit event' });
	await expect.poll(() => packets.at(-1)?.d).toMatchObject({ data: { target_id: message } });
	await respond({ type: 4, data: { content: 'Not an event.', flags: 64 } });
	expect((await readEnd(onMessage)).page).toContain('Not an event.');
});

test('a select shows its options and sends those that are chosen', async () => {
	const toSelect = (max_values: number, fields: object = {}) => ({
		type: 3,
		custom_id: `tellers:${max_values}`,
		placeholder: 'Storytellers',
		max_values,
		options: [
			{ label: 'Ann', value: 'ann', description: 'Two <nights>', default: max_values > 1 },
			{ label: 'Ben', value: 'ben' },
		],
		...fields,
	});
	const { id: message } = state.channels.post(ANNOUNCEMENT_CHANNEL_ID, {
		components: [toSelect(2), toSelect(1, { disabled: true })].map((select) => ({
			type: 1,
			components: [select],
		})),
	});
	const page = await readPage();
	expect(page).toContain(
		'<select aria-label="Storytellers" name="values" multiple size="2" required><option value="ann" selected>',
	);
	expect(page).toContain('Ann – Two &#60;nights&#62;</option>');
	expect(page).toContain(
		'<select aria-label="Storytellers" name="values" required disabled><option value="">Storytellers</option>',
	);
	const body = new URLSearchParams([
		['as', player.discordId],
		['message', message],
		['select', 'tellers:2'],
		['values', 'ann'],
		['values', 'ben'],
	]);
	const sent = fetch(`${url()}${PAGE}/select`, { method: 'POST', body, redirect: 'manual' });
	await expect.poll(() => packets.at(-1)?.d).toMatchObject({ data: { values: ['ann', 'ben'] } });
	await respond({ type: 7, data: { content: 'Ann and Ben' } });
	expect((await readEnd(sent)).page).toContain('Ann and Ben');
});

test('a modal of a command has texts and selects, and keeps what was entered when it fails', async () => {
	await register([{ name: 'create', description: 'Create an event' }]);
	const run = readEnd(submit('command', { command: '/create' }));
	const toLabel = (label: string, fields: object) => ({
		type: 18,
		label,
		description: 'In <your> words',
		component: { type: 4, custom_id: label, style: 1, ...fields },
	});
	const toSelect = (label: string, fields: object) => ({
		type: 18,
		label,
		component: { type: 3, custom_id: label, ...fields },
	});
	const components = [
		toLabel('Title', { placeholder: 'Blood', min_length: 2, max_length: 20 }),
		toLabel('Text', { style: 2, required: false, value: 'One' }),
		toSelect('To', { options: [{ label: 'Owls', value: 'owls', default: true }] }),
		toSelect('Or', { options: [{ label: 'Foxes', value: 'foxes' }], required: false, min_values: 0 }),
	];
	await respond({ type: 9, data: { custom_id: 'draft', title: 'Create', components } });
	const { location, page } = await run;
	expect(page).toContain('<label>Title <small>In &#60;your&#62; words</small>');
	expect(page).toContain(
		'<input name="Title" maxlength="20" minlength="2" placeholder="Blood" required value="">',
	);
	expect(page).toMatch(/<textarea name="Text" maxlength="4000" rows="4">\nOne<\/textarea>/);
	expect(page).toContain('<select name="To" required><option value="owls" selected>Owls</option></select>');
	const none = '<option value="">Make a selection</option>';
	expect(page).toContain(`<select name="Or">${none}<option value="foxes">Foxes</option></select>`);
	const modal = new URL(location, url()).searchParams.get('modal') ?? '';
	state.interactions.firstResponseMs = 50;
	const entered = { modal, Title: 'Typed', Text: 'Two', To: 'owls' };
	const failed = await readEnd(submit('modal', { ...entered, Or: 'foxes' }));
	expect(failed.page).toContain(`<select name="Or">${none}<option value="foxes" selected>`);
	expect(failed.page).toContain('This interaction failed.');
	expect(failed.page).toContain('value="Typed"');
	expect(failed.page).toContain('\nTwo</textarea>');
	const { d } = packets.at(-1) as { d: { data: { components: object[] } } };
	expect(d.data.components.at(-1)).toMatchObject({ component: { values: ['foxes'] } });
});
