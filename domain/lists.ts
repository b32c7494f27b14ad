import { z } from 'zod';
import { REPEATED_IDS_MAX } from './limits.ts';

type ListTexts = {
	/** For anything but a list. */
	wrong: string;
	tooMany: string;
};

/** A zod list of `item`, refused for its length before any item is parsed: a long list costs one comparison, not a million. */
export const boundedList = <T extends z.ZodType>(item: T, max: number, { wrong, tooMany }: ListTexts) =>
	z.array(z.unknown(), wrong).max(max, tooMany).pipe(z.array(item));

/** A zod list of at most `max` different ids, written as text or numbers; repeated ones are dropped. What they name is not checked. */
export const idList = (max: number, { wrong, tooMany }: ListTexts) =>
	z
		.array(z.unknown(), wrong)
		.max(Math.max(max, REPEATED_IDS_MAX), tooMany)
		// One error for the whole list: an error for each of 100,000 wrong ids takes a third of a second.
		.refine((ids) => ids.every((id) => typeof id === 'string' || typeof id === 'number'), wrong)
		.pipe(z.array(z.union([z.string(), z.number()]).transform(String)))
		.transform((ids) => [...new Set(ids)])
		.pipe(z.array(z.string()).max(max, tooMany));
