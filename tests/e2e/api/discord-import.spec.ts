import { z } from 'zod';
import { importableEventSchema, importResultSchema } from '~/domain/discord/import.ts';
import { serverNameSchema } from '~/domain/discord/nickname.ts';
import { eventDetailSchema } from '~/domain/events/schema.ts';
import type { NewEvent } from '~/tests/mocks/discord/scheduled-events.ts';
import type { StandInState } from '~/tests/mocks/discord/state.ts';
import { expect, test } from '../support/own-discord.ts';
import { createUser, exhaustImports, getSharedPool, registerEvent } from '../support/rows.ts';
import { expectRefusal, expectShape } from '../support/shapes.ts';

const LIST = '/api/admin/discord-events';
const IMPORT = '/api/admin/import-discord-event';
const NAMES = '/api/admin/users/server-names';
const USERS = 'GET /guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/users';
const UPDATE = '/api/admin/users/update-preferred-usernames';

const conflict = z.object({ error: z.string(), eventTitle: z.string(), eventId: z.string() });
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

function addEvent(discord: StandInState, interested = 0, changes: Partial<NewEvent> = {}) {
	const event = discord.addEvent({
		name: 'Autumn Fair',
		startsAt: inHours(90),
		endsAt: inHours(93),
		...changes,
	});
	for (const { discordId } of discord.addMembers(interested)) discord.addInterest(event.id, discordId);
	return event;
}

test('lists a Discord event, imports it, and then lists it as imported', async ({ api, discord }) => {
	const request = await api(await createUser({ role: 'admin' }));
	const { id } = addEvent(discord, 3, { description: 'Soup.' });
	const ended = addEvent(discord, 0, { status: 3 });
	const events = await expectShape(await request.get(LIST), 200, z.array(importableEventSchema));
	expect(events.map((event) => [event.id, event.status, event.already_imported])).toEqual([
		[id, 1, false],
		[ended.id, 2, false],
	]);
	expect(events[0]).toMatchObject({ name: 'Autumn Fair', description: 'Soup.', interested_count: 3 });

	const result = await expectShape(
		await request.post(IMPORT, { data: { discordEventId: id } }),
		200,
		importResultSchema,
	);
	registerEvent(result.eventId);
	expect(result).toMatchObject({ eventTitle: 'Autumn Fair', signupsImported: 3 });
	const event = await expectShape(await request.get(`/api/events/${result.eventId}`), 200, eventDetailSchema);
	expect(event).toMatchObject({
		discord_event_id: id,
		confirmed_signups: 3,
		duration: 180,
		timezone: 'America/New_York',
		discord_sync: { state: 'synced', error: null },
	});
	expect(event.signups.map(({ signup_source }) => signup_source)).toEqual(Array(3).fill('discord'));

	const repeated = await request.post(IMPORT, { data: { discordEventId: id } });
	expect(await expectShape(repeated, 409, conflict)).toEqual({
		error: 'Discord event already imported',
		eventTitle: 'Autumn Fair',
		eventId: result.eventId,
	});
	const eventsAfter = await expectShape(await request.get(LIST), 200, z.array(importableEventSchema));
	expect(eventsAfter.map(({ already_imported }) => already_imported)).toEqual([true, false]);
});

test('refuses what cannot be imported', async ({ api, discord }) => {
	const user = await createUser({ role: 'admin' });
	const request = await api(user);
	const post = (data: unknown) => request.post(IMPORT, { data: data as object });
	const ended = addEvent(discord, 0, { status: 4 });
	expect(await expectRefusal(await post({ discordEventId: ended.id }), 409)).toEqual({
		error: 'Only active events can be imported',
	});
	await expectRefusal(await post({ discordEventId: '123456789012345678' }), 422);
	expect((await expectRefusal(await post({}), 422)).fieldErrors).toHaveProperty('discordEventId');
	expect((await expectRefusal(await post({ discordEventId: 12 }), 422)).fieldErrors).toHaveProperty(
		'discordEventId',
	);
	await expectRefusal(await request.put(IMPORT, { data: {} }), 405);
	await expectRefusal(await request.get(IMPORT), 405);
	await expectRefusal(await request.post(LIST, { data: {} }), 405);
	await exhaustImports(user.id);
	const tooMany = await post({ discordEventId: addEvent(discord).id });
	await expectRefusal(tooMany, 429);
	expect(Number(tooMany.headers()['retry-after'])).toBeGreaterThan(0);
});

test('reports failures of Discord as such', async ({ api, discord }) => {
	const request = await api(await createUser({ role: 'admin' }));
	const { id } = addEvent(discord, 1);
	const post = () => request.post(IMPORT, { data: { discordEventId: id } });
	discord.fail({ route: '*', status: 401, times: 1 });
	expect((await expectRefusal(await request.get(LIST), 502)).error).toContain('DISCORD_BOT_TOKEN');
	discord.fail({ route: '*', status: 503, times: 1 });
	expect((await expectRefusal(await post(), 502)).error).toContain('Discord has a problem (503)');
	discord.fail({ route: '*', status: 429, retryAfter: 90, times: 1 });
	const limited = await request.get(LIST);
	expect((await expectRefusal(limited, 502)).error).toContain('Discord asks us to wait');
	expect(Number(limited.headers()['retry-after'])).toBeGreaterThan(80);
	discord.fail({ route: '*', hangs: true, times: 1 });
	expect((await expectRefusal(await post(), 502)).error).toContain("didn't respond in time");
	expect(await countEvents(id)).toBe(0);
});

test('a process killed during an import leaves no partial import, and the import can be repeated', async ({
	api,
	discord,
	server,
}) => {
	test.setTimeout(120_000);
	const user = await createUser({ role: 'admin' });
	const { id } = addEvent(discord, 350);
	discord.delay({ route: USERS, ms: 2_000 });
	const app = await server.startApp();
	const interrupted = fetch(app.url + IMPORT, {
		method: 'POST',
		headers: { Authorization: `Bearer ${user.token}`, 'Content-Type': 'application/json' },
		body: JSON.stringify({ discordEventId: id }),
	}).catch(() => null);
	await expect
		.poll(() => discord.countRequests(USERS), { timeout: 15_000, intervals: [50] })
		.toBeGreaterThan(1);
	await app.stop('SIGKILL');
	expect(await interrupted).toBeNull();
	expect(await countEvents(id)).toBe(0);
	const { rows: runs } = await getSharedPool().query(
		'SELECT state FROM import_runs WHERE discord_event_id = $1',
		[id],
	);
	expect(runs).toEqual([{ state: 'running' }]);
	discord.recover();
	const repeated = await (await api(user)).post(IMPORT, { data: { discordEventId: id } });
	const result = await expectShape(repeated, 200, importResultSchema);
	registerEvent(result.eventId);
	expect(result.signupsImported).toBe(350);
	expect(await countEvents(id)).toBe(1);
});

test('lists the names on the server and copies them to the users', async ({ api, discord }) => {
	const request = await api(await createUser({ role: 'admin' }));
	const [member, nonMember] = [await createUser(), await createUser({ username: 'stays' })];
	discord.addUser({
		discordId: member.discordId,
		username: 'juni',
		globalName: 'Juniper',
		nickname: 'Juni of the Hill',
		avatar: null,
		kind: 'player',
	});
	const names = await expectShape(await request.get(NAMES), 200, z.record(z.string(), serverNameSchema));
	expect(names[member.discordId]).toEqual({
		serverName: 'Juni of the Hill',
		nameSource: 'server_nickname',
		error: null,
		serverNickname: 'Juni of the Hill',
		globalDisplayName: 'Juniper',
		username: 'juni',
	});
	expect(names[nonMember.discordId]).toMatchObject({ serverName: 'stays', nameSource: 'fallback_username' });
	const updated = await expectShape(
		await request.post(UPDATE),
		200,
		z.object({ message: z.string(), updated: z.number(), total: z.number() }),
	);
	expect(updated).toMatchObject({ updated: 1, total: 1 });
	const { rows: users } = await getSharedPool().query('SELECT preferred_username FROM users WHERE id = $1', [
		member.id,
	]);
	expect(users).toEqual([{ preferred_username: 'Juni of the Hill' }]);
	discord.fail({ route: '*', status: 403, times: 1 });
	expect((await expectRefusal(await request.post(UPDATE), 502)).error).toContain('Server Members Intent');
});

test('sends no request to Discord for a creator, who may not import', async ({ api, discord }) => {
	const request = await api(await createUser({ role: 'creator' }));
	const { id } = addEvent(discord);
	for (const path of [LIST, NAMES]) await expectRefusal(await request.get(path), 403);
	for (const path of [IMPORT, UPDATE]) {
		await expectRefusal(await request.post(path, { data: { discordEventId: id } }), 403);
	}
	expect(discord.requests).toEqual([]);
});

async function countEvents(discordEventId: string): Promise<number> {
	const { rowCount } = await getSharedPool().query('SELECT 1 FROM events WHERE discord_event_id = $1', [
		discordEventId,
	]);
	return rowCount ?? 0;
}
