import { describe, expect, test } from 'vitest';
import {
	countRestored,
	describeObstacles,
	isUnchanged,
	type KeptChange,
	type KeptRow,
	type Obstacle,
	toNetChanges,
} from './undo.ts';

const change = (table: string, before: KeptRow | null, after: KeptRow | null): KeptChange => ({
	table,
	before,
	after,
});
const signup = (values: KeptRow = {}) => ({
	id: 1,
	event_id: 2,
	user_id: 3,
	status: 'late',
	place: null,
	...values,
});

describe('what an action made of its rows in total', () => {
	test.each<[string, KeptChange[], object[]]>([
		['nothing', [], []],
		['a deleted row', [change('signups', signup(), null)], [{ before: signup(), after: null }]],
		['a created row', [change('signups', null, signup())], [{ before: null, after: signup() }]],
		[
			'two changes of one row',
			[
				change('signups', signup(), signup({ status: 'declined' })),
				change('signups', signup({ status: 'declined' }), signup({ status: 'declined', place: 'placed' })),
			],
			[
				{
					before: signup(),
					after: signup({ status: 'declined', place: 'placed' }),
					// The place is decided again.
					columns: ['status'],
				},
			],
		],
		[
			'a change that was taken back',
			[
				change('signups', signup(), signup({ status: 'declined' })),
				change('signups', signup({ status: 'declined' }), signup()),
			],
			[],
		],
		[
			'a row that was created and deleted',
			[change('signups', null, signup()), change('signups', signup(), null)],
			[],
		],
		[
			'a change, then the deletion',
			[
				change('signups', signup(), signup({ place: 'placed' })),
				change('signups', signup({ place: 'placed' }), null),
			],
			[{ before: signup(), after: null }],
		],
		['a version that only grows', [change('events', { id: 1, version: 1 }, { id: 1, version: 2 })], []],
		['a table that is not put back', [change('discord_mirrors', { event_id: 1 }, null)], []],
		[
			'rows of the same id in two tables',
			[change('signups', signup(), null), change('comments', { id: 1 }, null)],
			[{ table: 'signups' }, { table: 'comments' }],
		],
	])('%s', (_, changes, expected) => {
		expect(toNetChanges(changes)).toMatchObject(expected);
		expect(toNetChanges(changes)).toHaveLength(expected.length);
	});
});

describe('whether a row is as the action left it', () => {
	const changed = toNetChanges([change('signups', signup(), signup({ status: 'declined' }))])[0];
	const deleted = toNetChanges([change('signups', signup(), null)])[0];
	const created = toNetChanges([change('signups', null, signup())])[0];
	test.each([
		['as it was left', changed, signup({ status: 'declined' }), true],
		[
			'with another column that has changed since',
			changed,
			signup({ status: 'declined', place: 'placed' }),
			true,
		],
		['with a changed column that has changed again', changed, signup({ status: 'confirmed' }), false],
		['deleted since', changed, null, false],
		['deleted, and still gone', deleted, null, true],
		['deleted, and there again', deleted, signup(), false],
		['created, and still there', created, signup({ place: 'placed' }), true],
		['created, and gone since', created, null, false],
	])('%s', (_, net, current, expected) => {
		expect(net && isUnchanged(net, current)).toBe(expected);
	});
});

describe('what stands against an undo', () => {
	const obstacle = (values: Partial<Obstacle>): Obstacle => ({
		table: 'signups',
		name: 'Ada',
		event: 'Friday',
		isGone: false,
		...values,
	});
	test.each<[Partial<Obstacle>, string]>([
		[{}, 'Ada’s signup for Friday has changed since.'],
		[{ isGone: true, event: null }, 'Ada’s signup was deleted since.'],
		[{ name: null }, 'A signup for Friday has changed since.'],
		[{ table: 'events' }, 'Friday has changed since.'],
		[{ table: 'comments', isGone: true }, 'A comment for Friday was deleted since.'],
		[{ table: 'settings' }, 'The setting has changed since.'],
		[{ table: 'users', event: null }, 'Ada’s role has changed since.'],
		[{ table: 'group_players' }, 'The groups or messages for Friday have changed since.'],
	])('%j', (values, text) => {
		expect(describeObstacles([obstacle(values)])).toBe(text);
	});

	test('names five, and counts the rest; the same text once', () => {
		const many = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'G'].map((name) => obstacle({ name, event: null }));
		expect(describeObstacles(many)).toMatch(/^A’s signup .* E’s signup has changed since\. And 2 more\.$/);
	});
});

test('the numbers of what is put back', () => {
	const changes = toNetChanges([
		change('events', { id: 1 }, null),
		change('signups', signup(), null),
		change('signups', signup({ id: 2 }), null),
		change('group_players', { group_id: 1, user_id: 3 }, null),
		change('users', { id: 3, role: 'player' }, { id: 3, role: 'creator' }),
	]);
	expect(countRestored(changes)).toEqual({ events: 1, signups: 2, groups: 0, comments: 0, roles: 1 });
});
