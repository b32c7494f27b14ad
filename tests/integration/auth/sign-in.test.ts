import { RouterContextProvider } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { loader as loadHome } from '~/app/routes/auth/home.tsx';
import { inTransaction } from '~/database/connection.ts';
import { AuditEntry, ErasedId, Session, SignInToken, User } from '~/database/models/index.ts';
import { rows } from '~/database/sql.ts';
import { createUserRow } from '~/seeds/factories.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { authenticate } from '~/server/auth/authenticate.ts';
import { describeSignInError } from '~/server/auth/sign-in.ts';
import { factsContext, type RequestFacts } from '~/server/http/context.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { deleteProfile, deleteUser, eraseUser } from '~/server/operations/users/erase-user.ts';
import { setRole } from '~/server/operations/users/set-role.ts';
import { getErasedId } from '~/server/secrets.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { TEST_APP_URL, useTestEnvironment } from '~/tests/support/environment.ts';
import { countLockWaits } from '~/tests/support/lock-waits.ts';
import { Browser } from './browser.ts';
import { useFreshUsers } from './fresh-users.ts';

useTestEnvironment();
useDatabase();
useFreshUsers();
const { state } = useDiscord();
const { admin, player, noRole, stranger } = PERSONAS;

const actorOf = async (browser: Browser, now = new Date()) =>
	(await authenticate(browser.request('/events'), now))?.actor ?? null;

test('a member with the required role signs in and returns to the requested page', async () => {
	const browser = new Browser();
	const authUrl = await browser.start('?redirectTo=/events/12');
	expect(Object.fromEntries(authUrl.searchParams)).toMatchObject({
		response_type: 'code',
		scope: 'identify guilds.members.read',
		code_challenge_method: 'S256',
		redirect_uri: 'http://localhost:3000/api/auth/discord/callback',
	});
	const landing = await browser.openCallback(await browser.choose(authUrl, { persona: player.discordId }));
	expect(landing.pathname).toBe('/');
	expect(browser.cookies.has('session')).toBe(false);

	expect(await browser.redeem(landing.searchParams.get('token') ?? '')).toBe('/events/12');
	const user = await User.findOne({ where: { discordId: player.discordId }, rejectOnEmpty: true });
	expect(user).toMatchObject({
		username: player.username,
		globalName: player.globalName,
		avatar: player.avatar,
		role: 'player',
		notifications: true,
		showCountdown: true,
		theme: 'dark',
	});
	expect(await actorOf(browser)).toEqual({ id: user.id, role: 'player' });
	expect([...browser.cookies.keys()]).toEqual(['session']);
	// The session keeps the browser's name, not the rest of the header.
	expect(await Session.findAll()).toMatchObject([{ browser: 'Firefox on Windows' }]);
	expect(JSON.stringify(await Session.findAll())).not.toContain('140.0');
});

test('a member is welcomed once', async () => {
	const signIn = async () => {
		const browser = new Browser();
		const url = await browser.authorize(player.discordId);
		const setCookies: string[] = [];
		const context = new RouterContextProvider();
		context.set(factsContext, {
			now: new Date(),
			setCookies,
			authenticated: null,
		} as unknown as RequestFacts);
		await Promise.resolve(loadHome({ request: browser.request(url.pathname), url, context } as never)).catch(
			() => 'redirected',
		);
		return setCookies.map((cookie) => decodeURIComponent(cookie)).join();
	};
	expect(await signIn()).toMatch(/session=.*Welcome!/);
	expect(await signIn()).toMatch(/session=(?!.*Welcome!)/);
});

test("the user's Discord tokens are revoked, and the database stores only hashes", async () => {
	const browser = new Browser();
	const landing = await browser.authorize(player.discordId);
	expect(state.countRequests('POST /oauth2/token/revoke')).toBe(1);
	expect(state.tokens.size).toBe(0);
	const token = landing.searchParams.get('token') ?? '';
	await browser.redeem(token);
	const rows = JSON.stringify([await SignInToken.findAll(), await Session.findAll(), await User.findAll()]);
	for (const secret of [token, browser.cookies.get('session') ?? '']) expect(rows).not.toContain(secret);
});

test('signing in succeeds when the revocation fails', async () => {
	state.fail({ route: 'POST /oauth2/token/revoke', network: true });
	expect(await new Browser().signIn(player.discordId)).toBe('/');
});

const OWN_MEMBER = 'GET /users/@me/guilds/{guild_id}/member';
const MEMBER = 'GET /guilds/{guild_id}/members/{user_id}';
test.each([
	['the server is unknown', { status: 404, code: 10_004 }, null],
	['the server is unknown, also to the bot', { status: 404, code: 10_004 }, { status: 404, code: 10_004 }],
	['the member is unknown, and the bot gets an error', { status: 404, code: 10_007 }, { status: 503 }],
])('a member of a server that has an outage (%s) is not called a stranger', async (_, own, bot) => {
	state.fail({ route: OWN_MEMBER, ...own });
	if (bot) state.fail({ route: MEMBER, ...bot });
	const landing = await new Browser().authorize(player.discordId);
	expect(landing.search).toBe('?error=unavailable');
	expect(await Session.count()).toBe(0);
});

test.each([
	['a stranger', stranger.discordId, 'not_member'],
	['a member without the required role', noRole.discordId, 'missing_role'],
])('%s is refused and nothing is stored', async (_, discordId, error) => {
	const browser = new Browser();
	const landing = await browser.authorize(discordId);
	expect(landing.pathname + landing.search).toBe(`/?error=${error}`);
	expect(describeSignInError(error)).toBeTruthy();
	expect(await User.count({ where: { discordId } })).toBe(0);
	expect(await SignInToken.count()).toBe(0);
});

test('cancelling at Discord returns its own error', async () => {
	const browser = new Browser();
	const landing = await browser.openCallback(await browser.choose(await browser.start(), { cancel: '1' }));
	expect(landing.search).toBe('?error=access_denied');
});

test.each([
	['the token endpoint', { route: 'POST /oauth2/token', network: true as const }],
	['the token endpoint responding with 500', { route: 'POST /oauth2/token', status: 500 }],
	['the account', { route: 'GET /users/@me', status: 503 }],
	['the account asking us to wait', { route: 'GET /users/@me', status: 429, retryAfter: 3 }],
	['the member', { route: 'GET /users/@me/guilds/{guild_id}/member', network: true as const }],
	['the member refused', { route: 'GET /users/@me/guilds/{guild_id}/member', status: 403 }],
])('reports the outage when Discord fails at %s', async (_, failure) => {
	state.fail(failure);
	const landing = await new Browser().authorize(player.discordId);
	expect(landing.search).toBe('?error=unavailable');
});

test('PKCE is verified: a code does not work with another verifier', async () => {
	const [victim, thief] = [new Browser(), new Browser()];
	const stolen = await victim.choose(await victim.start(), { persona: admin.discordId });
	const ownStart = await thief.start();
	const forged = new URL(stolen);
	forged.searchParams.set('state', ownStart.searchParams.get('state') ?? '');
	expect((await thief.openCallback(forged)).search).toBe('?error=state');
	// Discord has used up the code, so it no longer works in any browser.
	expect((await victim.openCallback(stolen)).search).toBe('?error=state');
	expect(await SignInToken.count()).toBe(0);
});

test('login CSRF: a callback that another browser began starts nothing', async () => {
	const attacker = new Browser();
	const callback = await attacker.choose(await attacker.start(), { persona: admin.discordId });
	const freshBrowser = new Browser();
	expect((await freshBrowser.openCallback(callback)).search).toBe('?error=state');
	const busyBrowser = new Browser();
	await busyBrowser.start();
	expect((await busyBrowser.openCallback(callback)).search).toBe('?error=state');
	expect(state.countRequests('POST /oauth2/token')).toBe(0);
});

test('a callback without a state starts no sign-in', async () => {
	const browser = new Browser();
	await browser.start();
	const landing = await browser.openCallback(
		new URL('http://localhost:3000/api/auth/discord/callback?code=abc'),
	);
	expect(landing.search).toBe('?error=state');
});

test('a state works once: a repeated callback sends Discord no request', async () => {
	const browser = new Browser();
	const callback = await browser.choose(await browser.start(), { persona: player.discordId });
	const cookies = new Map(browser.cookies);
	const replay = () => {
		const replayBrowser = new Browser();
		for (const [name, value] of cookies) replayBrowser.cookies.set(name, value);
		return replayBrowser.openCallback(callback);
	};
	const landings = await Promise.all(Array.from({ length: 10 }, replay));
	expect(landings.filter(({ searchParams }) => searchParams.has('token'))).toHaveLength(1);
	expect(landings.filter(({ search }) => search === '?error=state')).toHaveLength(9);
	expect((await replay()).search).toBe('?error=state');
	expect(state.countRequests('POST /oauth2/token')).toBe(1);
});

describe('the callback’s address loaded a second time', () => {
	const page = '/events/12?q=fox';
	const open = async (browser: Browser) =>
		browser.choose(await browser.start(`?${new URLSearchParams({ redirectTo: page })}`), {
			persona: player.discordId,
		});

	test('leads on to the page when the browser is signed in, and reports no failure', async () => {
		const browser = new Browser();
		const callback = await open(browser);
		await browser.redeem((await browser.openCallback(callback)).searchParams.get('token') ?? '');
		for (const address of [callback, new URL(callback.pathname, callback)]) {
			const landing = await browser.openCallback(address);
			expect(landing.pathname + landing.search).toBe(address === callback ? page : '/');
		}
		expect(browser.failures).toEqual([]);
		expect(await actorOf(browser)).not.toBeNull();
		expect(state.countRequests('POST /oauth2/token')).toBe(1);
	});

	test('also when its first load failed, and the sign-in of another tab did not', async () => {
		const browser = new Browser();
		const callback = await open(browser);
		state.fail({ route: 'GET /users/@me', status: 503, times: 1 });
		expect((await browser.openCallback(callback)).searchParams.get('error')).toBe('unavailable');
		// Signed out, it says that the sign-in has to be started again, and still knows the page.
		expect(Object.fromEntries((await browser.openCallback(callback)).searchParams)).toEqual({
			error: 'state',
			redirectTo: page,
		});
		expect(await browser.signIn(player.discordId)).toBe('/');
		const landing = await browser.openCallback(callback);
		expect(landing.pathname + landing.search).toBe(page);
	});

	test('still says why a new sign-in of a signed-in browser failed', async () => {
		const browser = new Browser();
		await browser.signIn(player.discordId);
		const landing = await browser.openCallback(await browser.choose(await browser.start(), { cancel: '1' }));
		expect(landing.search).toBe('?error=access_denied');
	});

	test('and so does the address with the token', async () => {
		const browser = new Browser();
		const url = await browser.authorize(player.discordId);
		await browser.redeem(url.searchParams.get('token') ?? '');
		const authenticated = await authenticate(browser.request('/'), new Date());
		const context = new RouterContextProvider();
		const setCookies: string[] = [];
		context.set(factsContext, { now: new Date(), setCookies, authenticated } as unknown as RequestFacts);
		const response = await Promise.resolve(
			loadHome({ request: browser.request(url.pathname), url, context } as never),
		).catch((thrown: unknown) => thrown);
		expect((response as Response).headers.get('Location')).toBe('/events');
		expect(setCookies).toEqual([]);
	});
});

describe('a token without the members scope', () => {
	test('is refused as a missing permission, revoked, and nothing is stored', async () => {
		for (const scope of ['identify', 'guilds.members.read', 'identify guilds']) {
			const browser = new Browser();
			const authUrl = await browser.start('?redirectTo=/profile');
			authUrl.searchParams.set('scope', scope);
			const landing = await browser.openCallback(
				await browser.choose(authUrl, { persona: player.discordId }),
			);
			expect(Object.fromEntries(landing.searchParams), scope).toEqual({
				error: 'missing_scope',
				redirectTo: '/profile',
			});
		}
		expect(state.countRequests('POST /oauth2/token/revoke')).toBe(3);
		expect(await SignInToken.count()).toBe(0);
	});

	test('also when only Discord’s refusal says so', async () => {
		state.fail({ route: 'GET /users/@me/guilds/{guild_id}/member', status: 403, code: 50_026 });
		const landing = await new Browser().authorize(player.discordId);
		expect(landing.search).toBe('?error=missing_scope');
	});
});

test('a state from another browser stores nothing and still works in its own browser', async () => {
	const [browser, otherBrowser] = [new Browser(), new Browser()];
	const callback = await browser.choose(await browser.start(), { persona: player.discordId });
	await otherBrowser.start();
	const before = await rowsOf('rate_limits').count();
	expect((await otherBrowser.openCallback(callback)).search).toBe('?error=state');
	expect(await rowsOf('rate_limits').count()).toBe(before);
	expect((await browser.openCallback(callback)).searchParams.has('token')).toBe(true);
});

test('a new sign-in token replaces the expired ones of its user', async () => {
	const now = new Date();
	await new Browser().authorize(player.discordId, '', now);
	await new Browser().authorize(admin.discordId, '', now);
	await new Browser().authorize(player.discordId, '', new Date(now.getTime() + 60_000));
	const owners = await rows<{ discord_id: string }>(
		'SELECT u.discord_id FROM sign_in_tokens t JOIN users u ON u.id = t.user_id ORDER BY t.expires_at',
	);
	expect(owners.map(({ discord_id }) => discord_id)).toEqual([admin.discordId, player.discordId]);
});

test('a sign-in token works once, for its browser, for sixty seconds', async () => {
	const [browser, otherBrowser] = [new Browser(), new Browser()];
	const now = new Date();
	const token = (await browser.authorize(player.discordId, '', now)).searchParams.get('token') ?? '';
	await otherBrowser.start();
	expect(await otherBrowser.redeem(token, now)).toBeNull();
	expect(await new Browser().redeem(token, now)).toBeNull();
	expect(await browser.redeem('wrong', now)).toBeNull();
	expect(await browser.redeem(token, new Date(now.getTime() + 60_000))).toBeNull();
	expect(await Session.count()).toBe(0);

	const savedCookies = new Map(browser.cookies);
	const tries = await Promise.all(Array.from({ length: 5 }, () => browser.redeem(token, now)));
	expect(tries.filter((location) => location !== null)).toEqual(['/']);
	for (const [name, value] of savedCookies) browser.cookies.set(name, value);
	expect(await browser.redeem(token, now)).toBeNull();
	expect(await Session.count()).toBe(1);
});

test('two tabs both finish, each with its own page', async () => {
	const browser = new Browser();
	const first = await browser.start('?redirectTo=/events/1');
	const second = await browser.start('?redirectTo=/profile');
	const finish = async (authUrl: URL) => {
		const landing = await browser.openCallback(await browser.choose(authUrl, { persona: player.discordId }));
		return browser.redeem(landing.searchParams.get('token') ?? '');
	};
	expect(await finish(first)).toBe('/events/1');
	expect(await finish(second)).toBe('/profile');
	expect([...browser.cookies.keys()]).toEqual(['session']);
});

test('a sign-in that is cancelled, expired or of another browser still knows its page', async () => {
	const [browser, otherBrowser] = [new Browser(), new Browser()];
	const authUrl = await browser.start('?redirectTo=/events/1%3Fq%3Dא');
	const callback = await browser.choose(authUrl, { persona: player.discordId });
	const page = new URLSearchParams({ redirectTo: '/events/1?q=%D7%90' });
	expect((await otherBrowser.openCallback(callback)).search).toBe(`?error=state&${page}`);
	const cancelled = await browser.openCallback(await browser.choose(authUrl, { cancel: '1' }));
	expect(cancelled.search).toBe(`?error=access_denied&${page}`);
	expect((await browser.openCallback(callback)).search).toBe(`?error=state&${page}`);
});

test('a page that a stranger wrote into the state leads to no other site', async () => {
	const landing = await new Browser().openCallback(
		new URL(`${TEST_APP_URL}/api/auth/discord/callback?state=x.${btoa('//evil.example')}`),
	);
	expect(landing.search).toBe('?error=state');
});

test('abandoned sign-ins do not accumulate cookies', async () => {
	const browser = new Browser();
	for (let tries = 0; tries < 12; tries += 1) await browser.start();
	expect(browser.cookies.size).toBeLessThanOrEqual(6);
	expect(await browser.signIn(player.discordId)).toBe('/');
});

test('a forged sign-in cookie is ignored', async () => {
	const browser = new Browser();
	const authUrl = await browser.start();
	const [text = ''] = (browser.cookies.get('sign-in') ?? '').split('.');
	for (const forged of [`${text}.AAAA`, 'x.y', text]) {
		browser.cookies.set('sign-in', forged);
		const callback = await browser.choose(authUrl, { persona: player.discordId });
		expect((await browser.openCallback(callback)).search).toBe('?error=state');
	}
});

test('signing in again ends the session that the browser had', async () => {
	const browser = new Browser();
	await browser.signIn(player.discordId);
	const previousSession = browser.cookies.get('session');
	await browser.signIn(admin.discordId);
	expect(browser.cookies.get('session')).not.toBe(previousSession);
	expect(await Session.count()).toBe(1);
});

test('ADMIN_DISCORD_IDS makes an admin only at the first sign-in, so a demotion stays', async () => {
	await new Browser().signIn(admin.discordId);
	const user = await User.findOne({ where: { discordId: admin.discordId }, rejectOnEmpty: true });
	expect(user.role).toBe('admin');
	await user.update({ role: 'player' });
	const browser = new Browser();
	await browser.signIn(admin.discordId);
	expect(await actorOf(browser)).toEqual({ id: user.id, role: 'player' });
});

describe('a grant by ADMIN_DISCORD_IDS', () => {
	const getAdmin = () => User.findOne({ where: { discordId: admin.discordId }, rejectOnEmpty: true });
	const signIn = async () => {
		await new Browser().signIn(admin.discordId);
		return getAdmin();
	};
	const leave = (user: User) =>
		perform(deleteProfile, { actor: { id: user.id, role: user.role }, now: new Date() });
	const erase = async (user: User) => {
		const other = await createUserRow({ role: 'admin' });
		const context = { actor: { id: other.id, role: other.role }, now: new Date() };
		await perform(deleteUser, context, { params: { userId: user.id } });
	};
	beforeEach(() => AuditEntry.destroy({ where: {} }));

	test.each([
		['delete their account', leave],
		['are erased by an admin', erase],
	])('is not repeated for users who were demoted, %s and sign in again', async (_, deleteAccount) => {
		let user = await signIn();
		await user.update({ role: 'player' });
		for (let round = 0; round < 2; round += 1) {
			await deleteAccount(user);
			user = await signIn();
			expect([user.role, user.becameAdminAt]).toEqual(['player', expect.any(Date)]);
		}
	});

	test('is recorded once, with the reason and no actor', async () => {
		const imported = await User.create({
			discordId: admin.discordId,
			username: 'marlowe',
			role: 'storyteller',
		});
		await Promise.all([1, 2, 3].map(() => new Browser().signIn(admin.discordId)));
		const user = await signIn();
		expect([user.id, user.role]).toEqual([imported.id, 'admin']);
		const entries = await AuditEntry.findAll();
		expect(entries).toMatchObject([
			{
				actorId: null,
				action: 'users.setRole',
				subjectType: 'user',
				subjectId: String(user.id),
				detail: { from: 'storyteller', to: 'admin', by: 'ADMIN_DISCORD_IDS' },
			},
		]);
	});

	test('is made once when several first sign-ins are concurrent', async () => {
		await Promise.all([1, 2, 3].map(() => new Browser().signIn(admin.discordId)));
		expect((await getAdmin()).role).toBe('admin');
		expect(await AuditEntry.count()).toBe(1);
	});

	test('is not repeated for a user who signs in during their erasure', async () => {
		const user = await signIn();
		await user.update({ role: 'player' });
		let signingIn: Promise<unknown> = Promise.resolve();
		await inTransaction(async (transaction) => {
			await eraseUser(user.id, transaction, new Date());
			signingIn = new Browser().signIn(admin.discordId);
			await expect.poll(countLockWaits).toBe(1);
		});
		await signingIn;
		expect((await getAdmin()).role).toBe('player');
		expect(await ErasedId.count()).toBe(0);
	});

	test('is not made for a user whom an admin promoted and demoted before', async () => {
		const user = await User.create({ discordId: admin.discordId, username: 'marlowe' });
		const other = await createUserRow({ role: 'admin' });
		const context = { actor: { id: other.id, role: other.role }, now: new Date() };
		for (const role of ['admin', 'player']) {
			await perform(setRole, context, { params: { userId: user.id }, read: () => ({ role }) });
		}
		expect((await signIn()).role).toBe('player');
		await erase(await getAdmin());
		expect((await signIn()).role).toBe('player');
	});

	test('is made for an earlier player who deletes the account and signs in again', async () => {
		const player = await User.create({
			discordId: admin.discordId,
			username: 'marlowe',
			firstSignedInAt: new Date(),
		});
		expect((await signIn()).role).toBe('player');
		await leave(player);
		expect((await signIn()).role).toBe('admin');
	});

	test('is made for a user who was erased before any grant', async () => {
		await ErasedId.create({ discordIdHmac: getErasedId(admin.discordId) });
		expect((await signIn()).role).toBe('admin');
	});

	test('is not made for other users', async () => {
		await new Browser().signIn(player.discordId);
		const user = await User.findOne({ where: { discordId: player.discordId }, rejectOnEmpty: true });
		expect([user.role, user.becameAdminAt, await AuditEntry.count()]).toEqual(['player', null, 0]);
	});
});

test('a first sign-in takes over an imported row and removes an erasure', async () => {
	const imported = await User.create({
		discordId: player.discordId,
		username: 'old name',
		preferredUsername: 'Juno',
		preferredUsernameSource: 'owner',
		role: 'storyteller',
	});
	await ErasedId.create({ discordIdHmac: getErasedId(player.discordId) });
	await new Browser().signIn(player.discordId);
	await imported.reload();
	expect(imported).toMatchObject({
		username: player.username,
		preferredUsername: 'Juno',
		role: 'storyteller',
	});
	expect(imported.firstSignedInAt).toBeInstanceOf(Date);
	expect(await ErasedId.count()).toBe(0);
	expect(await User.count()).toBe(1);
});

test('concurrent first sign-ins create one user', async () => {
	const landings = await Promise.all([1, 2, 3].map(() => new Browser().authorize(player.discordId)));
	for (const landing of landings) expect(landing.searchParams.get('token')).toBeTruthy();
	expect(await User.count()).toBe(1);
});

test('no output about a sign-in contains a token, a code or a query', async () => {
	const output: string[] = [];
	const recordOutput = (text: unknown) => output.push(String(text)) > 0;
	const spies = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
	for (const spy of spies) spy.mockImplementation(recordOutput);
	const browser = new Browser();
	const secrets: string[] = [];
	for (const failure of [null, 'POST /oauth2/token', 'GET /users/@me']) {
		if (failure) state.fail({ route: failure, status: 401, times: 1 });
		const callback = await browser.choose(await browser.start(), { persona: player.discordId });
		const landing = await browser.openCallback(callback);
		secrets.push(...callback.searchParams.values(), landing.searchParams.get('token') ?? 'none');
	}
	for (const spy of spies) spy.mockRestore();
	const allOutput = output.join('') + JSON.stringify(browser.failures);
	expect(browser.failures.length).toBe(2);
	for (const secret of secrets) expect(allOutput).not.toContain(secret);
});
