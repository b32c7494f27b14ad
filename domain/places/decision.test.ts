import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../limits.ts';
import {
	countWantedStandbys,
	type Decision,
	type DueEntry,
	decide,
	findNextSettlement,
	getDecisionAfterReinstating,
	isWaitingAfterEdit,
	type Minimum,
} from './decision.ts';
import { NO_PLACE, settlePlaces } from './places.ts';
import { callStandbys, canBeCalled } from './standbys.ts';

const START = new Date('2026-11-07T20:00:00Z');
const hoursBefore = (hours: number) => new Date(START.getTime() - hours * HOUR_MS);
const EVENT: Minimum = {
	minimumPlayers: 8,
	decideMinutes: 24 * 60,
	onTooFew: 'ask',
	startsAt: START,
	isActive: true,
	decision: null,
};

type Case = [
	what: string,
	event: Partial<Minimum>,
	counts: [players: number, standbys: number],
	hours: number,
	decision: Decision | null,
	step: 'ask' | 'cancel' | null,
];
test.each<Case>([
	['any number is enough without a minimum', { minimumPlayers: null }, [0, 0], 5, null, null],
	[
		'a minimum that was removed decides nothing',
		{ minimumPlayers: null, decision: 'on' },
		[0, 0],
		5,
		null,
		null,
	],
	['nothing is decided early', {}, [8, 0], 24.1, null, null],
	['enough players are on', {}, [8, 0], 24, 'on', null],
	['too few are asked about', {}, [7, 0], 24, 'pending', 'ask'],
	['it is asked once', { decision: 'pending' }, [7, 0], 23, 'pending', null],
	['later players are enough', { decision: 'pending' }, [8, 0], 3, 'on', null],
	['nobody cancels without being asked', { decision: 'pending' }, [0, 0], 0.1, 'pending', null],
	['who leaves does not end it', { decision: 'on' }, [7, 0], 3, 'on', null],
	['too few are cancelled', { onTooFew: 'cancel' }, [7, 0], 24, 'off', 'cancel'],
	['standbys are asked first', { onTooFew: 'cancel' }, [7, 1], 24, 'pending', null],
	['standbys are too late', { onTooFew: 'cancel', decision: 'pending' }, [7, 1], 2, 'off', 'cancel'],
	['no standby is left', { onTooFew: 'cancel', decision: 'pending' }, [7, 0], 5, 'off', 'cancel'],
	['a short notice', { onTooFew: 'cancel', decideMinutes: 60 }, [7, 3], 1, 'off', 'cancel'],
	['a reinstated event is on', { decision: 'off' }, [0, 0], 5, 'on', null],
	['a cancelled event stays as it is', { decision: 'off', isActive: false }, [9, 0], 5, 'off', null],
	['an event that was moved is decided again', { decision: 'on' }, [8, 0], 48, null, null],
	['an event that has begun stays as it is', { decision: 'pending' }, [8, 0], 0, 'pending', null],
])('%s', (_, changes, [players, standbys], hours, decision, step) =>
	expect(decide({ ...EVENT, ...changes }, { players, standbys }, hoursBefore(hours))).toEqual({
		decision,
		step,
	}),
);

test.each<[what: string, event: Partial<Minimum>, hours: number, decision: Decision | null]>([
	['is on after the time of the decision', {}, 20, 'on'],
	['is on at the time of the decision', {}, 24, 'on'],
	['is on when it was pending', { decision: 'pending' }, 20, 'on'],
	['is on when it was cancelled because of too few players', { decision: 'off' }, 20, 'on'],
	['is decided later before that time', {}, 24.1, null],
	['is not decided without a minimum', { minimumPlayers: null }, 20, null],
])('an event that is reinstated %s', (_, changes, hours, decision) =>
	expect(getDecisionAfterReinstating({ ...EVENT, ...changes }, hoursBefore(hours))).toBe(decision),
);

test.each<[what: string, event: Partial<Minimum>, isMoved: boolean, hours: number, isWaiting: boolean]>([
	['whose decision is later now', {}, false, 20, true],
	['whose decision is due now', {}, false, 2, false],
	['that has moved to a later start', {}, true, 48, false],
	['that needs no players any more', { minimumPlayers: null }, false, 20, false],
	['that is not decided yet', { decision: null }, false, 20, false],
	['that is on', { decision: 'on' }, false, 20, false],
])('an edited event %s', (_, changes, isMoved, hours, isWaiting) => {
	const event: Minimum = Object.assign({}, EVENT, { decideMinutes: 120, decision: 'pending' }, changes);
	expect(isWaitingAfterEdit(event, { isMoved, now: hoursBefore(hours) })).toBe(isWaiting);
});

describe('how many standbys are wanted', () => {
	type Wanted = Parameters<typeof countWantedStandbys>[0];
	const NONE: Wanted = {
		minimumPlayers: null,
		decision: null,
		isCalled: false,
		players: 5,
		free: null,
		leftMs: 48 * HOUR_MS,
	};
	test.each<[string, Partial<Wanted>, number]>([
		['none for an event like any other', {}, 0],
		['none before the decision', { minimumPlayers: 8 }, 0],
		['those that are lacking at the decision', { minimumPlayers: 8, decision: 'pending' }, 3],
		['none when it is on', { minimumPlayers: 8, decision: 'on' }, 0],
		['those that are lacking when a creator calls', { minimumPlayers: 8, isCalled: true }, 3],
		['all when a creator calls without a minimum', { isCalled: true }, Number.POSITIVE_INFINITY],
		['not more than there are places', { minimumPlayers: 8, decision: 'pending', free: 2 }, 2],
		['free places within a day of the start', { free: 2, leftMs: 24 * HOUR_MS }, 2],
		['no free places earlier', { free: 2, leftMs: 25 * HOUR_MS }, 0],
		['free places when a creator calls', { free: 2, isCalled: true }, 2],
		['none of a full event', { free: 0, isCalled: true, minimumPlayers: 8 }, 0],
	])('%s', (_, changes, wanted) => expect(countWantedStandbys({ ...NONE, ...changes })).toBe(wanted));
});

describe('due', () => {
	const NOW = new Date('2026-11-06T18:00:00Z');
	const after = (ms: number) => new Date(NOW.getTime() + ms);
	const START = after(48 * HOUR_MS);
	const before = (ms: number) => new Date(START.getTime() - ms);

	const signup = (changes: Partial<DueEntry> = {}): DueEntry => ({
		id: '1',
		status: 'confirmed',
		isStoryteller: false,
		hasLeft: false,
		standby: false,
		canBeAsked: true,
		quietEnd: null,
		...NO_PLACE,
		createdAt: NOW,
		updatedAt: NOW,
		...changes,
	});
	const waiting = (changes: Partial<DueEntry> = {}) => signup({ place: 'waiting', askedAt: NOW, ...changes });
	const event = { minimumPlayers: null, decideMinutes: 1440, startsAt: START, isActive: true };

	test.each<
		[
			string,
			DueEntry[],
			Partial<Omit<typeof event, 'minimumPlayers'>> & { minimumPlayers?: number },
			Date,
			Date | null,
		]
	>([
		['nobody', [], {}, NOW, null],
		['a player with a place', [signup({ place: 'placed', askedAt: NOW })], {}, NOW, null],
		['a player who waits', [waiting()], {}, NOW, before(24 * HOUR_MS)],
		['a player who waits, a day before', [waiting()], {}, before(24 * HOUR_MS), before(12 * HOUR_MS)],
		['a player who waits, later', [waiting()], {}, before(12 * HOUR_MS), before(2 * HOUR_MS)],
		['a player who waits, shortly before', [waiting()], {}, before(HOUR_MS), START],
		['a player who waits, after the start', [waiting()], {}, START, null],
		['a player who waits for a cancelled event', [waiting()], { isActive: false }, NOW, null],
		['quiet hours', [waiting({ canBeAsked: false, quietEnd: after(HOUR_MS) })], {}, NOW, after(HOUR_MS)],
		[
			'an offer',
			[waiting({ place: 'offered', offeredAt: NOW, offerExpiresAt: after(30 * MINUTE_MS) })],
			{},
			NOW,
			after(30 * MINUTE_MS),
		],
		['a user who was asked', [waiting({ offeredAt: after(-MINUTE_MS) })], {}, NOW, after(59 * MINUTE_MS)],
		['a standby', [signup({ status: 'tentative', standby: true })], {}, NOW, before(24 * HOUR_MS)],
		['a decision', [], { minimumPlayers: 3, decideMinutes: 2820 }, NOW, after(HOUR_MS)],
		['a decision that waits', [], { minimumPlayers: 3 }, before(20 * HOUR_MS), before(12 * HOUR_MS)],
	])('with %s the next settlement is at its time', (_, entries, changes, now, expected) =>
		expect(findNextSettlement(entries, { ...event, ...changes }, now)).toEqual(expected),
	);

	/** A signup whose user has quiet hours until some minutes from now. */
	const arbitrary = fc.record({
		status: fc.constantFrom('confirmed', 'late', 'tentative', 'declined'),
		standby: fc.boolean(),
		getsMessages: fc.boolean(),
		quietMinutes: fc.integer({ min: -60, max: 600 }),
	});

	test('nothing changes before the next settlement, whatever the event', () => {
		fc.assert(
			fc.property(
				fc.array(arbitrary, { maxLength: 8 }),
				fc.record({
					places: fc.option(fc.nat(5)),
					minimumPlayers: fc.option(fc.integer({ min: 1, max: 8 })),
					onTooFew: fc.constantFrom('ask' as const, 'cancel' as const),
					decideMinutes: fc.integer({ min: 60, max: 2_000 }),
					isCalled: fc.boolean(),
				}),
				fc.integer({ min: 1, max: 30 * 60 }),
				fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }),
				(users, rules, minutes, parts) => {
					const startsAt = after(minutes * MINUTE_MS);
					const plan = { places: rules.places, startsAt, isActive: true };
					let entries = users.map(({ status, standby }, index) =>
						signup({
							id: String(index + 1),
							status,
							standby: standby && status === 'tentative',
							createdAt: after(index),
							updatedAt: after(index),
						}),
					);
					let decision: Decision | null = null;
					const settle = (now: Date) => {
						const asked = entries.map((entry, index) => {
							const { getsMessages = false, quietMinutes = 0 } = users[index] ?? {};
							const end = after(quietMinutes * MINUTE_MS);
							const quietEnd = getsMessages && end > now ? end : null;
							return { ...entry, quietEnd, canBeAsked: getsMessages && quietEnd === null };
						});
						const placed = settlePlaces(asked, plan, now).entries.map((entry) => ({ ...entry }));
						const players = placed.filter((entry) =>
							rules.places === null ? ['confirmed', 'late'].includes(entry.status) : entry.place === 'placed',
						).length;
						const waits = placed.some(
							({ place, status }) => place && place !== 'placed' && status !== 'tentative',
						);
						const taken = placed.filter(
							({ place, status }) => place === 'placed' || (place === 'offered' && status !== 'tentative'),
						).length;
						const free = rules.places === null ? null : waits ? 0 : Math.max(0, rules.places - taken);
						const decided = decide(
							{ ...plan, ...rules, decision },
							{ players, standbys: placed.filter(canBeCalled).length },
							now,
						);
						const leftMs = startsAt.getTime() - now.getTime();
						const wanted = countWantedStandbys({ ...rules, ...decided, players, free, leftMs });
						const called = callStandbys(placed, { ...plan, wanted }, now).entries;
						return { decision: decided.decision, entries: called };
					};
					const state = ({ entries: all, decision: decided }: ReturnType<typeof settle>) => ({
						decided,
						all: all
							.map(({ quietEnd, canBeAsked, ...rest }) => rest)
							.sort((a, b) => Number(a.id) - Number(b.id)),
					});
					let now = NOW;
					for (const part of parts) {
						// The users of the array are in the order of their ids.
						const settled = settle(now);
						entries = settled.entries.toSorted((a, b) => Number(a.id) - Number(b.id));
						decision = settled.decision;
						const isActive = decision !== 'off';
						const next = findNextSettlement(entries, { ...rules, startsAt, isActive }, now);
						if (!isActive) return;
						const end = next?.getTime() ?? startsAt.getTime() + HOUR_MS;
						const between = new Date(now.getTime() + Math.floor(part * (end - 1 - now.getTime())));
						expect(state(settle(between))).toEqual(state({ entries, decision }));
						if (next === null) return;
						now = next;
					}
				},
			),
			{ numRuns: 500 },
		);
	});
});
