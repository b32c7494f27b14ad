import { beforeEach, describe, expect, test } from 'vitest';
import { type Event, User } from '~/database/models/index.ts';
import { execute, one } from '~/database/sql.ts';
import { COMMANDS, MESSAGE_MENUS } from '~/domain/discord/command.ts';
import { UNKNOWN_BUTTON } from '~/domain/discord/replies.ts';
import { MESSAGE_TEXTS } from '~/domain/events/player-messages.ts';
import { DAY_MS, GROUP_LIMITS, TEXT_LIMITS } from '~/domain/limits.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { ANNOUNCEMENT_CHANNEL_ID } from '~/tests/mocks/discord/channels.ts';
import type { InteractionReply } from '~/tests/mocks/discord/interactions.ts';
import { useGateway } from './use-gateway.ts';

const { state, connect } = useGateway();
const { creator, player, noRole } = PERSONAS;
const DENIED = "You don't have permission to do this.";

let event: Event;
let messageId: string;
beforeEach(async () => {
	// Discord's limit of three seconds would only measure how fast the machine is.
	state.interactions.firstResponseMs = 20_000;
	await createUserRow({ discordId: creator.discordId, role: 'creator', username: 'priya' });
	await createUserRow({ discordId: player.discordId, username: 'juniper' });
	await connect();
	await expect.poll(() => state.interactions.commands.length).toBe(COMMANDS.length);
	event = await createEventRow({ title: 'Fog', date: new Date(Date.now() + DAY_MS) });
	messageId = state.channels.post(ANNOUNCEMENT_CHANNEL_ID, { content: 'An event' }).id;
	await rowsOf('announcements').insert({
		eventId: event.id,
		kind: 'event',
		messageId,
		channelId: ANNOUNCEMENT_CHANNEL_ID,
	});
});

async function addGuests(count: number) {
	for (const { discordId } of state.addMembers(count)) {
		const { id: userId } = await createUserRow({ discordId });
		await createSignupRow({ eventId: event.id, userId });
	}
}
const open = (userId: string = creator.discordId, target = messageId) =>
	state.invokeOnMessage({ userId, command: MESSAGE_MENUS.message.name, messageId: target });
type Values = Record<string, string | string[]>;
const submit = (
	{ modal }: InteractionReply,
	values: Values,
	{ userId = creator.discordId, customId }: { userId?: string; customId?: string } = {},
) =>
	state.submitModal({
		userId,
		modalId: modal?.id ?? '',
		values,
		...(customId === undefined ? {} : { customId }),
	});
const press = (reply: InteractionReply, userId: string = creator.discordId) =>
	state.press({ userId, messageId: reply.messageId, label: 'Send' });
const listLabels = ({ components }: InteractionReply) =>
	components.flatMap(({ components: row = [] }) => row.map(({ label }) => label));
const listOptions = ({ modal }: InteractionReply, customId: string) =>
	modal?.inputs.find((input) => input.customId === customId)?.options?.map(({ label }) => label);
const readText = ({ embeds: [embed] }: InteractionReply) =>
	(embed as { description?: string } | undefined)?.description;
const countRows = async () => [
	await rowsOf('player_messages').count(),
	await rowsOf('direct_messages').count(),
];
const TEXT = { text: 'Please bring a **chair**, @everyone.' };
const ESCAPED = 'Please bring a \\*\\*chair\\*\\*, @\u200beveryone.';

test('a creator writes it, reads how many get it, and sends it once', async () => {
	await addGuests(2);
	const opened = await open();
	expect(opened.modal).toMatchObject({ title: 'Message the players', customId: `message:${event.id}` });
	expect([listOptions(opened, 'to'), listOptions(opened, 'way')]).toEqual([
		['Players: 2 members', 'Waitlist: 0 members'],
		['Direct message'],
	]);
	const shown = await submit(opened, TEXT);
	expect(shown).toMatchObject({
		isEphemeral: true,
		content: 'Players: 2 members get this as a direct message. Nothing is sent yet.',
	});
	expect([readText(shown), listLabels(shown), await countRows()]).toEqual([ESCAPED, ['Send'], [1, 0]]);
	const [sent, again] = await Promise.all([press(shown), press(shown)]);
	expect(sent).toMatchObject({ isUpdate: true, content: 'Sent to 2 members.' });
	expect([again.content, listLabels(again), readText(again)]).toEqual([sent.content, [], ESCAPED]);
	expect(await countRows()).toEqual([1, 2]);
	expect(await one('SELECT action FROM audit_entries')).toEqual({ action: 'messages.send' });
});

test('it goes to a group, and into the thread, where the event has these', async () => {
	await addGuests(2);
	await rowsOf('announcements').update({ threadId: messageId });
	const { id: groupId } = await rowsOf('groups').insert({ eventId: event.id, clientId: 'g', name: 'Owls' });
	const guest = await one<{ userId: string }>('SELECT min(user_id)::text AS "userId" FROM signups');
	await rowsOf('group_players').insert({
		eventId: event.id,
		groupId,
		userId: guest?.userId ?? '',
		position: 0,
	});
	const opened = await open();
	expect([listOptions(opened, 'to'), listOptions(opened, 'way')]).toEqual([
		['Players: 2 members', 'Waitlist: 0 members', 'Owls: 1 member'],
		['Direct message', 'In the event’s thread, with mentions'],
	]);
	const shown = await submit(opened, { ...TEXT, to: 'group:g', way: 'thread' });
	expect(shown.content).toBe(
		'Owls: 1 member is mentioned with this in the event’s thread. Nothing is sent yet.',
	);
	await press(shown);
	expect(await rowsOf('direct_messages').list()).toMatchObject([
		{ userId: guest?.userId, kind: 'message', way: 'thread' },
	]);
});

test('the groups that one select has no room for are in two more, whose choice counts', async () => {
	await addGuests(1);
	await rowsOf('groups').insertAll(
		Array.from({ length: GROUP_LIMITS.groups }, (_, position) => ({
			eventId: event.id,
			clientId: `g${position}`,
			name: `${position} ${'x'.repeat(TEXT_LIMITS.groupName - 3)}`,
			position,
		})),
	);
	const { id: groupId } = (await rowsOf('groups').find({ clientId: 'g49' })) ?? { id: '' };
	const [signup] = await rowsOf('signups').list();
	await rowsOf('group_players').insert({ eventId: event.id, groupId, userId: signup?.userId, position: 0 });
	const opened = await open();
	const lists = ['to', 'to-2', 'to-3'].map((name) => listOptions(opened, name) ?? []);
	expect(lists.map(({ length }) => length)).toEqual([25, 25, 2]);
	expect(new Set(lists.flat()).size).toBe(52);
	expect((await submit(opened, TEXT)).content).toMatch(/^Players: 1 member gets this/);
	const shown = await submit(await open(), { ...TEXT, 'to-2': ['group:g40'], 'to-3': ['group:g49'] });
	expect(shown.content).toMatch(/^49 x+: 1 member gets this/);
	const other = await submit(await open(), { ...TEXT, 'to-2': ['group:g40'] });
	expect(other.content).toBe(MESSAGE_TEXTS.nobody);
});

describe('is refused, with the text that was typed', () => {
	test.each<[string, Values, string]>([
		['without a text', { to: ['players'], way: ['direct'] }, 'Please write something'],
		[
			'with a text in place of a choice',
			{ ...TEXT, to: 'everyone', way: 'direct' },
			'Choose who gets the message',
		],
		['to a group that does not exist', { ...TEXT, to: ['group:x'], way: ['direct'] }, MESSAGE_TEXTS.noGroup],
		['by another way', { ...TEXT, to: ['players'], way: ['email'] }, 'Choose direct or thread'],
		[
			'into a thread that does not exist',
			{ ...TEXT, to: ['players'], way: ['thread'] },
			MESSAGE_TEXTS.noThread,
		],
		[
			'with a text that is too long',
			{ text: 'x'.repeat(TEXT_LIMITS.playerMessage + 1), to: ['players'], way: ['direct'] },
			'A message can have at most 1,000 characters',
		],
		[
			'with a choice in place of the text',
			{ text: [], to: ['players'], way: ['direct'] },
			'Please write something',
		],
		['with nothing', {}, 'Choose who gets the message'],
	])('%s', async (_, values, text) => {
		await addGuests(1);
		const reply = await submit(await open(), values, { customId: `message:${event.id}` });
		expect(reply).toMatchObject({ content: text, isEphemeral: true });
		if ('text' in values && values.text === TEXT.text) expect(readText(reply)).toBe(ESCAPED);
		expect([listLabels(reply), await countRows()]).toEqual([[], [0, 0]]);
	});

	test('to no one', async () => {
		const reply = await submit(await open(), { ...TEXT, to: 'waiting' });
		expect([reply.content, readText(reply), listLabels(reply)]).toEqual([MESSAGE_TEXTS.nobody, ESCAPED, []]);
		expect(await countRows()).toEqual([0, 0]);
	});

	test('the longest text that needs escaping fits', async () => {
		await addGuests(1);
		const reply = await submit(await open(), { text: '*'.repeat(TEXT_LIMITS.playerMessage) });
		expect(readText(reply)).toHaveLength(2 * TEXT_LIMITS.playerMessage);
		expect((await press(reply)).content).toBe('Sent to 1 member.');
	});

	test.each([
		['of an event that does not exist', 'message:999', 'Event not found'],
		['of no event', 'message:', UNKNOWN_BUTTON],
		['of an event and more', 'message:1:2', UNKNOWN_BUTTON],
	])('with a custom id %s', async (_, customId, text) => {
		const values = { ...TEXT, to: ['players'], way: ['direct'] };
		expect((await submit(await open(), values, { customId })).content).toBe(text);
	});
});

describe('between two steps', () => {
	test.each<[string, () => Promise<unknown>, string]>([
		['the event was deleted', () => event.destroy(), MESSAGE_TEXTS.gone],
		['the event was cancelled', () => event.update({ status: 'cancelled' }), MESSAGE_TEXTS.cancelled],
		['the event is over', () => event.update({ status: 'completed' }), MESSAGE_TEXTS.over],
		['the role was lost', () => execute(`UPDATE users SET role = 'player' WHERE username = 'priya'`), DENIED],
		['everyone removed their signup', () => execute('DELETE FROM signups'), MESSAGE_TEXTS.nobody],
	])('%s: nothing is sent, and the text stays', async (_, change, text) => {
		await addGuests(1);
		const shown = await submit(await open(), TEXT);
		const opened = await open();
		await change();
		const reply = await press(shown);
		expect([reply.content, readText(reply), listLabels(reply)]).toEqual([text, ESCAPED, ['Send']]);
		const late = await submit(opened, TEXT);
		expect([late.content, readText(late)]).toEqual([
			text === MESSAGE_TEXTS.gone ? 'Event not found' : text,
			ESCAPED,
		]);
		expect(await rowsOf('direct_messages').count()).toBe(0);
	});

	test('a button of another author, or of no message', async () => {
		await addGuests(1);
		const { id: userId } = await createUserRow({ role: 'admin' });
		const shown = await submit(await open(), TEXT);
		await rowsOf('player_messages').update({ userId });
		expect((await press(shown)).content).toBe(MESSAGE_TEXTS.gone);
		for (const [customId, text] of [
			['send:999', MESSAGE_TEXTS.gone],
			['send:', UNKNOWN_BUTTON],
			['send:1:2', UNKNOWN_BUTTON],
		] as const) {
			const pressed = { userId: creator.discordId, messageId: shown.messageId, customId };
			expect((await state.press(pressed)).content).toBe(text);
		}
		expect(await rowsOf('direct_messages').count()).toBe(0);
	});

	test('three others were sent', async () => {
		await addGuests(1);
		const opened = await open();
		const shown = await submit(opened, TEXT);
		const author = await User.findOne({ where: { username: 'priya' }, rejectOnEmpty: true });
		const row = { eventId: event.id, userId: author.id, audience: 'players', text: 'x', way: 'direct' };
		const sent = { ...row, sentAt: new Date(), createdAt: new Date() };
		await rowsOf('player_messages').insertAll([sent, sent, sent]);
		for (const reply of [await press(shown), await submit(opened, TEXT), await open()]) {
			expect(reply).toMatchObject({ content: MESSAGE_TEXTS.tooMany, isEphemeral: true, modal: null });
		}
	});
});

test('a storyteller writes to a group that they lead, and to no other', async () => {
	await addGuests(1);
	await execute(`UPDATE users SET role = 'storyteller' WHERE username = 'juniper'`);
	const leader = await User.findOne({ where: { username: 'juniper' }, rejectOnEmpty: true });
	await rowsOf('groups').insert({ eventId: event.id, clientId: 'foxes', name: 'Foxes', position: 1 });
	expect((await open(player.discordId)).content).toBe(DENIED);
	const owls = { eventId: event.id, clientId: 'owls', name: 'Owls', storytellerId: leader.id };
	await rowsOf('groups').insert(owls);
	const opened = await open(player.discordId);
	expect(listOptions(opened, 'to')).toEqual(['Owls: 0 members']);
	const values = { ...TEXT, to: ['group:foxes'], way: ['direct'] };
	const forged = { userId: player.discordId, customId: `message:${event.id}` };
	expect((await submit(opened, values, forged)).content).toBe(DENIED);
});

test('the menu of any other message, and everyone else, says why not', async () => {
	const other = state.channels.post(ANNOUNCEMENT_CHANNEL_ID, { content: 'Something else' }).id;
	const replies = [
		await open(creator.discordId, other),
		await open(player.discordId),
		await open(noRole.discordId),
	];
	expect(
		replies.map(({ content, isEphemeral, modal }) => [content.slice(0, 34), isEphemeral, modal]),
	).toEqual([
		['This works only on the message of ', true, null],
		[DENIED.slice(0, 34), true, null],
		['Game nights are for the members of', true, null],
	]);
	await event.update({ status: 'cancelled' });
	expect((await open()).content).toBe(MESSAGE_TEXTS.cancelled);
});
