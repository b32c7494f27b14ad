import type { Transaction } from 'sequelize';
import type { z } from 'zod';
import { execute, one, selectColumn } from '~/database/sql.ts';
import { NO_EVENT_MESSAGE } from '~/domain/discord/replies.ts';
import {
	audienceQuery,
	type PlayerMessage,
	playerMessageInput,
	type recipientsSchema,
} from '~/domain/events/player-message-schema.ts';
import {
	type Audience,
	findMessageProblem,
	MESSAGE_TEXTS,
	type MessageAudience,
} from '~/domain/events/player-messages.ts';
import { DAY_MS, HOUR_MS, PLAYER_MESSAGES } from '~/domain/limits.ts';
import { type Actor, can } from '~/domain/policy.ts';
import { conflict, denied, invalid, Refusal } from '~/domain/refusal.ts';
import { SEAT_COUNTS, STORYTELLER_IDS } from '../../wire/seat-sql.ts';
import { IS_COMING, IS_WAITING } from '../../wire/signups.ts';
import { recordAudit } from '../kernel/audit.ts';
import { doOnce } from '../kernel/idempotency.ts';
import { lockEvent } from '../kernel/lock-event.ts';
import { defineModal, EVENT_OF_MESSAGE } from '../kernel/modals.ts';
import { type ChangeContext, defineChange, defineOperation, getRow, isId } from '../kernel/operation.ts';
import { buildReached, planMessage } from '../kernel/recipients.ts';

const LIMIT_MS = PLAYER_MESSAGES.hours * HOUR_MS;
/** How long a message that was written on Discord waits to be sent. */
const UNSENT_MS = DAY_MS;

type Recipients = z.output<typeof recipientsSchema>;

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

/** Returns the FROM and WHERE clause of the users of an event who get a message to `audience` from `actorId`, all of it SQL. */
const buildRecipients = (eventId: string, audience: string, actorId = ':actorId') =>
	`FROM signups s JOIN users u ON u.id = s.user_id
	WHERE s.event_id = ${eventId} AND u.id <> ${actorId} AND ${buildReached(eventId)} AND ${buildAddressedSql(audience)}`;

/** A condition that the announcement `a` of an event has a thread on Discord. */
export const HAS_THREAD = `(a.kind = 'event' AND a.wanted = 'present' AND a.message_id IS NOT NULL AND a.thread_id IS NOT NULL)`;

/** What is known of an event and its messages, as the database has it; times may be text. */
type FoundRow = Parameters<typeof findMessageProblem>[0] & {
	id: string;
	title: string;
	/** When the third message was sent within a day; null when the next can be sent. */
	last_at: Date | string | null;
	has_thread: boolean;
	/** By rank: its players, those who wait, then each saved group. */
	audiences: (MessageAudience & { storyteller_ids: string[] })[];
};

/** Returns SQL for the `FoundRow` of the event `eventId` (SQL), for the user `actorId` (SQL). */
const buildFoundSql = (
	eventId: string,
	actorId?: string,
) => `SELECT e.id::text, e.title, e.date, e.duration, e.status,
		e.is_test_data AS "isTestData",
		(SELECT m.sent_at FROM player_messages m WHERE m.event_id = e.id AND m.sent_at > :since
			ORDER BY m.sent_at DESC LIMIT 1 OFFSET ${PLAYER_MESSAGES.perDay - 1}) AS last_at,
		EXISTS (SELECT FROM announcements a WHERE a.event_id = e.id AND ${HAS_THREAD}) AS has_thread,
		(SELECT json_agg(json_build_object('to', t."to", 'name', t.name, 'storyteller_ids', t.storyteller_ids,
				'recipients', (SELECT count(*)::int ${buildRecipients('e.id', 't."to"', actorId)})) ORDER BY t.rank, t.id)
			FROM (SELECT 'players' AS "to", NULL AS name, ARRAY[]::text[] AS storyteller_ids, -2 AS rank, 0::bigint AS id
				UNION ALL SELECT 'waiting', NULL, '{}', -1, 0
				UNION ALL SELECT 'group:' || g.client_id, g.name, ${STORYTELLER_IDS}, g.position, g.id
					FROM groups g WHERE g.event_id = e.id) t) AS audiences
	FROM events e WHERE e.id = ${eventId}`;

const toSince = (now: Date) => new Date(now.getTime() - LIMIT_MS);

const findRow = (eventId: string, { actor, now }: { actor: Actor; now: Date }, transaction?: Transaction) =>
	getRow<FoundRow>(
		['Event', eventId],
		buildFoundSql(':eventId'),
		{ eventId, actorId: actor.id, since: toSince(now) },
		transaction,
	);

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
	handle: async (call): Promise<MessageForm> => toForm(await findRow(call.params.eventId, call), call),
});

/**
 * Shows the form of a message about the event of a message in a channel. Throws Refusal 'missing' for any other message,
 * 'conflict' when nothing can be sent, and as `readMessageForm` does.
 */
export const openMessageForm = defineModal({
	allow: 'messages.send',
	sql: buildFoundSql(EVENT_OF_MESSAGE, 'member.id'),
	toBinds: ({ messageId }: { messageId: string }, now) => ({ messageId, since: toSince(now) }),
	show([row]: FoundRow[], call) {
		if (!row) throw new Refusal('missing', NO_EVENT_MESSAGE);
		const form = toForm(row, call);
		if (form.problem !== null) throw conflict(form.problem);
		if (form.availableAt !== null) throw conflict(MESSAGE_TEXTS.tooMany);
		return { eventId: row.id, form };
	},
});

function toForm(row: FoundRow, { actor, now }: { actor: Actor; now: Date }): MessageForm {
	const audiences = row.audiences.filter((audience) => mayWrite(actor, audience));
	if (audiences.length === 0) throw denied();
	return {
		title: row.title,
		problem: findMessageProblem(row, now),
		availableAt: getAvailableAt(row),
		hasThread: row.has_thread,
		audiences: audiences.map(({ to, name, recipients }) => ({ to, name, recipients })),
	};
}

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
		const row = await findRow(eventId, { actor, now });
		const { recipients } = getAudience(row, to, actor);
		return { recipients: findMessageProblem(row, now) ? 0 : recipients };
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
		return doOnce('messages.send', { key, request: { eventId, ...message } }, context, async () => {
			await lockEvent(eventId, context.transaction, 'NO_KEY_UPDATE');
			const { userIds } = await findRecipients(eventId, message, context);
			if (userIds.length === 0) return { recipients: 0 };
			const messageId = await insertMessage({ eventId, message, isSent: true }, context);
			return planSent({ messageId, eventId, message, userIds }, context);
		});
	},
});

/** A message that was written and is not sent yet; `id` is null when no one would get it. */
export type StoredMessage = MessageAudience & Pick<PlayerMessage, 'way'> & { id: string | null };

/**
 * Stores a message that its author is to confirm, because who gets it is said before it is sent. Returns how many would get it
 * now; with none, it is not stored. Throws as `sendMessage` does.
 */
export const storeMessage = defineChange({
	allow: 'messages.send',
	params: ['eventId'],
	input: playerMessageInput.omit({ idempotencyKey: true }),
	async work({ params: { eventId }, input: message, now, transaction, context }): Promise<StoredMessage> {
		await lockEvent(eventId, transaction, 'NO_KEY_UPDATE');
		const { userIds, name } = await findRecipients(eventId, message, context);
		await execute(
			'DELETE FROM player_messages WHERE event_id = :eventId AND sent_at IS NULL AND created_at <= :before',
			{ eventId, before: new Date(now.getTime() - UNSENT_MS) },
			transaction,
		);
		const id =
			userIds.length === 0 ? null : await insertMessage({ eventId, message, isSent: false }, context);
		return { id, to: message.to, name, way: message.way, recipients: userIds.length };
	},
});

type StoredRow = PlayerMessage & { event_id: string; sent_at: Date | null };

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
		await lockEvent(eventId, transaction, 'NO_KEY_UPDATE');
		// Read again, because another press may have sent it while this one waited for the lock.
		const { sent_at: sentAt, ...message } = await getStored(messageId, context);
		if (sentAt) return countSent(messageId, transaction);
		const { userIds } = await findRecipients(eventId, message, context);
		if (userIds.length === 0) return { recipients: 0 };
		await execute(
			'UPDATE player_messages SET sent_at = :now WHERE id = :messageId',
			{ messageId, now },
			transaction,
		);
		return planSent({ messageId, eventId, message, userIds }, context);
	},
});

async function getStored(messageId: string, { actor, now, transaction }: ChangeContext): Promise<StoredRow> {
	const row = isId(messageId)
		? await one<StoredRow>(
				`SELECT event_id::text, audience AS to, text, way, sent_at FROM player_messages
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

const mayWrite = (actor: Actor, { storyteller_ids }: FoundRow['audiences'][number]): boolean =>
	can(actor, 'messages.send', { isStoryteller: storyteller_ids.includes(actor.id) });

/** Returns one audience. Throws Refusal 'invalid' for a group that does not exist, 'denied' when the actor may not write to it. */
function getAudience({ audiences }: FoundRow, to: Audience, actor: Actor): FoundRow['audiences'][number] {
	const audience = audiences.find((each) => each.to === to);
	if (!audience) throw invalid({ to: [MESSAGE_TEXTS.noGroup] });
	if (!mayWrite(actor, audience)) throw denied();
	return audience;
}

/** Returns from when on the next message can be sent (ISO 8601); null: now. */
const getAvailableAt = ({ last_at: lastAt }: FoundRow): string | null =>
	lastAt && new Date(new Date(lastAt).getTime() + LIMIT_MS).toISOString();

/** Returns the ids of those who get a message of a locked event, and the name of their group. Throws as `sendMessage` does. */
async function findRecipients(
	eventId: string,
	{ to, way }: PlayerMessage,
	context: ChangeContext,
): Promise<{ userIds: string[]; name: string | null }> {
	const { actor, now, transaction } = context;
	const row = await findRow(eventId, context, transaction);
	const { name } = getAudience(row, to, actor);
	const problem = findMessageProblem(row, now);
	if (problem) throw conflict(problem);
	if (way === 'thread' && !row.has_thread) throw conflict(MESSAGE_TEXTS.noThread);
	const availableAt = getAvailableAt(row);
	if (availableAt) throw conflict(MESSAGE_TEXTS.tooMany, { available_at: availableAt });
	const userIds = await selectColumn(
		`SELECT u.id::text ${buildRecipients(':eventId', ':audience::text')} ORDER BY u.id`,
		{ eventId, actorId: actor.id, audience: to },
		transaction,
	);
	return { userIds, name };
}

async function insertMessage(
	{ eventId, message, isSent }: { eventId: string; message: PlayerMessage; isSent: boolean },
	{ actor, now, transaction }: ChangeContext,
): Promise<string> {
	const [id = ''] = await selectColumn(
		`INSERT INTO player_messages (event_id, user_id, audience, text, way, sent_at, created_at)
		VALUES (:eventId, :actorId, :to, :text, :way, :sentAt, :now) RETURNING id::text`,
		{ ...message, eventId, actorId: actor.id, sentAt: isSent ? now : null, now },
		transaction,
	);
	return id;
}

/** Plans a message to each recipient, with its audit entry, and returns how many get it. */
async function planSent(
	{
		message: { to, way },
		...sent
	}: { messageId: string; eventId: string; message: PlayerMessage; userIds: string[] },
	context: ChangeContext,
): Promise<Recipients> {
	const recipients = await planMessage(
		{ kind: 'message', ...sent, way, now: context.now },
		context.transaction,
	);
	const [target] = to.split(':');
	const detail = { to: target, way, recipients };
	await recordAudit('messages.send', { type: 'event', id: sent.eventId }, context, detail);
	return { recipients };
}
