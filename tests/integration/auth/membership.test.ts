import { beforeEach, expect, test } from 'vitest';
import { Session, User } from '~/database/models/index.ts';
import { HOUR_MS, MINUTE_MS } from '~/domain/limits.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { authenticate } from '~/server/auth/authenticate.ts';
import { checkMembership, recordMembership } from '~/server/auth/membership.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { Browser } from './browser.ts';
import { useFreshUsers } from './fresh-users.ts';

useTestEnvironment();
useDatabase();
useFreshUsers();
const { state } = useDiscord();
const { discordId } = PERSONAS.player;
const ROUTE = 'GET /guilds/{guild_id}/members/{user_id}';

// Each test has its own days, so that a pause after an outage in one test does not affect the next.
let start = Date.now();
let browser: Browser;
beforeEach(async () => {
	start += 10 * 24 * HOUR_MS;
	browser = new Browser();
	await browser.signIn(discordId, '', at(0));
});

/** While Discord takes this long, all concurrent requests have read their session, also on a busy machine. */
const LONGER_THAN_A_READ_MS = 1_500;
/** Returns how often Discord was asked about this user; other test files may have calls left that end during this one. */
const countChecks = () =>
	state.requests.filter(({ route, path }) => route === ROUTE && path.endsWith(`/${discordId}`)).length;
const at = (milliseconds: number) => new Date(start + milliseconds);
const visit = (milliseconds: number) => authenticate(browser.request('/events'), at(milliseconds));

test('Discord is asked once in fifteen minutes', async () => {
	for (const minutes of [0, 5, 14.9]) expect(await visit(minutes * MINUTE_MS)).not.toBeNull();
	expect(countChecks()).toBe(0);
	for (const minutes of [15, 16, 29.9]) expect(await visit(minutes * MINUTE_MS)).not.toBeNull();
	expect(countChecks()).toBe(1);
	expect(state.requests.at(-1)?.authorization).toBe('bot');
	await visit(30 * MINUTE_MS);
	expect(countChecks()).toBe(2);
});

test('concurrent requests ask Discord once', async () => {
	state.delay({ route: ROUTE, ms: LONGER_THAN_A_READ_MS });
	const all = await Promise.all(Array.from({ length: 8 }, () => visit(HOUR_MS)));
	expect(all.every((one) => one !== null)).toBe(true);
	expect(countChecks()).toBe(1);
});

test('after days of absence, concurrent requests also ask Discord once', async () => {
	state.delay({ route: ROUTE, ms: LONGER_THAN_A_READ_MS });
	const all = await Promise.all(Array.from({ length: 8 }, () => visit(72 * HOUR_MS)));
	expect(all.every((one) => one !== null)).toBe(true);
	expect(countChecks()).toBe(1);
});

test('a check is claimed in the database: a replica with an older user row does not ask again', async () => {
	const [firstReplica, otherReplica] = await Promise.all(
		[1, 2].map(() => User.findOne({ where: { discordId }, rejectOnEmpty: true })),
	);
	for (const user of [firstReplica, otherReplica]) {
		expect(user && (await checkMembership(user, at(HOUR_MS)))).toBe(true);
	}
	expect(countChecks()).toBe(1);
});

test.each([
	['lost the role', () => state.setRoles(discordId, [])],
	['left the server', () => state.leaveGuild(discordId)],
	['deleted the account', () => state.users.delete(discordId)],
])('a user who %s is signed out of every session', async (_, change) => {
	const otherBrowser = new Browser();
	await otherBrowser.signIn(discordId, '', at(0));
	change();
	expect(await visit(16 * MINUTE_MS)).toBeNull();
	expect(await Session.count()).toBe(0);
	expect(await authenticate(otherBrowser.request('/'), at(16 * MINUTE_MS))).toBeNull();
});

test('a user who has the role again can sign in', async () => {
	state.setRoles(discordId, []);
	expect(await visit(16 * MINUTE_MS)).toBeNull();
	state.setRoles(discordId, [state.guild.requiredRoleId]);
	await browser.signIn(discordId, '', at(17 * MINUTE_MS));
	expect(await visit(18 * MINUTE_MS)).not.toBeNull();
});

test('a check takes the current names and avatar of the account, never the preferred name', async () => {
	await User.update(
		{ preferredUsername: 'Typed', preferredUsernameSource: 'owner' },
		{ where: { discordId } },
	);
	const renamed = { username: 'juniper_two', globalName: null, avatar: 'f00dfeedf00dfeedf00dfeedf00dfeed' };
	state.changeAccount(discordId, renamed);
	state.setNickname(discordId, 'Of the server');
	expect(await visit(16 * MINUTE_MS)).not.toBeNull();
	const user = await User.findOne({ where: { discordId }, rejectOnEmpty: true });
	expect(user).toMatchObject({ ...renamed, preferredUsername: 'Typed' });
});

test('a lost membership that the gateway reports counts at once', async () => {
	const user = await User.findOne({ where: { discordId }, rejectOnEmpty: true });
	await recordMembership(user.id, false, at(MINUTE_MS));
	expect(await visit(2 * MINUTE_MS)).toBeNull();
});

test.each([
	['the network is down', { network: true as const }],
	['Discord responds with 500', { status: 500 }],
	['Discord responds with 401', { status: 401 }],
	['Discord responds with 403', { status: 403 }],
	['Discord limits us', { status: 429, retryAfter: 7 }],
])('while %s the last result counts for a day, then requests are refused', async (_, failure) => {
	state.fail({ route: ROUTE, ...failure });
	for (const hours of [1, 12, 23.9]) expect(await visit(hours * HOUR_MS)).not.toBeNull();
	expect(countChecks()).toBe(3);
	await expect(visit(24 * HOUR_MS)).rejects.toMatchObject({ name: 'Refusal', kind: 'unavailable' });
	expect(await Session.count()).toBe(1);
	state.recover();
	expect(await visit(25 * HOUR_MS)).not.toBeNull();
});

test('after a failed call Discord is not asked for 30 seconds', async () => {
	state.fail({ route: ROUTE, network: true });
	for (const seconds of [0, 1, 10, 29]) expect(await visit(HOUR_MS + seconds * 1000)).not.toBeNull();
	expect(countChecks()).toBe(1);
	await visit(HOUR_MS + 31_000);
	expect(countChecks()).toBe(2);
});

test('Discord is not asked before the time that it names', async () => {
	state.fail({ route: ROUTE, status: 429, retryAfter: 90 });
	for (const seconds of [0, 31, 89]) expect(await visit(HOUR_MS + seconds * 1000)).not.toBeNull();
	expect(countChecks()).toBe(1);
	await visit(HOUR_MS + 91_000);
	expect(countChecks()).toBe(2);
});

test('an outage does not sign in a user whose membership was lost', async () => {
	state.setRoles(discordId, []);
	await visit(16 * MINUTE_MS);
	state.fail({ route: '*', network: true });
	const user = await User.findOne({ where: { discordId }, rejectOnEmpty: true });
	expect(user.membershipLostAt).toEqual(at(16 * MINUTE_MS));
	expect(await visit(HOUR_MS)).toBeNull();
});
