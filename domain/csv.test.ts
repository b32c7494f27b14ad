import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CSV_SEPARATORS, CSV_START, formatCsvCell, formatCsvLine } from './csv.ts';

test.each<[Parameters<typeof formatCsvCell>[0], string]>([
	['plain', 'plain'],
	['', ''],
	[null, ''],
	[undefined, ''],
	[12, '12'],
	[-12, '-12'],
	[true, 'true'],
	['=1+1', "'=1+1"],
	['+49 30', "'+49 30"],
	['-2', "'-2"],
	['@SUM(A1)', "'@SUM(A1)"],
	[new Date('2026-10-17T00:30:00Z'), '2026-10-17T00:30:00.000Z'],
	['＝1', "'＝1"],
	['＋1', "'＋1"],
	['－1', "'－1"],
	['＝1+1', "'＝1+1"],
	['＋49 30', "'＋49 30"],
	['－2', "'－2"],
	['＠SUM(A1)', "'＠SUM(A1)"],
	[' ＝1', "' ＝1"],
	['a＝b', 'a＝b'],
	['\t=1', "'\t'=1"],
	['\r=1', '"\'\r\'=1"'],
	['\n=1', '"\'\n\'=1"'],
	// Readers with another separator begin a cell after it, and a line after a line end.
	['Zed;=3+3', "Zed;'=3+3"],
	['Zed;+3', "Zed;'+3"],
	['Zed,-3', '"Zed,\'-3"'],
	['Zed\t@A1', "Zed\t'@A1"],
	['Zed; =3', "Zed;' =3"],
	['Zed;"=3"', '"Zed;\'""=3"""'],
	['a;=1;=2', "a;'=1;'=2"],
	['"=1"', '"\'""=1"""'],
	['list:\n- one\n- two', '"list:\n\'- one\n\'- two"'],
	['Zed;＝3', "Zed;'＝3"],
	["Zed;'=3", "Zed;'=3"],
	['5 - 3; x = 2', '5 - 3; x = 2'],
	['2026-10-17T00:30:00.000Z', '2026-10-17T00:30:00.000Z'],
	['a=b', 'a=b'],
	['one, two', '"one, two"'],
	['say "boo"', '"say ""boo"""'],
	['two\nlines', '"two\nlines"'],
	['=HYPERLINK("https://evil.example","x")', '"\'=HYPERLINK(""https://evil.example"",""x"")"'],
	[' =1', "' =1"],
	[' a ', '" a "'],
	['Łukasz 🌿', 'Łukasz 🌿'],
])('%j is written %j', (value, expected) => expect(formatCsvCell(value)).toBe(expected));

/** Returns the rows as a reader sees them that knows quotes only at the beginning of a cell. */
function readCsv(text: string, separator: string): string[][] {
	const rows: string[][] = [[]];
	let rest = text;
	while (rest !== '') {
		const [quotes = '', quoted = ''] = /^"((?:[^"]|"")*)"/.exec(rest) ?? [];
		const [plain = ''] = (rest.slice(quotes.length).split(separator)[0] ?? '').split(/[\r\n]/);
		rows.at(-1)?.push(quoted.replaceAll('""', '"') + plain);
		rest = rest.slice(quotes.length + plain.length);
		const [end] = /^(?:\r\n|[\r\n])/.exec(rest) ?? [];
		if (end) rows.push([]);
		rest = rest.slice(end?.length ?? separator.length);
	}
	return rows;
}

test('no text begins with a formula for a reader with any separator, and its own reader has each text in one cell', () => {
	const parts = [...'=+-@,;\t\n\r" \'a1', '\r\n', '""', '；', '＝'];
	const text = fc.array(fc.constantFrom(...parts), { maxLength: 8 }).map((all) => all.join(''));
	const row = fc.array(text, { minLength: 3, maxLength: 3 });
	const withoutMarks = (rows: string[][]) =>
		rows.map((cells) => cells.map((cell) => cell.replaceAll("'", '')));
	fc.assert(
		fc.property(fc.array(row, { minLength: 1, maxLength: 3 }), (rows) => {
			const numbered = rows.map((cells, index) => [String(index), ...cells]);
			for (const written of Object.values(CSV_SEPARATORS)) {
				const file = numbered.map((cells) => formatCsvLine(cells, written)).join('');
				for (const separator of [',', ';', '\t']) {
					// A reader that knows no quotes, and one that does.
					const split = file.split(/[\r\n]/).flatMap((line) => line.split(separator));
					for (const cell of [...split, ...readCsv(file, separator).flat()])
						expect(cell, JSON.stringify([rows, separator])).not.toMatch(/^["\s]*[=+\-@＝＋－＠]/);
				}
				expect(withoutMarks(readCsv(file, written).slice(0, -1))).toEqual(withoutMarks(numbered));
			}
		}),
		{ seed: 7, numRuns: 1_000 },
	);
});

test('with semicolons, texts with a semicolon are quoted, and numbers stay numbers', () => {
	expect(formatCsvLine(['a;b', 'a,b', 'c', -2, 3], ';')).toBe('"a;b";a,b;c;-2;3\r\n');
});

test('a line ends with CRLF (RFC 4180), and a file starts with the UTF-8 byte order mark', () => {
	expect(formatCsvLine(['id', 'a,b', null, 3])).toBe('id,"a,b",,3\r\n');
	expect(CSV_START).toBe('\ufeff');
});
