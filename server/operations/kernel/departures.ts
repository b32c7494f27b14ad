import type { Transaction } from 'sequelize';
import { one } from '~/database/sql.ts';
import { HOUR_MS } from '~/domain/limits.ts';
import {
	type Departures,
	decideDepartures,
	HOLD_REASONS,
	type HoldReason,
	type LostMember,
} from '~/domain/users/membership.ts';

/** Why departures wait for an admin: a reason or ''. The job `users.pass-on-departures` writes it. */
export const HOLD_SETTING = 'departures_hold';
/** When an admin last confirmed departures. */
export const CONFIRMED_SETTING = 'departures_confirmed_at';

/** SQL for whether the user `u` was ever seen as a member with the required role; nobody else can leave. */
const WAS_MEMBER = `(u.first_signed_in_at IS NOT NULL OR u.member_seen_at IS NOT NULL)
	AND u.discord_id IS NOT NULL AND NOT u.is_test_data`;

/** SQL for whether the user `u` has lost the membership, and the departure has not taken effect yet. */
export const IS_LEAVING = `(u.membership_lost_at IS NOT NULL AND u.left_at IS NULL AND ${WAS_MEMBER})`;

type Row = {
	lost: { id: string; lost_at: string; has_left: boolean }[];
	staying: number;
	hold: string | null;
	confirmed_at: string | null;
};

/** What is known of departures: the decision about them, and why they wait by the job's last run. */
export type KnownDepartures = Departures & {
	/** Returns the decision with another answer to whether the required role exists. */
	decide: (roleExists: boolean) => Departures;
	savedHold: HoldReason | null;
	/** How many members there are, with those who are leaving. */
	members: number;
};

/**
 * Returns who has left at `now` and whose departure waits for an admin, as `decideDepartures` says. Whether the required
 * role exists is as the job found it.
 */
export async function readDepartures(now: Date, transaction?: Transaction): Promise<KnownDepartures> {
	const row = await one<Row>(
		`WITH leaving AS MATERIALIZED (SELECT u.id, u.membership_lost_at FROM users u WHERE ${IS_LEAVING})
		SELECT coalesce((SELECT json_agg(json_build_object('id', u.id::text, 'lost_at', u.membership_lost_at,
				'has_left', u.left_at IS NOT NULL) ORDER BY u.id) FROM users u
				WHERE u.membership_lost_at >= (SELECT min(l.membership_lost_at) FROM leaving l) - make_interval(secs => :seconds)
					AND (u.left_at IS NOT NULL OR u.id IN (SELECT l.id FROM leaving l))), '[]') AS lost,
			CASE WHEN EXISTS (SELECT FROM leaving) THEN
				(SELECT count(*)::int FROM users u WHERE u.membership_lost_at IS NULL AND ${WAS_MEMBER}) ELSE 0 END AS staying,
			(SELECT value FROM settings WHERE key = '${HOLD_SETTING}') AS hold,
			(SELECT value FROM settings WHERE key = '${CONFIRMED_SETTING}') AS confirmed_at`,
		{ seconds: HOUR_MS / 1_000 },
		transaction,
	);
	const lost: LostMember[] = (row?.lost ?? []).map(({ id, lost_at, has_left }) => ({
		id,
		lostAt: new Date(lost_at),
		hasLeft: has_left,
	}));
	const members = (row?.staying ?? 0) + lost.length;
	const savedHold = HOLD_REASONS.find((reason) => reason === row?.hold) ?? null;
	const confirmedAt = row?.confirmed_at ? new Date(row.confirmed_at) : null;
	const decide = (roleExists: boolean) => decideDepartures({ lost, members, roleExists, confirmedAt, now });
	return { ...decide(savedHold !== 'role'), decide, savedHold, members };
}
