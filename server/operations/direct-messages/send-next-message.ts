import { isDatabaseDown } from '~/database/connection.ts';
import { execute, one } from '~/database/sql.ts';
import { CHANGE_KINDS, type DirectMessageKind, decideDelivery } from '~/domain/discord/delivery.ts';
import {
	type DirectMessageContent,
	toDirectMessage,
	toEndedOffer,
} from '~/domain/discord/direct-messages.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import { NOTICES } from '~/domain/limits.ts';
import type { Decision } from '~/domain/places/decision.ts';
import type { Place } from '~/domain/places/places.ts';
import { getStanding } from '~/domain/signups/standing.ts';
import type { SignupStatus } from '~/domain/signups/statuses.ts';
import { parseReminderMinutes, type QuietHours } from '~/domain/users/reminders.ts';
import { config } from '../../config.ts';
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
import type { RateLimitBudget, RateLimitPause } from '../../discord/rate-limits.ts';
import {
	createPostBudget,
	getRetryMs,
	hasNonce,
	LEASE_MS,
	toNonce,
	toSearchStart,
} from '../../discord/uncertain-posts.ts';
import { log } from '../../log.ts';
import { buildPositionSql } from '../../wire/places.ts';
import { AWAITS_ROLL_CALL } from '../../wire/seat-sql.ts';
import { buildOtherNightSql } from '../../wire/signups.ts';
import { buildNameJsonSql, type NameRow, toDisplayName } from '../../wire/user-sql.ts';
import { HOLD_SETTING } from '../kernel/departures.ts';
import { GETS_MESSAGES } from '../kernel/recipients.ts';
import { getEventUrl } from '../mirror/index.ts';
import { REMINDER_SETTING } from './plan-reminders.ts';

type Row = {
	id: string;
	event_id: string;
	user_id: string;
	kind: DirectMessageKind;
	event_date: Date;
	previous_date: Date | null;
	minutes: number | null;
	/** The channel of an earlier message to this user, if there was one. */
	channel_id: string | null;
	/** When the message was sent with an unknown result. */
	sent_at: Date | null;
	attempts: number;
	/** `outdated`: it was sent, and its offer has ended since. */
	state: 'pending' | 'outdated';
	/** Only the run that set this time may change the row. */
	leased_until: Date;
};
type Run = { now: () => Date; budget: RateLimitBudget };

/** `signal` ends a wait for Discord's rate limits; the message is then due for the next run. */
type SendingContext = { now: () => Date; pause?: RateLimitPause; signal?: AbortSignal; leaseMs?: number };

/**
 * Sends the direct message that is due first, or drops it when it is no longer true or wanted. Questions to users
 * without a signup come last. Returns false when none is due, and when Discord fails for a while. Safe to run in
 * several processes at once, and after a run that was killed: each message is leased, and one with an unknown result is
 * sent again with the same nonce, or looked for.
 */
export async function sendNextMessage({
	now,
	pause,
	signal,
	leaseMs = LEASE_MS,
}: SendingContext): Promise<boolean> {
	const row = await leaseNextMessage(now(), leaseMs);
	if (!row) return false;
	const budget = createPostBudget(pause, signal);
	try {
		await deliver(row, { now, budget });
		return true;
	} catch (error) {
		if (isDatabaseDown(error)) throw error;
		if (signal?.aborted) return await retryAt(row, now(), error);
		return await saveMessageFailure(row, error, now());
	}
}

/**
 * Leases the message that is due first. News of an event that has changed again waits: it may be replaced, and what the
 * user knew then still counts. A message to those who wait for a place waits until the places are settled.
 */
function leaseNextMessage(now: Date, leaseMs: number): Promise<Row | null> {
	return one<Row>(
		`WITH next AS (
			SELECT id FROM direct_messages d
			WHERE state IN ('pending', 'outdated') AND due_at <= :now AND (leased_until IS NULL OR leased_until <= :now)
				AND (kind <> ALL ('{${CHANGE_KINDS.join()}}') OR NOT EXISTS (SELECT FROM event_notices n WHERE n.event_id = d.event_id AND n.is_dirty))
				AND (kind <> 'moved_to_waitlist'
					OR NOT EXISTS (SELECT FROM places_due p WHERE p.event_id = d.event_id AND p.due_at = '-infinity'))
			ORDER BY (kind = 'nudge'), due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
		)
		UPDATE direct_messages d SET leased_until = :leasedUntil FROM next WHERE d.id = next.id
		RETURNING d.id, d.event_id, d.user_id, d.state, d.kind, d.event_date, d.previous_date, d.minutes, d.sent_at, d.attempts, d.leased_until,
			coalesce(d.channel_id, (SELECT o.channel_id FROM direct_messages o
				WHERE o.user_id = d.user_id AND o.channel_id IS NOT NULL ORDER BY o.id DESC LIMIT 1)) AS channel_id`,
		{ now, leasedUntil: new Date(now.getTime() + leaseMs) },
	);
}

/** SQL for the times from which `sendNextMessage` may find a message. */
export const MESSAGE_TIMES =
	"SELECT greatest(due_at, leased_until) FROM direct_messages WHERE state IN ('pending', 'outdated')";

/** A message whose lease has expired, or that was dropped because of a newer one, is left as it is. */
const IS_OWN = 'id = :id AND state = :leasedState AND leased_until = :leasedUntil';
const toKey = ({ id, state: leasedState, leased_until: leasedUntil }: Row) => ({
	id,
	leasedState,
	leasedUntil,
});

async function deliver(row: Row, run: Run): Promise<void> {
	const facts = await findFacts(row);
	// The user or the event was deleted, and the message with it.
	if (!facts) return;
	const { kind, event_date: eventDate, minutes } = row;
	if (row.state === 'outdated') return endOffer(row, facts, run);
	const delivery = decideDelivery({ kind, eventDate, minutes }, facts, run.now());
	if (delivery.action === 'drop' || facts.discordId === null) return finish(row, 'dropped');
	if (delivery.action === 'wait') return postpone(row, delivery.until);
	const address = getAddress(row);
	const { event, standing, offerExpiresAt, placeReason, otherEvent } = facts;
	const previousDate = row.previous_date;
	const message = { kind, event, standing, previousDate, offerExpiresAt, placeReason, otherEvent };
	const content = toDirectMessage(message, address);
	const channelId = row.channel_id ?? (await openChannel(facts.discordId, run));
	if (await wasSent(row, channelId, run)) return finish(row, 'sent');
	try {
		await postMessage(row, channelId, content, run);
	} catch (error) {
		if (row.channel_id === null || !isUnknown(error, DISCORD_CODES.unknownChannel)) throw error;
		await postMessage(row, await openChannel(facts.discordId, run), content, run);
	}
	return finish(row, 'sent');
}

/** Returns the URL behind the message's button. The part behind # tells it from the others of the same event. */
function getAddress({ id, event_id: eventId, kind }: Row): string {
	const page = kind === 'roll_call' ? '/attendance' : '';
	const target = kind === 'departures' ? getAdminUrl() : `${getEventUrl(eventId)}${page}`;
	return `${target}#message-${id}`;
}

const getAdminUrl = () => new URL('/admin', config().APP_URL).href;

/** Takes the buttons from a message whose offer has ended. A message that the user has deleted stays so. */
async function endOffer(row: Row, { event, standing }: Facts, run: Run): Promise<void> {
	const messageId = row.channel_id && row.sent_at && (await findSent(row, row.channel_id, row.sent_at, run));
	const target = messageId && row.channel_id && { channelId: row.channel_id, messageId };
	if (target)
		await run.budget.run(() => editMessage(target, toEndedOffer({ event, standing }, getAddress(row))));
	return finish(row, 'ended');
}

const openChannel = (discordId: string, { budget }: Run) => budget.run(() => openDirectMessages(discordId));

type FactsRow = {
	title: string;
	date: Date;
	location: string;
	status: EventStatus;
	cancel_reason: string | null;
	storytellers: NameRow[];
	signup: SignupStatus | null;
	place: Place | null;
	position: number | null;
	standby: boolean | null;
	place_reason: string | null;
	other_night: string | null;
	decision: Decision | null;
	offer_expires_at: Date | null;
	awaits_roll_call: boolean;
	are_departures_held: boolean;
	is_storyteller: boolean;
	discord_id: string | null;
	is_wanted: boolean;
	reminder_minutes: number[] | null;
	setting: string | null;
	quiet_hours: QuietHours | null;
	earlier_news_at: Date | null;
};

type Facts = NonNullable<Awaited<ReturnType<typeof findFacts>>>;

/** Returns what a message shows and what decides about it, as it is now. It reads neither notes nor preferences. */
async function findFacts({ event_id: eventId, user_id: userId }: Row) {
	const row = await one<FactsRow>(
		`SELECT e.title, e.date, e.location, e.status, e.cancel_reason, e.decision, s.status AS signup, s.place, s.place_reason, ${buildPositionSql('s')} AS position, s.standby, s.offer_expires_at, ${buildOtherNightSql('u.id')} AS other_night, u.discord_id, ${GETS_MESSAGES} AS is_wanted,
			(SELECT d.sent_at FROM direct_messages d
				WHERE d.event_id = e.id AND d.user_id = u.id AND d.state = 'sent' AND d.kind = ANY ('{${CHANGE_KINDS.join()}}')
				ORDER BY d.sent_at DESC LIMIT 1 OFFSET ${NOTICES.perHour - 1}) AS earlier_news_at,
			u.reminder_minutes, u.quiet_hours, ${REMINDER_SETTING} AS setting,
			${AWAITS_ROLL_CALL} AS awaits_roll_call,
			EXISTS (SELECT FROM settings WHERE key = '${HOLD_SETTING}' AND value <> '') AS are_departures_held,
			EXISTS (SELECT FROM event_storytellers es WHERE es.event_id = e.id AND es.user_id = u.id) AS is_storyteller,
			coalesce((SELECT json_agg(${buildNameJsonSql('t')} ORDER BY es.position, t.id)
				FROM event_storytellers es JOIN users t ON t.id = es.user_id WHERE es.event_id = e.id), '[]') AS storytellers
		FROM events e JOIN users u ON u.id = :userId
		LEFT JOIN signups s ON s.event_id = e.id AND s.user_id = u.id WHERE e.id = :eventId`,
		{ eventId, userId },
	);
	if (!row) return null;
	const { title, date, location, status, cancel_reason: cancelReason } = row;
	const storytellers = row.storytellers.map((user) => toDisplayName(user, 'storyteller'));
	return {
		event: { id: eventId, title, date, location, status, cancelReason, storytellers },
		standing: getStanding({
			status: row.signup,
			place: row.place,
			position: row.position,
			standby: row.standby,
			runs: row.is_storyteller,
			eventStatus: status,
		}),
		placeReason: row.place_reason,
		otherEvent: row.other_night,
		decision: row.decision,
		offerExpiresAt: row.offer_expires_at,
		awaitsRollCall: row.awaits_roll_call,
		areDeparturesHeld: row.are_departures_held,
		discordId: row.discord_id,
		isWanted: row.is_wanted,
		reminderMinutes: row.reminder_minutes ?? parseReminderMinutes(row.setting),
		quietHours: row.quiet_hours,
		earlierChangeAt: row.earlier_news_at,
	};
}

/**
 * Returns whether an earlier run sent the message without getting the response. While Discord recognizes its nonce, it
 * is sent again instead.
 */
async function wasSent(row: Row, channelId: string, run: Run): Promise<boolean> {
	const { sent_at: sentAt } = row;
	if (!sentAt || hasNonce(sentAt, run.now())) return false;
	return (await findSent(row, channelId, sentAt, run)) !== null;
}

/** Returns the ID of a message that was sent, or null. */
async function findSent(row: Row, channelId: string, sentAt: Date, { budget }: Run): Promise<string | null> {
	const authorId = await readBotId();
	const search = { since: toSearchStart(sentAt), authorId, url: getAddress(row) };
	return budget.run(() => findMessage(channelId, search));
}

async function postMessage(
	row: Row,
	channelId: string,
	content: DirectMessageContent,
	run: Run,
): Promise<void> {
	const sentAt = row.sent_at && hasNonce(row.sent_at, run.now()) ? row.sent_at : run.now();
	// Saved before the request: when its response is lost, the next run must know that the message may exist.
	const saved = await execute(
		`UPDATE direct_messages SET channel_id = :channelId, sent_at = :sentAt WHERE ${IS_OWN}`,
		{ ...toKey(row), channelId, sentAt },
	);
	if (saved === 0) return;
	const nonce = toNonce('d', row.id, sentAt);
	await run.budget.run(() => createMessage(channelId, content, { nonce, roleId: null }));
}

/** Saves the end of a message. A user whose message was accepted accepts them again. */
async function finish(row: Row, state: 'sent' | 'dropped' | 'ended'): Promise<void> {
	await execute(
		`WITH finished AS (
			UPDATE direct_messages SET state = :state, leased_until = NULL WHERE ${IS_OWN} RETURNING user_id)
		UPDATE users SET messages_refused_at = NULL FROM finished
		WHERE id = user_id AND :state::text = 'sent' AND messages_refused_at IS NOT NULL`,
		{ ...toKey(row), state },
	);
}

async function postpone(row: Row, until: Date): Promise<void> {
	await execute(`UPDATE direct_messages SET due_at = :until, leased_until = NULL WHERE ${IS_OWN}`, {
		...toKey(row),
		until,
	});
}

/**
 * Saves a failure, and returns whether other messages can be sent now. A temporary failure, and one
 * because of the bot, is retried after a pause; others can be sent when it is the limit of one channel. A user who does not accept messages is told so in their profile.
 */
async function saveMessageFailure(row: Row, failure: unknown, now: Date): Promise<boolean> {
	const ids = { messageId: row.id, eventId: row.event_id };
	const problem = summarizeForLog(failure);
	if (isTemporary(failure) || isBotRefused(failure)) {
		if (isBotRefused(failure)) log().warn({ ...ids, problem }, 'Discord refuses direct messages for now');
		await retryAt(row, new Date(now.getTime() + getRetryMs(row.attempts, failure)), failure);
		return isRateLimit(failure) && failure.isPartialLimit;
	}
	if (hasDiscordCode(failure, DISCORD_CODES.refusesMessages)) {
		await execute(
			`WITH refused AS (
				UPDATE direct_messages SET state = 'refused', leased_until = NULL WHERE ${IS_OWN} RETURNING user_id)
			UPDATE users SET messages_refused_at = :now FROM refused WHERE id = user_id`,
			{ ...toKey(row), now },
		);
		return true;
	}
	if (problem) log().info({ ...ids, problem }, 'Discord did not accept a direct message');
	else log().error({ ...ids, err: failure }, 'sending a direct message failed');
	await execute(
		`UPDATE direct_messages SET state = 'failed', leased_until = NULL WHERE ${IS_OWN}`,
		toKey(row),
	);
	return true;
}

/** Keeps the message for a later run. A refused request had no effect, so it is as uncertain as before. */
async function retryAt(row: Row, time: Date, failure: unknown): Promise<false> {
	await execute(
		`UPDATE direct_messages SET leased_until = :time, attempts = attempts + 1,
			sent_at = CASE WHEN :isRefused THEN :sentAt ELSE sent_at END::timestamptz WHERE ${IS_OWN}`,
		{ ...toKey(row), time, isRefused: isRefused(failure), sentAt: row.sent_at },
	);
	return false;
}
