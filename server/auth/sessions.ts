import { Session } from '~/database/models/index.ts';
import type { ReadPosition } from '~/database/replicas.ts';
import { DAY_MS, HOUR_MS, SESSIONS_PER_USER } from '~/domain/limits.ts';
import type { Actor } from '~/domain/policy.ts';
import { noteLastWrite } from '../operations/kernel/read-position.ts';
import { deleteSessions } from '../operations/users/index.ts';
import { createSecret, hashSecret } from '../secrets.ts';
import { getSecondsUntil, serializeCookie } from './cookies.ts';
import { type CountedWrites, findCredential, type RequestUser, writeIfPossible } from './credentials.ts';

/** A session ends after 30 days without use, and in any case 90 days after it was created. */
const SESSION_DAYS = 30;
const SESSION_MAX_DAYS = 90;

/** How often a session that is in use is saved; each save moves its expiry and renews the browser's cookie. */
const RENEW_AFTER_MS = HOUR_MS;

/** The user of a request and the credentials that it was sent with. */
export type Authenticated = {
	actor: Actor;
	user: RequestUser;
	/** The user's writes of the current minute with this one; null when the request does not write. */
	writes: CountedWrites | null;
	/** What a replica must have applied before this user reads it; null without replicas. */
	readPosition: ReadPosition | null;
	/** The session's id, or `token-` plus the id of the personal API token. */
	sessionId: string;
	via: 'cookie' | 'bearer';
	/** When the session or the token expires; for a session this moves on when it is used again. */
	expiresAt: Date;
	/** A Set-Cookie value for the response, when the session's expiry has just moved; else null. */
	renewedCookie: string | null;
};

/**
 * Starts a session of 30 days and returns its token; the database stores only the token's hash, and the name of the
 * browser without the rest of its User-Agent header. A user keeps their 50 newest sessions; older ones are deleted.
 */
export async function startSession(
	userId: string,
	now: Date,
	browser: string | null = null,
): Promise<string> {
	const token = createSecret();
	await Session.create({
		tokenHash: hashSecret(token),
		userId,
		browser,
		createdAt: now,
		lastSeenAt: now,
		expiresAt: getSessionExpiry(now, now),
	});
	await deleteSessions(
		`user_id = :userId AND (expires_at <= :now OR id IN (
			SELECT id FROM sessions WHERE user_id = :userId AND expires_at > :now
			ORDER BY created_at DESC, id DESC OFFSET :max))`,
		{ userId, now, max: SESSIONS_PER_USER },
	);
	// The sign-in may have created the user.
	await noteLastWrite(userId);
	return token;
}

type SessionRow = { sessionId: string; startedAt: Date; lastSeenAt: Date; expiresAt: Date };

const SESSION = {
	table: 'sessions',
	columns: `c.id AS "sessionId", c.created_at AS "startedAt", c.last_seen_at AS "lastSeenAt", c.expires_at AS "expiresAt"`,
	condition: 'c.token_hash = :tokenHash AND c.expires_at > :now',
} as const;

/**
 * Returns the unexpired session of a token with its user, or null, and counts a write when `maxWrites` is given. A
 * session in use is extended at most once an hour, and ends at the latest 90 days after it was created.
 */
export async function readSession(
	token: string,
	now: Date,
	maxWrites?: number,
): Promise<Authenticated | null> {
	const found = await findCredential<SessionRow>(SESSION, { tokenHash: hashSecret(token), now }, maxWrites);
	if (!found) return null;
	const { credential: session, ...known } = found;
	const isDue = now.getTime() - session.lastSeenAt.getTime() >= RENEW_AFTER_MS;
	const renewal = { lastSeenAt: now, expiresAt: getSessionExpiry(session.startedAt, now) };
	const renew = () => Session.update(renewal, { where: { id: session.sessionId } });
	const isRenewed = isDue && (await writeIfPossible(renew)) !== undefined;
	const { expiresAt } = isRenewed ? renewal : session;
	return {
		...known,
		sessionId: session.sessionId,
		via: 'cookie',
		expiresAt,
		renewedCookie: isRenewed ? serializeSessionCookie(token, expiresAt, now) : null,
	};
}

/** Deletes one session; does nothing when the token is unknown. */
export async function endSession(token: string): Promise<void> {
	await Session.destroy({ where: { tokenHash: hashSecret(token) } });
}

/** Deletes every session of a user. Personal API tokens stay, but the membership check rejects them. */
export async function endUserSessions(userId: string): Promise<void> {
	await deleteSessions('user_id = :userId', { userId });
}

/** Deletes the sessions that expired by `now`, which are already ignored, and returns how many. */
export const deleteExpiredSessions = (now: Date): Promise<number> =>
	deleteSessions('expires_at <= :now', { now });

/** Returns the Set-Cookie value of a session that was just started. */
export const createSessionCookie = (token: string, now: Date): string =>
	serializeSessionCookie(token, getSessionExpiry(now, now), now);

/** Returns the Set-Cookie value that deletes the session cookie. */
export const clearSessionCookie = (): string => serializeCookie('session', '', { maxAge: 0 });

const serializeSessionCookie = (token: string, expiresAt: Date, now: Date) =>
	serializeCookie('session', token, { maxAge: getSecondsUntil(expiresAt, now) });

const getSessionExpiry = (createdAt: Date, now: Date) =>
	new Date(Math.min(now.getTime() + SESSION_DAYS * DAY_MS, createdAt.getTime() + SESSION_MAX_DAYS * DAY_MS));
