import { beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry, type Event, Setting, Signup, type User } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/domain/limits.ts';
import { ANY_EVENT } from '~/domain/live.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { recordMembership } from '~/server/auth/membership.ts';
import { readEventPage } from '~/server/operations/event-page/index.ts';
import { autoSplitGroups, readGroups, readRollCall, saveGroups } from '~/server/operations/groups/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { confirmDepartures, findDepartureHold, passOnDepartures } from '~/server/operations/members/index.ts';
import { movePlace, settleAfterChange, settleDueEvents } from '~/server/operations/places/index.ts';
import { putSignup, updateSignup } from '~/server/operations/signups/index.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
useDatabase();
const { state } = useDiscord();

const START = new Date('2030-05-10T00:00:00Z');
const NOW = new Date(START.getTime() - 48 * HOUR_MS);
const minutes = (count: number) => new Date(NOW.getTime() + count * MINUTE_MS);
const ago = (count: number) => minutes(-count);

let event: Event;
beforeEach(async () => {
	// Departures are counted among all members.
	await clearTables('users', 'events', 'settings', 'audit_entries');
	event = await createEventRow({ date: START, capacity: 1 });
});

const put = (user: User, now = NOW, status = 'confirmed') =>
	perform(
		putSignup,
		{ actor: { id: user.id, role: 'player' }, now },
		{
			params: { eventId: event.id },
			read: () => ({ status }),
		},
	);
/** Returns new members who have signed up, one a second. */
async function join(count: number): Promise<User[]> {
	const users: User[] = [];
	for (let n = 0; n < count; n += 1) {
		const user = await createUserRow();
		await put(user, new Date(ago(600).getTime() + n * 1_000));
		users.push(user);
	}
	return users;
}
const lose = (user: User, since: number) => user.update({ membershipLostAt: ago(since) });
const listPlaces = async () =>
	(await Signup.findAll({ where: { eventId: event.id }, order: ['id'] })).map(({ place }) => place);
const listMessages = async () =>
	(await rowsOf('direct_messages').list()).map(({ userId, kind }) => ({ userId, kind }));
const readDecision = async () => (await event.reload()).decision;

describe('who has left', () => {
	test('is passed over: the second of the line gets the place and the message', async () => {
		const [placed, first, second] = (await join(3)) as [User, User, User];
		await lose(first, 20);
		await put(placed, NOW, 'declined');
		expect(await listPlaces()).toEqual([null, null, 'placed']);
		expect(await listMessages()).toEqual([{ userId: second.id, kind: 'placed' }]);
	});

	test('keeps the place for fifteen minutes, and then the next one gets it', async () => {
		const [placed, next] = (await join(2)) as [User, User];
		await recordMembership(placed.id, false, NOW);
		await recordMembership(placed.id, false, minutes(10));
		expect((await placed.reload()).membershipLostAt).toEqual(NOW);
		expect(await passOnDepartures(minutes(14))).toBe(0);
		await settleAfterChange(event.id, minutes(14));
		expect(await listPlaces()).toEqual(['placed', 'waiting']);
		expect(await passOnDepartures(minutes(15))).toBe(1);
		expect((await placed.reload()).leftAt).toEqual(minutes(15));
		expect(await listPlaces()).toEqual([null, 'placed']);
		expect(await listMessages()).toEqual([{ userId: next.id, kind: 'placed' }]);
		expect(await passOnDepartures(minutes(16))).toBe(0);
	});

	test('does not count as placed for a newcomer, also before the job has run', async () => {
		const [placed] = (await join(1)) as [User];
		await lose(placed, 16);
		const newcomer = await createUserRow();
		await put(newcomer);
		expect(await listPlaces()).toEqual([null, 'placed']);
	});

	test('gets no place when others sign up, and the loop has nothing to do', async () => {
		const [placed] = (await join(1)) as [User];
		await lose(placed, 16);
		await passOnDepartures(NOW);
		await put(await createUserRow(), minutes(1));
		expect(await listPlaces()).toEqual([null, 'placed']);
		await event.update({ capacity: 2 });
		await put(await createUserRow(), minutes(2));
		await settleDueEvents(minutes(3));
		expect(await listPlaces()).toEqual([null, 'placed', 'placed']);
	});

	test('makes open pages and the announcement follow', async () => {
		const [placed] = (await join(1)) as [User];
		await lose(placed, 16);
		await rowsOf('event_changes').delete();
		await execute('UPDATE users SET left_at = now() WHERE id = :id', { id: placed.id });
		const changes = (await rowsOf('event_changes').list()).map(({ eventId }) => eventId);
		expect(changes).toContain(ANY_EVENT);
	});

	test('comes back before it takes effect: nothing has changed', async () => {
		const [placed] = (await join(2)) as [User];
		await recordMembership(placed.id, false, NOW);
		await recordMembership(placed.id, true, minutes(14));
		expect(await passOnDepartures(minutes(30))).toBe(0);
		expect(await listPlaces()).toEqual(['placed', 'waiting']);
		expect(await placed.reload()).toMatchObject({ membershipLostAt: null, leftAt: null, returnedAt: null });
	});

	test('comes back later: the signup counts at once, at the end of the line', async () => {
		const [placed] = (await join(3)) as [User];
		await lose(placed, 20);
		await passOnDepartures(NOW);
		expect(await listPlaces()).toEqual([null, 'placed', 'waiting']);
		await recordMembership(placed.id, true, minutes(5));
		expect(await placed.reload()).toMatchObject({ leftAt: null, returnedAt: minutes(5) });
		expect(await listPlaces()).toEqual(['waiting', 'placed', 'waiting']);
		const signups = await Signup.findAll({ where: { eventId: event.id }, order: ['askedAt'] });
		expect(signups.at(-1)?.userId).toBe(placed.id);
		const newcomer = await createUserRow();
		await put(newcomer, minutes(6));
		expect((await Signup.findOne({ where: { userId: newcomer.id } }))?.askedAt).toEqual(minutes(6));
	});

	test('comes back to a free place and has it', async () => {
		const [placed] = (await join(1)) as [User];
		await lose(placed, 20);
		await passOnDepartures(NOW);
		await recordMembership(placed.id, true, minutes(5));
		expect(await listPlaces()).toEqual(['placed']);
	});

	test('comes back before the job has run, after the place has gone on', async () => {
		const [placed] = (await join(2)) as [User];
		await lose(placed, 16);
		await settleAfterChange(event.id, NOW);
		expect(await listPlaces()).toEqual([null, 'placed']);
		await recordMembership(placed.id, true, minutes(1));
		const signup = await Signup.findOne({ where: { userId: placed.id } });
		expect(signup).toMatchObject({ place: 'waiting', askedAt: minutes(1) });
	});

	test.each([
		['an imported user who was never seen as a member', { firstSignedInAt: null }],
		['a test user', { isTestData: true }],
	])('is not %s', async (_, values) => {
		const user = await createUserRow(values);
		await put(user, ago(600));
		await lose(user, 60);
		await createSignupRow({ eventId: event.id });
		expect(await passOnDepartures(NOW)).toBe(0);
		await settleAfterChange(event.id, NOW);
		expect(await listPlaces()).toEqual(['placed', 'waiting']);
	});

	test('is an imported user who was seen as a member', async () => {
		const user = await createUserRow({ firstSignedInAt: null });
		await recordMembership(user.id, true, ago(60));
		await recordMembership(user.id, false, ago(20));
		expect(await passOnDepartures(NOW)).toBe(1);
	});

	test('is given no place by hand, and is not moved to the line', async () => {
		const [placed, next] = (await join(2)) as [User, User];
		await lose(placed, 20);
		await passOnDepartures(NOW);
		const creator = await createUserRow({ role: 'creator' });
		const move = async (user: User, place: 'placed' | 'waiting') => {
			const signup = await Signup.findOne({ where: { userId: user.id }, rejectOnEmpty: true });
			return perform(
				movePlace,
				{ actor: { id: creator.id, role: 'creator' }, now: minutes(1) },
				{
					params: { eventId: event.id, signupId: signup.id },
					read: () => ({ place, reason: 'A chair more' }),
				},
			);
		};
		for (const place of ['placed', 'waiting'] as const)
			await expect(move(placed, place)).rejects.toMatchObject({
				kind: 'conflict',
				message: 'This player is no longer a member of the server and cannot have a place.',
			});
		expect(await listPlaces()).toEqual([null, 'placed']);
		expect(await AuditEntry.count({ where: { action: 'places.move' } })).toBe(0);
		await recordMembership(placed.id, true, minutes(2));
		expect(await move(placed, 'placed')).toMatchObject({ place: 'placed' });
		expect(await move(next, 'waiting')).toMatchObject({ place: 'waiting' });
	});

	test('is no standby who is called', async () => {
		await event.update({ capacity: null, minimumPlayers: 2, decision: 'pending', standbysCalled: true });
		const [gone, there] = [await createUserRow(), await createUserRow()];
		for (const { id: userId } of [gone, there])
			await createSignupRow({ eventId: event.id, userId, status: 'tentative', standby: true });
		await gone.update({ leftAt: ago(60), membershipLostAt: ago(80) });
		await settleDueEvents(NOW);
		expect(await listMessages()).toEqual([{ userId: there.id, kind: 'standby' }]);
	});
});

describe('the minimum', () => {
	test.each([[null], [5]])('is not reached by two who have left (capacity %s)', async (capacity) => {
		await event.update({ capacity, minimumPlayers: 2, decideMinutes: 1440 });
		const users = await join(2);
		for (const user of users) await lose(user, 20);
		const late = new Date(START.getTime() - DAY_MS);
		await passOnDepartures(NOW);
		await settleDueEvents(late);
		expect(await readDecision()).toBe('pending');
	});

	test('is not waited for with a standby who has left: the event is cancelled', async () => {
		await event.update({ capacity: null, minimumPlayers: 2, decideMinutes: 1440, onTooFew: 'cancel' });
		const standby = await createUserRow();
		await createSignupRow({ eventId: event.id, userId: standby.id, status: 'tentative', standby: true });
		await lose(standby, 20);
		await passOnDepartures(NOW);
		await settleDueEvents(new Date(START.getTime() - DAY_MS));
		expect(await event.reload()).toMatchObject({ status: 'cancelled' });
	});

	test('is reached again when they are back', async () => {
		await event.update({ capacity: null, minimumPlayers: 2, decideMinutes: 1440 });
		const users = await join(2);
		for (const user of users) await lose(user, 20);
		await passOnDepartures(NOW);
		const late = new Date(START.getTime() - DAY_MS);
		await settleDueEvents(late);
		for (const user of users) await recordMembership(user.id, true, new Date(late.getTime() + 1));
		expect(await readDecision()).toBe('on');
	});
});

describe('many departures at once', () => {
	let admin: User;
	beforeEach(async () => {
		admin = await createUserRow({ role: 'admin' });
	});
	const confirm = (now: Date) => perform(confirmDepartures, { actor: { id: admin.id, role: 'admin' }, now });
	const leaveTogether = async () => {
		const users = await join(8);
		for (const user of users.slice(0, 6)) await lose(user, 20);
		return users;
	};

	test('wait for an admin, who gets one message', async () => {
		const users = await leaveTogether();
		expect(await passOnDepartures(NOW)).toBe(0);
		expect(await passOnDepartures(minutes(1))).toBe(0);
		await settleAfterChange(event.id, minutes(2));
		expect((await listPlaces())[0]).toBe('placed');
		expect(await listMessages()).toEqual([{ userId: admin.id, kind: 'departures' }]);
		expect(await findDepartureHold(NOW)).toEqual({ reason: 'many', users: 6, members: 9 });

		expect(await confirm(minutes(3))).toEqual({ users: 6 });
		expect(await listPlaces()).toEqual([null, null, null, null, null, null, 'placed', 'waiting']);
		expect(await listMessages()).toContainEqual({ userId: users[6]?.id, kind: 'placed' });
		expect(await findDepartureHold(minutes(3))).toBeNull();
		expect(await AuditEntry.findOne({ where: { action: 'departures.confirm' } })).toMatchObject({
			actorId: admin.id,
			detail: { users: 6, reason: 'many' },
		});
		await expect(confirm(minutes(4))).rejects.toMatchObject({ kind: 'conflict' });
	});

	test('of which most come back cost no one anything', async () => {
		const users = await leaveTogether();
		await passOnDepartures(NOW);
		for (const user of users.slice(0, 5)) await recordMembership(user.id, true, minutes(1));
		expect(await passOnDepartures(minutes(2))).toBe(1);
		expect((await listPlaces())[0]).toBe('placed');
		expect((await Setting.findByPk('departures_hold'))?.value).toBe('');
	});

	test('are not passed on by a change before the job has run', async () => {
		await leaveTogether();
		await put(await createUserRow());
		expect(await listPlaces()).toEqual(['placed', ...Array(8).fill('waiting')]);
	});

	test('while the required role is gone, even one waits', async () => {
		const [placed] = (await join(2)) as [User, User];
		await lose(placed, 20);
		const { requiredRoleId } = state.guild;
		state.guild.requiredRoleId = '999999999999999999';
		try {
			expect(await passOnDepartures(NOW)).toBe(0);
			await settleAfterChange(event.id, NOW);
			expect(await listPlaces()).toEqual(['placed', 'waiting']);
			expect(await findDepartureHold(NOW)).toEqual({ reason: 'role', users: 1, members: 3 });
			await confirm(minutes(1));
			expect(await listPlaces()).toEqual([null, 'placed']);
		} finally {
			state.guild.requiredRoleId = requiredRoleId;
		}
	});

	test('wait while Discord does not say whether the role exists', async () => {
		const [placed] = (await join(1)) as [User];
		await lose(placed, 20);
		state.fail({ route: '*', status: 500 });
		expect(await passOnDepartures(NOW)).toBe(0);
		state.recover();
		expect(await passOnDepartures(NOW)).toBe(1);
	});
});

describe('the groups of an event', () => {
	const creator = { id: '1', role: 'creator' } as const;
	const call = { params: { eventId: '' } };
	beforeEach(async () => {
		await event.update({ capacity: null });
		call.params.eventId = event.id;
	});
	const split = () => perform(autoSplitGroups, { actor: creator, now: NOW }, call);
	const read = (role: 'player' | 'creator') =>
		perform(readGroups, { actor: { id: '1', role }, now: NOW }, call);
	const readPanel = async (role: 'player' | 'creator') => {
		const { groups } = await perform(readEventPage, { actor: { id: '1', role }, now: NOW }, call);
		return groups instanceof Error || !groups.isOpen ? null : groups;
	};
	const save = async (players: string[]) =>
		perform(saveGroups, { actor: await createUserRow({ role: 'creator' }), now: NOW } as never, {
			...call,
			read: () => ({
				groups: [
					{
						id: 'a',
						name: 'Owls',
						players,
						storytellerId: null,
						maxPlayers: 15,
						createdAt: NOW.toISOString(),
					},
				],
			}),
		});
	const leave = async (users: readonly User[]) => {
		for (const user of users) await user.update({ membershipLostAt: ago(60), leftAt: ago(40) });
	};

	test('19 confirmed, three of them left: 16 are split in 8 and 8', async () => {
		const users = await join(19);
		const gone = users.slice(3, 6);
		await leave(gone);
		const { groups } = await split();
		expect(groups.map(({ players }) => players.length)).toEqual([8, 8]);
		const seated = groups.flatMap(({ players }) => players);
		for (const { id } of gone) expect(seated).not.toContain(id);
		const { confirmedSignups } = await read('creator');
		expect(confirmedSignups).toHaveLength(16);
		expect(await readPanel('creator')).toMatchObject({ leftCount: 3, confirmed: { length: 16 } });
	});

	test('16 confirmed, three of them left: the reason names the three', async () => {
		const users = await join(16);
		await leave(users.slice(0, 3));
		await expect(split()).rejects.toMatchObject({
			kind: 'conflict',
			message:
				'Auto-Split needs at least 16 confirmed players who are not storytellers; there are 13. 3 confirmed players have left the server.',
		});
	});

	test('keep the seat of who has left, struck through, and count it nowhere', async () => {
		const users = await join(3);
		await save(users.map(({ id }) => id));
		const [gone] = users as [User];
		await leave([gone]);
		for (const role of ['player', 'creator'] as const) {
			expect((await read(role)).groups[0]?.players).not.toContain(gone.id);
			expect(await readPanel(role)).toMatchObject({
				groups: [{ withdrawn: [gone.id], players: { length: 2 } }],
				withdrawn: [{ user_id: gone.id }],
				leftCount: 1,
			});
		}
		expect(await rowsOf('group_players').count()).toBe(3);
		await recordMembership(gone.id, true, NOW);
		expect((await read('player')).groups[0]?.players).toContain(gone.id);
	});

	test('still have who leaves after the start', async () => {
		const users = await join(3);
		await save(users.map(({ id }) => id));
		await users[0]?.update({ membershipLostAt: START, leftAt: new Date(START.getTime() + DAY_MS) });
		expect((await read('player')).groups[0]?.players).toHaveLength(3);
		expect((await read('player')).confirmedSignups).toHaveLength(3);
	});

	test('a roll call without groups does not list who left before the start', async () => {
		const users = await join(3);
		await leave(users.slice(0, 1));
		const now = new Date(START.getTime() + HOUR_MS);
		const { groups } = await perform(readRollCall, { actor: creator, now }, call);
		expect(groups.flatMap(({ players }) => players)).toHaveLength(2);
	});

	test('only creators and admins read who is no longer a member', async () => {
		const [gone, there] = (await join(2)) as [User, User];
		await leave([gone]);
		const seenBy = async (id: string, role: 'player' | 'storyteller' | 'creator' | 'admin') => {
			const { event: page } = await perform(readEventPage, { actor: { id, role }, now: NOW }, call);
			return page.signups.map(({ has_left }) => has_left);
		};
		for (const role of ['creator', 'admin'] as const)
			expect(await seenBy('1', role)).toEqual([true, undefined]);
		for (const role of ['player', 'storyteller'] as const)
			expect(await seenBy(there.id, role)).toEqual([undefined, undefined]);
		const signup = await Signup.findOne({ where: { userId: gone.id }, rejectOnEmpty: true });
		const update = async () =>
			perform(updateSignup, { actor: await createUserRow({ role: 'creator' }), now: NOW } as never, {
				params: { eventId: event.id, signupId: signup.id },
				read: () => ({ status: 'late' }),
			});
		expect(await update()).toMatchObject({ has_left: true });
		expect((await put(there)).signup).not.toHaveProperty('has_left');
	});
});
