import { z } from 'zod';
import { eventDetailSchema, eventListItemSchema } from '~/domain/events/schema.ts';
import { BODY_LIMITS } from '~/domain/limits.ts';
import { defineCall } from '~/server/http/calls.ts';
import { readSiteSettings } from '~/server/operations/admin/index.ts';
import {
	cancelEvent,
	createEvent,
	deleteEvent,
	listEvents,
	readEvent,
	reinstateEvent,
	retryMirror,
	updateEvent,
} from '~/server/operations/events/index.ts';
import { messageSchema } from './answers.ts';

const currentEvent = z.object({ current: eventDetailSchema });

const list = defineCall('GET /api/events', {
	summary: 'The events, by date',
	description: 'A hundred at a time; `Link: <…>; rel="next"` leads on.',
	operation: listEvents,
	reads: 'query',
	answers: { 200: z.array(eventListItemSchema) },
	isPaged: true,
	shape: ({ events, next }) => ({ body: events, next }),
	example: { status: 'active' },
});

const create = defineCall('POST /api/events', {
	summary: 'Plan an event',
	operation: createEvent,
	bodyLimit: BODY_LIMITS.image,
	answers: { 201: eventDetailSchema },
	refuses: [404, 409],
	example: {
		title: 'Friday Blood on the Clocktower',
		description: 'Beginners are welcome.',
		date: '2030-03-01T20:30:00-05:00',
		duration: 180,
		location: 'The Hearth',
		timezone: 'America/New_York',
		storytellerIds: [],
		createDiscordEvent: false,
	},
});

const read = defineCall('GET /api/events/{eventId}', {
	summary: 'One event with its people',
	operation: readEvent,
	answers: { 200: eventDetailSchema },
});

const update = defineCall('PUT /api/events/{eventId}', {
	summary: 'Change an event; what is left out stays, and a stale `version` is refused',
	operation: updateEvent,
	bodyLimit: BODY_LIMITS.image,
	answers: { 200: eventDetailSchema },
	conflict: currentEvent,
	shape: ({ event }) => ({ body: event }),
	example: { title: 'Friday, an hour later', date: '2030-03-01T21:30:00-05:00', duration: 150 },
});

const remove = defineCall('DELETE /api/events/{eventId}', {
	summary: 'Delete an event with its signups, groups and comments',
	operation: deleteEvent,
	answers: { 200: messageSchema },
	example: { deleteDiscordEvent: true },
});

const cancel = defineCall('POST /api/events/{eventId}/cancel', {
	summary: 'Call an event off; its answers stay',
	operation: cancelEvent,
	answers: { 200: eventDetailSchema },
	conflict: currentEvent,
	shape: ({ event }) => ({ body: event }),
});

const reinstate = defineCall('POST /api/events/{eventId}/reinstate', {
	summary: 'Put a cancelled event on again',
	operation: reinstateEvent,
	answers: { 200: eventDetailSchema },
	conflict: currentEvent,
	shape: ({ event }) => ({ body: event }),
});

const mirror = defineCall('POST /api/events/{eventId}/mirror', {
	summary: 'Tell Discord about a mirrored event once more',
	operation: retryMirror,
	answers: { 200: eventDetailSchema },
	refuses: [409],
});

const siteSettings = defineCall('GET /api/events/site-settings', {
	summary: 'The text above the list of events',
	operation: readSiteSettings,
	answers: { 200: z.object({ events_banner: z.string() }) },
});

export const eventCalls = [list, create, siteSettings, read, update, remove, cancel, reinstate, mirror];
