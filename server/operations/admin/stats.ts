import { z } from 'zod';
import { one, rows } from '~/database/sql.ts';
import type { StatsView } from '~/domain/admin/schema.ts';
import { type EventRow, toEventListItem } from '../../wire/events.ts';
import { OWN_USER_COLUMNS, type OwnUser, toUserView } from '../../wire/users.ts';
import { EVENT_COLUMNS, EVENT_SOURCES } from '../events/index.ts';
import { defineOperation } from '../kernel/operation.ts';

/** The length of Recent Events and Recent Users in the admin panel. */
const RECENT_ROWS = 5;

type Totals = Pick<StatsView, 'totalUsers' | 'totalEvents' | 'totalSignups'>;
type Recent = Pick<StatsView, 'recentEvents' | 'recentUsers'>;

/** Returns the totals of users, events and signups. It counts all rows, so its time grows with the tables. */
export const readTotals = defineOperation({
	allow: 'admin.readStats',
	readsReplica: true,
	input: z.object({}),
	handle: () => selectTotals(),
});

/** Returns the latest events and users. Its time does not grow with the tables. */
export const readRecent = defineOperation({
	allow: 'admin.readStats',
	readsReplica: true,
	input: z.object({}),
	handle: ({ actor }) => selectRecent(actor.id),
});

/**
 * Returns the totals of users, events and signups, and the latest events and users (GET /api/admin/stats).
 */
export const readStats = defineOperation({
	allow: 'admin.readStats',
	readsReplica: true,
	input: z.object({}),
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
