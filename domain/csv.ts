/** The separators of an exported file. Spreadsheets that write decimals with a comma expect semicolons. */
export const CSV_SEPARATORS = { comma: ',', semicolon: ';' } as const;
export type CsvSeparator = (typeof CSV_SEPARATORS)[keyof typeof CSV_SEPARATORS];

/** The characters with which a formula begins, for a regular expression. */
const FORMULA_CHARACTERS = '=+\\-@\uff1d\uff0b\uff0d\uff20';

/**
 * Matches where a spreadsheet would read the beginning of a formula: at the start of a text, and after a
 * comma, semicolon, tab or line end. A reader with another separator ends a cell there. Spreadsheets skip
 * white space and quotes.
 */
const FORMULA = new RegExp(`(?<=^|[,;\\t\\r\\n])(?=["\\s]*[${FORMULA_CHARACTERS}])`, 'g');

/** Matches each text that may need an apostrophe or quotes. Most texts need neither, and one test is quicker than four. */
const SPECIAL = new RegExp(`[,;"\\t\\r\\n${FORMULA_CHARACTERS}]|^\\s|\\s$`);

/** The byte order mark, without which spreadsheets do not read the file as UTF-8. */
export const CSV_START = '\ufeff';

export type CsvValue = string | number | boolean | Date | null | undefined;

/**
 * Returns a value as one CSV cell, quoted where needed; a date in UTC by ISO 8601. An apostrophe before a formula
 * disables it.
 */
export function formatCsvCell(value: CsvValue, separator: CsvSeparator = ','): string {
	if (value instanceof Date) return value.toISOString();
	if (typeof value !== 'string') return String(value ?? '');
	if (!SPECIAL.test(value)) return value;
	const safe = value.replaceAll(FORMULA, "'").replace(/^(?=[\t\r])/, "'");
	return safe.includes(separator) || /["\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns one CSV line with its line ending (RFC 4180). */
export const formatCsvLine = (values: readonly CsvValue[], separator: CsvSeparator = ','): string =>
	`${values.map((value) => formatCsvCell(value, separator)).join(separator)}\r\n`;
