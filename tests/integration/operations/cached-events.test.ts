import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { inTransaction } from '~/database/connection.ts';
import type { Event, User } from '~/database/models/index.ts';
import { execute, one, rows } from '~/database/sql.ts';
import { HOUR_MS, SIGNUPS_PER_PAGE } from '~/domain/limits.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { createSeededRandom } from '~/seeds/random.ts';
import { countChanges } from '~/server/live/event-changes.ts';
import * as eventPage from '~/server/operations/event-page/index.ts';
import * as eventList from '~/server/operations/events/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { recordStatements } from '~/tests/support/query-plans.ts';

useTestEnvironment();
useDatabase();

/** An hour after the start of the first event, so that it has results and a roll call. */
const NOW = new Date('2029-12-01T20:00:00Z');
/** Before all events, while the second one runs, and after all. */
const OTHER_TIMES = [-30, 23, 90].map((hours) => new Date(NOW.getTime() + hours * HOUR_MS));
let now = NOW;
/** A process with its own caches. */
type Replica = typeof eventPage & typeof eventList;
const replica: Replica = { ...eventPage, ...eventList };
const { readEventPage, listUpcomingEvents } = replica;
let otherReplica: Replica;
beforeAll(async () => {
	vi.resetModules();
	otherReplica = {
		...(await import('~/server/operations/event-page/index.ts')),
		...(await import('~/server/operations/events/index.ts')),
	};
	expect(otherReplica.readEventPage).not.toBe(readEventPage);
});
let events: [Event, Event, Event];
let viewers: [admin: User, creator: User, storyteller: User, player: User, waiting: User];
/** What the statements of the changes name. */
let ids: Record<string, string>;

beforeEach(async () => {
	now = NOW;
	const create = (role: User['role'], preferredUsername: string | null) =>
		createUserRow({ role, preferredUsername });
	viewers = [
		await create('admin', null),
		await create('creator', 'Ada'),
		await create('storyteller', 'Grace'),
		await create('player', 'Mary'),
		await create('player', null),
	];
	const [admin, creator, storyteller, player, waiting] = viewers;
	const other = await create('player', 'Wren');
	await run(`INSERT INTO event_series (id, rule, next_date, start_time, timezone, title, description, duration, location,
			decide_minutes, on_too_few, creates_discord_event, announces)
		VALUES (1, '{"interval_weeks": 1}', '2030-01-01', '19:00', 'UTC', 'Weekly', '', 180, '', 1440, 'ask', false, false)`);
	const createEvent = (day: number, fields: object) =>
		createEventRow({
			date: new Date(`2029-12-0${day}T19:00:00Z`),
			creatorId: creator.id,
			seriesId: '1',
			seriesDate: `2029-12-0${day}`,
			...fields,
		});
	events = [
		await createEvent(1, { timezone: 'Europe/Berlin' }),
		await createEvent(2, { capacity: 1 }),
		await createEvent(3, { minimumPlayers: 5 }),
	];
	const [{ id: a }, { id: b }, { id: c }] = events;
	ids = { a, b, c, admin: admin.id, creator: creator.id, storyteller: storyteller.id };
	ids = { ...ids, player: player.id, waiting: waiting.id, other: other.id };
	for (const [index, { id: userId }] of [player, waiting, other].entries()) {
		const askedAt = new Date(`2029-01-01T0${index}:00:00Z`);
		await createSignupRow({ eventId: a, userId, createdAt: askedAt, notes: 'No spoilers.' });
		const place = index === 0 ? 'placed' : 'waiting';
		await createSignupRow({ eventId: b, userId, place, askedAt, createdAt: askedAt });
	}
	for (const statement of [
		`INSERT INTO event_storytellers (event_id, user_id) VALUES (${a}, ${storyteller.id}), (${b}, ${admin.id})`,
		`INSERT INTO scripts (id, name, characters, file, created_at) VALUES (1, 'Fog', '["imp"]', '[]', now())`,
		`INSERT INTO groups (id, event_id, client_id, name, storyteller_id, script_id) VALUES (1, ${a}, 'a', 'Group 1', ${storyteller.id}, 1)`,
		`INSERT INTO group_players (group_id, event_id, user_id) VALUES (1, ${a}, ${player.id}), (1, ${a}, ${other.id})`,
		`INSERT INTO group_co_storytellers (group_id, event_id, user_id) VALUES (1, ${a}, ${admin.id})`,
		`INSERT INTO played_groups (id, event_id, round, client_id, name, position, created_at) VALUES (1, ${a}, 1, 'a', 'Group 1', 0, now())`,
		`INSERT INTO played_seats (group_id, user_id, position) VALUES (1, ${player.id}, 0), (1, ${creator.id}, NULL)`,
		`INSERT INTO comments (event_id, user_id, body) VALUES (${a}, ${player.id}, 'Who brings the board?')`,
		`INSERT INTO event_scripts (event_id, script, position) VALUES (${a}, 'tb', 0), (${c}, 'tb', 0)`,
		`INSERT INTO discord_mirrors (event_id, state) VALUES (${a}, 'pending')`,
		`INSERT INTO announcements (event_id, state) VALUES (${a}, 'pending')`,
		`INSERT INTO series_regulars (series_id, user_id, status) VALUES (1, ${player.id}, 'confirmed')`,
		`UPDATE users SET experience = 'new' WHERE id = ${player.id}`,
	]) {
		await run(statement);
	}
});
afterEach(() => clearTables('events', 'event_series', 'users', 'settings', 'scripts', 'images'));

const run = (sql: string) => execute(sql);

/** Returns everything that the list and the pages of the events show to each viewer. */
async function readAll({ listUpcomingEvents, readEventPage } = replica): Promise<unknown[]> {
	const found: unknown[] = [];
	for (const { id, role } of viewers) {
		const context = { actor: { id, role }, now };
		const { position: _, ...list } = await perform(listUpcomingEvents, context);
		found.push(list);
		for (const event of events) {
			const found_ = await perform(readEventPage, context, { params: { eventId: event.id } }).catch(
				(error: Error) => ({ position: '', error: error.message }),
			);
			const { position: __, ...page } = found_;
			found.push(page);
		}
	}
	return found;
}

/** Reads without what is cached: without an epoch there is no revision. */
async function readFresh(): Promise<unknown[]> {
	const row = await one<{ epoch: string }>('DELETE FROM revision_epochs RETURNING epoch');
	try {
		return await readAll();
	} finally {
		await execute('INSERT INTO revision_epochs (epoch) VALUES (:epoch)', { epoch: row?.epoch ?? '' });
	}
}

/** Changes of every table that a page shows, by SQL that does something whatever was changed before. */
const listChanges = (): Record<string, string> => {
	const { a, b, c, admin, creator, storyteller, player, waiting, other } = ids;
	return {
		'a title': `UPDATE events SET title = title || '!' WHERE id = ${a}`,
		'a date': `UPDATE events SET date = date + interval '1 minute' WHERE id = ${b}`,
		'a length': `UPDATE events SET duration = duration + 1 WHERE id = ${a}`,
		'another creator': `UPDATE events SET creator_id = ${admin} WHERE id = ${a}`,
		'a capacity': `UPDATE events SET capacity = coalesce(capacity, 0) + 1 WHERE id IN (${b}, ${c})`,
		'a minimum': `UPDATE events SET minimum_players = coalesce(minimum_players, 1) + 1 WHERE id = ${b}`,
		'a decision': `UPDATE events SET decision = 'on' WHERE id = ${c}`,
		'a new event': `INSERT INTO events (title, date) VALUES ('Another', '2029-12-04')`,
		'a picture': `WITH i AS (INSERT INTO images (content_hash, mime, bytes, width, height) VALUES (encode(sha256(random()::text::bytea), 'hex'), 'image/png', 'x', 1, 1)
			RETURNING id) UPDATE events SET image_id = (SELECT id FROM i) WHERE id = ${a}`,
		'another content of a picture': `UPDATE images SET content_hash = encode(sha256(content_hash::bytea), 'hex')`,
		'a new signup': `INSERT INTO signups (event_id, user_id, status) VALUES (${a}, ${creator}, 'late'), (${c}, ${player}, 'late') ON CONFLICT DO NOTHING`,
		'an order': `UPDATE signups SET asked_at = '2020-01-01' WHERE event_id = ${b} AND user_id = ${other}`,
		'a status': `UPDATE signups SET status = 'tentative' WHERE event_id IN (${a}, ${b}) AND user_id = ${waiting}`,
		notes: `UPDATE signups SET notes = coalesce(notes, '') || '.' WHERE event_id = ${a}`,
		'an awaited reply': `UPDATE signups SET awaits_reply = NOT awaits_reply WHERE event_id = ${a}`,
		'a standby': `UPDATE signups SET standby = NOT standby, status = 'tentative' WHERE event_id = ${c}`,
		'a place': `UPDATE signups SET place = 'placed' WHERE event_id = ${b} AND user_id = ${waiting}`,
		'an offer': `UPDATE signups SET place = 'offered', offered_at = now(), offer_expires_at = '2031-01-01' WHERE event_id = ${b} AND user_id = ${other}`,
		'an arrival': `UPDATE signups SET status = 'late', arrives_at = '20:30' WHERE event_id = ${a} AND user_id = ${player}`,
		'a leaving time': `UPDATE signups SET leaves_at = '21:30' WHERE event_id = ${a}`,
		'a new admin with the name of a player': `INSERT INTO users (username, role, preferred_username) VALUES ('imposter', 'admin', 'MARY')`,
		'a Discord name': `UPDATE users SET username = username || '1' WHERE id = ${waiting}`,
		'a name': `UPDATE users SET preferred_username = coalesce(preferred_username, 'N') || '2' WHERE id = ${player}`,
		'a name like that of a creator': `UPDATE users SET preferred_username = 'ada' WHERE id = ${player}`,
		'an avatar': `UPDATE users SET avatar = repeat('a', 32) WHERE id = ${player}`,
		'a role': `UPDATE users SET role = 'creator' WHERE id = ${storyteller}`,
		'a roll call': `INSERT INTO attendance (event_id, user_id, state) VALUES (${a}, ${other}, 'left_early')
			ON CONFLICT (event_id, user_id) DO UPDATE SET state = 'absent'`,
		'who has left': `UPDATE users SET left_at = '2029-01-01' WHERE id = ${other}`,
		'an experience': `UPDATE users SET experience = 'few' WHERE id IN (${player}, ${waiting})`,
		'nights elsewhere': `INSERT INTO attendance (event_id, user_id, state) VALUES (${b}, ${player}, 'present') ON CONFLICT DO NOTHING`,
		'a storyteller': `INSERT INTO event_storytellers (event_id, user_id, position) VALUES (${a}, ${player}, 1), (${b}, ${storyteller}, 1) ON CONFLICT DO NOTHING`,
		'another order of storytellers': `UPDATE event_storytellers SET position = position + 2 WHERE user_id = ${storyteller}`,
		'a comment': `INSERT INTO comments (event_id, user_id, body) VALUES (${a}, ${waiting}, 'I do.')`,
		'a group': `INSERT INTO groups (id, event_id, client_id, name) VALUES (2, ${b}, 'b', 'B') ON CONFLICT DO NOTHING`,
		'a name of a group': `UPDATE groups SET name = name || '!'`,
		'a winner': `UPDATE groups SET winner = 'good'`,
		'another storyteller of a group': `UPDATE groups SET storyteller_id = ${creator} WHERE event_id = ${a}`,
		'a seat': `INSERT INTO group_players (group_id, event_id, user_id, position) SELECT id, event_id, ${waiting}, 5 FROM groups WHERE event_id = ${a} ON CONFLICT DO NOTHING`,
		'a moved seat': `UPDATE group_players SET position = 9 - position`,
		'a fixed player': `INSERT INTO group_pins (event_id, user_id, group_client_id) VALUES (${a}, ${player}, 'a') ON CONFLICT DO NOTHING`,
		'players apart': `INSERT INTO group_keep_apart (event_id, user_a, user_b) VALUES (${a}, ${player}, ${waiting}) ON CONFLICT DO NOTHING`,
		'a saved board': `UPDATE events SET groups_version = groups_version + 1 WHERE id = ${a}`,
		'a round': `INSERT INTO played_groups (id, event_id, round, client_id, name, position, created_at) VALUES (2, ${a}, 2, 'a', 'Two', 0, now()) ON CONFLICT DO NOTHING`,
		'a seat of an earlier round': `UPDATE played_seats SET position = NULL WHERE user_id = ${player}`,
		'a script of a group': `UPDATE groups SET script_id = NULL, edition = 'bmr'`,
		'a name of a script': `UPDATE scripts SET name = name || '!'`,
		'a question about scripts': `INSERT INTO event_scripts (event_id, script, position) VALUES (${b}, 'bmr', 0) ON CONFLICT DO NOTHING`,
		'an answer about scripts': `INSERT INTO script_votes (event_id, script, user_id, vote) SELECT event_id, script, ${player}, 'fine' FROM event_scripts ON CONFLICT DO NOTHING`,
		'preferred players': `INSERT INTO player_preferences (user_id, kind, preferred_user_id, position) VALUES (${player}, 'player', ${waiting}, 0) ON CONFLICT DO NOTHING`,
		'the event on Discord': `UPDATE discord_mirrors SET state = 'failed', error = 'No permission.', updated_at = '2029-01-01'`,
		'only the time of the last try': `UPDATE discord_mirrors SET updated_at = updated_at + interval '1 day'`,
		'a time on Discord': `UPDATE discord_mirrors SET moved_start = '2029-12-01T20:00Z', moved_end = '2029-12-01T23:00Z'`,
		'the announcement': `UPDATE announcements SET state = 'failed', error = 'No permission.'`,
		'the groups on Discord': `INSERT INTO announcements (event_id, kind, state) VALUES (${a}, 'groups', 'pending') ON CONFLICT DO NOTHING`,
		'a weekly rhythm': `UPDATE event_series SET rule = jsonb_build_object('interval_weeks', (rule ->> 'interval_weeks')::int % 8 + 1)`,
		'a pause of a series': `UPDATE event_series SET pause = '{"from": "2030-01-01", "until": "2030-01-31"}'`,
		'the end of a series': `UPDATE event_series SET until = '2029-12-24'`,
		'a regular': `UPDATE series_regulars SET status = 'tentative'`,
		'a banner': `INSERT INTO settings (key, value) VALUES ('events_banner', 'Welcome') ON CONFLICT (key) DO UPDATE SET value = settings.value || '!'`,
		'the players that a storyteller leads': `INSERT INTO settings (key, value) VALUES ('auto_split_config', '{"maxPlayersPerGroup":9}') ON CONFLICT DO NOTHING`,
		'a channel': `INSERT INTO settings (key, value) VALUES ('announcement_channel_id', '912345678901234567') ON CONFLICT DO NOTHING`,
		'who gets messages': `UPDATE users SET notifications = NOT notifications WHERE id = ${player}`,
		'no question about scripts': `DELETE FROM event_scripts WHERE event_id = ${c}`,
		'a cancellation': `UPDATE events SET status = 'cancelled', cancel_reason = 'Snow' WHERE id = ${c}`,
		'a deleted comment': `DELETE FROM comments WHERE user_id = ${player}`,
		'no co-storyteller': `DELETE FROM group_co_storytellers`,
		'a freed seat': `DELETE FROM group_players WHERE user_id = ${player}`,
		'no group': `DELETE FROM groups`,
		'no rounds': `DELETE FROM played_groups`,
		'an event of no series': `UPDATE events SET series_id = NULL, series_date = NULL WHERE id = ${b}`,
		'a removed signup': `DELETE FROM signups WHERE event_id = ${a} AND user_id = ${other}`,
		'a deleted user': `DELETE FROM users WHERE id = ${other}`,
		'a deleted event': `DELETE FROM events WHERE id = ${c}`,
		'a restored event': `INSERT INTO events (id, title, date) VALUES (${c}, 'Restored', '2029-12-03T19:00:00Z')`,
	};
};

/** The order of the list, and a random one in which the log is counted now and then. */
const ORDERS = [null, 1];
/** The changes at the end delete what the others change. */
const DELETIONS = 3;

test.each(ORDERS)(
	'after each change, what is cached is what is read afresh, for each viewer, in the order %s',
	{ timeout: 120_000 },
	async (seed) => {
		const random = seed === null ? null : createSeededRandom(seed);
		const all = Object.entries(listChanges());
		const changes = random
			? [...random.sample(all.slice(0, -DELETIONS), all.length), ...all.slice(-DELETIONS)]
			: all;
		const withoutEffect: string[] = [];
		let before = await readAll();
		for (const [name, sql] of changes) {
			await inTransaction((transaction) => execute(sql, {}, transaction));
			if (random?.chance(0.3)) await countChanges();
			// Several changes at once.
			if (random?.chance(0.5)) continue;
			if (random) now = random.pick([NOW, ...OTHER_TIMES]);
			const after = await readAll(random?.chance(0.5) ? otherReplica : replica);
			expect(after, name).toEqual(await readFresh());
			if (isDeepStrictEqual(before, after)) withoutEffect.push(name);
			before = after;
		}
		// In another order, a row may be gone before it is changed.
		if (seed === null) expect(withoutEffect).toEqual([]);
	},
);

test('a change whose transaction began before a reading and ends after it is shown', async () => {
	const [{ id: first }, { id: second }] = events;
	await inTransaction(async (transaction) => {
		await execute(`UPDATE events SET title = 'Late' WHERE id = :first`, { first }, transaction);
		await execute(`UPDATE users SET preferred_username = 'Late' WHERE id = ${ids.player}`, {}, transaction);
		await run(`UPDATE events SET title = 'Early' WHERE id = ${second}`);
		expect(await readAll()).toEqual(await readFresh());
	});
	expect(await readAll()).toEqual(await readFresh());
});

test('after a crash that lost a change, equal numbers of changes are not the same', async () => {
	const [{ id }] = events;
	await run(`UPDATE events SET title = 'Lost' WHERE id = ${id}`);
	await readAll();
	const [{ xid } = { xid: '' }] = await rows<{ xid: string }>('SELECT max(xid) AS xid FROM event_changes');
	await inTransaction(async (transaction) => {
		const runAlone = (sql: string) => execute(sql, {}, transaction);
		await runAlone('SET LOCAL session_replication_role = replica');
		await runAlone(`UPDATE events SET title = 'Before' WHERE id = ${id}`);
		await runAlone(`DELETE FROM event_changes WHERE xid = '${xid}'`);
		await runAlone('DELETE FROM revision_epochs');
	});
	await countChanges();
	await run(`UPDATE events SET title = 'After' WHERE id = ${id}`);
	expect(await readAll()).toEqual(await readFresh());
});

test('as many changes as before, after they were counted, are another revision', async () => {
	const [{ id }] = events;
	await readAll();
	await run(`DELETE FROM comments WHERE event_id = ${id}`);
	await countChanges();
	await run(`INSERT INTO comments (event_id, user_id, body) VALUES (${id}, ${ids.player}, 'Again.')`);
	expect(await readAll()).toEqual(await readFresh());
});

test('the hundred and first signup, with which signups are in pages', async () => {
	const [{ id: eventId }] = events;
	for (let count = 3; count < SIGNUPS_PER_PAGE; count += 1) await createSignupRow({ eventId });
	expect(await readAll()).toEqual(await readFresh());
	await createSignupRow({ eventId });
	await createSignupRow({ eventId, userId: viewers[2].id, status: 'declined' });
	expect(await readAll()).toEqual(await readFresh());
	await run(`UPDATE signups SET status = 'late' WHERE event_id = ${eventId} AND user_id = ${ids.player}`);
	expect(await readAll()).toEqual(await readFresh());
});

test('without changes a list and a page are one statement, and after a change only its event is read', async () => {
	const [{ id, role }] = viewers;
	const context = { actor: { id, role }, now };
	const list = () => recordStatements(() => perform(listUpcomingEvents, context));
	const page = () =>
		recordStatements(() => perform(readEventPage, context, { params: { eventId: ids.a ?? '' } }));
	await list();
	await page();
	expect([(await list()).length, (await page()).length]).toEqual([1, 1]);
	await run(`UPDATE events SET title = 'Another' WHERE id = ${ids.b}`);
	await countChanges();
	const statements = await list();
	expect(
		statements.map(({ values }) => values.filter(Array.isArray).flatMap((list) => list.filter(Number))),
	).toEqual([[], [ids.b]]);
	expect((await page()).length).toBe(1);
});

test('viewers with nothing to do with an event share it until it changes', async () => {
	const strangers = [
		await createUserRow({ role: 'player' }),
		await createUserRow({ role: 'player' }),
	] as const;
	const list = async () => {
		const lists = [];
		for (const { id, role } of strangers)
			lists.push(await perform(listUpcomingEvents, { actor: { id, role }, now }));
		return lists.map(({ items }) => items.find(({ id }) => id === ids.b));
	};
	const [first, second] = await list();
	expect(second).toBe(first);
	const [stranger] = strangers;
	const { items } = await perform(listUpcomingEvents, { actor: { id: stranger.id, role: 'player' }, now });
	expect(new Set(items.map(({ own_standing }) => own_standing)).size).toBe(1);
	await run(`UPDATE events SET title = 'Another' WHERE id = ${ids.b}`);
	const [third] = await list();
	expect(third).toMatchObject({ title: 'Another' });
	await createSignupRow({ eventId: String(ids.b), userId: strangers[1].id });
	const [other, player] = await list();
	expect(other).toMatchObject({ user_signup_status: null });
	expect(player).toMatchObject({ user_signup_status: 'confirmed' });
});
