import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { inTransaction } from '~/database/connection.ts';
import { Session } from '~/database/models/index.ts';
import { type Binds, execute, rows } from '~/database/sql.ts';
import { SESSIONS_PER_USER } from '~/domain/limits.ts';
import { missing } from '~/domain/refusal.ts';
import type { SessionView } from '~/domain/users/profile.ts';
import { defineOperation, isId } from '../kernel/operation.ts';

/** The session of this request. A personal API token (`token-…`) is not a session. */
const currentSessionInput = z.object({ currentId: z.string() });

/** Deletes the sessions that fulfil `condition` and returns how many; locked by id, so that two deletions cannot deadlock. */
export function deleteSessions(condition: string, binds: Binds, transaction?: Transaction): Promise<number> {
	return execute(
		`DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE ${condition} ORDER BY id FOR UPDATE)`,
		binds,
		transaction,
	);
}

type SessionRow = { id: string; browser: string | null; created_at: Date; last_seen_at: Date };

/** Returns the actor's sessions, that of this request first, then the last used; at most 50. */
export const listSessions = defineOperation({
	allow: 'sessions.list',
	input: currentSessionInput,
	async handle({ actor, input, now }): Promise<SessionView[]> {
		const found = await rows<SessionRow>(
			`SELECT id, browser, created_at, last_seen_at FROM sessions WHERE user_id = :userId AND expires_at > :now
			ORDER BY id::text = :currentId DESC, last_seen_at DESC, id DESC LIMIT :limit`,
			{ userId: actor.id, now, currentId: input.currentId, limit: SESSIONS_PER_USER },
		);
		return found.map((row) => ({
			id: row.id,
			browser: row.browser,
			created_at: row.created_at.toISOString(),
			last_seen_at: row.last_seen_at.toISOString(),
			isCurrent: row.id === input.currentId,
		}));
	},
});

/** Ends another session of the actor. Throws Refusal 'missing' when it has ended or is another user's. */
export const endOtherSession = defineOperation({
	allow: 'sessions.end',
	params: ['sessionId'],
	async handle({ actor, params }): Promise<{ message: string }> {
		if (!isId(params.sessionId)) throw missing('Session');
		const where = { id: params.sessionId, userId: actor.id };
		const ended = await inTransaction((transaction) => Session.destroy({ where, transaction }));
		if (ended === 0) throw missing('Session');
		return { message: 'That browser was signed out.' };
	},
});

/** Ends all sessions of the actor except that of this request, and returns how many. */
export const endOtherSessions = defineOperation({
	allow: 'sessions.endOthers',
	input: currentSessionInput,
	async handle({ actor, input }): Promise<{ ended: number }> {
		const binds = { userId: actor.id, currentId: isId(input.currentId) ? input.currentId : null };
		const others = 'user_id = :userId AND id IS DISTINCT FROM :currentId::bigint';
		return { ended: await inTransaction((transaction) => deleteSessions(others, binds, transaction)) };
	},
});

/** Ends the session of this request (POST /api/auth/logout). A personal API token is not a session and stays valid. */
export const logOut = defineOperation({
	allow: 'auth.logout',
	input: z.object({ sessionId: z.string() }),
	async handle({ actor, input }): Promise<{ message: string }> {
		if (isId(input.sessionId)) {
			const where = { id: input.sessionId, userId: actor.id };
			await inTransaction((transaction) => Session.destroy({ where, transaction }));
		}
		return { message: 'Signed out' };
	},
});
