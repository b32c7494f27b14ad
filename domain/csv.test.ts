import { expect, test } from 'vitest';
import { CSV_START, formatCsvCell, formatCsvLine } from './csv.ts';

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
	['＝1+1', "'＝1+1"],
	['＋49 30', "'＋49 30"],
	['－2', "'－2"],
	['＠SUM(A1)', "'＠SUM(A1)"],
	[' ＝1', "' ＝1"],
	['a＝b', 'a＝b'],
	['\t=1', "'\t=1"],
	['\r=1', '"\'\r=1"'],
	['\n=1', '"\'\n=1"'],
	['a=b', 'a=b'],
	['one, two', '"one, two"'],
	['say "boo"', '"say ""boo"""'],
	['two\nlines', '"two\nlines"'],
	['=HYPERLINK("https://evil.example","x")', '"\'=HYPERLINK(""https://evil.example"",""x"")"'],
	[' =1', "' =1"],
	[' a ', '" a "'],
	['Łukasz 🌿', 'Łukasz 🌿'],
])('%j is written %j', (value, expected) => expect(formatCsvCell(value)).toBe(expected));

test('a line ends with CRLF (RFC 4180), and a file starts with the UTF-8 byte order mark', () => {
	expect(formatCsvLine(['id', 'a,b', null, 3])).toBe('id,"a,b",,3\r\n');
	expect(CSV_START).toBe('\ufeff');
});
