import { rows } from '~/database/sql.ts';
import type { DirectMessageFacts } from '~/domain/discord/direct-messages.ts';
import { listKindsSql, type MessageFacts, type SubjectStatus } from '~/domain/discord/message-kinds.ts';
import { NOTICES } from '~/domain/limits.ts';
import type { Decision } from '~/domain/places/decision.ts';
import type { Place } from '~/domain/places/places.ts';
import { getStanding } from '~/domain/signups/standing.ts';
import type { SignupStatus } from '~/domain/signups/statuses.ts';
import { parseReminderMinutes, type QuietHours, type ReminderWay } from '~/domain/users/reminders.ts';
import { config } from '../../config.ts';
import { buildPositionSql } from '../../wire/places.ts';
import { AWAITS_ROLL_CALL } from '../../wire/seat-sql.ts';
import { buildOtherNightSql } from '../../wire/signups.ts';
import { buildNameJsonSql, type NameRow, toDisplayName } from '../../wire/user-sql.ts';
import { HOLD_SETTING } from '../kernel/departures.ts';
import { getPollUrl } from '../kernel/poll-rows.ts';
import { buildReached } from '../kernel/recipients.ts';
import { getEventUrl } from '../mirror/index.ts';
import type { MessageRow } from './lease-message.ts';
import { REMINDER_SETTING, REMINDER_WAY } from './plan-reminders.ts';
import { buildAddressedSql } from './send-player-message.ts';

type FactsRow = {
	userId: string;
	/** As JSON, so that a detail of `EventDetails` is named in `SUBJECTS` alone. */
	event: Omit<MessageFacts['event'], 'id' | 'date' | 'storytellers'>;
	date: Date;
	status: SubjectStatus;
	storytellers: NameRow[];
	signup: SignupStatus | null;
	place: Place | null;
	position: number | null;
	standby: boolean | null;
	runs: boolean;
	reminderMinutes: number[] | null;
	setting: string | null;
	message: { text: string; author: NameRow; isAddressed: boolean | null } | null;
	placeReason: string | null;
	otherEvent: string | null;
	decision: Decision | null;
	offerExpiresAt: Date | null;
	awaitsRollCall: boolean;
	areDeparturesHeld: boolean;
	hasVoted: boolean;
	discordId: string | null;
	isWanted: boolean;
	reminderWay: ReminderWay;
	quietHours: QuietHours | null;
	earlierChangeAt: Date | null;
};

export type Facts = ReturnType<typeof toFacts>;

/**
 * SQL for what messages are about: events, and polls that are no event yet, with the end of their answers as date. Both
 * have ids of events (decision 0090).
 */
const SUBJECTS = `(SELECT id, title, date, duration, location, status, cancel_reason AS "cancelReason", decision FROM events
	UNION ALL SELECT p.id, p.title, p.answer_by, 0, p.location,
		CASE WHEN p.chosen_time_id IS NULL AND p.withdrawn_at IS NULL THEN 'poll' ELSE 'decided' END, NULL, NULL
	FROM polls p WHERE NOT EXISTS (SELECT FROM events made WHERE made.id = p.id))`;

/**
 * Returns what messages about an event or poll show and what decides about them, as it is now, by user id. A user or an event
 * that was deleted is left out; `messageId` is what a user has written to them. It reads neither notes nor preferences.
 */
export async function findFacts(
	{ event_id: eventId, message_id: messageId }: Pick<MessageRow, 'event_id' | 'message_id'>,
	userIds: readonly string[],
): Promise<Map<string, Facts>> {
	const found = await rows<FactsRow>(
		`SELECT u.id AS "userId", row_to_json(e) AS event, e.date, e.status, e.decision, s.status AS signup, s.place,
			s.place_reason AS "placeReason", ${buildPositionSql('s')} AS position, s.standby, s.offer_expires_at AS "offerExpiresAt",
			${buildOtherNightSql('u.id')} AS "otherEvent", u.discord_id AS "discordId", ${buildReached('e.id')} AS "isWanted",
			(SELECT d.sent_at FROM direct_messages d
				WHERE d.event_id = e.id AND d.user_id = u.id AND d.state = 'sent' AND d.kind IN ${listKindsSql('isChange')}
				ORDER BY d.sent_at DESC LIMIT 1 OFFSET ${NOTICES.perHour - 1}) AS "earlierChangeAt",
			u.reminder_minutes AS "reminderMinutes", u.quiet_hours AS "quietHours", ${REMINDER_SETTING} AS setting, ${REMINDER_WAY} AS "reminderWay",
			(SELECT json_build_object('text', m.text, 'author', ${buildNameJsonSql('a')}, 'isAddressed', ${buildAddressedSql('m.audience')})
				FROM player_messages m JOIN users a ON a.id = m.user_id WHERE m.id = :messageId) AS message,
			${AWAITS_ROLL_CALL} AS "awaitsRollCall",
			EXISTS (SELECT FROM settings WHERE key = '${HOLD_SETTING}' AND value <> '') AS "areDeparturesHeld",
			EXISTS (SELECT FROM poll_votes v WHERE v.poll_id = e.id AND v.user_id = u.id) AS "hasVoted",
			EXISTS (SELECT FROM event_storytellers es WHERE es.event_id = e.id AND es.user_id = u.id) AS runs,
			coalesce((SELECT json_agg(${buildNameJsonSql('t')} ORDER BY es.position, t.id)
				FROM event_storytellers es JOIN users t ON t.id = es.user_id WHERE es.event_id = e.id), '[]') AS storytellers
		FROM ${SUBJECTS} e JOIN users u ON u.id = ANY(:userIds::bigint[])
		LEFT JOIN signups s ON s.event_id = e.id AND s.user_id = u.id WHERE e.id = :eventId`,
		{ eventId, userIds, messageId },
	);
	return new Map(found.map((row) => [row.userId, toFacts(eventId, row)]));
}

function toFacts(eventId: string, row: FactsRow) {
	const { event, date, status, storytellers, ...rest } = row;
	const { signup, place, position, standby, runs, message, setting, ...facts } = rest;
	const eventStatus = status === 'poll' || status === 'decided' ? 'active' : status;
	const names = storytellers.map((user) => toDisplayName(user, 'storyteller'));
	return {
		...facts,
		event: { ...event, id: eventId, date, status, storytellers: names },
		standing: getStanding({ status: signup, place, position, standby, runs, eventStatus }),
		message: message && { text: message.text, author: toDisplayName(message.author) },
		isAddressed: message?.isAddressed === true,
		reminderMinutes: facts.reminderMinutes ?? parseReminderMinutes(setting),
	};
}

/** Returns what the text of a message needs. */
export const toMessageFacts = (
	{ kind, previous_date: previousDate }: MessageRow,
	facts: Facts,
): DirectMessageFacts => ({ ...facts, kind, previousDate });

/** Returns the URL behind a message's button. The part behind # tells it from the others of the same event. */
export function getAddress(
	{ event_id: eventId, kind }: Pick<MessageRow, 'event_id' | 'kind'>,
	messageId: string,
): string {
	return `${getPage(eventId, kind)}#message-${messageId}`;
}

function getPage(eventId: string, kind: MessageRow['kind']): string {
	if (kind === 'departures') return new URL('/admin', config().APP_URL).href;
	if (kind === 'poll' || kind === 'poll_closed') return getPollUrl(eventId);
	return `${getEventUrl(eventId)}${kind === 'roll_call' ? '/attendance' : ''}`;
}
