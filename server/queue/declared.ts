import type { Queue } from 'pg-boss';

type Nothing = Record<string, never>;

/** The data of every job by the job's name. Only ids, because the current data is in our own tables. */
export type JobData = {
	'admin.remove-outlived-runs': Nothing;
	'api.remove-outlived-keys': Nothing;
	'auth.remove-outlived-sessions': Nothing;
	'auth.remove-outlived-sign-ins': Nothing;
	'discord.reconcile': Nothing;
	'events.complete': Nothing;
	'events.mirror': { eventId: string };
	'events.requeue-mirrors': Nothing;
	'images.remove-orphans': Nothing;
	'limits.remove-outlived-counters': Nothing;
	'queue.release-keys': Nothing;
};
export type JobName = keyof JobData;

/**
 * How often a failed job is retried, and the seconds between the tries: `delay`, doubled each time up to
 * `delayMax`.
 */
export type Retries = { limit: number; delay: number; delayMax: number };

/**
 * About a week of retries, every two minutes at the end: an outage of Discord may be long, and the mirror
 * should be updated soon after it.
 */
export const MIRROR_RETRIES: Retries = { limit: 5_000, delay: 5, delayMax: 120 };

/**
 * The seconds after which a running job counts as lost and is retried: `expiry` for a job that hangs,
 * `heartbeat` (at least 10) for a job whose process was killed and sends no heartbeat.
 */
export type Patience = { expiry: number; heartbeat: number };
export const MIRROR_PATIENCE: Patience = { expiry: 120, heartbeat: 30 };

/**
 * A queued job is not queued twice, so that nothing accumulates while no worker runs. The next run is also
 * the retry.
 */
const CHORE_OPTIONS = {
	policy: 'short',
	retryLimit: 0,
	expireInSeconds: 120,
	deleteAfterSeconds: 3_600,
} as const;

const CHORES = [
	'admin.remove-outlived-runs',
	'api.remove-outlived-keys',
	'auth.remove-outlived-sessions',
	'auth.remove-outlived-sign-ins',
	'discord.reconcile',
	'events.complete',
	'events.requeue-mirrors',
	'images.remove-orphans',
	'limits.remove-outlived-counters',
	'queue.release-keys',
] as const satisfies readonly JobName[];
/** A hundred events with a thousand interested users each need a thousand calls to Discord. */
const LONG_CHORES: Partial<Record<ChoreName, { expireInSeconds: number }>> = {
	'discord.reconcile': { expireInSeconds: 840 },
};
/** The names of the scheduled jobs, which have no data. */
export type ChoreName = (typeof CHORES)[number];

/**
 * Returns the options of every queue. To change a policy, rename the queue: pg-boss keeps the first policy of
 * a name.
 */
export function listQueues({ limit, delay, delayMax }: Retries, { expiry, heartbeat }: Patience): Queue[] {
	return [
		...CHORES.map((name) => ({ name, ...CHORE_OPTIONS, ...LONG_CHORES[name] })),
		{
			name: 'events.mirror' satisfies JobName,
			policy: 'key_strict_fifo',
			retryLimit: limit,
			retryDelay: delay,
			retryDelayMax: delayMax,
			retryBackoff: true,
			expireInSeconds: expiry,
			heartbeatSeconds: heartbeat,
			deleteAfterSeconds: 86_400,
		},
	];
}
