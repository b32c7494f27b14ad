import { execute, one, rows } from '~/database/sql.ts';
import { createUserRow } from '~/seeds/factories.ts';
import { listAllEvents, listAllSignups, listAllUsers } from '~/server/operations/admin/list-all.ts';
import { readStats } from '~/server/operations/admin/queries.ts';
import { readSettingsCard } from '~/server/operations/admin/save-settings.ts';
import { type Operation, perform } from '~/server/operations/kernel/operation.ts';
import { amendSignup, updateSignups } from '~/server/operations/signups/amend-signups.ts';
import { readUser } from '~/server/operations/users/queries.ts';
import { setRole } from '~/server/operations/users/set-role.ts';
import { measureMedians, type Ratio } from './measure.ts';

/** The maximum ratio: a tenth of a second must stay below one second. */
const MAX_RATIO = 10;
const NOW = new Date('2026-06-01T12:00:00Z');
const PAGE = 25;

type Task = [name: string, task: () => Promise<unknown>];

/**
 * Compares every admin page and tool with 10,000 users, 2,000 events and 200,000 signups to the same with 100 of each.
 */
export async function measureAdmin(): Promise<Ratio[]> {
	await execute('TRUNCATE users, events, audit_entries CASCADE');
	await insertRows({ users: 100, events: 100, signupsEach: 1 });
	const small = await measure();
	await insertRows({ users: 9_900, events: 0, signupsEach: 0 });
	// Small batches keep each statement short.
	for (let i = 0; i < 19; i += 1) await insertRows({ users: 0, events: 100, signupsEach: 106 });
	const large = await measure();
	await execute('TRUNCATE users, events, audit_entries CASCADE');
	return small.map(({ name, milliseconds, relative }, i) => {
		const largeResult = large[i] ?? { milliseconds: Number.NaN, relative: Number.NaN };
		return {
			name: `${name} (${milliseconds.toFixed(1)} ms, ${largeResult.milliseconds.toFixed(1)} ms)`,
			ratio: largeResult.relative / relative,
			ceiling: MAX_RATIO,
		};
	});
}

/** Returns the time of each task, and its ratio to a query of constant cost, so that the machine's load cancels out. */
async function measure(): Promise<{ name: string; milliseconds: number; relative: number }[]> {
	// The tables are then in the state that autovacuum leaves.
	await execute('VACUUM ANALYZE');
	const { tasks, constantTask } = await createTasks();
	const times: { name: string; milliseconds: number; relative: number }[] = [];
	for (const [name, task] of tasks) {
		const [milliseconds, baselineMs] = await measureMedians([task, constantTask]);
		times.push({ name, milliseconds, relative: milliseconds / baselineMs });
	}
	return times;
}

async function createTasks(): Promise<{ tasks: Task[]; constantTask: () => Promise<unknown> }> {
	const admin = await createUserRow({ role: 'admin' });
	const adminContext = { actor: { id: admin.id, role: 'admin' as const }, now: NOW };
	const list = (operation: unknown, query: Record<string, unknown>) => () =>
		perform(operation as Operation<string, never, unknown>, adminContext, {
			read: () => ({ limit: PAGE, ...query }),
		});
	const user = await one<{ id: string }>(`SELECT id FROM users WHERE username = 'bench-77'`);
	const signup = await one<{ event_id: string }>('SELECT event_id FROM signups ORDER BY id LIMIT 1');
	const signups = await rows<{ id: string }>(`SELECT id FROM signups ORDER BY id LIMIT ${PAGE}`);
	const signupIds = signups.map(({ id }) => id);
	const userRequest = { params: { userId: String(user?.id) } };
	const nextStatus = (() => {
		let count = 0;
		return () => (count++ % 2 === 0 ? 'late' : 'confirmed');
	})();
	const roles = ['storyteller', 'player'];
	const tasks: Task[] = [
		['stats', () => perform(readStats, adminContext)],
		['users, newest', list(listAllUsers, {})],
		['users, by name', list(listAllUsers, { sort: 'name' })],
		['users, one role', list(listAllUsers, { role: 'creator' })],
		['users, searched for some', list(listAllUsers, { q: 'bench-77' })],
		['users, searched for all', list(listAllUsers, { q: 'bench' })],
		['events, newest', list(listAllEvents, {})],
		['events, by date', list(listAllEvents, { sort: '-date' })],
		['events, by title', list(listAllEvents, { sort: 'title' })],
		['events, searched for one', list(listAllEvents, { q: 'event 77' })],
		['events, searched for all', list(listAllEvents, { q: 'event' })],
		['signups, newest', list(listAllSignups, {})],
		['signups, by event', list(listAllSignups, { sort: '-date' })],
		['signups, by user', list(listAllSignups, { sort: 'person' })],
		['signups, one status', list(listAllSignups, { status: 'declined' })],
		['signups, of one event', list(listAllSignups, { event: signup?.event_id })],
		['signups, searched for some', list(listAllSignups, { q: 'bench-77' })],
		['signups, searched for all', list(listAllSignups, { q: 'bench' })],
		['one user', () => perform(readUser, adminContext, userRequest)],
		[
			'one changed role',
			() => perform(setRole, adminContext, { ...userRequest, read: () => ({ role: roles.reverse()[0] }) }),
		],
		[
			'one changed signup',
			() =>
				perform(amendSignup, adminContext, {
					params: { signupId: String(signupIds[0]) },
					read: () => ({ status: nextStatus() }),
				}),
		],
		[
			'a status for 25 signups',
			() => perform(updateSignups, adminContext, { read: () => ({ signupIds, status: nextStatus() }) }),
		],
	];
	return { tasks, constantTask: () => perform(readSettingsCard, adminContext) };
}

/** Adds users and events, and for every new event the signups of `signupsEach` users. */
async function insertRows({
	users,
	events,
	signupsEach,
}: Record<'users' | 'events' | 'signupsEach', number>) {
	await execute(
		`INSERT INTO users (username, role, created_at)
		SELECT 'bench-' || n, (ARRAY['player', 'player', 'player', 'creator'])[1 + n % 4],
			timestamptz '2026-01-01' + n * interval '1 second'
		FROM generate_series((SELECT count(*) FROM users) + 1, (SELECT count(*) FROM users) + :users) n`,
		{ users },
	);
	await execute(
		`WITH new_events AS (
			INSERT INTO events (title, date, created_at)
			SELECT 'Bench event ' || n, timestamptz '2020-01-01' + n * interval '1 day',
				timestamptz '2020-01-01' + n * interval '1 hour'
			FROM generate_series((SELECT count(*) FROM events) + 1, (SELECT count(*) FROM events) + :events) n
			RETURNING id)
		INSERT INTO signups (event_id, user_id, status, created_at)
		SELECT new_events.id, p.id, (ARRAY['confirmed', 'confirmed', 'late', 'tentative', 'declined'])[1 + (p.place % 5)],
			timestamptz '2020-01-01' + new_events.id * interval '1 hour' + p.place * interval '1 second'
		FROM new_events, LATERAL (
			SELECT u.id, row_number() OVER (ORDER BY u.id) AS place FROM (
				SELECT id FROM users WHERE id >= (SELECT min(id) FROM users) + (new_events.id * 37) % greatest(1, (SELECT count(*) FROM users) - :signupsEach)
				ORDER BY id LIMIT :signupsEach) u) p`,
		{ users, events, signupsEach },
	);
}
