import { z } from 'zod';
import { importableEventSchema, importResultSchema } from '~/domain/discord/import.ts';
import { listedMirrorSchema } from '~/domain/discord/mirror-list.ts';
import { serverNameSchema } from '~/domain/discord/nickname.ts';
import { preflightSchema } from '~/domain/discord/preflight.ts';
import { defineCall } from '~/server/http/calls.ts';
import { listMirrors, readPreflight, retryListedMirror } from '~/server/operations/admin/index.ts';
import { importDiscordEvent, listImportable } from '~/server/operations/discord-import/index.ts';
import { readServerNames, updatePreferredUsernames } from '~/server/operations/users/index.ts';
import { messageSchema } from './answers.ts';

const importable = defineCall('GET /api/admin/discord-events', {
	summary: 'The scheduled events that Discord lists',
	operation: listImportable,
	answers: { 200: z.array(importableEventSchema) },
	refuses: [502],
	shape: ({ events }) => ({ body: events }),
});

const importEvent = defineCall('POST /api/admin/import-discord-event', {
	summary: 'Import one of them with everybody who is interested; answers when it is done',
	operation: importDiscordEvent,
	limit: 'importsPerMinute',
	answers: { 200: importResultSchema },
	conflict: importResultSchema.pick({ eventTitle: true, eventId: true }),
	refuses: [502],
	example: { discordEventId: '$DISCORD_EVENT_ID' },
});

const mirrors = defineCall('GET /api/admin/discord-mirrors', {
	summary: 'How it stands with the mirrored events, troubles first',
	operation: listMirrors,
	answers: { 200: z.array(listedMirrorSchema) },
});

const retryMirror = defineCall('POST /api/admin/discord-mirrors/{eventId}/retry', {
	summary: 'Tell Discord once more, also about a deleted event',
	operation: retryListedMirror,
	answers: { 200: messageSchema },
	refuses: [409],
});

const preflight = defineCall('GET /api/admin/discord-preflight', {
	summary: 'What the bot has and lacks on Discord',
	operation: readPreflight,
	answers: { 200: preflightSchema },
});

const serverNames = defineCall('GET /api/admin/users/server-names', {
	summary: 'What each of us is called on the Discord server, by Discord ID',
	operation: readServerNames,
	answers: { 200: z.record(z.string(), serverNameSchema) },
});

const updateNames = defineCall('POST /api/admin/users/update-preferred-usernames', {
	summary: 'Let preferred names follow the nicknames there; a name that its owner typed stays',
	operation: updatePreferredUsernames,
	answers: { 200: z.object({ message: z.string(), updated: z.number(), total: z.number() }) },
	refuses: [502],
});

export const discordCalls = [
	importable,
	importEvent,
	mirrors,
	retryMirror,
	preflight,
	serverNames,
	updateNames,
];
