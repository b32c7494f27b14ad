import { expect, test } from 'vitest';
import { DEMO_GUILD, PERSONAS } from '~/seeds/personas.ts';
import { ANNOUNCEMENT_CHANNEL_ID, TEXT_CHANNEL_ID } from './channels.ts';
import type { RegisteredCommand } from './commands.ts';
import { listFormErrors, useInteractions } from './use-interactions.ts';

const { state, call, register, readLatest } = useInteractions();
const { creator, player, stranger } = PERSONAS;
const userId = creator.discordId;

const EVENT = { type: 3, name: 'event', description: 'The event', required: true, autocomplete: true };
const REASON = { type: 3, name: 'reason', description: 'Why', required: true };
const WEEKS = { type: 4, name: 'weeks', description: 'How many', autocomplete: true };
const toCommand = (...options: object[]) => ({ name: 'botc', description: 'Game nights', options });
const toSubcommands = (...options: object[]) =>
	toCommand({ type: 1, name: 'cancel', description: 'Cancel an event', options });
const EDIT = { name: 'Edit event', type: 3 };
const SIGN_UP = { name: 'Sign up for…', type: 2 };

test('commands of each type are registered, and keep their IDs by type and name', async () => {
	const first = await register([toSubcommands(EVENT, REASON), EDIT, { ...SIGN_UP, name: 'Edit event' }]);
	expect(first.body).toMatchObject([
		{ type: 1, options: [{ options: [{ ...EVENT }, { ...REASON }] }] },
		{ ...EDIT, description: '' },
		{ type: 2, name: 'Edit event' },
	]);
	const [slash, edit, user] = first.body as unknown as RegisteredCommand[];
	expect(edit).not.toHaveProperty('options');
	const second = await register([EDIT, { ...SIGN_UP, name: 'Edit event' }, toCommand()]);
	expect(second.body).toMatchObject([{ id: edit?.id }, { id: user?.id }, { id: slash?.id }]);
});

const repeat = (count: number, command: object) =>
	Array.from({ length: count }, (_, index) => ({ ...command, name: `command-${index}` }));
const longOptions = Array.from({ length: 25 }, (_, option) => ({
	type: 3,
	name: `option-${option}`,
	description: 'x'.repeat(100),
	choices: Array.from({ length: 25 }, (_each, choice) => ({ name: `choice-${choice}`, value: 'y' })),
}));
test.each([
	[
		'a menu command with a description',
		[{ ...EDIT, description: 'x' }],
		'0.description: APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID',
	],
	[
		'a menu command with options',
		[{ ...SIGN_UP, options: [EVENT] }],
		'0.options: APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_INVALID',
	],
	['two menu commands with one name', [EDIT, EDIT], '1: APPLICATION_COMMANDS_DUPLICATE_NAME'],
	['an entry point', [{ name: 'x', type: 4 }], '0.type: BASE_TYPE_CHOICES'],
	[
		'a slash command with a space',
		[{ ...toCommand(), name: 'game night' }],
		'0.name: APPLICATION_COMMAND_INVALID_NAME',
	],
	[
		'a slash command in capitals',
		[{ ...toCommand(), name: 'Botc' }],
		'0.name: APPLICATION_COMMAND_INVALID_NAME',
	],
	['a slash command without a description', [{ name: 'botc' }], '0.description: BASE_TYPE_REQUIRED'],
	['a large slash command', [toCommand(...longOptions)], '0: APPLICATION_COMMAND_TOO_LARGE'],
	[
		'an option with suggestions and choices',
		[toSubcommands({ ...EVENT, choices: [{ name: 'A', value: 'a' }] })],
		'0.options.0.options.0: APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID',
	],
	[
		'an optional option before a required one',
		[toSubcommands(WEEKS, EVENT)],
		'0.options.0.options.1: APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
	],
	['an option twice', [toCommand(EVENT, EVENT)], '0.options.1: APPLICATION_COMMAND_OPTIONS_NAME_INVALID'],
	[
		'an option in capitals',
		[toCommand({ ...EVENT, name: 'Event' })],
		'0.options.0.name: APPLICATION_COMMAND_INVALID_NAME',
	],
	[
		'a subcommand beside an option',
		[toCommand({ type: 1, name: 'next', description: 'x' }, WEEKS)],
		'0.options: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
	],
	[
		'an option with a minimum above its maximum',
		[toCommand({ ...REASON, min_length: 4, max_length: 3 })],
		'0.options.0.min_length: NUMBER_TYPE_MAX',
	],
])('%s is refused', async (_name, commands, error) => {
	await register([toCommand()]);
	expect(listFormErrors(await register(commands))).toEqual([error]);
	expect(state.interactions.commands).toHaveLength(1);
});

test('a server has at most five commands for users, five for messages and a hundred slash commands', async () => {
	const most = [...repeat(5, SIGN_UP), ...repeat(5, EDIT), ...repeat(100, toCommand())];
	expect((await register(most)).status).toBe(200);
	for (const command of [SIGN_UP, EDIT, toCommand()]) {
		expect(await register([...most, command])).toMatchObject({ status: 400, body: { code: 30_032 } });
	}
});

test('a long name or a boolean option with suggestions violates the schema', async () => {
	expect((await register([{ ...EDIT, name: 'x'.repeat(33) }])).status).toBe(500);
	expect((await register([toCommand({ ...EVENT, type: 5 })])).status).toBe(500);
	expect(state.violations.splice(0)).toHaveLength(2);
});

const send = (option: string, value: string, options: Record<string, string> = {}) =>
	state.autocomplete({ userId, command: 'botc', subcommand: 'cancel', option, value, options });
const type = (...typed: Parameters<typeof send>) => readLatest(send(...typed));
const toChoices = (...values: unknown[]) => ({
	choices: values.map((value, index) => ({ name: `Choice ${index}`, value })),
});

test('the app suggests choices for the first characters, without the required options', async () => {
	await register([toSubcommands(EVENT, REASON, WEEKS)]);
	const app = type('event', 'bl', { reason: 'Rain' });
	expect(app.packet).toMatchObject({ type: 4, guild_id: DEMO_GUILD.guildId });
	expect(app.packet.data).toMatchObject({
		name: 'botc',
		options: [
			{
				type: 1,
				name: 'cancel',
				options: [
					{ type: 3, name: 'event', value: 'bl', focused: true },
					{ type: 3, name: 'reason', value: 'Rain' },
				],
			},
		],
	});
	for (const refused of [4, 5, 6, 7, 9]) {
		const data = refused === 9 ? { custom_id: 'a', title: 'A', components: [LABEL] } : { content: 'x' };
		expect(listFormErrors(await app.respond({ type: refused, data }))).toEqual(['type: BASE_TYPE_CHOICES']);
	}
	expect((await app.respond({ type: 8, data: toChoices('7', '8') })).status).toBe(204);
	expect(await app.reply).toEqual(toChoices('7', '8').choices);
	expect((await app.respond({ type: 8, data: toChoices('9') })).body.code).toBe(40_060);
	expect((await app.followUp({ content: 'x' })).body.code).toBe(10_015);
	// A value that is none of the choices is sent too.
	const options = { event: 'anything', reason: 'Rain' };
	const invoked = readLatest(state.invokeCommand({ userId, command: 'botc', subcommand: 'cancel', options }));
	expect(listFormErrors(await invoked.respond({ type: 8, data: toChoices('7') }))).toEqual([
		'type: BASE_TYPE_CHOICES',
	]);
});
const LABEL = { type: 18, label: 'A', component: { type: 4, custom_id: 'a', style: 1 } };

test.each([
	['event', {}, 'data.choices: BASE_TYPE_REQUIRED'],
	['event', toChoices(''), 'data.choices.0.value: BASE_TYPE_BAD_LENGTH'],
	['event', toChoices('a', 'x'.repeat(101)), 'data.choices.1.value: BASE_TYPE_BAD_LENGTH'],
	['event', toChoices(7), 'data.choices.0.value: STRING_TYPE_CONVERT'],
	['weeks', toChoices('7'), 'data.choices.0.value: NUMBER_TYPE_CONVERT'],
])('for the option %s, the choices %j are refused', async (option, data, error) => {
	await register([toSubcommands(EVENT, REASON, WEEKS)]);
	const app = type(option, '1');
	expect(listFormErrors(await app.respond({ type: 8, data }))).toEqual([error]);
	const right = toChoices(option === 'event' ? '1' : 1);
	await app.respond({ type: 8, data: right });
	expect(await app.reply).toEqual(right.choices);
});

test('26 choices, and names of no or 101 characters violate the schema; silence is an error', async () => {
	await register([toSubcommands(EVENT)]);
	const app = type('event', '');
	for (const name of ['', 'x'.repeat(101)])
		expect((await app.respond({ type: 8, data: { choices: [{ name, value: 'a' }] } })).status).toBe(500);
	const many = toChoices(...Array.from({ length: 26 }, String));
	expect((await app.respond({ type: 8, data: many })).status).toBe(500);
	expect(state.violations.splice(0)).toHaveLength(3);
	state.interactions.firstResponseMs = 20;
	await expect(type('event', 'x').reply).rejects.toThrow('/botc with event: The application did not respond');
});

test.each([
	['reason', 'x', {}, 'suggests nothing for reason'],
	['event', 'x', { weeks: '2' }, 'takes no string for weeks'],
	['place', 'x', {}, 'no option place'],
	['event', 'x', { place: 'x' }, 'no option place'],
])('the client asks for no suggestions for %s', async (option, value, options, text) => {
	await register([toSubcommands(EVENT, REASON, WEEKS)]);
	await expect(send(option, value, options)).rejects.toThrow(text);
});

test('a command with subcommands is not sent without one', async () => {
	await register([toSubcommands(EVENT)]);
	await expect(state.invokeCommand({ userId, command: 'botc' })).rejects.toThrow('needs a subcommand');
});

test('a user as the value of an option comes with the account and the member', async () => {
	await register([toCommand({ type: 6, name: 'member', description: 'Who' })]);
	const invoke = (member: string) => state.invokeCommand({ userId, command: 'botc', options: { member } });
	const { discordId } = player;
	expect(readLatest(invoke(discordId)).packet.data).toMatchObject({
		options: [{ type: 6, name: 'member', value: discordId }],
		resolved: {
			users: { [discordId]: { id: discordId } },
			members: { [discordId]: { permissions: '3072' } },
		},
	});
	await expect(invoke('1')).rejects.toThrow('no user');
});

test('a member chooses a command from the menu of a user, a stranger or the bot', async () => {
	await register([SIGN_UP]);
	const choose = (targetId: string, chooserId: string = userId) =>
		state.invokeOnUser({ userId: chooserId, command: SIGN_UP.name, targetId });
	const app = readLatest(choose(player.discordId));
	expect(app.packet).toMatchObject({ type: 2, channel: { id: TEXT_CHANNEL_ID } });
	expect(app.packet).not.toHaveProperty('message');
	expect(app.packet.data).toMatchObject({
		type: 2,
		name: SIGN_UP.name,
		target_id: player.discordId,
		resolved: {
			users: { [player.discordId]: { username: player.username } },
			members: { [player.discordId]: { roles: [DEMO_GUILD.requiredRoleId], permissions: '3072' } },
		},
	});
	await app.respond({ type: 4, data: { content: 'Which event?', flags: 64 } });
	const reply = await app.reply;
	expect(reply).toMatchObject({ content: 'Which event?', isEphemeral: true });
	expect(state.channels.findMessage(reply.messageId)?.type).toBe(23);
	const { data } = readLatest(choose(stranger.discordId)).packet;
	expect(data).toMatchObject({ resolved: { users: { [stranger.discordId]: {} } } });
	expect(data).not.toHaveProperty('resolved.members');
	const { botUserId } = DEMO_GUILD;
	expect(readLatest(choose(botUserId)).packet.data).toMatchObject({
		resolved: { users: { [botUserId]: { bot: true } } },
	});
	await expect(choose(player.discordId, stranger.discordId)).rejects.toThrow('not on the server');
	await expect(choose('1')).rejects.toThrow('no user');
	await expect(
		state.invokeOnUser({ userId, command: 'Edit event', targetId: player.discordId }),
	).rejects.toThrow('no command “Edit event” for users');
});

test('a member chooses a command from the menu of a message, which can open a modal', async () => {
	await register([EDIT]);
	const { id: messageId } = state.channels.post(ANNOUNCEMENT_CHANNEL_ID, { content: 'Blood' });
	const choose = (target: string, chooserId: string = userId) =>
		state.invokeOnMessage({ userId: chooserId, command: EDIT.name, messageId: target });
	const app = readLatest(choose(messageId));
	expect(app.packet).toMatchObject({ type: 2, channel: { id: ANNOUNCEMENT_CHANNEL_ID } });
	expect(app.packet).not.toHaveProperty('message');
	expect(app.packet.data).toMatchObject({
		type: 3,
		target_id: messageId,
		resolved: { messages: { [messageId]: { content: 'Blood', author: { bot: true } } } },
	});
	expect(listFormErrors(await app.respond({ type: 7, data: { content: 'x' } }))).toEqual([
		'type: BASE_TYPE_CHOICES',
	]);
	await app.respond({ type: 9, data: { custom_id: 'edit', title: 'Edit', components: [LABEL] } });
	expect((await app.reply).modal?.title).toBe('Edit');
	await expect(choose(messageId, stranger.discordId)).rejects.toThrow('sees no message');
	const again = readLatest(choose(messageId));
	await again.respond({ type: 4, data: { content: 'Only you', flags: 64 } });
	await expect(choose((await again.reply).messageId)).rejects.toThrow('has no commands');
	const { id } = state.channels.openDirectMessages(userId);
	await expect(choose(state.channels.post(id, { content: 'x' }).id)).rejects.toThrow(
		'no commands in the channel',
	);
	expect((await call('GET', `/channels/${ANNOUNCEMENT_CHANNEL_ID}/messages`)).status).toBe(200);
});
