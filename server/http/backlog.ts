import { QUEUE_SCHEMA } from '~/database/migrate.ts';
import { rows } from '~/database/sql.ts';
import { IS_OUT_OF_DATE } from '../operations/announcements/index.ts';

/** What one queue still has to do. The oldest is null when the queue is empty or does not record its times. */
export type Backlog = {
	queue: string;
	waiting: number;
	retrying: number;
	running: number;
	oldest_seconds: number | null;
};

/**
 * Returns what all replicas together still have to do at `now`: one row for each queue with unfinished jobs, one for
 * the announcements that are out of date and one for the direct messages that are due. The queue must be installed.
 */
export function readBacklog(now: Date): Promise<Backlog[]> {
	return rows<Backlog>(
		`SELECT name AS queue, (count(*) FILTER (WHERE state = 'created'))::int AS waiting,
			(count(*) FILTER (WHERE state = 'retry'))::int AS retrying,
			(count(*) FILTER (WHERE state = 'active'))::int AS running,
			extract(epoch FROM :now::timestamptz - min(created_on))::float8 AS oldest_seconds
		FROM ${QUEUE_SCHEMA}.job WHERE state < 'completed' GROUP BY name
		UNION ALL
		SELECT 'announcements', (count(*) FILTER (WHERE a.attempts = 0))::int, (count(*) FILTER (WHERE a.attempts > 0))::int, 0, NULL
		FROM announcements a LEFT JOIN events e ON e.id = a.event_id WHERE ${IS_OUT_OF_DATE}
		UNION ALL
		SELECT 'direct messages', (count(*) FILTER (WHERE attempts = 0))::int,
			(count(*) FILTER (WHERE attempts > 0))::int, 0, extract(epoch FROM :now::timestamptz - min(due_at))::float8
		FROM direct_messages WHERE state = 'pending' AND due_at <= :now`,
		{ now },
	);
}
