import { afterEach, expect, test, vi } from 'vitest';
import { type Event, Setting, Signup, User } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import { HOUR_MS, MINUTE_MS } from '~/domain/limits.ts';
import { createEventRow } from '~/seeds/factories.ts';
import { DEMO_GUILD } from '~/seeds/personas.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { getBotRest } from '~/server/discord/client.ts';
import { startMessaging, stopMessaging } from '~/server/jobs/start-messaging.ts';
import { changeNextRole } from '~/server/operations/event-roles/index.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
useDatabase();
const { state } = useDiscord();

const ROLE = '300000000000000950';
const MEMBER = 'GET /guilds/{guild_id}/members/{user_id}';
const PUT = 'PUT /guilds/{guild_id}/members/{user_id}/roles/{role_id}';
const DELETE = 'DELETE /guilds/{guild_id}/members/{user_id}/roles/{role_id}';
const MEMBERS = 300;

const now = () => new Date();
const until = (check: () => unknown) => vi.waitUntil(check, { timeout: 60_000, interval: 20 });
const start = () => startMessaging({ now, pollMs: 50, unnotifiedMs: 200 });
const countHolders = () =>
	[...state.users.values()].filter(({ member }) => member?.roles.includes(ROLE)).length;

afterEach(() => stopMessaging(10_000));

test('300 members, Discord’s limits, lost responses, a restart and a second replica: the right ones have the role, and at the end nobody', {
	timeout: 120_000,
}, async () => {
	// Only the limits of the stand-in count, so that the test takes seconds.
	Object.assign(await getBotRest(), { globalRemaining: 10_000, globalReset: Date.now() + HOUR_MS });
	for (const route of [PUT, DELETE]) state.limitRate({ route, limit: 100, windowMs: 1_000 });
	state.setRole(ROLE);
	const members = state.addMembers(MEMBERS);
	const had = members.slice(0, 10);
	for (const { discordId } of had) state.setRoles(discordId, [DEMO_GUILD.requiredRoleId, ROLE]);
	const users = await User.bulkCreate(members.map(({ discordId, username }) => ({ discordId, username })));
	const event: Event = await createEventRow({ date: new Date(Date.now() + 10 * MINUTE_MS) });
	await Signup.bulkCreate(
		users.map(({ id }) => ({ eventId: event.id, userId: id, status: 'confirmed', linkedAt: now() })),
	);
	state.fail({ route: PUT, losesResponse: true, after: 40, times: 3 });
	start();
	await Setting.create({ key: 'role_tonight', value: ROLE });
	await until(() => state.countRequests(PUT) > 120);

	// The process ends, and one that was killed had given five roles without saving it.
	await stopMessaging(10_000);
	await execute(
		`UPDATE given_roles SET state = 'giving', leased_until = now() + interval '1 second'
		WHERE (discord_id, role_id) IN (SELECT discord_id, role_id FROM given_roles WHERE state = 'given' LIMIT 5)`,
	);
	// Twenty players decline meanwhile: some have the role, some do not have it yet.
	const left = [...users.slice(15, 25), ...users.slice(-10)].map(({ id }) => id);
	await Signup.update({ status: 'declined' }, { where: { userId: left } });
	start();
	const second = (async () => {
		while (await changeNextRole({ now }));
	})();
	await until(
		async () => (await rowsOf('given_roles').count({ state: ['given', 'had'] })) === MEMBERS - left.length,
	);
	await second;
	await until(async () => (await rowsOf('given_roles').count()) === MEMBERS - left.length);
	expect(countHolders()).toBe(MEMBERS - left.length);
	const checks = state.requests.filter(
		({ route, path }) => route === MEMBER && !path.endsWith(DEMO_GUILD.botUserId),
	);
	// A member is read again only after a wait for a limit.
	expect(checks.length - new Set(checks.map(({ path }) => path)).size).toBeLessThanOrEqual(10);
	const given = state.auditReasons.filter((reason) => reason.includes('takes part')).length;
	// The lost and the killed ones are repeated once, and nothing else.
	expect(given).toBeLessThanOrEqual(MEMBERS - had.length + 8);
	// A limit is waited for instead of being tried: at most one refused request in each window.
	expect(state.countRequests(PUT) - given).toBeLessThanOrEqual(10);

	await event.update({ date: new Date(Date.now() - 5 * HOUR_MS), status: 'completed' });
	await until(async () => (await rowsOf('given_roles').count()) === 0);
	// Who had the role before has it still.
	expect(countHolders()).toBe(had.length);
	expect(had.every(({ member }) => member?.roles.includes(ROLE))).toBe(true);
	expect(state.auditReasons.length - given).toBeLessThanOrEqual(MEMBERS - had.length);
});
