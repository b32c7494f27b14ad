import { expect, test } from 'vitest';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { isForeignOrigin } from './xsrf.ts';

useTestEnvironment({ APP_URL: 'https://bell.example' });

const CASES: [headers: Record<string, string>, foreign: boolean][] = [
	[{}, false],
	[{ Origin: 'https://bell.example' }, false],
	[{ Origin: 'https://bell.example', 'Sec-Fetch-Site': 'same-origin' }, false],
	[{ 'Sec-Fetch-Site': 'same-origin' }, false],
	[{ 'Sec-Fetch-Site': 'none' }, false],
	[{ Origin: 'null' }, true],
	[{ Origin: 'http://bell.example' }, true],
	[{ Origin: 'https://bell.example:8443' }, true],
	[{ Origin: 'https://bell.example.evil.example' }, true],
	[{ Origin: 'https://evil.example', Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' }, true],
	[{ 'Sec-Fetch-Site': 'same-site' }, true],
	[{ 'Sec-Fetch-Site': 'cross-site' }, true],
];

test.each(CASES)('%j: foreign %s', (headers, foreign) => {
	expect(isForeignOrigin(new Request('https://bell.example/events', { method: 'POST', headers }))).toBe(
		foreign,
	);
});
