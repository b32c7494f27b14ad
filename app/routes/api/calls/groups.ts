import { z } from 'zod';
import { announcementSchema } from '~/domain/events/schema.ts';
import { attendanceSchema, resultSchema } from '~/domain/groups/attendance-schema.ts';
import { tableSchema } from '~/domain/groups/online-table.ts';
import { autoSplitSchema, groupsSchema, savedGroupsSchema } from '~/domain/groups/schema.ts';
import { BODY_LIMITS } from '~/domain/limits.ts';
import { defineCall } from '~/server/http/calls.ts';
import {
	autoSplitGroups,
	postGroups,
	readAttendance,
	readGroups,
	readTable,
	saveAttendance,
	saveGroups,
	setWinner,
} from '~/server/operations/groups/index.ts';

export const groupCalls = [
	defineCall('GET /api/events/{eventId}/groups', {
		summary: 'Get an event’s groups with the data of the groups panel',
		description:
			'Preferences, pins and pairs that are kept apart are empty for users other than creators and admins.',
		operation: readGroups,
		responses: { 200: groupsSchema },
	}),
	defineCall('POST /api/events/{eventId}/groups', {
		summary: 'Save an event’s groups, pins and pairs; a stale `version` is refused',
		operation: saveGroups,
		bodyLimit: BODY_LIMITS.large,
		responses: { 200: savedGroupsSchema },
		conflict: z.object({ current: groupsSchema }),
		example: { groups: [{ id: 'group-1', name: 'Group 1', players: ['$USER_ID'], storytellerId: null }] },
	}),
	defineCall('POST /api/events/{eventId}/groups/auto-split', {
		summary: 'Propose groups without saving them',
		description:
			'With a `draft`, its groups, pins and pairs replace the saved ones. Without `groupCount`, the site’s settings decide on the number of groups.',
		operation: autoSplitGroups,
		bodyLimit: BODY_LIMITS.large,
		responses: { 200: autoSplitSchema },
		refusalStatuses: [409],
	}),
	defineCall('POST /api/events/{eventId}/groups/post', {
		summary: 'Post an event’s saved groups on Discord',
		description:
			'Posted again, the message is edited and says what changed. Refused without saved groups, without a channel, and for events that are not active.',
		operation: postGroups,
		responses: { 202: announcementSchema.pick({ state: true }) },
		refusalStatuses: [409],
	}),
	defineCall('GET /api/events/{eventId}/groups/{groupId}/table', {
		summary: 'Get what an online table needs of a saved group',
		description:
			'`state` is a game state for “Load State”, with at most 20 seats; `names` are all players in their seat order. For the group’s storyteller, creators and admins.',
		operation: readTable,
		responses: { 200: tableSchema },
	}),
	defineCall('GET /api/events/{eventId}/attendance', {
		summary: 'Get who was at an event, by its roll call',
		description:
			'Creators and admins get all entries, storytellers those of their group, and everyone their own. Entries are deleted after 26 weeks.',
		operation: readAttendance,
		responses: { 200: attendanceSchema },
	}),
	defineCall('PUT /api/events/{eventId}/attendance', {
		summary: 'Take the roll call of an event that has started',
		description:
			'The body may also be the list itself. Players who are not listed stay as they are; a player who was asked to come at short notice is excused instead of absent.',
		operation: saveAttendance,
		listField: 'attendance',
		bodyLimit: BODY_LIMITS.large,
		responses: { 200: attendanceSchema },
		refusalStatuses: [409],
		example: { attendance: [{ user_id: '$USER_ID', state: 'present' }] },
	}),
	defineCall('PUT /api/events/{eventId}/groups/{groupId}/result', {
		summary: 'Save who won the game of a saved group',
		description:
			'For the group’s storyteller, creators and admins, once the event has started. With null there is no result.',
		operation: setWinner,
		responses: { 200: resultSchema },
		refusalStatuses: [409],
		example: { winner: 'good' },
	}),
];
