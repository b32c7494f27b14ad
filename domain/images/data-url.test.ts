import { expect, test } from 'vitest';
import { IMAGE_MAX_BYTES } from '../limits.ts';
import { parseDataUrl } from './data-url.ts';
import { IMAGE_TOO_LARGE, IMAGE_UNREADABLE } from './texts.ts';

test.each([
	['data:image/png;base64,AAAA', 3],
	['data:image/png;base64,AAA=', 2],
	['data:image/png;base64,AA==', 1],
	['data:image/png;base64,', 0],
	['data:text/html;base64,+/9z', 3],
	['data:;base64,AAAA', 3],
	['data:image/png;name=party.gif;BASE64,AAAA', 3],
	['DATA:image/png;base64,AAAA', 3],
])('%s is %i bytes', (text, size) => {
	const read = parseDataUrl(text);
	expect(read).toEqual({ base64: text.slice(text.indexOf(',') + 1), size, error: null });
});

test.each([
	'',
	'AAAA',
	'https://elsewhere.example/party.png',
	'/images/party',
	'data:image/png,AAAA',
	'data:image/png;base64',
	'data:image/png;base64;charset=utf-8,AAAA',
	' data:image/png;base64,AAAA',
	`data:image/png;x=${'x'.repeat(300)};base64,AAAA`,
	'data:image/png;base64,AAA',
	'data:image/png;base64,A===',
	'data:image/png;base64,====',
	'data:image/png;base64,AA=A',
	'data:image/png;base64,AAAA\n',
	'data:image/png;base64, AAA',
	'data:image/png;base64,AA-_',
	'data:image/png;base64,AAB=',
	'data:image/png;base64,AB==',
	'data:image/png;base64,AAé=',
])('%j is not a data URL of a picture', (text) =>
	expect(parseDataUrl(text)).toEqual({ error: IMAGE_UNREADABLE }),
);

test('refuses a too long URL by its length, before any other check', () => {
	const groups = Math.ceil(IMAGE_MAX_BYTES / 3);
	const fits = `data:image/png;base64,${'A'.repeat((groups - 1) * 4)}`;
	expect(parseDataUrl(fits)).toMatchObject({ size: (groups - 1) * 3, error: null });
	expect(parseDataUrl(`${fits}AAA=`)).toEqual({ error: IMAGE_TOO_LARGE });
	expect(parseDataUrl(`${fits}????`)).toEqual({ error: IMAGE_TOO_LARGE });
});
