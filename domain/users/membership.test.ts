import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../limits.ts';
import { decideDepartures, describeHold, type LostMember } from './membership.ts';

const NOW = new Date('2026-11-06T18:00:00Z');
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE_MS);
/** One user for each number of minutes since it was noticed. */
const lost = (...minutes: number[]): LostMember[] =>
	minutes.map((since, index) => ({ id: String(index + 1), lostAt: ago(since), hasLeft: false }));
const gone = (...minutes: number[]): LostMember[] =>
	minutes.map((since, index) => ({ id: `g${index + 1}`, lostAt: ago(since), hasLeft: true }));
const decide = (
	users: LostMember[],
	changes: { members?: number; roleExists?: boolean; confirmedAt?: Date | null } = {},
) =>
	decideDepartures({ lost: users, members: 40, roleExists: true, confirmedAt: null, now: NOW, ...changes });

test.each<[string, LostMember[], Parameters<typeof decide>[1], string, string, string | null]>([
	['nobody', [], {}, '', '', null],
	['noticed fourteen minutes ago', lost(14), {}, '', '', null],
	['noticed fifteen minutes ago', lost(15, 14), {}, '1', '', null],
	['five in an hour of twenty', lost(20, 20, 20, 20, 20), { members: 20 }, '1 2 3 4 5', '', null],
	['six who were just noticed', lost(14, 5, 4, 3, 2, 1), {}, '', '', null],
	['six, of which one is due', lost(16, 5, 4, 3, 2, 1), {}, '', '1', 'many'],
	['six in an hour of sixty', lost(20, 20, 20, 20, 20, 20), { members: 60 }, '', '1 2 3 4 5 6', 'many'],
	['six in an hour of sixty-one', lost(20, 20, 20, 20, 20, 20), { members: 61 }, '1 2 3 4 5 6', '', null],
	['six in more than an hour', lost(81, 70, 60, 50, 40, 20), {}, '1 2 3 4 5 6', '', null],
	['six in exactly an hour', lost(80, 70, 60, 50, 40, 20), {}, '', '1 2 3 4 5 6', 'many'],
	['another one while many wait', lost(300, 20, 20, 20, 20, 20, 20), {}, '', '1 2 3 4 5 6 7', 'many'],
	['one after five who have left', [...gone(50, 50, 50, 50, 50), ...lost(20)], {}, '', '1', 'many'],
	[
		'many who have all left, and one a day later',
		[...gone(...Array(9).fill(1500)), ...lost(20)],
		{},
		'1',
		'',
		null,
	],
	['many, days ago', lost(...Array(8).fill((3 * DAY_MS) / MINUTE_MS)), {}, '', '1 2 3 4 5 6 7 8', 'many'],
	['the required role is gone', lost(20), { roleExists: false }, '', '1', 'role'],
	[
		'the role is gone, and many',
		lost(20, 20, 20, 20, 20, 20),
		{ roleExists: false },
		'',
		'1 2 3 4 5 6',
		'role',
	],
	['no one, and the role is gone', gone(20), { roleExists: false }, '', '', null],
	['many, confirmed', lost(20, 20, 20, 20, 20, 16), { confirmedAt: ago(1) }, '1 2 3 4 5 6', '', null],
	['confirmed at once', lost(4, 4, 4, 4, 4, 4), { confirmedAt: ago(1) }, '', '', null],
	['the role is gone, confirmed', lost(20), { roleExists: false, confirmedAt: ago(20) }, '1', '', null],
	[
		'one more after the confirmation',
		lost(...Array(8).fill(40), 16),
		{ confirmedAt: ago(30) },
		'1 2 3 4 5 6 7 8 9',
		'',
		null,
	],
	[
		'many more after the confirmation',
		lost(40, 20, 20, 20, 20, 20, 20),
		{ confirmedAt: ago(30) },
		'1',
		'2 3 4 5 6 7',
		'many',
	],
])('%s', (_, users, changes, left, held, reason) => {
	expect(decide(users, changes)).toEqual({
		left: left.split(' ').filter(Boolean),
		held: held.split(' ').filter(Boolean),
		reason,
	});
});

test('a hold is described with its numbers', () => {
	expect(describeHold({ reason: 'many', users: 7, members: 60 })).toBe(
		'7 of 60 members seem to have left the server or lost the required role.',
	);
	expect(describeHold({ reason: 'role', users: 7, members: 60 })).toBe(
		'The required role no longer exists on Discord, so 7 members seem to have left.',
	);
	expect(describeHold({ reason: 'many', users: 1, members: 3 })).toBe(
		'1 of 3 members seems to have left the server or lost the required role.',
	);
	expect(describeHold({ reason: 'role', users: 1, members: 60 })).toBe(
		'The required role no longer exists on Discord, so 1 member seems to have left.',
	);
});
