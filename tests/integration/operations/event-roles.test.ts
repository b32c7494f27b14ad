import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '~/database/connection.ts';
import { type Event, Setting, Signup, User } from '~/database/models/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/domain/limits.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { DEMO_GUILD } from '~/seeds/personas.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { recordMembership } from '~/server/auth/membership.ts';
import { changeNextRole, forgetRoles } from '~/server/operations/event-roles/index.ts';
import { leaseNextRole, planRoles } from '~/server/operations/event-roles/plan-roles.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { eraseUser } from '~/server/operations/users/erase-user.ts';
import { updateProfile } from '~/server/operations/users/index.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
useDatabase();
const { state } = useDiscord();

const ROLE = '300000000000000950';
const STORYTELLERS = '300000000000000951';
const GUILD = 'GET /guilds/{guild_id}';
const MEMBER = 'GET /guilds/{guild_id}/members/{user_id}';
const PUT = 'PUT /guilds/{guild_id}/members/{user_id}/roles/{role_id}';
const DELETE = 'DELETE /guilds/{guild_id}/members/{user_id}/roles/{role_id}';
/** Each change takes this long, because the client of Discord sends at most 50 requests per second. */
const CHANGE_MS = 100;
const LEASE_MS = 60_000;

// The stand-in and the client of Discord use the same clock as the code under test.
vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-03-01T12:00Z') });
afterAll(() => vi.useRealTimers());
const now = () => new Date();
const wait = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

let event: Event;

beforeEach(async () => {
	vi.setSystemTime(Math.ceil(Date.now() / DAY_MS + 1) * DAY_MS);
	await clearTables('users', 'events', 'settings', 'given_roles');
	forgetRoles();
	state.setRole(ROLE);
	state.setRole(STORYTELLERS, { name: 'Storytellers tonight' });
	await Setting.bulkCreate([
		{ key: 'role_tonight', value: ROLE },
		{ key: 'role_storytellers_tonight', value: STORYTELLERS },
	]);
	event = await createEventRow({ date: new Date(Date.now() + 30 * MINUTE_MS), duration: 180 });
	state.requests.length = 0;
});

/** When the roles of the event are taken. */
const getEnd = () => new Date(event.date.getTime() + 4 * HOUR_MS);

/** Creates a member of the server with an account. */
async function createMember(changes: Partial<User> = {}): Promise<User> {
	const [member] = state.addMembers(1);
	return createUserRow({ discordId: member?.discordId ?? null, ...changes });
}

async function createPlayer(signup: Partial<Signup> = {}, user: Partial<User> = {}): Promise<User> {
	const player = await createMember(user);
	await createSignupRow({ eventId: event.id, userId: player.id, ...signup });
	return player;
}

/** Changes all roles that can be changed now. */
async function change(): Promise<void> {
	while (await changeNextRole({ now })) wait(CHANGE_MS);
}
async function changeAt(time: Date): Promise<void> {
	vi.setSystemTime(time);
	await change();
}
const hasRole = ({ discordId }: User, roleId = ROLE) =>
	state.users.get(discordId ?? '')?.member?.roles.includes(roleId) ?? false;
const giveByHand = ({ discordId }: User, roleId = ROLE) =>
	state.setRoles(discordId ?? '', [DEMO_GUILD.requiredRoleId, roleId]);
const countRequests = () => [MEMBER, PUT, DELETE].map((route) => state.countRequests(route));
/** The requests for one member, without that for the bot's own roles. */
const countChecks = () =>
	state.requests.filter(({ route, path }) => route === MEMBER && !path.endsWith(DEMO_GUILD.botUserId)).length;
const listStates = async () => (await rowsOf('given_roles').list()).map((row) => row.state);
const setRoleSetting = (key: string, value: string) => Setting.update({ value }, { where: { key } });

test('a player has the role from 30 minutes before the start until an hour after the end, with one request for each step', async () => {
	const player = await createPlayer();
	await changeAt(new Date(event.date.getTime() - 30 * MINUTE_MS - 1));
	expect(state.requests).toEqual([]);
	await changeAt(new Date(event.date.getTime() - 30 * MINUTE_MS));
	expect(hasRole(player)).toBe(true);
	expect(await rowsOf('given_roles').list()).toMatchObject([
		{ userId: player.id, discordId: player.discordId, roleId: ROLE, eventId: event.id, state: 'given' },
	]);
	await event.update({ status: 'completed' });
	await changeAt(new Date(getEnd().getTime() - 1));
	expect(hasRole(player)).toBe(true);
	await changeAt(getEnd());
	expect(hasRole(player)).toBe(false);
	expect(await listStates()).toEqual([]);
	expect([countChecks(), state.countRequests(PUT), state.countRequests(DELETE)]).toEqual([1, 1, 1]);
	expect(state.auditReasons).toEqual([
		'Townbell: takes part in an event',
		'Townbell: the event is over, or the member does not take part any more',
	]);
});

test('players and storytellers get their roles; a storyteller who plays is a storyteller', async () => {
	const [player, storyteller] = [await createPlayer({ status: 'late' }), await createMember()];
	const both = await createPlayer();
	const declined = await createPlayer({ status: 'declined' });
	await rowsOf('event_storytellers').insertAll(
		[storyteller, both, declined].map(({ id: userId }, position) => ({
			eventId: event.id,
			userId,
			position,
		})),
	);
	await change();
	expect(
		[player, storyteller, both, declined].map((user) => [hasRole(user), hasRole(user, STORYTELLERS)]),
	).toEqual([
		[true, false],
		[false, true],
		[false, true],
		[false, false],
	]);
});

test('who signs up during the event gets the role at once', async () => {
	await changeAt(new Date(event.date.getTime() + HOUR_MS));
	const player = await createPlayer();
	await change();
	expect(hasRole(player)).toBe(true);
});

test('a role that a member had before is neither given nor taken', async () => {
	const player = await createPlayer();
	giveByHand(player);
	await change();
	expect(await listStates()).toEqual(['had']);
	await changeAt(getEnd());
	expect(await listStates()).toEqual([]);
	expect(hasRole(player)).toBe(true);
	expect(countRequests().slice(1)).toEqual([0, 0]);
});

test('with two events the role stays until the last one ends', async () => {
	const player = await createPlayer();
	const second = await createEventRow({ date: new Date(event.date.getTime() + 4 * HOUR_MS), duration: 60 });
	await createSignupRow({ eventId: second.id, userId: player.id });
	await change();
	await changeAt(getEnd());
	expect(hasRole(player)).toBe(true);
	await event.destroy();
	await change();
	expect(hasRole(player)).toBe(true);
	await changeAt(new Date(second.date.getTime() + 2 * HOUR_MS));
	expect(hasRole(player)).toBe(false);
	expect(countRequests().slice(1)).toEqual([1, 1]);
});

describe('the role ends with', () => {
	const act = (user: User) => ({ actor: { id: user.id, role: user.role }, now: now() });
	test.each<[string, (user: User) => unknown]>([
		['the signup', (user) => Signup.destroy({ where: { userId: user.id } })],
		['the status', (user) => Signup.update({ status: 'tentative' }, { where: { userId: user.id } })],
		[
			'the place',
			(user) => Signup.update({ place: 'waiting', askedAt: now() }, { where: { userId: user.id } }),
		],
		['a cancelled event', () => event.update({ status: 'cancelled' })],
		['a deleted event', () => event.destroy()],
		['an event that moves away', () => event.update({ date: new Date(Date.now() + DAY_MS) })],
		[
			'the switch of the profile',
			(user) => perform(updateProfile, act(user), { read: () => ({ event_roles: false }) }),
		],
		['the required role', (user) => recordMembership(user.id, false, now())],
		['the setting', () => setRoleSetting('role_tonight', '')],
		['the account', (user) => inTransaction((transaction) => eraseUser(user.id, transaction, now()))],
	])('%s', async (_, end) => {
		const player = await createPlayer();
		await change();
		expect(hasRole(player)).toBe(true);
		await end(player);
		await change();
		expect(hasRole(player)).toBe(false);
		expect(await listStates()).toEqual([]);
		expect(countRequests().slice(1)).toEqual([1, 1]);
	});

	test('the membership: Discord took it, and the row ends', async () => {
		const player = await createPlayer();
		await change();
		state.leaveGuild(String(player.discordId));
		await recordMembership(player.id, false, now());
		await change();
		expect(await listStates()).toEqual([]);
	});
});

test('another role in the setting replaces the one that was given', async () => {
	const players = [await createPlayer(), await createPlayer(), await createPlayer()];
	const other = '300000000000000952';
	state.setRole(other);
	await changeNextRole({ now });
	await setRoleSetting('role_tonight', other);
	await change();
	expect(players.map((user) => [hasRole(user), hasRole(user, other)])).toEqual(
		players.map(() => [false, true]),
	);
	// Only the first one had the former role.
	expect(countRequests().slice(1)).toEqual([4, 1]);
});

test('the users of test events, test users and those who get no roles cause no request for a role', async () => {
	const waiting = { place: 'waiting', askedAt: now() } as const;
	const full = await createEventRow({ date: event.date, capacity: 1 });
	const unsettled = await createMember();
	await createSignupRow({ eventId: full.id, userId: unsettled.id });
	await createPlayer(waiting);
	await createPlayer({ status: 'tentative' });
	await createPlayer({}, { isTestData: true });
	await createPlayer({}, { eventRoles: false });
	await createPlayer({}, { membershipLostAt: now() });
	const testEvent = await createEventRow({ date: event.date, isTestData: true });
	await createSignupRow({ eventId: testEvent.id, userId: (await createMember()).id });
	await change();
	expect(state.requests).toEqual([]);
});

test('who is no member gets the role once they are', async () => {
	const guest = await createPlayer({}, { firstSignedInAt: null });
	state.setRoles(String(guest.discordId), []);
	const stranger = await createPlayer({}, { firstSignedInAt: null });
	state.leaveGuild(String(stranger.discordId));
	await change();
	await change();
	expect(await listStates()).toEqual(['missing', 'missing']);
	expect([countChecks(), state.countRequests(PUT)]).toEqual([2, 0]);
	for (const user of [guest, stranger]) {
		state.setRoles(String(user.discordId), [DEMO_GUILD.requiredRoleId]);
		await recordMembership(user.id, true, now());
	}
	await change();
	expect([hasRole(guest), hasRole(stranger)]).toEqual([true, true]);
});

describe('after a lost response', () => {
	test('the role is given again, and it is ours', async () => {
		const player = await createPlayer();
		state.fail({ route: PUT, losesResponse: true, times: 1 });
		await change();
		expect([hasRole(player), await listStates()]).toEqual([true, ['giving']]);
		wait(MINUTE_MS);
		await change();
		expect(await listStates()).toEqual(['given']);
		await changeAt(getEnd());
		expect(hasRole(player)).toBe(false);
		expect([countChecks(), state.countRequests(PUT), state.countRequests(DELETE)]).toEqual([1, 2, 1]);
	});

	test('a role whose taking is uncertain is given back to who comes after all', async () => {
		const player = await createPlayer();
		await change();
		await Signup.update({ status: 'declined' }, { where: { userId: player.id } });
		state.fail({ route: DELETE, losesResponse: true, times: 1 });
		await change();
		expect([hasRole(player), await listStates()]).toEqual([false, ['taking']]);
		await Signup.update({ status: 'confirmed' }, { where: { userId: player.id } });
		wait(MINUTE_MS);
		await change();
		expect([hasRole(player), await listStates()]).toEqual([true, ['given']]);
	});

	test('a role is ours although its event has ended meanwhile', async () => {
		const player = await createPlayer();
		state.fail({ route: PUT, losesResponse: true, times: 1 });
		await change();
		await changeAt(getEnd());
		expect([hasRole(player), await listStates()]).toEqual([false, []]);
	});

	test('a role given by another hand while Discord makes the bot wait stays', async () => {
		const player = await createPlayer();
		state.fail({ route: PUT, status: 429, retryAfter: 1, times: 1 });
		const changing = change();
		await vi.waitUntil(() => state.countRequests(PUT) === 1, { timeout: 20_000, interval: 10 });
		giveByHand(player);
		await changing;
		expect(await listStates()).toEqual(['had']);
		await event.update({ status: 'completed' });
		await changeAt(getEnd());
		expect([hasRole(player), state.countRequests(DELETE)]).toEqual([true, 0]);
	});

	test('a refused request had no effect: a role given by another hand meanwhile stays', async () => {
		const player = await createPlayer();
		state.fail({ route: PUT, status: 403, times: 1 });
		await change();
		expect(await listStates()).toEqual(['planned']);
		giveByHand(player);
		wait(6 * MINUTE_MS);
		await change();
		expect(await listStates()).toEqual(['had']);
		await changeAt(getEnd());
		expect(hasRole(player)).toBe(true);
	});
});

test.each([
	['planned', false],
	['giving', false],
	['giving', true],
])(
	'a process that died while a row was %s (the request was sent: %s) is continued after its lease',
	async (dead, wasSent) => {
		const player = await createPlayer();
		if (wasSent) giveByHand(player);
		await rowsOf('given_roles').insert({
			discordId: player.discordId,
			roleId: ROLE,
			userId: player.id,
			eventId: event.id,
			state: dead,
			leasedUntil: new Date(Date.now() + LEASE_MS),
			changedAt: now(),
		});
		await change();
		expect(state.countRequests(PUT)).toBe(0);
		wait(LEASE_MS);
		await change();
		expect(hasRole(player)).toBe(true);
		await changeAt(getEnd());
		expect(hasRole(player)).toBe(false);
	},
);

describe('when Discord refuses', () => {
	test('an unknown member ends the row', async () => {
		await createPlayer();
		state.fail({ route: PUT, status: 404, code: 10_007 });
		await change();
		expect(await listStates()).toEqual(['missing']);
		await changeAt(getEnd());
		expect(await listStates()).toEqual([]);
		expect(countRequests().slice(1)).toEqual([1, 0]);
	});

	test.each([
		['just now', 0, 2],
		['a minute ago', MINUTE_MS, 1],
	])('a role that was deleted on Discord %s ends all its rows', async (_, ageMs, requests) => {
		const players = [await createPlayer(), await createPlayer()];
		await changeNextRole({ now });
		state.deleteRole(ROLE);
		wait(ageMs);
		await change();
		expect(await listStates()).toEqual(['given', 'missing']);
		await changeAt(getEnd());
		expect(await listStates()).toEqual([]);
		expect(players.map((user) => hasRole(user))).toEqual([false, false]);
		expect(countRequests().slice(1)).toEqual([requests, 0]);
	});

	const refusals: [string, () => void, () => void][] = [
		[
			'a role above the bot’s',
			() => state.setRole(ROLE, { position: 9 }),
			() => state.setRole(ROLE, { position: 1 }),
		],
		[
			'no permission',
			() => state.setPermissions(['MANAGE_EVENTS']),
			() => state.setPermissions(['MANAGE_ROLES']),
		],
	];
	test.each(refusals)(
		'%s: all its users wait five minutes, and the server is read once',
		async (_, arrange, repair) => {
			const players = [await createPlayer(), await createPlayer(), await createPlayer()];
			arrange();
			await change();
			wait(4 * MINUTE_MS);
			await change();
			expect([state.countRequests(GUILD), countChecks(), state.countRequests(PUT)]).toEqual([1, 0, 0]);
			repair();
			wait(MINUTE_MS);
			await change();
			expect(players.map((user) => hasRole(user))).toEqual([true, true, true]);
			arrange();
			await changeAt(getEnd());
			expect(state.countRequests(DELETE)).toBe(0);
			repair();
			wait(5 * MINUTE_MS);
			await change();
			expect(players.map((user) => hasRole(user))).toEqual([false, false, false]);
		},
	);

	test('a 403 in spite of that: one request, then all users of the role wait', async () => {
		await createPlayer();
		await createPlayer();
		state.fail({ route: PUT, status: 403 });
		await change();
		wait(4 * MINUTE_MS);
		await change();
		expect(state.countRequests(PUT)).toBe(1);
	});

	test('a role that has become powerful is not given any more, and taken as usual', async () => {
		const first = await createPlayer();
		await change();
		state.setRole(ROLE, { permissions: 1n << 2n });
		wait(MINUTE_MS);
		const second = await createPlayer();
		await change();
		expect([hasRole(first), hasRole(second)]).toEqual([true, false]);
		await changeAt(getEnd());
		expect(hasRole(first)).toBe(false);
	});

	test('the row of an erased user ends after a week', async () => {
		const player = await createPlayer();
		await change();
		await inTransaction((transaction) => eraseUser(player.id, transaction, now()));
		state.setRole(ROLE, { position: 9 });
		wait(6 * DAY_MS);
		await change();
		expect(await rowsOf('given_roles').list()).toMatchObject([{ userId: null, state: 'given' }]);
		wait(DAY_MS);
		await change();
		expect(await listStates()).toEqual([]);
	});

	test('while it does not respond, one role after the other is tried, and none is lost', async () => {
		const players = [await createPlayer(), await createPlayer()];
		state.fail({ route: '*', network: true });
		await change();
		expect(state.requests.length).toBe(1);
		state.recover();
		wait(MINUTE_MS);
		await change();
		expect(players.map((user) => hasRole(user))).toEqual([true, true]);
	});
});

test('an erased user without a role leaves no row', async () => {
	const player = await createPlayer();
	giveByHand(player);
	await change();
	await inTransaction((transaction) => eraseUser(player.id, transaction, now()));
	expect(await listStates()).toEqual([]);
	expect(await User.count()).toBe(0);
});

test('leases at the same time are of different rows', async () => {
	for (let index = 0; index < 10; index += 1) await createPlayer();
	expect(await planRoles(now())).toBe(10);
	for (let round = 0; round < 5; round += 1) {
		await rowsOf('given_roles').update({ leasedUntil: null });
		const leased = await Promise.all(Array.from({ length: 10 }, () => leaseNextRole(now(), LEASE_MS)));
		expect(new Set(leased.map((row) => row?.discord_id)).size).toBe(10);
	}
});

test('two replicas at once change each role once', async () => {
	const players: User[] = [];
	for (let index = 0; index < 20; index += 1) players.push(await createPlayer());
	await Promise.all([change(), change()]);
	expect(players.every((user) => hasRole(user))).toBe(true);
	vi.setSystemTime(getEnd());
	await Promise.all([change(), change()]);
	expect(players.some((user) => hasRole(user))).toBe(false);
	expect([countChecks(), state.countRequests(PUT), state.countRequests(DELETE)]).toEqual([20, 20, 20]);
});
