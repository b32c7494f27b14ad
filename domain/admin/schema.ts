import { z } from 'zod';
import { imageHash } from '../events/input.ts';
import { eventListItemSchema, MIRROR_STATES } from '../events/schema.ts';
import { EVENT_STATUSES } from '../events/status.ts';
import { autoSplitConfigInput } from '../groups/config.ts';
import { ROW_ID } from '../ids.ts';
import { createIdListSchema, createListSchema, flag, idempotencyKey } from '../inputs.ts';
import { ADMIN_ROWS, ANNOUNCE_DAYS, BULK_LIMIT, TEXT_LIMITS } from '../limits.ts';
import { INVALID_STATUS, mapStatusFields, SIGNUP_STATUSES } from '../signups/statuses.ts';
import { createParagraphSchema, searchText } from '../text.ts';
import {
	parseReminderMinutes,
	parseReminderWay,
	REMINDER_MINUTES,
	REMINDER_WAYS,
} from '../users/reminders.ts';
import { ROLES } from '../users/roles.ts';
import { userSchema } from '../users/schema.ts';
import { ADMIN_TEXTS } from './texts.ts';

export const adminUserSchema = userSchema
	.extend({
		total_signups: z.number(),
		...mapStatusFields('signups', () => z.number()),
	})
	.meta({ id: 'UserForAdmins' });
export type AdminUserView = z.infer<typeof adminUserSchema>;

/** GET /api/admin/stats: the totals, and the five latest events and users. */
export const statsSchema = z
	.object({
		totalUsers: z.number(),
		totalEvents: z.number(),
		totalSignups: z.number(),
		recentEvents: z.array(eventListItemSchema),
		recentUsers: z.array(userSchema),
	})
	.meta({ id: 'Stats' });
export type StatsView = z.infer<typeof statsSchema>;

/** The settings by key, '' when unset; the picture is a data URL (spec, section 3). */
export const settingsSchema = z
	.object({
		events_banner: z.string(),
		discord_event_image: z.string(),
		announcement_channel_id: z.string(),
		announcement_threads: z.string(),
		announcement_role_id: z.string(),
		/** The Discord roles that players and storytellers have during an event. */
		role_tonight: z.string(),
		role_storytellers_tonight: z.string(),
		/** How many days before its start an event of a series is announced. */
		announce_days_before: z.string(),
		/** The times in use: the default when they were never set, '' for no reminders. */
		reminder_minutes: z.string(),
		/** Where users are reminded who have chosen nothing else. */
		reminder_way: z.enum(REMINDER_WAYS),
		link_previews: z.enum(['true', 'false']),
		table_url: z.string(),
	})
	.meta({ id: 'Settings' });
export type SettingsView = z.infer<typeof settingsSchema>;

export const bannerText = createParagraphSchema(TEXT_LIMITS.banner, ADMIN_TEXTS.bannerTooLong);

/** Whether links to events show their title and time to visitors. */
export const linkPreviewsValue = z
	.enum(['true', 'false', ''], ADMIN_TEXTS.notTrueOrFalse)
	.transform((value) => value || 'false');

/** The address of the online table; '' for none. An address without encryption would show others who plays. */
export const tableUrl = z
	.string(ADMIN_TEXTS.noTableUrl)
	.trim()
	.max(TEXT_LIMITS.tableUrl, ADMIN_TEXTS.noTableUrl)
	.transform((text, { addIssue }) => {
		const url = URL.parse(text);
		if (text === '') return '';
		if (url?.protocol === 'https:' && url.username + url.password + url.search + url.hash === '')
			return url.href.replace(/\/+$/, '');
		addIssue(ADMIN_TEXTS.noTableUrl);
		return z.NEVER;
	});

const isAnnounceDays = (days: number) => days >= ANNOUNCE_DAYS.min && days <= ANNOUNCE_DAYS.max;
const discordId = (text: string) => z.string(text).regex(/^(\d{17,20})?$/, text);

/** The settings of announcements, reminders and roles on Discord; '' is none, and the default for days and the way. */
export const announcementSettings = {
	announcement_channel_id: discordId(ADMIN_TEXTS.noChannel),
	announcement_threads: z.enum(['true', 'false', ''], ADMIN_TEXTS.notTrueOrFalse),
	announcement_role_id: discordId(ADMIN_TEXTS.noRoleId),
	role_tonight: discordId(ADMIN_TEXTS.noRoleId),
	role_storytellers_tonight: discordId(ADMIN_TEXTS.noRoleId),
	announce_days_before: z
		.string(ADMIN_TEXTS.noAnnounceDays)
		.trim()
		.refine(
			(days) => /^\d{0,2}$/.test(days) && (days === '' || isAnnounceDays(Number(days))),
			ADMIN_TEXTS.noAnnounceDays,
		)
		.transform((days) => String(Number(days || ANNOUNCE_DAYS.default))),
	reminder_minutes: z
		.string(ADMIN_TEXTS.noReminders)
		.refine(
			(value) =>
				value === '' || value.split(',').every((time) => REMINDER_MINUTES.map(String).includes(time)),
			ADMIN_TEXTS.noReminders,
		)
		.transform((value) => parseReminderMinutes(value).join(',')),
	reminder_way: z.enum([...REMINDER_WAYS, ''], ADMIN_TEXTS.noReminderWay).transform(parseReminderWay),
};
export type AnnouncementSetting = keyof typeof announcementSettings;
export const ANNOUNCEMENT_SETTINGS = Object.keys(announcementSettings) as AnnouncementSetting[];

/** The form of the announcement settings. Omitted days, roles of events and an omitted way stay unchanged. */
export const saveAnnouncementsInput = z.object({
	...announcementSettings,
	role_tonight: announcementSettings.role_tonight.optional(),
	role_storytellers_tonight: announcementSettings.role_storytellers_tonight.optional(),
	announce_days_before: announcementSettings.announce_days_before.optional(),
	reminder_way: announcementSettings.reminder_way.optional(),
});
export type AnnouncementSettings = z.output<typeof saveAnnouncementsInput>;

/** A channel that announcements can be posted in; `missing` names the permissions that the bot lacks there. */
export const discordChannelSchema = z
	.object({
		id: z.string(),
		name: z.string(),
		type: z.enum(['text', 'announcement']),
		writable: z.boolean(),
		missing: z.array(z.string()),
	})
	.meta({ id: 'DiscordChannel' });
export type DiscordChannelView = z.infer<typeof discordChannelSchema>;

/** Body of PUT /api/admin/settings/{key}: text, or a data URL; '' clears the setting. */
export const settingInput = z.object({ value: z.string(ADMIN_TEXTS.noValue) });

/** The form of the settings card. Omitted values stay; `imageHash` null removes the picture. */
export const saveSettingsInput = z.object({
	events_banner: bannerText,
	imageHash: imageHash.nullish(),
	autoSplit: autoSplitConfigInput.optional(),
	linkPreviews: z.boolean().optional(),
	tableUrl: tableUrl.optional(),
});

/** Body of PUT /api/admin/users/{id}/role. */
export const roleInput = z.object({ role: z.enum(ROLES, ADMIN_TEXTS.noRole) });

export const rolesInput = z.object({
	roles: createListSchema(
		z.object({ userId: z.string().regex(ROW_ID, ADMIN_TEXTS.unknownSelected), role: roleInput.shape.role }),
		ADMIN_ROWS.perCall,
		{ wrong: ADMIN_TEXTS.noRoles, tooMany: ADMIN_TEXTS.tooManyRoles },
	)
		.refine((changes) => changes.length > 0, ADMIN_TEXTS.noRoles)
		.transform((changes) => [...new Map(changes.map((change) => [change.userId, change])).values()]),
});

/** Returns a schema for the unique ids of a selection. The operation reports ids that do not exist. */
const selectedIds = (emptyError: string) =>
	createIdListSchema(BULK_LIMIT, { wrong: emptyError, tooMany: ADMIN_TEXTS.tooManySelected }).pipe(
		z.array(z.string().regex(ROW_ID, ADMIN_TEXTS.unknownSelected)).min(1, emptyError),
	);

const signupStatus = z.enum(SIGNUP_STATUSES, INVALID_STATUS);

/** Body of POST /api/admin/delete-signups. */
export const deleteSignupsInput = z.object({
	signupIds: selectedIds(ADMIN_TEXTS.noSignupsToDelete),
	idempotencyKey,
});

/** Body of POST /api/admin/update-signups. */
export const updateSignupsInput = z.object({
	signupIds: selectedIds(ADMIN_TEXTS.noSignupsToUpdate),
	status: signupStatus,
	idempotencyKey,
});

/** Body of POST /api/admin/delete-events. */
export const deleteEventsInput = z.object({
	eventIds: selectedIds(ADMIN_TEXTS.noEventsToDelete),
	deleteDiscordEvents: flag.optional().default(false),
	idempotencyKey,
});

export const USER_SORTS = ['newest', 'oldest', 'name', '-name'] as const;
/** `upcoming`: the upcoming events, the next one first, then the past ones, the latest first. */
export const EVENT_SORTS = ['upcoming', 'newest', 'oldest', 'date', '-date', 'title', '-title'] as const;
export const SIGNUP_SORTS = ['newest', 'oldest', 'person', '-person', 'date', '-date'] as const;

/** Returns a schema that treats an unknown value in a page's URL as left out. */
const choice = <const Words extends readonly [string, ...string[]]>(words: Words) =>
	z.enum(words).optional().catch(undefined);
const listQuery = {
	q: searchText.catch('').default(''),
	cursor: z.string().max(2_000).optional(),
	limit: z.int().optional(),
};

export const userListQuery = z.object({ ...listQuery, sort: choice(USER_SORTS), role: choice(ROLES) });
export const eventListAllQuery = z.object({
	...listQuery,
	sort: choice(EVENT_SORTS),
	status: choice(EVENT_STATUSES),
});
export const signupListQuery = z.object({
	...listQuery,
	sort: choice(SIGNUP_SORTS),
	status: choice(SIGNUP_STATUSES),
	event: z.string().regex(ROW_ID).optional().catch(undefined),
});
export type UserListQuery = z.output<typeof userListQuery>;
export type EventListAllQuery = z.output<typeof eventListAllQuery>;
export type SignupListQuery = z.output<typeof signupListQuery>;

/**
 * One page of a list. `total` is the number of matches up to `COUNTED_ROWS` + 1; null: not counted. `first`
 * is the place of the first item in the list, from 1; null: not known.
 */
export type Page<Item> = {
	items: Item[];
	next: string | null;
	previous: string | null;
	first: number | null;
	total: number | null;
};

/** A mirror in the admin panel's list; `title` and `date` are null once its event is deleted. */
export const listedMirrorSchema = z
	.object({
		event_id: z.string(),
		title: z.string().nullable(),
		date: z.iso.datetime().nullable(),
		state: z.enum(MIRROR_STATES).exclude(['none']),
		error: z.string().nullable(),
		discord_event_id: z.string().nullable(),
		can_retry: z.boolean(),
	})
	.meta({ id: 'ListedMirror' });
export type ListedMirror = z.infer<typeof listedMirrorSchema>;
