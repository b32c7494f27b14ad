import { expect, test } from 'vitest';
import { missing, Refusal } from '~/domain/refusal.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { assetError } from './assets.ts';

useTestEnvironment();

test.each([
	['a refusal', missing('Image'), 404, null],
	['one for a while', new Refusal('unavailable', 'Asleep', { retryAfter: 5 }), 503, '5'],
	['what nobody foresaw', new Error('with a secret'), 500, null],
])('%s is a status without words, not to be kept', async (_, error, status, retryAfter) => {
	const answer = assetError(error, 'request');
	expect(answer.status).toBe(status);
	expect(answer.headers.get('Retry-After')).toBe(retryAfter);
	expect(answer.headers.get('Cache-Control')).toBe('no-store');
	expect(answer.headers.has('Content-Type')).toBe(false);
	expect(await answer.text()).toBe('');
});
