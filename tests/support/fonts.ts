import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

export const FONTS = path.resolve(import.meta.dirname, '../../app/ui/theme/fonts');

/** What is in the pages' own texts, in almost every title and in most names; every page needs these files. */
const BASIC =
	'U+0020-007E,U+00A0,U+00A9,U+00B7,U+00D7,U+2013-2014,U+2018-2019,U+201C-201D,U+2026,U+2191,U+2193,U+2212';
const DIGITS = 'U+0030-0039';

/** The OpenType features that the pages use. */
const FEATURES = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'mkmk', 'lnum', 'tnum'];

const SANS_PACKAGE = require.resolve('@fontsource-variable/hanken-grotesk/package.json');
const SERIF_PACKAGE = require.resolve('@fontsource-variable/newsreader/package.json');

type Family = {
	name: string;
	package: string;
	packageFile: string;
	/** The axis of the package's files (in their names), and the values of each axis that the pages use. */
	axis: string;
	axes: Record<string, { min: number; max: number } | number>;
	weight: string;
	/** The subsets of the package, and the parts of "latin" that are separate files. */
	subsets: readonly (readonly [name: string, source: string, range?: string])[];
};

/** Optical sizes below 20 would double the serif's files for a few lines of 16 px. */
const OPTICAL_SIZES = { min: 20, max: 72 };
/** A browser checks the last rule first, so the basic file comes last. */
const LATIN_SUBSETS = [
	['vietnamese', 'vietnamese'],
	['latin-ext', 'latin-ext'],
	['latin', 'latin'],
	['basic', 'latin', BASIC],
] as const;

const FAMILIES: readonly Family[] = [
	{
		name: 'Hanken Grotesk Variable',
		package: 'hanken-grotesk',
		packageFile: SANS_PACKAGE,
		axis: 'wght',
		axes: { wght: { min: 400, max: 600 } },
		weight: '400 600',
		subsets: LATIN_SUBSETS,
	},
	{
		name: 'Newsreader Variable',
		package: 'newsreader',
		packageFile: SERIF_PACKAGE,
		axis: 'opsz',
		axes: { wght: 500, opsz: OPTICAL_SIZES },
		weight: '500',
		subsets: LATIN_SUBSETS,
	},
	{
		// The regular weight is for the large digits and for the text of the loading screen.
		name: 'Newsreader Variable',
		package: 'newsreader',
		packageFile: SERIF_PACKAGE,
		axis: 'opsz',
		axes: { wght: 400, opsz: OPTICAL_SIZES },
		weight: '400',
		subsets: [
			['basic', 'latin', BASIC],
			['digits', 'latin', DIGITS],
		],
	},
];

/**
 * Fonts of the common systems, scaled to the width of ours, so that nothing moves when our files arrive. The numbers
 * are ratios of average letter widths. A browser checks the last rule first.
 */
const FALLBACKS = [
	...[
		{ fonts: ['DejaVu Sans'], scale: 0.88 },
		{ fonts: ['Arial', 'Liberation Sans', 'Roboto'], scale: 1.01 },
	].map((rule) => ({ ...rule, name: 'Hanken Grotesk Fallback', ascent: 1, descent: 0.303 })),
	...[
		{ fonts: ['DejaVu Serif'], scale: 0.82 },
		{ fonts: ['Noto Serif'], scale: 0.885 },
		{ fonts: ['Times New Roman', 'Liberation Serif'], scale: 1.047 },
		{ fonts: ['Georgia'], scale: 0.955 },
	].map((rule) => ({ ...rule, name: 'Newsreader Fallback', ascent: 0.735, descent: 0.265 })),
];

/** Returns the files of app/ui/theme/fonts by name: the subsets of the fonts, and the style sheet with their rules. */
export async function generateFonts(): Promise<Map<string, Buffer>> {
	const files = new Map<string, Buffer>();
	const rules = [`/* Written by \`npm run fonts\` (tests/support/fonts.ts). */\n`];
	for (const family of FAMILIES) {
		const folder = path.dirname(family.packageFile);
		const ranges: Record<string, string> = JSON.parse(
			await readFile(path.join(folder, 'unicode.json'), 'utf8'),
		);
		for (const [subset, source, range = ranges[source] ?? ''] of family.subsets) {
			const sourceFile = `${family.package}-${source}-${family.axis}-normal.woff2`;
			const fileName = `${family.package}-${family.weight.replace(' ', '-')}-${subset}.woff2`;
			// The "latin" file is loaded beside the basic one, so it does not repeat its characters.
			const excluded = subset === 'latin' ? listCharacters(BASIC) : [];
			const text = listCharacters(range)
				.filter((character) => !excluded.includes(character))
				.join('');
			files.set(
				fileName,
				await subsetFont(await readFile(path.join(folder, 'files', sourceFile)), text, {
					targetFormat: 'woff2',
					variationAxes: family.axes,
					keepFeatures: FEATURES,
				}),
			);
			rules.push(`@font-face {
	font-family: "${family.name}";
	font-weight: ${family.weight};
	font-display: swap;
	src: url(./${fileName}) format("woff2");
	unicode-range: ${range.replaceAll(',', ', ')};
}
`);
		}
	}
	for (const { name, fonts, scale, ascent, descent } of FALLBACKS) {
		const percent = (value: number) => `${Math.round(value * 1000) / 10}%`;
		rules.push(`@font-face {
	font-family: "${name}";
	src: ${fonts.map((font) => `local("${font}")`).join(', ')};
	size-adjust: ${percent(scale)};
	ascent-override: ${percent(ascent / scale)};
	descent-override: ${percent(descent / scale)};
	line-gap-override: 0%;
}
`);
	}
	files.set('fonts.css', Buffer.from(rules.join('\n')));
	return files;
}

/** Returns the characters of a CSS unicode-range. */
function listCharacters(range: string): string[] {
	return range.split(',').flatMap((part) => {
		const [first = 0, last = first] = part
			.slice(2)
			.split('-')
			.map((hex) => Number.parseInt(hex, 16));
		return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
	});
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	await rm(FONTS, { recursive: true, force: true });
	await mkdir(FONTS);
	for (const [name, content] of await generateFonts()) await writeFile(path.join(FONTS, name), content);
}
