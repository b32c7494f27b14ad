import type { Queue } from 'pg-boss';

type Nothing = Record<string, never>;

/** Every job by its name, and what it carries: ids only, the truth is in our own tables. */
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

/** How often a job that threw is tried again, and the seconds between: `delay` doubled each time, up to `delayMax`. */
export type Retries = { limit: number; delay: number; delayMax: number };

/** For a week, every two minutes in the end: Discord may be away for long, and is to hear of it soon after. */
export const MIRROR_RETRIES: Retries = { limit: 5_000, delay: 5, delayMax: 120 };

/**
 * After so many seconds a job counts as lost and is tried again: one that hangs, and one whose process was killed,
 * which gives no sign for `heartbeat` seconds (10 at least).
 */
export type Patience = { expiry: number; heartbeat: number };
export const MIRROR_PATIENCE: Patience = { expiry: 120, heartbeat: 30 };

/** Once queued it is not queued again, so nothing piles up while nobody works; the next run is also the next try. */
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
/** A hundred events with a thousand people each are a thousand pages of Discord's. */
const LONG_CHORES: Partial<Record<ChoreName, { expireInSeconds: number }>> = {
	'discord.reconcile': { expireInSeconds: 840 },
};
/** The jobs without data that come round by the clock. */
export type ChoreName = (typeof CHORES)[number];

/** How each queue is kept. A changed policy needs a new name: pg-boss keeps the first one. */
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
