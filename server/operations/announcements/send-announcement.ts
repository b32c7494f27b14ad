import type { AnnouncementKind } from '~/domain/discord/announcement.ts';
import { type CustomId, encodeCustomId } from '~/domain/discord/custom-id.ts';
import { isThreadProblem, LOST_POSTS, THREAD_PROBLEMS } from '~/domain/discord/post-problems.ts';
import { requireMessageHistory } from '../../discord/channels.ts';
import { DISCORD_CODES, isRateLimit } from '../../discord/client.ts';
import {
	hasDiscordCode,
	isForbidden,
	isRefused,
	isTemporary,
	isUnknown,
	summarizeForLog,
} from '../../discord/errors.ts';
import { readBotId } from '../../discord/guild.ts';
import {
	createMessage,
	deleteMessage,
	editMessage,
	findMessage,
	type MessageChange,
	renameThread,
	startThread,
} from '../../discord/messages.ts';
import type { RateLimitBudget } from '../../discord/rate-limits.ts';
import { getRetryMs, hasNonce, toNonce, toSearchStart } from '../../discord/uncertain-posts.ts';
import { readImageBytes } from '../../images/store.ts';
import { log } from '../../log.ts';
import {
	type DesiredMessage,
	type LeasedAnnouncement,
	NO_MESSAGE,
	saveFindings,
} from './lease-announcement.ts';
import { findMentionedRole, noteDeletedChannel } from './note-deletions.ts';

export type Run = { now: () => Date; budget: RateLimitBudget };

/** Looks for the message that an earlier run posted without getting the response, and saves its ID. */
export async function findEarlierPost(
	row: LeasedAnnouncement,
	wanted: DesiredMessage,
	run: Run,
): Promise<LeasedAnnouncement> {
	try {
		const messageId = await findPostedMessage(row, run);
		return messageId === null ? row : await saveFindings(row, { ...NO_MESSAGE, message_id: messageId });
	} catch (error) {
		if (!isOutOfReach(error, row, wanted)) throw error;
		return saveFindings(row, NO_MESSAGE);
	}
}

/** The button by which a message of this kind is found, and the prefix of its nonce. */
const MARKS: Record<AnnouncementKind, (eventId: string) => { button: CustomId; nonce: string }> = {
	event: (eventId) => ({ button: { kind: 'signup', eventId, status: 'confirmed' }, nonce: '' }),
	groups: (eventId) => ({ button: { kind: 'seat', eventId }, nonce: 'g' }),
	poll: (eventId) => ({ button: { kind: 'poll', eventId }, nonce: 'p' }),
};

/**
 * Returns the ID of the message that an earlier run posted without getting the response, or null. Throws
 * `DiscordUnavailable` when the bot may not read the messages, unless it can post again with the same nonce.
 */
async function findPostedMessage(
	{ event_id: eventId, kind, sent_at: sentAt, channel_id: channelId, wanted }: LeasedAnnouncement,
	run: Run,
): Promise<string | null> {
	if (!sentAt || !channelId) return null;
	const search = {
		since: toSearchStart(sentAt),
		authorId: await readBotId(),
		customId: encodeCustomId(MARKS[kind](eventId).button),
	};
	const messageId = await run.budget.run(() => findMessage(channelId, search));
	const canRepeat = wanted === 'present' && hasNonce(sentAt, run.now());
	if (messageId === null && !canRepeat) await run.budget.run(() => requireMessageHistory(channelId));
	return messageId;
}

/**
 * Returns whether Discord has deleted the message or its channel. A message that a user asked for also counts as
 * deleted when the bot has lost its channel and another was chosen.
 */
function isOutOfReach(
	error: unknown,
	row: LeasedAnnouncement,
	{ channelIds: [channelId] }: DesiredMessage,
): boolean {
	if (isUnknown(error, DISCORD_CODES.unknownMessage, DISCORD_CODES.unknownChannel)) return true;
	return (
		row.state === 'pending' && channelId !== undefined && channelId !== row.channel_id && isForbidden(error)
	);
}

/** Posts a message in the first of these channels that still exists. */
export async function postToFirst(
	[channelId = '', ...others]: string[],
	row: LeasedAnnouncement,
	wanted: DesiredMessage,
	run: Run,
): Promise<LeasedAnnouncement> {
	try {
		return await postInChannel({ ...row, channel_id: channelId }, wanted, run);
	} catch (error) {
		if (!isUnknown(error, DISCORD_CODES.unknownChannel)) throw error;
		await noteDeletedChannel(channelId, run.now());
		if (others.length === 0) throw error;
		return postToFirst(others, row, wanted, run);
	}
}

async function postInChannel(
	row: LeasedAnnouncement & { channel_id: string },
	wanted: DesiredMessage,
	run: Run,
): Promise<LeasedAnnouncement> {
	const { channel_id, sent_at } = row;
	const roleId = wanted.roleId && (await findMentionedRole(wanted.roleId, run));
	const sentAt = sent_at ?? run.now();
	// Saved before the request: when its response is lost, the next run must know that the message may exist.
	const sent = await saveFindings(row, { ...NO_MESSAGE, channel_id, sent_at: sentAt });
	const { userIds } = wanted;
	const nonce = toNonce(MARKS[row.kind](row.event_id).nonce, row.event_id, sentAt);
	const options = { nonce, roleId, userIds };
	try {
		const { result: messageId, ...hashes } = await sendWithPicture(wanted, true, (change) =>
			run.budget.run(() => createMessage(channel_id, change, options)),
		);
		const posted = await saveFindings(sent, { ...hashes, message_id: messageId, sent_at: null });
		// Discord returns the earlier message for the same nonce, and it is unknown what that one shows.
		return sent_at ? await rewrite(posted, wanted, run) : posted;
	} catch (error) {
		// Discord refused the only attempt, so there is no message to look for.
		if (!sent_at && isRefused(error)) await saveFindings(sent, { sent_at: null });
		throw error;
	}
}

/** Writes the message again. The returned row has no message when it was deleted. */
export async function rewrite(
	row: LeasedAnnouncement,
	wanted: DesiredMessage,
	run: Run,
): Promise<LeasedAnnouncement> {
	const { channel_id: channelId, message_id: messageId } = row;
	if (channelId === null || messageId === null) return row;
	const isPictureStale = row.image_hash !== (wanted.picture?.hash ?? null) || row.content_hash === null;
	// Saved before the request: when its response is lost, it is unknown what the message shows.
	await saveFindings(row, { content_hash: null });
	try {
		const { result: _, ...hashes } = await sendWithPicture(wanted, isPictureStale, (change) =>
			run.budget.run(() => editMessage({ channelId, messageId }, change, { userIds: wanted.userIds })),
		);
		return saveFindings(row, hashes);
	} catch (error) {
		if (!isOutOfReach(error, row, wanted)) throw error;
		const isChannelDeleted = isUnknown(error, DISCORD_CODES.unknownChannel);
		if (isChannelDeleted) await noteDeletedChannel(channelId, run.now());
		return {
			...(await saveFindings(row, NO_MESSAGE)),
			error: isChannelDeleted ? LOST_POSTS[row.kind] : null,
		};
	}
}

type Sent<Result> = { result: Result } & Pick<
	LeasedAnnouncement,
	'content_hash' | 'image_hash' | 'posted_groups'
>;

/**
 * Sends a message and returns what it shows now. Its picture is sent when it `isStale`. When the bot lacks a
 * permission, that may be “Attach Files”, so the message is sent once more without the picture.
 */
async function sendWithPicture<Result>(
	{ content, contentHash, picture, groups }: DesiredMessage,
	isStale: boolean,
	send: (change: MessageChange) => Promise<Result>,
): Promise<Sent<Result>> {
	const shown = { content_hash: contentHash, posted_groups: groups };
	if (picture && !isStale) {
		return { result: await send(picture.content), ...shown, image_hash: picture.hash };
	}
	const bytes = picture && (await readImageBytes(picture.id));
	if (picture && bytes) {
		const { name, mime, hash } = picture;
		try {
			const result = await send({ ...picture.content, attachment: { name, mime, bytes } });
			return { result, ...shown, image_hash: hash };
		} catch (error) {
			if (!hasDiscordCode(error, DISCORD_CODES.missingPermissions)) throw error;
		}
	}
	const attachment = isStale ? null : undefined;
	return { result: await send({ ...content, attachment }), ...shown, image_hash: null };
}

/**
 * Starts the thread of a message that should have one, or gives it the event's name, and returns what is wrong with it,
 * or null. What Discord refused is not tried again before the next name or the next request of a user.
 */
export async function updateThread(
	row: LeasedAnnouncement,
	wanted: DesiredMessage,
	run: Run,
): Promise<string | null> {
	const { threadName, opensThread } = wanted;
	if (threadName === null) return null;
	if (row.thread_id !== null) return followName(row, threadName, run);
	if (isThreadProblem(row.error)) return row.error;
	return opensThread ? openThread(row, threadName, run) : null;
}

async function openThread(row: LeasedAnnouncement, threadName: string, run: Run): Promise<string | null> {
	const { channel_id: channelId, message_id: messageId } = row;
	if (channelId === null || messageId === null) return null;
	try {
		const threadId = await run.budget.run(() => startThread({ channelId, messageId }, threadName));
		await saveFindings(row, { thread_id: threadId, thread_name: threadName });
		return null;
	} catch (error) {
		// The response of an earlier run was lost. The thread of a message has the message's ID.
		if (!hasDiscordCode(error, DISCORD_CODES.threadExists))
			return refuseThread(row, error, THREAD_PROBLEMS.refused);
		return followName(await saveFindings(row, { thread_id: messageId }), threadName, run);
	}
}

/** Renames the thread of a message. Discord limits its new names, so the name waits and the message does not. */
async function followName(row: LeasedAnnouncement, threadName: string, run: Run): Promise<string | null> {
	const { thread_id: threadId, thread_due_at: dueAt } = row;
	if (threadId === null) return null;
	if (row.thread_name === threadName) return isThreadProblem(row.error) ? row.error : null;
	if (dueAt !== null && dueAt > run.now()) return null;
	try {
		await run.budget.run(() => renameThread(threadId, threadName));
		await saveFindings(row, { thread_name: threadName });
		return null;
	} catch (error) {
		if (isRateLimit(error) && error.isPartialLimit) {
			await saveFindings(row, { thread_due_at: new Date(run.now().getTime() + getRetryMs(0, error)) });
			return null;
		}
		if (isUnknown(error, DISCORD_CODES.unknownChannel)) {
			await saveFindings(row, { thread_id: null, thread_name: null });
			return THREAD_PROBLEMS.deleted;
		}
		const problem = refuseThread(row, error, THREAD_PROBLEMS.notRenamed);
		await saveFindings(row, { thread_name: threadName });
		return problem;
	}
}

/** Returns and logs what is wrong with a thread. Throws an error that may be gone with the next run. */
function refuseThread({ event_id: eventId }: LeasedAnnouncement, error: unknown, text: string): string {
	const problem = summarizeForLog(error);
	if (!problem || isTemporary(error)) throw error;
	log().warn({ eventId, problem }, 'Discord refused a thread');
	return text;
}

/** Deletes the message on Discord. */
export async function removeMessage(row: LeasedAnnouncement, run: Run): Promise<void> {
	const messageId = row.message_id ?? (await findPostToRemove(row, run));
	const { channel_id: channelId } = row;
	if (channelId && messageId) await run.budget.run(() => deleteMessage(channelId, messageId));
}

/** A deleted channel has no message that must be deleted. */
async function findPostToRemove(row: LeasedAnnouncement, run: Run): Promise<string | null> {
	try {
		return await findPostedMessage({ ...row, wanted: 'absent' }, run);
	} catch (error) {
		if (!isUnknown(error, DISCORD_CODES.unknownChannel)) throw error;
		return null;
	}
}
