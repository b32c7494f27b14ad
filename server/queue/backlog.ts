import { QUEUE_SCHEMA } from '~/database/migrate.ts';
import { rows } from '~/database/sql.ts';
import { DAY_MS } from '~/domain/limits.ts';
import { MIRROR_QUEUE, type QueueFact } from '~/domain/queues.ts';

/** pg-boss's own queue: each of its jobs queues a scheduled job, some seconds later and without a notification. */
export const SCHEDULE_QUEUE = '__pgboss__send-it';

/** SQL for the milliseconds until the next job of each queue is due, as an object; the queue must be installed. */
export const QUEUE_DELAYS = `(SELECT json_object_agg(name, delay) FROM (
	SELECT name, extract(epoch FROM min(start_after) - now())::float8 * 1000 AS delay FROM ${QUEUE_SCHEMA}.job
	WHERE state < 'active' AND NOT blocked GROUP BY name) AS waiting)`;

/** SQL for whether a mirror job hangs, or the process that ran it was killed. The conditions are those of an index. */
export const HAS_LOST_JOBS = `EXISTS (SELECT FROM ${QUEUE_SCHEMA}.job
	WHERE name = '${MIRROR_QUEUE}' AND policy = 'key_strict_fifo' AND state IN ('active', 'retry', 'failed') AND state = 'active'
		AND least(started_on + expire_seconds * interval '1 second', heartbeat_on + heartbeat_seconds * interval '1 second') < now())`;

/**
 * Returns the state of each queue that has jobs: what waits, what failed in the day before `now`, and the last success.
 * Jobs are deleted a day after they ended.
 */
export async function listQueueFacts(now: Date): Promise<QueueFact[]> {
	const found = await rows<
		Omit<QueueFact, `${string}At`> & { oldest_at: Date | null; completed_at: Date | null }
	>(
		`SELECT name, count(*) FILTER (WHERE state < 'active')::integer AS waiting,
			min(created_on) FILTER (WHERE state < 'active') AS oldest_at,
			count(*) FILTER (WHERE state = 'failed' AND completed_on > :since)::integer AS failed,
			max(completed_on) FILTER (WHERE state = 'completed') AS completed_at
		FROM ${QUEUE_SCHEMA}.job WHERE name NOT LIKE '\\_\\_pgboss%' GROUP BY name ORDER BY name`,
		{ since: new Date(now.getTime() - DAY_MS) },
	);
	return found.map(({ oldest_at, completed_at, ...queue }) => ({
		...queue,
		oldestAt: oldest_at?.toISOString() ?? null,
		completedAt: completed_at?.toISOString() ?? null,
	}));
}
