import { Op } from 'sequelize';
import { z } from 'zod';
import { inTransaction } from '~/database/connection.ts';
import { Session } from '~/database/models/index.ts';
import { rows } from '~/database/sql.ts';
import { SESSIONS_PER_USER } from '~/domain/limits.ts';
import type { SessionView } from '~/domain/people/profile.ts';
import { missing } from '~/domain/refusal.ts';
import { isId, operation } from '../kernel/operation.ts';

/** The session that makes the call; a personal API token (`token-…`) is none. */
const current = z.object({ currentId: z.string() });

type SessionRow = { id: string; created_at: Date; last_seen_at: Date };

/** Lists where the caller is signed in, the session of the request first, then the last used; at most 50. */
export const listSessions = operation({
	allow: 'sessions.list',
	input: current,
	async handle({ actor, input, now }): Promise<SessionView[]> {
		const found = await rows<SessionRow>(
			`SELECT id, created_at, last_seen_at FROM sessions WHERE user_id = :userId AND expires_at > :now
			ORDER BY id::text = :currentId DESC, last_seen_at DESC, id DESC LIMIT :limit`,
			{ userId: actor.id, now, currentId: input.currentId, limit: SESSIONS_PER_USER },
		);
		return found.map((row) => ({
			id: row.id,
			created_at: row.created_at.toISOString(),
			last_seen_at: row.last_seen_at.toISOString(),
			isCurrent: row.id === input.currentId,
		}));
	},
});

/** Signs the caller out somewhere else. 404 for somebody else's session, and for one that is over. */
export const endOtherSession = operation({
	allow: 'sessions.end',
	params: ['sessionId'],
	input: z.object({}),
	async handle({ actor, params }): Promise<{ message: string }> {
		if (!isId(params.sessionId)) throw missing('Session');
		const where = { id: params.sessionId, userId: actor.id };
		const ended = await inTransaction((transaction) => Session.destroy({ where, transaction }));
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
		const where = { userId: actor.id, ...but };
		return { ended: await inTransaction((transaction) => Session.destroy({ where, transaction })) };
	},
});
