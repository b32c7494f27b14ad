import { z } from 'zod';
import { idempotencyKey } from '../idempotency.ts';
import {
	DEFAULT_TIMEZONE,
	DURATION_MINUTES,
	EVENT_YEARS,
	STORYTELLERS_PER_EVENT,
	TEXT_LIMITS,
} from '../limits.ts';
import { idList } from '../lists.ts';
import { line, paragraph } from '../text.ts';
import { EDIT_ZONES } from '../time/zones.ts';
import { isPlannable } from './status.ts';

/** The body of `POST` and `PUT /api/events` (spec, section 7; wire.md). The page's form makes the same body of itself. */

const count = (number: number) => number.toLocaleString('en-US');
const tooLong = (what: string, max: number) => `${what} can have at most ${count(max)} characters`;

export const TEXTS = {
	noDate: 'Please enter a date',
	noTime: 'Please enter a time',
	beforeToday: 'The date cannot be before today',
	farDate: `Please enter a date from ${EVENT_YEARS.first} to ${EVENT_YEARS.last}`,
	noZone: 'Please choose a timezone',
	createDuration: 'Please enter 1 to 8 hours, in half hours',
	editDuration: 'Please enter 0.5 to 8 hours, in half hours',
	storytellers: 'Please choose storytellers from the list',
	manyStorytellers: `An event can have at most ${STORYTELLERS_PER_EVENT} storytellers`,
} as const;

/** The fields whose text is the same in a body and in a form. */
export const eventTexts = {
	title: line(TEXT_LIMITS.eventTitle, tooLong('A title', TEXT_LIMITS.eventTitle), 'Please enter a title'),
	description: paragraph(
		TEXT_LIMITS.eventDescription,
		tooLong('A description', TEXT_LIMITS.eventDescription),
	),
	location: line(TEXT_LIMITS.eventLocation, tooLong('A location', TEXT_LIMITS.eventLocation)),
};

const instant = z.iso
	.datetime({ offset: true, error: 'Please enter a date as an ISO instant with Z or an offset' })
	.transform((text) => new Date(text))
	.refine(isPlannable, TEXTS.farDate);

const minutes = (min: number, text: string) =>
	z
		.number(text)
		.int(text)
		.min(min, text)
		.max(DURATION_MINUTES.createMax, text)
		.multipleOf(DURATION_MINUTES.step, text);

/** One of the zones that the edit form offers, which are all that there are (spec, section 9). */
const eventZone = z.enum(EDIT_ZONES.map(({ zone }) => zone) as [string, ...string[]], TEXTS.noZone);

/** Ids as a caller may write them, each once; whether they are storytellers is for the database to say. */
export const storytellerIds = idList(STORYTELLERS_PER_EVENT, {
	wrong: TEXTS.storytellers,
	tooMany: TEXTS.manyStorytellers,
});

/** The SHA-256 of a picture that is stored already, as its address has it. */
const imageHash = z.string().regex(/^[0-9a-f]{64}$/, 'Please choose the image again');

export const createEventInput = z.object({
	title: eventTexts.title,
	description: eventTexts.description.optional().default(''),
	date: instant,
	duration: minutes(DURATION_MINUTES.createMin, TEXTS.createDuration).default(DURATION_MINUTES.default),
	location: eventTexts.location.optional().default(''),
	timezone: eventZone.default(DEFAULT_TIMEZONE),
	storytellerIds: storytellerIds.optional().default([]),
	createDiscordEvent: z.boolean('Please say true or false').default(true),
	/** A data URL; `imageHash` names a picture that is here already. */
	image: z.string().nullish(),
	imageHash: imageHash.nullish(),
	idempotencyKey,
});
export type CreateEventInput = z.output<typeof createEventInput>;

/** What is left out stays as it is; `image: null` takes the picture away; `version` is that of the event one has seen. */
export const updateEventInput = z.object({
	title: eventTexts.title,
	description: eventTexts.description.optional(),
	date: instant,
	duration: minutes(DURATION_MINUTES.editMin, TEXTS.editDuration).optional(),
	location: eventTexts.location.optional(),
	timezone: eventZone.optional(),
	storytellerIds: storytellerIds.optional(),
	image: z.string().nullish(),
	imageHash: imageHash.optional(),
	version: z.int('version must be a whole number').optional(),
});

/** Cancelling and reinstating; the page's form sends the version that it shows. */
export const eventStatusInput = z.object({
	version: z.int('version must be a whole number').optional(),
	idempotencyKey,
});

export const deleteEventInput = z.object({
	deleteDiscordEvent: z.boolean('Please say true or false').optional().default(false),
});
