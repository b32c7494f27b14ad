import { expect, test } from 'vitest';
import type { EventStatus } from '../events/status.ts';
import {
	type Attendance,
	canHaveMarks,
	describeRollCall,
	describeStates,
	listConfirmed,
	listMarks,
} from './attendance.ts';

const group = (...ids: string[]) => ({ storyteller_ids: ids });
const [OWLS, BATS, FOXES] = [group('1'), group('2', '3'), group()];
test.each([
	['the storyteller of a group', '1', [], [OWLS]],
	['a co-storyteller of a group', '3', [], [BATS]],
	['the storyteller of an earlier group whose players have seats in others now', '4', [group('4')], []],
	['a creator without a group', '4', [group('1')], [OWLS, BATS, FOXES]],
])('the button of %s', (_, userId, earlierGroups, confirmed) => {
	expect(listConfirmed([OWLS, BATS, FOXES], earlierGroups, userId)).toEqual(confirmed);
});

test.each([
	['a player without a mark', 'present', '', 'untouched'],
	['a late player without a mark', 'late', '', 'changed'],
	['a player with the same mark', 'late', 'late', 'not sent'],
	['a player with another mark', 'present', 'late', 'changed'],
	['a player of a form without the states before', 'present', undefined, 'changed'],
])('the form of the roll call with %s', (_, state, before, result) => {
	const { attendance, untouched } = listMarks({ 1: state }, before === undefined ? {} : { 1: before });
	expect(attendance).toEqual(result === 'not sent' ? [] : [{ user_id: '1', state }]);
	expect(untouched).toEqual(result === 'untouched' ? ['1'] : []);
});

test.each<[EventStatus, string, boolean]>([
	['active', '2026-10-17T00:30:00Z', true],
	['active', '2026-10-17T00:29:59Z', false],
	['completed', '2026-10-18T00:00:00Z', true],
	['completed', '2026-10-16T00:00:00Z', false],
	['cancelled', '2026-10-18T00:00:00Z', false],
])('a %s event can have marks at %s: %s', (status, now, result) => {
	const date = new Date('2026-10-17T00:30:00Z');
	expect(canHaveMarks({ date, status }, new Date(now))).toBe(result);
});

test.each<[number, number, { by: string; at: string } | null, string]>([
	[0, 3, null, 'Not taken yet. Everyone is shown as present until you save.'],
	[0, 3, { by: 'Ann', at: 'Fri' }, 'Not taken yet. Everyone is shown as present until you save.'],
	[3, 3, null, 'Taken.'],
	[3, 3, { by: 'שרה', at: 'Fri' }, 'Taken, last by \u2068שרה\u2069 on Fri.'],
	[
		1,
		3,
		{ by: 'Ann', at: 'Fri' },
		'Taken for 1 of 3 players, last by Ann on Fri. Those without a mark are shown as present until you save.',
	],
])('a roll call with %i of %i marks, saved by %j', (marked, total, saved, text) => {
	expect(describeRollCall({ marked, total, saved })).toBe(text);
});

test.each<[Attendance[], string | null]>([
	[[], null],
	[['present'], '1 present'],
	[['absent', 'present', 'present', 'left_early'], '2 present, 1 left early, 1 absent'],
])('the states %j in words', (states, text) => {
	expect(describeStates(states)).toBe(text);
});
