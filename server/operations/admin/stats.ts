import { z } from 'zod';
import { User } from '~/database/models/index.ts';
import { one, rows } from '~/database/sql.ts';
import type { StatsView } from '~/domain/admin/schema.ts';
import { RECENT_ROWS } from '~/domain/limits.ts';
import { type EventRow, toEventListItem } from '../../wire/events.ts';
import { toUserView } from '../../wire/users.ts';
import { EVENT_COLUMNS, EVENT_SOURCES } from '../events/index.ts';
import { defineOperation } from '../kernel/operation.ts';

type Totals = { totalUsers: number; totalEvents: number; totalSignups: number };

/**
 * Returns the totals of users, events and signups, and the latest events and users (GET /api/admin/stats).
 */
export const readStats = defineOperation({
	allow: 'admin.readStats',
	input: z.object({}),
	async handle({ actor }): Promise<StatsView> {
		const [totals, events, users] = await Promise.all([
			one<Totals>(`SELECT (SELECT count(*)::int FROM users) AS "totalUsers", (SELECT count(*)::int FROM events) AS "totalEvents",
					(SELECT count(*)::int FROM signups) AS "totalSignups"`),
			rows<EventRow>(
				`SELECT ${EVENT_COLUMNS} FROM ${EVENT_SOURCES} ORDER BY e.created_at DESC, e.id DESC LIMIT ${RECENT_ROWS}`,
				{ viewer: actor.id },
			),
			User.findAll({
				order: [
					['createdAt', 'DESC'],
					['id', 'DESC'],
				],
				limit: RECENT_ROWS,
			}),
		]);
		return {
			totalUsers: totals?.totalUsers ?? 0,
			totalEvents: totals?.totalEvents ?? 0,
			totalSignups: totals?.totalSignups ?? 0,
			recentEvents: events.map(toEventListItem),
			recentUsers: users.map(toUserView),
		};
	},
});
