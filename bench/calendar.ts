import { execute } from '~/database/sql.ts';
import { createUserRow } from '~/seeds/factories.ts';
import { readCalendarFeed } from '~/server/operations/calendar/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { hashSecret } from '~/server/secrets.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { getMedian, type Ratio } from './measure.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const EVENTS = 300;
const RUNS = 31;

/**
 * Measures the CPU time of this process, in milliseconds, for the calendar feed of 300 events with groups. It
 * asks for the first feed, a later one, and one that has not changed, of which no text is made.
 */
export async function measureCalendar(): Promise<Ratio[]> {
	useTestEnvironment();
	const user = await createUserRow();
	await insertCalendar(user.id);
	const read = () => perform(readCalendarFeed, { actor: { id: user.id, role: 'player' }, now: NOW });
	const readText = async () => (await read()).format();
	const first = await measureCpu(readText);
	const later = await measureMedianCpu(readText);
	const unchanged = await measureMedianCpu(async () => hashSecret((await read()).source));
	const entries = (await readText()).match(/BEGIN:VEVENT/g)?.length;
	if (entries !== EVENTS) throw new Error(`The calendar has ${entries} events.`);
	return [
		{ name: `calendar of ${EVENTS} events, first one, CPU ms`, ratio: first, ceiling: 150 },
		{ name: `calendar of ${EVENTS} events, CPU ms`, ratio: later, ceiling: 50 },
		{ name: `unchanged calendar of ${EVENTS} events, CPU ms`, ratio: unchanged, ceiling: 10 },
	];
}

async function measureMedianCpu(work: () => Promise<unknown>): Promise<number> {
	const times: number[] = [];
	for (let i = 0; i < RUNS; i += 1) times.push(await measureCpu(work));
	return getMedian(times);
}

async function measureCpu(work: () => Promise<unknown>): Promise<number> {
	const start = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(start);
	return (user + system) / 1_000;
}

/** Inserts 300 events in five time zones, each with a confirmed signup of the user, who plays in its group. */
async function insertCalendar(userId: string): Promise<void> {
	await execute(
		`WITH new_events AS (
			INSERT INTO events (title, description, location, date, timezone)
			SELECT 'Game night ' || n, repeat('Bring your best poker face. ', 12), 'Town square',
				timestamptz '2026-06-02' + n * interval '1 day', (ARRAY['America/New_York', 'Europe/Berlin', 'Australia/Sydney',
					'Asia/Tokyo', 'America/Los_Angeles'])[1 + n % 5]
			FROM generate_series(1, :events) n RETURNING id),
		new_signups AS (
			INSERT INTO signups (event_id, user_id, status) SELECT id, :userId, 'confirmed' FROM new_events),
		new_groups AS (
			INSERT INTO groups (event_id, client_id, name) SELECT id, 'a', 'The Ravens' FROM new_events RETURNING id, event_id)
		INSERT INTO group_players (group_id, user_id, event_id) SELECT id, :userId, event_id FROM new_groups`,
		{ events: EVENTS, userId },
	);
}
