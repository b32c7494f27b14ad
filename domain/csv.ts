/**
 * Matches what a spreadsheet would read as a formula, including full-width characters; spreadsheets skip
 * leading white space.
 */
const FORMULA = /^(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r])/;

/**
 * The byte order mark at the start of an exported file; without it, spreadsheets do not read the file as
 * UTF-8.
 */
export const CSV_START = '\ufeff';

/**
 * Returns a value as one CSV cell: an apostrophe before a formula disables it, and quotes are added where
 * needed.
 */
export function formatCsvCell(value: string | number | boolean | null | undefined): string {
	const text = value === null || value === undefined ? '' : String(value);
	const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
	return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns one CSV line with its line ending (RFC 4180). */
export const formatCsvLine = (values: readonly (string | number | boolean | null | undefined)[]): string =>
	`${values.map(formatCsvCell).join(',')}\r\n`;
