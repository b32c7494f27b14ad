import { z } from 'zod';
import { flag, idempotencyKey } from '../inputs.ts';
import { TEXT_LIMITS } from '../limits.ts';
import { signupPlaceShape } from '../places/schema.ts';
import { createClockSchema, createParagraphSchema } from '../text.ts';
import { toKnownZone } from '../time/zones.ts';
import { ARRIVAL_CHOICES } from './question.ts';
import { INVALID_STATUS, SIGNUP_SOURCES, SIGNUP_STATUSES } from './statuses.ts';

export const ADD_SIGNUP_TEXTS = {
	none: 'Please choose a player',
	unknown: 'This user does not exist',
	left: 'This user is no longer a member of the server',
} as const;

const CLOCK_TEXT = 'Please enter a time like 20:30';

/** A signup for the viewer; `notes` is null unless it is their own or they may read all (spec, section 6). */
export const signupSchema = z
	.object({
		id: z.string(),
		user_id: z.string(),
		event_id: z.string(),
		username: z.string(),
		avatar: z.string().nullable(),
		discord_id: z.string().nullable(),
		status: z.enum(SIGNUP_STATUSES),
		notes: z.string().nullable(),
		signup_source: z.enum(SIGNUP_SOURCES),
		created_at: z.iso.datetime(),
		...signupPlaceShape,
		/** Times of day in the event's zone; null unless the viewer may read them (see `signups.readTimes`). */
		arrives_at: z.string().nullable(),
		leaves_at: z.string().nullable(),
		/** Whether the user is no longer a member; only for creators and admins. */
		has_left: z.boolean().optional(),
	})
	.meta({ id: 'Signup' });
export type SignupView = z.infer<typeof signupSchema>;

/** A signup of an event; `awaits_reply` says that the event has moved and the user has not confirmed it since. */
export const eventSignupSchema = signupSchema
	.extend({ awaits_reply: z.boolean() })
	.meta({ id: 'SignupOfEvent' });
export type EventSignupView = z.infer<typeof eventSignupSchema>;

export type ListedSignup = Pick<
	EventSignupView,
	'id' | 'user_id' | 'username' | 'avatar' | 'discord_id' | 'status' | 'notes' | 'awaits_reply'
> & {
	/** Only where the event has a capacity and the signup takes a place. */
	place?: EventSignupView['place'];
	waitlist_position?: number | null;
	/** Only of a tentative user who comes when more players are needed. */
	standby?: boolean;
	/** Only where there is one, and the viewer may read it. */
	arrives_at?: string | null;
	leaves_at?: string | null;
	/** Only of a user who is no longer a member, and only for creators and admins. */
	has_left?: boolean;
};

/** A signup in a user's history: with its event's title, date and location. */
export const signupHistorySchema = signupSchema
	.extend({
		event_title: z.string(),
		event_date: z.iso.datetime(),
		title: z.string(),
		date: z.iso.datetime(),
		location: z.string(),
	})
	.meta({ id: 'SignupInHistory' });
export type SignupHistoryView = z.infer<typeof signupHistorySchema>;

/** A time of day 'HH:MM' in the event's zone; null for none, and left out, it stays. */
const clock = createClockSchema(CLOCK_TEXT).nullable().optional();

/** Body of every request and form for a signup: `notes` is optional; quick signup leaves it out. */
export const signupInput = z.object({
	status: z.enum(SIGNUP_STATUSES, INVALID_STATUS),
	notes: createParagraphSchema(
		TEXT_LIMITS.signupNotes,
		`Notes can have at most ${TEXT_LIMITS.signupNotes} characters`,
	)
		.nullish()
		.transform((notes) => notes ?? undefined),
	/** Whether a tentative user comes when more players are needed; left out, it stays. */
	standby: flag.optional(),
	arrives_at: clock,
	leaves_at: clock,
});
export type SignupInput = z.infer<typeof signupInput>;

/** What the app's own forms and buttons send beside the body of a request: clients of the API cannot. */
const formFields = {
	/** The zone of the times; left out, they are in the event's. */
	times_zone: z
		.string()
		.refine((zone) => toKnownZone(zone) !== null, 'Please choose a timezone')
		.optional(),
	/** How many minutes after the start the user arrives, instead of `arrives_at`. */
	minutes_late: z.literal([...ARRIVAL_CHOICES], 'Please choose when you arrive').optional(),
};

export const signupFormInput = signupInput.extend(formFields);
export type SignupFormInput = z.infer<typeof signupFormInput>;

/** Body of POST …/signup, which may be repeated, and what its forms send. */
export const putSignupInput = signupFormInput.extend({ idempotencyKey });

/** Body of POST …/signups: the user that a creator or an admin signs up. */
export const addSignupInput = signupInput
	.pick({ status: true, notes: true })
	.extend({ user_id: z.string(ADD_SIGNUP_TEXTS.none).min(1, ADD_SIGNUP_TEXTS.none) });

/** The values of the fields that requests to the API do not have. */
export const NO_FORM_FIELDS = {
	times_zone: () => undefined,
	minutes_late: () => undefined,
} as const satisfies Record<keyof typeof formFields, () => undefined>;
