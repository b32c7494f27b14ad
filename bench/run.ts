import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { closeDatabase, connectDatabase, database } from '~/database/connection.ts';
import { startEmbeddedDatabase } from '~/database/embedded.ts';
import { migrate } from '~/database/migrate.ts';
import { makeEvent, makeUser } from '~/seeds/factories.ts';
import { listUpcomingEvents, readEvent } from '~/server/operations/events/events.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { putSignup } from '~/server/operations/signups/signups.ts';
import { measureAdmin } from './admin.ts';
import { measureGroups } from './groups.ts';
import { median, type Ratio, time } from './measure.ts';

/**
 * `npm run bench`: what grows with the community, as ratios of one run (this machine's speed cancels out). Each has a
 * ceiling; the run fails above it. `npm run bench -- groups` measures auto-split instead (bench/groups.ts), `-- admin`
 * the admin panel alone (bench/admin.ts).
 */
const NOW = new Date('2026-06-01T12:00:00Z');

if (process.argv.includes('groups')) reportGroups();
else await reportRatios();

function reportGroups(): void {
	for (const { name, value, most = Infinity, least = -Infinity } of measureGroups()) {
		const isFine = value <= most && value >= least;
		const bound = most === Infinity ? `at least ${least}` : `at most ${most}`;
		console.log(`${isFine ? '✓' : '✗'} ${name}: ${Number(value.toFixed(3))} (${bound})`);
		if (!isFine) process.exitCode = 1;
	}
}

async function reportRatios(): Promise<void> {
	const directory = await mkdtemp(path.join(tmpdir(), 'townbell-bench-'));
	const postgres = await startEmbeddedDatabase({ directory, database: 'bench', throwaway: true });
	connectDatabase({ url: postgres.url, poolMax: 10 });
	try {
		await migrate(database());
		const ratios = process.argv.includes('admin')
			? await measureAdmin()
			: [...(await measureSignups()), ...(await measureLists()), ...(await measureAdmin())];
		for (const { name, ratio, ceiling } of ratios) {
			console.log(`${ratio <= ceiling ? '✓' : '✗'} ${name}: ${ratio.toFixed(2)} (at most ${ceiling})`);
		}
		process.exitCode = ratios.every(({ ratio, ceiling }) => ratio <= ceiling) ? 0 : 1;
	} finally {
		await closeDatabase();
		await postgres.stop();
		await rm(directory, { recursive: true, force: true });
	}
}

/** 200 people at once against the same 200 one after the other: answers that wait for each other would show. */
async function measureSignups(): Promise<Ratio[]> {
	const users: { id: string }[] = [];
	for (let i = 0; i < 200; i += 1) users.push(await makeUser());
	const [warm, first, second] = [await makeEvent(), await makeEvent(), await makeEvent()];
	const answer = (user: { id: string }, event: { id: string }) =>
		perform(
			putSignup,
			{ actor: { id: user.id, role: 'player' }, now: NOW },
			{
				params: { eventId: event.id },
				read: () => ({ status: 'confirmed' }),
			},
		);
	const oneByOne = async (event: { id: string }) => {
		for (const user of users) await answer(user, event);
	};
	await oneByOne(warm);
	const alone = await time(() => oneByOne(first));
	const together = await time(() => Promise.all(users.map((user) => answer(user, second))));
	return [{ name: '200 sign-ups at once / one by one', ratio: together / alone, ceiling: 2 }];
}

/** The list with 40 nights and one night's page, when the community has 100 times the past and the signups. */
async function measureLists(): Promise<Ratio[]> {
	const viewer = await makeUser();
	const caller = { actor: { id: viewer.id, role: 'player' as const }, now: NOW };
	await fill('2026-06-02', 40, 20);
	const list = () => perform(listUpcomingEvents, caller);
	const [event] = await list();
	const page = () => perform(readEvent, caller, { params: { eventId: event?.id ?? '' } });
	const small = { list: await median(list), page: await median(page) };
	await fill('2016-01-01', 2_000, 100);
	await database().query('ANALYZE');
	const large = { list: await median(list), page: await median(page) };
	return [
		{
			name: 'upcoming nights, 200,000 signups in the past / none',
			ratio: large.list / small.list,
			ceiling: 2,
		},
		{ name: 'one night, 200,000 signups in the past / none', ratio: large.page / small.page, ceiling: 2 },
	];
}

/** `nights` events from `start` on, a day apart, each with `answers` signups of people made once. */
async function fill(start: string, nights: number, answers: number): Promise<void> {
	await database().query(
		`INSERT INTO users (discord_id, username) SELECT (700000000000000000 + n)::text, 'bench-' || n
		FROM generate_series(1, :answers) n ON CONFLICT DO NOTHING`,
		{ replacements: { answers } },
	);
	await database().query(
		`WITH nights AS (
			INSERT INTO events (title, description, location, date)
			SELECT 'Bench', '', '', :start::timestamptz + n * interval '1 day' FROM generate_series(1, :nights) n RETURNING id)
		INSERT INTO signups (event_id, user_id, status)
		SELECT nights.id, u.id, 'confirmed' FROM nights,
			(SELECT id FROM users WHERE username LIKE 'bench-%' ORDER BY id LIMIT :answers) u`,
		{ replacements: { start, nights, answers } },
	);
}
