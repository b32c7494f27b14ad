import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../limits.ts';
import { countWantedStandbys, type Decision, decide } from './decision.ts';
import { type DueEntry, findNextSettlement } from './due.ts';
import { callStandbys, canBeCalled, NO_PLACE, settlePlaces } from './places.ts';

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
