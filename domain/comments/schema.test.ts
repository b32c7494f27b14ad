import { describe, expect, test } from 'vitest';
import { commentInput } from './schema.ts';

const textOf = (input: unknown) => commentInput.safeParse(input).error?.issues[0]?.message;

describe('a comment', () => {
	test.each([
		['x'.repeat(2_000), 'x'.repeat(2_000)],
		[`  ${'x'.repeat(2_000)}\r\n`, 'x'.repeat(2_000)],
		// A form sends every line break as two characters.
		['a\r\n'.repeat(700), `${'a\n'.repeat(699)}a`],
		['a\u0000b\u001b[31mc', 'ab[31mc'],
		['<script>alert(1)</script>', '<script>alert(1)</script>'],
		['\u202etxet', 'txet'],
	])('accepts %j', (body, clean) => expect(commentInput.parse({ body }).body).toBe(clean));

	test.each(['', '   \r\n\t ', '\u0000', '\u200b\u202e', '\u200d'])('refuses the empty text %j', (body) =>
		expect(textOf({ body })).toBe('Please write something'),
	);

	test('refuses 2,001 characters and names the maximum', () =>
		expect(textOf({ body: 'x'.repeat(2_001) })).toBe('A comment can have at most 2,000 characters'));

	test.each([undefined, null, 7, ['a'], { $ne: '' }])('refuses %j, which is not a text', (body) =>
		expect(textOf({ body })).toBe('Please enter text'),
	);
});

describe('the idempotency key of a comment', () => {
	test.each([undefined, null])('may be left out (%j)', (key) =>
		expect(commentInput.parse({ body: 'x', idempotencyKey: key }).idempotencyKey).toBeUndefined(),
	);
	test.each(['', ' ', 'a b', 'é', 'a\u0000', 'k'.repeat(256), 7])('%j is refused', (key) =>
		expect(commentInput.safeParse({ body: 'x', idempotencyKey: key }).success).toBe(false),
	);
});
