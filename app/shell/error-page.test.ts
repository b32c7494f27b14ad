import { expect, it } from 'vitest';
import { getErrorText } from './error-page.tsx';

it('returns the specification’s texts for 403', () => {
	expect(getErrorText(403)).toMatchObject({
		title: 'Access Denied',
		text: "You don't have permission to access this page.",
	});
});

it.each([403, 404, 409, 422, 429, 500, 503])('returns texts for %i', (status) => {
	const { title, text } = getErrorText(status);
	expect(title).not.toBe('');
	expect(text).not.toBe('');
});

it('returns the texts of the status class for an unknown status', () => {
	expect(getErrorText(418)).toEqual(getErrorText(400));
	expect(getErrorText(599)).toEqual(getErrorText(500));
	expect(getErrorText(0)).toEqual(getErrorText(500));
});

it('offers a retry only where it can help', () => {
	expect(getErrorText(503).retry).toBe(true);
	expect(getErrorText(403).retry).toBeUndefined();
});
