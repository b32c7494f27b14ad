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
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { rowsOf } from '~/seeds/rows.ts';
import {
	importDiscordEvent,
	listImportable,
	readImportRun,
	startDiscordImport,
} from '~/server/operations/discord-import/import-discord-event.ts';
import { runImport } from '~/server/operations/discord-import/run-import.ts';
import { claimRun, saveRunProgress } from '~/server/operations/discord-import/save-run.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { putSignup } from '~/server/operations/signups/put-signup.ts';
import { getErasedId } from '~/server/secrets.ts';
import type { NewEvent } from '~/tests/mocks/discord/scheduled-events.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { startDatabaseProxy } from '~/tests/support/database-proxy.ts';
import { TEST_APP_URL, useTestEnvironment } from '~/tests/support/environment.ts';
import { listJobs } from '~/tests/support/jobs.ts';
import { countLockWaits } from '~/tests/support/lock-waits.ts';
import { createPng } from '~/tests/support/pictures.ts';
import { recordStatements, type SqlStatement } from '~/tests/support/query-plans.ts';

useTestEnvironment();
const db = useDatabase();
const { state } = useDiscord();

const now = new Date();
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const ONE = 'GET /guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}';
const USERS = `${ONE}/users`;

let admin: User;
beforeEach(async () => {
	await clearTables(
		'users',
		'events',
		'signups',
		'discord_mirrors',
		'import_runs',
		'erased_ids',
		'idempotency_keys',
	);
	admin = await createUserRow({ role: 'admin', username: 'marlowe' });
});

const as = (user: { id: string; role: string }) => ({
	actor: { id: String(user.id), role: user.role as 'admin' },
	now,
});
const importEvent = (discordEventId: string, idempotencyKey?: string, user = admin) =>
	perform(importDiscordEvent, as(user), { read: () => ({ discordEventId, idempotencyKey }) });
const list = async () => (await perform(listImportable, as(admin))).events;
const addEvent = (changes: Partial<NewEvent> = {}) =>
	state.addEvent({ name: 'Autumn Fair', startsAt: inHours(48), endsAt: inHours(51), ...changes });
const addInterestedMembers = (eventId: string, count: number) => {
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
const countRows = async () => ({
	events: await Event.count(),
	mirrors: await DiscordMirror.count(),
	signups: await Signup.count(),
	users: await User.count(),
});
const NOTHING = { events: 0, mirrors: 0, signups: 0, users: 1 };

describe('the list', () => {
	test('has the spec’s fields, statuses and order, independent of Discord’s order', async () => {
		const ended = addEvent({ name: 'Over', status: 3, startsAt: inHours(-9), endsAt: inHours(-6) });
		const cancelled = addEvent({ name: 'Off', status: 4 });
		const late = addEvent({ name: 'Late', startsAt: inHours(99), endsAt: inHours(100) });
		const running = addEvent({ name: 'Runs', status: 2, startsAt: inHours(-1), description: 'Come in.' });
		addInterestedMembers(running.id, 3);
		const events = await list();
		expect(events.map(({ id, status }) => [id, status])).toEqual([
			[running.id, 1],
			[late.id, 1],
			[ended.id, 2],
			[cancelled.id, 3],
		]);
		expect(events[0]).toEqual({
			id: running.id,
			name: 'Runs',
			description: 'Come in.',
			status: 1,
			interested_count: 3,
			already_imported: false,
			scheduled_start_time: inHours(-1).toISOString(),
		});
	});

	test('recognizes imported, mirrored and just created events', async () => {
		const [imported, mirrored, marked, unmarked, orphan, copied] = [1, 2, 3, 4, 5, 6].map((day) =>
			addEvent({ startsAt: inHours(24 * day), endsAt: inHours(24 * day + 1) }),
		);
		if (!imported || !mirrored || !marked || !unmarked || !orphan || !copied) throw new Error('no events');
		await importEvent(imported.id);
		const ownEvent = await createEventRow();
		await DiscordMirror.create({ eventId: ownEvent.id, discordEventId: mirrored.id, updatedAt: now });
		const newEvent = await createEventRow();
		state.updateEvent(marked.id, { description: `Come.\n\n${TEST_APP_URL}/events/${newEvent.id}` });
		state.updateEvent(unmarked.id, { description: `See ${TEST_APP_URL}/events/${newEvent.id}` });
		// Its event is deleted, but the Discord event was left.
		state.updateEvent(orphan.id, { description: `${TEST_APP_URL}/events/999999` });
		// A member typed the address into an event of the member's own.
		state.updateEvent(copied.id, {
			description: `${TEST_APP_URL}/events/${newEvent.id}`,
			creatorId: PERSONAS.player.discordId,
		});
		expect((await list()).map(({ id, already_imported }) => [id, already_imported])).toEqual([
			[imported.id, true],
			[mirrored.id, true],
			[marked.id, true],
			[unmarked.id, false],
			[orphan.id, false],
			[copied.id, false],
		]);
		expect(await refusalOf(importEvent(marked.id))).toMatchObject({
			kind: 'conflict',
			text: 'Discord event already imported',
			eventTitle: newEvent.title,
			eventId: String(newEvent.id),
		});
		expect(await refusalOf(importEvent(mirrored.id))).toMatchObject({ eventId: String(ownEvent.id) });
		expect(await Event.count()).toBe(3);
		const { eventId } = await importEvent(copied.id);
		expect((await Event.findByPk(eventId))?.description).toBe('');
	});

	test.each([
		[{ status: 401 }, /does not accept the bot’s token/],
		[{ status: 403 }, /give its role on the server “View Channels” and “Manage Events”/],
		[{ status: 429, retryAfter: 7 }, /try again in 7 s/],
		[{ status: 503 }, /Discord has a problem \(503\)/],
		[{ network: true as const }, /could not be reached/],
	])('reports the problem on Discord: %j', async (failure, text) => {
		state.fail({ route: 'GET /guilds/{guild_id}/scheduled-events', ...failure });
		const refusal = await refusalOf(list());
		expect(refusal).toMatchObject({ kind: 'upstream', text: expect.stringMatching(text) });
		expect(refusal.retryAfter).toBe('retryAfter' in failure ? 7 : undefined);
	});
});

describe('an import', () => {
	test('creates the event and its mirror, and no user without interest', async () => {
		const { id } = addEvent({ description: 'Soup.', location: 'The old mill' });
		const result = await importEvent(id);
		expect(result).toEqual({
			eventTitle: 'Autumn Fair',
			eventId: expect.any(String),
			signupsImported: 0,
			usersCreated: 0,
			usersUpdated: 0,
		});
		expect((await Event.findByPk(result.eventId))?.toJSON()).toMatchObject({
			title: 'Autumn Fair',
			description: 'Soup.',
			location: 'The old mill',
			duration: 180,
			date: inHours(48),
			timezone: 'America/New_York',
			status: 'active',
			creatorId: String(admin.id),
			discordEventId: id,
			imageId: null,
			version: 1,
		});
		expect((await DiscordMirror.findByPk(result.eventId))?.toJSON()).toMatchObject({
			discordEventId: id,
			wanted: 'present',
			state: 'synced',
			error: null,
			discordStatus: 1,
			imageHash: null,
		});
		expect(await listJobs('events.mirror')).toEqual([]);
		expect((await AuditEntry.findOne({ where: { subjectId: result.eventId } }))?.toJSON()).toMatchObject({
			actorId: String(admin.id),
			action: 'discord.import',
			subjectType: 'event',
			detail: { signupsImported: 0, usersCreated: 0, usersUpdated: 0 },
		});
	});

	test('creates new users, updates known ones, and keeps names typed by their owners', async () => {
		const { creator, player, secondPlayer } = PERSONAS;
		const { id } = addEvent();
		const personas = [creator, player, secondPlayer];
		for (const { discordId } of personas) state.addInterest(id, discordId);
		const formerMember = state.addMembers(1)[0];
		state.addInterest(id, String(formerMember?.discordId));
		state.removeInterest(id, String(formerMember?.discordId), { keepsRow: true });
		const knownUser = await createUserRow({
			discordId: player.discordId,
			username: 'old name',
			role: 'creator',
			preferredUsername: 'Typed',
			preferredUsernameSource: 'owner',
		});
		await createUserRow({
			discordId: secondPlayer.discordId,
			username: secondPlayer.username,
			globalName: null,
			avatar: null,
			firstSignedInAt: null,
		});
		expect(await importEvent(id)).toMatchObject({ signupsImported: 3, usersCreated: 1, usersUpdated: 1 });
		expect((await knownUser.reload()).toJSON()).toMatchObject({
			username: player.username,
			globalName: player.globalName,
			avatar: player.avatar,
			preferredUsername: 'Typed',
			preferredUsernameSource: 'owner',
			role: 'creator',
		});
		expect((await User.findOne({ where: { discordId: creator.discordId } }))?.toJSON()).toMatchObject({
			role: 'player',
			preferredUsername: 'Priya',
			preferredUsernameSource: 'discord',
			firstSignedInAt: null,
		});
		const signups = await Signup.findAll({ order: ['userId'] });
		expect(signups.map(({ status, signupSource, notes }) => [status, signupSource, notes])).toEqual(
			Array(3).fill(['confirmed', 'discord', 'Signed up via Discord']),
		);
		// The signup of a user who has never signed in is not linked, because nothing proves who the user is.
		const linked = signups.filter(({ linkedAt }) => linkedAt !== null).map(({ userId }) => userId);
		expect(linked).toEqual([String(knownUser.id)]);
	});

	test('of 1,000 members reads ten pages and an empty one', async () => {
		const { id } = addEvent();
		addInterestedMembers(id, 1_000);
		expect(await importEvent(id)).toMatchObject({
			signupsImported: 1_000,
			usersCreated: 1_000,
			usersUpdated: 0,
		});
		expect(state.countRequests(USERS)).toBe(11);
		expect(await countRows()).toEqual({ events: 1, mirrors: 1, signups: 1_000, users: 1_001 });
		const [run] = await ImportRun.findAll();
		expect(run).toMatchObject({ state: 'done', progress: 100, error: null });
	});

	test('of 10,000 new users writes them in batches and updates its progress', async () => {
		const { id } = addEvent();
		addInterestedMembers(id, 10_000);
		const sent = await recordStatements(async () =>
			expect(await importEvent(id)).toMatchObject({ signupsImported: 10_000, usersCreated: 10_000 }),
		);
		expect(await countRows()).toEqual({ events: 1, mirrors: 1, signups: 10_000, users: 10_001 });
		const countUsersIn = ({ values }: SqlStatement) =>
			JSON.stringify(values).match(/discord_id/g)?.length ?? 0;
		expect(sent.map(countUsersIn).filter(Boolean)).toEqual(Array(10).fill(1_000));
		const progressValues = sent.flatMap(({ text, values }) =>
			text.includes('greatest(progress, $1)') ? values[0] : [],
		);
		expect(progressValues.slice(-11)).toEqual([92, 93, 93, 94, 95, 96, 96, 97, 98, 98, 99]);
		expect(await ImportRun.findOne()).toMatchObject({ state: 'done', progress: 100 });
	}, 60_000);

	test('cleans texts that PostgreSQL rejects, and skips the bot', async () => {
		const { player } = PERSONAS;
		const invalidText = 'A\ud800\u0000B';
		const matchCleaned = (start = '') => expect.stringMatching(new RegExp(`^${start}A\ufffd?B$`));
		const { id } = addEvent({ name: invalidText, description: invalidText, location: invalidText });
		state.addUser({
			...player,
			username: `u${invalidText}`,
			globalName: `g${invalidText}`,
			avatar: invalidText,
			nickname: `n${invalidText}`,
		});
		state.addInterest(id, player.discordId);
		state.addInterest(id, state.guild.botUserId);
		const { eventId, ...result } = await importEvent(id);
		expect(result).toMatchObject({ signupsImported: 1, usersCreated: 1 });
		expect((await Event.findByPk(eventId))?.toJSON()).toMatchObject({
			title: matchCleaned(),
			description: matchCleaned(),
			location: matchCleaned(),
		});
		expect((await User.findOne({ where: { discordId: player.discordId } }))?.toJSON()).toMatchObject({
			username: matchCleaned('u'),
			globalName: matchCleaned('g'),
			avatar: null,
			preferredUsername: matchCleaned('n'),
		});
	});

	test('skips erased users', async () => {
		const { id } = addEvent();
		state.addInterest(id, PERSONAS.player.discordId);
		state.addInterest(id, PERSONAS.creator.discordId);
		await ErasedId.create({ discordIdHmac: getErasedId(PERSONAS.player.discordId) });
		expect(await importEvent(id)).toMatchObject({ signupsImported: 1, usersCreated: 1 });
		expect(await User.count({ where: { discordId: PERSONAS.player.discordId } })).toBe(0);
	});

	test('imports the picture and records that Discord has it', async () => {
		const bytes = await createPng({ width: 96, height: 54 });
		const { id } = addEvent({ image: { hash: 'a1b2c3', type: 'image/png', bytes } });
		const { eventId } = await importEvent(id);
		const image = await rowsOf('images').find({ id: (await Event.findByPk(eventId))?.imageId });
		expect(image).toMatchObject({ width: 96, height: 54, mime: 'image/png' });
		expect((await DiscordMirror.findByPk(eventId))?.imageHash).toBe(image?.contentHash);
	});

	test('works without an invalid picture', async () => {
		const { id } = addEvent({ image: { hash: 'a1b2c3', type: 'image/png', bytes: Buffer.from('no') } });
		const { eventId } = await importEvent(id);
		expect((await Event.findByPk(eventId))?.imageId).toBeNull();
	});
});

describe('refusals', () => {
	test('a second import, with the existing event', async () => {
		const { id } = addEvent();
		const { eventId } = await importEvent(id);
		await Event.update({ title: 'Renamed' }, { where: { id: eventId } });
		// This also holds while Discord cannot be reached.
		state.fail({ route: '*', network: true });
		expect(await refusalOf(importEvent(id))).toMatchObject({
			kind: 'conflict',
			text: 'Discord event already imported',
			eventTitle: 'Renamed',
			eventId,
		});
		expect(await Event.count()).toBe(1);
	});

	test.each([3, 4] as const)('Discord status %i', async (status) => {
		const { id } = addEvent({ status });
		expect(await refusalOf(importEvent(id))).toMatchObject({
			kind: 'conflict',
			text: 'Only active events can be imported',
		});
		expect(await countRows()).toEqual(NOTHING);
	});

	test('an unknown event and an invalid id', async () => {
		expect(await refusalOf(importEvent('123456789012345678'))).toMatchObject({
			kind: 'invalid',
			text: 'Discord event not found',
		});
		expect(await refusalOf(importEvent('12'))).toMatchObject({ kind: 'invalid' });
		expect((await ImportRun.findAll()).map(({ state: own }) => own)).toEqual(['failed']);
	});

	test.each(['player', 'storyteller', 'creator'])('a %s', async (role) => {
		const { id } = addEvent();
		const user = await createUserRow({ role: role as 'player' });
		expect(await refusalOf(importEvent(id, undefined, user))).toMatchObject({ kind: 'denied' });
		expect(state.requests).toEqual([]);
	});
});

/** Lets every import read before one of them writes: each waits for the events until all `imports` do. */
async function importAtOnce<T>(imports: (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
	const reading = await database().transaction();
	await database().query('LOCK TABLE events IN SHARE MODE', { transaction: reading });
	const results = Promise.allSettled(imports.map((start) => start()));
	await expect.poll(countLockWaits, { timeout: 20_000 }).toBe(imports.length);
	await reading.commit();
	return await results;
}

describe('several at once', () => {
	test('create one event; the others get a conflict that names it', async () => {
		const { id } = addEvent();
		addInterestedMembers(id, 20);
		const other = await createUserRow({ role: 'admin' });
		const results = await importAtOnce([
			() => importEvent(id),
			() => importEvent(id, undefined, other),
			() => importEvent(id),
		]);
		const successes = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
		expect(successes).toHaveLength(1);
		const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
		for (const error of failures) {
			expect(error).toMatchObject({
				kind: 'conflict',
				message: 'Discord event already imported',
				extra: { eventTitle: 'Autumn Fair', eventId: successes[0]?.eventId },
			});
		}
		expect(await countRows()).toEqual({ events: 1, mirrors: 1, signups: 20, users: 22 });
	});

	test('control: without the unique keys several events are created', async () => {
		await database().query('ALTER TABLE events DROP CONSTRAINT events_discord_event_id_key');
		await database().query(
			'ALTER TABLE discord_mirrors DROP CONSTRAINT discord_mirrors_discord_event_id_key',
		);
		try {
			const { id } = addEvent();
			await importAtOnce([() => importEvent(id), () => importEvent(id)]);
			expect(await Event.count()).toBe(2);
		} finally {
			await clearTables('events', 'discord_mirrors');
			await database().query(
				'ALTER TABLE events ADD CONSTRAINT events_discord_event_id_key UNIQUE (discord_event_id)',
			);
			await database().query(
				'ALTER TABLE discord_mirrors ADD CONSTRAINT discord_mirrors_discord_event_id_key UNIQUE (discord_event_id)',
			);
		}
	});

	test('imports of different events with the same members do not deadlock', async () => {
		const events = [1, 2, 3, 4].map(() => addEvent());
		const members = state.addMembers(150);
		for (const { id } of events) for (const { discordId } of members) state.addInterest(id, discordId);
		const results = await Promise.all(events.map(({ id }) => importEvent(id)));
		expect(results.map(({ signupsImported }) => signupsImported)).toEqual([150, 150, 150, 150]);
		expect(results.reduce((sum, { usersCreated }) => sum + usersCreated, 0)).toBe(150);
	});

	test('members who sign up in the app keep their signups', async () => {
		const { id } = addEvent();
		const interestedMembers = state.addMembers(120);
		for (const { discordId } of interestedMembers) state.addInterest(id, discordId);
		const members = await Promise.all(
			interestedMembers.slice(0, 40).map(({ discordId }) => createUserRow({ discordId })),
		);
		const otherEvent = await createEventRow();
		const earlierSignup = await createSignupRow({
			eventId: otherEvent.id,
			userId: members[0]?.id ?? '',
			status: 'late',
		});
		state.delay({ route: USERS, ms: 150 });
		const pendingImport = importEvent(id);
		const signUp = (user: User, eventId: string, status: string) =>
			perform(putSignup, as(user), { params: { eventId }, read: () => ({ status, notes: 'by myself' }) });
		// They sign up for another event while the import runs, and for the imported event as soon as it exists.
		await Promise.all(members.slice(1).map((user) => signUp(user, String(otherEvent.id), 'tentative')));
		const { eventId } = await pendingImport;
		await Promise.all(members.map((user) => signUp(user, eventId, 'declined')));
		expect(await refusalOf(importEvent(id))).toMatchObject({ kind: 'conflict' });
		expect((await earlierSignup.reload()).status).toBe('late');
		expect(await Signup.count({ where: { status: 'tentative', notes: 'by myself' } })).toBe(39);
		expect(await Signup.count({ where: { eventId, status: 'declined', signupSource: 'webapp' } })).toBe(40);
		expect(await Signup.count({ where: { eventId } })).toBe(120);
	});
});

test('a repeating Discord event is imported as one date, or on request as a series of ours', async () => {
	const one = addEvent({ name: 'Weekly', repeats: { everyWeeks: 1, since: inHours(48) } });
	const { eventId, seriesEvents } = await importEvent(one.id);
	expect(seriesEvents).toBeUndefined();
	expect(await Event.count()).toBe(1);
	expect(await Event.findByPk(eventId)).toMatchObject({ seriesId: null });

	const other = addEvent({ name: 'Weekly too', repeats: { everyWeeks: 1, since: inHours(48) } });
	const result = await perform(importDiscordEvent, as(admin), {
		read: () => ({ discordEventId: other.id, series: { interval_weeks: 2 } }),
	});
	expect(result.seriesEvents).toBe(4);
	const events = await Event.findAll({ where: { title: 'Weekly too' }, order: ['date'] });
	expect(events.map(({ id, discordEventId }) => [id === result.eventId, discordEventId])).toEqual([
		[true, other.id],
		...[1, 2, 3].map(() => [false, null]),
	]);
	// Discord shows its other dates itself.
	expect(await DiscordMirror.count()).toBe(2);
	const refused = perform(importDiscordEvent, as(admin), {
		read: () => ({ discordEventId: addEvent().id, series: { interval_weeks: 9 } }),
	});
	expect((await refusalOf(refused)).kind).toBe('invalid');
});

test('a repeat succeeds after an import whose COMMIT took effect but whose connection was lost', async () => {
	const { id: discordEventId } = addEvent();
	const claim = { actor: as(admin).actor, discordEventId, key: 'key', now };
	const { runId } = await claimRun(claim);
	const proxy = await startDatabaseProxy(db.url);
	await closeDatabase();
	connectDatabase({ url: proxy.url, poolMax: 10 });
	const brokenCommit = proxy.breakNextCommit('cutAfter');
	const error = await runImport({ ...claim, runId }).catch((thrown: unknown) => thrown);
	await brokenCommit;
	expect(isCommitUncertain(error)).toBe(true);
	await closeDatabase();
	await proxy.stop();
	connectDatabase({ url: db.url, poolMax: 10 });
	const [event] = await Event.findAll();
	expect(await importEvent(discordEventId, 'key')).toMatchObject({ eventId: String(event?.id) });
	expect(await Event.count()).toBe(1);
});

test('an error during writing saves nothing and marks the run as failed', async () => {
	const { id } = addEvent();
	addInterestedMembers(id, 10);
	await database().query(
		"ALTER TABLE import_runs ADD CONSTRAINT never_done CHECK (state <> 'done' OR result IS NULL) NOT VALID",
	);
	try {
		await expect(importEvent(id)).rejects.toThrow(/never_done/);
		expect(await countRows()).toEqual(NOTHING);
		expect(await ImportRun.findOne()).toMatchObject({
			state: 'failed',
			error: 'Something went wrong on our side.',
			eventId: null,
		});
	} finally {
		await database().query('ALTER TABLE import_runs DROP CONSTRAINT never_done');
	}
	expect(await importEvent(id)).toMatchObject({ signupsImported: 10, usersCreated: 10 });
});

describe('a Discord failure', () => {
	test('between pages writes nothing; a repeat succeeds', async () => {
		const { id } = addEvent();
		addInterestedMembers(id, 350);
		state.fail({ route: USERS, network: true, after: 2 });
		expect(await refusalOf(importEvent(id))).toMatchObject({
			kind: 'upstream',
			text: expect.stringContaining('could not be reached'),
		});
		expect(await countRows()).toEqual(NOTHING);
		state.recover();
		expect(await importEvent(id)).toMatchObject({ signupsImported: 350 });
	});

	test('by a short rate limit is waited for, without gaps or duplicates', async () => {
		const { id } = addEvent();
		addInterestedMembers(id, 250);
		state.fail({ route: USERS, status: 429, retryAfter: 1, after: 1, times: 1 });
		expect(await importEvent(id)).toMatchObject({ signupsImported: 250, usersCreated: 250 });
		expect(state.countRequests(USERS)).toBe(4);
	});

	test('by a long rate limit is reported with its time', async () => {
		const { id } = addEvent();
		state.fail({ route: USERS, status: 429, retryAfter: 120 });
		expect(await refusalOf(importEvent(id))).toMatchObject({ kind: 'upstream', retryAfter: 120 });
		expect(await countRows()).toEqual(NOTHING);
	});
});

describe('the same key', () => {
	test('returns the first result, even while the first import runs', async () => {
		const { id } = addEvent();
		addInterestedMembers(id, 5);
		const [first, second] = await Promise.all([importEvent(id, 'key-1'), importEvent(id, 'key-1')]);
		expect(second).toEqual(first);
		expect(await importEvent(id, 'key-1')).toEqual(first);
		expect([await Event.count(), await ImportRun.count()]).toEqual([1, 1]);
		expect(await refusalOf(importEvent(addEvent().id, 'key-1'))).toMatchObject({ kind: 'conflict' });
	});

	test('retries a failed import, then returns its result', async () => {
		const { id } = addEvent();
		state.fail({ route: ONE, status: 503, times: 1 });
		expect(await refusalOf(importEvent(id, 'key-2'))).toMatchObject({ kind: 'upstream' });
		const result = await importEvent(id, 'key-2');
		expect(await importEvent(id, 'key-2')).toEqual(result);
	});
});

describe('a run', () => {
	const read = (runId: string) => perform(readImportRun, as(admin), { params: { runId } });
	const start = (discordEventId: string, idempotencyKey?: string) =>
		perform(startDiscordImport, as(admin), { read: () => ({ discordEventId, idempotencyKey }) });

	test('progresses from 0 to 100, never back, and counts members', async () => {
		const { id } = addEvent();
		addInterestedMembers(id, 450);
		state.delay({ route: USERS, ms: 400 });
		const { runId } = await start(id, 'form-1');
		expect((await start(id, 'form-1')).runId).toBe(runId);
		const views: Awaited<ReturnType<typeof read>>[] = [];
		await expect
			.poll(
				async () => {
					views.push(await read(runId));
					return views.at(-1)?.state;
				},
				{ interval: 15, timeout: 20_000 },
			)
			.toBe('done');
		const progressValues = views.map(({ progress }) => progress);
		expect(progressValues).toEqual(progressValues.toSorted((a, b) => a - b));
		expect(new Set(progressValues).size).toBeGreaterThan(4);
		expect([progressValues[0], progressValues.at(-1)]).toEqual([0, 100]);
		expect(views.find((run) => run.read === 200)).toMatchObject({
			state: 'running',
			eventTitle: 'Autumn Fair',
			expected: 450,
		});
		expect(views.at(-1)).toMatchObject({ result: { signupsImported: 450 }, importedAs: null });
		expect(await Event.count()).toBe(1);
	});

	test('that is done keeps its result when its progress is saved late', async () => {
		const { id: discordEventId } = addEvent();
		const { actor } = as(admin);
		const { runId } = await claimRun({ actor, discordEventId, key: undefined, now });
		const result = await runImport({ runId, discordEventId, actor, now });
		await saveRunProgress(runId, 99, { eventTitle: 'Autumn Fair', read: 1, expected: 1 });
		expect(await read(runId)).toMatchObject({ state: 'done', result });
	});

	test('that fails gives the reason and the existing event', async () => {
		const { id } = addEvent();
		const { eventId, eventTitle } = await importEvent(id);
		const secondRun = await start(id);
		await expect.poll(async () => (await read(secondRun.runId)).state).toBe('failed');
		expect(await read(secondRun.runId)).toMatchObject({
			error: 'Discord event already imported',
			importedAs: { eventId, eventTitle },
		});
		state.fail({ route: '*', status: 401 });
		const { runId } = await start('123456789012345678');
		await expect.poll(async () => (await read(runId)).error).toMatch(/DISCORD_BOT_TOKEN/);
	});

	test('fails a minute after its process was killed; the event can be imported again', async () => {
		const { id } = addEvent();
		const killed = await ImportRun.create({ discordEventId: id, state: 'running', progress: 45 });
		const isImporting = async () => (await perform(listImportable, as(admin))).importing.includes(id);
		expect([(await read(String(killed.id))).state, await isImporting()]).toEqual(['running', true]);
		await database().query("UPDATE import_runs SET updated_at = now() - interval '61 seconds'");
		expect(await read(String(killed.id))).toMatchObject({
			state: 'failed',
			error: expect.stringContaining('interrupted'),
		});
		expect(await isImporting()).toBe(false);
		expect(await importEvent(id)).toMatchObject({ eventTitle: 'Autumn Fair' });
	});

	test('that does not exist is missing', async () => {
		expect(await refusalOf(read('999999'))).toMatchObject({ kind: 'missing' });
		expect(await refusalOf(read('x'))).toMatchObject({ kind: 'missing' });
	});
});
