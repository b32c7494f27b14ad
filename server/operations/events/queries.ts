import { QueryTypes, type Transaction } from 'sequelize';
import { database } from '~/database/connection.ts';
import type { EventDetail } from '~/domain/events/schema.ts';
import type { Actor } from '~/domain/policy.ts';
import { missing } from '~/domain/refusal.ts';
import { type EventRow, type StorytellerRow, toEventDetail } from '../../wire/events.ts';
import { shownName } from '../../wire/shown-name.ts';
import { SIGNUP_COLUMNS, type SignupRow } from '../../wire/signups.ts';
import { isId } from '../kernel/operation.ts';

/** The columns of `EventRow`, for `EVENT_SOURCES`. */
export const EVENT_COLUMNS = `e.id, e.title, e.description, e.date, e.duration, e.location, e.timezone, e.status,
		e.discord_event_id, e.version, c.username AS creator_username,
		${shownName('c')} AS creator_preferred_username,
		i.content_hash AS image_hash, m.state AS mirror_state, m.error AS mirror_error,
		t.confirmed_count, t.late_count, t.tentative_count, t.declined_count, t.signup_count,
		mine.status AS user_signup_status`;

/** An event with what is shown of it; `:viewer` is whose own answer counts. */
export const EVENT_SOURCES = `events e
	LEFT JOIN users c ON c.id = e.creator_id
	LEFT JOIN images i ON i.id = e.image_id
	LEFT JOIN discord_mirrors m ON m.event_id = e.id
	LEFT JOIN signups mine ON mine.event_id = e.id AND mine.user_id = :viewer
	CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE s.status = 'confirmed')::int AS confirmed_count,
			count(*) FILTER (WHERE s.status = 'late')::int AS late_count,
			count(*) FILTER (WHERE s.status = 'tentative')::int AS tentative_count,
			count(*) FILTER (WHERE s.status = 'declined')::int AS declined_count,
			count(*)::int AS signup_count
		FROM signups s WHERE s.event_id = e.id) t`;

const EVENT_SELECT = `SELECT ${EVENT_COLUMNS} FROM ${EVENT_SOURCES}`;

export type EventFilter = {
	status?: string | undefined;
	/** Only events after this instant. */
	after?: Date | undefined;
	/** Only events behind this place in the order (date, id). */
	behind?: { date: Date; id: string } | undefined;
	limit?: number | undefined;
};

/** Events by date, then id, with their counts and the viewer's own answer; at most `limit` (all when left out). */
export async function selectEvents(viewerId: string, filter: EventFilter): Promise<EventRow[]> {
	const conditions = [
		filter.status && 'e.status = :status',
		filter.after && 'e.date > :after',
		filter.behind && '(e.date, e.id) > (:behindDate, :behindId)',
	].filter(Boolean);
	const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
	return database().query<EventRow>(
		`${EVENT_SELECT} ${where} ORDER BY e.date, e.id ${filter.limit === undefined ? '' : 'LIMIT :limit'}`,
		{
			type: QueryTypes.SELECT,
			replacements: {
				viewer: viewerId,
				status: filter.status,
				after: filter.after,
				behindDate: filter.behind?.date,
				behindId: filter.behind?.id,
				limit: filter.limit,
			},
		},
	);
}

/** One event by its id, inside `transaction` when given; refuses (404) when the id names nothing. */
export async function selectEvent(
	viewerId: string,
	eventId: string,
	transaction?: Transaction,
): Promise<EventRow> {
	if (!isId(eventId)) throw missing('Event');
	const [row] = await database().query<EventRow>(`${EVENT_SELECT} WHERE e.id = :eventId`, {
		type: QueryTypes.SELECT,
		replacements: { viewer: viewerId, eventId },
		...inside(transaction),
	});
	if (!row) throw missing('Event');
	return row;
}

const inside = (transaction: Transaction | undefined) => (transaction ? { transaction } : {});

/** Every signup of an event with its person, earliest answer first. */
export function selectSignups(eventId: string, transaction?: Transaction): Promise<SignupRow[]> {
	return database().query<SignupRow>(
		`SELECT ${SIGNUP_COLUMNS} FROM signups s JOIN users u ON u.id = s.user_id
		WHERE s.event_id = :eventId ORDER BY s.created_at, s.id`,
		{ type: QueryTypes.SELECT, replacements: { eventId }, ...inside(transaction) },
	);
}

/** One signup with its person, inside `transaction` when given; null when it is gone. */
export async function selectSignup(signupId: string, transaction?: Transaction): Promise<SignupRow | null> {
	const [row] = await database().query<SignupRow>(
		`SELECT ${SIGNUP_COLUMNS} FROM signups s JOIN users u ON u.id = s.user_id WHERE s.id = :signupId`,
		{ type: QueryTypes.SELECT, replacements: { signupId }, ...inside(transaction) },
	);
	return row ?? null;
}

/** The storytellers of an event, in the order in which they were chosen. */
export function selectStorytellers(eventId: string, transaction?: Transaction): Promise<StorytellerRow[]> {
	return database().query<StorytellerRow>(
		`SELECT u.id AS user_id, u.username, ${shownName('u')} AS preferred_username, u.role, u.avatar, u.discord_id
		FROM event_storytellers es JOIN users u ON u.id = es.user_id
		WHERE es.event_id = :eventId ORDER BY es.position, u.id`,
		{ type: QueryTypes.SELECT, replacements: { eventId }, ...inside(transaction) },
	);
}

/** One event with all its people as the viewer may see it; refuses (404) when the id names nothing. */
export async function selectEventDetail(
	viewer: Actor,
	eventId: string,
	transaction?: Transaction,
): Promise<EventDetail> {
	const event = await selectEvent(viewer.id, eventId, transaction);
	// In a transaction one after the other: it is one connection.
	const [signups, storytellers] = transaction
		? [await selectSignups(event.id, transaction), await selectStorytellers(event.id, transaction)]
		: await Promise.all([selectSignups(event.id), selectStorytellers(event.id)]);
	return toEventDetail(event, { signups, storytellers }, viewer);
}
