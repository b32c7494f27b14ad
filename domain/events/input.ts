import { z } from 'zod';
import { idempotencyKey } from '../idempotency.ts';
import { eventBodyShape, storytellerIds } from './fields.ts';

/** The body of `POST` and `PUT /api/events` (spec, section 7; wire.md). The page's form makes the same body of itself. */

/** The SHA-256 of a picture that is stored already, as its address has it. */
const imageHash = z.string().regex(/^[0-9a-f]{64}$/, 'Please choose the image again');

export const createEventInput = z.object({
	...eventBodyShape('create'),
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
	...eventBodyShape('update'),
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
