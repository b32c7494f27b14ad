import { describe, expect, test } from 'vitest';
import { listFormEntries, readFormValues } from './form-values.ts';

const EMPTY = {
	title: '',
	announce: false,
	ids: [] as string[],
	hours: { from: '', isOn: false },
	days: [
		{ name: '', ids: [] as string[] },
		{ name: '', ids: [] as string[] },
	],
};

const createForm = (entries: readonly (readonly [string, string | Blob])[]) => {
	const form = new FormData();
	for (const [name, value] of entries) form.append(name, value);
	return form;
};

describe('readFormValues', () => {
	test('a form without fields has the empty values', () => {
		expect(readFormValues(new FormData(), EMPTY)).toEqual(EMPTY);
	});

	test('what a browser sends is read again, as it was', () => {
		const values = {
			title: ' Soup ',
			announce: true,
			ids: ['2', '1'],
			hours: { from: '22:30', isOn: true },
			days: [
				{ name: 'Wednesday', ids: [] },
				{ name: '', ids: ['7'] },
			],
		};
		const entries = listFormEntries(values);
		expect(entries).toContainEqual(['days[1].ids', '7']);
		expect(readFormValues(createForm(entries), EMPTY)).toEqual(values);
	});

	test.each<[name: string, entries: [string, string | Blob][], expected: object]>([
		['a repeated id', [...Array(2)].map(() => ['ids', '5']), { ...EMPTY, ids: ['5'] }],
		['a repeated text', [...'ab'].map((text) => ['title', text]), { ...EMPTY, title: 'a' }],
		['a file in place of a text', [['title', new Blob(['x'])]], EMPTY],
		['an index far beyond the list', [['days[4294967294].name', 'x']], EMPTY],
		['a name of the prototype', [['__proto__.polluted', 'x']], EMPTY],
		["Conform's own intent", [['__intent__', '{"type":"reset"}']], EMPTY],
	])('%s', (_, entries, expected) => {
		expect(readFormValues(createForm(entries), EMPTY)).toEqual(expected);
	});
});
