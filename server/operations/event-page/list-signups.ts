import { markUnnamed, rows } from '~/database/sql.ts';
import { SIGNUPS_PER_PAGE } from '~/domain/limits.ts';
import { WAITING_RANK } from '~/domain/signups/order.ts';
import { SIGNUP_STATUSES } from '~/domain/signups/statuses.ts';
import { buildPositionSql } from '../../wire/places.ts';
import {
	ARRIVES_AT,
	buildStatusSql,
	LEAVES_AT,
	LISTED_SIGNUP_COLUMNS,
	type ListedSignupRow,
	STANDBY,
} from '../../wire/signups.ts';
import { buildShownNameSql } from '../../wire/user-sql.ts';
import { buildHasLeftSql } from '../../wire/users.ts';
import { buildTextFilter, USER_SEARCH } from '../kernel/search.ts';

/** The signups of one page of an event, and whether there are more behind them. */
type SignupRowsPage = { signups: ListedSignupRow[]; hasNext: boolean };

/** SQL for whether a signup stands in the waitlist. */
const IS_IN_LINE = `(s.place IN ('waiting', 'offered') AND ${buildStatusSql('takesPlace', 's')})`;
/** SQL for the rank of a signup in the order of the card, which is that of `orderSignups`. */
const RANK = `CASE WHEN ${IS_IN_LINE} THEN ${WAITING_RANK}
	${SIGNUP_STATUSES.map((status, rank) => `WHEN s.status = '${status}' THEN ${rank}`).join(' ')} END`;
/** SQL for the place of a signup in the waitlist; null for those who are ordered by their creation. */
const POSITION_IN_LINE = `CASE WHEN ${IS_IN_LINE} THEN ${buildPositionSql('s')} END`;

type PageShape = { number: number; where?: string };

/**
 * Returns SQL for the ids and ranks of the signups of `:eventId` on a page, in the order of the signups card, and one
 * more when there is a next page. The first page also has the viewer's own. `where` is a condition on the user `u`.
 */
function buildPageSql({ number, where }: PageShape): string {
	const end = number * SIGNUPS_PER_PAGE + 1;
	const users = where ? 'JOIN users u ON u.id = s.user_id' : '';
	const condition = `s.event_id = :eventId ${where ? `AND (${where})` : ''}`;
	const othersOnly = `${condition} AND s.user_id <> :viewer`;
	// An index has this order within each status, so each part reads only the rows up to the end of the page.
	const parts = SIGNUP_STATUSES.map(
		(
			status,
			rank,
		) => `(SELECT s.id, s.created_at, ${rank} AS rank, NULL::integer AS position FROM signups s ${users}
			WHERE ${othersOnly} AND s.status = '${status}' AND ${IS_IN_LINE} IS NOT TRUE
			ORDER BY s.created_at, s.id LIMIT ${end})`,
	);
	const line = `(SELECT s.id, s.created_at, ${WAITING_RANK} AS rank, ${POSITION_IN_LINE} AS position FROM signups s ${users}
		WHERE ${othersOnly} AND ${IS_IN_LINE} ORDER BY position LIMIT ${end})`;
	const own = `(SELECT s.id, s.created_at, -1 AS rank, NULL::integer AS position FROM signups s ${users}
		WHERE ${condition} AND s.user_id = :viewer)`;
	return `${number === 1 ? `${own} UNION ALL` : ''}
		(SELECT * FROM (${[...parts, line].join(' UNION ALL ')}) AS parts ORDER BY rank, position, created_at, id
			LIMIT ${SIGNUPS_PER_PAGE + 1} OFFSET ${end - 1 - SIGNUPS_PER_PAGE})`;
}

/**
 * SQL for the signups of the event `e` as a JSON array of `ListedSignupRow`, in the order of the card; null for more than
 * one page, whose first one depends on the viewer.
 */
export const SIGNUPS_OF_ONE_PAGE = `CASE WHEN t.signup_count <= ${SIGNUPS_PER_PAGE} THEN (
	SELECT coalesce(json_agg(json_build_object('id', s.id::text, 'user_id', s.user_id::text,
		'username', u.username, 'preferred_username', ${buildShownNameSql('u')}, 'avatar', u.avatar, 'discord_id', u.discord_id,
		'status', s.status, 'notes', s.notes, 'awaits_reply', s.awaits_reply,
		'place', s.place, 'waitlist_position', ${buildPositionSql('s')}, 'standby', ${STANDBY},
		'arrives_at', ${ARRIVES_AT}, 'leaves_at', ${LEAVES_AT}, 'has_left', ${buildHasLeftSql('u')})
		ORDER BY ${RANK}, ${POSITION_IN_LINE}, s.created_at, s.id), '[]')
	FROM signups s JOIN users u ON u.id = s.user_id WHERE s.event_id = e.id) END`;

/**
 * Returns a page as it is shown: the viewer's own signup in front of the others, without the row that only tells that there
 * is a next page.
 */
export function toSignupRowsPage(viewerId: string, found: readonly ListedSignupRow[]): SignupRowsPage {
	const own = found.filter(({ user_id }) => user_id === viewerId);
	const others = found.filter(({ user_id }) => user_id !== viewerId);
	return {
		signups: [...own, ...others.slice(0, SIGNUPS_PER_PAGE)],
		hasNext: others.length > SIGNUPS_PER_PAGE,
	};
}

/**
 * Returns one page of an event's signups whose users' names contain every word of `q`, in the order of the signups
 * card. The viewer's own signup is first on the first page, and on no other.
 */
export async function selectSignupsPage(
	viewerId: string,
	eventId: string,
	{ page, q }: { page: number; q: string },
): Promise<SignupRowsPage> {
	const { where, binds } = await buildTextFilter(USER_SEARCH, q);
	const found = await rows<ListedSignupRow>(
		// The plan depends on how common the searched words are.
		markUnnamed(`SELECT ${LISTED_SIGNUP_COLUMNS}
			FROM (${buildPageSql({ number: page, ...(q === '' ? {} : { where }) })}) AS page
			JOIN signups s ON s.id = page.id JOIN users u ON u.id = s.user_id
			ORDER BY page.rank, page.position, page.created_at, page.id`),
		{ eventId, viewer: viewerId, ...binds },
	);
	return toSignupRowsPage(viewerId, found);
}

/** Returns all signups of an event in the order of the signups card; `userIds` limits them to these users. */
export function selectListedSignups(
	eventId: string,
	userIds?: readonly string[],
): Promise<ListedSignupRow[]> {
	return rows<ListedSignupRow>(
		`SELECT ${LISTED_SIGNUP_COLUMNS} FROM signups s JOIN users u ON u.id = s.user_id
		WHERE s.event_id = :eventId ${userIds ? 'AND s.user_id = ANY(:userIds::bigint[])' : ''}
		ORDER BY ${RANK}, ${POSITION_IN_LINE}, s.created_at, s.id`,
		userIds ? { eventId, userIds } : { eventId },
	);
}
