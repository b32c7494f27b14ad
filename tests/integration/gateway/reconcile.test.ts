import pg from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import { database } from '~/database/connection.ts';
import { DiscordMirror, ErasedId, type Event, Signup, User } from '~/database/models/index.ts';
import { DAY_MS, HOUR_MS } from '~/domain/limits.ts';
import { makeSignup, makeUser } from '~/seeds/factories.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { erasedIdOf } from '~/server/discord/erased-id.ts';
import { CHORES } from '~/server/jobs/chores.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { addInterest, removeInterest } from '~/server/operations/mirror/interest.ts';
import { reconcileWithDiscord } from '~/server/operations/mirror/reconcile.ts';
import { deleteSignups } from '~/server/operations/signups/admin.ts';
import { withdrawAnswer } from '~/server/operations/signups/signups.ts';
import { listJobs } from '~/tests/support/jobs.ts';
import {
	countPeople,
	countSignups,
	listAnswers,
	makeMember,
	makeMirrored,
	readMirror,
	useGateway,
} from './use-gateway.ts';

const discord = useGateway();
const { state, gateway, connect } = discord;
const { player, secondPlayer, storyteller } = PERSONAS;
const USERS = 'GET /guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/users';
const LIST = 'GET /guilds/{guild_id}/scheduled-events';
const ONE = 'GET /guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}';

let event: Event;
let discordEventId: string;
beforeEach(async () => {
	({ event, discordEventId } = await makeMirrored(discord));
});
/**
 * Reconciles as of one second from now, so that the rows that a test has just created are older than the
 * request to Discord.
 */
const reconcile = (now = new Date(Date.now() + 1_000)) => reconcileWithDiscord(now);
const signups = () => listAnswers(event.id);
const fromDiscord = (discordId: string) => ({ discordId, status: 'confirmed', source: 'discord' });
/** Creates a signup as an interest on Discord does. */
const makeInterested = async (discordId: string, eventId = event.id) => {
	const { id: userId } = await makeMember(discordId);
	return makeSignup({ eventId, userId, signupSource: 'discord', createdAt: new Date() });
};

test('ten minutes of missed packets are healed: interest, lost interest, a status, a deletion', async () => {
	const [other, ended, gone] = [
		await makeMirrored(discord),
		await makeMirrored(discord),
		await makeMirrored(discord),
	];
	await makeInterested(secondPlayer.discordId);
	state.addInterest(discordEventId, secondPlayer.discordId);
	await connect();
	gateway.pause();
	state.addInterest(discordEventId, player.discordId);
	state.removeInterest(discordEventId, secondPlayer.discordId, { keepsRow: true });
	state.addInterest(other.discordEventId, storyteller.discordId);
	state.updateEvent(ended.discordEventId, { status: 4 });
	state.deleteEvent(gone.discordEventId);
	gateway.unpause();
	expect(await reconcile()).toBe(5);
	expect(await signups()).toEqual([fromDiscord(player.discordId)]);
	expect(await listAnswers(other.event.id)).toEqual([fromDiscord(storyteller.discordId)]);
	expect((await ended.event.reload()).status).toBe('cancelled');
	expect((await gone.event.reload()).status).toBe('active');
	expect(await readMirror(gone.event.id)).toMatchObject({
		state: 'deleted',
		error: 'Discord event was deleted',
	});
	// Now both sides agree.
	expect(await reconcile()).toBe(0);
});

test('the gateway asks for it when it connects, and when it is there again after a gap', async () => {
	await connect();
	await expect.poll(() => listJobs('discord.reconcile')).toHaveLength(1);
	await database().query('DELETE FROM queue.job');
	gateway.dropAll();
	await expect.poll(() => listJobs('discord.reconcile'), { timeout: 20_000 }).toHaveLength(1);
	expect([gateway.identifies, gateway.resumes]).toEqual([1, 1]);
	expect(CHORES['discord.reconcile'].cron).toBe('*/15 * * * *');
});

test('what comes while the line is broken arrives with the resume', async () => {
	await connect();
	gateway.dropAll();
	state.addInterest(discordEventId, player.discordId);
	await expect.poll(signups, { timeout: 20_000 }).toEqual([fromDiscord(player.discordId)]);
});

test.each(['webapp', 'botc_command'] as const)(
	'answers by %s are neither changed nor removed',
	async (source) => {
		const [interested, not] = [await makeMember(player.discordId), await makeMember(secondPlayer.discordId)];
		for (const { id: userId } of [interested, not]) {
			const createdAt = new Date(Date.now() - HOUR_MS);
			await makeSignup({ eventId: event.id, userId, status: 'late', signupSource: source, createdAt });
		}
		state.addInterest(discordEventId, player.discordId);
		expect(await reconcile()).toBe(0);
		expect((await signups()).map(({ status }) => status)).toEqual(['late', 'late']);
	},
);

test('a signup that came while Discord was asked is not taken for lost interest', async () => {
	const asked = new Date();
	const signup = await makeInterested(player.discordId);
	await signup.update({ createdAt: new Date(asked.getTime() + 1) });
	expect(await reconcile(asked)).toBe(0);
	expect(await countSignups()).toBe(1);
});

test('who was erased is not brought back', async () => {
	await ErasedId.create({ discordIdHmac: erasedIdOf(player.discordId) });
	state.addInterest(discordEventId, player.discordId);
	expect(await reconcile()).toBe(0);
	expect(await countPeople()).toBe(0);
});

test('who takes their answer back here stays away, until they are interested anew', async () => {
	const { id } = await makeMember(player.discordId);
	const actor = { id, role: 'player' } as const;
	const withdraw = () => withdrawAnswer(actor, event.id);
	state.addInterest(discordEventId, player.discordId);
	expect(await reconcile()).toBe(1);
	await withdraw();
	expect(await reconcile()).toBe(0);
	expect(await signups()).toEqual([]);

	// The member's own signup here replaces the interest, and withdrawing it counts as a withdrawal again.
	await makeSignup({ eventId: event.id, userId: id });
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
	await removeInterest({ discordEventId, discordId: player.discordId });
	expect(await reconcile()).toBe(1);
});

test('what an admin deletes stays deleted', async () => {
	const admin = await makeUser({ role: 'admin' });
	state.addInterest(discordEventId, player.discordId);
	expect(await reconcile()).toBe(1);
	const signup = await Signup.findOne();
	await perform(
		deleteSignups,
		{ actor: { id: admin.id, role: 'admin' }, now: new Date() },
		{ read: () => ({ signupIds: [signup?.id] }) },
	);
	expect(await reconcile()).toBe(0);
	expect(await signups()).toEqual([]);
});

test('a thousand interested people: ten pages, a handful of statements, and nothing the second time', async () => {
	const people = state.addMembers(1_001);
	for (const { discordId } of people) state.events.find(discordEventId)?.responses.set(discordId, 1);
	const statements = vi.spyOn(pg.Client.prototype, 'query');
	expect(await reconcile()).toBe(1_001);
	expect(statements.mock.calls.length).toBeLessThan(40);
	expect(state.countRequests(USERS)).toBe(11);
	expect([await countPeople(), await countSignups()]).toEqual([1_001, 1_001]);
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
	['the token is not taken', { route: '*', status: 401 }],
])('while %s everything stays as it is', async (_, failure) => {
	const people = state.addMembers(150);
	for (const { discordId } of people) state.events.find(discordEventId)?.responses.set(discordId, 1);
	await makeInterested(secondPlayer.discordId);
	state.fail(failure);
	await expect(reconcile()).rejects.toMatchObject({ name: 'DiscordUnavailable' });
	expect(await signups()).toEqual([fromDiscord(secondPlayer.discordId)]);
	expect((await event.reload()).status).toBe('active');
	expect((await readMirror(event.id)).state).toBe('synced');
	// In the scheduled job this does not count as a failure of the app.
	expect(await CHORES['discord.reconcile'].run(new Date())).toBe(0);
	state.recover();
	expect(await reconcile()).toBe(151);
});

test('a short rate limit is waited for, and no page is read twice', async () => {
	const people = state.addMembers(150);
	for (const { discordId } of people) state.events.find(discordEventId)?.responses.set(discordId, 1);
	state.fail({ route: USERS, status: 429, retryAfter: 1, times: 1, after: 1 });
	expect(await reconcile()).toBe(150);
	expect(state.countRequests(USERS)).toBe(3);
});

test('one event that Discord does not answer for does not stand in the way of the others', async () => {
	const other = await makeMirrored(discord);
	state.addInterest(discordEventId, player.discordId);
	state.addInterest(other.discordEventId, player.discordId);
	state.fail({ route: USERS, status: 500, times: 1 });
	await expect(reconcile()).rejects.toThrow();
	expect(await countSignups()).toBe(1);
});

test('an event that is deleted while its people are read loses nobody', async () => {
	await makeInterested(player.discordId);
	state.addInterest(discordEventId, secondPlayer.discordId);
	state.fail({ route: USERS, status: 404, code: 10_070, message: 'Unknown Guild Scheduled Event' });
	state.fail({ route: ONE, status: 404, code: 10_070, message: 'Unknown Guild Scheduled Event' });
	await reconcile();
	expect(await signups()).toEqual([fromDiscord(player.discordId)]);
});

test.each([
	['it ended there', { discordStatus: 3 }, {}],
	['its night is over', {}, { date: new Date(Date.now() - DAY_MS) }],
	['our change is on its way', { wanted: 'absent' as const, state: 'pending' as const }, {}],
])('an event that Discord has forgotten is not called deleted when %s', async (_, mirror, ours) => {
	await DiscordMirror.update(mirror, { where: { eventId: event.id } });
	await event.update(ours);
	state.deleteEvent(discordEventId);
	await reconcile();
	expect(await readMirror(event.id)).toMatchObject({ discordEventId });
});

test('cancelled and completed nights are left alone', async () => {
	await event.update({ status: 'completed' });
	await makeInterested(player.discordId);
	state.addInterest(discordEventId, secondPlayer.discordId);
	expect(await reconcile()).toBe(0);
	expect(state.countRequests(LIST)).toBe(0);
	expect(await signups()).toEqual([fromDiscord(player.discordId)]);
});

test('a mirror that waits without a job gets one', async () => {
	// The mirror must not be recent, because a recent one may just be getting its job.
	const updatedAt = new Date(Date.now() - 60_000);
	await DiscordMirror.update({ state: 'pending', updatedAt }, { where: { eventId: event.id }, silent: true });
	await reconcile();
	await reconcile();
	expect(await listJobs('events.mirror')).toMatchObject([{ key: event.id }]);
});

test('run twice at once it does everything once', async () => {
	for (const { discordId } of [player, secondPlayer, storyteller])
		state.addInterest(discordEventId, discordId);
	await Promise.all([reconcile(), reconcile()]);
	expect([await User.count(), await Signup.count()]).toEqual([3, 3]);
});
