import { z } from 'zod';
import { CLOCK_PATTERN, parseClock } from './clock.ts';

/** Returns the schema of a time of day, whose result is 'HH:mm'; anything else is refused with `text`. */
export const createClockSchema = (text: string) =>
	z
		.string(text)
		.regex(CLOCK_PATTERN, text)
		.overwrite((time) => parseClock(time) ?? time);
