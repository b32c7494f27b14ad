import { SignInToken, User } from '~/database/models/index.ts';
import { execute, writeOne } from '~/database/sql.ts';
import { DAY_MS } from '~/domain/limits.ts';
import { describeBrowser } from '~/domain/users/browser.ts';
import { countSignIn } from '../metrics.ts';
import { createSecret, hashSecret } from '../secrets.ts';
import { readCookie } from './cookies.ts';
import { toSafeRedirect } from './redirect-to.ts';
import { createSessionCookie, endSession, startSession } from './sessions.ts';
import {
	clearSignInCookie,
	hashBrowser,
	hasOpenSignIns,
	readSignInCookie,
	type SignInCookie,
} from './sign-in-state.ts';

const SIGN_IN_TOKEN_SECONDS = 60;

/**
 * Creates the single-use token of `/?token=…` and returns it. It is valid for 60 seconds and only in the
 * browser that has this sign-in cookie; then the path `redirectTo` is opened.
 */
export async function createSignInToken(
	userId: string,
	browser: SignInCookie,
	redirectTo: string,
	now: Date,
): Promise<string> {
	const token = createSecret();
	await execute('DELETE FROM sign_in_tokens WHERE user_id = :userId AND expires_at <= :now', { userId, now });
	await SignInToken.create({
		tokenHash: hashSecret(token),
		userId,
		browserHash: hashBrowser(browser),
		redirectTo,
		expiresAt: new Date(now.getTime() + SIGN_IN_TOKEN_SECONDS * 1000),
	});
	return token;
}

/**
 * Exchanges a sign-in token for a session (decision 0002). Returns the cookies to set, the path to open and whether this
 * is the user's first sign-in, or null when the token is wrong, used, expired or of another browser. A failed attempt does
 * not use up the token.
 */
export async function redeemSignInToken(
	request: Request,
	token: string,
	now: Date,
): Promise<{ headers: Headers; location: string; isFirst: boolean } | null> {
	const browser = readSignInCookie(request);
	if (!browser) return null;
	const redeemed = await writeOne<Pick<SignInToken, 'userId' | 'redirectTo' | 'expiresAt'>>(
		`UPDATE sign_in_tokens SET used_at = :now
		WHERE token_hash = :token AND browser_hash = :browser AND used_at IS NULL AND expires_at > :now
		RETURNING user_id AS "userId", redirect_to AS "redirectTo", expires_at AS "expiresAt"`,
		{ token: hashSecret(token), browser: hashBrowser(browser), now },
	);
	if (!redeemed) return null;
	const previousToken = readCookie(request, 'session');
	if (previousToken) await endSession(previousToken);
	const browserName = describeBrowser(request.headers.get('User-Agent'));
	const session = await startSession(redeemed.userId, now, browserName);
	countSignIn('signed_in');
	const headers = new Headers({ 'Cache-Control': 'no-store' });
	headers.append('Set-Cookie', createSessionCookie(session, now));
	// A sign-in that was started in another tab still needs it.
	if (!hasOpenSignIns(request)) headers.append('Set-Cookie', clearSignInCookie());
	const user = await User.findByPk(redeemed.userId, { attributes: ['firstSignedInAt'] });
	// The sign-in that admits a user and the token that it creates have the same time.
	const startedAtMs = redeemed.expiresAt.getTime() - SIGN_IN_TOKEN_SECONDS * 1000;
	const isFirst = user?.firstSignedInAt?.getTime() === startedAtMs;
	return { headers, location: toSafeRedirect(redeemed.redirectTo), isFirst };
}

/** Deletes the tokens that expired at least a day before `now`, which are already ignored, and returns how many. */
export function deleteExpiredSignInTokens(now: Date): Promise<number> {
	const before = new Date(now.getTime() - DAY_MS);
	return execute('DELETE FROM sign_in_tokens WHERE expires_at <= :before', { before });
}
