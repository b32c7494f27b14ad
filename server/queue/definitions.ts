import type { Queue } from 'pg-boss';

type NoData = Record<string, never>;

/** The data of every job by the job's name. Only ids, because the current data is in our own tables. */
export type JobData = {
	'admin.delete-expired-runs': NoData;
	'api.delete-expired-keys': NoData;
	'attendance.delete-old': NoData;
	'audit.delete-old-undos': NoData;
	'auth.delete-expired-sessions': NoData;
	'auth.delete-expired-sign-ins': NoData;
	'discord.reconcile': NoData;
	'events.announce-series': NoData;
	'events.complete': NoData;
	'events.continue-series': NoData;
	'events.mirror': { eventId: string };
	'events.requeue-mirrors': NoData;
	'images.delete-orphans': NoData;
	'limits.delete-expired-counters': NoData;
	'live.delete-old-changes': NoData;
	'messages.plan-reminders': NoData;
	'messages.delete-finished': NoData;
	'queue.release-keys': NoData;
	'users.check-members': NoData;
	'users.pass-on-departures': NoData;
};
export type JobName = keyof JobData;

/**
 * How often a failed job is retried, and the seconds between the tries: `delaySeconds`, doubled each time up to
 * `maxDelaySeconds`.
 */
export type Retries = { limit: number; delaySeconds: number; maxDelaySeconds: number };

/**
 * About a week of retries, every two minutes at the end: an outage of Discord may be long, and the mirror
 * should be updated soon after it.
 */
export const MIRROR_RETRIES: Retries = { limit: 5_000, delaySeconds: 5, maxDelaySeconds: 120 };

/**
 * The seconds after which a running job counts as lost and is retried: `expirySeconds` for a job that hangs,
 * `heartbeatSeconds` (at least 10) for a job whose process was killed and sends no heartbeat.
 */
export type JobTimeouts = { expirySeconds: number; heartbeatSeconds: number };
export const MIRROR_TIMEOUTS: JobTimeouts = { expirySeconds: 120, heartbeatSeconds: 30 };

/**
 * A queued job is not queued twice, so that nothing accumulates while no worker runs. The next run is also the retry.
 */
const SCHEDULED_JOB_OPTIONS = {
	policy: 'short',
	retryLimit: 0,
	expireInSeconds: 120,
	// The health page counts the failed jobs of the last day.
	deleteAfterSeconds: 86_400,
} as const;

const SCHEDULED_JOB_NAMES = [
	'admin.delete-expired-runs',
	'api.delete-expired-keys',
	'attendance.delete-old',
	'audit.delete-old-undos',
	'auth.delete-expired-sessions',
	'auth.delete-expired-sign-ins',
	'discord.reconcile',
	'events.announce-series',
	'events.complete',
	'events.continue-series',
	'events.requeue-mirrors',
	'images.delete-orphans',
	'limits.delete-expired-counters',
	'live.delete-old-changes',
	'messages.plan-reminders',
	'messages.delete-finished',
	'queue.release-keys',
	'users.check-members',
	'users.pass-on-departures',
] as const satisfies readonly JobName[];
/** A hundred events with a thousand interested users each need a thousand calls to Discord. */
const LONG_JOB_OPTIONS: Partial<Record<ScheduledJobName, { expireInSeconds: number }>> = {
	'discord.reconcile': { expireInSeconds: 840 },
	'users.check-members': { expireInSeconds: 840 },
};
/** The names of the scheduled jobs, which have no data. */
export type ScheduledJobName = (typeof SCHEDULED_JOB_NAMES)[number];

/**
 * The queues of scheduled jobs that earlier versions had under other names. A start deletes them, so that no schedule
 * queues jobs that no process runs. A process of an earlier version that still runs logs an error for each, until it
 * stops. Unknown queues are not deleted: they may belong to a newer version, during an update or after a return to this
 * version.
 */
export const RETIRED_QUEUES: string[] = [
	'admin.remove-outlived-runs',
	'api.remove-outlived-keys',
	'auth.remove-outlived-sessions',
	'auth.remove-outlived-sign-ins',
	'limits.remove-outlived-counters',
	'images.remove-orphans',
	'live.remove-old-changes',
	'messages.remove-finished',
];

/**
 * Returns the options of every queue. To change a policy, rename the queue: pg-boss keeps the first policy of a name.
 */
export function listQueues(
	{ limit, delaySeconds, maxDelaySeconds }: Retries,
	{ expirySeconds, heartbeatSeconds }: JobTimeouts,
): Queue[] {
	return [
		...SCHEDULED_JOB_NAMES.map((name) => ({ name, ...SCHEDULED_JOB_OPTIONS, ...LONG_JOB_OPTIONS[name] })),
		{
			name: 'events.mirror' satisfies JobName,
			policy: 'key_strict_fifo',
			retryLimit: limit,
			retryDelay: delaySeconds,
			retryDelayMax: maxDelaySeconds,
			retryBackoff: true,
			expireInSeconds: expirySeconds,
			heartbeatSeconds,
			deleteAfterSeconds: 86_400,
		},
	];
}
