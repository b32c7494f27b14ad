import { expect, test } from 'vitest';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { readTheme } from './viewer-cookies.ts';

useTestEnvironment();

test.each([
	['light', 'dark', 'light'],
	['dark', 'light', 'dark'],
	['sepia', 'light', 'light'],
	[null, 'light', 'light'],
	['', undefined, 'dark'],
	[null, 'sepia', 'dark'],
] as const)('the cookie %j and the profile %j show the theme %j', (cookie, saved, shown) => {
	const headers = new Headers(cookie === null ? {} : { Cookie: `theme=${cookie}` });
	expect(readTheme(new Request('http://localhost/', { headers }), saved)).toBe(shown);
});
