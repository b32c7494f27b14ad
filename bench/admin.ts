import { QueryTypes } from 'sequelize';
import { database } from '~/database/connection.ts';
import { makeUser } from '~/seeds/factories.ts';
import { listAllEvents, listAllSignups, listUsers } from '~/server/operations/admin/lists.ts';
import { readSettingsCard } from '~/server/operations/admin/settings.ts';
import { readStats } from '~/server/operations/admin/stats.ts';
import { type Operation, perform } from '~/server/operations/kernel/operation.ts';
import { amendSignup, updateSignups } from '~/server/operations/signups/admin.ts';
import { readUser, setRole } from '~/server/operations/users/admin.ts';
import { medians, type Ratio } from './measure.ts';

/** The same order of time: a tenth of a second stays less than a second. */
const CEILING = 10;
const NOW = new Date('2026-06-01T12:00:00Z');
const PAGE = 25;

type Work = [name: string, work: () => Promise<unknown>];

/** Every admin page and tool with 10,000 users, 2,000 events and 200,000 signups against 100 of each. */
export async function measureAdmin(): Promise<Ratio[]> {
	await database().query('TRUNCATE users, events, audit_entries CASCADE');
	await fill({ users: 100, events: 100, signupsEach: 1 });
	const small = await measure();
	await fill({ users: 9_900, events: 0, signupsEach: 0 });
	// No statement may take long.
	for (let i = 0; i < 19; i += 1) await fill({ users: 0, events: 100, signupsEach: 106 });
	const large = await measure();
	await database().query('TRUNCATE users, events, audit_entries CASCADE');
	return small.map(({ name, milliseconds, relative }, i) => {
		const grown = large[i] ?? { milliseconds: Number.NaN, relative: Number.NaN };
		return {
			name: `${name} (${milliseconds.toFixed(1)} ms, ${grown.milliseconds.toFixed(1)} ms)`,
			ratio: grown.relative / relative,
			ceiling: CEILING,
		};
	});
}

/** Each work's time, and that time in those of a query that no growth touches: what else the machine does cancels out. */
async function measure(): Promise<{ name: string; milliseconds: number; relative: number }[]> {
	// As autovacuum leaves the tables.
	await database().query('VACUUM ANALYZE');
	const { works, steady } = await listWork();
	const times: { name: string; milliseconds: number; relative: number }[] = [];
	for (const [name, work] of works) {
		const [milliseconds, base] = await medians([work, steady]);
		times.push({ name, milliseconds, relative: milliseconds / base });
	}
	return times;
}

async function listWork(): Promise<{ works: Work[]; steady: () => Promise<unknown> }> {
	const admin = await makeUser({ role: 'admin' });
	const caller = { actor: { id: String(admin.id), role: 'admin' as const }, now: NOW };
	const list = (operation: unknown, query: Record<string, unknown>) => () =>
		perform(operation as Operation<string, never, unknown>, caller, {
			read: () => ({ limit: PAGE, ...query }),
		});
	const [person] = await database().query<{ id: string }>(
		`SELECT id FROM users WHERE username = 'bench-77'`,
		{
			type: QueryTypes.SELECT,
		},
	);
	const [night] = await database().query<{ event_id: string }>(
		'SELECT event_id FROM signups ORDER BY id LIMIT 1',
		{
			type: QueryTypes.SELECT,
		},
	);
	const rows = await database().query<{ id: string }>(`SELECT id FROM signups ORDER BY id LIMIT ${PAGE}`, {
		type: QueryTypes.SELECT,
	});
	const signupIds = rows.map(({ id }) => id);
	const user = { params: { userId: String(person?.id) } };
	const turn = (() => {
		let count = 0;
		return () => (count++ % 2 === 0 ? 'late' : 'confirmed');
	})();
	const roles = ['storyteller', 'player'];
	const works: Work[] = [
		['stats', () => perform(readStats, caller)],
		['users, newest', list(listUsers, {})],
		['users, by name', list(listUsers, { sort: 'name' })],
		['users, one role', list(listUsers, { role: 'creator' })],
		['users, searched for some', list(listUsers, { q: 'bench-77' })],
		['users, searched for all', list(listUsers, { q: 'bench' })],
		['events, newest', list(listAllEvents, {})],
		['events, by date', list(listAllEvents, { sort: '-date' })],
		['events, by title', list(listAllEvents, { sort: 'title' })],
		['events, searched for one', list(listAllEvents, { q: 'night 77' })],
		['events, searched for all', list(listAllEvents, { q: 'night' })],
		['signups, newest', list(listAllSignups, {})],
		['signups, by event', list(listAllSignups, { sort: '-date' })],
		['signups, by person', list(listAllSignups, { sort: 'person' })],
		['signups, one status', list(listAllSignups, { status: 'declined' })],
		['signups, of one event', list(listAllSignups, { event: night?.event_id })],
		['signups, searched for some', list(listAllSignups, { q: 'bench-77' })],
		['signups, searched for all', list(listAllSignups, { q: 'bench' })],
		['one user', () => perform(readUser, caller, user)],
		['a role', () => perform(setRole, caller, { ...user, read: () => ({ role: roles.reverse()[0] }) })],
		[
			'one signup set right',
			() =>
				perform(amendSignup, caller, {
					params: { signupId: String(signupIds[0]) },
					read: () => ({ status: turn() }),
				}),
		],
		[
			'a status for 25 signups',
			() => perform(updateSignups, caller, { read: () => ({ signupIds, status: turn() }) }),
		],
	];
	return { works, steady: () => perform(readSettingsCard, caller) };
}

/** More people and nights, and for every night answers of `signupsEach` people. */
async function fill({ users, events, signupsEach }: Record<'users' | 'events' | 'signupsEach', number>) {
	await database().query(
		`INSERT INTO users (username, role, created_at)
		SELECT 'bench-' || n, (ARRAY['player', 'player', 'player', 'creator'])[1 + n % 4],
			timestamptz '2026-01-01' + n * interval '1 second'
		FROM generate_series((SELECT count(*) FROM users) + 1, (SELECT count(*) FROM users) + :users) n`,
		{ replacements: { users } },
	);
	await database().query(
		`WITH nights AS (
			INSERT INTO events (title, date, created_at)
			SELECT 'Bench night ' || n, timestamptz '2020-01-01' + n * interval '1 day',
				timestamptz '2020-01-01' + n * interval '1 hour'
			FROM generate_series((SELECT count(*) FROM events) + 1, (SELECT count(*) FROM events) + :events) n
			RETURNING id)
		INSERT INTO signups (event_id, user_id, status, created_at)
		SELECT nights.id, p.id, (ARRAY['confirmed', 'confirmed', 'late', 'tentative', 'declined'])[1 + (p.place % 5)],
			timestamptz '2020-01-01' + nights.id * interval '1 hour' + p.place * interval '1 second'
		FROM nights, LATERAL (
			SELECT u.id, row_number() OVER (ORDER BY u.id) AS place FROM (
				SELECT id FROM users WHERE id >= (SELECT min(id) FROM users) + (nights.id * 37) % greatest(1, (SELECT count(*) FROM users) - :signupsEach)
				ORDER BY id LIMIT :signupsEach) u) p`,
		{ replacements: { users, events, signupsEach } },
	);
}
