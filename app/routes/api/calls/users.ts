import { z } from 'zod';
import { BODY_LIMITS } from '~/domain/limits.ts';
import { preferencesSchema } from '~/domain/users/preferences.ts';
import {
	calendarLinkSchema,
	discordSignupsSchema,
	linkedSignupsSchema,
	profileSchema,
} from '~/domain/users/profile.ts';
import { publicUserSchema, userSchema } from '~/domain/users/schema.ts';
import { defineCall } from '~/server/http/calls.ts';
import { signOutBrowser } from '~/server/http/context.ts';
import {
	readCalendarLink,
	renewCalendarLink,
	revokeCalendarLink,
} from '~/server/operations/calendar/index.ts';
import {
	checkDiscordSignups,
	deleteProfile,
	linkDiscordAccount,
	listStorytellers,
	listUsers,
	logOut,
	readMe,
	readPreferences,
	readProfile,
	savePreferences,
	updateProfile,
	updateUsername,
} from '~/server/operations/users/index.ts';
import { messageSchema } from './schemas.ts';

export const userCalls = [
	defineCall('GET /api/users/all', {
		summary: 'List all users by name',
		operation: listUsers,
		responses: { 200: z.array(publicUserSchema) },
	}),
	defineCall('GET /api/users/storytellers/list', {
		summary: 'List storytellers',
		operation: listStorytellers,
		responses: { 200: z.array(publicUserSchema) },
	}),
	defineCall('GET /api/users/preferences', {
		summary: 'Get your preferences',
		operation: readPreferences,
		responses: { 200: preferencesSchema },
	}),
	defineCall('PUT /api/users/preferences', {
		summary: 'Update your preferences; omitted fields stay as they are',
		operation: savePreferences,
		bodyLimit: BODY_LIMITS.large,
		responses: { 200: preferencesSchema },
		example: { preferredPlayers: ['$USER_ID'], preferredStorytellers: [], notes: '', showCountdown: true },
	}),
	defineCall('GET /api/users/profile', {
		summary: 'Get your profile with your reminders and quiet hours',
		operation: readProfile,
		responses: { 200: profileSchema },
	}),
	defineCall('PUT /api/users/profile', {
		summary:
			'Update notifications, theme, reminders, quiet hours, the calendar and what you say of yourself; omitted fields stay as they are',
		description:
			'`reminder_minutes` are minutes before an event, null for the times of the community. `reminder_way` is `direct` (direct messages) or `thread` (mentions in the thread of the event on Discord, or a direct message where that is not possible), null for the way of the community. `quiet_hours` are wall times in their time zone, null for none. `calendar_all_events`: whether your calendar also has the events without your signup. `experience` (`new`, `few` or null) and `likes_teaching` are for creators, when they make the groups.',
		operation: updateProfile,
		bodyLimit: BODY_LIMITS.tiny,
		responses: { 200: profileSchema },
		example: {
			notifications: true,
			theme: 'dark',
			reminder_minutes: [1440, 60],
			reminder_way: null,
			quiet_hours: { from: '22:30', to: '08:00', timezone: 'America/New_York' },
			calendar_all_events: false,
			experience: 'few',
			likes_teaching: false,
		},
	}),
	defineCall('GET /api/users/calendar', {
		summary: 'Get your calendar link; null when there is none',
		description: 'The link itself is the credential. API tokens cannot read or create it.',
		operation: readCalendarLink,
		responses: { 200: calendarLinkSchema },
	}),
	defineCall('POST /api/users/calendar/renew', {
		summary: 'Create your calendar link; an earlier link stops working',
		operation: renewCalendarLink,
		serverFields: { keepsLink: () => undefined },
		bodyLimit: BODY_LIMITS.tiny,
		responses: { 200: calendarLinkSchema },
	}),
	defineCall('DELETE /api/users/calendar', {
		summary: 'Revoke your calendar link',
		operation: revokeCalendarLink,
		responses: { 200: messageSchema },
	}),
	defineCall('DELETE /api/users/profile', {
		summary: 'Delete your account with all its data',
		operation: deleteProfile,
		responses: { 200: messageSchema },
		refusalStatuses: [409],
		onSuccess: signOutBrowser,
	}),
	defineCall('GET /api/users/check-discord-signups', {
		summary: 'Check for signups of your Discord account that are not linked yet',
		operation: checkDiscordSignups,
		responses: { 200: discordSignupsSchema },
	}),
	defineCall('POST /api/users/link-discord-account', {
		summary: 'Link the signups of your Discord account; the ID must be your own',
		operation: linkDiscordAccount,
		responses: { 200: linkedSignupsSchema },
		refusalStatuses: [409],
		example: { discordUserId: '$DISCORD_ID' },
	}),
];

export const authCalls = [
	defineCall('GET /api/auth/me', {
		summary: 'Get the signed-in user',
		description: 'Sets the XSRF-TOKEN cookie, which write requests with a session cookie need.',
		operation: readMe,
		responses: { 200: userSchema },
	}),
	defineCall('POST /api/auth/logout', {
		summary: 'Log out: end the current session',
		operation: logOut,
		bodyLimit: BODY_LIMITS.tiny,
		// Logging out ignores the request body.
		inputSource: 'nothing',
		serverFields: { sessionId: signOutBrowser },
		responses: { 200: messageSchema },
	}),
	defineCall('PUT /api/auth/update-username', {
		summary: 'Set your preferred username; an empty one restores the Discord name',
		operation: updateUsername,
		responses: { 200: z.object({ user: userSchema }) },
		example: { preferredUsername: 'Priya' },
	}),
];
