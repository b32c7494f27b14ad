import { expect, test } from 'vitest';
import {
	checkImageFile,
	detectImageKind,
	IMAGE_HEAD_BYTES,
	IMAGE_INVALID,
	IMAGE_TOO_LARGE,
	IMAGE_UNREADABLE,
	parseDataUrl,
} from './images.ts';
import { IMAGE_MAX_BYTES } from './limits.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const PNG = '\x89PNG\r\n\x1a\n';

test('has the texts of the spec', () => {
	expect(IMAGE_TOO_LARGE).toBe('Image file size must be less than 10MB');
	expect(IMAGE_INVALID).toBe('Invalid image file. Please select a valid JPG, PNG, or GIF image.');
	expect(IMAGE_UNREADABLE).toBe('Error reading image file. Please try again.');
});

test.each([
	['jpeg', '\xff\xd8\xff\xe0'],
	['jpeg', '\xff\xd8\xff\xe1and more'],
	['png', PNG],
	['png', `${PNG}and more`],
	['gif', 'GIF87a'],
	['gif', 'GIF89a and more'],
	[null, ''],
	[null, '\xff\xd8'],
	[null, '\x89PNG\n\x1a\n'],
	[null, PNG.slice(0, -1)],
	[null, ` ${PNG}`],
	[null, 'GIF88a'],
	[null, 'gif89a'],
	[null, 'RIFF\x24\0\0\0WEBPVP8 '],
	[null, 'BM'],
	[null, '<svg xmlns="http://www.w3.org/2000/svg">'],
	[null, '<!doctype html><title>party.png</title>'],
	[null, '%PDF-1.7'],
	[null, '\0\0\0\x1cftypavif'],
	[null, 'II*\0'],
])('%s: %j', (kind, text) => {
	expect(detectImageKind(bytes(text))).toBe(kind);
	expect(detectImageKind(bytes(text).slice(0, IMAGE_HEAD_BYTES))).toBe(kind);
});

test.each([
	[9, PNG, null],
	[IMAGE_MAX_BYTES - 1, PNG, null],
	[IMAGE_MAX_BYTES, PNG, IMAGE_TOO_LARGE],
	[IMAGE_MAX_BYTES, '<html>', IMAGE_TOO_LARGE],
	[0, '', IMAGE_INVALID],
	[300, '<html>', IMAGE_INVALID],
])('a file of %i bytes that begins with %j: %s', (size, head, text) => {
	expect(checkImageFile({ size, head: bytes(head) })).toBe(text);
});

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
