import { z } from 'zod';
import { adminUserSchema, settingsSchema, statsSchema } from '~/domain/admin/schema.ts';
import { auditEntrySchema, ownChangeSchema } from '~/domain/audit.ts';
import { describeWholeChange } from '~/domain/audit-sentences.ts';
import { eventListItemSchema } from '~/domain/events/schema.ts';
import { templateResultSchema } from '~/domain/events/template-week.ts';
import { ADMIN_ROWS, BODY_LIMITS } from '~/domain/limits.ts';
import { signupHistorySchema } from '~/domain/signups/schema.ts';
import { statisticsSchema } from '~/domain/statistics.ts';
import { type Restored, UNDOABLE_CHANGES } from '~/domain/undo.ts';
import { REMINDER_MINUTES } from '~/domain/users/reminders.ts';
import { defineCall } from '~/server/http/calls.ts';
import {
	listAllEvents,
	listAllSignups,
	listAllUsers,
	listAudit,
	listOwnChanges,
	readSettings,
	readStatistics,
	readStats,
	setSetting,
	undoChange,
} from '~/server/operations/admin/index.ts';
import { createTemplateWeek, deleteEvents } from '~/server/operations/events/index.ts';
import { amendSignup, deleteSignups, updateSignups } from '~/server/operations/signups/index.ts';
import { deleteUser, setRole, setRoles } from '~/server/operations/users/index.ts';
import { messageSchema } from './schemas.ts';

/** The shared fields of the panel's list calls, which return a thousand rows per request. */
const listFields = {
	description: 'Newest first, a thousand per page; the header `Link: <…>; rel="next"` has the next page.',
	inputSource: 'query',
	serverFields: { limit: () => ADMIN_ROWS.perCall },
	isPaged: true,
} as const;
const toListBody = ({ items, next }: { items: unknown[]; next: string | null }) => ({ body: items, next });

const BULK_DESCRIPTION =
	'The whole request is refused when one of the ids never existed. Signups that were deleted in the meantime are not counted.';

export const adminCalls = [
	defineCall('GET /api/admin/stats', {
		summary: 'Get totals and recent activity',
		operation: readStats,
		responses: { 200: statsSchema },
	}),
	defineCall('GET /api/admin/settings', {
		summary: 'Get the settings by key; the image is a data URL',
		operation: readSettings,
		responses: { 200: settingsSchema },
	}),
	defineCall('PUT /api/admin/settings/{key}', {
		summary: 'Update a setting; an empty value clears it',
		description: `\`reminder_minutes\` are minutes before an event, separated by commas: ${REMINDER_MINUTES.join(', ')}. An empty value means no reminders. \`reminder_way\` is 'direct' or 'thread': reminders as direct messages, or as mentions in the thread of the event on Discord. \`announce_days_before\` is 1 to 60: how many days before its start an event of a series is announced. \`link_previews\` is 'true' or 'false'.`,
		operation: setSetting,
		bodyLimit: BODY_LIMITS.image,
		responses: { 200: settingsSchema },
		example: { value: 'Soup for everyone on Saturday.' },
	}),
	defineCall('GET /api/admin/users', {
		...listFields,
		summary: 'List users with their signup counts',
		operation: listAllUsers,
		responses: { 200: z.array(adminUserSchema) },
		toResponse: toListBody,
		example: { role: 'creator' },
	}),
	defineCall('PUT /api/admin/users/{userId}/role', {
		summary: "Set a user's role (the last admin cannot be demoted)",
		operation: setRole,
		responses: { 200: adminUserSchema },
		refusalStatuses: [409],
		example: { role: 'storyteller' },
	}),
	defineCall('PUT /api/admin/users/roles', {
		summary: 'Set the roles of several users at once (an admin always stays)',
		description:
			'All or none of them are set. `alreadyDeleted` is how many of these users were already deleted.',
		operation: setRoles,
		bodyLimit: BODY_LIMITS.bulk,
		responses: { 200: z.object({ updated: z.number(), alreadyDeleted: z.number() }) },
		refusalStatuses: [409],
		example: { roles: [{ userId: '12', role: 'storyteller' }] },
	}),
	defineCall('DELETE /api/admin/users/{userId}', {
		summary: 'Delete a user with all their data; not yourself and not the last admin',
		operation: deleteUser,
		responses: { 200: messageSchema },
		refusalStatuses: [409],
	}),
	defineCall('GET /api/admin/events', {
		...listFields,
		summary: 'List all events',
		operation: listAllEvents,
		responses: { 200: z.array(eventListItemSchema) },
		toResponse: toListBody,
		example: { status: 'cancelled' },
	}),
	defineCall('POST /api/admin/delete-events', {
		summary: 'Delete several events with their signups, groups and comments',
		description:
			'The whole request is refused when one of the ids never existed. Events that were deleted in the meantime are not counted.',
		operation: deleteEvents,
		bodyLimit: BODY_LIMITS.bulk,
		responses: { 200: z.object({ deleted: z.number(), discordEventsDeleted: z.number() }) },
		refusalStatuses: [409],
		example: { eventIds: ['$EVENT_ID'], deleteDiscordEvents: true },
	}),
	defineCall('GET /api/admin/signups', {
		...listFields,
		summary: 'List all signups with their events',
		operation: listAllSignups,
		responses: { 200: z.array(signupHistorySchema) },
		toResponse: toListBody,
		example: { status: 'confirmed' },
	}),
	defineCall('PUT /api/admin/signups/{signupId}', {
		summary: 'Correct a signup',
		description: 'Completed events are allowed too.',
		operation: amendSignup,
		responses: { 200: signupHistorySchema },
		example: { status: 'late', notes: 'My train is late.' },
	}),
	defineCall('POST /api/admin/update-signups', {
		summary: 'Set the status of several signups',
		description: BULK_DESCRIPTION,
		operation: updateSignups,
		bodyLimit: BODY_LIMITS.bulk,
		responses: { 200: z.object({ updated: z.number() }) },
		refusalStatuses: [409],
		example: { signupIds: ['$SIGNUP_ID'], status: 'declined' },
	}),
	defineCall('POST /api/admin/delete-signups', {
		summary: 'Delete several signups',
		description: BULK_DESCRIPTION,
		operation: deleteSignups,
		bodyLimit: BODY_LIMITS.bulk,
		responses: { 200: z.object({ deleted: z.number() }) },
		refusalStatuses: [409],
		example: { signupIds: ['$SIGNUP_ID'] },
	}),
];

const restored = z.object({
	events: z.number(),
	signups: z.number(),
	groups: z.number(),
	comments: z.number(),
	roles: z.number(),
}) satisfies z.ZodType<Restored>;

export const adminToolCalls = [
	defineCall('POST /api/admin/template-events', {
		summary:
			'Create a week of events; an error on one day is reported for that day and does not stop the others',
		operation: createTemplateWeek,
		responses: { 201: templateResultSchema },
		refusalStatuses: [409],
		example: { startDate: '2031-10-20', createDiscordEvents: false, events: [{ day: 3, enabled: true }] },
	}),
	defineCall('GET /api/admin/audit', {
		summary: 'List the audit trail, newest first',
		operation: listAudit,
		inputSource: 'query',
		responses: { 200: z.array(auditEntrySchema) },
		isPaged: true,
		toResponse: ({ entries, next }) => ({ body: entries, next }),
	}),
	defineCall('GET /api/audit/own', {
		summary: 'List what you changed in the last 30 days, newest first',
		description:
			'What one request changed is one item; its id is that of its first audit entry. `undoable_until` is null when you cannot undo it (any more).',
		operation: listOwnChanges,
		inputSource: 'query',
		responses: { 200: z.array(ownChangeSchema) },
		isPaged: true,
		toResponse: ({ changes, next }) => ({
			body: changes.map((change) => ({ ...change, sentence: describeWholeChange(change) })),
			next,
		}),
	}),
	defineCall('GET /api/admin/statistics', {
		summary: 'Get statistics: signups per week, attendance by weekday, statuses over time',
		operation: readStatistics,
		responses: { 200: statisticsSchema },
	}),
	defineCall('POST /api/audit/{entryId}/undo', {
		summary: 'Undo the action of an audit entry: each row is again as it was before',
		description: `For 30 days, by users who may do the action: ${UNDOABLE_CHANGES}. An admin always stays. Players whose places have gone on wait for the next ones. Refused with 409, and the names of what stands against it, when a row has changed since.`,
		operation: undoChange,
		responses: { 200: z.object({ restored }) },
		refusalStatuses: [409],
	}),
];
