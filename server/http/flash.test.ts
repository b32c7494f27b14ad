import { expect, test } from 'vitest';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { type Flash, readFlash, writeFlash } from './flash.ts';

useTestEnvironment();

function pass(flash: Flash): Flash | null {
	const cookie = writeFlash(flash).split(';')[0] ?? '';
	expect(cookie.length).toBeLessThan(4_000);
	return readFlash(new Request('http://localhost/', { headers: { Cookie: cookie } }));
}

test('a notice comes over as it is', () => {
	for (const flash of [
		{ tone: 'success' as const, title: 'Saved' },
		{ tone: 'error' as const, title: 'Failed', text: 'Ünïcode 🦉 and "quotes"; =' },
	])
		expect(pass(flash)).toEqual(flash);
});

test.each([
	['a long text', 'The groups are saved.', 'somebody, '.repeat(200)],
	['long names in another script', 'Сохранено', '鐘'.repeat(2_000)],
	['a long title', '鐘'.repeat(900), 'x'],
])('%s is shortened, and seen', (_, title, text) => {
	const flash = pass({ tone: 'info', title, text });
	expect(flash?.title.slice(0, 9)).toBe(title.slice(0, 9));
	expect(flash?.text?.slice(0, 1)).toBe(text.slice(0, 1));
});
