import { describe, expect, test } from 'vitest';
import { getSnowflakeTime } from '~/domain/discord/scheduled-event.ts';
import { DEMO_GUILD, PERSONAS } from '~/seeds/personas.ts';
import { VOICE_CHANNEL_ID } from './channels.ts';
import type { BotPermission } from './objects.ts';
import { ACTIVE, CANCELED, COMPLETED, type EventStatus, SCHEDULED, VOICE } from './scheduled-events.ts';
import { useServedDiscord } from './use-served-discord.ts';

const { state, call, url } = useServedDiscord();
const EVENTS = `/guilds/${DEMO_GUILD.guildId}/scheduled-events`;
const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);
const PIXEL =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const external = (changes: Record<string, unknown> = {}) => ({
	name: 'Trouble Brewing',
	description: 'Bring a friend.',
	scheduled_start_time: inHours(24).toISOString(),
	scheduled_end_time: inHours(27).toISOString(),
	privacy_level: 2,
	entity_type: 3,
	entity_metadata: { location: 'The town square' },
	...changes,
});
const addEvent = (changes: object = {}) =>
	state.addEvent({ name: 'An event', startsAt: inHours(24), endsAt: inHours(27), ...changes });

test('an event is created, listed, read, changed and deleted', async () => {
	const created = await call('POST', EVENTS, external());
	expect(created).toMatchObject({ status: 200, body: { status: 1, creator_id: DEMO_GUILD.botUserId } });
	const id = String(created.body.id);
	expect((await call('GET', EVENTS)).body).toMatchObject([{ id, name: 'Trouble Brewing' }]);
	const edited = await call('PATCH', `${EVENTS}/${id}`, {
		name: 'Bad Moon Rising',
		description: null,
		entity_metadata: { location: 'The mill' },
		scheduled_start_time: inHours(30).toISOString(),
		scheduled_end_time: inHours(31).toISOString(),
	});
	expect(edited).toMatchObject({ status: 200, body: { name: 'Bad Moon Rising', description: null } });
	expect((await call('GET', `${EVENTS}/${id}`)).body).toEqual(edited.body);
	expect(edited.body.entity_metadata).toEqual({ location: 'The mill' });
	expect((await call('DELETE', `${EVENTS}/${id}`)).status).toBe(204);
	expect(await call('GET', `${EVENTS}/${id}`)).toMatchObject({ status: 404, body: { code: 10_070 } });
});

test('an event image is saved, served and deleted', async () => {
	const { body } = await call('POST', EVENTS, external({ image: `data:image/png;base64,${PIXEL}` }));
	const imageUrl = `${url()}/guild-events/${body.id}/${body.image}.png?size=1024`;
	const imageResponse = await fetch(imageUrl);
	expect(imageResponse.headers.get('Content-Type')).toBe('image/png');
	expect(Buffer.from(await imageResponse.arrayBuffer()).toString('base64')).toBe(PIXEL);
	const edited = await call('PATCH', `${EVENTS}/${body.id}`, { image: null });
	expect(edited.body.image).toBeNull();
	expect((await fetch(imageUrl)).status).toBe(404);
});

const PAST = inHours(-1).toISOString();
test.each([
	['no name', { name: '' }, 'name'],
	['a blank name', { name: '  ' }, 'name'],
	['an empty description', { description: '' }, 'description'],
	['an empty location', { entity_metadata: { location: '' } }, 'entity_metadata'],
	['no end', { scheduled_end_time: undefined }, 'scheduled_end_time'],
	['a null end', { scheduled_end_time: null }, 'scheduled_end_time'],
	['a channel', { channel_id: '600000000000000002' }, 'channel_id'],
	['a start in the past', { scheduled_start_time: PAST }, 'scheduled_start_time'],
	['an end before the start', { scheduled_end_time: inHours(23).toISOString() }, 'scheduled_end_time'],
	['an image that is not a data URI', { image: 'https://x.example/a.png' }, 'image'],
	['an image without image data', { image: `data:image/png;base64,${btoa('hello there')}` }, 'image'],
	['a voice event without a channel', { entity_type: 2, entity_metadata: null }, 'channel_id'],
	[
		'a voice event with a location',
		{ entity_type: 2, channel_id: '600000000000000002', entity_metadata: {} },
		'entity_metadata',
	],
])('%s is an invalid form body', async (_, changes, field) => {
	const refused = await call('POST', EVENTS, external(changes));
	expect(refused).toMatchObject({ status: 400, body: { code: 50_035, message: 'Invalid Form Body' } });
	expect(Object.keys(refused.body.errors as object)).toEqual([field]);
	expect(state.events.list()).toEqual([]);
});

test('an event that ends when it starts is an invalid form body', async () => {
	const at = inHours(24).toISOString();
	const refused = await call('POST', EVENTS, external({ scheduled_start_time: at, scheduled_end_time: at }));
	expect(refused.body.errors).toHaveProperty('scheduled_end_time._errors.0.code');
});

test.each([
	['name', { name: 'x'.repeat(101) }],
	['description', { description: 'x'.repeat(1001) }],
	['entity_metadata', { entity_metadata: { location: 'x'.repeat(101) } }],
])('a too long %s is refused, and is a violation', async (field, changes) => {
	const { id } = addEvent();
	for (const refused of [
		await call('POST', EVENTS, external(changes)),
		await call('PATCH', `${EVENTS}/${id}`, changes),
	]) {
		expect(refused).toMatchObject({ status: 400, body: { code: 50_035 } });
		expect(Object.keys(refused.body.errors as object)).toEqual([field]);
	}
	expect(state.violations.splice(0)).toHaveLength(2);
});

test.each([
	[{ privacy_level: 1 }],
	[{ entity_type: undefined }],
	[{ scheduled_start_time: '2099-01-01T10:00:00+00:00' }],
	[{ entity_metadata: undefined }],
	[{ place: 'here' }],
])('a body that breaks the schema is a violation: %j', async (changes) => {
	expect((await call('POST', EVENTS, external(changes))).status).toBe(500);
	expect(state.violations.splice(0)).toHaveLength(1);
});

test('at most 100 open events are allowed, without the finished events', async () => {
	const all = Array.from({ length: 100 }, () => addEvent());
	expect(await call('POST', EVENTS, external())).toMatchObject({ status: 400, body: { code: 30_038 } });
	state.updateEvent(all[0]?.id ?? '', { status: CANCELED });
	expect((await call('POST', EVENTS, external())).status).toBe(200);
});

const STATUSES: EventStatus[] = [SCHEDULED, ACTIVE, COMPLETED, CANCELED];
test.each(STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const)))(
	'status %i to %i',
	async (from, to) => {
		const { id } = addEvent({ status: from });
		const { status, body } = await call('PATCH', `${EVENTS}/${id}`, { status: to });
		const isLegal = from === to || ['1→2', '2→3', '1→4'].includes(`${from}→${to}`);
		const errorCode = from >= COMPLETED ? 180_000 : isLegal ? undefined : 50_035;
		expect([status, body.code]).toEqual([errorCode ? 400 : 200, errorCode]);
		expect(state.events.find(id)?.status).toBe(errorCode ? from : to);
	},
);

test('a finished event cannot be changed, but can be deleted', async () => {
	const { id } = addEvent({ status: COMPLETED });
	const renamed = await call('PATCH', `${EVENTS}/${id}`, { name: 'Later' });
	expect(renamed).toMatchObject({ status: 400, body: { code: 180_000 } });
	expect((await call('DELETE', `${EVENTS}/${id}`)).status).toBe(204);
});

test.each([
	['a start that has passed', SCHEDULED, -1],
	['the start of a running event', ACTIVE, -1],
	['a later start of a running event', ACTIVE, 1],
])('%s cannot be sent, changed or unchanged, but other fields can', async (_, status, hours) => {
	const startsAt = inHours(hours);
	const { id } = addEvent({ startsAt, status });
	const change = { name: 'Still on', scheduled_start_time: startsAt.toISOString() };
	const refused = await call('PATCH', `${EVENTS}/${id}`, change);
	expect(Object.keys(refused.body.errors as object)).toEqual(['scheduled_start_time']);
	expect((await call('PATCH', `${EVENTS}/${id}`, { name: 'Still on' })).status).toBe(200);
});

test('a voice event accepts texts, but no location, and can become an external event', async () => {
	const { id } = addEvent({ entityType: VOICE, channelId: '600000000000000002', endsAt: null });
	expect((await call('PATCH', `${EVENTS}/${id}`, { name: 'Voices' })).body).toMatchObject({
		name: 'Voices',
		entity_metadata: null,
	});
	const place = { entity_metadata: { location: 'The mill' } };
	expect((await call('PATCH', `${EVENTS}/${id}`, place)).body.errors).toHaveProperty('entity_metadata');
	const incomplete = await call('PATCH', `${EVENTS}/${id}`, { entity_type: 3, ...place });
	expect(Object.keys(incomplete.body.errors as object).sort()).toEqual(['channel_id', 'scheduled_end_time']);
	const complete = {
		entity_type: 3,
		channel_id: null,
		scheduled_end_time: inHours(27).toISOString(),
		...place,
	};
	expect((await call('PATCH', `${EVENTS}/${id}`, complete)).body).toMatchObject({
		entity_type: 3,
		channel_id: null,
	});
});

const CREATE: BotPermission = 'CREATE_EVENTS';
const MANAGE: BotPermission = 'MANAGE_EVENTS';
test.each([
	[[], false, false, false],
	[[CREATE], true, true, false],
	[[MANAGE], false, true, true],
	[[CREATE, MANAGE], true, true, true],
])('with %j: creates %s, edits own %s, edits others’ %s', async (permissions, creates, own, others) => {
	state.setPermissions(permissions);
	const mine = addEvent();
	const theirs = addEvent({ creatorId: PERSONAS.player.discordId });
	const results = [
		[await call('POST', EVENTS, external()), creates],
		[await call('PATCH', `${EVENTS}/${mine.id}`, { name: 'New' }), own],
		[await call('PATCH', `${EVENTS}/${theirs.id}`, { name: 'New' }), others],
		[await call('DELETE', `${EVENTS}/${mine.id}`), own],
		[await call('DELETE', `${EVENTS}/${theirs.id}`), others],
	] as const;
	for (const [{ status, body }, allowed] of results) {
		expect([status < 300, body.code]).toEqual([allowed, allowed ? undefined : 50_013]);
	}
});

test('unknown server, unknown event, wrong token', async () => {
	expect(await call('GET', '/guilds/1/scheduled-events')).toMatchObject({
		status: 404,
		body: { code: 10_004 },
	});
	for (const method of ['GET', 'DELETE']) {
		expect(await call(method, `${EVENTS}/1`)).toMatchObject({ status: 404, body: { code: 10_070 } });
	}
	expect((await call('PATCH', `${EVENTS}/1`, { name: 'x' })).body.code).toBe(10_070);
	expect((await call('GET', EVENTS, undefined, 'Bot wrong')).status).toBe(401);
	expect((await call('GET', EVENTS, undefined, 'Bearer wrong')).status).toBe(401);
});

test('interested users are listed by 100 per page, ascending, before or after an ID', async () => {
	const { id } = addEvent();
	const ids = state.addMembers(230).map(({ discordId }) => discordId);
	for (const userId of ids.toReversed()) state.addInterest(id, userId);
	const page = async (query: string) => {
		const { body } = await call('GET', `${EVENTS}/${id}/users?${query}`);
		return (body as unknown as { user_id: string }[]).map((row) => row.user_id);
	};
	expect(await page('')).toEqual(ids.slice(0, 100));
	expect(await page(`after=${ids[99]}&limit=100`)).toEqual(ids.slice(100, 200));
	expect(await page(`after=${ids[199]}`)).toEqual(ids.slice(200));
	expect(await page(`before=${ids[5]}&limit=3&after=${ids[200]}`)).toEqual(ids.slice(2, 5));
	for (const limit of ['0', '101', 'many']) {
		expect((await call('GET', `${EVENTS}/${id}/users?limit=${limit}`)).body.errors).toHaveProperty('limit');
	}
});

test('a row of a user who is no longer interested can remain, and counts ignore it', async () => {
	const { id } = addEvent();
	const { player, creator, stranger } = PERSONAS;
	for (const { discordId } of [player, creator, stranger]) state.addInterest(id, discordId);
	state.removeInterest(id, player.discordId, { keepsRow: true });
	state.removeInterest(id, creator.discordId);
	const users = await call('GET', `${EVENTS}/${id}/users?with_member=true`);
	expect(users.body).toMatchObject([
		{ user_id: player.discordId, response: 0, member: { roles: [DEMO_GUILD.requiredRoleId] } },
		{ user_id: stranger.discordId, response: 1, user: { username: stranger.username } },
	]);
	expect((users.body as unknown as object[])[1]).not.toHaveProperty('member');
	expect((await call('GET', `${EVENTS}?with_user_count=true`)).body).toMatchObject([{ user_count: 1 }]);
	expect((await call('GET', `${EVENTS}/${id}`)).body).not.toHaveProperty('user_count');
	expect((await call('GET', `${EVENTS}/${id}/users/counts`)).body).toMatchObject({
		guild_scheduled_event_count: 1,
	});
});

describe('a repeating event', () => {
	const RULE = { frequency: 2, interval: 1, by_weekday: [expect.any(Number)], count: null, end: null };
	const addWeekly = (changes: object = {}) =>
		addEvent({
			startsAt: inHours(-2),
			endsAt: inHours(1),
			repeats: { everyWeeks: 1, since: inHours(-2) },
			...changes,
		});
	const inNextWeek = (hours: number) => inHours(hours + 7 * 24).getTime();

	test('moves on to its next date when it is completed', async () => {
		const { id } = addWeekly({ status: ACTIVE });
		const { status, body } = await call('PATCH', `${EVENTS}/${id}`, { status: COMPLETED });
		expect([status, body.status, body.recurrence_rule]).toEqual([
			200,
			SCHEDULED,
			expect.objectContaining(RULE),
		]);
		expect(Date.parse(String(body.scheduled_start_time))).toBeCloseTo(inNextWeek(-2), -5);
		expect(Date.parse(String(body.scheduled_end_time))).toBeCloseTo(inNextWeek(1), -5);
	});

	test('is started and moved on by Discord as time passes; another event ends', () => {
		const [weekly, once] = [addWeekly(), addEvent({ startsAt: inHours(-2), endsAt: inHours(1) })];
		const voice = addEvent({ startsAt: inHours(-2), entityType: VOICE, channelId: VOICE_CHANNEL_ID });
		const read = () => [weekly, once, voice].map(({ id }) => state.events.find(id)?.status);
		state.passTime(inHours(0));
		expect(read()).toEqual([ACTIVE, ACTIVE, SCHEDULED]);
		state.passTime(inHours(2));
		expect(read()).toEqual([SCHEDULED, COMPLETED, SCHEDULED]);
	});

	test('lists its exceptions, whose IDs hold the original start', async () => {
		const originalStart = inHours(24);
		const exceptions = [{ originalStart, startsAt: inHours(26), endsAt: null, isCanceled: false }];
		const { id } = addWeekly({ startsAt: originalStart, endsAt: inHours(27), exceptions });
		const [exception] = (await call('GET', `${EVENTS}/${id}`)).body.guild_scheduled_event_exceptions as {
			event_exception_id: string;
		}[];
		expect(exception).toMatchObject({ event_id: id, is_canceled: false, scheduled_end_time: null });
		expect(getSnowflakeTime(String(exception?.event_exception_id))).toEqual(originalStart);
	});
});
