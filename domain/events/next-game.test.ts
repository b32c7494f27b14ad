import { expect, test } from 'vitest';
import { findNextGame } from './next-game.ts';

const NOW = new Date('2026-10-15T12:00:00Z');
const event = (id: string, status: 'active' | 'completed' | 'cancelled', date: string) => ({
	id,
	status,
	date,
});

test.each([
	['nothing', [], null],
	['only past', [event('1', 'active', '2026-10-15T11:59:59Z')], null],
	['starting this instant is no longer future', [event('1', 'active', '2026-10-15T12:00:00Z')], null],
	[
		'not active',
		[event('1', 'cancelled', '2026-10-16T00:00:00Z'), event('2', 'completed', '2026-10-16T00:00:00Z')],
		null,
	],
	[
		'the earliest, in any order',
		[event('3', 'active', '2026-10-18T00:00:00Z'), event('2', 'active', '2026-10-16T00:00:00Z')],
		'2',
	],
	[
		'the first of a tie',
		[event('5', 'active', '2026-10-16T00:00:00Z'), event('4', 'active', '2026-10-16T00:00:00Z')],
		'5',
	],
])('%s', (_name, events, id) => {
	expect(findNextGame(events, NOW)?.id ?? null).toBe(id);
});
