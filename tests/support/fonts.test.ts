import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { FONTS, generateFonts } from './fonts.ts';

it('the font files are those that `npm run fonts` writes', async () => {
	const files = await generateFonts();
	expect((await readdir(FONTS)).sort()).toEqual([...files.keys()].sort());
	for (const [name, content] of files) {
		expect(content.equals(await readFile(path.join(FONTS, name))), name).toBe(true);
	}
});

it('the fonts of a page in English weigh at most 40 kB', async () => {
	const names = ['hanken-grotesk-400-600-basic', 'newsreader-500-basic', 'newsreader-400-digits'];
	const sizes = await Promise.all(
		names.map(async (name) => (await stat(path.join(FONTS, `${name}.woff2`))).size),
	);
	expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(40_000);
});
