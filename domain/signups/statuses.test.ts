import { expect, test } from 'vitest';
import {
	listStatusesWith,
	mapStatuses,
	SIGNUP_STATUSES,
	STATUS_FACTS,
	type StatusFacts,
} from './statuses.ts';

test('each status answers every question', () => {
	expect(Object.keys(STATUS_FACTS)).toEqual([...SIGNUP_STATUSES]);
	const questions = Object.keys(STATUS_FACTS.confirmed) as (keyof StatusFacts)[];
	for (const facts of Object.values<StatusFacts>(STATUS_FACTS))
		for (const question of questions) expect(facts[question], question).toSatisfy(isAnswer);
});

const isAnswer = (answer: unknown) =>
	typeof answer === 'boolean' || (typeof answer === 'string' && answer !== '');

test.each([
	['comes', ['confirmed', 'late']],
	['takesPlace', ['confirmed', 'late']],
	['isSplit', ['confirmed']],
	['mayCome', ['confirmed', 'late', 'tentative']],
	['canStandBy', ['tentative']],
	['arrivesLater', ['late']],
	['leavesEarly', ['confirmed', 'late']],
] as const)('%s, of the statuses of the specification: %j', (question, statuses) => {
	const specified = ['confirmed', 'late', 'tentative', 'declined'];
	expect(listStatusesWith(question).filter((status) => specified.includes(status))).toEqual(statuses);
});

test('who takes a place or can be asked may come', () => {
	const all = mapStatuses((status): StatusFacts => STATUS_FACTS[status]);
	for (const facts of Object.values(all)) {
		const needsMayCome = facts.comes || facts.takesPlace || facts.canStandBy || facts.isSplit;
		expect(!needsMayCome || facts.mayCome).toBe(true);
	}
});
