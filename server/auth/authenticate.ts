import { readApiToken } from './api-tokens.ts';
import { readCookie } from './cookies.ts';
import { checkMembership } from './membership.ts';
import { type Authenticated, readSession } from './sessions.ts';

/**
 * Returns the user who sent this request, or null when there are no valid credentials or the user is no longer a
 * member. Reads `Authorization: Bearer` (a session token or a personal API token), else the `session` cookie. With
 * `maxWrites`, the request counts as a write (see `findCredential`). An invalid Bearer token does not fall back to the
 * cookie. Throws Refusal 'unavailable' (503) when the membership could not be checked for over 24 hours.
 */
export async function authenticate(
	request: Request,
	now: Date,
	maxWrites?: number,
): Promise<Authenticated | null> {
	const found = await readCredentials(request, now, maxWrites);
	if (!found) return null;
	return (await checkMembership(found.user, now)) ? found : null;
}

/** Returns whether a request has a Bearer token or a session cookie, valid or not. */
export const hasCredentials = (request: Request): boolean =>
	readBearer(request) !== undefined || Boolean(readCookie(request, 'session'));

const readBearer = (request: Request): string | undefined =>
	/^Bearer +(\S+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1];

async function readCredentials(
	request: Request,
	now: Date,
	maxWrites?: number,
): Promise<Authenticated | null> {
	const bearer = readBearer(request);
	if (bearer !== undefined) {
		const personal = await readApiToken(bearer, now, maxWrites);
		if (personal) return personal;
		const session = await readSession(bearer, now, maxWrites);
		return session && { ...session, via: 'bearer', renewedCookie: null };
	}
	const token = readCookie(request, 'session');
	return token ? readSession(token, now, maxWrites) : null;
}
