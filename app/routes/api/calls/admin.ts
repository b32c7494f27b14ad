import { z } from 'zod';
import { adminUserSchema, settingsSchema, statsSchema } from '~/domain/admin/schema.ts';
import { eventListItemSchema } from '~/domain/events/schema.ts';
import { ADMIN_ROWS, BODY_LIMITS } from '~/domain/limits.ts';
import { signupHistorySchema } from '~/domain/signups/schema.ts';
import { defineCall } from '~/server/http/calls.ts';
import {
	listAllEvents,
	listAllSignups,
	listUsers,
	readSettings,
	readStats,
	setSetting,
} from '~/server/operations/admin/index.ts';
import { deleteEvents } from '~/server/operations/events/index.ts';
import { amendSignup, deleteSignups, updateSignups } from '~/server/operations/signups/index.ts';
import { deleteUser, setRole } from '~/server/operations/users/index.ts';
import { messageSchema } from './answers.ts';

const stats = defineCall('GET /api/admin/stats', {
	summary: 'How much there is of everything, and the latest of it',
	operation: readStats,
	answers: { 200: statsSchema },
});

const settings = defineCall('GET /api/admin/settings', {
	summary: 'The settings by their key; the picture is a data URL',
	operation: readSettings,
	answers: { 200: settingsSchema },
});

const setting = defineCall('PUT /api/admin/settings/{key}', {
	summary: 'Change one setting; an empty value takes it away',
	operation: setSetting,
	bodyLimit: BODY_LIMITS.image,
	answers: { 200: settingsSchema },
	example: { value: 'Soup for everyone on Saturday.' },
});

/** The shared fields of the panel's list calls, which return a thousand rows per request. */
const list = {
	description: 'Newest first, a thousand at a time; `Link: <…>; rel="next"` leads on.',
	reads: 'query',
	facts: { limit: () => ADMIN_ROWS.perCall },
	isPaged: true,
} as const;
const page = ({ items, next }: { items: unknown[]; next: string | null }) => ({ body: items, next });

const users = defineCall('GET /api/admin/users', {
	...list,
	summary: 'Everybody, with the counts of their answers',
	operation: listUsers,
	answers: { 200: z.array(adminUserSchema) },
	shape: page,
	example: { role: 'creator' },
});

const role = defineCall('PUT /api/admin/users/{userId}/role', {
	summary: 'Say what somebody may do; the last admin stays one',
	operation: setRole,
	answers: { 200: adminUserSchema },
	refuses: [409],
	example: { role: 'storyteller' },
});

const removeUser = defineCall('DELETE /api/admin/users/{userId}', {
	summary: 'Erase somebody, with all that is kept about them; never yourself, never the last admin',
	operation: deleteUser,
	answers: { 200: messageSchema },
	refuses: [409],
});

const events = defineCall('GET /api/admin/events', {
	...list,
	summary: 'All events',
	operation: listAllEvents,
	answers: { 200: z.array(eventListItemSchema) },
	shape: page,
	example: { status: 'cancelled' },
});

const removeEvents = defineCall('POST /api/admin/delete-events', {
	summary: 'Delete many events in one go, with their signups, groups and comments',
	description:
		'An id that was never given refuses the whole call. One whose event is gone meanwhile is not counted.',
	operation: deleteEvents,
	bodyLimit: BODY_LIMITS.bulk,
	answers: { 200: z.object({ deleted: z.number(), discordEventsDeleted: z.number() }) },
	refuses: [409],
	shape: ({ deleted, discordEventsDeleted }) => ({ body: { deleted, discordEventsDeleted } }),
	example: { eventIds: ['$EVENT_ID'], deleteDiscordEvents: true },
});

const signups = defineCall('GET /api/admin/signups', {
	...list,
	summary: 'All answers with their event',
	operation: listAllSignups,
	answers: { 200: z.array(signupHistorySchema) },
	shape: page,
	example: { status: 'confirmed' },
});

const signup = defineCall('PUT /api/admin/signups/{signupId}', {
	summary: 'Set somebody’s answer right, also for a night that is over',
	operation: amendSignup,
	answers: { 200: signupHistorySchema },
	example: { status: 'late', notes: 'The train.' },
});

const MANY =
	'An id that was never given refuses the whole call. One whose answer is gone meanwhile is not counted.';

const updateMany = defineCall('POST /api/admin/update-signups', {
	summary: 'Give many answers one status in one go',
	description: MANY,
	operation: updateSignups,
	bodyLimit: BODY_LIMITS.bulk,
	answers: { 200: z.object({ updated: z.number() }) },
	refuses: [409],
	shape: ({ updated }) => ({ body: { updated } }),
	example: { signupIds: ['$SIGNUP_ID'], status: 'declined' },
});

const removeMany = defineCall('POST /api/admin/delete-signups', {
	summary: 'Delete many answers in one go',
	description: MANY,
	operation: deleteSignups,
	bodyLimit: BODY_LIMITS.bulk,
	answers: { 200: z.object({ deleted: z.number() }) },
	refuses: [409],
	shape: ({ deleted }) => ({ body: { deleted } }),
	example: { signupIds: ['$SIGNUP_ID'] },
});

export const adminCalls = [
	...[stats, settings, setting, users, role, removeUser, events, removeEvents],
	...[signups, signup, updateMany, removeMany],
];
