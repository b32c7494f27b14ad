import { describe, expect, test } from 'vitest';
import { createSeededRandom } from '~/seeds/random.ts';
import {
	countPlayableGroups,
	describePlayable,
	describeTimeLeft,
	describeVotes,
	getPollStatus,
	isUndecided,
	POLL_STATUSES,
	rankTimes,
} from './poll.ts';

const now = new Date('2026-10-14T12:00:00Z');
const BEFORE = new Date('2026-10-14T11:59:59Z');
const AFTER = new Date('2026-10-14T12:00:01Z');

test.each([
	[AFTER, false, false, 'open'],
	[now, false, false, 'closed'],
	[BEFORE, false, false, 'closed'],
	[AFTER, true, false, 'chosen'],
	[BEFORE, true, false, 'chosen'],
	[AFTER, false, true, 'withdrawn'],
	[BEFORE, false, true, 'withdrawn'],
] as const)('answers by %s, chosen %s, withdrawn %s: %s', (answerBy, isChosen, isWithdrawn, status) => {
	expect(getPollStatus({ answerBy, isChosen, isWithdrawn }, now)).toBe(status);
});

test.each([
	['2026-10-16T13:59:59Z', '2 days left'],
	['2026-10-15T12:00:00Z', '1 day left'],
	['2026-10-15T11:59:59Z', '23 hours left'],
	['2026-10-14T12:59:00Z', '59 minutes left'],
	['2026-10-14T12:00:59Z', 'Less than a minute left'],
])('answers by %s: %s', (answerBy, text) => {
	expect(describeTimeLeft(new Date(answerBy), now)).toBe(text);
});

test('a poll is undecided until its date is chosen or it is withdrawn', () => {
	expect(POLL_STATUSES.filter(isUndecided)).toEqual(['open', 'closed']);
});

const SIZES = { minPlayersPerGroup: 6, maxGroups: 3 };

test.each([
	[{ yes: 0, storytellers: 0 }, 0, 'No group can play yet: a storyteller and 7 more yes answers needed'],
	[{ yes: 6, storytellers: 1 }, 0, 'No group can play yet: 1 more yes answer needed'],
	[{ yes: 7, storytellers: 0 }, 0, 'No group can play yet: a storyteller needed'],
	[{ yes: 7, storytellers: 1 }, 1, '1 group can play'],
	[{ yes: 7, storytellers: 7 }, 1, '1 group can play'],
	[{ yes: 13, storytellers: 2 }, 1, '1 group can play'],
	[{ yes: 14, storytellers: 2 }, 2, '2 groups can play'],
	[{ yes: 40, storytellers: 9 }, 3, '3 groups can play'],
])('with %j %i groups can play: “%s”', (votes, groups, text) => {
	expect(countPlayableGroups(votes, SIZES)).toBe(groups);
	expect(
		describePlayable({ if_needed: 9, no: 9, yes: votes.yes, storytellers: votes.storytellers }, SIZES),
	).toBe(text);
});

test('answers are counted in words', () => {
	expect(describeVotes({ yes: 7, if_needed: 2, no: 0 })).toBe('7 yes, 2 if need be, 0 no');
});

describe('the order of times', () => {
	const random = createSeededRandom(74);
	const pick = (max: number) => random.integer(0, max);

	/** Seats members one by one in every possible way, and returns the most groups that are full. */
	function seatAll(leads: readonly boolean[], { minPlayersPerGroup, maxGroups }: typeof SIZES): number {
		const count = (index: number, leaders: number, players: number): number => {
			if (index === leads.length) {
				const groups = Math.min(leaders, maxGroups);
				return players + leaders - groups >= groups * minPlayersPerGroup ? groups : 0;
			}
			const asPlayer = count(index + 1, leaders, players + 1);
			return leads[index] ? Math.max(asPlayer, count(index + 1, leaders + 1, players)) : asPlayer;
		};
		return count(0, 0, 0);
	}

	test('the number of groups equals that of a search through all seats', () => {
		for (let run = 0; run < 400; run += 1) {
			const leads = Array.from({ length: pick(11) }, () => random.integer(0, 9) < 4);
			const sizes = { minPlayersPerGroup: 1 + pick(3), maxGroups: 1 + pick(3) };
			const votes = { yes: leads.length, storytellers: leads.filter(Boolean).length };
			expect(countPlayableGroups(votes, sizes), JSON.stringify({ leads, sizes })).toBe(seatAll(leads, sizes));
		}
	});

	test('equals that of taking the best of the rest again and again', () => {
		for (let run = 0; run < 300; run += 1) {
			const times = Array.from({ length: 1 + pick(9) }, (_, index) => ({
				id: String(index + 1),
				date: new Date(now.getTime() + pick(4) * 86_400_000).toISOString(),
				yes: pick(3),
				if_needed: pick(2),
				no: pick(5),
				playable_groups: pick(2),
			}));
			const isBetter = (one: (typeof times)[number], other: (typeof times)[number]): boolean => {
				if (one.playable_groups !== other.playable_groups) return one.playable_groups > other.playable_groups;
				if (one.yes !== other.yes) return one.yes > other.yes;
				if (one.if_needed !== other.if_needed) return one.if_needed > other.if_needed;
				if (one.date !== other.date) return one.date < other.date;
				return Number(one.id) < Number(other.id);
			};
			const rest = [...times];
			const expected = times.map(() => {
				const best = rest.findIndex((one) => rest.every((other) => other === one || isBetter(one, other)));
				return rest.splice(best, 1)[0];
			});
			expect(rankTimes(times)).toEqual(expected);
		}
	});
});
