import { z } from 'zod';
import { flag, idempotencyKey, version } from '../inputs.ts';
import { capacityInput, minimumInput, reason } from '../places/schema.ts';
import { buildEventBodyShape, storytellerIds } from './fields.ts';
import { seriesInput } from './series-schema.ts';
import { acceptedInput } from './start-questions.ts';

/** The bodies of `POST` and `PUT /api/events` (spec, section 7). The pages' forms are converted to the same bodies. */

/** The SHA-256 of a stored picture, as in its URL. */
export const imageHash = z.string().regex(/^[0-9a-f]{64}$/, 'Please choose the image again');

type MinimumInput = z.output<z.ZodObject<typeof minimumInput>>;

/** Returns the body with the fields of `minimumInput` as the database has them. */
export function renameMinimum<Input extends MinimumInput>({
	minimum_players: minimumPlayers,
	decide_minutes: decideMinutes,
	on_too_few: onTooFew,
	...input
}: Input) {
	return {
		...input,
		...(minimumPlayers !== undefined && { minimumPlayers }),
		...(decideMinutes !== undefined && { decideMinutes }),
		...(onTooFew !== undefined && { onTooFew }),
	};
}

export const createEventInput = z.object({
	...buildEventBodyShape('create'),
	capacity: capacityInput,
	...minimumInput,
	storytellerIds: storytellerIds.optional().default([]),
	createDiscordEvent: flag.default(true),
	/** Whether a message on Discord follows the event. It has no effect while no channel is set. */
	announce: flag.default(true),
	/** A data URL; `imageHash` refers to a stored picture instead. */
	image: z.string().nullish(),
	imageHash: imageHash.nullish(),
	/** Makes it the first event of a series. */
	series: seriesInput.optional(),
	accepted: acceptedInput,
	idempotencyKey,
});
export type CreateEventInput = ReturnType<typeof renameMinimum<z.output<typeof createEventInput>>>;

const OVER_CAPACITY = ['keep', 'move', 'ask'] as const;
export type OverCapacity = (typeof OVER_CAPACITY)[number];

/** Omitted fields stay; `image: null` removes the picture, `announce: false` the message on Discord. */
export const updateEventInput = z.object({
	...buildEventBodyShape('update'),
	capacity: capacityInput,
	...minimumInput,
	storytellerIds: storytellerIds.optional(),
	image: z.string().nullish(),
	imageHash: imageHash.optional(),
	announce: flag.optional(),
	version,
	/**
	 * What happens when more players come than there are places: they keep theirs (default), the last move to
	 * the waitlist, or the request is refused with their names.
	 */
	over_capacity: z.enum(OVER_CAPACITY, 'over_capacity must be keep, move or ask').optional(),
	/** Whether only this event changes (default), or also all later ones of its series. */
	scope: z.enum(['this', 'following'], 'scope must be this or following').optional(),
	accepted: acceptedInput,
});

/** Body for cancelling and reinstating an event; the page's form sends the version that it shows. */
export const eventStatusInput = z.object({
	version,
	idempotencyKey,
});

/** Body of `POST /api/events/{id}/cancel`. The reason is shown to players; '' is none. */
export const cancelEventInput = eventStatusInput.extend({
	reason: reason.optional(),
});

export const deleteEventInput = z.object({
	deleteDiscordEvent: flag.optional().default(false),
});
