import { expect, it } from 'vitest';
import { textOf } from './error-texts.ts';

it('says the words of the spec for a denied page', () => {
	expect(textOf(403)).toMatchObject({
		title: 'Access Denied',
		text: "You don't have permission to access this page.",
	});
});

it.each([403, 404, 409, 422, 429, 500, 503])('has words for %i', (status) => {
	const { title, text } = textOf(status);
	expect(title).not.toBe('');
	expect(text).not.toBe('');
});

it('takes an unknown status for what its class says', () => {
	expect(textOf(418)).toEqual(textOf(400));
	expect(textOf(599)).toEqual(textOf(500));
	expect(textOf(0)).toEqual(textOf(500));
});

it('offers another try only where it may help', () => {
	expect(textOf(503).retry).toBe(true);
	expect(textOf(403).retry).toBeUndefined();
});
