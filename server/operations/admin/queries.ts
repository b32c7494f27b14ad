import { one, rows, selectColumn } from '~/database/sql.ts';
import type { StatsView } from '~/domain/admin/schema.ts';
import { EASTERN, MINUTE_MS } from '~/domain/limits.ts';
import {
	fillSignups,
	fillStatuses,
	fillWeekdays,
	listLastWeeks,
	type Statistics,
} from '~/domain/statistics.ts';
import { startOfDay } from '~/domain/time/day.ts';
import { getToday } from '~/domain/time/wall-time.ts';
import { listRolesFrom } from '~/domain/users/roles.ts';
import { type EventRow, toEventListItem } from '../../wire/events.ts';
import { IS_COMING } from '../../wire/signups.ts';
import { OWN_USER_COLUMNS, type OwnUser, toUserView } from '../../wire/users.ts';
import { EVENT_COLUMNS, EVENT_SOURCES } from '../events/index.ts';
import { defineOperation } from '../kernel/operation.ts';

/** The length of Recent Events and Recent Users in the admin panel. */
const RECENT_ROWS = 5;

type Totals = Pick<StatsView, 'totalUsers' | 'totalEvents' | 'totalSignups'>;
type Recent = Pick<StatsView, 'recentEvents' | 'recentUsers'>;

/** From `signups` on, counting takes longer than a page may, so the panel's counts are cached for `ms`. */
export const CACHED_COUNTS = { signups: 100_000, ms: 10 * MINUTE_MS };

/** The counts of the panel. `countedAt` is null where they are always counted anew. */
type PanelCounts = { totals: Totals; statistics: Statistics; countedAt: string | null };

let cachedCounts: { at: number; counts: PanelCounts } | undefined;

/**
 * Returns the totals and the charts for the panel. It counts many rows: the counts of a large community are cached for
 * ten minutes in each process.
 */
export const readCounts = defineOperation({
	allow: 'statistics.read',
	readsReplica: true,
	async handle({ now }): Promise<PanelCounts> {
		const age = cachedCounts ? now.getTime() - cachedCounts.at : Number.POSITIVE_INFINITY;
		if (cachedCounts && age >= 0 && age < CACHED_COUNTS.ms) return cachedCounts.counts;
		const [totals, statistics] = await Promise.all([selectTotals(), selectCharts(now)]);
		const isLarge = totals.totalSignups >= CACHED_COUNTS.signups;
		const counts = { totals, statistics, countedAt: isLarge ? now.toISOString() : null };
		cachedCounts = isLarge ? { at: now.getTime(), counts } : undefined;
		return counts;
	},
});

/** Returns the latest events and users. Its time does not grow with the tables. */
export const readRecent = defineOperation({
	allow: 'admin.readStats',
	readsReplica: true,
	handle: ({ actor }) => selectRecent(actor.id),
});

/** Returns the totals of users, events and signups, and the latest events and users (GET /api/admin/stats). */
export const readStats = defineOperation({
	allow: 'admin.readStats',
	readsReplica: true,
	async handle({ actor }): Promise<StatsView> {
		const [totals, recent] = await Promise.all([selectTotals(), selectRecent(actor.id)]);
		return { ...totals, ...recent };
	},
});

async function selectTotals(): Promise<Totals> {
	const totals = await one<Totals>(
		`SELECT (SELECT count(*)::int FROM users) AS "totalUsers", (SELECT count(*)::int FROM events) AS "totalEvents",
			(SELECT count(*)::int FROM signups) AS "totalSignups"`,
	);
	return totals ?? { totalUsers: 0, totalEvents: 0, totalSignups: 0 };
}

async function selectRecent(viewerId: string): Promise<Recent> {
	const [events, users] = await Promise.all([
		rows<EventRow>(
			`SELECT ${EVENT_COLUMNS} FROM ${EVENT_SOURCES} ORDER BY e.created_at DESC, e.id DESC LIMIT ${RECENT_ROWS}`,
			{ viewer: viewerId },
		),
		rows<OwnUser>(
			`SELECT ${OWN_USER_COLUMNS} FROM users u ORDER BY u.created_at DESC, u.id DESC LIMIT ${RECENT_ROWS}`,
		),
	]);
	return { recentEvents: events.map(toEventListItem), recentUsers: users.map(toUserView) };
}

/** The period of the admin panel's charts, in weeks. */
const STATISTICS_WEEKS = { signups: 12, statuses: 12, attendance: 26 } as const;

/** Each statement reads only the rows of its weeks, with an index, and groups them in the database. */
export const STATISTICS_SQL = {
	// A week begins at a full hour, and hours are counted in a quarter of the time.
	signups: `SELECT to_char(date_trunc('week', h.hour AT TIME ZONE :zone), 'YYYY-MM-DD') AS week,
			sum(h.signups)::int AS signups
		FROM (SELECT date_bin('1 hour', s.created_at, '2020-01-01Z') AS hour, count(*) AS signups
			FROM signups s WHERE s.created_at >= :from GROUP BY 1) h GROUP BY 1`,
	attendance: `SELECT extract(dow FROM e.date AT TIME ZONE :zone)::int AS day, count(*)::int AS events,
			coalesce(sum(t.attended), 0)::int AS attended
		FROM events e CROSS JOIN LATERAL (SELECT count(*) AS attended FROM signups s
			WHERE s.event_id = e.id AND ${IS_COMING}) t
		WHERE e.date >= :from AND e.date < :to AND e.status <> 'cancelled' GROUP BY 1`,
	statuses: `SELECT to_char(date_trunc('week', e.date AT TIME ZONE :zone), 'YYYY-MM-DD') AS week, t.status,
			sum(t.signups)::int AS signups
		FROM events e CROSS JOIN LATERAL (SELECT s.status, count(*) AS signups FROM signups s
			WHERE s.event_id = e.id GROUP BY s.status) t
		WHERE e.date >= :from AND e.date < :to GROUP BY 1, 2`,
} as const;

/** Returns the charts of the panel (GET /api/admin/statistics). Coming events count only in the signups chart. */
export const readStatistics = defineOperation({
	allow: 'statistics.read',
	readsReplica: true,
	handle: ({ now }) => selectCharts(now),
});

async function selectCharts(now: Date): Promise<Statistics> {
	const listWeeks = (count: number) => listLastWeeks(getToday(EASTERN, now), count);
	const [signupWeeks, statusWeeks] = [
		listWeeks(STATISTICS_WEEKS.signups),
		listWeeks(STATISTICS_WEEKS.statuses),
	];
	const signups = await selectStatistics<{ week: string; signups: number }>('signups', signupWeeks, now);
	const attendance = await selectStatistics<Statistics['attendanceByWeekday'][number]>(
		'attendance',
		listWeeks(STATISTICS_WEEKS.attendance),
		now,
	);
	const statuses = await selectStatistics<{ week: string; status: string; signups: number }>(
		'statuses',
		statusWeeks,
		now,
	);
	return {
		signupsPerWeek: fillSignups(signupWeeks, signups),
		attendanceByWeekday: fillWeekdays(attendance),
		statusesPerWeek: fillStatuses(statusWeeks, statuses),
	};
}

function selectStatistics<Row extends object>(
	name: keyof typeof STATISTICS_SQL,
	weeks: readonly string[],
	now: Date,
): Promise<Row[]> {
	const from = startOfDay(new Date(`${weeks[0]}T17:00:00Z`), EASTERN);
	return rows<Row>(STATISTICS_SQL[name], { zone: EASTERN, from, to: now });
}

export type AuditChoices = { actions: string[]; actors: { id: string; name: string }[] };

/** Returns the options of the filter: all actions in the trail, and who may add entries now (at most 200, by name). */
export const readAuditChoices = defineOperation({
	allow: 'audit.list',
	readsReplica: true,
	async handle(): Promise<AuditChoices> {
		// Jumps from one action to the next in the index, so the cost grows with the number of actions, not of entries.
		const actions = await selectColumn(
			`WITH RECURSIVE found AS (
				(SELECT action FROM audit_entries ORDER BY action LIMIT 1)
				UNION ALL
				SELECT (SELECT a.action FROM audit_entries a WHERE a.action > f.action ORDER BY a.action LIMIT 1)
				FROM found f WHERE f.action IS NOT NULL
			) SELECT action FROM found WHERE action IS NOT NULL`,
		);
		const actors = await rows<{ id: string; name: string }>(
			`SELECT id, coalesce(preferred_username, username) AS name FROM users
			WHERE role = ANY(:roles::text[]) AND role <> 'player' ORDER BY lower(coalesce(preferred_username, username)), id LIMIT 200`,
			{ roles: listRolesFrom('creator') },
		);
		return { actions, actors };
	},
});
