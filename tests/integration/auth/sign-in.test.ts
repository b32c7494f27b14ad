import { beforeEach, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '~/database/connection.ts';
import { AuditEntry, ErasedId, RateLimit, Session, SignInToken, User } from '~/database/models/index.ts';
import { makeUser } from '~/seeds/factories.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { authenticate } from '~/server/auth/authenticate.ts';
import { errorSentence } from '~/server/auth/sign-in.ts';
import { erasedIdOf } from '~/server/discord/erased-id.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { deleteUser, setRole } from '~/server/operations/users/admin.ts';
import { eraseUser } from '~/server/operations/users/erasure.ts';
import { deleteProfile } from '~/server/operations/users/profile.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { countWaiting } from '~/tests/support/waiting.ts';
import { Browser } from './browser.ts';
import { useFreshPeople } from './fresh-people.ts';

useTestEnvironment();
useDatabase();
useFreshPeople();
const { state } = useDiscord();
const { admin, player, noRole, stranger } = PERSONAS;

const actorOf = async (browser: Browser, now = new Date()) =>
	(await authenticate(browser.request('/events'), now))?.actor ?? null;

test('a member with the required role signs in and lands where they wanted to go', async () => {
	const browser = new Browser();
	const authUrl = await browser.start('?redirectTo=/events/12');
	expect(Object.fromEntries(authUrl.searchParams)).toMatchObject({
		response_type: 'code',
		scope: 'identify guilds.members.read',
		code_challenge_method: 'S256',
		redirect_uri: 'http://localhost:3000/api/auth/discord/callback',
	});
	const landing = await browser.callback(await browser.choose(authUrl, { persona: player.discordId }));
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
});

test("the person's Discord tokens are revoked, and the database keeps hashes only", async () => {
	const browser = new Browser();
	const landing = await browser.authorize(player.discordId);
	expect(state.countRequests('POST /oauth2/token/revoke')).toBe(1);
	expect(state.tokens.size).toBe(0);
	const token = landing.searchParams.get('token') ?? '';
	await browser.redeem(token);
	const rows = JSON.stringify([await SignInToken.findAll(), await Session.findAll(), await User.findAll()]);
	for (const secret of [token, browser.cookies.get('session') ?? '']) expect(rows).not.toContain(secret);
});

test('signing in survives a failed revocation', async () => {
	state.fail({ route: 'POST /oauth2/token/revoke', network: true });
	expect(await new Browser().signIn(player.discordId)).toBe('/');
});

test.each([
	['a stranger', stranger.discordId, 'not_member'],
	['a member without the required role', noRole.discordId, 'missing_role'],
])('%s is turned away and leaves no trace', async (_, discordId, error) => {
	const browser = new Browser();
	const landing = await browser.authorize(discordId);
	expect(landing.pathname + landing.search).toBe(`/?error=${error}`);
	expect(errorSentence(error)).toBeTruthy();
	expect(await User.count({ where: { discordId } })).toBe(0);
	expect(await SignInToken.count()).toBe(0);
});

test('cancelling at Discord comes back with its own sentence', async () => {
	const browser = new Browser();
	const landing = await browser.callback(await browser.choose(await browser.start(), { cancel: '1' }));
	expect(landing.search).toBe('?error=access_denied');
});

test.each([
	['the token endpoint', { route: 'POST /oauth2/token', network: true as const }],
	['the token endpoint answering 500', { route: 'POST /oauth2/token', status: 500 }],
	['the account', { route: 'GET /users/@me', status: 503 }],
	['the account asking us to wait', { route: 'GET /users/@me', status: 429, retryAfter: 3 }],
	['the member', { route: 'GET /users/@me/guilds/{guild_id}/member', network: true as const }],
	['the member refused', { route: 'GET /users/@me/guilds/{guild_id}/member', status: 403 }],
])('with Discord down at %s, the sign-in says so', async (_, failure) => {
	state.fail(failure);
	const landing = await new Browser().authorize(player.discordId);
	expect(landing.search).toBe('?error=unavailable');
});

test('PKCE is verified: a code is no good with another verifier', async () => {
	const [victim, thief] = [new Browser(), new Browser()];
	const stolen = await victim.choose(await victim.start(), { persona: admin.discordId });
	const own = await thief.start();
	const forged = new URL(stolen);
	forged.searchParams.set('state', own.searchParams.get('state') ?? '');
	expect((await thief.callback(forged)).search).toBe('?error=state');
	// Discord has used up the code, so it no longer works in any browser.
	expect((await victim.callback(stolen)).search).toBe('?error=state');
	expect(await SignInToken.count()).toBe(0);
});

test('login CSRF: a callback that another browser began starts nothing', async () => {
	const attacker = new Browser();
	const callback = await attacker.choose(await attacker.start(), { persona: admin.discordId });
	const fresh = new Browser();
	expect((await fresh.callback(callback)).search).toBe('?error=state');
	const busy = new Browser();
	await busy.start();
	expect((await busy.callback(callback)).search).toBe('?error=state');
	expect(state.countRequests('POST /oauth2/token')).toBe(0);
});

test('a callback without a state starts no sign-in', async () => {
	const browser = new Browser();
	await browser.start();
	const landing = await browser.callback(new URL('http://localhost:3000/api/auth/discord/callback?code=abc'));
	expect(landing.search).toBe('?error=state');
});

test('a state is used once: the same callback with the same cookies asks Discord nothing more', async () => {
	const browser = new Browser();
	const callback = await browser.choose(await browser.start(), { persona: player.discordId });
	const cookies = new Map(browser.cookies);
	const replay = () => {
		const again = new Browser();
		for (const [name, value] of cookies) again.cookies.set(name, value);
		return again.callback(callback);
	};
	const landings = await Promise.all(Array.from({ length: 10 }, replay));
	expect(landings.filter(({ searchParams }) => searchParams.has('token'))).toHaveLength(1);
	expect(landings.filter(({ search }) => search === '?error=state')).toHaveLength(9);
	expect((await replay()).search).toBe('?error=state');
	expect(state.countRequests('POST /oauth2/token')).toBe(1);
});

test('a state that is not of this browser leaves no row, and stays good for its own', async () => {
	const [browser, foreign] = [new Browser(), new Browser()];
	const callback = await browser.choose(await browser.start(), { persona: player.discordId });
	await foreign.start();
	const before = await RateLimit.count();
	expect((await foreign.callback(callback)).search).toBe('?error=state');
	expect(await RateLimit.count()).toBe(before);
	expect((await browser.callback(callback)).searchParams.has('token')).toBe(true);
});

test('a new sign-in token takes the place of the expired ones of its user', async () => {
	const now = new Date();
	await new Browser().authorize(player.discordId, '', now);
	await new Browser().authorize(admin.discordId, '', now);
	await new Browser().authorize(player.discordId, '', new Date(now.getTime() + 60_000));
	const owners = await SignInToken.findAll({ include: [User], order: ['expiresAt'] });
	expect(owners.map(({ user }) => user?.discordId)).toEqual([admin.discordId, player.discordId]);
});

test('a sign-in token works once, for its browser, for sixty seconds', async () => {
	const [browser, foreign] = [new Browser(), new Browser()];
	const now = new Date();
	const token = (await browser.authorize(player.discordId, '', now)).searchParams.get('token') ?? '';
	await foreign.start();
	expect(await foreign.redeem(token, now)).toBeNull();
	expect(await new Browser().redeem(token, now)).toBeNull();
	expect(await browser.redeem('wrong', now)).toBeNull();
	expect(await browser.redeem(token, new Date(now.getTime() + 60_000))).toBeNull();
	expect(await Session.count()).toBe(0);

	const kept = new Map(browser.cookies);
	const tries = await Promise.all(Array.from({ length: 5 }, () => browser.redeem(token, now)));
	expect(tries.filter((location) => location !== null)).toEqual(['/']);
	for (const [name, value] of kept) browser.cookies.set(name, value);
	expect(await browser.redeem(token, now)).toBeNull();
	expect(await Session.count()).toBe(1);
});

test('two tabs may both finish', async () => {
	const browser = new Browser();
	const [first, second] = [
		await browser.start('?redirectTo=/profile'),
		await browser.start('?redirectTo=/events'),
	];
	for (const authUrl of [first, second]) {
		const landing = await browser.callback(await browser.choose(authUrl, { persona: player.discordId }));
		expect(landing.searchParams.get('token')).toBeTruthy();
	}
});

test('abandoned starts do not pile up', async () => {
	const browser = new Browser();
	for (let tries = 0; tries < 12; tries += 1) await browser.start();
	expect(browser.cookies.size).toBeLessThanOrEqual(6);
	expect(await browser.signIn(player.discordId)).toBe('/');
});

test('a forged sign-in cookie is none', async () => {
	const browser = new Browser();
	const authUrl = await browser.start();
	const [text = ''] = (browser.cookies.get('sign-in') ?? '').split('.');
	for (const forged of [`${text}.AAAA`, 'x.y', text]) {
		browser.cookies.set('sign-in', forged);
		const callback = await browser.choose(authUrl, { persona: player.discordId });
		expect((await browser.callback(callback)).search).toBe('?error=state');
	}
});

test('signing in again ends the session that the browser had', async () => {
	const browser = new Browser();
	await browser.signIn(player.discordId);
	const former = browser.cookies.get('session');
	await browser.signIn(admin.discordId);
	expect(browser.cookies.get('session')).not.toBe(former);
	expect(await Session.count()).toBe(1);
});

test('ADMIN_DISCORD_IDS makes an admin at the first sign-in only, so that a demotion stays', async () => {
	await new Browser().signIn(admin.discordId);
	const user = await User.findOne({ where: { discordId: admin.discordId }, rejectOnEmpty: true });
	expect(user.role).toBe('admin');
	await user.update({ role: 'player' });
	const browser = new Browser();
	await browser.signIn(admin.discordId);
	expect(await actorOf(browser)).toEqual({ id: user.id, role: 'player' });
});

describe('a grant by ADMIN_DISCORD_IDS', () => {
	const find = () => User.findOne({ where: { discordId: admin.discordId }, rejectOnEmpty: true });
	const signIn = async () => {
		await new Browser().signIn(admin.discordId);
		return find();
	};
	const leave = (user: User) =>
		perform(deleteProfile, { actor: { id: user.id, role: user.role }, now: new Date() });
	const erase = async (user: User) => {
		const other = await makeUser({ role: 'admin' });
		const caller = { actor: { id: other.id, role: other.role }, now: new Date() };
		await perform(deleteUser, caller, { params: { userId: user.id } });
	};
	beforeEach(() => AuditEntry.destroy({ where: {} }));

	test.each([
		['leave by themselves', leave],
		['are erased by an admin', erase],
	])('does not come back for those who were demoted, %s and sign in again, however often', async (_, end) => {
		let user = await signIn();
		await user.update({ role: 'player' });
		for (let round = 0; round < 2; round += 1) {
			await end(user);
			user = await signIn();
			expect([user.role, user.becameAdminAt]).toEqual(['player', expect.any(Date)]);
		}
	});

	test('is written down, once: by the program, with the reason', async () => {
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
				...{ actorId: null, action: 'users.setRole', subjectType: 'user', subjectId: String(user.id) },
				detail: { from: 'storyteller', to: 'admin', by: 'ADMIN_DISCORD_IDS' },
			},
		]);
	});

	test('of two first sign-ins at once one grants', async () => {
		await Promise.all([1, 2, 3].map(() => new Browser().signIn(admin.discordId)));
		expect((await find()).role).toBe('admin');
		expect(await AuditEntry.count()).toBe(1);
	});

	test('does not come back for those who sign in while they are being erased', async () => {
		const user = await signIn();
		await user.update({ role: 'player' });
		let signingIn: Promise<unknown> = Promise.resolve();
		await inTransaction(async (transaction) => {
			await eraseUser(user.id, transaction, new Date());
			signingIn = new Browser().signIn(admin.discordId);
			await expect.poll(countWaiting).toBe(1);
		});
		await signingIn;
		expect((await find()).role).toBe('player');
		expect(await ErasedId.count()).toBe(0);
	});

	test('is not for those who were made an admin by another admin and demoted before', async () => {
		const user = await User.create({ discordId: admin.discordId, username: 'marlowe' });
		const other = await makeUser({ role: 'admin' });
		const caller = { actor: { id: other.id, role: other.role }, now: new Date() };
		for (const role of ['admin', 'player']) {
			await perform(setRole, caller, { params: { userId: user.id }, read: () => ({ role }) });
		}
		expect((await signIn()).role).toBe('player');
		await erase(await find());
		expect((await signIn()).role).toBe('player');
	});

	test('is still open to a player who signed in before they were named there, once they start anew', async () => {
		const player = await User.create({
			discordId: admin.discordId,
			username: 'marlowe',
			firstSignedInAt: new Date(),
		});
		expect((await signIn()).role).toBe('player');
		await leave(player);
		expect((await signIn()).role).toBe('admin');
	});

	test('is still open to who was erased before they ever had it', async () => {
		await ErasedId.create({ discordIdHmac: erasedIdOf(admin.discordId) });
		expect((await signIn()).role).toBe('admin');
	});

	test('is recorded for nobody else', async () => {
		await new Browser().signIn(player.discordId);
		const user = await User.findOne({ where: { discordId: player.discordId }, rejectOnEmpty: true });
		expect([user.role, user.becameAdminAt, await AuditEntry.count()]).toEqual(['player', null, 0]);
	});
});

test('a first sign-in adopts the row that an import made, and lifts an erasure', async () => {
	const imported = await User.create({
		discordId: player.discordId,
		username: 'old name',
		preferredUsername: 'Juno',
		preferredUsernameSource: 'owner',
		role: 'storyteller',
	});
	await ErasedId.create({ discordIdHmac: erasedIdOf(player.discordId) });
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

test('two first sign-ins at once make one person', async () => {
	const landings = await Promise.all([1, 2, 3].map(() => new Browser().authorize(player.discordId)));
	for (const landing of landings) expect(landing.searchParams.get('token')).toBeTruthy();
	expect(await User.count()).toBe(1);
});

test('nothing that is said about a sign-in holds a token, a code or a query', async () => {
	const said: string[] = [];
	const listen = (text: unknown) => said.push(String(text)) > 0;
	const spies = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
	for (const spy of spies) spy.mockImplementation(listen);
	const browser = new Browser();
	const secrets: string[] = [];
	for (const failure of [null, 'POST /oauth2/token', 'GET /users/@me']) {
		if (failure) state.fail({ route: failure, status: 401, times: 1 });
		const callback = await browser.choose(await browser.start(), { persona: player.discordId });
		const landing = await browser.callback(callback);
		secrets.push(...callback.searchParams.values(), landing.searchParams.get('token') ?? 'none');
	}
	for (const spy of spies) spy.mockRestore();
	const all = said.join('') + JSON.stringify(browser.failures);
	expect(browser.failures.length).toBe(2);
	for (const secret of secrets) expect(all).not.toContain(secret);
});
