import { execute, one } from '~/database/sql.ts';
import { EVENT_ROLE_KEYS, EVENT_ROLE_TIMES, type EventRoleSetting } from '~/domain/discord/event-roles.ts';
import { buildEndSql } from '../../wire/event-sql.ts';
import { buildStatusSql } from '../../wire/signups.ts';
import { WITHOUT_DELETED_USERS } from '../kernel/recipients.ts';

/**
 * The states of a row of `given_roles`. `giving` and `taking`: a request was sent, and its result may be unknown. `had`:
 * the member had the role before. `missing`: the account is no member with the required role, or the role was deleted.
 * What is `giving`, `given` or `taking` is ours to take. (decision 0089)
 */
export const GIVEN_ROLE_STATES = ['planned', 'giving', 'given', 'taking', 'had', 'missing'] as const;
export type GivenRoleState = (typeof GIVEN_ROLE_STATES)[number];

const isSetting = (key: EventRoleSetting) => `st.key = '${key}'`;
const KEYS = EVENT_ROLE_KEYS.map((key) => `'${key}'`).join();
const toInterval = (milliseconds: number) => `interval '${milliseconds / 1_000} seconds'`;
const BEFORE = toInterval(EVENT_ROLE_TIMES.beforeMs);
const END = `(${buildEndSql()} + ${toInterval(EVENT_ROLE_TIMES.afterMs)})`;
/** The events whose roles are given at `:now`. One that lasts longer than a week is not looked for any more. */
const IS_ON = `e.status IN ('active', 'completed') AND NOT e.is_test_data AND e.date <= :now::timestamptz + ${BEFORE}
	AND e.date > :now::timestamptz - interval '8 days' AND ${END} > :now::timestamptz`;
const IS_STORYTELLER =
	'EXISTS (SELECT FROM event_storytellers es WHERE es.event_id = e.id AND es.user_id = s.user_id)';

/**
 * SQL for who should have which role at `:now`, as `getEventRole` says: each account and role once. Users are read one by
 * one, because PostgreSQL expects a single user in a table that it does not know yet.
 */
export const DUE_ROLES = `
	WITH seats AS MATERIALIZED (
		SELECT st.value AS role_id, e.id AS event_id, e.date, seat.user_id FROM settings st JOIN events e ON ${IS_ON}
		CROSS JOIN LATERAL (
			SELECT s.user_id FROM signups s WHERE ${isSetting('role_tonight')} AND s.event_id = e.id AND ${buildStatusSql('comes')}
				AND coalesce(s.place, CASE WHEN e.capacity IS NULL THEN 'placed' END) = 'placed' AND NOT ${IS_STORYTELLER}
			UNION ALL
			SELECT es.user_id FROM event_storytellers es
			WHERE ${isSetting('role_storytellers_tonight')} AND es.event_id = e.id AND NOT EXISTS (SELECT FROM signups s
				WHERE s.event_id = e.id AND s.user_id = es.user_id AND NOT ${buildStatusSql('comes')})
		) AS seat
		WHERE st.key IN (${KEYS}) AND st.value <> '')
	SELECT DISTINCT ON (u.discord_id, role_id) u.discord_id, role_id, u.id AS user_id, event_id, u.membership_checked_at
	FROM seats CROSS JOIN LATERAL (SELECT id, discord_id, membership_checked_at FROM users
		WHERE id = seats.user_id AND event_roles AND discord_id IS NOT NULL AND membership_lost_at IS NULL AND NOT is_test_data
		OFFSET 0) AS u
	ORDER BY u.discord_id, role_id, date, event_id`;

const JOIN_DUE = 'LEFT JOIN due d ON d.discord_id = g.discord_id AND d.role_id = g.role_id';
/** A condition that a row needs no request once nobody should have its role by it. */
const IS_NOT_OURS = "g.state IN ('planned', 'had', 'missing')";
/** A condition that `g` differs from what is due; a user who was no member is compared after each later check. */
const DIFFERS = `CASE WHEN d.role_id IS NULL THEN true WHEN g.state = 'missing' THEN d.membership_checked_at > g.changed_at
	ELSE g.state IN ('planned', 'giving', 'taking') END`;
const HAS_SETTING = `EXISTS (SELECT FROM settings WHERE key IN (${KEYS}) AND value <> '')`;

/** SQL for the times from which `changeNextRole` may find something to do. */
export const EVENT_ROLE_TIMES_SQL = `
	WITH due AS MATERIALIZED (${DUE_ROLES})
	SELECT coalesce(g.leased_until, :now::timestamptz) FROM given_roles g ${JOIN_DUE} WHERE ${DIFFERS}
	UNION ALL SELECT :now::timestamptz FROM due d
		WHERE NOT EXISTS (SELECT FROM given_roles g WHERE g.discord_id = d.discord_id AND g.role_id = d.role_id)
	UNION ALL SELECT ${END} FROM events e WHERE ${IS_ON} AND ${HAS_SETTING}
	UNION ALL (SELECT e.date - ${BEFORE} FROM events e
		WHERE e.status = 'active' AND NOT e.is_test_data AND e.date > :now::timestamptz + ${BEFORE} AND ${HAS_SETTING}
		ORDER BY e.date LIMIT 1)`;

/** A row whose role has to be given (`is_due`) or taken. Only the run that set `leased_until` may change it. */
export type LeasedRole = {
	discord_id: string;
	role_id: string;
	state: GivenRoleState;
	attempts: number;
	leased_until: Date;
	is_due: boolean;
};

/** Leases the row that waits longest for a request to Discord; null when there is none. */
export const leaseNextRole = (now: Date, leaseMs: number): Promise<LeasedRole | null> =>
	one<LeasedRole>(
		`WITH due AS MATERIALIZED (${DUE_ROLES}), next AS (
			SELECT g.discord_id, g.role_id, d.user_id, d.role_id IS NOT NULL AS is_due FROM given_roles g ${JOIN_DUE}
			WHERE ${DIFFERS} AND NOT (d.role_id IS NULL AND ${IS_NOT_OURS}) AND (g.leased_until IS NULL OR g.leased_until <= :now)
			ORDER BY g.changed_at, g.discord_id, g.role_id LIMIT 1 FOR UPDATE OF g SKIP LOCKED)
		UPDATE given_roles g SET leased_until = :leasedUntil, user_id = coalesce(g.user_id, next.user_id) FROM next
		WHERE g.discord_id = next.discord_id AND g.role_id = next.role_id
		RETURNING g.discord_id, g.role_id, g.state, g.attempts, g.leased_until, next.is_due`,
		{ now, leasedUntil: new Date(now.getTime() + leaseMs) },
	);

/** How long the role of an erased user is tried to be taken. */
const ERASED = "interval '7 days'";

/** Adds a row for each role that is due, and deletes those that need no request any more. Returns how many it added. */
export const planRoles = (now: Date): Promise<number> =>
	execute(
		`WITH due AS MATERIALIZED (${DUE_ROLES}),
		ended AS (DELETE FROM given_roles g
			WHERE (${IS_NOT_OURS} AND (g.leased_until IS NULL OR g.leased_until <= :now)
				OR g.user_id IS NULL AND g.given_at < :now::timestamptz - ${ERASED})
			AND NOT EXISTS (SELECT FROM due d WHERE d.discord_id = g.discord_id AND d.role_id = g.role_id))
		INSERT INTO given_roles (discord_id, role_id, user_id, event_id, state, changed_at)
		SELECT d.discord_id, d.role_id, u.id, d.event_id, 'planned', :now::timestamptz FROM due d JOIN users u ON u.id = d.user_id
		WHERE NOT EXISTS (SELECT FROM given_roles g WHERE g.discord_id = d.discord_id AND g.role_id = d.role_id)
		${WITHOUT_DELETED_USERS} ON CONFLICT DO NOTHING`,
		{ now },
	);
