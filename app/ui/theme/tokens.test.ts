import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const LITERAL_COLOR = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch)\(/i;
/** Also matches the shorthand and unitless sizes. Sizes relative to the parent (1em, inherit) are allowed. */
const LITERAL_FONT_SIZE = /fontSize: (?:['"`]?[\d.]+(?!em)|['"`]clamp)|font: ['"`]\d+ [\d.]/;

test.each([
	['color', LITERAL_COLOR],
	['font size', LITERAL_FONT_SIZE],
])('no style sheet has a literal %s; the theme names them', (_, literal) => {
	const sheets = globSync('app/**/*.css.ts').filter((sheet) => !sheet.endsWith('theme/tokens.css.ts'));
	expect(sheets.length).toBeGreaterThan(50);
	const violations = sheets.flatMap((sheet) =>
		readFileSync(sheet, 'utf8')
			.split('\n')
			.flatMap((line, index) => (literal.test(line) ? [`${sheet}:${index + 1} ${line.trim()}`] : [])),
	);
	expect(violations).toEqual([]);
});
