/** The jobs of a queue. Times are ISO strings. */
export type QueueFact = {
	name: string;
	waiting: number;
	oldestAt: string | null;
	/** How many jobs failed in the last day. */
	failed: number;
	/** When the last job succeeded, within the last day. */
	completedAt: string | null;
};

export const RECONCILE_QUEUE = 'discord.reconcile';
export const MIRROR_QUEUE = 'events.mirror';

export type QueueSummary = {
	waiting: number;
	oldestAt: string | null;
	/** The queues whose jobs failed in the last day: 'events.complete (3), discord.reconcile (1)'. */
	failed: string | null;
	/** When Discord was last compared with Townbell, within the last day. */
	reconciledAt: string | null;
};

/** Returns what the queues have in common, for a page. */
export function summarizeQueues(queues: readonly QueueFact[]): QueueSummary {
	const failed = queues.filter((queue) => queue.failed > 0);
	return {
		waiting: queues.reduce((sum, { waiting }) => sum + waiting, 0),
		oldestAt: findOldestJob(queues),
		failed: failed.map((queue) => `${queue.name} (${queue.failed})`).join(', ') || null,
		reconciledAt: queues.find(({ name }) => name === RECONCILE_QUEUE)?.completedAt ?? null,
	};
}

/** Returns when the oldest job that waits was queued; null for none. */
export const findOldestJob = (queues: readonly QueueFact[]): string | null =>
	queues
		.flatMap(({ oldestAt }) => oldestAt ?? [])
		.sort()
		.at(0) ?? null;
