import { expect, test } from 'vitest';
import type { EventStatus } from '../events/status.ts';
import { countVotes, describeVotes, findQuestionProblem, VOTE_TEXTS, type VoteRow } from './votes.ts';

const ROWS: VoteRow[] = [
	{ script: 'tb', vote: 'keen', groupId: 'a', count: 2 },
	{ script: 'tb', vote: 'keen', groupId: 'b', count: 1 },
	{ script: 'tb', vote: 'no', groupId: null, count: 4 },
	{ script: '7', vote: 'fine', groupId: 'a', count: 3 },
];

test.each<[string, string | undefined, string]>([
	['tb', undefined, '3 keen, 0 fine, 4 not'],
	['tb', 'a', '2 keen, 0 fine, 0 not'],
	['7', undefined, '0 keen, 3 fine, 0 not'],
	['7', 'b', '0 keen, 0 fine, 0 not'],
	['bmr', undefined, '0 keen, 0 fine, 0 not'],
])('answers about %s of group %s: %s', (script, groupId, text) => {
	expect(describeVotes(countVotes(ROWS, script, groupId))).toBe(text);
});

const date = new Date('2026-10-17T00:30:00Z');
test.each<[EventStatus, string, string | null]>([
	['active', '2026-10-17T00:29:59Z', null],
	['active', '2026-10-17T00:30:00Z', VOTE_TEXTS.over],
	['cancelled', '2026-10-16T00:00:00Z', VOTE_TEXTS.over],
	['completed', '2026-10-16T00:00:00Z', VOTE_TEXTS.over],
])('an event that is %s at %s: %s', (status, now, problem) => {
	expect(findQuestionProblem({ date, status }, new Date(now))).toBe(problem);
});
