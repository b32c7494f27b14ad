import { expect, test } from 'vitest';
import type { SignupStatus } from '../signups/statuses.ts';
import { listAvailable, listStorytellerOptions } from './available.ts';

const signup = (user_id: string, status: SignupStatus) => ({ user_id, status });

test('lists users who are in no group and lead none, by status', () => {
	const signups = [
		signup('1', 'confirmed'),
		signup('2', 'late'),
		signup('3', 'declined'),
		signup('4', 'tentative'),
		signup('5', 'confirmed'),
		signup('7', 'confirmed'),
	];
	const declined = signup('8', 'declined');
	const groups = [{ players: ['1'], storytellerId: '7', withdrawn: ['8'] }];
	const sections = listAvailable(groups, [...signups, declined]);
	expect(sections.map(({ label, players }) => [label, players.map(({ user_id }) => user_id)])).toEqual([
		['Confirmed', ['5']],
		['Late', ['2']],
		['Tentative', ['4']],
		['Other', ['3']],
	]);
	expect(listAvailable([], []).map(({ players }) => players)).toEqual([[], [], [], []]);
});

test('those who wait for a place are apart', () => {
	const signups = [
		{ ...signup('1', 'confirmed'), place: 'placed' as const },
		{ ...signup('2', 'late'), place: 'waiting' as const },
		{ ...signup('3', 'confirmed'), place: 'offered' as const },
	];
	expect(listAvailable([], signups).map(({ key, players }) => [key, players.length])).toEqual([
		['confirmed', 1],
		['waitlist', 2],
		['late', 0],
		['tentative', 0],
		['other', 0],
	]);
});

test('those who have left the server are not available', () => {
	const signups = [signup('1', 'confirmed'), { ...signup('2', 'confirmed'), has_left: true }];
	expect(listAvailable([], signups).flatMap(({ players }) => players.map(({ user_id }) => user_id))).toEqual([
		'1',
	]);
});

test('disables and labels the storyteller of another group', () => {
	const groups = [
		{ id: 'a', storytellerId: '1' },
		{ id: 'b', storytellerId: '2' },
		{ id: 'c', storytellerId: null },
	];
	const storytellers = ['1', '2', '3'].map((user_id) => ({ user_id, username: `Storyteller ${user_id}` }));
	expect(listStorytellerOptions(groups, 'a', storytellers)).toEqual([
		{ id: '1', label: 'Storyteller 1', disabled: false },
		{ id: '2', label: 'Storyteller 2 (Assigned to another group)', disabled: true },
		{ id: '3', label: 'Storyteller 3', disabled: false },
	]);
});
