import { z } from 'zod';
import { minimumShape, placesShape } from '../places/schema.ts';
import { eventSignupSchema } from '../signups/schema.ts';
import { STANDING_KINDS, type StandingView } from '../signups/standing.ts';
import { mapStatusFields, SIGNUP_STATUSES } from '../signups/statuses.ts';
import { searchText } from '../text.ts';
import { ROLES } from '../users/roles.ts';
import { eventWireShape } from './fields.ts';
import { seriesSchema } from './series-schema.ts';
import { EVENT_STATUSES } from './status.ts';

export const MIRROR_STATES = ['none', 'pending', 'synced', 'failed', 'deleted'] as const;
export type MirrorState = (typeof MIRROR_STATES)[number];

/** The group that the viewer plays in or runs, with its storyteller's name and its number of players. */
const ownGroupSchema = z
	.object({ name: z.string(), storyteller: z.string().nullable(), players: z.number() })
	.meta({ id: 'OwnGroup' });
export type OwnGroup = z.infer<typeof ownGroupSchema>;

const standingSchema = z
	.object({ kind: z.enum(STANDING_KINDS), position: z.number().nullable(), late: z.boolean() })
	.meta({ id: 'Standing' }) satisfies z.ZodType<StandingView>;

/** An event in lists (spec, section 3). `duration` is in minutes, `date` ISO with `Z`. */
export const eventListItemSchema = z
	.object({
		id: z.string(),
		...eventWireShape,
		status: z.enum(EVENT_STATUSES),
		discord_event_id: z.string().nullable(),
		creator_name: z.string(),
		creator_username: z.string().nullable(),
		image_url: z.string().nullable(),
		...mapStatusFields('count', () => z.number()),
		signup_count: z.number(),
		user_signup_status: z.enum(SIGNUP_STATUSES).nullable(),
		/** Where the viewer stands with the event, whatever the status of the signup. */
		own_standing: standingSchema,
		own_group: ownGroupSchema.nullable(),
		...placesShape,
		series: seriesSchema.nullable(),
	})
	.meta({ id: 'EventInList' });
export type EventListItem = z.infer<typeof eventListItemSchema>;

export const eventStorytellerSchema = z
	.object({
		user_id: z.string(),
		username: z.string(),
		role: z.enum(ROLES),
		avatar: z.string().nullable(),
		discord_id: z.string().nullable(),
	})
	.meta({ id: 'EventStoryteller' });
export type EventStoryteller = z.infer<typeof eventStorytellerSchema>;

/** The message on Discord that follows an event. A message that was deleted on Discord has failed. */
export const announcementSchema = z
	.object({
		state: z.enum(['pending', 'posted', 'failed']),
		error: z.string().nullable(),
		url: z.string().nullable(),
	})
	.meta({ id: 'Announcement' });
export type AnnouncementView = z.infer<typeof announcementSchema>;

/** How many users a creator can ask for a signup; `available_at` is null when they can be asked now. */
export const nudgeSchema = z
	.object({ recipients: z.number(), available_at: z.iso.datetime().nullable() })
	.meta({ id: 'Nudge' });
export type NudgeView = z.infer<typeof nudgeSchema>;

/** An event with its storytellers and signups (spec, section 3). */
export const eventDetailSchema = eventListItemSchema
	.extend({
		...minimumShape,
		storytellers: z.array(eventStorytellerSchema),
		signups: z.array(eventSignupSchema),
		currentUserId: z.string(),
		currentUserRole: z.enum(ROLES),
		total_signups: z.number(),
		...mapStatusFields('signups', () => z.number()),
		discord_sync: z.object({ state: z.enum(MIRROR_STATES), error: z.string().nullable() }),
		/** Null without a message, and for users who may not post one. */
		announcement: announcementSchema.nullable(),
		version: z.number(),
	})
	.meta({ id: 'Event' });
export type EventDetail = z.infer<typeof eventDetailSchema>;

/** Query of GET /api/events; `cursor` is the value from `Link: rel=next`. */
export const eventListQuery = z.object({
	status: z.enum(EVENT_STATUSES, 'status must be active, completed or cancelled').optional(),
	cursor: z.string().max(100).optional(),
});

export const pastEventsQuery = z.object({
	q: searchText.catch('').default(''),
	cursor: z.string().max(100).optional(),
});
