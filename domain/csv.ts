/** What a spreadsheet would read as a formula, full-width forms too; it skips white space before it. */
const FORMULA = /^(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r])/;

/** What a file of ours begins with: spreadsheets read UTF-8 only when it says so. */
export const CSV_START = '\ufeff';

/** A value as one cell: what would be read as a formula is defused by an apostrophe, what needs quotes has them. */
export function csvCell(value: string | number | boolean | null | undefined): string {
	const text = value === null || value === undefined ? '' : String(value);
	const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
	return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line of a file, with its end (RFC 4180). */
export const csvLine = (values: readonly (string | number | boolean | null | undefined)[]): string =>
	`${values.map(csvCell).join(',')}\r\n`;
