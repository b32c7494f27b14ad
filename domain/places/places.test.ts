import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../limits.ts';
import type { SignupStatus } from '../signups/statuses.ts';
import {
	bringBack,
	type Capacity,
	compareWaiting,
	countPlaces,
	type KeptPlace,
	listOverCapacity,
	losePlace,
	NO_PLACE,
	type PlaceEntry,
	passPlace,
	placeAll,
	placeNewcomer,
	settlePlaces,
	takeOffer,
	takesPlace,
} from './places.ts';
import { callStandbys, canBeCalled, passCall } from './standbys.ts';

const NOW = new Date('2026-11-06T18:00:00Z');
const after = (ms: number) => new Date(NOW.getTime() + ms);
const DAY = after(24 * HOUR_MS);

const asking = (id: number, changes: Partial<PlaceEntry> = {}): PlaceEntry => ({
	id: String(id),
	status: 'confirmed',
	isStoryteller: false,
	hasLeft: false,
	canBeAsked: true,
	standby: false,
	...NO_PLACE,
	createdAt: after(-100 * HOUR_MS + id),
	updatedAt: after(-100 * HOUR_MS + id),
	...changes,
});
const placed = (id: number, changes: Partial<PlaceEntry> = {}) =>
	asking(id, { place: 'placed', askedAt: after(-90 * HOUR_MS + id), ...changes });
const waiting = (id: number, changes: Partial<PlaceEntry> = {}) =>
	placed(id, { place: 'waiting', ...changes });
const offered = (id: number, changes: Partial<PlaceEntry> = {}) =>
	placed(id, { place: 'offered', offeredAt: NOW, offerExpiresAt: after(30 * MINUTE_MS), ...changes });

const settle = (signups: PlaceEntry[], places: number, startsAt = DAY, now = NOW, isActive = true) =>
	settlePlaces(signups, { places, startsAt, isActive }, now);
/** A user who waits because they have lost the place. */
const lost = (id: number, lostBy: 'places' | 'undo', lostAt = NOW) => waiting(id, { lostBy, lostAt });
const show = ({ entries }: { entries: PlaceEntry[] }) =>
	entries.map(({ id, place }) => `${id} ${place ?? 'none'}`).join(', ');

test.each<[Capacity, number, number | null]>([
	[null, 2, null],
	[12, 2, 12],
	['storytellers', 2, 30],
	['storytellers', 0, 0],
])('the capacity %s with %i storytellers is %s places', (capacity, storytellers, places) =>
	expect(countPlaces(capacity, { storytellers, maxPlayersPerGroup: 15 })).toBe(places),
);

test.each<[SignupStatus, boolean, boolean, boolean]>([
	['confirmed', false, false, true],
	['late', false, false, true],
	['tentative', false, false, false],
	['declined', false, false, false],
	['confirmed', true, false, false],
	['confirmed', false, true, false],
	['late', false, true, false],
])('a signup %s (storyteller: %s, has left: %s) takes a place: %s', (status, isStoryteller, hasLeft, takes) =>
	expect(takesPlace({ status, isStoryteller, hasLeft })).toBe(takes),
);

describe('more than twelve hours before the start', () => {
	test.each<[string, PlaceEntry[], number, string, string]>([
		[
			'the first who ask get the places',
			[asking(2), asking(1), asking(3)],
			2,
			'1 placed, 2 placed, 3 waiting',
			'',
		],
		[
			'no place is needed by others',
			[asking(1, { status: 'declined' }), asking(2, { isStoryteller: true })],
			1,
			'1 none, 2 none',
			'',
		],
		[
			'late and confirmed are the same',
			[placed(1, { status: 'late' }), asking(2)],
			1,
			'1 placed, 2 waiting',
			'',
		],
		[
			'who leaves makes room for the first in line',
			[placed(1, { status: 'tentative' }), waiting(3), waiting(2)],
			1,
			'1 none, 2 placed, 3 waiting',
			'2 placed',
		],
		[
			'who comes back is behind those who wait',
			[asking(1, { updatedAt: NOW }), placed(2), waiting(3)],
			1,
			'1 waiting, 2 placed, 3 waiting',
			'',
		],
		[
			'fewer places take none away',
			[placed(1), placed(2), waiting(3)],
			1,
			'1 placed, 2 placed, 3 waiting',
			'',
		],
		[
			'more places go down the line',
			[placed(1), waiting(2), waiting(3), waiting(4)],
			3,
			'1 placed, 2 placed, 3 placed, 4 waiting',
			'2 placed, 3 placed',
		],
		[
			'a new one does not pass those who wait',
			[waiting(1), asking(2, { updatedAt: NOW })],
			1,
			'1 placed, 2 waiting',
			'1 placed',
		],
		['who passed is asked by nobody, but can take it', [waiting(1, { passedAt: NOW })], 1, '1 offered', ''],
		[
			'who did not pass goes first',
			[waiting(1, { passedAt: NOW }), waiting(2)],
			1,
			'1 waiting, 2 placed',
			'2 placed',
		],
		[
			'who lost a place to a lower number goes before who was brought back, and before the line',
			[waiting(1), lost(2, 'undo', after(-HOUR_MS)), lost(3, 'places')],
			2,
			'1 waiting, 2 placed, 3 placed',
			'3 placed, 2 placed',
		],
		[
			'the oldest loss goes first',
			[lost(1, 'places'), lost(2, 'places', after(-HOUR_MS))],
			1,
			'1 waiting, 2 placed',
			'2 placed',
		],
		['an event without places has none to give', [asking(1)], 0, '1 waiting', ''],
		[
			'who has left has no place, and the next gets it',
			[placed(1, { hasLeft: true }), waiting(2)],
			1,
			'1 none, 2 placed',
			'2 placed',
		],
		[
			'the first of the line has left',
			[waiting(1, { hasLeft: true }), waiting(2)],
			1,
			'1 none, 2 placed',
			'2 placed',
		],
		[
			'an offer to one who has left goes to the next',
			[offered(1, { hasLeft: true }), waiting(2)],
			1,
			'1 none, 2 placed',
			'2 placed',
		],
		[
			'who returns stands at the end of the line',
			[asking(1, { updatedAt: NOW }), placed(2), waiting(3)],
			1,
			'1 waiting, 2 placed, 3 waiting',
			'',
		],
		[
			'who returns to a free place has it',
			[asking(1, { updatedAt: NOW }), placed(2)],
			2,
			'1 placed, 2 placed',
			'',
		],
		[
			'messages that are not wanted change nothing',
			[waiting(1, { canBeAsked: false })],
			1,
			'1 placed',
			'1 placed',
		],
	])('%s', (_, signups, places, expected, messages) => {
		const settled = settle(signups, places);
		expect(show(settled)).toBe(expected);
		expect(settled.messages.map(({ id, kind }) => `${id} ${kind}`).join(', ')).toBe(messages);
	});
});

test('a newcomer gets the place of a whole settlement, or leaves the decision to it', () => {
	const state = fc.constantFrom('placed', 'waiting', 'passed');
	fc.assert(
		fc.property(fc.array(state, { maxLength: 8 }), fc.integer({ min: 0, max: 6 }), (states, places) => {
			const signups = states.map((one, index) =>
				one === 'placed' ? placed(index + 1) : waiting(index + 1, one === 'passed' ? { passedAt: NOW } : {}),
			);
			const settled = settle(signups, places).entries;
			// Offers to others, and places above the capacity, are looked at whole.
			if (settled.some(({ place }) => place === 'offered')) return;
			const count = (place: string) => settled.filter((entry) => entry.place === place).length;
			const place = placeNewcomer({ places, placed: count('placed'), waiting: count('waiting') });
			if (place === null) return;
			const whole = settle([...settled, asking(99, { updatedAt: NOW })], places);
			expect(whole.entries.map((entry) => entry.place)).toEqual([
				...settled.map((entry) => entry.place),
				place,
			]);
			expect(whole.messages).toEqual([]);
		}),
	);
	expect(placeNewcomer({ places: 3, placed: 2, waiting: 0 })).toBe('placed');
	expect(placeNewcomer({ places: 3, placed: 3, waiting: 4 })).toBe('waiting');
	expect(placeNewcomer({ places: 3, placed: 2, waiting: 1 })).toBeNull();
	expect(placeNewcomer({ places: 3, placed: 0, waiting: 0 })).toBeNull();
});

describe('standbys', () => {
	const START = after(5 * HOUR_MS);
	const standby = (id: number, changes: Partial<PlaceEntry> = {}) =>
		asking(id, { status: 'tentative', standby: true, ...changes });
	const called = (id: number, changes: Partial<PlaceEntry> = {}) =>
		standby(id, {
			place: 'offered',
			askedAt: NOW,
			offeredAt: NOW,
			offerExpiresAt: after(30 * MINUTE_MS),
			...changes,
		});
	const run = (signups: PlaceEntry[], wanted: number, now = NOW, places: number | null = null) => {
		const { entries } = settlePlaces(signups, { places, startsAt: START, isActive: true }, now);
		return callStandbys(entries, { wanted, startsAt: START, isActive: true }, now);
	};
	test.each<[string, PlaceEntry[], number, string, string]>([
		[
			'are asked in the order of their signups',
			[standby(1), standby(2), standby(3)],
			2,
			'1 offered, 2 offered, 3 none',
			'1, 2',
		],
		['are not asked without need', [standby(1)], 0, '1 none', ''],
		['an offer counts', [called(1), standby(2)], 1, '1 offered, 2 none', ''],
		[
			'only tentative ones',
			[
				standby(1, { status: 'declined' }),
				standby(2, { isStoryteller: true }),
				asking(3, { status: 'tentative' }),
			],
			9,
			'1 none, 2 none, 3 none',
			'',
		],
		['not in quiet hours', [standby(1, { canBeAsked: false }), standby(2)], 1, '1 none, 2 offered', '2'],
		[
			'not again after passing',
			[standby(1, { passedAt: NOW, offeredAt: after(-9 * HOUR_MS) }), standby(2)],
			1,
			'1 none, 2 offered',
			'2',
		],
		[
			'an offer that has ended goes on',
			[called(1, { offerExpiresAt: NOW }), standby(2)],
			1,
			'1 none, 2 offered',
			'2',
		],
		[
			'who had a place and gives it up is none at once',
			[offered(1, { status: 'tentative', standby: true })],
			0,
			'1 none',
			'',
		],
	])('%s', (_, signups, wanted, expected, asked) => {
		const settled = run(signups, wanted);
		expect(show(settled)).toBe(expected);
		expect(settled.messages).toEqual(
			asked === '' ? [] : asked.split(', ').map((id) => ({ id, kind: 'standby' })),
		);
		expect(run(settled.entries, wanted)).toEqual({ entries: settled.entries, messages: [] });
	});

	test('have an offer of 30 minutes, and at most until the start', () => {
		const offerAt = (now: Date) => run([standby(1)], 1, now).entries[0]?.offerExpiresAt;
		expect(offerAt(NOW)).toEqual(after(30 * MINUTE_MS));
		expect(offerAt(new Date(START.getTime() - 10 * MINUTE_MS))).toEqual(START);
	});

	test('of a cancelled event have no offer', () => {
		const { entries } = settlePlaces([called(1)], { places: null, startsAt: START, isActive: false }, NOW);
		expect(show({ entries })).toBe('1 none');
	});

	test('keep their place while they are asked, and give it back', () => {
		const signups = [called(1), asking(2)];
		expect(show(run(signups, 1, NOW, 1))).toBe('1 offered, 2 waiting');
		expect(show(run(signups, 1, after(30 * MINUTE_MS), 1))).toBe('1 none, 2 placed');
		const taken = [{ ...called(1), ...takeOffer(called(1)), status: 'confirmed' as const }, asking(2)];
		expect(show(run(taken, 0, NOW, 1))).toBe('1 placed, 2 waiting');
		const passed = [{ ...called(1), ...passCall(called(1), NOW) }];
		expect(show(run(passed, 1))).toBe('1 none');
		expect(canBeCalled(passed[0] as PlaceEntry)).toBe(false);
		expect(canBeCalled(called(1))).toBe(true);
	});

	test.each<[string, Partial<PlaceEntry>, number, string]>([
		['confirms while they are asked', { updatedAt: after(1) }, 2, '1 placed, 2 waiting'],
		['comes late', { status: 'late', updatedAt: after(1) }, 2, '1 placed, 2 waiting'],
		['confirms before the end, which is seen later', { updatedAt: after(1) }, 60, '1 placed, 2 waiting'],
		['confirms when the offer has ended', { updatedAt: after(30 * MINUTE_MS) }, 60, '1 waiting, 2 offered'],
		['had asked for the place at the time of the offer', { updatedAt: NOW }, 2, '1 offered, 2 waiting'],
	])('an offer whose user %s', (_, changes, minutes, expected) => {
		const own = Object.assign(called(1), { status: 'confirmed', standby: false }, changes);
		expect(show(run([own, waiting(2)], 0, after(minutes * MINUTE_MS), 1))).toBe(expected);
	});

	test('who leaves and comes back within the hour is not offered a place again', () => {
		const back = asking(1, { offeredAt: after(-30 * MINUTE_MS) });
		const settled = settle([back, waiting(2, { canBeAsked: false })], 1, START);
		expect(show(settled)).toBe('1 offered, 2 offered');
		expect(settled.messages).toEqual([]);
	});
});

describe('from twelve to two hours before the start', () => {
	const START = after(5 * HOUR_MS);
	test.each<[string, PlaceEntry[], number, string, string]>([
		['the first in line has 30 minutes', [waiting(1), waiting(2)], 1, '1 offered, 2 waiting', '1'],
		[
			'two places are two offers',
			[waiting(1), waiting(2), waiting(3)],
			2,
			'1 offered, 2 offered, 3 waiting',
			'1, 2',
		],
		[
			'quiet hours are respected, and the place can be taken',
			[waiting(1, { canBeAsked: false })],
			1,
			'1 offered',
			'',
		],
		[
			'after quiet hours come the others',
			[waiting(1, { canBeAsked: false }), waiting(2)],
			1,
			'1 waiting, 2 offered',
			'2',
		],
		[
			'nobody is asked twice in an hour',
			[waiting(1, { offeredAt: after(-59 * MINUTE_MS) }), waiting(2)],
			1,
			'1 waiting, 2 offered',
			'2',
		],
		[
			'but after an hour',
			[waiting(1, { offeredAt: after(-HOUR_MS) }), waiting(2)],
			1,
			'1 offered, 2 waiting',
			'1',
		],
		['an offer is a place', [offered(1), waiting(2)], 1, '1 offered, 2 waiting', ''],
		[
			'an offer that ends goes to the next',
			[offered(1, { offerExpiresAt: NOW }), waiting(2)],
			1,
			'1 waiting, 2 offered',
			'2',
		],
		[
			'who leaves makes an offer',
			[placed(1, { status: 'declined' }), waiting(2)],
			1,
			'1 none, 2 offered',
			'2',
		],
		['who asks while nobody waits has the place', [asking(1)], 1, '1 placed', ''],
	])('%s', (_, signups, places, expected, asked) => {
		const settled = settle(signups, places, START);
		expect(show(settled)).toBe(expected);
		expect(settled.messages).toEqual(
			asked === '' ? [] : asked.split(', ').map((id) => ({ id, kind: 'offered' })),
		);
	});

	test('an offer ends with the start at the latest, and its end counts as passing', () => {
		const [first] = settle([waiting(1)], 1, after(2 * HOUR_MS + 1)).entries;
		expect(first?.offerExpiresAt).toEqual(after(30 * MINUTE_MS));
		const end = after(30 * MINUTE_MS);
		const [ended] = settle(
			[offered(1, { offerExpiresAt: end }), placed(2)],
			1,
			START,
			after(HOUR_MS),
		).entries;
		expect(ended).toMatchObject({ place: 'waiting', passedAt: end, offerExpiresAt: null });
	});
});

test.each<[string, number, PlaceEntry[], string, string[]]>([
	[
		'in the last two hours all are asked',
		2 * HOUR_MS,
		[waiting(1), waiting(2, { passedAt: NOW })],
		'1 offered, 2 offered',
		['1', '2'],
	],
	[
		'of whom the first gets it',
		HOUR_MS,
		[placed(1), waiting(2), offered(3, { offerExpiresAt: null })],
		'1 placed, 2 waiting, 3 waiting',
		[],
	],
	[
		'and who asks anew is one of them',
		HOUR_MS,
		[waiting(1, { offeredAt: NOW }), asking(2)],
		'1 offered, 2 offered',
		['2'],
	],
	['after the start nobody is asked', 0, [waiting(1), waiting(2)], '1 waiting, 2 waiting', []],
	['after the start a free place without a line can be taken', -HOUR_MS, [asking(1)], '1 placed', []],
])('%s', (_, leftMs, signups, expected, asked) => {
	const settled = settle(signups, 1, after(leftMs));
	expect(show(settled)).toBe(expected);
	expect(settled.messages.map(({ id }) => id)).toEqual(asked);
});

test('a cancelled event gives no place', () => {
	const settled = settle([placed(1, { status: 'declined' }), waiting(2)], 1, DAY, NOW, false);
	expect(show(settled)).toBe('1 none, 2 waiting');
	expect(settled.messages).toEqual([]);
});

test.each([
	['over the end of summer time', '2026-11-01T07:30:00Z'],
	['over its start', '2026-03-08T09:30:00Z'],
])('twelve hours and 30 minutes are hours of the clock, %s', (_, start) => {
	const startsAt = new Date(start);
	const before = (ms: number) => new Date(startsAt.getTime() - ms);
	const early = settlePlaces([waiting(1)], { places: 1, startsAt, isActive: true }, before(12 * HOUR_MS + 1));
	expect(show(early)).toBe('1 placed');
	const now = before(12 * HOUR_MS);
	const [late] = settlePlaces([waiting(1)], { places: 1, startsAt, isActive: true }, now).entries;
	expect(late).toMatchObject({ place: 'offered', offerExpiresAt: new Date(now.getTime() + 30 * MINUTE_MS) });
});

test.each([
	['nobody', [placed(1), placed(2)], 2, ''],
	['who signed up last', [placed(1, { askedAt: after(5) }), placed(2), placed(3)], 1, '3, 1'],
	['only those with a place', [placed(1), waiting(2), offered(3), placed(4)], 1, '4'],
	['no storyteller', [placed(1, { isStoryteller: true }), placed(2), placed(3)], 2, ''],
])('beyond the places is %s', (_, entries, places, ids) => {
	const beyond = listOverCapacity(entries, places);
	expect(beyond.map(({ id }) => id).join(', ')).toBe(ids);
	// They are the first of those who wait.
	const lost = entries.map((entry) =>
		beyond.includes(entry) ? { ...entry, ...losePlace(entry, 'places', NOW) } : entry,
	);
	const after9 = settle([...lost, waiting(9, { askedAt: after(HOUR_MS) })], places).entries;
	const line = after9.filter(({ place, id }) => place === 'waiting' && (id === '9' || ids.includes(id)));
	expect(line.sort(compareWaiting).at(-1)?.id ?? '9').toBe('9');
});

test('who gets a place or gives it up has lost none', () => {
	const none = { lostBy: null, lostAt: null };
	expect(settle([lost(1, 'places')], 1).entries[0]).toMatchObject({ place: 'placed', ...none });
	expect(passPlace(lost(1, 'undo'), NOW)).toMatchObject(none);
	expect(takeOffer(lost(1, 'undo'))).toMatchObject(none);
	const [declined] = settle([lost(1, 'places'), lost(2, 'places')], 0).entries.map((entry) => ({
		...entry,
		status: 'declined' as const,
	}));
	expect(settle([declined as PlaceEntry], 0).entries[0]).toMatchObject(none);
	const ended = offered(1, { ...lost(1, 'undo'), place: 'offered', offeredAt: NOW, offerExpiresAt: NOW });
	expect(settle([ended, placed(2)], 1, after(5 * HOUR_MS)).entries[0]).toMatchObject({
		passedAt: NOW,
		...none,
	});
});

test('with the first number of places all who come have one, in the order of their signups', () => {
	const signups = [asking(2), asking(1, { status: 'late' }), asking(3, { status: 'declined' })];
	const all = placeAll([...signups, asking(4, { isStoryteller: true })]);
	expect(show({ entries: all })).toBe('2 placed, 1 placed, 3 none, 4 none');
	expect(show(settle(all, 1))).toBe('1 placed, 2 placed, 3 none, 4 none');
	expect(listOverCapacity(all, 1).map(({ id }) => id)).toEqual(['2']);
});

test.each<[string, PlaceEntry[], boolean, string]>([
	['who waited is told', [waiting(1), placed(2), waiting(3, { status: 'declined' })], true, '1 placed'],
	['of a cancelled event nobody', [waiting(1)], false, ''],
])('when the limit is removed, %s', (_, signups, isActive, expected) => {
	const settled = settlePlaces(signups, { places: null, startsAt: DAY, isActive }, NOW);
	expect(settled.entries.every(({ place }) => place === null)).toBe(true);
	expect(settled.messages.map(({ id, kind }) => `${id} ${kind}`).join(', ')).toBe(expected);
});

describe('an undo', () => {
	const back = ({ id: _, ...entry }: PlaceEntry): KeptPlace => ({ ...entry, isBack: true });
	const stayed = (entry: PlaceEntry): KeptPlace => ({ ...entry, isBack: false });
	test.each<[string, PlaceEntry[], Record<string, KeptPlace>, number | null, string]>([
		['gives a free place back', [placed(1), waiting(2)], { 1: back(placed(1)) }, 1, '1 placed, 2 waiting'],
		[
			'takes no place from others',
			[placed(1), placed(2)],
			{ 1: back(placed(1)) },
			1,
			'1 waiting undo, 2 placed',
		],
		[
			'gives the places that are left to those who asked first',
			[placed(2), placed(1), placed(3)],
			{ 1: back(placed(1)), 2: back(placed(2)) },
			2,
			'2 waiting undo, 1 placed, 3 placed',
		],
		['of a status gives the place back', [asking(1)], { 1: stayed(placed(1)) }, 1, '1 placed'],
		[
			'of a status, when the place has gone on',
			[asking(1), placed(2)],
			{ 1: stayed(placed(1)) },
			1,
			'1 waiting undo, 2 placed',
		],
		[
			'gives a position back',
			[asking(1), placed(2), waiting(3)],
			{ 1: stayed(waiting(1)) },
			1,
			'1 waiting, 2 placed, 3 waiting',
		],
		[
			'ends an offer whose place has gone on',
			[offered(1), placed(2)],
			{ 1: back(offered(1)) },
			1,
			'1 waiting, 2 placed',
		],
		['keeps an offer whose place is free', [offered(1)], { 1: back(offered(1)) }, 1, '1 offered'],
		[
			'of a lower number of places gives them back',
			[lost(1, 'places'), placed(2)],
			{ 1: stayed(placed(1)) },
			2,
			'1 placed, 2 placed',
		],
		[
			'keeps an older loss',
			[lost(1, 'places', after(-HOUR_MS)), placed(2)],
			{ 1: stayed(placed(1)) },
			1,
			'1 waiting places, 2 placed',
		],
		[
			'gives nothing to who has given it up since',
			[waiting(1, { passedAt: NOW })],
			{ 1: stayed(placed(1)) },
			1,
			'1 waiting',
		],
		[
			'takes nothing from who only changed the status',
			[placed(1), placed(2)],
			{ 1: stayed(placed(1)) },
			1,
			'1 placed, 2 placed',
		],
		[
			'gives nothing to who does not come',
			[placed(1, { status: 'declined' })],
			{ 1: back(placed(1)) },
			1,
			'1 none',
		],
		['without a limit leaves all to the settlement', [placed(1)], { 1: back(placed(1)) }, null, '1 placed'],
	])('%s', (_, signups, kept, places, expected) => {
		const entries = bringBack(
			signups,
			new Map(Object.entries(kept)),
			{ places, isActive: true, hadNoLimit: false },
			NOW,
		);
		const shown = entries.map(
			({ id, place, lostBy }) => `${id} ${place ?? 'none'}${lostBy ? ` ${lostBy}` : ''}`,
		);
		expect(shown.join(', ')).toBe(expected);
	});

	test('that brings a limit back keeps who came meanwhile, and the line', () => {
		const kept = new Map([
			['1', stayed(placed(1))],
			['2', stayed(placed(2))],
			['3', stayed(waiting(3))],
		]);
		const signups = [1, 2, 3, 4].map((id) => asking(id));
		const entries = bringBack(signups, kept, { places: 1, isActive: true, hadNoLimit: true }, NOW);
		expect(show({ entries })).toBe('1 placed, 2 placed, 3 waiting, 4 placed');
	});
});
