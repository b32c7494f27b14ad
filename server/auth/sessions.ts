import { Op } from 'sequelize';
import { Session, User } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import { DAY_MS, HOUR_MS, SESSION_DAYS, SESSION_MAX_DAYS, SESSIONS_PER_USER } from '~/domain/limits.ts';
import type { Actor } from '~/domain/policy.ts';
import { createSecret, hashSecret } from '../secrets.ts';
import { secondsUntil, serializeCookie } from './cookies.ts';

/** How often a session that is in use is written: its end moves on, and with it the browser's cookie. */
const RENEW_AFTER_MS = HOUR_MS;

/** Who sent a request and by what. */
export type Authenticated = {
	actor: Actor;
	user: User;
	/** The session's id, or `token-` and the id of the personal API token. */
	sessionId: string;
	via: 'cookie' | 'bearer';
	/** When the session or the token ends, unless the session is used again. */
	expiresAt: Date;
	/** A Set-Cookie value to send along when the session's end has just moved on. */
	renewedCookie: string | null;
};

/**
 * Starts a session of 30 days and returns its token; the database gets the token's hash only. A user keeps their 50 newest
 * sessions; older ones end.
 */
export async function startSession(userId: string, now: Date): Promise<string> {
	const token = createSecret();
	await Session.destroy({ where: { userId, expiresAt: { [Op.lte]: now } } });
	await Session.create({
		tokenHash: hashSecret(token),
		userId,
		createdAt: now,
		lastSeenAt: now,
		expiresAt: endOf(now, now),
	});
	await endOldestSessions(userId);
	return token;
}

async function endOldestSessions(userId: string): Promise<void> {
	await execute(
		`DELETE FROM sessions WHERE id IN (
			SELECT id FROM sessions WHERE user_id = :userId ORDER BY created_at DESC, id DESC OFFSET :kept)`,
		{ userId, kept: SESSIONS_PER_USER },
	);
}

/**
 * Returns the living session of a token with its user, or null. One that is in use slides on, at most once an hour, and
 * ends 90 days after it was created.
 */
export async function readSession(token: string, now: Date): Promise<Authenticated | null> {
	const session = await Session.findOne({
		where: { tokenHash: hashSecret(token), expiresAt: { [Op.gt]: now } },
		include: [User],
	});
	if (!session?.user) return null;
	const isRenewed = now.getTime() - session.lastSeenAt.getTime() >= RENEW_AFTER_MS;
	const expiresAt = isRenewed ? endOf(session.createdAt, now) : session.expiresAt;
	if (isRenewed) await Session.update({ lastSeenAt: now, expiresAt }, { where: { id: session.id } });
	return {
		actor: { id: session.user.id, role: session.user.role },
		user: session.user,
		sessionId: session.id,
		via: 'cookie',
		expiresAt,
		renewedCookie: isRenewed ? sessionCookie(token, expiresAt, now) : null,
	};
}

/** Ends one session; an unknown token is no error. */
export async function endSession(token: string): Promise<void> {
	await Session.destroy({ where: { tokenHash: hashSecret(token) } });
}

/** Ends every session of a person. Their personal API tokens stay, and are refused by the membership check. */
export async function endSessionsOf(userId: string): Promise<void> {
	await Session.destroy({ where: { userId } });
}

/** Removes the sessions that ended by `now`; answers how many. For a job: nothing depends on when it runs. */
export function removeOutlivedSessions(now: Date): Promise<number> {
	return Session.destroy({ where: { expiresAt: { [Op.lte]: now } } });
}

/** Returns the Set-Cookie value of a session that was just started. */
export const startedSessionCookie = (token: string, now: Date): string =>
	sessionCookie(token, endOf(now, now), now);

/** The Set-Cookie value that forgets it. */
export const clearedSessionCookie = (): string => serializeCookie('session', '', { maxAge: 0 });

const sessionCookie = (token: string, expiresAt: Date, now: Date) =>
	serializeCookie('session', token, { maxAge: secondsUntil(expiresAt, now) });

const endOf = (createdAt: Date, now: Date) =>
	new Date(Math.min(now.getTime() + SESSION_DAYS * DAY_MS, createdAt.getTime() + SESSION_MAX_DAYS * DAY_MS));
