import { z } from 'zod';
import { flag, idempotencyKey } from '../inputs.ts';
import { TEXT_LIMITS } from '../limits.ts';
import { signupHistorySchema } from '../signups/schema.ts';
import { cleanLine, createClockSchema, createLineSchema } from '../text.ts';
import { toKnownZone } from '../time/zones.ts';
import { EXPERIENCES } from './experience.ts';
import { type QuietHours, REMINDER_MINUTES, REMINDER_WAYS, sortReminders } from './reminders.ts';
import { themeSchema, userSchema } from './schema.ts';

/** The texts of the profile screen (spec, sections 5 and 8). */
export const PROFILE_TEXTS = {
	deleted: 'Profile deleted successfully. You will be logged out.',
	deletionCancelled: 'Profile deletion cancelled.',
	typeDelete: 'Type DELETE exactly, in capital letters, to delete your profile',
	lastAdmin: 'You are the last admin. Please appoint another admin first.',
	noDiscordId: 'Please enter your Discord User ID',
	badDiscordId: 'A Discord User ID is a number of 17 to 20 digits',
	/** The same text whether or not the ID exists here, so that it reveals nothing. */
	otherDiscordId: 'You can only link your own Discord account, the one you signed in with.',
	updateFailed: 'Failed to update profile: ',
	noReminders: 'Please choose reminders of 10080, 1440, 180 or 60 minutes',
	noReminderWay: 'Please choose direct, thread or nothing',
	noQuietHours: 'Please enter when the quiet hours begin and end, and their time zone',
	noTime: 'Please enter a time such as 22:30',
	noZone: 'Please choose a time zone',
	experience: 'Please choose new, few or nothing',
	sameTimes: 'Please enter two different times',
} as const;

export const DELETION_WORD = 'DELETE';

/** Returns the success text of linking, with the number of linked signups. */
export const formatLinkedSignups = (count: number): string =>
	`Discord account linked successfully! ${count} signups were linked.`;

const reminderTimes = z.array(
	z.literal(REMINDER_MINUTES, PROFILE_TEXTS.noReminders),
	PROFILE_TEXTS.noReminders,
);
const timeOfDay = createClockSchema(PROFILE_TEXTS.noTime);
const quietHours = z.object(
	{
		from: timeOfDay,
		to: timeOfDay,
		timezone: z
			.string(PROFILE_TEXTS.noZone)
			.refine((zone) => toKnownZone(zone) !== null, PROFILE_TEXTS.noZone),
	},
	PROFILE_TEXTS.noQuietHours,
) satisfies z.ZodType<QuietHours>;

/** Response of GET and PUT /api/users/profile: the user with their choices about messages on Discord. */
export const profileSchema = userSchema
	.extend({
		/** Minutes before an event; null: the community's. */
		reminder_minutes: reminderTimes.nullable(),
		community_reminder_minutes: reminderTimes,
		/** Where reminders are sent; null: where the community sends them. */
		reminder_way: z.enum(REMINDER_WAYS).nullable(),
		community_reminder_way: z.enum(REMINDER_WAYS),
		quiet_hours: quietHours.nullable(),
		/** Whether the user's calendar also has the events without their signup. */
		calendar_all_events: z.boolean(),
		/** What the user says of themselves as a player: whether they are new or have played a few; null: nothing. */
		experience: z.enum(EXPERIENCES).nullable(),
		likes_teaching: z.boolean(),
		/** Whether the user gets the community's roles on Discord during their events. */
		event_roles: z.boolean(),
		/** When Discord last refused a direct message by the user's settings; null after a later one arrived. */
		messages_refused_at: z.iso.datetime().nullable(),
	})
	.meta({ id: 'Profile' });
export type ProfileView = z.infer<typeof profileSchema>;

/** Body of PUT /api/users/profile: omitted fields stay unchanged. */
export const profileInput = z.object({
	notifications: flag.optional(),
	theme: z.enum(themeSchema.options, 'Please choose dark or light').optional(),
	reminder_minutes: reminderTimes.transform(sortReminders).nullish(),
	reminder_way: z.enum(REMINDER_WAYS, PROFILE_TEXTS.noReminderWay).nullish(),
	quiet_hours: quietHours
		.refine(({ from, to }) => from !== to, { path: ['to'], error: PROFILE_TEXTS.sameTimes })
		.nullish(),
	calendar_all_events: flag.optional(),
	experience: z.enum(EXPERIENCES, PROFILE_TEXTS.experience).nullish(),
	likes_teaching: flag.optional(),
	event_roles: flag.optional(),
});

/** Response of GET and POST /api/users/calendar: the address of the user's calendar; null: there is no link. */
export const calendarLinkSchema = z.object({ url: z.string().nullable() });
export type CalendarLinkView = z.infer<typeof calendarLinkSchema>;

export const switchesInput = z.object({
	notifications: flag,
	showCountdown: flag,
	event_roles: flag.optional(),
});

/** Body of DELETE /api/users/profile: the page sends the typed word; API requests may omit it. */
export const deleteProfileInput = z.object({
	confirmation: z.literal(DELETION_WORD, PROFILE_TEXTS.typeDelete).optional(),
});

export const discordSignupsSchema = z.object({ discordSignups: z.array(signupHistorySchema) });
export type DiscordSignupsView = z.infer<typeof discordSignupsSchema>;

export const linkedSignupsSchema = z.object({ linkedSignups: z.int().min(0) });
export type LinkedSignupsView = z.infer<typeof linkedSignupsSchema>;

/** Body of POST /api/users/link-discord-account. */
export const linkInput = z.object({
	discordUserId: z
		.string(PROFILE_TEXTS.noDiscordId)
		.transform(cleanLine)
		.pipe(
			z
				.string()
				.min(1, PROFILE_TEXTS.noDiscordId)
				.regex(/^(\d{17,20})?$/, PROFILE_TEXTS.badDiscordId),
		),
	idempotencyKey,
});

/** A personal API token for its owner; the token itself is shown only once, when it is created. */
const apiTokenSchema = z.object({
	id: z.string(),
	name: z.string(),
	created_at: z.iso.datetime(),
	expires_at: z.iso.datetime(),
	last_used_at: z.iso.datetime().nullable(),
});
export type ApiTokenView = z.infer<typeof apiTokenSchema>;

export const apiTokenInput = z.object({
	name: createLineSchema(
		TEXT_LIMITS.apiTokenName,
		`A name can have at most ${TEXT_LIMITS.apiTokenName} characters`,
		'Please give the token a name',
	),
	idempotencyKey,
});

export type SessionView = {
	id: string;
	/** Such as 'Firefox on Windows'; null when it is not known. */
	browser: string | null;
	created_at: string;
	last_seen_at: string;
	isCurrent: boolean;
};
