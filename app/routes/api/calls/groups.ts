import { z } from 'zod';
import { autoSplitSchema, groupsSchema, savedGroupsSchema } from '~/domain/groups/schema.ts';
import { BODY_LIMITS } from '~/domain/limits.ts';
import { defineCall } from '~/server/http/calls.ts';
import { autoSplitGroups, readGroups, saveGroups } from '~/server/operations/groups/index.ts';

const read = defineCall('GET /api/events/{eventId}/groups', {
	summary: 'The groups of an event, and what the panel needs around them',
	description: 'Wishes, pins and pairs that are kept apart are empty for everybody but creators and admins.',
	operation: readGroups,
	answers: { 200: groupsSchema },
});

const save = defineCall('POST /api/events/{eventId}/groups', {
	summary: 'Save the whole board; a stale `version` is refused',
	operation: saveGroups,
	bodyLimit: BODY_LIMITS.large,
	answers: { 200: savedGroupsSchema },
	conflict: z.object({ current: groupsSchema }),
	example: { groups: [{ id: 'group-1', name: 'Group 1', players: ['$USER_ID'], storytellerId: null }] },
});

const autoSplit = defineCall('POST /api/events/{eventId}/groups/auto-split', {
	summary: 'Propose groups; nothing is saved',
	description: 'With a `draft` its groups, pins and pairs hold instead of the saved ones.',
	operation: autoSplitGroups,
	bodyLimit: BODY_LIMITS.large,
	answers: { 200: autoSplitSchema },
	refuses: [409],
});

export const groupCalls = [read, save, autoSplit];
