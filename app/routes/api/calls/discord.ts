import { z } from 'zod';
import { discordChannelSchema, listedMirrorSchema } from '~/domain/admin/schema.ts';
import { importableEventSchema, importResultSchema } from '~/domain/discord/import.ts';
import { serverNameSchema } from '~/domain/discord/nickname.ts';
import { preflightSchema } from '~/domain/discord/preflight.ts';
import { defineCall } from '~/server/http/calls.ts';
import {
	listDiscordChannels,
	listMirrors,
	readPreflight,
	retryListedMirror,
} from '~/server/operations/admin/index.ts';
import { importDiscordEvent, listImportable } from '~/server/operations/discord-import/index.ts';
import { readServerNames, updatePreferredUsernames } from '~/server/operations/users/index.ts';
import { messageSchema } from './schemas.ts';

export const discordCalls = [
	defineCall('GET /api/admin/discord-events', {
		summary: 'List the Discord server’s scheduled events',
		operation: listImportable,
		responses: { 200: z.array(importableEventSchema) },
		refusalStatuses: [502],
		toResponse: ({ events }) => ({ body: events }),
	}),
	defineCall('POST /api/admin/import-discord-event', {
		summary: 'Import a Discord scheduled event with all interested members; responds when the import is done',
		operation: importDiscordEvent,
		limit: 'importsPerMinute',
		responses: { 200: importResultSchema },
		conflict: importResultSchema.pick({ eventTitle: true, eventId: true }),
		refusalStatuses: [502],
		example: { discordEventId: '$DISCORD_EVENT_ID' },
	}),
	defineCall('GET /api/admin/discord-mirrors', {
		summary: 'List the mirrored events with their sync state, errors first',
		operation: listMirrors,
		responses: { 200: z.array(listedMirrorSchema) },
	}),
	defineCall('POST /api/admin/discord-mirrors/{eventId}/retry', {
		summary: 'Retry an event’s Discord mirror, also for a deleted event',
		operation: retryListedMirror,
		responses: { 200: messageSchema },
		refusalStatuses: [409],
	}),
	defineCall('GET /api/admin/discord-preflight', {
		summary: 'Check the bot’s permissions on Discord',
		operation: readPreflight,
		responses: { 200: preflightSchema },
	}),
	defineCall('GET /api/admin/discord-channels', {
		summary: 'List the channels for announcements, with the permissions that the bot lacks there',
		operation: listDiscordChannels,
		responses: { 200: z.array(discordChannelSchema) },
		refusalStatuses: [502],
	}),
	defineCall('GET /api/admin/users/server-names', {
		summary: 'List the users’ names on the Discord server, by Discord ID',
		operation: readServerNames,
		responses: { 200: z.record(z.string(), serverNameSchema) },
	}),
	defineCall('POST /api/admin/users/update-preferred-usernames', {
		summary: 'Update preferred usernames from the Discord nicknames; names that users chose themselves stay',
		operation: updatePreferredUsernames,
		responses: { 200: z.object({ message: z.string(), updated: z.number(), total: z.number() }) },
		refusalStatuses: [502],
	}),
];
