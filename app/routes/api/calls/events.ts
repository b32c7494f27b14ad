import { z } from 'zod';
import { commentSchema } from '~/domain/comments/schema.ts';
import { recipientsSchema } from '~/domain/events/player-message-schema.ts';
import {
	announcementSchema,
	eventDetailSchema,
	eventListItemSchema,
	nudgeSchema,
} from '~/domain/events/schema.ts';
import { seriesDatesSchema } from '~/domain/events/series-schema.ts';
import { BODY_LIMITS } from '~/domain/limits.ts';
import { defineCall } from '~/server/http/calls.ts';
import { readSiteSettings } from '~/server/operations/admin/index.ts';
import { createComment, deleteComment, listComments } from '~/server/operations/comments/index.ts';
import {
	countRecipients,
	nudgeUsers,
	readNudge,
	sendMessage,
} from '~/server/operations/direct-messages/index.ts';
import {
	cancelEvent,
	createEvent,
	deleteEvent,
	endSeries,
	listEvents,
	postAnnouncement,
	readEvent,
	readSeriesDates,
	reinstateEvent,
	retryMirror,
	startSeries,
	updateEvent,
	updateSeries,
} from '~/server/operations/events/index.ts';
import { messageSchema } from './schemas.ts';

const currentEvent = z.object({ current: eventDetailSchema });

const ASKS_ABOUT_START =
	'With `accepted`, a start that may be a mistake is refused: it has passed, another event has the same title and start, or a storyteller runs both. `fieldErrors` has these questions by their keys; send the keys in `accepted` to save anyway.';

export const eventCalls = [
	defineCall('GET /api/events', {
		summary: 'List events by date',
		description: 'A hundred per page; the header `Link: <…>; rel="next"` has the next page.',
		operation: listEvents,
		inputSource: 'query',
		responses: { 200: z.array(eventListItemSchema) },
		isPaged: true,
		toResponse: ({ events, next }) => ({ body: events, next }),
		example: { status: 'active' },
	}),
	defineCall('POST /api/events', {
		summary: 'Create an event',
		description: ASKS_ABOUT_START,
		operation: createEvent,
		bodyLimit: BODY_LIMITS.image,
		responses: { 201: eventDetailSchema },
		refusalStatuses: [404, 409],
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
	}),
	defineCall('GET /api/events/site-settings', {
		summary: 'Get the banner text of the event list',
		operation: readSiteSettings,
		responses: { 200: z.object({ events_banner: z.string() }) },
	}),
	defineCall('GET /api/events/{eventId}', {
		summary: 'Get an event with its signups and storytellers',
		operation: readEvent,
		responses: { 200: eventDetailSchema },
	}),
	defineCall('PUT /api/events/{eventId}', {
		summary: 'Update an event; omitted fields stay as they are, and a stale `version` is refused',
		description: `\`scope\` "following" changes all later events of its series too. What was changed in one of these alone stays. ${ASKS_ABOUT_START}`,
		operation: updateEvent,
		bodyLimit: BODY_LIMITS.image,
		responses: { 200: eventDetailSchema },
		conflict: currentEvent,
		toResponse: ({ event }) => ({ body: event }),
		example: { title: 'Friday, an hour later', date: '2030-03-01T21:30:00-05:00', duration: 150 },
	}),
	defineCall('DELETE /api/events/{eventId}', {
		summary: 'Delete an event with its signups, groups and comments',
		operation: deleteEvent,
		responses: { 200: messageSchema },
		example: { deleteDiscordEvent: true },
	}),
	defineCall('POST /api/events/{eventId}/cancel', {
		summary: 'Cancel an event; its signups stay',
		operation: cancelEvent,
		responses: { 200: eventDetailSchema },
		conflict: currentEvent,
		toResponse: ({ event }) => ({ body: event }),
	}),
	defineCall('POST /api/events/{eventId}/reinstate', {
		summary: 'Reinstate a cancelled event',
		operation: reinstateEvent,
		responses: { 200: eventDetailSchema },
		conflict: currentEvent,
		toResponse: ({ event }) => ({ body: event }),
	}),
	defineCall('POST /api/events/{eventId}/mirror', {
		summary: 'Retry an event’s Discord mirror',
		operation: retryMirror,
		responses: { 200: eventDetailSchema },
		refusalStatuses: [409],
	}),
	defineCall('POST /api/events/{eventId}/announcement', {
		summary: 'Post an event on Discord again, or retry the message that follows it',
		operation: postAnnouncement,
		responses: { 202: announcementSchema.pick({ state: true }) },
		refusalStatuses: [409],
	}),
	defineCall('POST /api/events/{eventId}/nudge', {
		summary: 'Ask users without a signup whether they are coming (at most once a day)',
		description:
			'Sends a direct message on Discord to users who signed up for one of the last 10 events, except the storytellers of this one. Refused with 409 when the event is not active or has started, and within 24 hours after members were asked.',
		operation: nudgeUsers,
		responses: { 202: nudgeSchema.pick({ recipients: true }) },
		refusalStatuses: [409],
	}),
	defineCall('GET /api/events/{eventId}/nudge', {
		summary: 'Get the number of users without a signup who can be asked',
		description:
			'`available_at` is the time from which they can be asked again, or null when they can be asked now.',
		operation: readNudge,
		responses: { 200: nudgeSchema },
	}),
	defineCall('POST /api/events/{eventId}/messages', {
		summary: 'Send a message to the players of an event (at most three a day)',
		description:
			'`to` is `players` (those with a place), `waiting` (those on the waitlist) or `{"group": id}` (the players of a saved group). Storytellers can only write to the groups that they lead. It is sent as a direct message on Discord, or in the event’s thread with mentions; notifications and quiet hours hold. Refused with 409 when the event is cancelled or over or has no such thread, and for the fourth message of an event in 24 hours: `available_at` is then the time from which the next one can be sent.',
		operation: sendMessage,
		responses: { 202: recipientsSchema },
		conflict: z.object({ available_at: z.iso.datetime() }),
		example: { to: 'players', text: 'Please bring a chair.', way: 'direct' },
	}),
	defineCall('GET /api/events/{eventId}/messages', {
		summary: 'Get how many users a message would reach',
		description: '`to` is `players`, `waiting` or `group:` and the id of a saved group.',
		operation: countRecipients,
		inputSource: 'query',
		responses: { 200: recipientsSchema },
		example: { to: 'players' },
	}),
	defineCall('GET /api/events/{eventId}/series', {
		summary: 'Get how an event repeats, and its coming dates',
		description:
			'`event_id` is null while the event of a date does not exist. Refused with 409 when the event does not repeat.',
		operation: readSeriesDates,
		responses: { 200: seriesDatesSchema },
		refusalStatuses: [409],
	}),
	defineCall('POST /api/events/{eventId}/series', {
		summary: 'Let an event repeat every 1 to 8 weeks or 1 to 6 months, and create its next events',
		description:
			'With `months`, it repeats on one or two `weekdays` of the month (0 is Sunday); left out, on the event’s own. Each event of a series is an ordinary event. Those of the next four dates exist; `until` is the last possible date, or null; dates within `pause` are left out. Refused with 409 when the event repeats already or is not active.',
		operation: startSeries,
		responses: { 200: eventDetailSchema },
		refusalStatuses: [409],
		example: { interval_weeks: 1, until: '2030-12-31' },
	}),
	defineCall('PUT /api/events/{eventId}/series', {
		summary: 'Change how often a series repeats, and its last possible date',
		description:
			'The events of the series stay as they are; the next one follows the last of them. Refused with 409 when the event does not repeat.',
		operation: updateSeries,
		responses: { 200: eventDetailSchema },
		refusalStatuses: [409],
		example: { months: 1, weekdays: [{ nth: 'last', weekday: 5 }], until: '2031-06-30' },
	}),
	defineCall('DELETE /api/events/{eventId}/series', {
		summary: 'End the series of an event',
		description:
			'No more events are created. `deleteEmpty` deletes the later events without signups and comments, with their Discord events.',
		operation: endSeries,
		responses: { 200: messageSchema },
		refusalStatuses: [409],
		example: { deleteEmpty: true },
	}),
];

export const commentCalls = [
	defineCall('GET /api/events/{eventId}/comments', {
		summary: 'List an event’s comments',
		operation: listComments,
		inputSource: 'query',
		responses: { 200: z.array(commentSchema) },
		isPaged: true,
		toResponse: ({ comments, next }) => ({ body: comments, next }),
	}),
	defineCall('POST /api/events/{eventId}/comments', {
		summary: 'Create a comment',
		operation: createComment,
		limit: 'commentsPerMinute',
		responses: { 201: commentSchema },
		refusalStatuses: [409],
		example: { body: 'Who brings the board?' },
	}),
	defineCall('DELETE /api/events/{eventId}/comments/{commentId}', {
		summary: 'Delete a comment: your own, or any comment as a creator',
		operation: deleteComment,
		responses: { 200: messageSchema },
	}),
];
