import { isDatabaseDown } from '~/database/connection.ts';
import { execute } from '~/database/sql.ts';
import { decideDelivery } from '~/domain/discord/delivery.ts';
import {
	type DirectMessageContent,
	toDirectMessage,
	toEndedOffer,
} from '~/domain/discord/direct-messages.ts';
import { DISCORD_CODES, isRateLimit } from '../../discord/client.ts';
import {
	hasDiscordCode,
	isBotRefused,
	isRefused,
	isTemporary,
	isUnknown,
	summarizeForLog,
} from '../../discord/errors.ts';
import { readBotId } from '../../discord/guild.ts';
import { createMessage, editMessage, findMessage, openDirectMessages } from '../../discord/messages.ts';
import type { RateLimitPause } from '../../discord/rate-limits.ts';
import {
	createPostBudget,
	getRetryMs,
	hasNonce,
	LEASE_MS,
	toNonce,
	toSearchStart,
} from '../../discord/uncertain-posts.ts';
import { log } from '../../log.ts';
import { type Facts, findFacts, getAddress, toMessageFacts } from './find-facts.ts';
import {
	finish,
	IS_OWN,
	leaseNextMessages,
	type MessageRow,
	postpone,
	type Run,
	retryAt,
	toKey,
} from './lease-message.ts';
import { postToThread } from './post-to-thread.ts';

/** `signal` ends a wait for Discord's rate limits; the message is then due for the next run. */
type SendingContext = { now: () => Date; pause?: RateLimitPause; signal?: AbortSignal; leaseMs?: number };

/**
 * Sends the message that is due first, directly or to the thread of its event with the others that say the same, or drops
 * it when it is no longer true or wanted. Questions to users without a signup come last. Returns false when none is due,
 * and when Discord fails for a while. Safe to run in several processes at once, and after a run that was killed: each
 * message is leased, and one with an unknown result is sent again with the same nonce, or looked for.
 */
export async function sendNextMessage({
	now,
	pause,
	signal,
	leaseMs = LEASE_MS,
}: SendingContext): Promise<boolean> {
	const leased = await leaseNextMessages(now(), leaseMs);
	if (!leased) return false;
	const [row] = leased;
	if (!row) return true;
	const run = { now, budget: createPostBudget(pause, signal) };
	try {
		await (row.way === 'thread' ? postToThread(leased, run) : deliver(row, run));
		return true;
	} catch (error) {
		if (isDatabaseDown(error)) throw error;
		if (!signal?.aborted) return await saveMessageFailure(leased, error, now());
		await retryAt(leased, now());
		return false;
	}
}

async function deliver(row: MessageRow, run: Run): Promise<void> {
	const facts = (await findFacts(row, [row.user_id])).get(row.user_id);
	// The user or the event was deleted, and the message with it.
	if (!facts) return;
	const { kind, event_date: eventDate, minutes } = row;
	if (row.state === 'outdated') return endOffer(row, facts, run);
	const delivery = decideDelivery({ kind, eventDate, minutes }, facts, run.now());
	if (delivery.action === 'drop' || facts.discordId === null) return finish([row], 'dropped');
	if (delivery.action === 'wait') return postpone(row, delivery.until);
	const content = toDirectMessage(toMessageFacts(row, facts), getAddress(row, row.id));
	const channelId = row.channel_id ?? (await openChannel(facts.discordId, run));
	if (await wasSent(row, channelId, run)) return finish([row], 'sent');
	try {
		await postMessage(row, channelId, content, run);
	} catch (error) {
		if (row.channel_id === null || !isUnknown(error, DISCORD_CODES.unknownChannel)) throw error;
		await postMessage(row, await openChannel(facts.discordId, run), content, run);
	}
	return finish([row], 'sent');
}

/** Takes the buttons from a message whose offer has ended. A message that the user has deleted stays so. */
async function endOffer(row: MessageRow, { event, standing }: Facts, run: Run): Promise<void> {
	const messageId = row.channel_id && row.sent_at && (await findSent(row, row.channel_id, row.sent_at, run));
	const target = messageId && row.channel_id && { channelId: row.channel_id, messageId };
	if (target)
		await run.budget.run(() =>
			editMessage(target, toEndedOffer({ event, standing }, getAddress(row, row.id))),
		);
	return finish([row], 'ended');
}

const openChannel = (discordId: string, { budget }: Run) => budget.run(() => openDirectMessages(discordId));

/** Returns whether an earlier run sent the message. While Discord recognizes its nonce, it is sent again instead. */
async function wasSent(row: MessageRow, channelId: string, run: Run): Promise<boolean> {
	const { sent_at: sentAt } = row;
	if (!sentAt || hasNonce(sentAt, run.now())) return false;
	return (await findSent(row, channelId, sentAt, run)) !== null;
}

/** Returns the ID of a message that was sent, or null. */
async function findSent(
	row: MessageRow,
	channelId: string,
	sentAt: Date,
	{ budget }: Run,
): Promise<string | null> {
	const authorId = await readBotId();
	const search = { since: toSearchStart(sentAt), authorId, url: getAddress(row, row.id) };
	return budget.run(() => findMessage(channelId, search));
}

async function postMessage(
	row: MessageRow,
	channelId: string,
	content: DirectMessageContent,
	run: Run,
): Promise<void> {
	const sentAt = row.sent_at && hasNonce(row.sent_at, run.now()) ? row.sent_at : run.now();
	// Saved before the request: when its response is lost, the next run must know that the message may exist.
	if ((await saveAttempt(row, channelId, sentAt)) === 0) return;
	const nonce = toNonce('d', row.id, sentAt);
	try {
		await run.budget.run(() => createMessage(channelId, content, { nonce, roleId: null }));
	} catch (error) {
		// A refused request had no effect, so the message is as uncertain as before.
		if (isRefused(error)) await saveAttempt(row, channelId, row.sent_at);
		throw error;
	}
}

const saveAttempt = (row: MessageRow, channelId: string, sentAt: Date | null): Promise<number> =>
	execute(
		`UPDATE direct_messages SET channel_id = :channelId, sent_at = :sentAt::timestamptz WHERE ${IS_OWN}`,
		{
			...toKey([row]),
			channelId,
			sentAt,
		},
	);

/**
 * Saves a failure, and returns whether other messages can be sent now. A temporary failure, and one because of the bot, is
 * retried after a pause; others can be sent when it is the limit of one channel. A user who does not accept messages is
 * told so in their profile.
 */
async function saveMessageFailure(
	leased: readonly MessageRow[],
	failure: unknown,
	now: Date,
): Promise<boolean> {
	const [row] = leased;
	const ids = { messageId: row?.id, eventId: row?.event_id };
	const problem = summarizeForLog(failure);
	if (isTemporary(failure) || isBotRefused(failure)) {
		if (isBotRefused(failure)) log().warn({ ...ids, problem }, 'Discord refuses direct messages for now');
		await retryAt(leased, new Date(now.getTime() + getRetryMs(row?.attempts ?? 0, failure)));
		return isRateLimit(failure) && failure.isPartialLimit;
	}
	if (hasDiscordCode(failure, DISCORD_CODES.refusesMessages)) {
		await execute(
			`WITH refused AS (
				UPDATE direct_messages SET state = 'refused', leased_until = NULL WHERE ${IS_OWN} RETURNING user_id)
			UPDATE users SET messages_refused_at = :now FROM refused WHERE id = user_id`,
			{ ...toKey(leased), now },
		);
		return true;
	}
	if (problem) log().info({ ...ids, problem }, 'Discord did not accept a direct message');
	else log().error({ ...ids, err: failure }, 'sending a direct message failed');
	await finish(leased, 'failed');
	return true;
}
