import { type Actor, can } from '~/domain/policy.ts';
import type {
	EventSignupView,
	ListedSignup,
	SignupHistoryView,
	SignupView,
} from '~/domain/signups/schema.ts';
import {
	hasFact,
	listStatusesWith,
	SIGNUP_STATUSES,
	type SignupStatus,
	type StatusQuestion,
} from '~/domain/signups/statuses.ts';
import { type Stay, WHOLE_EVENT } from '~/domain/signups/stay.ts';
import { buildEndSql } from './event-sql.ts';
import { buildPositionSql } from './places.ts';
import { buildHasLeftSql, buildLeftBeforeStartSql, buildShownNameSql } from './user-sql.ts';

/** A signup with its user, as the queries of server/operations select it. */
export type SignupRow = Omit<SignupView, 'created_at' | 'has_left'> & {
	preferred_username: string | null;
	created_at: Date;
	/** Whether the user is no longer a member (decision 0022). */
	has_left: boolean;
};

export type SignupHistoryRow = SignupRow & { title: string; date: Date; location: string };

/** A signup of an event, with its user. */
export type EventSignupRow = SignupRow & { awaits_reply: boolean };

/** A signup with its user, as the event page needs it. */
export type ListedSignupRow = Omit<EventSignupRow, 'event_id' | 'signup_source' | 'created_at'>;

/** Returns SQL for whether the answer of the status of `signup` to `question` is yes (`STATUS_FACTS`). */
export const buildStatusSql = (question: StatusQuestion, signup = 's'): string =>
	`(${signup}.status IN (${listStatusesWith(question)
		.map((status) => `'${status}'`)
		.join(', ')}))`;

/** A standby is tentative; who was confirmed by a creator is none any more. */
export const STANDBY = `(s.standby AND ${buildStatusSql('canStandBy')})`;
/** A time stays stored when the status changes, but only these statuses have it. */
export const ARRIVES_AT = `CASE WHEN ${buildStatusSql('arrivesLater')} THEN s.arrives_at END`;
export const LEAVES_AT = `CASE WHEN ${buildStatusSql('leavesEarly')} THEN s.leaves_at END`;
const PLACE = `s.place, ${buildPositionSql('s')} AS waitlist_position, ${STANDBY} AS standby,
	${ARRIVES_AT} AS arrives_at, ${LEAVES_AT} AS leaves_at, ${buildHasLeftSql('u')} AS has_left`;

/** The columns of `ListedSignupRow`, for `FROM signups s JOIN users u ON u.id = s.user_id`. */
export const LISTED_SIGNUP_COLUMNS = `s.id, s.user_id, u.username, ${buildShownNameSql('u')} AS preferred_username, u.avatar,
	u.discord_id, s.status, s.notes, s.awaits_reply, ${PLACE}`;

/** The columns of `SignupRow`, for `FROM signups s JOIN users u ON u.id = s.user_id`. */
export const SIGNUP_COLUMNS = `s.id, s.user_id, s.event_id, u.username, ${buildShownNameSql('u')} AS preferred_username, u.avatar, u.discord_id,
	s.status, s.notes, s.signup_source, s.created_at, ${PLACE}`;

/** A condition that the user of `s` comes as far as is known: by status and place, and not gone before the start. */
export const IS_COMING = `(${buildStatusSql('comes')} AND coalesce(s.place, 'placed') = 'placed'
	AND NOT ${buildLeftBeforeStartSql('s')})`;

/**
 * Returns SQL for the title of another active event that the user `userId` (SQL) comes to or runs while the event `e` lasts,
 * the first by date; null without one. An event that starts when another one ends is not at the same time.
 */
export const buildOtherNightSql = (userId: string): string =>
	`(SELECT o.title FROM events o WHERE o.id <> e.id AND o.status = 'active'
		AND o.date < ${buildEndSql()} AND e.date < ${buildEndSql('o')}
		AND o.id IN (SELECT s.event_id FROM signups s WHERE s.user_id = ${userId}
				AND ${buildStatusSql('comes')} AND coalesce(s.place, 'placed') = 'placed'
			UNION SELECT es.event_id FROM event_storytellers es WHERE es.user_id = ${userId})
		ORDER BY o.date, o.id LIMIT 1)`;

/** A condition that the user of `s` waits for a place, as `isWaiting` says. */
export const IS_WAITING = `(coalesce(s.place IN ('waiting', 'offered'), false) AND NOT ${buildStatusSql('canStandBy')})`;

/**
 * Returns a condition that lists and counts have the signup `s` of the event `e` under `status`, as `getSection` says: where
 * places are limited, only those with a place count as confirmed or late.
 */
export const buildListedSql = (status: SignupStatus): string =>
	`(s.status = '${status}'${hasFact(status, 'takesPlace') ? " AND (e.capacity IS NULL OR s.place = 'placed')" : ''})`;

/** Returns columns that count `signups s` by status, named by it and `suffix`. `build`: the condition of a status. */
export const countByStatus = (
	suffix = '',
	build = (status: SignupStatus) => `s.status = '${status}'`,
): string =>
	SIGNUP_STATUSES.map((status) => `count(*) FILTER (WHERE ${build(status)})::int AS ${status}${suffix}`).join(
		', ',
	);

/** Who reads a signup, and whether they are a storyteller of its event. */
type Reader = Actor & { isStoryteller?: boolean };

/** Returns `actor` as the reader of the signups of an event with these storytellers. */
export const toReader = (actor: Actor, storytellers: readonly { user_id: string }[]): Reader => ({
	...actor,
	isStoryteller: storytellers.some(({ user_id }) => user_id === actor.id),
});

/** Returns the times of a signup for its owner, creators, admins and storytellers of the event; none for others. */
const readStay = (
	{ arrives_at, leaves_at, user_id: userId }: Stay & { user_id: string },
	reader: Reader,
): Stay =>
	can(reader, 'signups.readTimes', { userId, isStoryteller: reader.isStoryteller === true })
		? { arrives_at, leaves_at }
		: WHOLE_EVENT;

/**
 * Returns a signup as `actor` may see it; its notes only for its owner, creators and admins (spec, section
 * 6), its times also for storytellers of the event.
 */
export function toSignupView(row: SignupRow, actor: Reader): SignupView {
	return {
		id: row.id,
		user_id: row.user_id,
		event_id: row.event_id,
		username: row.preferred_username || row.username,
		avatar: row.avatar,
		discord_id: row.discord_id,
		status: row.status,
		notes: can(actor, 'signups.readNotes', { userId: row.user_id }) ? row.notes : null,
		signup_source: row.signup_source,
		created_at: row.created_at.toISOString(),
		place: row.place,
		waitlist_position: row.waitlist_position,
		standby: row.standby,
		...readStay(row, actor),
		...(can(actor, 'signups.readMembership') && { has_left: row.has_left }),
	};
}

/** Returns a signup of an event as `toSignupView` does, with whether the user has to confirm it again. */
export const toEventSignupView = (row: EventSignupRow, actor: Reader): EventSignupView => ({
	...toSignupView(row, actor),
	awaits_reply: row.awaits_reply,
});

/** Returns a signup of the event page as `actor` may see it; its notes as `toSignupView` does. */
export function toListedSignup(row: ListedSignupRow, actor: Reader): ListedSignup {
	const { id, user_id, username, preferred_username, avatar, discord_id, status, awaits_reply } = row;
	const { place, waitlist_position } = row;
	const notes = can(actor, 'signups.readNotes', { userId: user_id }) ? row.notes : null;
	const name = preferred_username || username;
	const { arrives_at, leaves_at } = readStay(row, actor);
	return {
		id,
		user_id,
		username: name,
		avatar,
		discord_id,
		status,
		notes,
		awaits_reply,
		...(place && { place, waitlist_position }),
		...(row.standby && { standby: true }),
		...(arrives_at && { arrives_at }),
		...(leaves_at && { leaves_at }),
		...(row.has_left && can(actor, 'signups.readMembership') && { has_left: true }),
	};
}

/** Returns a signup of a user's history, with the title, date and location of its event. */
export function toSignupHistoryView(row: SignupHistoryRow, actor: Actor): SignupHistoryView {
	const date = row.date.toISOString();
	return {
		...toSignupView(row, actor),
		event_title: row.title,
		event_date: date,
		title: row.title,
		date,
		location: row.location,
	};
}
