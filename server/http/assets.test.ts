import { expect, test } from 'vitest';
import { missing, Refusal } from '~/domain/refusal.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { createAssetErrorResponse } from './assets.ts';

useTestEnvironment();

test.each([
	['a refusal', missing('Image'), 404, null],
	['a temporary refusal', new Refusal('unavailable', 'Asleep', { retryAfter: 5 }), 503, '5'],
	['an unexpected error', new Error('with a secret'), 500, null],
])('returns an uncached response without a body for %s', async (_, error, status, retryAfter) => {
	const response = createAssetErrorResponse(error, 'request');
	expect(response.status).toBe(status);
	expect(response.headers.get('Retry-After')).toBe(retryAfter);
	expect(response.headers.get('Cache-Control')).toBe('no-store');
	expect(response.headers.has('Content-Type')).toBe(false);
	expect(await response.text()).toBe('');
});
