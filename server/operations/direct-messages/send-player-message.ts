import type { Transaction } from 'sequelize';
import type { z } from 'zod';
import { execute, one, rows, selectIds } from '~/database/sql.ts';
import {
	audienceQuery,
	type PlayerMessage,
	playerMessageInput,
	type recipientsSchema,
} from '~/domain/events/player-message-schema.ts';
import { type Audience, findMessageProblem, MESSAGE_TEXTS } from '~/domain/events/player-messages.ts';
import { DAY_MS, HOUR_MS, PLAYER_MESSAGES } from '~/domain/limits.ts';
import { type Actor, can } from '~/domain/policy.ts';
import { conflict, denied, invalid, Refusal } from '~/domain/refusal.ts';
import { SEAT_COUNTS, STORYTELLER_IDS } from '../../wire/seat-sql.ts';
import { IS_COMING, IS_WAITING } from '../../wire/signups.ts';
import { recordAudit } from '../kernel/audit.ts';
import { doOnce } from '../kernel/idempotency.ts';
import { getEvent, lockEvent } from '../kernel/lock-event.ts';
import { type ChangeContext, defineChange, defineOperation, isId } from '../kernel/operation.ts';
import { GETS_MESSAGES, planMessage } from '../kernel/recipients.ts';

const LIMIT_MS = PLAYER_MESSAGES.hours * HOUR_MS;
/** How long a message that was written on Discord waits to be sent. */
const UNSENT_MS = DAY_MS;

type Recipients = z.output<typeof recipientsSchema>;
type FoundEvent = Awaited<ReturnType<typeof getEvent>>;

const RUNS = `EXISTS (SELECT FROM event_storytellers es WHERE es.event_id = s.event_id AND es.user_id = s.user_id)`;

/**
 * Returns SQL for whether the user of the signup `s` is one of `audience` (SQL for an `Audience`), now. Storytellers of the
 * event are neither its players nor on its waitlist, as `getSection` says.
 */
export const buildAddressedSql = (audience: string): string => `CASE ${audience}
	WHEN 'players' THEN ${IS_COMING} AND NOT ${RUNS}
	WHEN 'waiting' THEN ${IS_WAITING} AND NOT ${RUNS}
	ELSE EXISTS (SELECT FROM group_players gp JOIN groups g ON g.id = gp.group_id
		WHERE gp.event_id = s.event_id AND gp.user_id = s.user_id AND 'group:' || g.client_id = ${audience} AND ${SEAT_COUNTS}) END`;

/** Returns the FROM and WHERE clause of the users who get a message of `:actorId` to `audience` of `:eventId`. */
const buildRecipients = (audience: string) => `FROM signups s JOIN users u ON u.id = s.user_id
	WHERE s.event_id = :eventId AND u.id <> :actorId AND ${GETS_MESSAGES} AND ${buildAddressedSql(audience)}`;

/** A condition that the announcement `a` of an event has a thread on Discord. */
export const HAS_THREAD = `(a.kind = 'event' AND a.wanted = 'present' AND a.message_id IS NOT NULL AND a.thread_id IS NOT NULL)`;

/** Whom a message about an event can go to. `name` is that of a group; null for the others. */
type MessageAudience = { to: Audience; name: string | null; recipients: number };

/** What is known of an event's messages before one is sent. */
export type MessageForm = {
	title: string;
	/** Why no message can be sent, or null. */
	problem: string | null;
	/** From when on the next one can be sent (ISO 8601); null: now. */
	availableAt: string | null;
	hasThread: boolean;
	/** Those whom the actor may write to. */
	audiences: MessageAudience[];
};

/**
 * Returns whom the actor can write to about an event, how many get it, and by which way. Throws Refusal 'missing' when no such
 * event exists, 'denied' when the actor is neither a creator or an admin nor leads one of its groups.
 */
export const readMessageForm = defineOperation({
	allow: 'messages.send',
	params: ['eventId'],
	async handle({ actor, params: { eventId }, now }): Promise<MessageForm> {
		const event = await getEvent(eventId);
		const audiences = (await listAudiences(eventId, actor)).filter((audience) => mayWrite(actor, audience));
		if (audiences.length === 0) throw denied();
		const { availableAt, hasThread } = await findLimits(eventId, now);
		return {
			title: event.title,
			problem: findMessageProblem(event, now),
			availableAt: availableAt?.toISOString() ?? null,
			hasThread,
			audiences: audiences.map(({ to, name, recipients }) => ({ to, name, recipients })),
		};
	},
});

/**
 * Returns how many users a message would reach (GET /api/events/{id}/messages); none of an event about which none can be sent.
 * Throws Refusal 'missing' when no such event exists, 'invalid' when no such group does, 'denied' when the actor may not write
 * to them.
 */
export const countRecipients = defineOperation({
	allow: 'messages.send',
	params: ['eventId'],
	input: audienceQuery,
	async handle({ actor, params: { eventId }, input: { to }, now }): Promise<Recipients> {
		const event = await getEvent(eventId);
		const { recipients } = await getAudience(event, to, actor);
		return { recipients: findMessageProblem(event, now) ? 0 : recipients };
	},
});

/**
 * Sends a message to users of an event (POST /api/events/{id}/messages), once per idempotency key, and returns how many
 * get it. With none, nothing is saved. Throws Refusal 'missing' when no such event exists, 'invalid' when no such group does,
 * 'denied' when the actor may not write to them, 'conflict' when the event is cancelled, over or test data, has no thread for this way, or has
 * had its messages of a day.
 */
export const sendMessage = defineChange({
	allow: 'messages.send',
	params: ['eventId'],
	input: playerMessageInput,
	async work({
		params: { eventId },
		input: { idempotencyKey: key, ...message },
		context,
	}): Promise<Recipients> {
		const { result } = await doOnce(
			'messages.send',
			{ key, request: { eventId, ...message } },
			context,
			async () => {
				const event = await lockEvent(eventId, context.transaction, 'NO_KEY_UPDATE');
				const userIds = await findRecipients(event, message, context);
				if (userIds.length === 0) return { recipients: 0 };
				const messageId = await insertMessage({ eventId, message, isSent: true }, context);
				return planSent({ messageId, event, message, userIds }, context);
			},
		);
		return result;
	},
});

/** A message that was written and is not sent yet; `id` is null when no one would get it. */
type UnsentMessage = Recipients & Pick<PlayerMessage, 'way'> & { id: string | null };

/**
 * Stores a message that its author is to confirm, because who gets it is said before it is sent. Returns how many would get it
 * now; with none, it is not stored. Throws as `sendMessage` does.
 */
export const storeMessage = defineChange({
	allow: 'messages.send',
	params: ['eventId'],
	input: playerMessageInput.omit({ idempotencyKey: true }),
	async work({ params: { eventId }, input: message, now, transaction, context }): Promise<UnsentMessage> {
		const event = await lockEvent(eventId, transaction, 'NO_KEY_UPDATE');
		const userIds = await findRecipients(event, message, context);
		await execute(
			'DELETE FROM player_messages WHERE event_id = :eventId AND sent_at IS NULL AND created_at <= :before',
			{ eventId, before: new Date(now.getTime() - UNSENT_MS) },
			transaction,
		);
		const id =
			userIds.length === 0 ? null : await insertMessage({ eventId, message, isSent: false }, context);
		return { id, recipients: userIds.length, way: message.way };
	},
});

type StoredRow = {
	event_id: string;
	audience: Audience;
	text: string;
	way: PlayerMessage['way'];
	sent_at: Date | null;
};

/**
 * Sends a message that the actor has stored within the last day, and returns how many get it; a repeat sends nothing and
 * returns the same. Throws Refusal 'missing' when there is none, and as `sendMessage` does.
 */
export const sendStoredMessage = defineChange({
	allow: 'messages.send',
	params: ['messageId'],
	async work({ params: { messageId }, context }): Promise<Recipients> {
		const { event_id: eventId } = await getStored(messageId, context);
		const { transaction, now } = context;
		const event = await lockEvent(eventId, transaction, 'NO_KEY_UPDATE');
		// Read again, because another press may have sent it while this one waited for the lock.
		const { audience: to, text, way, sent_at: sentAt } = await getStored(messageId, context);
		if (sentAt) return countSent(messageId, transaction);
		const message = { to, text, way };
		const userIds = await findRecipients(event, message, context);
		if (userIds.length === 0) return { recipients: 0 };
		await execute(
			'UPDATE player_messages SET sent_at = :now WHERE id = :messageId',
			{ messageId, now },
			transaction,
		);
		return planSent({ messageId, event, message, userIds }, context);
	},
});

async function getStored(messageId: string, { actor, now, transaction }: ChangeContext): Promise<StoredRow> {
	const row = isId(messageId)
		? await one<StoredRow>(
				`SELECT event_id::text, audience, text, way, sent_at FROM player_messages
				WHERE id = :messageId AND user_id = :actorId AND created_at > :since`,
				{ messageId, actorId: actor.id, since: new Date(now.getTime() - UNSENT_MS) },
				transaction,
			)
		: null;
	if (!row) throw new Refusal('missing', MESSAGE_TEXTS.gone);
	return row;
}

async function countSent(messageId: string, transaction: Transaction): Promise<Recipients> {
	const found = await one<Recipients>(
		'SELECT count(*)::int AS recipients FROM direct_messages WHERE message_id = :messageId',
		{ messageId },
		transaction,
	);
	return found ?? { recipients: 0 };
}

type AudienceRow = MessageAudience & { storyteller_ids: string[] };

/** Lists everyone whom a message about an event can go to, by rank: its players, those who wait, then each saved group. */
const listAudiences = (eventId: string, actor: Actor, transaction?: Transaction): Promise<AudienceRow[]> =>
	rows<AudienceRow>(
		`SELECT t."to", t.name, t.storyteller_ids, (SELECT count(*)::int ${buildRecipients('t."to"')}) AS recipients
		FROM (SELECT 'players' AS "to", NULL AS name, ARRAY[]::text[] AS storyteller_ids, -2 AS rank, 0::bigint AS id
			UNION ALL SELECT 'waiting', NULL, '{}', -1, 0
			UNION ALL SELECT 'group:' || g.client_id, g.name, ${STORYTELLER_IDS}, g.position, g.id
				FROM groups g WHERE g.event_id = :eventId) t
		ORDER BY t.rank, t.id`,
		{ eventId, actorId: actor.id },
		transaction,
	);

const mayWrite = (actor: Actor, { storyteller_ids }: AudienceRow): boolean =>
	can(actor, 'messages.send', { isStoryteller: storyteller_ids.includes(actor.id) });

/** Returns one audience. Throws Refusal 'invalid' for a group that does not exist, 'denied' when the actor may not write to it. */
async function getAudience(
	{ id: eventId }: FoundEvent,
	to: Audience,
	actor: Actor,
	transaction?: Transaction,
): Promise<AudienceRow> {
	const audience = (await listAudiences(eventId, actor, transaction)).find((each) => each.to === to);
	if (!audience) throw invalid({ to: [MESSAGE_TEXTS.noGroup] });
	if (!mayWrite(actor, audience)) throw denied();
	return audience;
}

/** Returns from when on the next message can be sent (null: now), and whether the event has a thread on Discord. */
async function findLimits(eventId: string, now: Date, transaction?: Transaction) {
	const found = await one<{ last_at: Date | null; has_thread: boolean }>(
		`SELECT (SELECT m.sent_at FROM player_messages m WHERE m.event_id = :eventId AND m.sent_at > :since
				ORDER BY m.sent_at DESC LIMIT 1 OFFSET ${PLAYER_MESSAGES.perDay - 1}) AS last_at,
			EXISTS (SELECT FROM announcements a WHERE a.event_id = :eventId AND ${HAS_THREAD}) AS has_thread`,
		{ eventId, since: new Date(now.getTime() - LIMIT_MS) },
		transaction,
	);
	const lastAt = found?.last_at ?? null;
	return {
		availableAt: lastAt && new Date(lastAt.getTime() + LIMIT_MS),
		hasThread: found?.has_thread === true,
	};
}

/** Returns the ids of those who get a message of a locked event. Throws as `sendMessage` does. */
async function findRecipients(
	event: FoundEvent,
	{ to, way }: PlayerMessage,
	{ actor, now, transaction }: ChangeContext,
): Promise<string[]> {
	await getAudience(event, to, actor, transaction);
	const problem = findMessageProblem(event, now);
	if (problem) throw conflict(problem);
	const { availableAt, hasThread } = await findLimits(event.id, now, transaction);
	if (way === 'thread' && !hasThread) throw conflict(MESSAGE_TEXTS.noThread);
	if (availableAt) throw conflict(MESSAGE_TEXTS.tooMany, { available_at: availableAt.toISOString() });
	return selectIds(
		`SELECT u.id::text ${buildRecipients(':audience::text')} ORDER BY u.id`,
		{ eventId: event.id, actorId: actor.id, audience: to },
		transaction,
	);
}

async function insertMessage(
	{ eventId, message, isSent }: { eventId: string; message: PlayerMessage; isSent: boolean },
	{ actor, now, transaction }: ChangeContext,
): Promise<string> {
	const [id = ''] = await selectIds(
		`INSERT INTO player_messages (event_id, user_id, audience, text, way, sent_at, created_at)
		VALUES (:eventId, :actorId, :to, :text, :way, :sentAt, :now) RETURNING id::text`,
		{ ...message, eventId, actorId: actor.id, sentAt: isSent ? now : null, now },
		transaction,
	);
	return id;
}

/** Plans a message to each recipient, with its audit entry, and returns how many get it. */
async function planSent(
	sent: { messageId: string; event: FoundEvent; message: PlayerMessage; userIds: string[] },
	{ actor, now, transaction }: ChangeContext,
): Promise<Recipients> {
	const { messageId, event, userIds, message } = sent;
	const { to, way } = message;
	const plan = { kind: 'message', eventId: event.id, messageId, way, userIds, now } as const;
	const recipients = await planMessage(plan, transaction);
	const [target] = to.split(':');
	await recordAudit(
		'messages.send',
		{ type: 'event', id: event.id },
		{ actor, now, transaction },
		{ to: target, way, recipients },
	);
	return { recipients };
}
