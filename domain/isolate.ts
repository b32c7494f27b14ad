// Apart from text.ts, which loads zod: the scripts of the first page do without it.

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Returns a name for a place beside other words: from right to left it is isolated (U+2068, U+2069), so that
 * numbers and commas stay in place. In HTML, `<bdi>` does the same.
 */
export const isolate = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);
