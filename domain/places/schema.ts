import { z } from 'zod';
import { createIntegerSchema, flag } from '../inputs.ts';
import { TEXT_LIMITS } from '../limits.ts';
import { createLineSchema } from '../text.ts';
import { DECISIONS, TOO_FEW } from './decision.ts';
import { type Capacity, PLACES } from './places.ts';

export const CAPACITY_MAX = 500;
const CAPACITY_TEXT = `Please enter 1 to ${CAPACITY_MAX} places, or none for no limit`;

/** How many players an event has room for, in a request body and in a response. */
const capacitySchema = z.union(
	[createIntegerSchema(1, CAPACITY_MAX, CAPACITY_TEXT), z.literal('storytellers'), z.null()],
	{ error: CAPACITY_TEXT },
);

/** Returns a capacity as the database has it: 0 stands for as many as the storytellers can lead. */
const toStoredCapacity = (capacity: Capacity): number | null => (capacity === 'storytellers' ? 0 : capacity);

/** Returns a capacity as the API has it. */
export const fromStoredCapacity = (stored: number | null): Capacity =>
	stored === 0 ? 'storytellers' : stored;

/** The capacity in the body that creates or updates an event, as the database has it. */
export const capacityInput = capacitySchema.transform(toStoredCapacity).optional();

/** Returns the schema of a number of players as it is typed in a form; '' is null. */
const createTypedCount = (error: string) =>
	z
		.string()
		.default('')
		.transform((text) => text.trim())
		.refine(
			(text) => text === '' || (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= CAPACITY_MAX),
			error,
		)
		.transform((text) => (text === '' ? null : Number(text)));

/** A number of places as it is typed in a form; '' is no limit. */
export const typedCapacity = createTypedCount(CAPACITY_TEXT);

const MINIMUM_TEXT = `Please enter 1 to ${CAPACITY_MAX} players, or none for any number`;
const DECIDE_TEXT = 'Please choose a time from 1 hour to 7 days before the start';
const TOO_FEW_TEXT = 'Please choose what happens with too few players';
const DECIDE_MINUTES = { min: 60, max: 10_080 } as const;

/** In minutes before the start. */
const DECIDE_CHOICES = [60, 120, 180, 360, 720, 1440, 2880, 4320, 10_080];

/** Returns the times of the decision that the form offers, with that of an event that was saved otherwise. */
export const listDecideChoices = (saved: number): number[] =>
	[...new Set([...DECIDE_CHOICES, ...(saved > 0 ? [saved] : [])])].sort((one, other) => one - other);

/** The smallest number of players of an event in the body that creates or updates it; see `Minimum`. */
export const minimumInput = {
	minimum_players: createIntegerSchema(1, CAPACITY_MAX, MINIMUM_TEXT).nullable().optional(),
	decide_minutes: createIntegerSchema(DECIDE_MINUTES.min, DECIDE_MINUTES.max, DECIDE_TEXT).optional(),
	on_too_few: z.enum(TOO_FEW, TOO_FEW_TEXT).optional(),
};

/** The fields of `minimumInput` as a form has them. */
export const typedMinimum = {
	minimum_players: createTypedCount(MINIMUM_TEXT),
	decide_minutes: z
		.string(DECIDE_TEXT)
		.default('1440')
		.transform(Number)
		.refine(
			(minutes) =>
				Number.isInteger(minutes) && minutes >= DECIDE_MINUTES.min && minutes <= DECIDE_MINUTES.max,
			DECIDE_TEXT,
		),
	on_too_few: z.enum(TOO_FEW, TOO_FEW_TEXT).default('ask'),
};

export const minimumShape = {
	minimum_players: z.number().nullable(),
	decide_minutes: z.number(),
	on_too_few: z.enum(TOO_FEW),
};

const ownPlaceSchema = z
	.object({
		state: z.enum(PLACES),
		/** The position among those who wait; null for a user with a place. */
		position: z.number().nullable(),
		/** Until when a place is kept for the viewer; null for one that the first of several gets. */
		offer_expires_at: z.iso.datetime().nullable(),
	})
	.meta({ id: 'OwnPlace' });

/** What an event shows of its places; all but `own_place` is null or 0 without a capacity. */
export const placesShape = {
	capacity: capacitySchema,
	places: z.number().nullable(),
	places_taken: z.number(),
	waitlist_count: z.number(),
	/** Whether an event with a smallest number of players takes place; null before the decision. */
	decision: z.enum(DECISIONS).nullable(),
	own_place: ownPlaceSchema.nullable(),
};

export const signupPlaceShape = {
	place: z.enum(PLACES).nullable(),
	waitlist_position: z.number().nullable(),
	standby: z.boolean(),
};

/** Why an event is cancelled, or a player's place changes, as the players read it. */
export const reason = createLineSchema(
	TEXT_LIMITS.cancelReason,
	`A reason can have at most ${TEXT_LIMITS.cancelReason} characters`,
);

/** Body of `POST /api/events/{id}/place`. */
export const placeInput = z.object({ accept: flag });

/** Body of `PUT /api/events/{id}/signups/{signupId}/place`. */
export const movePlaceInput = z.object({
	place: z.enum(['placed', 'waiting'], 'place must be placed or waiting'),
	reason: reason.default(''),
});
