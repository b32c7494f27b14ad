import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { execute, one, rows } from '~/database/sql.ts';
import { readAutoSplitConfig } from '~/domain/groups/config.ts';
import { HOUR_MS, MINUTE_MS } from '~/domain/limits.ts';
import { compareWaiting, type PlaceState, takesPlace } from '~/domain/places/places.ts';
import type { SignupStatus } from '~/domain/signups/statuses.ts';
import { findQuietEnd } from '~/domain/users/quiet-hours.ts';
import type { QuietHours } from '~/domain/users/reminders.ts';
import { createEventRow, createUserRow } from '~/seeds/factories.ts';
import { createSeededRandom } from '~/seeds/random.ts';
import { serveDiscordStandIn } from '~/tests/mocks/discord/serve.ts';
import { createDiscordStandIn, standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import type { PlacesCall } from '~/tests/support/places-process.ts';

/** Two replicas in their own processes change one event at once. One of them is killed now and then. */
useTestEnvironment();
const db = useDatabase();

const START = new Date('2030-05-10T20:00:00Z');
const PLACES = 15;
/** Stands for no limit: more than there are users. */
const NO_LIMIT = 500;
/** How far the clock of the second replica is ahead. */
const CLOCK_DIFFERENCE_MS = 20_000;

type Replica = { call: (call: PlacesCall) => Promise<string>; kill: () => void; stop: () => Promise<void> };
let pair: Replica[] = [];
/** Says that the required role exists, without which no departure takes effect. */
let discord: Awaited<ReturnType<typeof serveDiscordStandIn>>;
beforeAll(async () => {
	discord = await serveDiscordStandIn(createDiscordStandIn());
	pair = await Promise.all([startReplica(), startReplica()]);
}, 60_000);
afterAll(async () => {
	await Promise.all(pair.map((replica) => replica.stop()));
	await discord.close();
});

async function startReplica(): Promise<Replica> {
	const args = ['--import', 'tsx', 'tests/support/places-process.ts'];
	const env = Object.assign({}, process.env, standInEnvironment(discord.url), {
		DATABASE_URL: db.url,
		LOG_LEVEL: 'error',
	});
	const child: ChildProcess = spawn(process.execPath, args, {
		env,
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
	});
	await once(child, 'message');
	const waiting = new Map<number, (outcome: string) => void>();
	let calls = 0;
	child.on('message', ({ id, outcome }: { id: number; outcome: string }) => waiting.get(id)?.(outcome));
	child.on('exit', () => {
		for (const resolve of waiting.values()) resolve('killed');
	});
	return {
		call: (call) =>
			new Promise((resolve) => {
				calls += 1;
				waiting.set(calls, resolve);
				if (!child.connected) return resolve('killed');
				child.send({ id: calls, call }, (error) => error && resolve('killed'));
			}),
		kill: () => child.kill('SIGKILL'),
		stop: async () => {
			child.kill('SIGKILL');
			if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
		},
	};
}

type Row = PlaceState & {
	id: string;
	userId: string;
	status: SignupStatus;
	isStoryteller: boolean;
	hasLeft: boolean;
	notifications: boolean;
	quietHours: QuietHours | null;
};

type Message = { userId: string; kind: string; createdAt: Date };

type Snapshot = { places: number; signups: Row[]; messages: Message[]; overrides: number };

async function readSnapshot(eventId: string): Promise<Snapshot> {
	const signups = await rows<Row>(
		`SELECT s.id::text, s.user_id::text AS "userId", s.status, s.place, s.asked_at AS "askedAt",
			s.passed_at AS "passedAt", s.lost_by AS "lostBy", s.lost_at AS "lostAt", s.offered_at AS "offeredAt", s.offer_expires_at AS "offerExpiresAt",
			u.quiet_hours AS "quietHours", u.notifications AND u.membership_lost_at IS NULL AS notifications, u.left_at IS NOT NULL AS "hasLeft",
			EXISTS (SELECT FROM event_storytellers es WHERE es.event_id = s.event_id AND es.user_id = s.user_id) AS "isStoryteller"
		FROM signups s JOIN users u ON u.id = s.user_id WHERE s.event_id = :eventId`,
		{ eventId },
	);
	const messages = await rows<Message>(
		`SELECT user_id::text AS "userId", kind, created_at AS "createdAt" FROM direct_messages
		WHERE event_id = :eventId AND kind IN ('placed', 'offered', 'moved_to_waitlist') ORDER BY created_at, id`,
		{ eventId },
	);
	const counts = await one<{ places: number; overrides: number }>(
		`SELECT CASE e.capacity WHEN 0 THEN :playersPerGroup * (SELECT count(*) FROM event_storytellers WHERE event_id = e.id)
				ELSE coalesce(e.capacity, :noLimit) END::int AS places,
			(SELECT count(*)::int FROM audit_entries a
				WHERE a.action = 'places.move' AND a.detail->>'to' = 'placed') AS overrides
		FROM events e WHERE e.id = :eventId`,
		{ eventId, noLimit: NO_LIMIT, playersPerGroup: readAutoSplitConfig(null).maxPlayersPerGroup },
	);
	return { signups, messages, places: counts?.places ?? 0, overrides: counts?.overrides ?? 0 };
}

const isTaken = ({ place, offerExpiresAt }: PlaceState) => place === 'placed' || offerExpiresAt !== null;
const countLosses = ({ messages }: Snapshot) =>
	messages.filter(({ kind }) => kind === 'moved_to_waitlist').length;
const countTaken = ({ signups }: Snapshot) => signups.filter(isTaken).length;

/** Returns which rules of the places do not hold after what happened at `now`, with the changes of `touched` users. */
function findProblems(
	before: Snapshot,
	after: Snapshot,
	now: Date,
	{ touched, isLimited }: { touched: ReadonlySet<string>; isLimited: boolean },
): string[] {
	const problems: string[] = [];
	const leftMs = START.getTime() - now.getTime();
	const limit =
		Math.max(before.places, after.places, countTaken(before)) + after.overrides - before.overrides;
	if (isLimited && countTaken(after) > limit)
		problems.push(`${countTaken(after)} have places, and there are ${limit}`);
	const waiting = after.signups.filter(({ place }) => place === 'waiting');
	if (leftMs > 0 && countTaken(after) < after.places && waiting.length > 0)
		problems.push(`${waiting.length} wait although ${after.places - countTaken(after)} places are free`);
	const hasLimit = after.places < NO_LIMIT;
	for (const row of after.signups)
		if ((row.place !== null) !== (hasLimit && takesPlace(row)))
			problems.push(`${row.status} with the place ${row.place}`);
	// Not by the rule of the app: who has left has no place, and is in nobody's way in the line.
	for (const row of after.signups.filter(({ hasLeft }) => hasLeft))
		if (row.place !== null) problems.push(`${row.id} has left with the place ${row.place}`);

	const earlier = new Map(before.signups.map((row) => [row.id, row]));
	const told = after.messages.filter(({ kind }) => kind === 'moved_to_waitlist').slice(countLosses(before));
	for (const row of after.signups) {
		const had = earlier.get(row.id)?.place;
		const isLost = row.place === 'waiting' && had === 'placed' && !touched.has(row.userId);
		if (isLost && row.notifications && !told.some(({ userId }) => userId === row.userId))
			problems.push(`${row.id} lost the place without a message`);
	}
	const canBeAsked = ({ notifications, quietHours, offeredAt }: Row) =>
		notifications &&
		[now, new Date(now.getTime() + CLOCK_DIFFERENCE_MS)].every((at) => !findQuietEnd(at, quietHours)) &&
		(offeredAt === null || now.getTime() - offeredAt.getTime() > HOUR_MS + CLOCK_DIFFERENCE_MS);
	const hasWaited = (row: Row) => earlier.get(row.id)?.place === 'waiting' && !touched.has(row.userId);
	const passedOver = waiting.filter(
		(row) => hasWaited(row) && !row.passedAt && (leftMs > 12 * HOUR_MS || canBeAsked(row)),
	);
	const preferred = after.signups.filter((row) => hasWaited(row) && isTaken(row));
	// Who gets a place has no loss any more, so the order is that of before.
	const orderOf = (row: Row) => earlier.get(row.id) ?? row;
	for (const row of preferred)
		for (const other of passedOver)
			if (leftMs > 0 && compareWaiting(orderOf(other), orderOf(row)) < 0)
				problems.push(`${row.id} came before ${other.id}`);

	const users = new Map(after.signups.map((row) => [row.userId, row]));
	const offers = after.messages.filter(({ kind }) => kind === 'offered');
	for (const [index, { userId, createdAt }] of offers.entries()) {
		if (createdAt >= START) problems.push(`${userId} was asked after the start`);
		if (findQuietEnd(createdAt, users.get(userId)?.quietHours ?? null))
			problems.push(`${userId} was asked in quiet hours`);
		const again = offers.slice(index + 1).find((other) => other.userId === userId);
		if (again && again.createdAt.getTime() - createdAt.getTime() < HOUR_MS)
			problems.push(`${userId} was asked at ${createdAt.toISOString()} and ${again.createdAt.toISOString()}`);
	}
	return problems;
}

async function createScenario(users: number, capacity: number) {
	const creator = await createUserRow({ role: 'creator' });
	const storytellers = await Promise.all([1, 2].map(() => createUserRow({ role: 'storyteller' })));
	const event = await createEventRow({ date: START, capacity, creatorId: creator.id });
	await execute(
		`INSERT INTO users (discord_id, username, notifications, quiet_hours, first_signed_in_at)
		SELECT (900000000000000000 + 1000 * :eventId::int + n)::text, 'model-' || n, n % 5 <> 0,
			CASE WHEN n % 3 = 0 THEN jsonb_build_object('from', '23:00', 'to', '09:00',
				'timezone', (ARRAY['Europe/Berlin', 'America/New_York', 'Asia/Kolkata'])[1 + n % 7 % 3]) END, now()
		FROM generate_series(1, :users) AS n`,
		{ users, eventId: event.id },
	);
	const created = await rows<{ id: string }>(
		`SELECT id::text FROM users WHERE username LIKE 'model-%' ORDER BY id DESC LIMIT :users`,
		{ users },
	);
	return { creator, storytellers, event, ids: created.map(({ id }) => id) };
}

test('two replicas keep the rules of places, whatever users do and whichever process ends', {
	timeout: 240_000,
}, async () => {
	const random = createSeededRandom(20301105);
	const { creator, storytellers, event, ids } = await createScenario(500, PLACES);
	const admin = { id: (await createUserRow({ role: 'admin' })).id, role: 'admin' as const };
	const params = { eventId: event.id };
	let alive = ids;
	let minutes = 30 * 60;
	let before = await readSnapshot(event.id);
	const problems: string[] = [];
	const counts: Record<string, number> = {};
	const haveLeft = new Set<string>();
	for (let round = 0; minutes > -60; round += 1) {
		// Half a minute after a full one, so that no limit lies between the clocks of the replicas.
		const now = new Date(START.getTime() - minutes * MINUTE_MS + 30_000);
		const later = new Date(now.getTime() + CLOCK_DIFFERENCE_MS);
		const touched = new Set<string>();
		const own = (id = random.pick(alive as [string])): PlacesCall['actor'] => {
			touched.add(id);
			return { id, role: 'player' };
		};
		const ofPlace = (...places: (string | null)[]) =>
			random.sample(
				before.signups.filter(({ place }) => places.includes(place)),
				1,
			)[0];
		const join = () => ({
			name: 'putSignup' as const,
			actor: own(),
			params,
			body: { status: random.pick(['confirmed', 'confirmed', 'late', 'tentative']) },
		});
		const answer = (row: Row | undefined, accept: boolean) =>
			row ? { name: 'answerOffer' as const, actor: own(row.userId), params, body: { accept } } : join();
		const actions: (() => Omit<PlacesCall, 'now'>)[] = [
			...[join, join, join],
			() => ({ ...join(), actor: own(ofPlace('placed', 'waiting')?.userId) }),
			() => ({ name: 'removeSignup', actor: own(ofPlace('placed')?.userId), params }),
			() => ({ name: 'removeSignup', actor: own(ofPlace('placed', 'offered', 'waiting')?.userId), params }),
			() => answer(ofPlace('offered'), true),
			() => answer(ofPlace('offered'), random.chance(0.5)),
			() => answer(ofPlace('placed'), false),
			() => ({ name: 'settleDueEvents' }),
		];
		let isLimited = true;
		const calls = Array.from({ length: 9 }, () => random.pick(actions as [() => Omit<PlacesCall, 'now'>])());
		const moved = ofPlace('waiting', 'placed');
		if (random.chance(0.15) && moved) {
			touched.add(moved.userId);
			calls.push({
				name: 'movePlace',
				actor: { id: creator.id, role: 'creator' },
				params: { ...params, signupId: moved.id },
				body: { place: moved.place === 'waiting' ? 'placed' : 'waiting', reason: 'So that tables are even' },
			});
		}
		if (random.chance(0.2)) {
			const { id } = random.pick([creator, ...storytellers]);
			calls.push({
				name: 'updateEvent',
				actor: { id: creator.id, role: 'creator' },
				params,
				body: {
					title: event.title,
					date: START.toISOString(),
					capacity: random.pick([PLACES, PLACES + 5, PLACES - 5, 'storytellers', null]),
					over_capacity: random.pick(['keep', 'move']),
					storytellerIds: random.sample(storytellers.map((user) => user.id).concat(id), 2),
				},
			});
		}
		if (random.chance(0.2)) {
			const actor = own(ofPlace('placed', 'waiting', 'offered')?.userId);
			alive = alive.filter((id) => id !== actor?.id);
			calls.push({ name: 'eraseUser', actor });
		}
		if (random.chance(0.4)) {
			const leaving = ofPlace('placed', 'waiting', 'offered')?.userId;
			if (leaving)
				calls.push({ name: 'recordMembership', actor: own(leaving), params: { isMember: 'false' } });
		}
		const returning = before.signups.find(({ hasLeft }) => hasLeft)?.userId;
		if (returning && random.chance(0.4))
			calls.push({ name: 'recordMembership', actor: own(returning), params: { isMember: 'true' } });
		if (random.chance(0.2)) {
			const deleted = random.sample(
				before.signups.filter(({ place }) => place === 'placed'),
				2,
			);
			for (const { userId } of deleted) touched.add(userId);
			const signupIds = deleted.map(({ id }) => Number(id));
			calls.push({ name: 'deleteSignups', actor: admin, body: { signupIds } });
		}
		if (random.chance(0.3)) {
			const found = await one<{ id: string; action: string }>(
				`SELECT a.id::text, a.action FROM audit_entries a JOIN undos u ON u.id = a.undo_id
				WHERE u.undone_at IS NULL ORDER BY a.id DESC LIMIT 1`,
				{},
			);
			if (found) calls.push({ name: 'undoChange', actor: admin, params: { entryId: found.id } });
			// Who came while there was no limit keeps the place when it is back.
			isLimited = found?.action === 'signups.deleteMany' && calls.every(({ name }) => name !== 'updateEvent');
		}
		const isKilled = round % 25 === 5;
		const killed = Number(random.chance(0.5));
		const ended = calls.map((call, index) => {
			const outcome = pair[index % 2]?.call({ ...call, now: (index % 2 ? later : now).toISOString() });
			return outcome?.then((text) => {
				counts[`${call.name} ${text}`] = (counts[`${call.name} ${text}`] ?? 0) + 1;
				if (isKilled) pair[killed]?.kill();
			});
		});
		await Promise.all(ended);
		if (isKilled) pair[killed] = await startReplica();
		await pair[1]?.call({ name: 'passOnDepartures', now: later.toISOString() });
		await pair[0]?.call({ name: 'settleDueEvents', now: later.toISOString() });
		const after = await readSnapshot(event.id);
		problems.push(
			...findProblems(before, after, later, { touched, isLimited }).map((text) => `round ${round}: ${text}`),
		);
		for (const { userId, hasLeft } of after.signups) if (hasLeft) haveLeft.add(userId);
		before = after;
		minutes -= random.pick([1, 5, 20, 31, 45]);
	}
	expect(problems).toEqual([]);
	expect(haveLeft.size).toBeGreaterThan(5);
	// Which calls meet a conflict depends on the moment, so none is expected.
	const expected = [
		...['putSignup done', 'answerOffer done', 'movePlace done', 'updateEvent done'],
		...['deleteSignups done', 'undoChange done', 'recordMembership done'],
	];
	expect(Object.keys(counts)).toEqual(
		expect.arrayContaining([...expected, 'eraseUser done', 'putSignup killed']),
	);
});

test.each([
	['as it is', undefined, 1],
	['without the lock', 'without the lock', 'several'],
	['with signups read before the lock', 'with signups read before the lock', 'several'],
] as const)('20 take the last place at two replicas at once, %s', async (_, fault, expected) => {
	const { event, ids } = await createScenario(21, 1);
	const call = (id: string, index: number, hours: number, rest: Partial<PlacesCall>) =>
		pair[index % 2]?.call({
			name: 'answerOffer',
			actor: { id, role: 'player' },
			params: { eventId: event.id },
			now: new Date(START.getTime() - hours * HOUR_MS).toISOString(),
			...rest,
		});
	for (const [index, id] of ids.entries())
		await call(id, index, 30, { name: 'putSignup', body: { status: 'confirmed' } });
	const [first = '', ...others] = ids;
	// Shortly before the start, all who wait can take a free place.
	for (const replica of [0, 1]) await call(first, replica, 1, { name: 'removeSignup' });
	const outcomes = await Promise.all(
		others.map((id, index) => call(id, index, 1, { body: { accept: true }, fault })),
	);
	const told = outcomes.filter((outcome) => outcome === 'done').length;
	expect(told > 1 ? 'several' : told).toBe(expected);
});
