import { one } from '~/database/sql.ts';
import { ANNOUNCEMENT_TIMES } from '../operations/announcements/index.ts';
import { MESSAGE_TIMES, NOTICE_TIMES } from '../operations/direct-messages/index.ts';
import { EVENT_ROLE_TIMES_SQL } from '../operations/event-roles/index.ts';
import { PLACES_TIMES } from '../operations/places/index.ts';
import { HAS_LOST_JOBS, QUEUE_DELAYS } from '../queue/backlog.ts';

/** The times of each loop, as SQL. A time may be too early, because the loop itself decides what is due. */
const TIMES = {
	announcements: ANNOUNCEMENT_TIMES,
	'notices of events': NOTICE_TIMES,
	'direct messages': MESSAGE_TIMES,
	places: PLACES_TIMES,
	'event roles': EVENT_ROLE_TIMES_SQL,
};
export type LoopName = keyof typeof TIMES;

/** The milliseconds until something may be due; zero when it is, null when nothing is planned. */
type Delays = {
	loops: Record<LoopName, number | null>;
	queues: Record<string, number>;
	hasLostJobs: boolean;
};

const DELAYS = Object.entries(TIMES).map(
	([name, times]) => `'${name}', (SELECT extract(epoch FROM greatest(min(at), :now) - :now)::float8 * 1000
		FROM (${times}) AS times (at) HAVING count(*) > 0)`,
);

/**
 * Returns when the loops and the workers of this process have something to do, counted from `now`. The jobs of the queue
 * have times of the database's clock. The queue must be installed.
 */
export async function readDelays(now: Date): Promise<Delays> {
	const delays = await one<Delays>(
		`SELECT json_build_object(${DELAYS.join()}) AS loops, coalesce(${QUEUE_DELAYS}, '{}') AS queues,
			${HAS_LOST_JOBS} AS "hasLostJobs"
		FROM (SELECT :now::timestamptz) AS given`,
		{ now },
	);
	if (!delays) throw new Error('A SELECT of one row returned none.');
	return delays;
}
