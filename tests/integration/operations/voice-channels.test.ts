import { beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry, type Event, Setting, type User } from '~/database/models/index.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { SCHEDULED_JOBS } from '~/server/jobs/scheduled-jobs.ts';
import { exportSignups } from '~/server/operations/admin/export-csv.ts';
import { undoChange } from '~/server/operations/admin/index.ts';
import { announceNext } from '~/server/operations/announcements/index.ts';
import { readNextSeat } from '~/server/operations/botc/index.ts';
import { readCalendarFeed } from '~/server/operations/calendar/index.ts';
import { readEventPage } from '~/server/operations/event-page/index.ts';
import { listUpcomingEvents } from '~/server/operations/events/index.ts';
import {
	editGroups,
	noteChannelChange,
	postGroups,
	readGroups,
	readRounds,
	readTables,
	renewVoiceChannels,
	saveGroups,
	startNextRound,
} from '~/server/operations/groups/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { exportProfile } from '~/server/operations/users/index.ts';
import { HIDDEN_CHANNEL_ID, TEXT_CHANNEL_ID, VOICE_CHANNEL_ID } from '~/tests/mocks/discord/channels.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
useDatabase();
const { state } = useDiscord();

const now = new Date('2026-10-16T22:30:00Z');
const NAME = 'The Square';
const NOT_OURS = '100000000000000099';
let event: Event;
let creator: User;
let player: User;
beforeEach(async () => {
	await clearTables('events', 'users', 'settings', 'undos', 'audit_entries', 'announcements');
	event = await createEventRow({ date: new Date('2026-10-17T00:30:00Z') });
	creator = await createUserRow({ role: 'creator', membershipCheckedAt: now });
	player = await createUserRow({ membershipCheckedAt: now });
	await createSignupRow({ eventId: event.id, userId: player.id });
});

const as = ({ id, role }: User, at = now) => ({ actor: { id, role }, now: at });
const params = () => ({ params: { eventId: event.id } });
const toGroup = (voiceChannelId?: unknown, id = 'a') => ({
	id,
	name: `Owls ${id}`,
	players: id === 'a' ? [player.id] : [],
	...(voiceChannelId === undefined ? {} : { voiceChannelId }),
});
const save = (...groups: object[]) =>
	perform(saveGroups, as(creator), { ...params(), read: () => ({ groups }) });
const edit = (voiceChannelId: string) =>
	perform(editGroups, as(creator), {
		...params(),
		read: () => ({ command: { type: 'changeGroup', groupId: 'a', voiceChannelId } }),
	});
const listSaved = async () =>
	(await perform(readGroups, as(player), params())).groups.map(({ voiceChannelId }) => voiceChannelId);
const refusalOf = (sent: Promise<unknown>) =>
	sent.then(
		() => null,
		(error) => error.fields,
	);
const callsToDiscord = () => state.requests.length;

describe('the voice channel of a group', () => {
	test('is saved by the API and by the form, may be the same for two groups, and stays when it is left out', async () => {
		await save(toGroup(VOICE_CHANNEL_ID), toGroup(VOICE_CHANNEL_ID, 'b'));
		expect(await listSaved()).toEqual([VOICE_CHANNEL_ID, VOICE_CHANNEL_ID]);
		await save(toGroup(), toGroup(null, 'b'));
		expect(await listSaved()).toEqual([VOICE_CHANNEL_ID, null]);
		await edit('');
		expect(await listSaved()).toEqual([null, null]);
		await Setting.destroy({ where: { key: 'voice_channels' } });
		await edit(VOICE_CHANNEL_ID);
		expect(await listSaved()).toEqual([VOICE_CHANNEL_ID, null]);
	});

	test.each<[string, unknown]>([
		['a text channel', TEXT_CHANNEL_ID],
		['a channel that the bot cannot see', HIDDEN_CHANNEL_ID],
		['an unknown channel', NOT_OURS],
		['a mention', `<#${VOICE_CHANNEL_ID}>`],
		['an address', `https://discord.com/channels/1/${VOICE_CHANNEL_ID}`],
		['a number', 7],
		['an empty text', ''],
		['script', '"><script>'],
	])('cannot be %s', async (_, id) => {
		await save(toGroup(VOICE_CHANNEL_ID));
		expect(await refusalOf(save(toGroup(id)))).toEqual({ 'groups.0.voiceChannelId': [expect.any(String)] });
		if (id !== '')
			expect(await refusalOf(edit(String(id)))).toEqual(
				expect.objectContaining({
					[String(id).length === 18 ? 'voiceChannelId' : 'command.voiceChannelId']: [expect.any(String)],
				}),
			);
		expect(await listSaved()).toEqual([VOICE_CHANNEL_ID]);
	});

	test('stays while Discord is down, or has deleted it, and a known one can be chosen', async () => {
		await save(toGroup(VOICE_CHANNEL_ID));
		state.switches.fail({ route: '*', network: true });
		await save(toGroup(VOICE_CHANNEL_ID), toGroup(undefined, 'b'));
		await save(toGroup(null));
		await save(toGroup(VOICE_CHANNEL_ID));
		expect(await refusalOf(save(toGroup(NOT_OURS)))).not.toBeNull();
		state.switches.recover();
		state.channels.remove(VOICE_CHANNEL_ID);
		await renewVoiceChannels(now);
		await save(toGroup(VOICE_CHANNEL_ID));
		expect(await listSaved()).toEqual([VOICE_CHANNEL_ID]);
		expect(await refusalOf(save(toGroup(null), toGroup(VOICE_CHANNEL_ID, 'b')))).toBeNull();
		expect(await refusalOf(save(toGroup(null)))).toBeNull();
		expect(await refusalOf(save(toGroup(VOICE_CHANNEL_ID)))).not.toBeNull();
	});

	test('asks Discord only when another one is chosen', async () => {
		await save(toGroup(VOICE_CHANNEL_ID));
		const before = callsToDiscord();
		await save(toGroup(VOICE_CHANNEL_ID), toGroup(VOICE_CHANNEL_ID, 'b'));
		await save(toGroup());
		expect(callsToDiscord()).toBe(before);
	});

	test('is as before after an undo, and stays in the next round', async () => {
		await save(toGroup(VOICE_CHANNEL_ID));
		await save(toGroup(null));
		const entry = await AuditEntry.findOne({ order: [['id', 'DESC']], rejectOnEmpty: true });
		await perform(undoChange, as(creator), { params: { entryId: String(entry.id) } });
		expect(await listSaved()).toEqual([VOICE_CHANNEL_ID]);
		const later = new Date('2026-10-17T02:00:00Z');
		await perform(startNextRound, as(creator, later), { ...params(), read: () => ({}) });
		const { groups, earlierGroups } = await perform(readGroups, as(player, later), params());
		expect([groups[0]?.voiceChannelId, earlierGroups[0]?.voiceChannelId]).toEqual([
			VOICE_CHANNEL_ID,
			VOICE_CHANNEL_ID,
		]);
		const read = () => ({ round: '1' });
		const rounds = await perform(readRounds, as(player, later), { ...params(), read });
		expect(rounds.groups[0]?.voiceChannel).toMatchObject({ name: NAME });
	});
});

type Groups = Awaited<ReturnType<typeof readEventPage.handle>>['groups'];
const listChannels = (groups: Groups) =>
	groups && 'isOpen' in groups && groups.isOpen ? groups.voiceChannels.map(({ name }) => name) : null;

/** Returns what each voice says about the voice channel of the player's group. */
async function readVoices(minutes: number) {
	const page = await perform(readEventPage, as(player), params());
	const list = await perform(listUpcomingEvents, as(player));
	const feed = await perform(readCalendarFeed, as(player));
	await perform(postGroups, as(creator), params());
	while (await announceNext({ now: () => new Date(now.getTime() + minutes * 60_000) }));
	const [post] = state.channels.listMessages(TEXT_CHANNEL_ID);
	const csv = await perform(exportSignups, as(Object.assign(creator, { role: 'admin' })), {
		read: () => ({ separator: 'comma' }),
	});
	let rows = '';
	for await (const part of csv) rows += part;
	return {
		page: page.event.own_group?.voiceChannel?.url ?? null,
		list: list.items[0]?.own_group?.voiceChannel?.name ?? null,
		panel: listChannels(page.groups),
		seat: (await perform(readNextSeat, as(player))).seat?.voiceChannelId ?? null,
		calendar: (await feed.format()).replaceAll('\r\n ', '').includes(NAME),
		tables: (await perform(readTables, as(creator), params())).tables[0]?.voiceChannel?.name ?? null,
		post: post?.content.includes(`<#${VOICE_CHANNEL_ID}>`) ?? false,
		csv: rows.includes(NAME),
	};
}

test('every voice names the channel, and none does once Discord has deleted it', async () => {
	await Setting.upsert({ key: 'announcement_channel_id', value: TEXT_CHANNEL_ID });
	await save(toGroup(VOICE_CHANNEL_ID));
	expect(await readVoices(1)).toEqual({
		page: expect.stringMatching(new RegExp(`^https://discord.com/channels/\\d+/${VOICE_CHANNEL_ID}$`)),
		list: NAME,
		panel: [NAME],
		seat: VOICE_CHANNEL_ID,
		calendar: true,
		tables: NAME,
		post: true,
		csv: true,
	});
	expect(JSON.stringify(await perform(exportProfile, as(player)))).toContain(VOICE_CHANNEL_ID);
	state.channels.remove(VOICE_CHANNEL_ID);
	await noteChannelChange({ id: VOICE_CHANNEL_ID, type: 2 }, now);
	expect(await readVoices(2)).toEqual({
		page: null,
		list: null,
		panel: [],
		seat: null,
		calendar: false,
		tables: null,
		post: false,
		csv: false,
	});
	// The row stays, because Discord may have failed to show the channel.
	expect(await listSaved()).toEqual([VOICE_CHANNEL_ID]);
});

test('only creators get the channels that no group has', async () => {
	await save(toGroup(null));
	await renewVoiceChannels(now);
	const readChannels = async (user: User) => {
		const { groups } = await perform(readEventPage, as(user), params());
		return listChannels(groups)?.length;
	};
	expect([await readChannels(player), await readChannels(creator)]).toEqual([0, 1]);
});

test('the names are read hourly', async () => {
	await SCHEDULED_JOBS['discord.reconcile'].run(now);
	expect((await Setting.findByPk('voice_channels'))?.value).toContain(NAME);
});

test('a new name is read once, and what concerns no voice channel not at all', async () => {
	await renewVoiceChannels(now);
	const before = callsToDiscord();
	await noteChannelChange({ id: VOICE_CHANNEL_ID, type: 2, name: NAME }, now);
	await noteChannelChange({ id: TEXT_CHANNEL_ID, type: 0, name: 'new' }, now);
	expect(callsToDiscord()).toBe(before);
	state.channels.renameChannel(VOICE_CHANNEL_ID, 'The Well');
	await noteChannelChange({ id: VOICE_CHANNEL_ID, type: 2, name: 'The Well' }, now);
	expect(await Setting.findByPk('voice_channels')).toMatchObject({
		value: JSON.stringify([{ id: VOICE_CHANNEL_ID, name: 'The Well' }]),
	});
	expect(await renewVoiceChannels(now)).toBe(false);
	state.channels.setOverwrite(VOICE_CHANNEL_ID, { deny: ['VIEW_CHANNEL'] });
	expect(await renewVoiceChannels(now)).toBe(true);
	expect(await Setting.findByPk('voice_channels')).toMatchObject({ value: '[]' });
});
