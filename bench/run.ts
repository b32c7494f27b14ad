import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { closeDatabase, connectDatabase, database } from '~/database/connection.ts';
import { startEmbeddedDatabase } from '~/database/embedded.ts';
import { migrate } from '~/database/migrate.ts';
import { execute } from '~/database/sql.ts';
import { createEventRow, createUserRow } from '~/seeds/factories.ts';
import { readEvent } from '~/server/operations/events/index.ts';
import { listUpcomingEvents } from '~/server/operations/events/list-upcoming-events.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { putSignup } from '~/server/operations/signups/put-signup.ts';
import { measureAdmin } from './admin.ts';
import { measureCalendar } from './calendar.ts';
import { measureClients } from './clients.ts';
import { measureGroups } from './groups.ts';
import { measureGrowth } from './growth.ts';
import { measureLive } from './live.ts';
import { measureMedian, measureTime, type Ratio } from './measure.ts';
import { measurePages } from './pages.ts';
import { measurePlaces } from './places.ts';

/**
 * `npm run bench`: measures how times grow with the community, as ratios of one run, so that the machine's
 * speed cancels out. The run fails when a ratio is above its ceiling.
 *
 * `npm run bench -- NAME` measures one part, by the file of that name. `groups`: Auto-Split. `admin`: the
 * admin panel. `calendar`: the CPU time of the feed. `pages`: the built app. `growth`: its pages with 400 and
 * with 1,000,000 signups. `live`: 200 open pages. `clients`: pages while clients read a large picture or
 * never read it. `places`: signups for an event with few places.
 */
const NOW = new Date('2026-06-01T12:00:00Z');

if (process.argv.includes('groups')) reportGroups();
else if (process.argv.includes('pages')) {
	await measurePages({
		quick: process.argv.includes('--quick'),
		record: process.argv.includes('--record'),
	});
} else if (process.argv.includes('growth')) printRatios(await measureGrowth());
else if (process.argv.includes('live')) printRatios(await measureLive());
else if (process.argv.includes('clients')) printRatios(await measureClients());
else if (process.argv.includes('places')) printRatios(await measurePlaces());
else printRatios(await measureOperations());

function reportGroups(): void {
	for (const { name, value, max = Infinity, min = -Infinity } of measureGroups()) {
		const isWithin = value <= max && value >= min;
		const bound = max === Infinity ? `at least ${min}` : `at most ${max}`;
		console.log(`${isWithin ? '✓' : '✗'} ${name}: ${Number(value.toFixed(3))} (${bound})`);
		if (!isWithin) process.exitCode = 1;
	}
}

function printRatios(ratios: readonly Ratio[]): void {
	for (const { name, ratio, ceiling } of ratios) {
		console.log(`${ratio <= ceiling ? '✓' : '✗'} ${name}: ${ratio.toFixed(2)} (at most ${ceiling})`);
	}
	process.exitCode = ratios.every(({ ratio, ceiling }) => ratio <= ceiling) ? 0 : 1;
}

async function measureOperations(): Promise<Ratio[]> {
	const directory = await mkdtemp(path.join(tmpdir(), 'townbell-bench-'));
	const postgres = await startEmbeddedDatabase({ directory, database: 'bench', throwaway: true });
	connectDatabase({ url: postgres.url, poolMax: 10 });
	try {
		await migrate(database());
		if (process.argv.includes('admin')) return await measureAdmin();
		if (process.argv.includes('calendar')) return await measureCalendar();
		return [
			...(await measureSignups()),
			...(await measureLists()),
			...(await measureCalendar()),
			...(await measureAdmin()),
		];
	} finally {
		await closeDatabase();
		await postgres.stop();
		await rm(directory, { recursive: true, force: true });
	}
}

/** Compares 200 signups at once with 200 signups one by one, which shows if signups wait for each other. */
async function measureSignups(): Promise<Ratio[]> {
	const users: { id: string }[] = [];
	for (let i = 0; i < 200; i += 1) users.push(await createUserRow());
	const [warmUpEvent, first, second] = [
		await createEventRow(),
		await createEventRow(),
		await createEventRow(),
	];
	const signUp = (user: { id: string }, event: { id: string }) =>
		perform(
			putSignup,
			{ actor: { id: user.id, role: 'player' }, now: NOW },
			{
				params: { eventId: event.id },
				read: () => ({ status: 'confirmed' }),
			},
		);
	const signUpOneByOne = async (event: { id: string }) => {
		for (const user of users) await signUp(user, event);
	};
	await signUpOneByOne(warmUpEvent);
	const oneByOneMs = await measureTime(() => signUpOneByOne(first));
	const atOnceMs = await measureTime(() => Promise.all(users.map((user) => signUp(user, second))));
	return [{ name: '200 signups at once / one by one', ratio: atOnceMs / oneByOneMs, ceiling: 2 }];
}

/** Measures the list of 40 upcoming events and one event's page, with 2,000 past events compared to none. */
async function measureLists(): Promise<Ratio[]> {
	const viewer = await createUserRow();
	const viewerContext = { actor: { id: viewer.id, role: 'player' as const }, now: NOW };
	await insertEvents('2026-06-02', 40, 20);
	const list = () => perform(listUpcomingEvents, viewerContext);
	const [event] = (await list()).items;
	const page = () => perform(readEvent, viewerContext, { params: { eventId: event?.id ?? '' } });
	const small = { list: await measureMedian(list), page: await measureMedian(page) };
	await insertEvents('2016-01-01', 2_000, 100);
	await execute('ANALYZE');
	const large = { list: await measureMedian(list), page: await measureMedian(page) };
	return [
		{
			name: 'upcoming events, 200,000 past signups / none',
			ratio: large.list / small.list,
			ceiling: 2,
		},
		{ name: 'one event, 200,000 past signups / none', ratio: large.page / small.page, ceiling: 2 },
	];
}

/** Inserts `events` events from `start` on, one day apart, each with `signupsEach` signups of shared users. */
async function insertEvents(start: string, events: number, signupsEach: number): Promise<void> {
	await execute(
		`INSERT INTO users (discord_id, username) SELECT (700000000000000000 + n)::text, 'bench-' || n
		FROM generate_series(1, :signupsEach) n ON CONFLICT DO NOTHING`,
		{ signupsEach },
	);
	await execute(
		`WITH new_events AS (
			INSERT INTO events (title, description, location, date)
			SELECT 'Bench', '', '', :start::timestamptz + n * interval '1 day' FROM generate_series(1, :events) n RETURNING id)
		INSERT INTO signups (event_id, user_id, status)
		SELECT new_events.id, u.id, 'confirmed' FROM new_events,
			(SELECT id FROM users WHERE username LIKE 'bench-%' ORDER BY id LIMIT :signupsEach) u`,
		{ start, events, signupsEach },
	);
}
