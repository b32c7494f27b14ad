import { expect, test } from 'vitest';
import { HOUR_MS } from '../limits.ts';
import { EMPTY_POLL_DRAFT, type PollDraft, readPollDraft } from './poll-draft.ts';

/** A Thursday, 8:00 in New York. */
const now = new Date('2026-12-03T13:00:00Z');
const draft: PollDraft = {
	title: ' Autumn  Fair ',
	times: 'fri 8:30pm\n\n  sat 14:00 Berlin\n',
	answerBy: 'fri 10am',
	location: 'The Mill',
	description: 'Tea.\n',
};
const read = (changes: Partial<PollDraft> = {}, at: { typedAt?: Date; now?: Date } = {}) =>
	readPollDraft({ ...draft, ...changes }, { typedAt: at.typedAt ?? now, now: at.now ?? now });

test('a draft is read as the body of a poll, in the zone of its first time', () => {
	expect(read()).toEqual({
		planned: {
			title: 'Autumn Fair',
			description: 'Tea.',
			location: 'The Mill',
			timezone: 'America/New_York',
			times: [
				{ date: '2026-12-05T01:30:00.000Z', duration: 180 },
				{ date: '2026-12-05T13:00:00.000Z', duration: 180 },
			],
			answer_by: '2026-12-04T15:00:00.000Z',
		},
		errors: null,
	});
	expect(read({ times: 'sat 14:00 Berlin' }).planned?.timezone).toBe('Europe/Berlin');
	// The usual time completes a day.
	expect(read({ times: 'sat' }).planned?.times[0]?.date).toBe('2026-12-06T01:30:00.000Z');
});

test('“in 3 hours” counts from when it was typed, and has passed at the time of saving', () => {
	const at = { typedAt: now, now: new Date(now.getTime() + 2.5 * HOUR_MS) };
	const relative = { times: 'in 3 hours', answerBy: 'in 2 hours' };
	expect(read(relative).planned?.times[0]?.date).toBe('2026-12-03T16:00:00.000Z');
	expect(read(relative, at).errors).toEqual(['The answers must be due in the future']);
	expect(read({ times: 'in 1 hour\nin 4 hours', answerBy: 'in 3 hours' }, at).errors).toEqual([
		'Line 1: This time has passed.',
		'The answers must be due before the first time',
	]);
});

test.each<[string, Partial<PollDraft>, (string | RegExp)[]]>([
	[
		'nothing was typed',
		EMPTY_POLL_DRAFT,
		['Answer by: Please enter a date and time', 'Please enter a title', 'Please offer at least one time'],
	],
	['a line is not understood', { times: 'fri 8:30pm\n\nsome day' }, [/^Line 3: We couldn't understand/]],
	[
		'two lines are wrong',
		{ times: 'yesterday\nsat' + '\nfri 8' },
		[/^Line 1: .*future/, /^Line 3: Is that 8am or 8pm/],
	],
	[
		'a time is offered twice',
		{ times: 'fri 8:30pm\nsat\nfri 20:30' },
		['Line 3: This time is offered twice'],
	],
	[
		'there are eleven times',
		{
			times: Array.from({ length: 11 }, (_, index) => `2027-01-${10 + index} 20:00`).join('\n'),
		},
		['A poll offers at most 10 times'],
	],
	['the answers are due too late', { answerBy: 'sat' }, ['The answers must be due before the first time']],
	['the end of the answers is not understood', { answerBy: 'soon' }, [/^Answer by: We couldn't/]],
	['there is no title', { title: ' ' }, ['Please enter a title']],
	['the place is too long', { location: 'x'.repeat(201) }, ['A location can have at most 200 characters']],
	[
		'the description is too long',
		{ description: 'x'.repeat(4_001) },
		['A description can have at most 4,000 characters'],
	],
])('%s', (_, changes, expected) => {
	const { planned, errors } = read(changes);
	expect(planned).toBeNull();
	expect(errors).toEqual(
		expected.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))),
	);
});

test('of many lines only as many are read as are needed to refuse them', () => {
	const { errors } = read({ times: 'x\n'.repeat(2_000) });
	expect(errors).toHaveLength(11);
});

test('ten times are the most', () => {
	const times = Array.from({ length: 10 }, (_, index) => `2027-01-${10 + index} 20:00`).join('\n');
	expect(read({ times }).planned?.times).toHaveLength(10);
});
