import { z } from 'zod';

/** The schemas that many request bodies share. */

/** The key for a safe repeat: the header `Idempotency-Key` in /api, a hidden field in a form. */
export const idempotencyKey = z
	.string('The key must be text')
	.regex(/^[\x21-\x7e]{1,255}$/, 'The key must be 1 to 255 visible ASCII characters')
	.nullish()
	.transform((key) => key ?? undefined);

export const flag = z.boolean('Please send true or false');

/** A list of ids may contain duplicates, but with more entries than this it is refused unread. */
export const REPEATED_IDS_MAX = 1_000;

/** The version of an event, or of its groups, that the sender saw; left out, any version is changed. */
export const version = z.int('version must be a whole number').optional();

/** Returns a schema for a whole number from `min` to `max`; anything else is refused with `text`. */
export const createIntegerSchema = (min: number, max: number, text: string) =>
	z.int(text).min(min, text).max(max, text);

type ListTexts = {
	/** The error for a value that is not a list. */
	wrong: string;
	tooMany: string;
};

/** Returns a schema for a list of `item`; too long a list is refused before its items are read. */
export const createListSchema = <T extends z.ZodType>(item: T, max: number, { wrong, tooMany }: ListTexts) =>
	z.array(z.unknown(), wrong).max(max, tooMany).pipe(z.array(item));

/** Returns a schema for at most `max` different ids, as text or numbers, whether they exist or not. */
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
