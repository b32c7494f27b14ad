import { execute } from '~/database/sql.ts';
import { hashSecret } from '../secrets.ts';
import { cookieName, deleteCookie, listCookies } from './cookies.ts';
import { SIGN_IN_MAX_AGE_SECONDS } from './sign-in-cookie.ts';

/** Tabs that may be signing in at once; without an end their cookies would fill the request's header. */
const STARTS_KEPT = 4;

type StateCookie = { name: string; state: string | null };

/** Lists the cookies of sign-ins under way, each with its `state` (and PKCE verifier), oldest first. */
function listStateCookies(request: Request): StateCookie[] {
	const prefix = `${cookieName('discord-state')}:`;
	return listCookies(request)
		.filter(([name]) => name.startsWith(prefix))
		.map(([name, value]) => ({ name, state: new URLSearchParams(value).get('state') }));
}

/** Whether this browser started the sign-in that `state` names. */
export const hasState = (request: Request, state: string): boolean =>
	listStateCookies(request).some((cookie) => cookie.state === state);

/** Returns the Set-Cookie values that delete the cookies of `state`. */
export const deleteState = (request: Request, state: string | null): string[] =>
	listStateCookies(request)
		.filter((cookie) => cookie.state === state)
		.map(({ name }) => deleteCookie(name));

/** Returns the Set-Cookie values that delete the cookies of sign-ins that were started long ago. */
export const deleteOldStates = (request: Request): string[] =>
	listStateCookies(request)
		.slice(0, -STARTS_KEPT)
		.map(({ name }) => deleteCookie(name));

/**
 * Records that a sign-in came back with `state`; returns false when it did before. The record is a row of `rate_limits`,
 * which is removed when the sign-in's cookies have expired.
 */
export async function recordState(state: string, now: Date): Promise<boolean> {
	const inserted = await execute(
		`INSERT INTO rate_limits (key, points, expire) VALUES (:key, 1, :expire)
		ON CONFLICT (key) DO NOTHING`,
		{
			key: `signInState:${hashSecret(state)}`,
			expire: now.getTime() + SIGN_IN_MAX_AGE_SECONDS * 1000,
		},
	);
	return inserted === 1;
}
