import { expect, test } from 'vitest';
import type { EventStatus } from '../events/status.ts';
import {
	describeGame,
	describeSavedResult,
	findResultProblem,
	type PlayedGame,
	RESULT_TEXTS,
	type Winner,
} from './result.ts';

const date = new Date('2026-10-17T00:30:00Z');
test.each<[EventStatus, string, string | null]>([
	['active', '2026-10-17T00:29:59Z', RESULT_TEXTS.notStarted],
	['active', '2026-10-17T00:30:00Z', null],
	['completed', '2027-10-17T00:30:00Z', null],
	['cancelled', '2026-10-17T00:30:00Z', RESULT_TEXTS.cancelled],
])('a result of an event that is %s at %s: %s', (status, now, problem) => {
	expect(findResultProblem({ date, status }, new Date(now))).toBe(problem);
});

test.each<[PlayedGame, string]>([
	[{ script: 'Dawn', winner: 'good' }, 'Dawn · Good won'],
	[{ script: 'שחר', winner: 'evil' }, '\u2068שחר\u2069 · Evil won'],
	[{ script: 'Dawn', winner: null }, 'Dawn'],
	[{ script: null, winner: 'none' }, 'No winner'],
])('%j is shown as %j', (game, text) => {
	expect(describeGame(game)).toBe(text);
});

test.each<[string, Winner | null, string]>([
	['Owls', 'good', 'Saved: Good won in Owls. Press it again to remove the result.'],
	['ינשופים', 'none', 'Saved: No winner in \u2068ינשופים\u2069. Press it again to remove the result.'],
	['Owls', null, 'Saved: Owls has no result now.'],
])('the result of %s is saved as %s', (name, winner, text) => {
	expect(describeSavedResult(name, winner)).toBe(text);
});
