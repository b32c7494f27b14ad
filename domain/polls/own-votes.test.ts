import { expect, test } from 'vitest';
import { toVotes } from './own-votes.ts';
import type { PollAnswer } from './poll.ts';

type Answers = Partial<Record<string, PollAnswer>>;
const toList = (answers: Answers) =>
	Object.entries(answers).map(([time_id, answer]) => ({ time_id, answer: answer ?? 'no' }));
const times = ['1', '2', '3'].map((id) => ({ id }));

test.each<[string, Answers, PollAnswer, string[], Answers]>([
	['the first choice', {}, 'yes', ['2'], { 1: 'no', 2: 'yes', 3: 'no' }],
	['the first choice of need be', {}, 'if_needed', ['1', '3'], { 1: 'if_needed', 2: 'no', 3: 'if_needed' }],
	['nothing was chosen', {}, 'yes', [], { 1: 'no', 2: 'no', 3: 'no' }],
	['one is added', { 1: 'yes', 2: 'no' }, 'yes', ['1', '2'], { 1: 'yes', 2: 'yes', 3: 'no' }],
	['one is no longer chosen', { 1: 'yes', 2: 'yes' }, 'yes', ['2'], { 1: 'no', 2: 'yes', 3: 'no' }],
	[
		'the other menu keeps its times',
		{ 1: 'yes', 2: 'if_needed' },
		'yes',
		[],
		{ 1: 'no', 2: 'if_needed', 3: 'no' },
	],
	[
		'a time moves from the other menu',
		{ 1: 'yes', 2: 'if_needed' },
		'if_needed',
		['1', '2'],
		{ 1: 'if_needed', 2: 'if_needed', 3: 'no' },
	],
	['none of them', { 1: 'yes', 2: 'if_needed', 3: 'no' }, 'no', [], { 1: 'no', 2: 'no', 3: 'no' }],
	['a time is no longer offered', { 1: 'yes' }, 'yes', ['9'], { 1: 'no', 2: 'no', 3: 'no', 9: 'yes' }],
	['a vote for a time that is gone', { 9: 'yes' }, 'yes', ['1'], { 1: 'yes', 2: 'no', 3: 'no' }],
])('%s', (_, before, answer, chosen, expected) => {
	const votes = toVotes({ times, own_votes: toList(before) }, answer, chosen);
	expect(Object.fromEntries(votes.map((vote) => [vote.time_id, vote.answer]))).toEqual(expected);
	expect(votes).toHaveLength(Object.keys(expected).length);
});
