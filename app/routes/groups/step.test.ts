import { expect, test } from 'vitest';
import { createBoardGroup } from '~/tests/support/groups.ts';
import { omitUnchanged, parseStep, readStepFields, type Step, serializeStep } from './step.ts';

const steps: Step[] = [
	{ type: 'addGroup', id: 'group-1' },
	{ type: 'removeGroup', groupId: 'a b&c=d' },
	{ type: 'changeGroup', groupId: 'g', name: 'Đorđe & co', maxPlayers: 7 },
	{ type: 'moveGroup', groupId: 'g', overGroupId: 'h' },
	{ type: 'movePlayer', userId: '7', groupId: 'g', before: undefined },
	{ type: 'movePlayer', userId: '7', groupId: 'g', before: '9' },
	{ type: 'removePlayer', userId: '7' },
	{ type: 'shuffleSeats', groupId: 'g' },
	{ type: 'removeWithdrawn', groupId: 'g' },
	{ type: 'replaceWithdrawn', groupId: 'g', userIds: ['7', '9'] },
	{ type: 'changeGroup', groupId: 'g', storytellerId: '7' },
	{ type: 'changeGroup', groupId: 'g', storytellerId: null },
	{ type: 'changeGroup', groupId: 'g', coStorytellerId: '7' },
	{ type: 'removeCoStoryteller', userId: '7' },
	{ type: 'pin', userId: '7', groupId: null },
	{ type: 'keepApart', a: '1', b: '2' },
	{ type: 'allowTogether', a: '1', b: '2' },
	{ type: 'clear' },
];

function createForm(fields: Record<string, string>): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	return form;
}

test.each(steps)('a button holds the whole step: $type', (step) => {
	expect(parseStep(readStepFields(createForm({ step: serializeStep(step) })))).toEqual(step);
});

test('fields complete the button’s step and cannot override it', () => {
	const form = createForm({
		step: serializeStep({ type: 'changeGroup', groupId: 'g' }),
		groupId: 'other',
		name: '  Owls ',
		maxPlayers: '12',
		intent: 'groups.edit',
		version: '3',
	});
	expect(readStepFields(form)).toEqual({
		type: 'changeGroup',
		groupId: 'g',
		name: '  Owls ',
		maxPlayers: '12',
	});
	expect(parseStep(readStepFields(form))).toEqual({
		type: 'changeGroup',
		groupId: 'g',
		name: 'Owls',
		maxPlayers: 12,
	});
});

test.each<Record<string, string>>([
	{},
	{ type: 'explode' },
	{ type: 'replace' },
	{ type: 'movePlayer', userId: '7' },
	{ type: 'movePlayer', groupId: 'g' },
	{ type: 'keepApart', a: '1', b: '' },
	{ type: 'addGroup' },
	{ type: 'changeGroup', storytellerId: '7' },
	{ type: 'replaceWithdrawn', groupId: 'g', userIds: '' },
])('returns null for an invalid step: %j', (fields) => {
	expect(parseStep(readStepFields(createForm(fields)))).toBeNull();
});

test.each<[string, Step, Step]>([
	[
		'a form names only what it changes',
		{ type: 'changeGroup', groupId: 'g', storytellerId: '7', scriptId: 'tb' },
		{ type: 'changeGroup', groupId: 'g', scriptId: 'tb' },
	],
	[
		'a form without a choice changes nothing',
		{ type: 'changeGroup', groupId: 'g', name: 'Owls', maxPlayers: 15, coStorytellerId: null },
		{ type: 'changeGroup', groupId: 'g' },
	],
	[
		'an unknown group is left to the board',
		{ type: 'changeGroup', groupId: 'h', name: 'Owls' },
		{ type: 'changeGroup', groupId: 'h', name: 'Owls' },
	],
])('%s', (_name, sent, step) => {
	const group = createBoardGroup('g', [], { name: 'Owls', storytellerId: '7' });
	expect(omitUnchanged(sent, [group])).toEqual(step);
});
