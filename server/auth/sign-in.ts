import { Authenticator } from 'remix-auth';
import type { Transaction } from 'sequelize';
import { inTransaction, isUniqueViolation } from '~/database/connection.ts';
import { ErasedId, User } from '~/database/models/index.ts';
import { config } from '../config.ts';
import { DiscordUnavailable } from '../discord/client.ts';
import { type DiscordAccount, hasRequiredRole, MissingScope, toAccountColumns } from '../discord/members.ts';
import { countSignIn } from '../metrics.ts';
import { recordAudit } from '../operations/kernel/audit.ts';
import { getErasedId } from '../secrets.ts';
import { CALLBACK_PATH, type DiscordIdentity, DiscordStrategy, readOAuthCode } from './discord-strategy.ts';
import { recordMembership } from './membership.ts';
import { type SignInError, toSignInErrorPath } from './sign-in-errors.ts';
import {
	addPage,
	clearOldStateCookies,
	clearStateCookies,
	createSignInCookie,
	hasState,
	readSignInCookie,
	recordState,
	splitState,
} from './sign-in-state.ts';
import { createSignInToken } from './sign-in-token.ts';

export { describeSignInError, type FailedSignIn } from './sign-in-errors.ts';
export { redeemSignInToken } from './sign-in-token.ts';

/** Why a sign-in failed, for the log: one of our codes, and a text that contains no secrets. */
export type SignInFailure = { error: SignInError; reason: string };

const authenticator = () => new Authenticator<DiscordIdentity>().use(new DiscordStrategy());

/**
 * Starts a sign-in: returns the address on Discord and the cookies that tie the sign-in to this browser. Keeps the
 * request's `redirectTo` parameter when it is a page of this site. Throws an Error when the library gives no address.
 */
export async function startSignIn(request: Request): Promise<{ authUrl: string; headers: Headers }> {
	// A new request without the visitor's query: a `state` in it would look like a callback from Discord.
	const start = new Request(`${config().APP_URL}${CALLBACK_PATH}`, { headers: copyCookies(request) });
	const outcome = await authenticator()
		.authenticate('discord', start)
		.catch((thrown: unknown) => thrown);
	const authUrl = URL.parse((outcome instanceof Response && outcome.headers.get('Location')) || '');
	const state = authUrl?.searchParams.get('state');
	if (!(outcome instanceof Response) || !authUrl || !state)
		throw new Error('The sign-in could not be started', { cause: outcome });
	const headers = new Headers({ 'Cache-Control': 'no-store' });
	const cookies = [
		...outcome.headers.getSetCookie(),
		...clearOldStateCookies(request),
		createSignInCookie(request),
	];
	for (const cookie of cookies) headers.append('Set-Cookie', cookie);
	authUrl.searchParams.set('state', addPage(state, new URL(request.url).searchParams.get('redirectTo')));
	return { authUrl: authUrl.href, headers };
}

/**
 * Finishes a sign-in at the callback: returns a redirect to `/?token=…` for a member with the required role, else to
 * `/?error=…`, which names the page that was asked for. After a restart or a reload a browser loads the address
 * again, whose callback is of no use any more: when it is signed in (`isSignedIn`), it goes on to the page. Does not
 * start a session. Calls `report` with the reason of a failure. Throws unexpected errors as they are.
 */
export async function finishSignIn(
	request: Request,
	{
		now = new Date(),
		isSignedIn = false,
		report = () => {},
	}: { now?: Date; isSignedIn?: boolean; report?: (failure: SignInFailure) => void } = {},
): Promise<Response> {
	const callback = readCallback(request);
	try {
		const token = await verifyCallback(callback, now);
		return redirectAfterCallback(callback, `/?token=${token}`);
	} catch (error) {
		const failure = readFailure(error);
		if (isSignedIn && failure?.error === 'state') return redirectAfterCallback(callback, callback.redirectTo);
		countSignIn(failure?.error ?? 'failed');
		if (!failure) throw error;
		report(failure);
		return redirectAfterCallback(callback, toSignInErrorPath(failure.error, callback.redirectTo));
	}
}

/** Carries the reason of a failed sign-in to `finishSignIn`. */
class SignInFailedError extends Error {
	readonly failure: SignInFailure;
	constructor(error: SignInError, reason: string) {
		super(reason);
		this.failure = { error, reason };
	}
}

type Callback = { request: Request; state: string; redirectTo: string };

/** Returns a callback with the address as the library knows it: its state has no page. */
function readCallback({ url, headers }: Request): Callback {
	const address = new URL(url);
	const { state, redirectTo } = splitState(address.searchParams.get('state') ?? '');
	address.searchParams.set('state', state);
	return { request: new Request(address, { headers }), state, redirectTo };
}

async function verifyCallback({ request, state, redirectTo }: Callback, now: Date): Promise<string> {
	const browser = readSignInCookie(request);
	if (!browser) throw new SignInFailedError('state', 'the browser did not start this sign-in');
	// Without a state the strategy would start a new sign-in.
	if (!state) throw new SignInFailedError('state', 'the address has no state');
	if (!hasState(request, state)) throw new SignInFailedError('state', 'the state belongs to another browser');
	// Cookies cannot prove that a state is new, because they can be sent again.
	if (!(await recordState(state, now))) throw new SignInFailedError('state', 'the state was used before');
	const { account, member } = await authenticator().authenticate('discord', request);
	if (!member) throw new SignInFailedError('not_member', 'not a member of the server');
	if (!hasRequiredRole(member)) throw new SignInFailedError('missing_role', 'the required role is missing');
	const user = await admitUser(account, now);
	return createSignInToken(user.id, browser, redirectTo, now);
}

/** Returns what failed at Discord or in the browser, or null for an error of our own code, which is thrown again. */
function readFailure(error: unknown): SignInFailure | null {
	if (error instanceof SignInFailedError) return error.failure;
	if (error instanceof MissingScope) return { error: 'missing_scope', reason: error.message };
	if (error instanceof DiscordUnavailable) return { error: 'unavailable', reason: error.message };
	// The library throws these when the state is missing or of another browser, and when the code is missing.
	if (error instanceof ReferenceError || error instanceof RangeError)
		return { error: 'state', reason: error.message };
	const code = readOAuthCode(error);
	if (code === 'access_denied') return { error: 'access_denied', reason: 'cancelled at Discord' };
	if (code === 'invalid_grant') return { error: 'state', reason: 'Discord refused the code' };
	if (code !== null) return { error: 'unavailable', reason: `Discord responded with ${code.slice(0, 40)}` };
	if (isTransportError(error)) return { error: 'unavailable', reason: error.message };
	return null;
}

/**
 * Returns whether arctic reports no response, an unexpected status or an unexpected body. Compares messages,
 * because the strategy does not export all of arctic's error classes.
 */
function isTransportError(error: unknown): error is Error {
	return (
		error instanceof Error &&
		/^(Failed to send request|Unexpected error response( body)?)$/.test(error.message)
	);
}

/** Redirects, and deletes the cookies of the state that this callback used; the cookies of other tabs stay. */
function redirectAfterCallback({ request, state }: Callback, location: string): Response {
	const headers = new Headers({ Location: location, 'Cache-Control': 'no-store' });
	for (const cookie of clearStateCookies(request, state)) headers.append('Set-Cookie', cookie);
	return new Response(null, { status: 302, headers });
}

function copyCookies(request: Request): Headers {
	const cookie = request.headers.get('Cookie');
	return new Headers(cookie === null ? {} : { Cookie: cookie });
}

/**
 * Returns the user row of a member who just signed in. Creates the row at the first sign-in, or takes the row that
 * an import or the bot already created. Makes the user an admin when ADMIN_DISCORD_IDS contains their Discord ID and
 * they were never an admin before. So a later demotion is permanent, also after the account was erased. Overwrites
 * the Discord names and avatar, but keeps a name that the user typed. Deletes the record of an earlier erasure, so
 * that imports may include the user again.
 */
async function admitUser(account: DiscordAccount, now: Date): Promise<User> {
	const admit = () => inTransaction((transaction) => admitAccount(account, now, transaction));
	const user = await admit().catch((error: unknown) => {
		// Two first sign-ins ran at the same time and the other one created the row; it exists now.
		if (isUniqueViolation(error)) return admit();
		throw error;
	});
	await recordMembership(user.id, true, now);
	return user.reload();
}

async function admitAccount(account: DiscordAccount, now: Date, transaction: Transaction): Promise<User> {
	const { discordId } = account;
	const fresh = toAccountColumns(account);
	const found = await User.findOne({ where: { discordId }, lock: true, transaction });
	// Read after the row lock, so that an erasure that ran at the same time is committed and visible.
	const erased = await ErasedId.findByPk(getErasedId(discordId), { transaction });
	await erased?.destroy({ transaction });
	const user = found
		? await found.update(fresh, { transaction })
		: await User.create({ discordId, ...fresh, createdAt: now }, { transaction });
	if (user.firstSignedInAt) return user;
	const becameAdminAt = user.becameAdminAt ?? erased?.becameAdminAt ?? null;
	await user.update({ firstSignedInAt: now, becameAdminAt }, { transaction });
	if (config().ADMIN_DISCORD_IDS.includes(discordId) && !becameAdminAt) {
		const detail = { from: user.role, to: 'admin', by: 'ADMIN_DISCORD_IDS' };
		await user.update({ role: 'admin', becameAdminAt: now }, { transaction });
		const context = { actor: null, now, transaction };
		await recordAudit('users.setRole', { type: 'user', id: user.id }, context, detail);
	}
	return user;
}
