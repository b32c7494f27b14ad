import pg from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import { database } from '~/database/connection.ts';
import { DiscordMirror, ErasedId, type Event, Signup, User } from '~/database/models/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/domain/limits.ts';
import { createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { startGateway, stopGateway } from '~/server/gateway/start-gateway.ts';
import { SCHEDULED_JOBS } from '~/server/jobs/scheduled-jobs.ts';
import { sendNextMessage } from '~/server/operations/direct-messages/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { addInterest, removeInterest } from '~/server/operations/mirror/add-interest.ts';
import { reconcileWithDiscord } from '~/server/operations/mirror/reconcile-with-discord.ts';
import { settleDueEvents } from '~/server/operations/places/index.ts';
import { deleteSignups } from '~/server/operations/signups/amend-signups.ts';
import { deleteOwnSignup } from '~/server/operations/signups/put-signup.ts';
import { getErasedId } from '~/server/secrets.ts';
import { listJobs } from '~/tests/support/jobs.ts';
import {
	countSignups,
	countUsers,
	createMemberUser,
	FAST_TIMINGS,
	insertMirroredEvent,
	listStoredSignups,
	readMirror,
	useGateway,
} from './use-gateway.ts';

const discord = useGateway();
const { state, gateway, connect } = discord;
const { player, secondPlayer, storyteller, creator } = PERSONAS;
const USERS = 'GET /guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/users';
const LIST = 'GET /guilds/{guild_id}/scheduled-events';
const ONE = 'GET /guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}';

let event: Event;
let discordEventId: string;
beforeEach(async () => {
	({ event, discordEventId } = await insertMirroredEvent(discord));
});
/**
 * Reconciles as of one second from now, so that the rows that a test has just created are older than the
 * request to Discord.
 */
const reconcile = (now = new Date(Date.now() + 1_000)) => reconcileWithDiscord(now);
const readSignups = () => listStoredSignups(event.id);
const makeDiscordSignup = (discordId: string) => ({ discordId, status: 'confirmed', source: 'discord' });
/** Creates a signup as an interest on Discord does. */
const createInterestedSignup = async (discordId: string, eventId = event.id) => {
	const { id: userId } = await createMemberUser(discordId);
	return createSignupRow({ eventId, userId, signupSource: 'discord', createdAt: new Date() });
};

test('repairs missed packets: interest, lost interest, a status, a deletion', async () => {
	const [other, ended, deleted] = [
		await insertMirroredEvent(discord),
		await insertMirroredEvent(discord),
		await insertMirroredEvent(discord),
	];
	await createInterestedSignup(secondPlayer.discordId);
	state.addInterest(discordEventId, secondPlayer.discordId);
	await connect();
	gateway.pause();
	state.addInterest(discordEventId, player.discordId);
	state.removeInterest(discordEventId, secondPlayer.discordId, { keepsRow: true });
	state.addInterest(other.discordEventId, storyteller.discordId);
	state.updateEvent(ended.discordEventId, { status: 4 });
	state.deleteEvent(deleted.discordEventId);
	gateway.unpause();
	expect(await reconcile()).toBe(5);
	expect(await readSignups()).toEqual([makeDiscordSignup(player.discordId)]);
	expect(await listStoredSignups(other.event.id)).toEqual([makeDiscordSignup(storyteller.discordId)]);
	expect((await ended.event.reload()).status).toBe('cancelled');
	expect((await deleted.event.reload()).status).toBe('active');
	expect(await readMirror(deleted.event.id)).toMatchObject({
		state: 'deleted',
		error: 'Discord event was deleted',
	});
	// Now both sides agree.
	expect(await reconcile()).toBe(0);
});

test('interest in a full event tells the member by message that they wait', async () => {
	const later = new Date(Date.now() + 1_000);
	const now = () => later;
	const press = (discordId: string) => addInterest({ discordEventId, discordId }, later);
	const send = async () => {
		while (await sendNextMessage({ now }));
	};
	const readMessages = (discordId: string) =>
		state.channels
			.listMessages(state.channels.openDirectMessages(discordId).id)
			.map(({ content, components }) => [content, components[0]?.components?.map(({ label }) => label)]);
	const waits = (position: number) => [
		`**${event.title}** has no place for you at the moment. You're number ${position} on the waitlist.`,
		["I can't come", 'Open in Townbell'],
	];
	await event.update({ capacity: 1 });
	await press(player.discordId);
	await press(secondPlayer.discordId);
	// Nothing is said while it is not known who waits.
	await send();
	expect(await readMessages(secondPlayer.discordId)).toEqual([]);
	await settleDueEvents(later);
	// A packet about the third was missed, and the fourth wants no messages.
	const fourth = await createMemberUser(creator.discordId);
	await fourth.update({ notifications: false });
	state.addInterest(discordEventId, storyteller.discordId);
	state.addInterest(discordEventId, creator.discordId);
	await reconcile(later);
	await settleDueEvents(later);
	await send();
	await press(secondPlayer.discordId);
	await settleDueEvents(later);
	await send();
	expect(await readMessages(player.discordId)).toEqual([]);
	expect(await readMessages(secondPlayer.discordId)).toEqual([waits(1)]);
	expect(await readMessages(creator.discordId)).toEqual([]);
	const [told] = await readMessages(storyteller.discordId);
	expect([waits(2), waits(3)]).toContainEqual(told);
});

test.each([
	['has no limit', { capacity: null }],
	['has places for those whom its storytellers can lead', { capacity: 0 }],
])('interest in an event that %s: only who waits gets a message', async (_, values) => {
	const later = new Date(Date.now() + 1_000);
	await event.update(values);
	await addInterest({ discordEventId, discordId: player.discordId }, later);
	await settleDueEvents(later);
	while (await sendNextMessage({ now: () => later }));
	const { id } = state.channels.openDirectMessages(player.discordId);
	// Without a storyteller there is no place.
	expect(state.channels.listMessages(id)).toHaveLength(values.capacity === 0 ? 1 : 0);
});

test('the gateway enqueues it when it connects and reconnects', async () => {
	await connect();
	await expect.poll(() => listJobs('discord.reconcile')).toHaveLength(1);
	await database().query('DELETE FROM queue.job');
	gateway.dropAll();
	await expect.poll(() => listJobs('discord.reconcile'), { timeout: 20_000 }).toHaveLength(1);
	expect([gateway.identifies, gateway.resumes]).toEqual([1, 1]);
	expect(SCHEDULED_JOBS['discord.reconcile'].cron).toBe('2 * * * *');
});

test('the gateway enqueues it again and again while it is not connected', async () => {
	const GATEWAY = 'GET /gateway/bot';
	let passedMs = 0;
	state.fail({ route: GATEWAY, status: 500 });
	startGateway({
		url: discord.db.url,
		now: () => new Date(Date.now() + passedMs),
		timings: { ...FAST_TIMINGS, maxRetryDelayMs: 50 },
	});
	const waitForTries = async () => {
		const tries = state.countRequests(GATEWAY);
		await expect.poll(() => state.countRequests(GATEWAY), { timeout: 20_000 }).toBeGreaterThan(tries + 1);
	};
	for (const jobs of [0, 1, 1]) {
		await waitForTries();
		expect(await listJobs('discord.reconcile')).toHaveLength(jobs);
		await database().query('DELETE FROM queue.job');
		passedMs += 10 * MINUTE_MS;
	}
});

test('a gateway that stops before Discord has named its address does not connect afterwards', async () => {
	const GATEWAY = 'GET /gateway/bot';
	// The response to the stopped one comes first.
	state.switches.delay({ route: GATEWAY, ms: 300, times: 2 });
	startGateway({ url: discord.db.url, now: () => new Date(), timings: FAST_TIMINGS });
	await expect.poll(() => state.countRequests(GATEWAY), { timeout: 20_000 }).toBe(1);
	await stopGateway();
	await connect();
	await expect.poll(() => listJobs('discord.reconcile')).toHaveLength(1);
	expect(gateway.identifies).toBe(1);
});

test('packets sent during a broken connection arrive with the resume', async () => {
	await connect();
	gateway.dropAll();
	state.addInterest(discordEventId, player.discordId);
	await expect.poll(() => gateway.resumes, { timeout: 20_000 }).toBe(1);
	await expect.poll(readSignups, { timeout: 20_000 }).toEqual([makeDiscordSignup(player.discordId)]);
});

test.each(['webapp', 'botc_command'] as const)(
	'signups by %s are neither changed nor removed',
	async (source) => {
		const [interested, notInterested] = [
			await createMemberUser(player.discordId),
			await createMemberUser(secondPlayer.discordId),
		];
		for (const { id: userId } of [interested, notInterested]) {
			const createdAt = new Date(Date.now() - HOUR_MS);
			await createSignupRow({ eventId: event.id, userId, status: 'late', signupSource: source, createdAt });
		}
		state.addInterest(discordEventId, player.discordId);
		expect(await reconcile()).toBe(0);
		expect((await readSignups()).map(({ status }) => status)).toEqual(['late', 'late']);
	},
);

test('a signup made during the request does not count as lost interest', async () => {
	const requestedAt = new Date();
	const signup = await createInterestedSignup(player.discordId);
	await signup.update({ createdAt: new Date(requestedAt.getTime() + 1) });
	expect(await reconcile(requestedAt)).toBe(0);
	expect(await countSignups()).toBe(1);
});

test('an erased user is not created again', async () => {
	await ErasedId.create({ discordIdHmac: getErasedId(player.discordId) });
	state.addInterest(discordEventId, player.discordId);
	expect(await reconcile()).toBe(0);
	expect(await countUsers()).toBe(0);
});

test('a user who withdraws is not signed up again until new interest', async () => {
	const { id } = await createMemberUser(player.discordId);
	const actor = { id, role: 'player' } as const;
	const withdraw = () => deleteOwnSignup(actor, event.id, new Date());
	state.addInterest(discordEventId, player.discordId);
	expect(await reconcile()).toBe(1);
	await withdraw();
	expect(await reconcile()).toBe(0);
	expect(await readSignups()).toEqual([]);

	// The member's own signup here replaces the interest, and withdrawing it counts as a withdrawal again.
	await createSignupRow({ eventId: event.id, userId: id });
	expect(await reconcile()).toBe(0);
	await withdraw();
	expect(await reconcile()).toBe(0);

	state.removeInterest(discordEventId, player.discordId);
	expect(await reconcile()).toBe(0);
	state.addInterest(discordEventId, player.discordId);
	expect(await reconcile()).toBe(1);
	await withdraw();
	expect(await addInterest({ discordEventId, discordId: player.discordId }, new Date())).toBe(true);
	await withdraw();
	await removeInterest({ discordEventId, discordId: player.discordId }, new Date());
	expect(await reconcile()).toBe(1);
});

test('a signup deleted by an admin stays deleted', async () => {
	const admin = await createUserRow({ role: 'admin' });
	state.addInterest(discordEventId, player.discordId);
	expect(await reconcile()).toBe(1);
	const signup = await Signup.findOne();
	await perform(
		deleteSignups,
		{ actor: { id: admin.id, role: 'admin' }, now: new Date() },
		{ read: () => ({ signupIds: [signup?.id] }) },
	);
	expect(await reconcile()).toBe(0);
	expect(await readSignups()).toEqual([]);
});

test('a thousand interested members take eleven pages and few statements, and nothing the second time', async () => {
	const members = state.addMembers(1_001);
	for (const { discordId } of members) state.events.find(discordEventId)?.responses.set(discordId, 1);
	const statements = vi.spyOn(pg.Client.prototype, 'query');
	expect(await reconcile()).toBe(1_001);
	expect(statements.mock.calls.length).toBeLessThan(40);
	expect(state.countRequests(USERS)).toBe(11);
	expect([await countUsers(), await countSignups()]).toEqual([1_001, 1_001]);
	statements.mockClear();
	expect(await reconcile()).toBe(0);
	expect(statements.mock.calls.length).toBeLessThan(15);
	// All members withdraw their interest again.
	state.events.find(discordEventId)?.responses.clear();
	const later = new Date(Date.now() + 5_000);
	expect(await reconcile(later)).toBe(1_001);
	expect(await countSignups()).toBe(0);
});

test.each([
	['the list fails', { route: LIST, status: 500 }],
	['the pages fail', { route: USERS, status: 503 }],
	['a later page fails', { route: USERS, status: 503, after: 1 }],
	['Discord limits us for long', { route: USERS, status: 429, retryAfter: 900 }],
	['the network is down', { route: '*', network: true as const }],
	['the token is refused', { route: '*', status: 401 }],
])('changes nothing while %s', async (_, failure) => {
	const members = state.addMembers(150);
	for (const { discordId } of members) state.events.find(discordEventId)?.responses.set(discordId, 1);
	await createInterestedSignup(secondPlayer.discordId);
	state.fail(failure);
	await expect(reconcile()).rejects.toMatchObject({ name: 'DiscordUnavailable' });
	expect(await readSignups()).toEqual([makeDiscordSignup(secondPlayer.discordId)]);
	expect((await event.reload()).status).toBe('active');
	expect((await readMirror(event.id)).state).toBe('synced');
	// In the scheduled job this does not count as a failure of the app.
	expect(await SCHEDULED_JOBS['discord.reconcile'].run(new Date())).toBe(0);
	state.recover();
	expect(await reconcile()).toBe(151);
});

test('waits for a short rate limit and reads no page twice', async () => {
	const members = state.addMembers(150);
	for (const { discordId } of members) state.events.find(discordEventId)?.responses.set(discordId, 1);
	state.fail({ route: USERS, status: 429, retryAfter: 1, times: 1, after: 1 });
	expect(await reconcile()).toBe(150);
	expect(state.countRequests(USERS)).toBe(3);
});

test('a failure for one event does not stop the others', async () => {
	const other = await insertMirroredEvent(discord);
	state.addInterest(discordEventId, player.discordId);
	state.addInterest(other.discordEventId, player.discordId);
	state.fail({ route: USERS, status: 500, times: 1 });
	await expect(reconcile()).rejects.toThrow();
	expect(await countSignups()).toBe(1);
});

test('an event deleted on Discord during the reading keeps its signups', async () => {
	await createInterestedSignup(player.discordId);
	state.addInterest(discordEventId, secondPlayer.discordId);
	state.fail({ route: USERS, status: 404, code: 10_070, message: 'Unknown Guild Scheduled Event' });
	state.fail({ route: ONE, status: 404, code: 10_070, message: 'Unknown Guild Scheduled Event' });
	await reconcile();
	expect(await readSignups()).toEqual([makeDiscordSignup(player.discordId)]);
});

test.each([
	['it ended on Discord', { discordStatus: 3 }, {}],
	['the event is over', {}, { date: new Date(Date.now() - DAY_MS) }],
	['our change is pending', { wanted: 'absent' as const, state: 'pending' as const }, {}],
])('an event missing on Discord is not marked deleted when %s', async (_, mirror, eventChanges) => {
	await DiscordMirror.update(mirror, { where: { eventId: event.id } });
	await event.update(eventChanges);
	state.deleteEvent(discordEventId);
	await reconcile();
	expect(await readMirror(event.id)).toMatchObject({ discordEventId });
});

test('ignores cancelled and completed events', async () => {
	await event.update({ status: 'completed' });
	await createInterestedSignup(player.discordId);
	state.addInterest(discordEventId, secondPlayer.discordId);
	expect(await reconcile()).toBe(0);
	expect(state.countRequests(LIST)).toBe(0);
	expect(await readSignups()).toEqual([makeDiscordSignup(player.discordId)]);
});

test('enqueues a job for a pending mirror without one', async () => {
	// The mirror must not be recent, because a recent one may just be getting its job.
	const updatedAt = new Date(Date.now() - 60_000);
	await DiscordMirror.update({ state: 'pending', updatedAt }, { where: { eventId: event.id }, silent: true });
	await reconcile();
	await reconcile();
	expect(await listJobs('events.mirror')).toMatchObject([{ key: event.id }]);
});

test('two concurrent runs do everything once', async () => {
	for (const { discordId } of [player, secondPlayer, storyteller])
		state.addInterest(discordEventId, discordId);
	await Promise.all([reconcile(), reconcile()]);
	expect([await User.count(), await Signup.count()]).toEqual([3, 3]);
});
