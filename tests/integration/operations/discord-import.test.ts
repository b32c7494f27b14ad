import { beforeEach, describe, expect, test } from 'vitest';
import { closeDatabase, connectDatabase, database, isCommitUncertain } from '~/database/connection.ts';
import {
	AuditEntry,
	DiscordMirror,
	ErasedId,
	Event,
	ImportRun,
	Signup,
	User,
} from '~/database/models/index.ts';
import { Refusal } from '~/domain/refusal.ts';
import { makeEvent, makeSignup, makeUser } from '~/seeds/factories.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { erasedIdOf } from '~/server/discord/erased-id.ts';
import {
	importDiscordEvent,
	listImportable,
	readImportRun,
	startDiscordImport,
} from '~/server/operations/discord-import/discord-import.ts';
import { claimRun } from '~/server/operations/discord-import/runs.ts';
import { carryOutImport } from '~/server/operations/discord-import/work.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { putSignup } from '~/server/operations/signups/signups.ts';
import type { NewEvent } from '~/tests/mocks/discord/scheduled-events.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { startDatabaseProxy } from '~/tests/support/database-proxy.ts';
import { TEST_APP_URL, useTestEnvironment } from '~/tests/support/environment.ts';
import { listJobs } from '~/tests/support/jobs.ts';
import { makePng } from '~/tests/support/pictures.ts';
import { listenToSql, type Sent } from '~/tests/support/plans.ts';

useTestEnvironment();
const db = useDatabase();
const { state } = useDiscord();

const now = new Date();
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const ONE = 'GET /guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}';
const USERS = `${ONE}/users`;

let admin: User;
beforeEach(async () => {
	await database().query(
		'TRUNCATE users, events, signups, discord_mirrors, import_runs, erased_ids, idempotency_keys CASCADE',
	);
	admin = await makeUser({ role: 'admin', username: 'marlowe' });
});

const as = (user: { id: string; role: string }) => ({
	actor: { id: String(user.id), role: user.role as 'admin' },
	now,
});
const importIt = (discordEventId: string, idempotencyKey?: string, user = admin) =>
	perform(importDiscordEvent, as(user), { read: () => ({ discordEventId, idempotencyKey }) });
const list = async () => (await perform(listImportable, as(admin))).events;
const addEvent = (changes: Partial<NewEvent> = {}) =>
	state.addEvent({ name: 'Autumn Fair', startsAt: inHours(48), endsAt: inHours(51), ...changes });
const addCrowd = (eventId: string, count: number) => {
	for (const { discordId } of state.addMembers(count)) state.addInterest(eventId, discordId);
};
const refusalOf = async (work: Promise<unknown>) => {
	const error = await work.then(
		() => null,
		(reason: unknown) => reason,
	);
	if (!(error instanceof Refusal)) throw error ?? new Error('It was not refused.');
	return { kind: error.kind, text: error.message, ...error.extra, retryAfter: error.retryAfter };
};
const counts = async () => ({
	...{ events: await Event.count(), mirrors: await DiscordMirror.count() },
	...{ signups: await Signup.count(), users: await User.count() },
});
const NOTHING = { events: 0, mirrors: 0, signups: 0, users: 1 };

describe('the list', () => {
	test('has the spec’s fields, statuses and order; Discord’s own order and dates do not matter', async () => {
		const done = addEvent({ name: 'Over', status: 3, startsAt: inHours(-9), endsAt: inHours(-6) });
		const off = addEvent({ name: 'Off', status: 4 });
		const late = addEvent({ name: 'Late', startsAt: inHours(99), endsAt: inHours(100) });
		const runs = addEvent({ name: 'Runs', status: 2, startsAt: inHours(-1), description: 'Come in.' });
		addCrowd(runs.id, 3);
		const events = await list();
		expect(events.map(({ id, status }) => [id, status])).toEqual([
			[runs.id, 1],
			[late.id, 1],
			[done.id, 2],
			[off.id, 3],
		]);
		expect(events[0]).toEqual({
			...{ id: runs.id, name: 'Runs', description: 'Come in.', status: 1 },
			...{ interested_count: 3, already_imported: false },
			scheduled_start_time: inHours(-1).toISOString(),
		});
	});

	test('knows what is ours: imported, mirrored, and made just now but not written down', async () => {
		const [imported, mirrored, marked, alien, orphan, copied] = [1, 2, 3, 4, 5, 6].map((day) =>
			addEvent({ startsAt: inHours(24 * day), endsAt: inHours(24 * day + 1) }),
		);
		if (!imported || !mirrored || !marked || !alien || !orphan || !copied) throw new Error('no events');
		await importIt(imported.id);
		const ours = await makeEvent();
		await DiscordMirror.create({ eventId: ours.id, discordEventId: mirrored.id, updatedAt: now });
		const fresh = await makeEvent();
		state.updateEvent(marked.id, { description: `Come.\n\n${TEST_APP_URL}/events/${fresh.id}` });
		state.updateEvent(alien.id, { description: `See ${TEST_APP_URL}/events/${fresh.id}` });
		// Its event is deleted, but the Discord event was left.
		state.updateEvent(orphan.id, { description: `${TEST_APP_URL}/events/999999` });
		// A member typed the address into an event of the member's own.
		state.updateEvent(copied.id, {
			...{ description: `${TEST_APP_URL}/events/${fresh.id}`, creatorId: PERSONAS.player.discordId },
		});
		expect((await list()).map(({ id, already_imported }) => [id, already_imported])).toEqual([
			[imported.id, true],
			[mirrored.id, true],
			[marked.id, true],
			[alien.id, false],
			[orphan.id, false],
			[copied.id, false],
		]);
		expect(await refusalOf(importIt(marked.id))).toMatchObject({
			...{ kind: 'conflict', text: 'Discord event already imported' },
			...{ eventTitle: fresh.title, eventId: String(fresh.id) },
		});
		expect(await refusalOf(importIt(mirrored.id))).toMatchObject({ eventId: String(ours.id) });
		expect(await Event.count()).toBe(3);
		const { eventId } = await importIt(copied.id);
		expect((await Event.findByPk(eventId))?.description).toBe('');
	});

	test.each([
		[{ status: 401 }, /does not accept the bot’s token/],
		[{ status: 403 }, /give its role on the server “View Channels” and “Manage Events”/],
		// discord.js adds a little to the time that Discord gave.
		[{ status: 429, retryAfter: 7 }, /try again in 8 s/],
		[{ status: 503 }, /Discord has trouble \(503\)/],
		[{ network: true as const }, /could not be reached/],
	])('says what is wrong at Discord: %j', async (failure, text) => {
		state.fail({ route: 'GET /guilds/{guild_id}/scheduled-events', ...failure });
		const refusal = await refusalOf(list());
		expect(refusal).toMatchObject({ kind: 'upstream', text: expect.stringMatching(text) });
		expect(refusal.retryAfter).toBe('retryAfter' in failure ? 8 : undefined);
	});
});

describe('an import', () => {
	test('makes the event, its mirror and nobody, when nobody is interested', async () => {
		const { id } = addEvent({ description: 'Soup.', location: 'The old mill' });
		const result = await importIt(id);
		expect(result).toEqual({
			...{ eventTitle: 'Autumn Fair', eventId: expect.any(String) },
			...{ signupsImported: 0, usersCreated: 0, usersUpdated: 0 },
		});
		expect((await Event.findByPk(result.eventId))?.toJSON()).toMatchObject({
			...{ title: 'Autumn Fair', description: 'Soup.', location: 'The old mill', duration: 180 },
			...{ date: inHours(48), timezone: 'America/New_York', status: 'active', creatorId: String(admin.id) },
			...{ discordEventId: id, imageId: null, version: 1 },
		});
		expect((await DiscordMirror.findByPk(result.eventId))?.toJSON()).toMatchObject({
			...{ discordEventId: id, wanted: 'present', state: 'synced', error: null },
			...{ discordStatus: 1, imageHash: null },
		});
		expect(await listJobs('events.mirror')).toEqual([]);
		expect((await AuditEntry.findOne({ where: { subjectId: result.eventId } }))?.toJSON()).toMatchObject({
			...{ actorId: String(admin.id), action: 'discord.import', subjectType: 'event' },
			detail: { signupsImported: 0, usersCreated: 0, usersUpdated: 0 },
		});
	});

	test('makes people known, refreshes those who are, and takes nobody’s own name', async () => {
		const { creator, player, secondPlayer } = PERSONAS;
		const { id } = addEvent();
		const people = [creator, player, secondPlayer];
		for (const { discordId } of people) state.addInterest(id, discordId);
		const left = state.addMembers(1)[0];
		state.addInterest(id, String(left?.discordId));
		state.removeInterest(id, String(left?.discordId), { keepsRow: true });
		const known = await makeUser({
			...{ discordId: player.discordId, username: 'old name', role: 'creator' },
			...{ preferredUsername: 'Typed', preferredUsernameSource: 'owner' },
		});
		await makeUser({
			...{ discordId: secondPlayer.discordId, username: secondPlayer.username },
			...{ globalName: null, avatar: null, firstSignedInAt: null },
		});
		expect(await importIt(id)).toMatchObject({ signupsImported: 3, usersCreated: 1, usersUpdated: 1 });
		expect((await known.reload()).toJSON()).toMatchObject({
			...{ username: player.username, globalName: player.globalName, avatar: player.avatar },
			...{ preferredUsername: 'Typed', preferredUsernameSource: 'owner', role: 'creator' },
		});
		expect((await User.findOne({ where: { discordId: creator.discordId } }))?.toJSON()).toMatchObject({
			...{ role: 'player', preferredUsername: 'Priya', preferredUsernameSource: 'discord' },
			firstSignedInAt: null,
		});
		const signups = await Signup.findAll({ order: ['userId'] });
		expect(signups.map(({ status, signupSource, notes }) => [status, signupSource, notes])).toEqual(
			Array(3).fill(['confirmed', 'discord', 'Signed up via Discord']),
		);
		// The signup of a user who has never signed in is not linked, because nothing proves who the user is.
		const linked = signups.filter(({ linkedAt }) => linkedAt !== null).map(({ userId }) => userId);
		expect(linked).toEqual([String(known.id)]);
	});

	test('of 1,000 people reads ten pages and an empty one, and misses nobody', async () => {
		const { id } = addEvent();
		addCrowd(id, 1_000);
		expect(await importIt(id)).toMatchObject({
			signupsImported: 1_000,
			usersCreated: 1_000,
			usersUpdated: 0,
		});
		expect(state.countRequests(USERS)).toBe(11);
		expect(await counts()).toEqual({ events: 1, mirrors: 1, signups: 1_000, users: 1_001 });
		const [run] = await ImportRun.findAll();
		expect(run).toMatchObject({ state: 'done', progress: 100, error: null });
	});

	test('of 10,000 new users writes them in parts, and shows how far it is', async () => {
		const { id } = addEvent();
		addCrowd(id, 10_000);
		const sent = await listenToSql(async () =>
			expect(await importIt(id)).toMatchObject({ signupsImported: 10_000, usersCreated: 10_000 }),
		);
		expect(await counts()).toEqual({ events: 1, mirrors: 1, signups: 10_000, users: 10_001 });
		const people = ({ values }: Sent) => JSON.stringify(values).match(/discord_id/g)?.length ?? 0;
		expect(sent.map(people).filter(Boolean)).toEqual(Array(10).fill(1_000));
		const bar = sent.flatMap(({ text, values }) =>
			text.includes('greatest(progress, $1)') ? values[0] : [],
		);
		expect(bar.slice(-11)).toEqual([92, 93, 93, 94, 95, 96, 96, 97, 98, 98, 99]);
		expect(await ImportRun.findOne()).toMatchObject({ state: 'done', progress: 100 });
	}, 60_000);

	test('takes names and texts that PostgreSQL does not, and not the bot', async () => {
		const { player } = PERSONAS;
		const bad = 'A\ud800\u0000B';
		const clean = (start = '') => expect.stringMatching(new RegExp(`^${start}A\ufffd?B$`));
		const { id } = addEvent({ name: bad, description: bad, location: bad });
		state.addPerson({
			...{ ...player, username: `u${bad}`, globalName: `g${bad}`, avatar: bad, nickname: `n${bad}` },
		});
		state.addInterest(id, player.discordId);
		state.addInterest(id, state.guild.botUserId);
		const { eventId, ...result } = await importIt(id);
		expect(result).toMatchObject({ signupsImported: 1, usersCreated: 1 });
		expect((await Event.findByPk(eventId))?.toJSON()).toMatchObject({
			...{ title: clean(), description: clean(), location: clean() },
		});
		expect((await User.findOne({ where: { discordId: player.discordId } }))?.toJSON()).toMatchObject({
			...{ username: clean('u'), globalName: clean('g'), avatar: null, preferredUsername: clean('n') },
		});
	});

	test('leaves whoever was erased away', async () => {
		const { id } = addEvent();
		state.addInterest(id, PERSONAS.player.discordId);
		state.addInterest(id, PERSONAS.creator.discordId);
		await ErasedId.create({ discordIdHmac: erasedIdOf(PERSONAS.player.discordId) });
		expect(await importIt(id)).toMatchObject({ signupsImported: 1, usersCreated: 1 });
		expect(await User.count({ where: { discordId: PERSONAS.player.discordId } })).toBe(0);
	});

	test('brings the picture along, and Discord counts as having it', async () => {
		const bytes = await makePng({ width: 96, height: 54 });
		const { id } = addEvent({ image: { hash: 'a1b2c3', type: 'image/png', bytes } });
		const { eventId } = await importIt(id);
		const event = await Event.findByPk(eventId, { include: ['image'] });
		expect(event?.image).toMatchObject({ width: 96, height: 54, mime: 'image/png' });
		expect((await DiscordMirror.findByPk(eventId))?.imageHash).toBe(event?.image?.contentHash);
	});

	test('goes without a picture that is none', async () => {
		const { id } = addEvent({ image: { hash: 'a1b2c3', type: 'image/png', bytes: Buffer.from('no') } });
		const { eventId } = await importIt(id);
		expect((await Event.findByPk(eventId))?.imageId).toBeNull();
	});
});

describe('what is refused', () => {
	test('again: with the event that it is', async () => {
		const { id } = addEvent();
		const { eventId } = await importIt(id);
		await Event.update({ title: 'Renamed' }, { where: { id: eventId } });
		// This also holds while Discord cannot be reached.
		state.fail({ route: '*', network: true });
		expect(await refusalOf(importIt(id))).toMatchObject({
			...{ kind: 'conflict', text: 'Discord event already imported', eventTitle: 'Renamed', eventId },
		});
		expect(await Event.count()).toBe(1);
	});

	test.each([3, 4] as const)('status %i of Discord’s', async (status) => {
		const { id } = addEvent({ status });
		expect(await refusalOf(importIt(id))).toMatchObject({
			...{ kind: 'conflict', text: 'Only active events can be imported' },
		});
		expect(await counts()).toEqual(NOTHING);
	});

	test('an event that Discord does not have, and an id that is none', async () => {
		expect(await refusalOf(importIt('123456789012345678'))).toMatchObject({
			...{ kind: 'invalid', text: 'Discord event not found' },
		});
		expect(await refusalOf(importIt('12'))).toMatchObject({ kind: 'invalid' });
		expect((await ImportRun.findAll()).map(({ state: own }) => own)).toEqual(['failed']);
	});

	test.each(['player', 'storyteller', 'creator'])('a %s', async (role) => {
		const { id } = addEvent();
		const user = await makeUser({ role: role as 'player' });
		expect(await refusalOf(importIt(id, undefined, user))).toMatchObject({ kind: 'denied' });
		expect(state.requests).toEqual([]);
	});
});

describe('several at once', () => {
	test('make one event; the others are told which', async () => {
		const { id } = addEvent();
		addCrowd(id, 20);
		const other = await makeUser({ role: 'admin' });
		const results = await Promise.allSettled([importIt(id), importIt(id, undefined, other), importIt(id)]);
		const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
		expect(won).toHaveLength(1);
		const lost = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
		for (const error of lost) {
			expect(error).toMatchObject({
				...{ kind: 'conflict', message: 'Discord event already imported' },
				extra: { eventTitle: 'Autumn Fair', eventId: won[0]?.eventId },
			});
		}
		expect(await counts()).toEqual({ events: 1, mirrors: 1, signups: 20, users: 22 });
	});

	test('control: without the unique keys there would be more', async () => {
		await database().query('ALTER TABLE events DROP CONSTRAINT events_discord_event_id_key');
		await database().query(
			'ALTER TABLE discord_mirrors DROP CONSTRAINT discord_mirrors_discord_event_id_key',
		);
		try {
			const { id } = addEvent();
			await Promise.allSettled([importIt(id), importIt(id), importIt(id)]);
			expect(await Event.count()).toBeGreaterThan(1);
		} finally {
			await database().query('TRUNCATE events, discord_mirrors CASCADE');
			await database().query(
				'ALTER TABLE events ADD CONSTRAINT events_discord_event_id_key UNIQUE (discord_event_id)',
			);
			await database().query(
				'ALTER TABLE discord_mirrors ADD CONSTRAINT discord_mirrors_discord_event_id_key UNIQUE (discord_event_id)',
			);
		}
	});

	test('different events with the same people do not wait for each other for ever', async () => {
		const events = [1, 2, 3, 4].map(() => addEvent());
		const people = state.addMembers(150);
		for (const { id } of events) for (const { discordId } of people) state.addInterest(id, discordId);
		const results = await Promise.all(events.map(({ id }) => importIt(id)));
		expect(results.map(({ signupsImported }) => signupsImported)).toEqual([150, 150, 150, 150]);
		expect(results.reduce((sum, { usersCreated }) => sum + usersCreated, 0)).toBe(150);
	});

	test('with people who sign up in the app: no answer of theirs is touched', async () => {
		const { id } = addEvent();
		const crowd = state.addMembers(120);
		for (const { discordId } of crowd) state.addInterest(id, discordId);
		const members = await Promise.all(crowd.slice(0, 40).map(({ discordId }) => makeUser({ discordId })));
		const elsewhere = await makeEvent();
		const before = await makeSignup({ eventId: elsewhere.id, userId: members[0]?.id ?? '', status: 'late' });
		state.delay({ route: USERS, ms: 150 });
		const importing = importIt(id);
		const answer = (user: User, eventId: string, status: string) =>
			perform(putSignup, as(user), { params: { eventId }, read: () => ({ status, notes: 'by myself' }) });
		// They sign up for another event while the import runs, and for the imported event as soon as it exists.
		await Promise.all(members.slice(1).map((user) => answer(user, String(elsewhere.id), 'tentative')));
		const { eventId } = await importing;
		await Promise.all(members.map((user) => answer(user, eventId, 'declined')));
		expect(await refusalOf(importIt(id))).toMatchObject({ kind: 'conflict' });
		expect((await before.reload()).status).toBe('late');
		expect(await Signup.count({ where: { status: 'tentative', notes: 'by myself' } })).toBe(39);
		expect(await Signup.count({ where: { eventId, status: 'declined', signupSource: 'webapp' } })).toBe(40);
		expect(await Signup.count({ where: { eventId } })).toBe(120);
	});
});

test('an import whose COMMIT took effect, but whose connection was lost, is done for whoever asks again', async () => {
	const { id: discordEventId } = addEvent();
	const claim = { actor: as(admin).actor, discordEventId, key: 'key', now };
	const { runId } = await claimRun(claim);
	const proxy = await startDatabaseProxy(db.url);
	await closeDatabase();
	connectDatabase({ url: proxy.url, poolMax: 10 });
	const broken = proxy.breakNextCommit('cutAfter');
	const error = await carryOutImport({ ...claim, runId }).catch((thrown: unknown) => thrown);
	await broken;
	expect(isCommitUncertain(error)).toBe(true);
	await closeDatabase();
	await proxy.stop();
	connectDatabase({ url: db.url, poolMax: 10 });
	const [event] = await Event.findAll();
	expect(await importIt(discordEventId, 'key')).toMatchObject({ eventId: String(event?.id) });
	expect(await Event.count()).toBe(1);
});

test('a fault in the middle of writing leaves nothing, and the run says so', async () => {
	const { id } = addEvent();
	addCrowd(id, 10);
	await database().query(
		"ALTER TABLE import_runs ADD CONSTRAINT never_done CHECK (state <> 'done' OR result IS NULL) NOT VALID",
	);
	try {
		await expect(importIt(id)).rejects.toThrow(/never_done/);
		expect(await counts()).toEqual(NOTHING);
		expect(await ImportRun.findOne()).toMatchObject({
			...{ state: 'failed', error: 'Something went wrong on our side.', eventId: null },
		});
	} finally {
		await database().query('ALTER TABLE import_runs DROP CONSTRAINT never_done');
	}
	expect(await importIt(id)).toMatchObject({ signupsImported: 10, usersCreated: 10 });
});

describe('Discord breaking off', () => {
	test('in the middle of the pages writes nothing; done again, it is done', async () => {
		const { id } = addEvent();
		addCrowd(id, 350);
		state.fail({ route: USERS, network: true, after: 2 });
		expect(await refusalOf(importIt(id))).toMatchObject({
			...{ kind: 'upstream', text: expect.stringContaining('could not be reached') },
		});
		expect(await counts()).toEqual(NOTHING);
		state.recover();
		expect(await importIt(id)).toMatchObject({ signupsImported: 350 });
	});

	test('for a rate limit is waited for, and nobody is lost or read twice', async () => {
		const { id } = addEvent();
		addCrowd(id, 250);
		state.fail({ route: USERS, status: 429, retryAfter: 1, after: 1, times: 1 });
		expect(await importIt(id)).toMatchObject({ signupsImported: 250, usersCreated: 250 });
		expect(state.countRequests(USERS)).toBe(4);
	});

	test('for a long one is told, with its time', async () => {
		const { id } = addEvent();
		state.fail({ route: USERS, status: 429, retryAfter: 120 });
		expect(await refusalOf(importIt(id))).toMatchObject({ kind: 'upstream', retryAfter: 121 });
		expect(await counts()).toEqual(NOTHING);
	});
});

describe('the same key', () => {
	test('answers the first time’s answer, also while that one runs', async () => {
		const { id } = addEvent();
		addCrowd(id, 5);
		const [first, second] = await Promise.all([importIt(id, 'key-1'), importIt(id, 'key-1')]);
		expect(second).toEqual(first);
		expect(await importIt(id, 'key-1')).toEqual(first);
		expect([await Event.count(), await ImportRun.count()]).toEqual([1, 1]);
		expect(await refusalOf(importIt(addEvent().id, 'key-1'))).toMatchObject({ kind: 'conflict' });
	});

	test('does again what failed, and knows it from then on', async () => {
		const { id } = addEvent();
		state.fail({ route: ONE, status: 503, times: 1 });
		expect(await refusalOf(importIt(id, 'key-2'))).toMatchObject({ kind: 'upstream' });
		const result = await importIt(id, 'key-2');
		expect(await importIt(id, 'key-2')).toEqual(result);
	});
});

describe('a run', () => {
	const read = (runId: string) => perform(readImportRun, as(admin), { params: { runId } });
	const start = (discordEventId: string, idempotencyKey?: string) =>
		perform(startDiscordImport, as(admin), { read: () => ({ discordEventId, idempotencyKey }) });

	test('goes from 0 to 100, never back, with the people counted', async () => {
		const { id } = addEvent();
		addCrowd(id, 450);
		state.delay({ route: USERS, ms: 400 });
		const { runId } = await start(id, 'form-1');
		expect((await start(id, 'form-1')).runId).toBe(runId);
		const seen: Awaited<ReturnType<typeof read>>[] = [];
		await expect
			.poll(
				async () => {
					seen.push(await read(runId));
					return seen.at(-1)?.state;
				},
				{ interval: 15, timeout: 20_000 },
			)
			.toBe('done');
		const bar = seen.map(({ progress }) => progress);
		expect(bar).toEqual(bar.toSorted((a, b) => a - b));
		expect(new Set(bar).size).toBeGreaterThan(4);
		expect([bar[0], bar.at(-1)]).toEqual([0, 100]);
		expect(seen.find((run) => run.read === 200)).toMatchObject({
			...{ state: 'running', eventTitle: 'Autumn Fair', expected: 450 },
		});
		expect(seen.at(-1)?.result).toMatchObject({ signupsImported: 450 });
		expect(await Event.count()).toBe(1);
	});

	test('that fails says why, and what was there already', async () => {
		const { id } = addEvent();
		const { eventId, eventTitle } = await importIt(id);
		const again = await start(id);
		await expect.poll(async () => (await read(again.runId)).state).toBe('failed');
		expect(await read(again.runId)).toMatchObject({
			...{ error: 'Discord event already imported', importedAs: { eventId, eventTitle } },
		});
		state.fail({ route: '*', status: 401 });
		const { runId } = await start('123456789012345678');
		await expect.poll(async () => (await read(runId)).error).toMatch(/DISCORD_BOT_TOKEN/);
	});

	test('whose process was killed has failed after a minute; the event can be imported again', async () => {
		const { id } = addEvent();
		const killed = await ImportRun.create({ discordEventId: id, state: 'running', progress: 45 });
		const isImporting = async () => (await perform(listImportable, as(admin))).importing.includes(id);
		expect([(await read(String(killed.id))).state, await isImporting()]).toEqual(['running', true]);
		await database().query("UPDATE import_runs SET updated_at = now() - interval '61 seconds'");
		expect(await read(String(killed.id))).toMatchObject({
			...{ state: 'failed', error: expect.stringContaining('cut short') },
		});
		expect(await isImporting()).toBe(false);
		expect(await importIt(id)).toMatchObject({ eventTitle: 'Autumn Fair' });
	});

	test('that nobody knows is not found', async () => {
		expect(await refusalOf(read('999999'))).toMatchObject({ kind: 'missing' });
		expect(await refusalOf(read('x'))).toMatchObject({ kind: 'missing' });
	});
});
