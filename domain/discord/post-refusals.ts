/** Why an event or its groups cannot be posted on Discord, for creators. */
export const POST_REFUSALS = {
	noChannel: 'No announcement channel is set. An admin can choose one in Site Settings.',
	eventNotActive: 'Only active events can be posted to Discord.',
	groupsNotActive: 'Groups can only be posted for active events.',
	noGroups: 'No groups are saved. Save them first, then post them.',
} as const;

/** What can be wrong with the thread of a message that is posted, and what to do, for creators. */
export const THREAD_PROBLEMS = {
	refused: 'The message is posted, but the bot could not create its thread.',
	notRenamed:
		'The message is posted, but its thread has an old name: the bot is not allowed to rename it. Please give the bot’s role “Manage Threads” in the announcement channel, then post again.',
	deleted: 'The message is posted, but its thread was deleted on Discord. Post again to start a new one.',
} as const;

/** Returns whether the error of a message is about its thread only. */
export const isThreadProblem = (error: string | null): boolean =>
	Object.values<string | null>(THREAD_PROBLEMS).includes(error);
