import { execute, one } from '~/database/sql.ts';
import { createEventRow, createUserRow } from '~/seeds/factories.ts';
import { listAllSignups, listAllUsers } from '~/server/operations/admin/lists.ts';
import { readSettingsCard, readSiteSettings } from '~/server/operations/admin/settings.ts';
import { readRecent } from '~/server/operations/admin/stats.ts';
import { readDiscussion } from '~/server/operations/comments/index.ts';
import { listUpcomingEvents } from '~/server/operations/events/index.ts';
import { readEventPage } from '~/server/operations/groups/index.ts';
import { type Operation, perform } from '~/server/operations/kernel/operation.ts';
import { putSignup, readOwnHistory } from '~/server/operations/signups/index.ts';
import { listApiTokens, listSessions, readMe, readPreferences } from '~/server/operations/users/index.ts';
import { measureMedians, type Ratio } from './measure.ts';

/** The maximum ratio of the statements of a page. The page's time also has parts that do not grow. */
const MAX_RATIO = 1.25;
const NOW = new Date('2026-06-01T12:00:00Z');
const PAGE = 25;
const EVENTS_PER_STATEMENT = 20;

type Task = [name: string, task: () => Promise<unknown>];

/** Compares what each page reads, and a signup, with 1,000,000 signups to the same with 100. */
export async function measureGrowth(): Promise<Ratio[]> {
	await execute('TRUNCATE users, events, audit_entries CASCADE');
	const tasks = await createTasks();
	const small = await measureAll(tasks);
	await insertPastEvents({ users: 10_000, events: 10_000, signupsEach: 100 });
	const large = await measureAll(tasks);
	await execute('TRUNCATE users, events, audit_entries CASCADE');
	return small.map(({ name, milliseconds, relative }, i) => {
		const largeResult = large[i] ?? { milliseconds: Number.NaN, relative: Number.NaN };
		return {
			name: `${name}, 10⁶ / 10² signups (${milliseconds.toFixed(1)} ms, ${largeResult.milliseconds.toFixed(1)} ms)`,
			ratio: largeResult.relative / relative,
			ceiling: MAX_RATIO,
		};
	});
}

/** Returns the time of each task, and its ratio to a query of constant cost, so that the machine's load cancels out. */
async function measureAll(
	tasks: Task[],
): Promise<{ name: string; milliseconds: number; relative: number }[]> {
	await execute('VACUUM ANALYZE');
	const admin = { actor: { id: '1', role: 'admin' as const }, now: NOW };
	const constantTask = () => perform(readSettingsCard, admin);
	const times: { name: string; milliseconds: number; relative: number }[] = [];
	for (const [name, task] of tasks) {
		const [milliseconds, baselineMs] = await measureMedians([task, constantTask]);
		times.push({ name, milliseconds, relative: milliseconds / baselineMs });
	}
	return times;
}

/** Creates a list of 30 upcoming events with 100 signups, 40 of them for the first, and returns the tasks. */
async function createTasks(): Promise<Task[]> {
	const viewer = await createUserRow();
	const player = { actor: { id: viewer.id, role: 'player' as const }, now: NOW };
	const admin = { actor: { id: viewer.id, role: 'admin' as const }, now: NOW };
	for (let i = 0; i < 30; i += 1) await createEventRow();
	await execute(`INSERT INTO users (username) SELECT 'first-' || n FROM generate_series(1, 40) n`);
	await execute(`INSERT INTO signups (event_id, user_id, status)
		SELECT e.id, u.id, 'confirmed'
		FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM events) e
		JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM users) u
			ON u.place <= CASE e.place WHEN 1 THEN 41 ELSE 2 END`);
	const event = await one<{ id: string }>('SELECT id FROM events ORDER BY id LIMIT 1');
	const ofEvent = { params: { eventId: String(event?.id) } };
	const list = (operation: unknown) => () =>
		perform(operation as Operation<string, never, unknown>, admin, { read: () => ({ limit: PAGE }) });
	const panel = () => Promise.all([perform(readRecent, admin), perform(readSettingsCard, admin)]);
	const withPanel = (operation: unknown) => () => Promise.all([list(operation)(), panel()]);
	const read = () => ({ currentId: '' });
	return [
		['list', () => Promise.all([perform(listUpcomingEvents, player), perform(readSiteSettings, player)])],
		[
			'event',
			() =>
				Promise.all([
					perform(readEventPage, player, ofEvent),
					perform(readDiscussion, player, { ...ofEvent, read: () => ({}) }),
				]),
		],
		['signup', () => perform(putSignup, player, { ...ofEvent, read: () => ({ status: 'confirmed' }) })],
		[
			'profile',
			() =>
				Promise.all([
					perform(readMe, player),
					perform(readOwnHistory, player, { read: () => ({ limit: 5 }) }),
					perform(readPreferences, player),
					perform(listApiTokens, player),
					perform(listSessions, player, { read }),
				]),
		],
		['/admin/users', withPanel(listAllUsers)],
		['/admin/signups', withPanel(listAllSignups)],
	];
}

/** Adds users, and past events one hour apart with the signups of `signupsEach` of these users. */
async function insertPastEvents(rows: Record<'users' | 'events' | 'signupsEach', number>): Promise<void> {
	await execute(`INSERT INTO users (username) SELECT 'past-' || n FROM generate_series(1, :users::int) n`, {
		users: rows.users,
	});
	const firstId = Number(
		(await one<{ id: string }>(`SELECT min(id) AS id FROM users WHERE username LIKE 'past-%'`))?.id,
	);
	// Small batches keep each statement short.
	for (let n = 0; n < rows.events; n += EVENTS_PER_STATEMENT) {
		await execute(
			`WITH new_events AS (
				INSERT INTO events (title, date, status, created_at)
				SELECT 'Past event', timestamptz '2020-01-01' + n * interval '1 hour', 'completed',
					timestamptz '2020-01-01' + n * interval '1 hour'
				FROM generate_series(:n::int, :n::int + ${EVENTS_PER_STATEMENT - 1}) n RETURNING id, created_at)
			INSERT INTO signups (event_id, user_id, status, created_at)
			SELECT e.id, :firstId::bigint + (e.id * 37 + place * 101) % :users::int,
				(ARRAY['confirmed', 'confirmed', 'late', 'tentative', 'declined'])[1 + place % 5], e.created_at
			FROM new_events e, generate_series(1, :signupsEach::int) AS place`,
			{ n, firstId, users: rows.users, signupsEach: rows.signupsEach },
		);
	}
}
