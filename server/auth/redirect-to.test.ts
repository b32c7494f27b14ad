import { expect, test } from 'vitest';
import { toSafeRedirect } from './redirect-to.ts';

const CASES: [given: string | null | undefined, wanted: string][] = [
	['/events', '/events'],
	['/events/12/signup?status=late#notes', '/events/12/signup?status=late#notes'],
	['/events/../profile', '/profile'],
	['/profile?next=https://evil.example/', '/profile?next=https://evil.example/'],
	['/logins', '/logins'],
	['/apiary', '/apiary'],
	['/api/docs', '/api/docs'],
	['/API/docs/?q=1#schemas', '/API/docs/?q=1#schemas'],
	['/', '/'],
	['/?token=abc', '/'],
	['/?error=state', '/'],
	[null, '/'],
	[undefined, '/'],
	['', '/'],
	['events', '/'],
	['//evil.example', '/'],
	['///evil.example', '/'],
	['/\\evil.example', '/'],
	['\\\\evil.example', '/'],
	['/.//evil.example', '/'],
	['/events/..//evil.example', '/'],
	['/%2e//evil.example', '/'],
	['https://evil.example/', '/'],
	['https:evil.example', '/'],
	['javascript:alert(1)', '/'],
	['/\t/evil.example', '/'],
	['/events\r\nSet-Cookie: a=b', '/'],
	[' /events', '/'],
	['@evil.example', '/'],
	['/login', '/'],
	['/Login/', '/'],
	['/%6cogin', '/'],
	['/login?redirectTo=/login', '/'],
	['/api/events', '/'],
	['/API', '/'],
	['/api/docs/events', '/'],
	['/api/docs/../events', '/'],
	['/api/docsearch', '/'],
	['/%', '/'],
	[`/${'a'.repeat(1_000)}`, '/'],
];

test.each(CASES)('%j leads to %j', (given, expected) => {
	expect(toSafeRedirect(given)).toBe(expected);
});
