import { z } from 'zod';
import { BODY_LIMITS } from '~/domain/limits.ts';
import { preferencesSchema } from '~/domain/people/preferences.ts';
import { discordSignupsSchema, linkedSignupsSchema } from '~/domain/people/profile.ts';
import { personSchema, userSchema } from '~/domain/people/schema.ts';
import { defineCall } from '~/server/http/calls.ts';
import { forgetSession } from '~/server/http/sign-out.ts';
import {
	checkDiscordSignups,
	deleteProfile,
	linkDiscordAccount,
	listPeople,
	listStorytellers,
	readPreferences,
	savePreferences,
	updateProfile,
} from '~/server/operations/users/index.ts';
import { messageSchema } from './answers.ts';

const all = defineCall('GET /api/users/all', {
	summary: 'Everybody, by name',
	operation: listPeople,
	answers: { 200: z.array(personSchema) },
});

const storytellers = defineCall('GET /api/users/storytellers/list', {
	summary: 'Everybody who may tell a story',
	operation: listStorytellers,
	answers: { 200: z.array(personSchema) },
});

const preferences = defineCall('GET /api/users/preferences', {
	summary: 'Whom you like to play with',
	operation: readPreferences,
	answers: { 200: preferencesSchema },
});

const save = defineCall('PUT /api/users/preferences', {
	summary: 'Say whom you like to play with; what is left out stays',
	operation: savePreferences,
	bodyLimit: BODY_LIMITS.large,
	answers: { 200: preferencesSchema },
	example: { preferredPlayers: ['$USER_ID'], preferredStorytellers: [], notes: '', showCountdown: true },
});

const profile = defineCall('PUT /api/users/profile', {
	summary: 'Change notifications and theme; what is left out stays',
	operation: updateProfile,
	bodyLimit: BODY_LIMITS.tiny,
	answers: { 200: userSchema },
	example: { notifications: true, theme: 'dark' },
});

const remove = defineCall('DELETE /api/users/profile', {
	summary: 'Delete yourself, with all that is kept about you',
	operation: deleteProfile,
	answers: { 200: messageSchema },
	refuses: [409],
	after: forgetSession,
});

const check = defineCall('GET /api/users/check-discord-signups', {
	summary: 'Answers given under your Discord account that are not linked yet',
	operation: checkDiscordSignups,
	answers: { 200: discordSignupsSchema },
});

const link = defineCall('POST /api/users/link-discord-account', {
	summary: 'Link those answers; the ID must be your own',
	operation: linkDiscordAccount,
	answers: { 200: linkedSignupsSchema },
	refuses: [409],
	example: { discordUserId: '$DISCORD_ID' },
});

export const userCalls = [all, storytellers, preferences, save, profile, remove, check, link];
