import { z } from 'zod';
import { TEXT_LIMITS } from '../limits.ts';
import { createLineSchema } from '../text.ts';
import { type Capacity, PLACES } from './places.ts';

export const CAPACITY_MAX = 500;
const CAPACITY_TEXT = `Please enter 1 to ${CAPACITY_MAX} places, or none for no limit`;

/** How many players an event has room for, in a request body and in a response. */
const capacitySchema = z.union([z.int().min(1).max(CAPACITY_MAX), z.literal('storytellers'), z.null()]);

/** Returns a capacity as the database has it: 0 stands for as many as the storytellers can lead. */
const toStoredCapacity = (capacity: Capacity): number | null => (capacity === 'storytellers' ? 0 : capacity);

/** Returns a capacity as the API has it. */
export const fromStoredCapacity = (stored: number | null): Capacity =>
	stored === 0 ? 'storytellers' : stored;

/** The capacity in the body that creates or updates an event, as the database has it. */
export const capacityInput = z
	.union([capacitySchema], { error: CAPACITY_TEXT })
	.transform(toStoredCapacity)
	.optional();

/** A number of places as it is typed in a form; '' is no limit. */
export const typedCapacity = z
	.string()
	.default('')
	.transform((text) => text.trim())
	.refine(
		(text) => text === '' || (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= CAPACITY_MAX),
		CAPACITY_TEXT,
	)
	.transform((text) => (text === '' ? null : Number(text)));

/** The viewer's own place at an event. */
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
	own_place: ownPlaceSchema.nullable(),
};

/** What a signup shows of its place. */
export const signupPlaceShape = {
	place: z.enum(PLACES).nullable(),
	waitlist_position: z.number().nullable(),
};

/** Body of `POST /api/events/{id}/place`. */
export const placeInput = z.object({ accept: z.boolean('Please send true or false') });

/** Body of `PUT /api/events/{id}/signups/{signupId}/place`. */
export const movePlaceInput = z.object({
	place: z.enum(['placed', 'waiting'], 'place must be placed or waiting'),
	reason: createLineSchema(
		TEXT_LIMITS.cancelReason,
		`A reason can have at most ${TEXT_LIMITS.cancelReason} characters`,
		'Please enter a reason',
	),
});
