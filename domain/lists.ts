import { z } from 'zod';

/**
 * A list of ids may contain duplicates; a list with more entries than this is refused before its entries are
 * checked.
 */
export const REPEATED_IDS_MAX = 1_000;

/** The form of the id of a row. A text of any other form belongs to no row. */
export const ROW_ID = /^[1-9]\d{0,17}$/;

type ListTexts = {
	/** The error for a value that is not a list. */
	wrong: string;
	tooMany: string;
};

/**
 * Returns a zod schema for a list of `item`. It checks the length before it parses any item, so that a list
 * of a million items costs only one comparison.
 */
export const createListSchema = <T extends z.ZodType>(item: T, max: number, { wrong, tooMany }: ListTexts) =>
	z.array(z.unknown(), wrong).max(max, tooMany).pipe(z.array(item));

/**
 * Returns a zod schema for a list of at most `max` different ids, written as text or numbers. It drops
 * duplicates and refuses an empty id. It does not check whether the ids exist.
 */
export const createIdListSchema = (max: number, { wrong, tooMany }: ListTexts) =>
	z
		.array(z.unknown(), wrong)
		.max(Math.max(max, REPEATED_IDS_MAX), tooMany)
		// Only one error for the whole list: creating an error for each of 100,000 invalid ids takes a third of a
		// second.
		.refine(
			(ids) => ids.every((id) => typeof id === 'number' || (typeof id === 'string' && id !== '')),
			wrong,
		)
		.pipe(z.array(z.union([z.string(), z.number()]).transform(String)))
		.transform((ids) => [...new Set(ids)])
		.pipe(z.array(z.string()).max(max, tooMany));
