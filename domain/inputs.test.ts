import { expect, test } from 'vitest';
import { z } from 'zod';
import { createIdListSchema, createListSchema, REPEATED_IDS_MAX } from './inputs.ts';

const TEXTS = { wrong: 'Please send a list', tooMany: 'At most 3' };
const errorsOf = (schema: z.ZodType, value: unknown) =>
	schema.safeParse(value).error?.issues.map(({ message }) => message);

test('refuses a too long list without parsing its items', () => {
	let parsed = 0;
	const item = z.unknown().refine(() => {
		parsed += 1;
		return false;
	}, 'wrong item');
	const list = createListSchema(item, 3, TEXTS);
	expect(errorsOf(list, new Array(100_000).fill(0))).toEqual(['At most 3']);
	expect(parsed).toBe(0);
	expect(errorsOf(list, [0, 0, 0])).toEqual(['wrong item', 'wrong item', 'wrong item']);
	expect(parsed).toBe(3);
	expect(errorsOf(list, 7)).toEqual(['Please send a list']);
});

test.each([
	['numbers and texts', [1, '2'], ['1', '2']],
	['repeated ids count once', ['1', 1, '1', '2', '3'], ['1', '2', '3']],
	['nothing', [], []],
])('ids: %s', (_, sent, ids) => expect(createIdListSchema(3, TEXTS).parse(sent)).toEqual(ids));

test.each([
	['more different ids than allowed', ['1', '2', '3', '4'], ['At most 3']],
	['more entries than are folded', new Array(REPEATED_IDS_MAX + 1).fill('1'), ['At most 3']],
	['no id', [{}], ['Please send a list']],
	['an empty id', ['1', ''], ['Please send a list']],
	['no list', {}, ['Please send a list']],
])('ids are refused: %s', (_, sent, errors) =>
	expect(errorsOf(createIdListSchema(3, TEXTS), sent)).toEqual(errors),
);
