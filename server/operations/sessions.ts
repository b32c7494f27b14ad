import { Op } from 'sequelize';
import { z } from 'zod';
import { Session } from '~/database/models/index.ts';
import type { SessionView } from '~/domain/people/profile.ts';
import { missing } from '~/domain/refusal.ts';
import { isId, operation } from './operation.ts';

/** The session that makes the call; a personal API token (`token-…`) is none. */
const current = z.object({ currentId: z.string() });

/** Where the caller is signed in, the present place first, then the last used. */
export const listSessions = operation({
	allow: 'sessions.list',
	input: current,
	async handle({ actor, input, now }): Promise<SessionView[]> {
		const rows = await Session.findAll({
			where: { userId: actor.id, expiresAt: { [Op.gt]: now } },
			order: [
				['lastSeenAt', 'DESC'],
				['id', 'DESC'],
			],
		});
		const sessions = rows.map((row) => ({
			id: String(row.id),
			created_at: row.createdAt.toISOString(),
			last_seen_at: row.lastSeenAt.toISOString(),
			isCurrent: String(row.id) === input.currentId,
		}));
		return [
			...sessions.filter(({ isCurrent }) => isCurrent),
			...sessions.filter(({ isCurrent }) => !isCurrent),
		];
	},
});

/** Signs the caller out somewhere else. 404 for somebody else's session, and for one that is over. */
export const endOtherSession = operation({
	allow: 'sessions.end',
	params: ['sessionId'],
	input: z.object({}),
	async handle({ actor, params }): Promise<{ message: string }> {
		if (!isId(params.sessionId)) throw missing('Session');
		const ended = await Session.destroy({ where: { id: params.sessionId, userId: actor.id } });
		if (ended === 0) throw missing('Session');
		return { message: 'Signed out there' };
	},
});

/** Signs the caller out everywhere but here; answers from how many places. */
export const endOtherSessions = operation({
	allow: 'sessions.endOthers',
	input: current,
	async handle({ actor, input }): Promise<{ ended: number }> {
		const but = isId(input.currentId) ? { id: { [Op.ne]: input.currentId } } : {};
		return { ended: await Session.destroy({ where: { userId: actor.id, ...but } }) };
	},
});
