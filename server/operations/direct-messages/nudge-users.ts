import { execute, one, selectColumn } from '~/database/sql.ts';
import type { NudgeView } from '~/domain/events/schema.ts';
import { type EventStatus, isUpcoming } from '~/domain/events/status.ts';
import { HOUR_MS, NUDGE } from '~/domain/limits.ts';
import { conflict } from '~/domain/refusal.ts';
import { buildNameJsonSql, type NameRow, toDisplayName } from '../../wire/user-sql.ts';
import { recordAudit } from '../kernel/audit.ts';
import { defineEventCommand } from '../kernel/event-command.ts';
import { lockEvent } from '../kernel/lock-event.ts';
import { defineOperation, getRow } from '../kernel/operation.ts';
import { buildReached, planMessage, TOOK_PART_LATELY } from '../kernel/recipients.ts';

const NUDGE_MS = NUDGE.hours * HOUR_MS;

/**
 * The FROM and WHERE clause of the users who can be asked: they have a signup of any status for one of the last
 * events. They have neither a signup for `:eventId` nor a seat among its storytellers, and were not asked about any
 * event after `askedSince`, an SQL time.
 */
const buildRecipients = (askedSince: string) => `FROM users u WHERE ${HAS_NOT_SIGNED_UP}
	AND ${buildReached(':eventId::bigint')} AND NOT EXISTS (SELECT FROM direct_messages d
		WHERE d.user_id = u.id AND d.kind = 'nudge' AND d.created_at > ${askedSince})`;

/** SQL for whether the user `u` has a signup of any status for one of the last events, and none and no seat for `:eventId`. */
const HAS_NOT_SIGNED_UP = `${TOOK_PART_LATELY}
	AND NOT EXISTS (SELECT FROM signups s WHERE s.event_id = :eventId::bigint AND s.user_id = u.id)
	AND NOT EXISTS (SELECT FROM event_storytellers t WHERE t.event_id = :eventId::bigint AND t.user_id = u.id)`;

type FoundRow = {
	title: string;
	status: EventStatus;
	date: Date;
	nudged_at: Date | null;
	recipients: number;
};

/**
 * Returns how many users would be asked about an event, and from when on they can be asked again (null: now)
 * (GET /api/events/{id}/nudge). Throws Refusal 'missing' when no such event exists.
 */
export const readNudge = defineOperation({
	allow: 'events.readNudge',
	params: ['eventId'],
	async handle({ params: { eventId }, now }): Promise<NudgeView & { title: string; isUpcoming: boolean }> {
		const row = await getRow<FoundRow>(
			['Event', eventId],
			`SELECT e.title, e.status, e.date, n.nudged_at, (SELECT count(*)::int
						${buildRecipients('greatest(:askedSince::timestamptz, n.nudged_at)')}) AS recipients
					FROM events e LEFT JOIN event_notices n ON n.event_id = e.id WHERE e.id = :eventId::bigint`,
			{ eventId, now, askedSince: new Date(now.getTime() - NUDGE_MS) },
		);
		const availableAt = row.nudged_at && new Date(row.nudged_at.getTime() + NUDGE_MS);
		return {
			title: row.title,
			isUpcoming: isUpcoming(row, now),
			recipients: isUpcoming(row, now) ? row.recipients : 0,
			available_at: availableAt && availableAt > now ? availableAt.toISOString() : null,
		};
	},
});

/** Members who came lately and have not signed up for an event. */
type MissingMembers = { title: string; names: string[]; total: number };

/** The most names that are listed. */
const LISTED_NAMES = 100;

/** Returns the members who came to one of the last events and have not signed up. Throws Refusal 'missing' when no such event exists. */
export const listMissingMembers = defineOperation({
	allow: 'events.readNudge',
	params: ['eventId'],
	async handle({ params: { eventId }, now }): Promise<MissingMembers> {
		const { title, users } = await getRow<{ title: string; users: NameRow[] }>(
			['Event', eventId],
			`SELECT e.title, coalesce((SELECT json_agg(${buildNameJsonSql('u')} ORDER BY lower(coalesce(u.preferred_username, u.username)), u.id)
				FROM users u WHERE u.membership_lost_at IS NULL AND NOT u.is_test_data AND ${HAS_NOT_SIGNED_UP}), '[]') AS users
			FROM events e WHERE e.id = :eventId::bigint`,
			{ eventId, now },
		);
		return {
			title,
			names: users.slice(0, LISTED_NAMES).map((user) => toDisplayName(user)),
			total: users.length,
		};
	},
});

/**
 * Sends a direct message to users who took part before and have no signup for the event (POST
 * /api/events/{id}/nudge). At most one a day is sent for an event, and one for a user, whatever the event. Returns
 * how many; with none, they can still be asked later. Throws Refusal 'missing' when no such event exists, 'conflict'
 * when it is not active, has started or is test data, or when they were asked within a day.
 */
export const nudgeUsers = defineEventCommand({
	allow: 'events.nudge',
	async work(eventId, context): Promise<Pick<NudgeView, 'recipients'>> {
		const { now, transaction } = context;
		const askedSince = new Date(now.getTime() - NUDGE_MS);
		// Two questions at once, about different events, must see each other's recipients.
		await execute("SELECT pg_advisory_xact_lock(hashtext('townbell.nudge'))", {}, transaction);
		const event = await lockEvent(eventId, transaction);
		if (!isUpcoming(event, now)) throw conflict('You can only ask about upcoming events.');
		if (event.isTestData) throw conflict('Test events send no messages.');
		const wasAsked = await one(
			'SELECT 1 FROM event_notices WHERE event_id = :eventId AND nudged_at > :askedSince',
			{ eventId, askedSince },
			transaction,
		);
		if (wasAsked) {
			throw conflict('Members were already asked about this event within the last 24 hours.');
		}
		const userIds = await selectColumn(
			`SELECT u.id::text ${buildRecipients(':askedSince::timestamptz')} ORDER BY u.id`,
			{ eventId, now, askedSince },
			transaction,
		);
		const recipients = await planMessage({ kind: 'nudge', eventId, userIds, now }, transaction);
		if (recipients === 0) return { recipients };
		await execute(
			`INSERT INTO event_notices (event_id, told_date, told_status, is_dirty, nudged_at)
			VALUES (:eventId, :date, :status, false, :now)
			ON CONFLICT (event_id) DO UPDATE SET nudged_at = excluded.nudged_at`,
			{ eventId, date: event.date, status: event.status, now },
			transaction,
		);
		await recordAudit('events.nudge', { type: 'event', id: event.id }, context, { recipients });
		return { recipients };
	},
});
