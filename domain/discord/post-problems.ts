import { formatCount, inflect } from '../format-count.ts';

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

/** Why a message of each kind is no longer on Discord after its channel or thread was deleted there, and what to do. */
export const LOST_POSTS = {
	event:
		'The announcement channel no longer exists on Discord. Please choose another in Site Settings, then post again.',
	poll: 'The announcement channel of this poll was deleted on Discord. Please choose another in Site Settings, then post again.',
	groups: 'The channel or thread of these groups was deleted on Discord. You can post them again.',
} as const;

/** The messages and threads of coming events that were deleted on Discord with their channel, or alone. */
export type LostPosts = {
	messages: number;
	threads: number;
	/** Whether the channel that is set was deleted, so that nothing can be posted. */
	isChannelDeleted: boolean;
};

export const LOST_POSTS_ADDRESS = '/admin#settings';
export const CHANNEL_ADDRESS = '/admin/announcements';
export const POST_LOST_LABEL = 'Post all again';
const CHOOSE_CHANNEL = 'Choose another channel in “Announcements and reminders”';

/** Returns what was deleted on Discord and what to do about it, for admins; null when nothing was. */
export function describeLostPosts({
	messages,
	threads,
	isChannelDeleted,
}: LostPosts): { title: string; remedy: string; canPost: boolean } | null {
	const lost = messages + threads > 0;
	if (!isChannelDeleted && !lost) return null;
	const parts = [
		...(messages > 0 ? [`${formatCount(messages, 'message')} with a channel or thread`] : []),
		...(threads > 0 ? [formatCount(threads, 'thread')] : []),
	];
	const title = isChannelDeleted
		? `The announcement channel was deleted on Discord.${messages > 0 ? ` Coming events lost ${formatCount(messages, 'message')}.` : ''}`
		: `Coming events lost ${parts.join(' and ')} that ${inflect(messages + threads, 'was', 'were')} deleted on Discord.`;
	if (!isChannelDeleted)
		return {
			title,
			remedy: `“${POST_LOST_LABEL}” posts ${inflect(messages + threads, 'it', 'them')} again, without mentioning the role.`,
			canPost: true,
		};
	const next = lost ? `, then press “${POST_LOST_LABEL}” in Site Settings` : '';
	return { title, remedy: `${CHOOSE_CHANNEL}${next}.`, canPost: false };
}
