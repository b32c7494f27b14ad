import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { database, inTransaction } from '~/database/connection.ts';
import { AuditEntry, Comment, DiscordMirror, Event, Setting, Signup, User } from '~/database/models/index.ts';
import { execute, one, rows } from '~/database/sql.ts';
import { DAY_MS, HOUR_MS } from '~/domain/limits.ts';
import { Refusal } from '~/domain/refusal.ts';
import { UNDO_BYTES_MAX, UNDO_BYTES_PER_USER, UNDO_TABLES } from '~/domain/undo.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { readImage } from '~/server/images/read-image.ts';
import { deleteOrphanImages, storeImage } from '~/server/images/store.ts';
import { deleteOldUndos, readSettings, setSetting, undoChange } from '~/server/operations/admin/index.ts';
import { deleteComment } from '~/server/operations/comments/index.ts';
import { planNotices } from '~/server/operations/direct-messages/index.ts';
import {
	cancelEvent,
	createEvent,
	createTemplateWeek,
	deleteEvent,
	deleteEvents,
	endSeries,
	updateEvent,
} from '~/server/operations/events/index.ts';
import { saveGroups } from '~/server/operations/groups/index.ts';
import { type Operation, perform } from '~/server/operations/kernel/operation.ts';
import { settleDueEvents } from '~/server/operations/places/index.ts';
import { deleteSignups, putSignup, updateSignups } from '~/server/operations/signups/index.ts';
import { eraseUser } from '~/server/operations/users/erase-user.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { createPng } from '~/tests/support/pictures.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2026-10-14T12:00:00Z');
const IN_A_WEEK = new Date('2026-10-21T00:30:00Z');
let admin: User;
beforeEach(async () => {
	await clearTables(
		'events',
		'event_series',
		'users',
		'audit_entries',
		'undos',
		'settings',
		'announcements',
		'discord_mirrors',
	);
	admin = await createUserRow({ role: 'admin', username: 'marlowe' });
});

const as = (user: User, at = now) => ({ actor: { id: user.id, role: user.role }, now: at });
const run = <Param extends string, Schema extends z.ZodType, Result>(
	operation: Operation<Param, Schema, Result>,
	params: Record<Param, string>,
	body: object = {},
	user = admin,
) => perform(operation, as(user), { params, read: () => body });
const findEntryId = async (action: string) =>
	String((await AuditEntry.findOne({ where: { action }, order: [['id', 'DESC']], rejectOnEmpty: true })).id);
const undo = async (action: string, user = admin, at = now) =>
	perform(undoChange, as(user, at), { params: { entryId: await findEntryId(action) } });
const refusalOf = (promise: Promise<unknown>) =>
	promise.then(
		() => 'done',
		(error) => {
			if (!(error instanceof Refusal)) throw error;
			return `${error.kind} ${error.message}`;
		},
	);

/** Returns every row of the tables whose rows can be put back whole, as text. Of a user, only the role is. */
async function dump(...tables: string[]): Promise<string[]> {
	const chosen = tables.length > 0 ? tables : Object.keys(UNDO_TABLES).filter((table) => table !== 'users');
	const found = await Promise.all(
		chosen.map((table) =>
			rows<{ row: string }>(`SELECT '${table} ' || to_jsonb(t)::text AS row FROM ${table} t ORDER BY 1`, {}),
		),
	);
	return found.flat().map(({ row }) => row);
}

/** Fills an event: signups of all statuses and places, groups with pins, comments, messages. */
async function fillEvent(event: Event, counts: { signups: number; groups: number; comments: number }) {
	await database().query(`
		WITH u AS (INSERT INTO users (username, discord_id) SELECT 'player ${event.id} ' || n, (${event.id}::bigint * 1000000 + 10000000000000000 + n)::text
			FROM generate_series(1, ${counts.signups}) n RETURNING id)
		INSERT INTO signups (event_id, user_id, status, notes, place, asked_at, arrives_at, created_at)
		SELECT ${event.id}, id, (ARRAY['confirmed', 'late', 'tentative', 'declined'])[1 + id % 4], 'Ünïcode "quotes" 🦉\n' || id,
			'placed', now() + id * interval '1 microsecond', CASE WHEN id % 4 = 1 THEN '21:15' END, now() - id * interval '3.000001 s' FROM u;
		INSERT INTO groups (event_id, client_id, name, position) SELECT ${event.id}, 'g' || n, 'Group ' || n, n FROM generate_series(1, ${counts.groups}) n;
		INSERT INTO group_players (group_id, user_id, event_id, position, seated_while_declined)
		SELECT (SELECT id FROM groups WHERE event_id = ${event.id} ORDER BY id LIMIT 1 OFFSET s.id % ${counts.groups}), user_id, event_id, 0, status = 'declined'
			FROM signups s WHERE event_id = ${event.id} AND status IN ('confirmed', 'declined');
		INSERT INTO group_pins (event_id, user_id, group_client_id) SELECT event_id, user_id, 'g1' FROM signups WHERE event_id = ${event.id} LIMIT 3;
		INSERT INTO group_keep_apart (event_id, user_a, user_b)
			SELECT ${event.id}, min(user_id), max(user_id) FROM signups WHERE event_id = ${event.id};
		INSERT INTO group_co_storytellers (group_id, user_id, event_id)
			SELECT min(id), (SELECT max(user_id) FROM signups WHERE event_id = ${event.id}), event_id FROM groups WHERE event_id = ${event.id} GROUP BY event_id;
		INSERT INTO comments (event_id, user_id, body) SELECT ${event.id}, (SELECT min(user_id) FROM signups WHERE event_id = ${event.id}), 'Comment ' || n
			FROM generate_series(1, ${counts.comments}) n;
		INSERT INTO direct_messages (user_id, event_id, kind, event_date, due_at, created_at, state) SELECT user_id, event_id, 'nudge', now(), now(), now(), 'sent'
			FROM signups WHERE event_id = ${event.id} LIMIT 5;
		WITH m AS (INSERT INTO player_messages (event_id, user_id, audience, text, way, sent_at, created_at)
			SELECT ${event.id}, min(user_id), 'players', 'Bring a chair.', 'thread', now(), now() FROM signups WHERE event_id = ${event.id} RETURNING id)
		INSERT INTO direct_messages (user_id, event_id, kind, message_id, way, event_date, due_at, created_at)
			SELECT s.user_id, s.event_id, 'message', m.id, 'thread', now(), now(), now() FROM m, signups s WHERE s.event_id = ${event.id} LIMIT 5;
		INSERT INTO calendar_revisions (user_id, event_id, text_hash, sequence, changed_at)
			SELECT user_id, event_id, repeat('a', 64), 3, now() FROM signups WHERE event_id = ${event.id} LIMIT 5;
		INSERT INTO event_storytellers (event_id, user_id) SELECT event_id, user_id FROM signups WHERE event_id = ${event.id} LIMIT 2;
		INSERT INTO interest_withdrawals (event_id, user_id) SELECT event_id, user_id FROM signups WHERE event_id = ${event.id} LIMIT 2;
		INSERT INTO attendance (event_id, user_id, state) SELECT event_id, user_id, 'late' FROM signups WHERE event_id = ${event.id} LIMIT 2;
		INSERT INTO event_notices (event_id, told_date, told_status) VALUES (${event.id}, now(), 'active');
		INSERT INTO event_scripts (event_id, script, position) VALUES (${event.id}, 'tb', 0);
		INSERT INTO script_votes (event_id, script, user_id, vote) SELECT event_id, 'tb', user_id, 'keen' FROM signups WHERE event_id = ${event.id} LIMIT 2;
		WITH g AS (INSERT INTO played_groups (event_id, round, client_id, name, position, created_at)
			SELECT event_id, 1, client_id, name, position, created_at FROM groups WHERE event_id = ${event.id} RETURNING id)
		INSERT INTO played_seats (group_id, user_id, position) SELECT g.id, s.user_id, 0 FROM g, signups s WHERE s.event_id = ${event.id} LIMIT 3;
	`);
}

/** The tables whose rows outlive their event, or have none. */
const OUTLIVE = [
	'users',
	'event_series',
	'series_storytellers',
	'polls',
	'poll_times',
	'poll_votes',
	'settings',
];

/** Returns the tables whose rows a deletion of an event deletes too, and whether a trigger keeps them. */
const findDeletedTables = () =>
	rows<{ name: string; isKept: boolean }>(`
		WITH RECURSIVE deleted AS (
			SELECT 'events'::regclass::oid AS oid
			UNION SELECT c.conrelid FROM deleted d JOIN pg_constraint c ON c.confrelid = d.oid AND c.confdeltype = 'c'
		)
		SELECT d.oid::regclass::text AS name,
			EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = d.oid AND t.tgname = 'keep_for_undo') AS "isKept"
		FROM deleted d ORDER BY 1`);

test('every row that is deleted with an event can come back: its table is in UNDO_TABLES and has the trigger', async () => {
	const found = await findDeletedTables();
	expect(found.length).toBeGreaterThan(15);
	expect(found.filter(({ name, isKept }) => !isKept || !UNDO_TABLES[name])).toEqual([]);
});

describe('a deleted event', () => {
	test('with 500 signups, 4 groups and 200 comments comes back byte for byte, with its picture', async () => {
		const { id: imageId } = await storeImage(await readImage(await createPng()));
		const event = await createEventRow({ date: IN_A_WEEK, capacity: 300, imageId });
		await fillEvent(event, { signups: 500, groups: 4, comments: 200 });
		const before = await dump();
		const filled = new Set(before.map((row) => row.split(' ', 1)[0]));
		expect(Object.keys(UNDO_TABLES).filter((table) => !filled.has(table))).toEqual(OUTLIVE);
		await run(deleteEvent, { eventId: event.id });
		expect([await Event.count(), await Signup.count(), await Comment.count()]).toEqual([0, 0, 0]);
		expect(await deleteOrphanImages(new Date(Date.now() + 3 * DAY_MS))).toBe(0);
		expect(await undo('events.delete')).toEqual({
			restored: { events: 1, signups: 500, groups: 4, comments: 200, roles: 0 },
			eventId: event.id,
			waiting: 0,
		});
		expect(await dump()).toEqual(before);
		expect(await AuditEntry.findOne({ where: { action: 'audit.undo' } })).toMatchObject({
			detail: { undone: 'events.delete', events: 1, signups: 500 },
		});
	});

	test('comes back after an update that has given its tables columns, and taken others', async () => {
		const event = await createEventRow({ date: IN_A_WEEK });
		await fillEvent(event, { signups: 8, groups: 2, comments: 1 });
		const before = await dump();
		await run(deleteEvent, { eventId: event.id });
		await database().query(`
			UPDATE undo_rows SET before = before - 'standby' || '{"former": "x"}' WHERE table_name = 'signups';
			UPDATE undo_rows SET before = before - 'max_players'
				WHERE table_name = 'groups' AND before ->> 'position' = '1';
		`);
		await undo('events.delete');
		expect(await dump()).toEqual(before);
	});

	test('gets a new Discord event where the old one is gone, and keeps one that was left', async () => {
		await Setting.create({ key: 'announcement_channel_id', value: '10000000000000000' });
		const gone = await createEventRow({ date: IN_A_WEEK, discordEventId: '10000000000000001' });
		const left = await createEventRow({ date: IN_A_WEEK, discordEventId: '10000000000000002' });
		const waiting = await createEventRow({ date: IN_A_WEEK, discordEventId: '10000000000000003' });
		for (const { id, discordEventId } of [gone, left, waiting])
			await DiscordMirror.create({ eventId: id, discordEventId, state: 'synced', updatedAt: now });
		// A moderator has deleted the second message.
		for (const [{ id }, state] of [
			[gone, 'posted'],
			[left, 'deleted'],
		] as const)
			await rowsOf('announcements').insert({ eventId: id, kind: 'event', state, isDirty: false, dueAt: now });
		for (const [event, deleteDiscordEvent] of [
			[gone, true],
			[left, false],
			[waiting, true],
		] as const) {
			await run(deleteEvent, { eventId: event.id }, { deleteDiscordEvent });
			// The job and the loop have deleted both on Discord.
			if (event === gone)
				await Promise.all([
					DiscordMirror.destroy({ where: { eventId: event.id } }),
					rowsOf('announcements').delete({ eventId: gone.id }),
				]);
			await undo('events.delete');
		}
		const mirrors = await DiscordMirror.findAll({ order: ['eventId'] });
		expect(mirrors).toMatchObject([
			{ eventId: gone.id, discordEventId: null, wanted: 'present', state: 'pending' },
			{ eventId: left.id, discordEventId: left.discordEventId, wanted: 'present', state: 'pending' },
			{ eventId: waiting.id, discordEventId: waiting.discordEventId, wanted: 'present', state: 'pending' },
		]);
		expect((await Event.findByPk(gone.id))?.discordEventId).toBeNull();
		expect(await rowsOf('announcements').list()).toMatchObject([
			{ eventId: gone.id, wanted: 'present', state: 'pending', messageId: null },
			{ eventId: left.id, state: 'deleted' },
		]);
	});

	test('many at once, by whoever may do it, once', async () => {
		const events = [await createEventRow({ date: IN_A_WEEK }), await createEventRow({ date: IN_A_WEEK })];
		for (const event of events) await fillEvent(event, { signups: 8, groups: 2, comments: 3 });
		const before = await dump();
		await run(deleteEvents, {}, { eventIds: events.map(({ id }) => id), deleteDiscordEvents: false });
		const creator = await createUserRow({ role: 'creator' });
		expect(await refusalOf(undo('events.deleteMany', creator))).toMatch(/^denied/);
		expect(await Event.count()).toBe(0);
		const results = await Promise.all([1, 2].map(() => refusalOf(undo('events.deleteMany'))));
		expect(results.sort()).toEqual(['conflict This was already undone.', 'done']);
		expect(await dump()).toEqual(before);
	});

	test('cannot be undone after 30 days', async () => {
		const event = await createEventRow({ date: IN_A_WEEK });
		await run(deleteEvent, { eventId: event.id });
		const later = new Date(now.getTime() + 30 * DAY_MS);
		expect(await refusalOf(undo('events.delete', admin, new Date(later.getTime() + 1)))).toMatch(
			/^conflict This can no longer be undone/,
		);
		expect(await deleteOldUndos(new Date(later.getTime() - 1))).toBe(0);
		expect(await deleteOldUndos(later)).toBe(1);
		expect(await rowsOf('undo_rows').count()).toBe(0);
		expect(await refusalOf(undo('events.delete'))).toMatch(/^conflict This can no longer be undone/);
	});

	test('leaves no trace of a user who was erased in between', async () => {
		const event = await createEventRow({ date: IN_A_WEEK, creatorId: admin.id });
		const other = await createUserRow({ role: 'admin' });
		const user = await createUserRow({ role: 'creator' });
		await createSignupRow({ eventId: event.id, userId: user.id, notes: 'kanarie notes' });
		await Comment.create({ eventId: event.id, userId: user.id, body: 'kanarie comment' });
		await rowsOf('groups').insert({
			eventId: event.id,
			clientId: 'a',
			name: 'Group 1',
			storytellerId: user.id,
		});
		await event.update({ creatorId: user.id });
		const written = { audience: 'players', text: 'kanarie message', way: 'direct', createdAt: now };
		const { id: messageId } = await rowsOf('player_messages').insert({
			eventId: event.id,
			userId: user.id,
			...written,
		});
		const times = { eventDate: IN_A_WEEK, dueAt: now, createdAt: now };
		const planned = { eventId: event.id, userId: other.id, kind: 'message', messageId, ...times };
		await rowsOf('direct_messages').insert(planned);
		await run(deleteEvent, { eventId: event.id }, {}, other);
		await inTransaction((transaction) => eraseUser(user.id, transaction, now));
		const kept = JSON.stringify(await rowsOf('undo_rows').list());
		expect(kept).not.toContain('kanarie');
		expect(kept).not.toContain(`"user_id":${user.id}`);
		expect(kept).not.toContain(`"creator_id":${user.id}`);
		await undo('events.delete', other);
		expect(await Event.findByPk(event.id)).toMatchObject({ creatorId: null });
		expect([await Signup.count(), await Comment.count()]).toEqual([0, 0]);
		expect(await rowsOf('groups').list()).toMatchObject([{ storytellerId: null }]);
		// A message whose text is gone is dropped when it is due.
		expect(await rowsOf('player_messages').count()).toBe(0);
		expect(await rowsOf('direct_messages').list()).toMatchObject([{ messageId, state: 'pending' }]);
	});
});

describe('signups', () => {
	const prepare = async (count: number) => {
		const event = await createEventRow({ date: IN_A_WEEK });
		await fillEvent(event, { signups: count, groups: 3, comments: 1 });
		const signups = await Signup.findAll({ order: ['id'] });
		return { event, signups, signupIds: signups.map(({ id }) => id) };
	};

	test.each([
		['signups.setStatusMany', updateSignups, { status: 'declined' }],
		['signups.deleteMany', deleteSignups, {}],
	] as const)('%s of 1,000 is undone byte for byte', async (action, operation, body) => {
		const { signupIds } = await prepare(1_000);
		const before = await dump();
		await run(operation as typeof updateSignups, {}, { signupIds, ...body });
		expect(await dump('signups')).not.toEqual(before.filter((row) => row.startsWith('signups ')));
		expect((await undo(action)).restored.signups).toBe(action === 'signups.deleteMany' ? 1_000 : 1_000);
		expect(await dump()).toEqual(before);
	});

	test('that one user has changed since are refused with the name, and nothing is written', async () => {
		const { event, signups, signupIds } = await prepare(12);
		await event.update({ title: 'Friday' });
		const user = await User.findOne({ where: { id: signups[0]?.userId ?? '' }, rejectOnEmpty: true });
		await user.update({ preferredUsername: 'Ada' });
		await run(updateSignups, {}, { signupIds, status: 'declined' });
		await run(putSignup, { eventId: event.id }, { status: 'late' }, user);
		const before = await dump();
		expect(await refusalOf(undo('signups.setStatusMany'))).toBe(
			'conflict Ada’s signup for Friday has changed since.',
		);
		expect(await dump()).toEqual(before);
		await Signup.destroy({ where: { userId: user.id } });
		expect(await refusalOf(undo('signups.setStatusMany'))).toContain('was deleted since.');
	});
});

test('a deleted signup whose user signed up again is refused with the name', async () => {
	const user = await createUserRow({ username: 'Ada' });
	const event = await createEventRow({ date: IN_A_WEEK, title: 'Friday' });
	const signup = await createSignupRow({ eventId: event.id, userId: user.id });
	await run(deleteSignups, {}, { signupIds: [signup.id] });
	await run(putSignup, { eventId: event.id }, { status: 'late' }, user);
	expect(await refusalOf(undo('signups.deleteMany'))).toBe(
		'conflict Ada’s signup for Friday has changed since.',
	);
	const other = await createEventRow({ date: IN_A_WEEK, discordEventId: '10000000000000009' });
	await run(deleteEvent, { eventId: other.id });
	await createEventRow({ discordEventId: '10000000000000009' });
	expect(await refusalOf(undo('events.delete'))).toMatch(
		/^conflict This cannot be undone, because something newer/,
	);
});

describe('other actions', () => {
	test('a cancelled event takes place again, with its mirror', async () => {
		const event = await createEventRow({ date: IN_A_WEEK });
		await DiscordMirror.create({
			eventId: event.id,
			discordEventId: '10000000000000001',
			state: 'synced',
			updatedAt: now,
		});
		await run(cancelEvent, { eventId: event.id }, { reason: 'Ada is ill.' });
		await undo('events.cancel');
		expect(await Event.findByPk(event.id)).toMatchObject({
			status: 'active',
			cancelReason: null,
			version: 3,
		});
		expect(await DiscordMirror.findByPk(event.id)).toMatchObject({ state: 'pending', wanted: 'present' });
		expect(await refusalOf(undo('events.cancel'))).toMatch(/^conflict This was already undone/);
	});

	test('a moved event is back at its start, with its mirror', async () => {
		const event = await createEventRow({ date: IN_A_WEEK });
		await DiscordMirror.create({
			eventId: event.id,
			discordEventId: '10000000000000001',
			state: 'synced',
			updatedAt: now,
		});
		const date = new Date(IN_A_WEEK.getTime() + DAY_MS).toISOString();
		await run(updateEvent, { eventId: event.id }, { date });
		await DiscordMirror.update({ state: 'synced' }, { where: { eventId: event.id } });
		await undo('events.update');
		expect(await Event.findByPk(event.id)).toMatchObject({ date: IN_A_WEEK, version: 3 });
		expect(await DiscordMirror.findByPk(event.id)).toMatchObject({ state: 'pending', wanted: 'present' });
	});

	test('a cancellation that is undone after the decision is not repeated because of too few players', async () => {
		const event = await createEventRow({
			date: new Date(now.getTime() + 30 * HOUR_MS),
			minimumPlayers: 6,
			onTooFew: 'cancel',
		});
		await run(cancelEvent, { eventId: event.id });
		const later = new Date(now.getTime() + 10 * HOUR_MS);
		await undo('events.cancel', admin, later);
		await settleDueEvents(later);
		expect(await Event.findByPk(event.id)).toMatchObject({ status: 'active', decision: 'on' });
	});

	test('a cancellation after which the event was edited is refused', async () => {
		const event = await createEventRow({ date: IN_A_WEEK, title: 'Friday' });
		await run(cancelEvent, { eventId: event.id });
		await Event.update({ status: 'active' }, { where: { id: event.id } });
		expect(await refusalOf(undo('events.cancel'))).toBe('conflict Friday has changed since.');
	});

	test.each([
		['not planned yet', []],
		['planned', []],
		['sent', ['reinstated']],
	])('of a cancellation whose messages are %s, users get the messages %j', async (state, kinds) => {
		const event = await createEventRow({ date: new Date(Date.now() + 7 * DAY_MS) });
		const player = await createUserRow({ discordId: '11111111111111111' });
		await createSignupRow({
			eventId: event.id,
			userId: player.id,
			userSavedAt: new Date('2026-10-01T00:00:00Z'),
		});
		await run(cancelEvent, { eventId: event.id });
		const inAMinute = new Date(Date.now() + 60_000);
		if (state !== 'not planned yet') expect(await planNotices(inAMinute)).toBe(1);
		if (state === 'sent') await rowsOf('direct_messages').update({ state: 'sent', sentAt: now });
		await undo('events.cancel');
		expect((await Event.findByPk(event.id))?.status).toBe('active');
		await planNotices(inAMinute);
		const pending = await rowsOf('direct_messages').list({ state: 'pending' });
		expect(pending.map(({ kind }) => kind)).toEqual(kinds);
	});

	test('a deleted event still knows what its users were told', async () => {
		const event = await createEventRow({ date: IN_A_WEEK });
		await event.update({ date: new Date(IN_A_WEEK.getTime() + DAY_MS) });
		const before = await dump('event_notices');
		expect(before).toHaveLength(1);
		await run(deleteEvent, { eventId: event.id });
		expect(await dump('event_notices')).toEqual([]);
		await undo('events.delete');
		expect(await dump('event_notices')).toEqual(before);
	});

	test('any earlier version of the groups comes back, with the saves after it', async () => {
		const event = await createEventRow();
		await fillEvent(event, { signups: 8, groups: 2, comments: 0 });
		const dumpGroups = () => dump('groups', 'group_players', 'group_pins', 'group_keep_apart');
		const versions = [await dumpGroups()];
		const entries: string[] = [];
		for (let number = 0; number < 20; number += 1) {
			const group = { id: `v${number}`, name: 'Owls', players: [], storytellerId: null, maxPlayers: 15 };
			await run(saveGroups, { eventId: event.id }, { groups: [group] });
			versions.push(await dumpGroups());
			entries.push(await findEntryId('groups.save'));
		}
		// A save of another event stays as it is.
		const other = await createEventRow();
		const foxes = { id: 'foxes', name: 'Foxes', players: [], storytellerId: null, maxPlayers: 15 };
		await run(saveGroups, { eventId: other.id }, { groups: [foxes] });
		await run(undoChange, { entryId: entries[12] ?? '' }, {});
		expect(await rowsOf('groups').delete({ eventId: other.id })).toBe(1);
		expect(await dumpGroups()).toEqual(versions[12]);
		expect(await refusalOf(run(undoChange, { entryId: entries[15] ?? '' }, {}))).toContain('already undone');
		await run(undoChange, { entryId: entries[0] ?? '' }, {});
		expect(await dumpGroups()).toEqual(versions[0]);
	});

	test('saved groups are as they were, and open panels see a newer version', async () => {
		const event = await createEventRow({ date: IN_A_WEEK });
		await fillEvent(event, { signups: 8, groups: 2, comments: 0 });
		const before = await dump('groups', 'group_players', 'group_pins', 'group_keep_apart');
		await run(saveGroups, { eventId: event.id }, { groups: [] });
		expect(await rowsOf('groups').count()).toBe(0);
		await undo('groups.save');
		expect(await dump('groups', 'group_players', 'group_pins', 'group_keep_apart')).toEqual(before);
		expect((await Event.findByPk(event.id))?.groupsVersion).toBe(3);
		await run(saveGroups, { eventId: event.id }, { groups: [] });
		await run(
			saveGroups,
			{ eventId: event.id },
			{ groups: [{ id: 'x', name: 'X', players: [], storytellerId: null, maxPlayers: 15 }] },
		);
		const [earlier] = await AuditEntry.findAll({
			where: { action: 'groups.save' },
			order: [['id', 'DESC']],
			offset: 1,
		});
		const call = { params: { entryId: String(earlier?.id) } };
		expect(await refusalOf(perform(undoChange, as(admin), call))).toBe('done');
	});

	test('a comment that a creator removed; one of their own is not kept', async () => {
		const event = await createEventRow({ date: IN_A_WEEK });
		const user = await createUserRow();
		const [comment, own] = [
			await Comment.create({ eventId: event.id, userId: user.id, body: 'Hello' }),
			await Comment.create({ eventId: event.id, userId: user.id, body: 'Mine' }),
		];
		const before = await dump('comments');
		await run(deleteComment, { eventId: event.id, commentId: comment.id });
		expect(await refusalOf(undo('comments.delete', user))).toMatch(/^denied/);
		await undo('comments.delete');
		expect(await dump('comments')).toEqual(before);
		await run(deleteComment, { eventId: event.id, commentId: own.id }, {}, user);
		expect(JSON.stringify(await rowsOf('undo_rows').list())).not.toContain('Mine');
	});

	test('a setting, also one that was not set before', async () => {
		await run(setSetting, { key: 'events_banner' }, { value: 'First' });
		const before = await dump('settings');
		await run(setSetting, { key: 'events_banner' }, { value: 'Second' });
		await undo('settings.set');
		expect(await dump('settings')).toEqual(before);
		const [first] = await AuditEntry.findAll({ where: { action: 'settings.set' }, order: ['id'] });
		await perform(undoChange, as(admin), { params: { entryId: String(first?.id) } });
		expect(await Setting.count()).toBe(0);
	});

	test('the setting with the Discord event image brings its picture back', async () => {
		const toUrl = async (width: number) =>
			`data:image/png;base64,${(await createPng({ width })).toString('base64')}`;
		const set = async (value: string) =>
			(await run(setSetting, { key: 'discord_event_image' }, { value })).discord_event_image;
		const later = new Date(Date.now() + 3 * DAY_MS);
		const event = await createEventRow({ date: IN_A_WEEK, discordEventId: '10000000000000001' });
		await DiscordMirror.create({
			eventId: event.id,
			discordEventId: event.discordEventId,
			state: 'synced',
			updatedAt: now,
		});
		const first = await set(await toUrl(20));
		await set(await toUrl(30));
		await deleteOrphanImages(later);
		await DiscordMirror.update({ state: 'synced' }, { where: {} });
		await undo('settings.set');
		expect((await perform(readSettings, as(admin), {})).discord_event_image).toBe(first);
		// The Discord event gets the picture again.
		expect(await DiscordMirror.findByPk(event.id)).toMatchObject({ state: 'pending' });
		// A picture that was deleted by an earlier version.
		await set('');
		await execute('DELETE FROM images');
		expect(await refusalOf(undo('settings.set'))).toMatch(/^conflict The picture does not exist any more/);
		expect((await perform(readSettings, as(admin), {})).discord_event_image).toBe('');
	});

	test('a template week, all of it, unless something newer stands on it', async () => {
		const week = {
			startDate: '2026-10-19',
			createDiscordEvents: true,
			events: [3, 5, 6].map((day) => ({ day, enabled: true })),
		};
		await run(createTemplateWeek, {}, week);
		const [event] = await Event.findAll({ order: ['id'] });
		await createSignupRow({ eventId: event?.id ?? '' });
		expect(await refusalOf(undo('events.createTemplateWeek'))).toMatch(/^conflict .*has changed since/);
		await Signup.destroy({ where: {} });
		expect((await undo('events.createTemplateWeek')).restored.events).toBe(3);
		expect(await Event.count()).toBe(0);
		expect((await DiscordMirror.findAll()).every(({ wanted }) => wanted === 'absent')).toBe(true);
	});

	test('a template week is not undone when one of its events was changed since', async () => {
		const events = [{ day: 3, enabled: true }];
		await run(createTemplateWeek, {}, { startDate: '2026-10-19', createDiscordEvents: false, events });
		const event = await Event.findOne({ rejectOnEmpty: true });
		const body = { title: 'Finale', date: event.date.toISOString() };
		await run(updateEvent, { eventId: event.id }, body);
		expect(await refusalOf(undo('events.createTemplateWeek'))).toMatch(
			/^conflict .*Finale.*has changed since/,
		);
		expect(await Event.count()).toBe(1);
	});

	test('the later events of a series that ended, with their link to it', async () => {
		const { id } = await run(
			createEvent,
			{},
			{
				title: 'x',
				date: IN_A_WEEK.toISOString(),
				createDiscordEvent: false,
				announce: false,
				series: { interval_weeks: 1 },
			},
		);
		const before = await dump('events', 'event_series');
		await run(endSeries, { eventId: id }, { deleteEmpty: true });
		expect(await Event.count()).toBe(1);
		await undo('events.endSeries');
		expect(await dump('events', 'event_series')).toEqual(before);
		await run(endSeries, { eventId: id }, { deleteEmpty: false });
		await undo('events.endSeries');
		expect(await dump('events', 'event_series')).toEqual(before);
		await run(endSeries, { eventId: id }, { deleteEmpty: false });
		await execute('UPDATE event_series SET until = until + 7');
		expect(await refusalOf(undo('events.endSeries'))).toBe('conflict The series has changed since.');
		await run(deleteEvent, { eventId: id });
		await database().query('DELETE FROM events; DELETE FROM event_series');
		await undo('events.delete');
		expect(await Event.findAll()).toMatchObject([{ seriesId: null }]);
	});

	test('what changed nothing keeps nothing; an entry without kept rows and no entry are refused', async () => {
		await run(deleteEvents, {}, { eventIds: [(await createEventRow()).id], deleteDiscordEvents: false });
		await rowsOf('undos').delete();
		expect(await refusalOf(undo('events.deleteMany'))).toMatch(/^conflict This can no longer/);
		expect(await refusalOf(perform(undoChange, as(admin), { params: { entryId: '99999' } }))).toMatch(
			/^missing/,
		);
		expect(await refusalOf(perform(undoChange, as(admin), { params: { entryId: 'x' } }))).toMatch(/^missing/);
		await run(setSetting, { key: 'events_banner' }, { value: '' });
		expect(await rowsOf('undos').count()).toBe(0);
	});
});

test('each user has a limit when rows are kept: their own oldest are dropped, never what others could undo', async () => {
	const [creator, other] = [
		await createUserRow({ role: 'creator' }),
		await createUserRow({ role: 'creator' }),
	];
	const add = (user: User | null, bytes: number, minutes: number) =>
		rowsOf('undos').insert({
			actorId: user?.id ?? null,
			action: 'events.delete',
			bytes: String(bytes),
			createdAt: new Date(now.getTime() - minutes * 60_000),
		});
	const dropped = await add(creator, UNDO_BYTES_PER_USER / 2, 3);
	const kept = [
		await add(other, UNDO_BYTES_PER_USER, 4),
		await add(null, UNDO_BYTES_PER_USER, 4),
		await add(creator, UNDO_BYTES_PER_USER / 2 - 5_000, 2),
	];
	const event = await createEventRow({ date: IN_A_WEEK });
	await fillEvent(event, { signups: 20, groups: 2, comments: 10 });
	await run(deleteEvent, { eventId: event.id }, {}, creator);
	const list = async () => (await rowsOf('undos').list()).map(({ id }) => id);
	expect(await list()).not.toContain(dropped.id);
	expect(await list()).toEqual(expect.arrayContaining(kept.map(({ id }) => id)));
	expect(await list()).toHaveLength(4);
	expect(await undo('events.delete', creator)).toMatchObject({ restored: { events: 1, signups: 20 } });
	// The newest action is kept at any size.
	await execute('UPDATE undos SET bytes = :bytes WHERE actor_id = :id', {
		bytes: UNDO_BYTES_PER_USER,
		id: creator.id,
	});
	await run(deleteEvent, { eventId: event.id }, {}, creator);
	expect(await rowsOf('undos').count({ actorId: creator.id })).toBe(1);
});

test('kept rows have a limit; the oldest are dropped first', async () => {
	for (const [index, bytes] of [UNDO_BYTES_MAX / 2, UNDO_BYTES_MAX / 2, UNDO_BYTES_MAX / 2].entries())
		await rowsOf('undos').insert({
			action: 'events.delete',
			bytes: String(bytes),
			createdAt: new Date(now.getTime() + index),
		});
	expect(await deleteOldUndos(now)).toBe(1);
	const left = await one<{ first: Date }>('SELECT min(created_at) AS first FROM undos', {});
	expect(left?.first).toEqual(new Date(now.getTime() + 1));
});
