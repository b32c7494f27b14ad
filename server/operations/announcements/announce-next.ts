import { isDatabaseDown } from '~/database/connection.ts';
import { POST_REFUSALS } from '~/domain/discord/post-problems.ts';
import { HOUR_MS } from '~/domain/limits.ts';
import { describeAnnouncementError, isTemporary, summarizeForLog } from '../../discord/errors.ts';
import type { RateLimitPause } from '../../discord/rate-limits.ts';
import { createPostBudget, getRetryMs, LEASE_MS } from '../../discord/uncertain-posts.ts';
import { log } from '../../log.ts';
import { findEventMessage } from './find-event-message.ts';
import { findGroupsMessage } from './find-groups-message.ts';
import { findPollMessage } from './find-poll-message.ts';
import {
	type DesiredMessage,
	deleteRow,
	type LeasedAnnouncement,
	LeaseLost,
	leaseNextAnnouncement,
	NO_MESSAGE,
	releaseLease,
	requestRewrite,
	saveFindings,
} from './lease-announcement.ts';
import {
	findEarlierPost,
	postToFirst,
	type Run,
	removeMessage,
	rewrite,
	updateThread,
} from './send-announcement.ts';

/** The pause after an edit that Discord refused; after that, the next change of the event is written again. */
const REFUSED_EDIT_PAUSE_MS = 10 * 60_000;

const MESSAGE_DELETED_ON_DISCORD = 'The message was deleted on Discord.';

/** Reads what a message should be now; null when its event does not exist. */
const FIND_MESSAGE: Record<
	LeasedAnnouncement['kind'],
	(row: LeasedAnnouncement, now: Date) => Promise<DesiredMessage | null>
> = {
	event: findEventMessage,
	groups: findGroupsMessage,
	poll: findPollMessage,
};

/** `signal` ends a wait for Discord's rate limits; the message is then due for the next run. */
export type AnnouncingContext = {
	now: () => Date;
	pause?: RateLimitPause;
	signal?: AbortSignal;
	leaseMs?: number;
};

/**
 * Makes one message match its event, and returns false when there is nothing to do. Any number of processes may call it
 * at once: each message is leased to one of them. A run that was killed at any moment is repeated and still leaves one
 * message: an uncertain post is first looked for, and has a nonce. A run whose lease has expired changes nothing more.
 * Changes that come within three seconds are written together.
 */
export async function announceNext({
	now,
	pause,
	signal,
	leaseMs = LEASE_MS,
}: AnnouncingContext): Promise<boolean> {
	const row = await leaseNextAnnouncement(now(), leaseMs);
	if (!row) return false;
	const budget = createPostBudget(pause, signal);
	try {
		await announce(row, { now, budget }).catch((error: unknown) => {
			if (isDatabaseDown(error) || error instanceof LeaseLost) throw error;
			if (signal?.aborted) return releaseLease(row, { isRetried: true, waitMs: 0 }, now());
			return saveAnnouncementFailure(row, error, now());
		});
	} catch (error) {
		if (!(error instanceof LeaseLost)) throw error;
		log().warn({ eventId: row.event_id, kind: row.kind }, 'another run has taken over a message');
		await requestRewrite(row);
	}
	return true;
}

/**
 * Makes a leased message on Discord match its event. Each step saves its findings at once and returns the changed row,
 * so that the next run can continue from there. A message that Discord does not have is posted only when a user asked
 * for it.
 */
async function announce(leased: LeasedAnnouncement, run: Run): Promise<void> {
	let wanted = leased.wanted === 'absent' ? null : await FIND_MESSAGE[leased.kind](leased, run.now());
	if (!wanted) return removeAnnouncement(leased, run);
	// A message that was deleted on Discord, or that could not be posted, waits for a user's request.
	const isPosted = leased.message_id !== null;
	if (leased.state === 'deleted' || (leased.state === 'failed' && !isPosted)) {
		return releaseLease(leased, {}, run.now());
	}
	let row = isPosted ? leased : await findEarlierPost(leased, wanted, run);
	if (row.message_id !== null && isOutOfDate(row, wanted)) row = await rewrite(row, wanted, run);
	if (row.message_id === null && row.state === 'pending') {
		// A new message does not list the changes since the deleted one.
		if (isPosted) wanted = await FIND_MESSAGE[row.kind](row, run.now());
		if (!wanted) return removeAnnouncement(row, run);
		const channelIds = row.sent_at && row.channel_id ? [row.channel_id] : wanted.channelIds;
		const refusal = wanted.refusal ?? (channelIds.length === 0 ? POST_REFUSALS.noChannel : null);
		if (refusal) return releaseLease(row, { state: 'failed', error: refusal }, run.now());
		row = await postToFirst(channelIds, row, wanted, run);
	}
	if (row.message_id === null) {
		return releaseLease(row, { state: 'deleted', error: row.error ?? MESSAGE_DELETED_ON_DISCORD }, run.now());
	}
	const error = await updateThread(row, wanted, run);
	return releaseLease(row, { state: 'posted', error }, run.now());
}

/** A message that a user asked for is written in any case. */
const isOutOfDate = (row: LeasedAnnouncement, { contentHash, picture }: DesiredMessage): boolean =>
	row.state !== 'posted' || row.content_hash !== contentHash || row.image_hash !== (picture?.hash ?? null);

/** Deletes the message and its row. */
async function removeAnnouncement(row: LeasedAnnouncement, run: Run): Promise<void> {
	await removeMessage(row, run);
	if (!(await deleteRow(row))) await releaseLease(await saveFindings(row, NO_MESSAGE), {}, run.now());
}

/**
 * Saves a failure. A temporary one is retried after a pause, a refused deletion every hour. A refused edit is tried
 * again with the event's next change, and a refused post waits for a user's request.
 */
async function saveAnnouncementFailure(row: LeasedAnnouncement, failure: unknown, now: Date): Promise<void> {
	const { event_id: eventId, kind } = row;
	const problem = summarizeForLog(failure);
	if (problem) log().warn({ eventId, kind, problem }, 'Discord did not accept a message');
	else log().error({ eventId, kind, err: failure }, 'announcing failed');
	const error = describeAnnouncementError(failure, kind);
	if (isTemporary(failure)) {
		return releaseLease(row, { error, isRetried: true, waitMs: getRetryMs(row.attempts, failure) }, now);
	}
	if (row.wanted === 'absent') return releaseLease(row, { error, isRetried: true, waitMs: HOUR_MS }, now);
	return releaseLease(row, { state: 'failed', error, waitMs: REFUSED_EDIT_PAUSE_MS }, now);
}
