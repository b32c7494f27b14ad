import { expect, test } from 'vitest';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { type Flash, readFlash, writeFlash } from './flash.ts';

useTestEnvironment();

function writeAndRead(flash: Flash): Flash | null {
	const cookie = writeFlash(flash).split(';')[0] ?? '';
	expect(cookie.length).toBeLessThan(4_000);
	return readFlash(new Request('http://localhost/', { headers: { Cookie: cookie } }));
}

test('returns a notice unchanged', () => {
	for (const flash of [{ tone: 'error' as const, title: 'Failed', text: 'Ünïcode 🦉 and "quotes"; =' }])
		expect(writeAndRead(flash)).toEqual(flash);
});

test.each([
	['a long text', 'Groups saved.', 'a player, '.repeat(200)],
	['long names in another script', 'Сохранено', '鐘'.repeat(2_000)],
	['a long title', '鐘'.repeat(900), 'x'],
])('shortens %s and keeps its beginning', (_, title, text) => {
	const flash = writeAndRead({ tone: 'info', title, text });
	expect(flash?.title.slice(0, 9)).toBe(title.slice(0, 9));
	expect(flash?.text?.slice(0, 1)).toBe(text.slice(0, 1));
});
