import { z } from 'zod';
import { BODY_LIMITS } from '~/domain/limits.ts';
import { preferencesSchema } from '~/domain/users/preferences.ts';
import { discordSignupsSchema, linkedSignupsSchema } from '~/domain/users/profile.ts';
import { publicUserSchema, userSchema } from '~/domain/users/schema.ts';
import { defineCall } from '~/server/http/calls.ts';
import { signOutBrowser } from '~/server/http/sign-out.ts';
import {
	checkDiscordSignups,
	deleteProfile,
	linkDiscordAccount,
	listStorytellers,
	listUsers,
	readPreferences,
	savePreferences,
	updateProfile,
} from '~/server/operations/users/index.ts';
import { messageSchema } from './schemas.ts';

const all = defineCall('GET /api/users/all', {
	summary: 'List all users by name',
	operation: listUsers,
	responses: { 200: z.array(publicUserSchema) },
});

const storytellers = defineCall('GET /api/users/storytellers/list', {
	summary: 'List storytellers',
	operation: listStorytellers,
	responses: { 200: z.array(publicUserSchema) },
});

const preferences = defineCall('GET /api/users/preferences', {
	summary: 'Get your preferences',
	operation: readPreferences,
	responses: { 200: preferencesSchema },
});

const save = defineCall('PUT /api/users/preferences', {
	summary: 'Update your preferences; omitted fields stay as they are',
	operation: savePreferences,
	bodyLimit: BODY_LIMITS.large,
	responses: { 200: preferencesSchema },
	example: { preferredPlayers: ['$USER_ID'], preferredStorytellers: [], notes: '', showCountdown: true },
});

const profile = defineCall('PUT /api/users/profile', {
	summary: 'Update notifications and theme; omitted fields stay as they are',
	operation: updateProfile,
	bodyLimit: BODY_LIMITS.tiny,
	responses: { 200: userSchema },
	example: { notifications: true, theme: 'dark' },
});

const remove = defineCall('DELETE /api/users/profile', {
	summary: 'Delete your account with all its data',
	operation: deleteProfile,
	responses: { 200: messageSchema },
	refusalStatuses: [409],
	onSuccess: signOutBrowser,
});

const check = defineCall('GET /api/users/check-discord-signups', {
	summary: 'Check for signups of your Discord account that are not linked yet',
	operation: checkDiscordSignups,
	responses: { 200: discordSignupsSchema },
});

const link = defineCall('POST /api/users/link-discord-account', {
	summary: 'Link the signups of your Discord account; the ID must be your own',
	operation: linkDiscordAccount,
	responses: { 200: linkedSignupsSchema },
	refusalStatuses: [409],
	example: { discordUserId: '$DISCORD_ID' },
});

export const userCalls = [all, storytellers, preferences, save, profile, remove, check, link];
