import { describe, expect, test } from 'vitest';
import {
	FORM_QUESTIONS,
	findClashes,
	getQuestionKind,
	listStartQuestions,
	listUnchangedQuestions,
	type NearbyEvent,
	type PlannedEvent,
	readStartQuestions,
	START_QUESTIONS,
	type StartQuestionKind,
	toQuestionErrors,
} from './start-questions.ts';

const now = new Date('2026-10-14T12:00:00Z');
/** Friday, 8:30 PM to 11:30 PM in New York. */
const START = new Date('2026-10-17T00:30:00Z');
const PLANNED: PlannedEvent = { title: 'Friday game', date: START, duration: 180, storytellerIds: ['5'] };
const OTHER: NearbyEvent = {
	id: '12',
	title: 'Ravenswood',
	date: START,
	duration: 180,
	status: 'active',
	storytellers: [],
};
const AKIKO = { id: '5', name: 'Akiko' };
const PAST = new Date('2026-10-14T12:00:00Z');

type Case = {
	planned?: Partial<PlannedEvent>;
	before?: Partial<PlannedEvent>;
	other?: Partial<NearbyEvent>;
	keys: string[];
};

test.each<[string, Case]>([
	['nothing but another event at the same time', { keys: ['clash:12'] }],
	['an event that ends when the planned one begins', { other: { duration: 30, date: at(-30) }, keys: [] }],
	['an event that begins when the planned one ends', { other: { date: at(180) }, keys: [] }],
	['a start at this moment', { planned: { date: PAST }, keys: [`past:${PAST.getTime()}`] }],
	['the same title and start', { other: { title: 'Friday game' }, keys: ['same:12'] }],
	[
		'the same title in the same minute',
		{ other: { title: 'Friday game', date: at(0.5) }, keys: ['same:12'] },
	],
	['the same title a minute later', { other: { title: 'Friday game', date: at(1) }, keys: ['clash:12'] }],
	[
		'the same title of a completed event',
		{ other: { title: 'Friday game', status: 'completed' }, keys: ['same:12'] },
	],
	['another title of a completed event', { other: { status: 'completed' }, keys: [] }],
	['a storyteller of both', { other: { storytellers: [AKIKO] }, keys: ['storyteller:12'] }],
	[
		'a storyteller of an event with the same title',
		{ other: { title: 'Friday game', storytellers: [AKIKO] }, keys: ['same:12', 'storyteller:12'] },
	],
	['an edit that changes nothing of this', { before: {}, other: { title: 'Friday game' }, keys: [] }],
	['an edit of an event that has begun', { planned: { date: PAST }, before: { date: PAST }, keys: [] }],
	[
		'an edit that gives it the title of the other',
		{ before: { title: 'Old' }, other: { title: 'Friday game' }, keys: ['same:12'] },
	],
	[
		'an edit that adds the storyteller of the other',
		{ before: { storytellerIds: [] }, other: { storytellers: [AKIKO] }, keys: ['storyteller:12'] },
	],
	['an edit that moves it there', { before: { date: at(600) }, keys: ['clash:12'] }],
	[
		'an edit that only lengthens it there',
		{ before: { duration: 30 }, other: { date: at(60) }, keys: ['clash:12'] },
	],
	[
		'fewer places than players needed',
		{ planned: { capacity: 5, minimumPlayers: 8 }, other: { status: 'completed' }, keys: ['places:5:8'] },
	],
	[
		'as many places as players needed',
		{ planned: { capacity: 8, minimumPlayers: 8 }, other: { status: 'completed' }, keys: [] },
	],
	[
		'places for as many as the storytellers can lead',
		{ planned: { capacity: 0, minimumPlayers: 8 }, other: { status: 'completed' }, keys: [] },
	],
	[
		'an edit that makes the places too few',
		{
			planned: { capacity: 5, minimumPlayers: 8 },
			before: {},
			other: { status: 'completed' },
			keys: ['places:5:8'],
		},
	],
	[
		'an edit of an event that has too few places already',
		{
			planned: { capacity: 5, minimumPlayers: 8 },
			before: { capacity: 5, minimumPlayers: 8 },
			other: { status: 'completed' },
			keys: [],
		},
	],
])('%s', (_, { planned, before, other, keys }) => {
	const asked = listStartQuestions({ ...PLANNED, ...planned }, before ? { ...PLANNED, ...before } : null, {
		nearby: [{ ...OTHER, ...other }],
		timezone: 'America/New_York',
		kinds: START_QUESTIONS,
		now,
	});
	expect(asked.map(({ key }) => key)).toEqual(keys);
});

test('the texts name what is at the same time, and the forms leave out what they show', () => {
	const nearby = [
		{ ...OTHER, id: '1', title: 'A', storytellers: [AKIKO, { id: '6', name: 'שרה' }] },
		{ ...OTHER, id: '2', title: 'B' },
	];
	const planned = { ...PLANNED, storytellerIds: ['5', '6'] };
	const context = { nearby, timezone: 'UTC', now: at(0) };
	const texts = (kinds: readonly StartQuestionKind[]) =>
		listStartQuestions(planned, null, { ...context, kinds }).map(({ text }) => text);
	expect(texts(START_QUESTIONS)).toEqual([
		'This time has passed.',
		'“A” overlaps with this (Sat, Oct 17, 12:30 AM). Akiko and \u2068שרה\u2069 would run both.',
		'“B” overlaps with this (Sat, Oct 17, 12:30 AM).',
	]);
	expect(texts(FORM_QUESTIONS)).toHaveLength(2);
});

test('the fields of a refusal are read as questions again, without other fields', () => {
	const questions = [{ key: 'same:12', text: 'There is one.' }];
	expect(
		readStartQuestions({ title: ['Too long'], ...toQuestionErrors(questions), same: ['No key'] }),
	).toEqual(questions);
	expect(['past:1', 'storyteller:2', 'title', ''].map(getQuestionKind)).toEqual([
		'past',
		'storyteller',
		null,
		null,
	]);
});

test.each([
	['title', ['past', 'storyteller', 'places']],
	['time', ['places']],
	['storytellerIds', ['past', 'same', 'places']],
	['byStorytellers', ['past', 'same', 'storyteller']],
	['description', ['past', 'same', 'storyteller', 'places']],
])('after a change of the %s only the questions that are not about it stay', (field, kinds) => {
	const questions = FORM_QUESTIONS.map((kind) => ({ key: `${kind}:1`, text: '' }));
	const open = listUnchangedQuestions(questions, new Set([field]));
	expect(open.map(({ key }) => getQuestionKind(key))).toEqual(kinds);
});

function at(minutes: number): Date {
	return new Date(START.getTime() + minutes * 60_000);
}

describe('clash', () => {
	/** 8:30 PM to 11:30 PM in New York. */
	const OTHER = { id: '1', title: 'Friday game', date: '2026-10-17T00:30:00.000Z', duration: 180 };
	const FORM = { date: '2026-10-16', time: '20:30', timezone: 'America/New_York', duration: '3' };

	test.each<[string, Partial<typeof FORM>, boolean]>([
		['the same time', {}, true],
		['a later end that overlaps', { time: '19:00', duration: '2' }, true],
		['an end at the start of the other', { time: '18:30', duration: '2' }, false],
		['a start at the end of the other', { time: '23:30' }, false],
		['a start one minute before its end', { time: '23:29' }, true],
		['the same clock time in another zone', { timezone: 'UTC' }, false],
		['the same instant in another zone', { date: '2026-10-17', time: '00:30', timezone: 'UTC' }, true],
		['no duration yet: three hours', { time: '18:00', duration: '' }, true],
		['no date yet', { date: '' }, false],
		['a time that does not exist', { date: '2026-03-08', time: '02:30' }, false],
	])('%s', (_, form, isClash) => {
		expect(findClashes({ ...FORM, ...form }, [OTHER])).toEqual(isClash ? [OTHER] : []);
	});
});
