import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../limits.ts';
import { SIGNUP_STATUSES } from '../signups/statuses.ts';
import {
	bringBack,
	compareWaiting,
	isTaken,
	type KeptPlace,
	listOverCapacity,
	losePlace,
	NO_PLACE,
	type PlaceEntry,
	passPlace,
	placeAll,
	settlePlaces,
	takeOffer,
	takesPlace,
} from './places.ts';

/** What can happen to an event, and what the action that can be undone has changed. */
type World = {
	now: Date;
	startsAt: Date;
	places: number | null;
	signups: PlaceEntry[];
	/** The signups before the last deletion or change of the limit, and the limit before it. */
	undo: { places: number | null; before: PlaceEntry[]; isDeletion: boolean } | null;
	/** The users whom the question, a message or their own step has told that they have lost a place. */
	told: Set<string>;
	/** The users whom a message has told that they have a place. */
	gained: Set<string>;
	askedAt: Map<string, Date>;
	/** The most places that may be taken after the step; settlements do not raise it. */
	limit: number;
};
/** The random values of a step. */
type Input = { user: number; number: number; flag: boolean };

const START = new Date('2026-11-06T18:00:00Z');
const findOwn = ({ signups }: World, user: number) => signups.find(({ id }) => id === String(user));
const countTaken = ({ signups }: World) => signups.filter(isTaken).length;
const toKept = (entry: PlaceEntry, isBack: boolean): KeptPlace => ({ ...entry, isBack });

function settle(world: World, prepared = world.signups): void {
	const { now, places, startsAt } = world;
	const { entries, messages } = settlePlaces(prepared, { places, startsAt, isActive: true }, now);
	for (const { id, kind } of messages) {
		expect(now < startsAt).toBe(true);
		const last = world.askedAt.get(id);
		const wasAsked = prepared.find((entry) => entry.id === id)?.offeredAt;
		if (kind === 'offered' && last && wasAsked)
			expect(now.getTime() - last.getTime()).toBeGreaterThanOrEqual(HOUR_MS);
		if (kind === 'offered') world.askedAt.set(id, now);
		if (kind === 'placed') world.gained.add(id);
	}
	world.signups = entries;
}

/** Each step changes the world as its operation does. Another way of changing places is one more step. */
const STEPS: Record<string, (world: World, input: Input) => void> = {
	status(world, { user, number }) {
		const status = SIGNUP_STATUSES[number % SIGNUP_STATUSES.length] ?? 'confirmed';
		const own = findOwn(world, user);
		const { now } = world;
		if (own && own.status !== status) Object.assign(own, { status, updatedAt: now });
		if (own) return;
		world.signups.push({
			...{
				id: String(user),
				status,
				isStoryteller: false,
				hasLeft: false,
				standby: false,
				canBeAsked: number % 3 > 0,
			},
			...NO_PLACE,
			...{ createdAt: now, updatedAt: now },
		});
	},
	remove(world, { user }) {
		world.signups = world.signups.filter(({ id }) => id !== String(user));
	},
	answer(world, { user, flag }) {
		settle(world);
		const own = findOwn(world, user);
		if (own?.place === 'offered' && flag) Object.assign(own, takeOffer(own));
		else if (own && (own.place === 'offered' || own.place === 'placed') && !flag) {
			Object.assign(own, passPlace(own, world.now));
			world.told.add(own.id);
		}
	},
	storyteller(world, { user, flag }) {
		const own = findOwn(world, user);
		if (own) own.isStoryteller = flag;
	},
	/** A user leaves the server; who returns asks anew. */
	membership(world, { user, flag }) {
		const own = findOwn(world, user);
		if (!own || own.hasLeft === flag) return;
		Object.assign(own, { hasLeft: flag }, flag ? {} : { createdAt: world.now, updatedAt: world.now });
	},
	wait(world, { number }) {
		world.now = new Date(world.now.getTime() + (number % 90) * MINUTE_MS);
	},
	/** A form or a call; with the flag those beyond the places move to the waitlist. */
	limit(world, { number, flag }) {
		settle(world);
		const before = world.signups;
		const places = number % 8 === 7 ? null : number % 8;
		if (places === world.places) return;
		world.undo = { places: world.places, before, isDeletion: false };
		const isFirst = world.places === null;
		world.places = places;
		settle(world, isFirst ? placeAll(before) : before);
		world.limit = Math.max(world.limit, countTaken(world));
		if (places === null || !flag) return;
		const beyond = listOverCapacity(world.signups, places);
		for (const entry of beyond) Object.assign(entry, losePlace(entry, 'places', world.now));
		for (const { id } of beyond) world.told.add(id);
	},
	/** Storytellers and settings change the number of places without a question. */
	otherWay(world, { number }) {
		if (world.places !== null) world.places = number % 6;
	},
	deleteMany(world, { user, number }) {
		settle(world);
		const isChosen = ({ id }: PlaceEntry) => Number(id) >= user && Number(id) <= user + (number % 4);
		world.undo = { places: world.places, before: world.signups.filter(isChosen), isDeletion: true };
		world.signups = world.signups.filter((entry) => !isChosen(entry));
	},
	undo(world) {
		const { undo, now, places: present } = world;
		if (!undo) return;
		world.undo = null;
		// Others have signed up with these accounts since, which stands against the undo.
		if (undo.isDeletion && undo.before.some(({ id }) => findOwn(world, Number(id)))) return;
		if (undo.isDeletion) world.signups.push(...undo.before);
		else world.places = undo.places;
		const hadNoLimit = !undo.isDeletion && present === null && world.places !== null;
		const earlier = new Map(world.signups.map(({ id, place }) => [id, place]));
		const kept = new Map(undo.before.map((entry) => [entry.id, toKept(entry, undo.isDeletion)]));
		const { places } = world;
		settle(world, bringBack(world.signups, kept, { places, isActive: true, hadNoLimit }, now));
		const had = (id: string, place: string) => earlier.get(id) === place;
		const lost = world.signups.filter(
			({ id, place, lostAt }) =>
				place === 'waiting' && !had(id, 'waiting') && (hadNoLimit || lostAt?.getTime() === now.getTime()),
		);
		for (const { id } of lost) world.told.add(id);
		for (const { id, place } of world.signups)
			if (place === 'placed' && had(id, 'waiting')) world.gained.add(id);
		if (hadNoLimit) world.limit = Math.max(world.limit, countTaken(world));
	},
};

/** Many signups fill the places, and an undo means little without an action just before it. */
const OFTEN = ['status', 'status', 'status', 'status', 'deleteMany', 'undo', 'undo'];

const step = fc.record({
	name: fc.constantFrom(...Object.keys(STEPS), ...OFTEN),
	user: fc.integer({ min: 1, max: 12 }),
	number: fc.nat(240),
	flag: fc.boolean(),
});

test('in any order of steps there are never too many places, none is idle, and nobody loses one without a word', () => {
	fc.assert(
		fc.property(
			fc.array(step, { maxLength: 60, size: 'max' }),
			fc.integer({ min: 0, max: 26 * 60 }),
			(steps, minutes) => {
				const world: World = {
					...{ now: START, startsAt: new Date(START.getTime() + minutes * MINUTE_MS), places: 3 },
					...{ signups: [], undo: null, told: new Set(), gained: new Set(), askedAt: new Map(), limit: 0 },
				};
				for (const { name, ...input } of steps) {
					const before = new Map(world.signups.map((entry) => [entry.id, { ...entry }]));
					const hadLimit = world.places !== null;
					world.told.clear();
					world.gained.clear();
					// A place that is kept for a user stays theirs when there are fewer.
					world.limit = Math.max(world.places ?? 0, countTaken(world));
					STEPS[name]?.(world, input);
					settle(world);
					const { signups, places, now, startsAt } = world;
					const again = settlePlaces(signups, { places, startsAt, isActive: true }, now);
					expect(again).toEqual({ entries: signups, messages: [] });
					for (const entry of signups) {
						expect(entry.place !== null).toBe(places !== null && takesPlace(entry));
						const earlier = before.get(entry.id);
						// Who comes to an event without a limit has a place too.
						const had = earlier && takesPlace(earlier) && (earlier.place === 'placed' || !hadLimit);
						if (had && entry.place === 'waiting') expect(world.told).toContain(entry.id);
						if (earlier?.place === 'waiting' && entry.place === 'placed' && takesPlace(earlier))
							expect(world.gained).toContain(entry.id);
					}
					if (places === null) continue;
					const taken = signups.filter(isTaken);
					expect(taken.length).toBeLessThanOrEqual(Math.max(places, world.limit));
					const line = signups.filter(({ place }) => place === 'waiting').sort(compareWaiting);
					if (now < startsAt && taken.length < places) expect(line).toEqual([]);
					const returned = name === 'membership' && line.find(({ id }) => id === String(input.user));
					if (returned && before.get(returned.id)?.place === null)
						for (const other of line)
							expect(
								compareWaiting(other, returned) <= 0 || other.passedAt || other.askedAt === now,
							).toBeTruthy();
					// Who lost a place waits before all who have not.
					const firstOthers = line.findIndex(({ lostBy }) => lostBy === null);
					if (firstOthers >= 0)
						expect(line.slice(firstOthers).every(({ lostBy }) => lostBy === null)).toBe(true);
				}
			},
		),
		{ numRuns: 1_000 },
	);
});
