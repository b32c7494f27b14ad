import { Op } from 'sequelize';
import { Session, User } from '~/database/models/index.ts';
import { DAY_MS, HOUR_MS, SESSION_DAYS } from '~/domain/limits.ts';
import type { Actor } from '~/domain/policy.ts';
import { createSecret, hashSecret } from '../secrets.ts';
import { serializeCookie } from './cookies.ts';

export const SESSION_COOKIE = 'session';

/** How often a session that is in use is written: its end moves on, and with it the browser's cookie. */
const RENEW_AFTER_MS = HOUR_MS;

/** Who sent a request and by what. */
export type Authenticated = {
	actor: Actor;
	user: User;
	/** The session's id, or `token-` and the id of the personal API token. */
	sessionId: string;
	via: 'cookie' | 'bearer';
	/** A Set-Cookie value to send along when the session's end has just moved on. */
	renewedCookie: string | null;
};

/** Starts a session of 30 days and returns its token; the database gets the token's hash only. */
export async function startSession(userId: string, now: Date): Promise<string> {
	const token = createSecret();
	await Session.destroy({ where: { userId, expiresAt: { [Op.lte]: now } } });
	await Session.create({
		tokenHash: hashSecret(token),
		userId,
		createdAt: now,
		lastSeenAt: now,
		expiresAt: endOf(now),
	});
	return token;
}

/** The living session of a token with its user, or null. One that is in use slides on, at most once an hour. */
export async function readSession(token: string, now: Date): Promise<Authenticated | null> {
	const session = await Session.findOne({
		where: { tokenHash: hashSecret(token), expiresAt: { [Op.gt]: now } },
		include: [User],
	});
	if (!session?.user) return null;
	const isRenewed = now.getTime() - session.lastSeenAt.getTime() >= RENEW_AFTER_MS;
	if (isRenewed) {
		await Session.update({ lastSeenAt: now, expiresAt: endOf(now) }, { where: { id: session.id } });
	}
	return {
		actor: { id: session.user.id, role: session.user.role },
		user: session.user,
		sessionId: session.id,
		via: 'cookie',
		renewedCookie: isRenewed ? sessionCookie(token) : null,
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

/** The Set-Cookie value that keeps a session for 30 days. */
export const sessionCookie = (token: string): string =>
	serializeCookie(SESSION_COOKIE, token, { maxAge: SESSION_DAYS * 86_400 });

/** The Set-Cookie value that forgets it. */
export const clearedSessionCookie = (): string => serializeCookie(SESSION_COOKIE, '', { maxAge: 0 });

const endOf = (now: Date) => new Date(now.getTime() + SESSION_DAYS * DAY_MS);
