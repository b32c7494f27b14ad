import { beforeEach, describe, expect, test } from 'vitest';
import { database } from '~/database/connection.ts';
import { Event, User } from '~/database/models/index.ts';
import { execute, one } from '~/database/sql.ts';
import { COMMANDS, MESSAGE_MENUS } from '~/domain/discord/command.ts';
import { DAY_MS, HOUR_MS } from '~/domain/limits.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { createEvent } from '~/server/operations/events/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { ANNOUNCEMENT_CHANNEL_ID } from '~/tests/mocks/discord/channels.ts';
import type { InteractionReply } from '~/tests/mocks/discord/interactions.ts';
import { useGateway } from './use-gateway.ts';

const discord = useGateway();
const { state, connect } = discord;
const { creator, player, noRole } = PERSONAS;
const GONE = 'This draft is no longer there. Please start again with /botc create, /botc edit or /botc poll.';

beforeEach(async () => {
	// Discord's limit of three seconds would only measure how fast the machine is.
	state.interactions.firstResponseMs = 20_000;
	await createUserRow({ discordId: creator.discordId, role: 'creator', username: 'priya' });
	await createUserRow({ discordId: player.discordId, username: 'juniper' });
	await connect();
	await expect.poll(() => state.interactions.commands.length).toBe(COMMANDS.length);
});

type Options = Record<string, string>;
const invoke = (subcommand: string, options: Options = {}, userId: string = creator.discordId) =>
	state.invokeCommand({ userId, command: 'botc', subcommand, options });
const press = (reply: InteractionReply, label: string, userId: string = creator.discordId) =>
	state.press({ userId, messageId: reply.messageId, label });
const choose = (
	reply: InteractionReply,
	placeholder: string,
	values: string[],
	userId: string = creator.discordId,
) => state.select({ userId, messageId: reply.messageId, placeholder, values });
async function submit(opened: InteractionReply, values: Options, userId: string = creator.discordId) {
	if (!opened.modal) throw new Error(`There is no modal but “${opened.content}”.`);
	return state.submitModal({ userId, modalId: opened.modal.id, values });
}
const readInputs = ({ modal }: InteractionReply) =>
	Object.fromEntries((modal?.inputs ?? []).map(({ customId, value }) => [customId, value]));
const listLabels = ({ components }: InteractionReply) =>
	components.flatMap(({ components: row = [] }) => row.map(({ label }) => label).filter(Boolean));
const listDefaults = ({ components }: InteractionReply) =>
	components.flatMap(({ components: row = [] }) =>
		row.flatMap(({ options = [] }) => (options ?? []).filter((one) => one.default).map(({ value }) => value)),
	);
const readEmbed = ({ embeds: [embed] }: InteractionReply) =>
	embed as { title: string; url: string } | undefined;

const TYPED = {
	title: 'Fog',
	when: '2031-12-04 20:30',
	duration: '2.5',
	location: 'The Mill',
	description: 'Tea.',
};

describe('create', () => {
	test('opens a modal, shows a preview that only the creator sees, and saves it once', async () => {
		const opened = await invoke('create');
		expect(readInputs(opened)).toEqual({ title: '', when: '', duration: '3', location: '', description: '' });
		const shown = await submit(opened, TYPED);
		expect(shown).toMatchObject({
			isEphemeral: true,
			content: 'Nothing is saved yet.',
			embeds: [{ title: 'Fog' }],
		});
		expect(listLabels(shown)).toEqual(['Create', 'Edit again', 'More options']);
		expect(await Event.count()).toBe(0);
		const customId = `plan:save:${await readDraftId()}`;
		const save = () => state.press({ userId: creator.discordId, messageId: shown.messageId, customId });
		const [created, again] = await Promise.all([save(), save()]);
		expect(again.content).toBe(created.content);
		expect((await save()).content).toBe(created.content);
		expect(created.content).toMatch(/^\*\*Fog\*\* is created: <t:\d+:F>$/);
		expect([listLabels(created), created.embeds]).toEqual([['Open in Townbell'], []]);
		const event = await Event.findOne({ rejectOnEmpty: true });
		expect(await Event.count()).toBe(1);
		expect(event).toMatchObject({
			title: 'Fog',
			duration: 150,
			location: 'The Mill',
			description: 'Tea.',
			timezone: 'America/New_York',
		});
		expect(event.date).toEqual(new Date('2031-12-05T01:30:00Z'));
		expect(await one('SELECT action FROM audit_entries')).toEqual({ action: 'events.create' });
	});

	test('names an event without a title, and takes the usual time', async () => {
		await press(await submit(await invoke('create'), { when: '2031-12-04' }), 'Create');
		expect(await Event.findOne()).toMatchObject({
			title: 'Thursday Blood on the Clocktower',
			date: new Date('2031-12-05T01:30:00Z'),
		});
	});

	test('has menus for storytellers and places', async () => {
		const { id } = await createUserRow({ preferredUsername: 'Wren', role: 'storyteller' });
		let shown = await submit(await invoke('create'), TYPED);
		shown = await choose(shown, 'Storytellers', [id]);
		expect(shown).toMatchObject({ isUpdate: true, content: 'Nothing is saved yet.' });
		shown = await choose(shown, 'Places', ['none']);
		expect(JSON.stringify(readEmbed(shown))).toMatch(/Fog(?!.*Places)/);
		shown = await choose(shown, 'Places', ['storytellers']);
		expect(listDefaults(shown)).toEqual([id, 'storytellers']);
		expect(JSON.stringify(readEmbed(shown))).toMatch(/15 places.*Wren/);
		await press(shown, 'Create');
		expect(await Event.findOne()).toMatchObject({ capacity: 0 });
		expect(await rowsOf('event_storytellers').count()).toBe(1);
	});

	test('keeps what was typed when it is refused, when nobody saw the reply, and after a restart', async () => {
		const refused = await submit(await invoke('create'), { ...TYPED, when: 'someday', duration: '99' });
		expect(refused.content.split('\n')).toEqual([
			'This cannot be saved yet:',
			expect.stringContaining('someday'),
			'Please enter 1 to 8 hours, in half hours',
		]);
		expect(listLabels(refused)).toEqual(['Edit again', 'More options']);
		const again = await press(refused, 'Edit again');
		expect(readInputs(again)).toEqual({ ...TYPED, when: 'someday', duration: '99' });
		expect(readInputs(await invoke('create'))).toMatchObject({ when: 'someday' });
		const shown = await submit(again, { when: '2031-12-04 21:00', duration: '3' });
		expect(shown.isUpdate).toBe(true);
		await press(shown, 'Create');
		expect(await Event.count()).toBe(1);
		expect(readInputs(await invoke('create'))).toMatchObject({ title: '', when: '' });
	});

	test('a draft that the form has saved with other values is that event, for Discord too', async () => {
		const shown = await submit(await invoke('create'), TYPED);
		const idempotencyKey = `discord-draft-${await readDraftId()}`;
		const values = { title: 'By the form', date: '2031-12-05T01:00:00Z', idempotencyKey };
		const { id, role } = await User.findOne({
			where: { discordId: creator.discordId },
			rejectOnEmpty: true,
		});
		await perform(createEvent, { actor: { id, role }, now: new Date() }, { read: () => values });
		expect((await press(shown, 'Create')).content).toContain('By the form');
		expect(await Event.count()).toBe(1);
		expect(readInputs(await invoke('create'))).toMatchObject({ title: '', when: '' });
	});

	test('begins with an empty modal a quarter of an hour later, and a draft is gone after a day', async () => {
		const shown = await submit(await invoke('create'), TYPED);
		await execute(`UPDATE event_drafts SET changed_at = changed_at - interval '16 minutes'`);
		expect(readInputs(await invoke('create'))).toMatchObject({ title: '' });
		await execute(`UPDATE event_drafts SET changed_at = changed_at - interval '1 day'`);
		expect((await press(shown, 'Create')).content).toBe(GONE);
		expect((await press(shown, 'Edit again')).content).toBe(GONE);
		expect(await Event.count()).toBe(0);
		await submit(await invoke('create'), TYPED);
		expect(await rowsOf('event_drafts').count()).toBe(1);
	});

	test('asks before it creates the same event a second time', async () => {
		await press(await submit(await invoke('create'), TYPED), 'Create');
		let shown = await submit(await invoke('create'), TYPED);
		shown = await press(shown, 'Create');
		expect(shown.content.split('\n')[1]).toBe('An event with this title at this time already exists');
		expect(listLabels(shown)).toContain('Create anyway');
		expect(await Event.count()).toBe(1);
		// What was asked about a draft is asked again when it was edited.
		shown = await submit(await press(shown, 'Edit again'), TYPED);
		shown = await press(shown, 'Create');
		expect(await Event.count()).toBe(1);
		await press(shown, 'Create anyway');
		expect(await Event.count()).toBe(2);
	});

	test.each([
		['a player', player.discordId, "You don't have permission to do this."],
		['someone without the required role', noRole.discordId, 'Game nights are for the members of'],
	])('is refused to %s', async (_, userId, text) => {
		for (const subcommand of ['create', 'edit', 'series', 'cancel']) {
			await createEventRow({ title: 'Fog', date: new Date(Date.now() + DAY_MS) });
			const options: Options = subcommand === 'cancel' ? { event: 'Fog' } : {};
			const reply = await invoke(subcommand, options, userId);
			expect([reply.modal, reply.content.slice(0, text.length)]).toEqual([null, text]);
			await Event.destroy({ where: {} });
		}
	});

	test('a creator who is none any more, or who presses another one’s button, changes nothing', async () => {
		const shown = await submit(await invoke('create'), TYPED);
		const id = await readDraftId();
		await createUserRow({ discordId: noRole.discordId, role: 'admin', username: 'other' });
		for (const step of ['save', 'again', 'places']) {
			const customId = `plan:${step}:${id}`;
			const own = await submit(await invoke('create'), TYPED);
			await execute(
				'UPDATE event_drafts SET user_id = (SELECT id FROM users WHERE username = $$juniper$$) WHERE id = :id',
				{ id },
			);
			const reply = await state.press({ userId: creator.discordId, messageId: own.messageId, customId });
			expect(reply.content).toMatch(/no longer/);
		}
		await execute(`UPDATE users SET role = 'player' WHERE username = 'priya'`);
		expect((await press(shown, 'Create')).content).toBe("You don't have permission to do this.");
		expect(await Event.count()).toBe(0);
	});
});

const readDraftId = async () =>
	(await one<{ id: string }>('SELECT max(id)::text AS id FROM event_drafts'))?.id ?? '';

describe('edit', () => {
	const SAVED = {
		title: 'Fog',
		date: new Date('2031-12-05T01:30:20Z'),
		duration: 100,
		timezone: 'America/New_York',
		location: 'The Mill',
		description: 'Tea.',
	};
	test('shows the saved event, and writes only what was touched', async () => {
		const event = await createEventRow({ ...SAVED, capacity: 9 });
		const opened = await invoke('edit', { event: event.id });
		expect(readInputs(opened)).toEqual({ ...TYPED, duration: '1.5' });
		const shown = await submit(opened, { location: 'The Hearth' });
		expect(listLabels(shown)).toEqual(['Save', 'Edit again', 'More options']);
		expect((await press(shown, 'Save')).content).toMatch(/^\*\*Fog\*\* is saved/);
		await event.reload();
		expect(event).toMatchObject({ ...SAVED, location: 'The Hearth', capacity: 9, version: 2 });
	});

	test('says that the event was changed or deleted in the meantime', async () => {
		const event = await createEventRow(SAVED);
		let shown = await submit(await invoke('edit', { event: event.id }), { title: 'Mist' });
		await event.update({ description: 'Coffee.', version: 2 });
		shown = await press(shown, 'Save');
		expect(shown.content).toContain('Someone has changed this event in the meantime.');
		expect((await event.reload()).title).toBe('Fog');
		await press(shown, 'Save anyway');
		expect(await event.reload()).toMatchObject({ title: 'Mist', version: 3 });
		shown = await submit(await invoke('edit', { event: event.id }), { title: 'Rain' });
		await event.destroy();
		expect((await press(shown, 'Save')).content).toBe('Event not found');
	});

	test('asks before fewer places take nobody’s', async () => {
		const event = await createEventRow({ ...SAVED, capacity: 6 });
		for (let count = 0; count < 6; count += 1) {
			const { id: userId } = await createUserRow();
			await rowsOf('signups').insert({
				eventId: event.id,
				userId,
				status: 'confirmed',
				place: 'placed',
				askedAt: new Date(),
			});
		}
		let shown = await submit(await invoke('edit', { event: event.id }), {});
		shown = await press(await choose(shown, 'Places', ['5']), 'Save');
		expect(listLabels(shown)).toContain('Save anyway');
		await press(shown, 'Save anyway');
		expect(await event.reload()).toMatchObject({ capacity: 5 });
		expect(await rowsOf('signups').count({ place: 'placed' })).toBe(6);
	});
});

test('cancel says it to the creator with the reason, and series lists the next dates', async () => {
	const event = await createEventRow({ title: 'Fog', date: new Date(Date.now() + DAY_MS) });
	expect((await invoke('series', { event: event.id })).content).toBe('**Fog** does not repeat.');
	const { content } = await invoke('cancel', { event: 'Fog', reason: 'Snow' });
	expect(content.split('\n').slice(0, 2)).toEqual([
		'**Fog** is cancelled. Everyone who is signed up is told.',
		'Reason: Snow',
	]);
	expect(await event.reload()).toMatchObject({ status: 'cancelled', cancelReason: 'Snow' });
	await database().query(`INSERT INTO event_series (id, rule, next_date, start_time, timezone, title, description, duration,
		location, decide_minutes, on_too_few, creates_discord_event, announces)
		VALUES (1, '{"interval_weeks": 1}', '2030-01-01', '19:00', 'UTC', 'Weekly', '', 180, '', 1440, 'ask', false, false)`);
	for (let week = 1; week <= 12; week += 1) {
		const date = new Date(Date.now() + week * 7 * DAY_MS);
		await createEventRow({
			title: 'Weekly',
			date,
			seriesId: '1',
			seriesDate: date.toISOString().slice(0, 10),
		});
	}
	const lines = (await invoke('series', { event: 'Weekly' })).content.split('\n');
	expect([lines.length, lines[0], lines.at(-1)]).toEqual([12, '**Weekly**', 'And 2 more dates.']);
});

test('the events are offered while their name is typed, only to members', async () => {
	for (const [title, hours] of [
		['Fog', 1],
		['Mist', 2],
		['Fog again', 3],
	] as const)
		await createEventRow({ title, date: new Date(Date.now() + hours * HOUR_MS), timezone: 'UTC' });
	const complete = async (value: string, userId: string = player.discordId) =>
		(await state.autocomplete({ userId, command: 'botc', subcommand: 'signup', option: 'event', value })).map(
			({ name }) => name.split(' · ')[0],
		);
	expect(await complete('')).toEqual(['Fog', 'Mist', 'Fog again']);
	expect(await complete('FÓG')).toEqual(['Fog', 'Fog again']);
	expect(await complete('x')).toEqual([]);
	expect(await complete('', noRole.discordId)).toEqual([]);
	for (let count = 0; count < 30; count += 1)
		await createEventRow({ title: 'x'.repeat(200), date: new Date(Date.now() + DAY_MS) });
	expect(await complete('')).toHaveLength(25);
});

describe('in the menu of a message', () => {
	const choose = (command: string, messageId: string, userId: string = creator.discordId) =>
		state.invokeOnMessage({ userId, command, messageId });
	/** Creates an event whose message is on Discord, and another message of the bot. */
	async function post() {
		const event = await createEventRow({ title: 'Fog', date: new Date(Date.now() + DAY_MS) });
		const [own, other] = ['An event', 'Something else'].map((content) =>
			state.channels.post(ANNOUNCEMENT_CHANNEL_ID, { content }),
		);
		const messageId = own?.id ?? '';
		await rowsOf('announcements').insert({
			eventId: event.id,
			messageId,
			channelId: ANNOUNCEMENT_CHANNEL_ID,
		});
		return { event, messageId, otherId: other?.id ?? '' };
	}

	test('“Edit event” opens the event of the message', async () => {
		const { event, messageId, otherId } = await post();
		const shown = await submit(await choose(MESSAGE_MENUS.edit.name, messageId), { title: 'Mist' });
		await press(shown, 'Save');
		expect(await event.reload()).toMatchObject({ title: 'Mist' });
		await expectRefusals(MESSAGE_MENUS.edit.name, messageId, otherId);
	});

	test('“Who has not signed up” lists them, and asks them once', async () => {
		const { event, messageId, otherId } = await post();
		const past = await createEventRow({ date: new Date(Date.now() - DAY_MS), status: 'completed' });
		const names = ['Ada', 'Bo', 'Cy', 'Di'];
		const members = state.addMembers(names.length);
		for (const [index, preferredUsername] of names.entries()) {
			const discordId = members[index]?.discordId ?? null;
			const { id: userId } = await createUserRow({
				preferredUsername,
				discordId,
				notifications: index !== 1,
			});
			await createSignupRow({ eventId: past.id, userId });
			if (index === 3) await createSignupRow({ eventId: event.id, userId, status: 'declined' });
		}
		const listed = await choose(MESSAGE_MENUS.missing.name, messageId);
		expect(listed.content.split('\n')[0]).toBe(
			'3 members who came to the last events have not signed up for **Fog**: Ada, Bo, Cy',
		);
		expect((await press(listed, 'Ask them')).content).toBe('2 members get a direct message.');
		expect(await rowsOf('direct_messages').count({ kind: 'nudge' })).toBe(2);
		expect(listLabels(await choose(MESSAGE_MENUS.missing.name, messageId))).toEqual([]);
		await expectRefusals(MESSAGE_MENUS.missing.name, messageId, otherId);
		await createSignupRow({
			eventId: event.id,
			userId: (await User.findOne({ where: { preferredUsername: 'Ada' } }))?.id,
		});
		await execute(
			`DELETE FROM signups s USING users u WHERE u.id = s.user_id AND u.preferred_username IN ('Bo', 'Cy')`,
		);
		expect((await choose(MESSAGE_MENUS.missing.name, messageId)).content).toContain(
			'Everyone who came to the last events',
		);
	});

	async function expectRefusals(command: string, messageId: string, otherId: string): Promise<void> {
		const texts = [
			(await choose(command, otherId)).content,
			(await choose(command, messageId, player.discordId)).content,
			(await choose(command, messageId, noRole.discordId)).content.slice(0, 34),
		];
		expect(texts).toEqual([
			'This works only on the message of an event.',
			"You don't have permission to do this.",
			'Game nights are for the members of',
		]);
	}
});
