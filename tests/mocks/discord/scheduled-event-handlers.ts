import * as schemas from 'discord-api-spec/zod';
import type { HttpHandler } from 'msw';
import { z } from 'zod/mini';
import { toBotMemberObject, toBotUserObject, toMemberObject, toUserObject } from './objects.ts';
import { EventSchema } from './packets.ts';
import { getPage, parseFlag, parseLimit } from './paging.ts';
import {
	createFormErrorResponse,
	MISSING_PERMISSIONS,
	type PlainResponse,
	UNKNOWN_EVENT,
	UNKNOWN_GUILD,
} from './responses.ts';
import { defineRoute, type RouteDefinition, type StandInCall } from './route.ts';
import {
	type EventBody,
	FINISHED_EVENT,
	findFieldErrors,
	findLengthResponse,
	isFinished,
	MAX_OPEN_EVENTS,
	parseChanges,
	TOO_MANY_EVENTS,
} from './scheduled-event-rules.ts';
import { listInterested, type NewEvent, type StandInEvent, toEventObject } from './scheduled-events.ts';
import type { StandInState } from './state.ts';

const LIST_PATH = '/guilds/{guild_id}/scheduled-events';
const EVENT_PATH = `${LIST_PATH}/{guild_scheduled_event_id}`;

const CreateSchema = z.union([
	schemas.ExternalScheduledEventCreateRequestSchema,
	schemas.VoiceScheduledEventCreateRequestSchema,
	schemas.StageScheduledEventCreateRequestSchema,
]);
const EditSchema = z.union([
	schemas.ExternalScheduledEventPatchRequestPartialSchema,
	schemas.VoiceScheduledEventPatchRequestPartialSchema,
	schemas.StageScheduledEventPatchRequestPartialSchema,
]);

/**
 * Creates the handlers of the server's scheduled events: list, create, read, edit, delete, and list interested users.
 */
export function createScheduledEventHandlers(state: StandInState, apiUrl: string): HttpHandler[] {
	const define = (route: Omit<RouteDefinition, 'auth'>) =>
		defineRoute(state, apiUrl, {
			...route,
			auth: 'bot',
			respond: (call) => (call.params.guild_id === state.guild.guildId ? route.respond(call) : UNKNOWN_GUILD),
		});
	const withEvent =
		(respond: (event: StandInEvent, call: StandInCall) => PlainResponse) => (call: StandInCall) => {
			const event = state.events.find(call.params.guild_scheduled_event_id ?? '');
			return event ? respond(event, call) : UNKNOWN_EVENT;
		};
	return [
		define({
			method: 'get',
			path: LIST_PATH,
			query: ['with_user_count'],
			response: z.array(EventSchema),
			respond: ({ url }) => {
				const withCount = parseFlag(url, 'with_user_count');
				return ok(state.events.list().map((event) => toEventObject(state, event, withCount)));
			},
		}),
		define({
			method: 'post',
			path: LIST_PATH,
			body: CreateSchema,
			refuse: findLengthResponse,
			response: EventSchema,
			respond: ({ json }) => createEvent(state, json as EventBody),
		}),
		define({
			method: 'get',
			path: EVENT_PATH,
			query: ['with_user_count'],
			response: EventSchema,
			respond: withEvent((event, { url }) =>
				ok(toEventObject(state, event, parseFlag(url, 'with_user_count'))),
			),
		}),
		define({
			method: 'patch',
			path: EVENT_PATH,
			body: EditSchema,
			refuse: findLengthResponse,
			response: EventSchema,
			respond: withEvent((event, { json }) => editEvent(state, event, json as EventBody)),
		}),
		define({
			method: 'delete',
			path: EVENT_PATH,
			response: z.undefined(),
			respond: withEvent((event) => {
				if (!canEdit(state, event)) return MISSING_PERMISSIONS;
				state.events.remove(event.id);
				return { status: 204 };
			}),
		}),
		define({
			method: 'get',
			path: `${EVENT_PATH}/users`,
			query: ['limit', 'before', 'after', 'with_member'],
			response: z.array(schemas.ScheduledEventUserResponseSchema),
			respond: withEvent((event, { url }) => listInterestedUsers(state, event, url)),
		}),
		define({
			method: 'get',
			path: `${EVENT_PATH}/users/counts`,
			response: schemas.ScheduledEventUserCountResponseSchema,
			respond: withEvent((event) =>
				ok({
					guild_scheduled_event_count: listInterested(event).length,
					guild_scheduled_event_exception_counts: {},
				}),
			),
		}),
	];
}

const ok = (body: unknown): PlainResponse => ({ status: 200, body });

function createEvent(state: StandInState, body: EventBody): PlainResponse {
	if (!state.permissions.has('CREATE_EVENTS')) return MISSING_PERMISSIONS;
	const fieldErrors = findFieldErrors(body, null, state.now());
	if (fieldErrors.length > 0) return createFormErrorResponse(fieldErrors);
	if (state.events.countOpen() >= MAX_OPEN_EVENTS) return TOO_MANY_EVENTS;
	// The schema requires the name and the start.
	return ok(toEventObject(state, state.events.add(parseChanges(body) as NewEvent)));
}

function editEvent(state: StandInState, event: StandInEvent, body: EventBody): PlainResponse {
	if (!canEdit(state, event)) return MISSING_PERMISSIONS;
	if (isFinished(event)) return FINISHED_EVENT;
	const fieldErrors = findFieldErrors(body, event, state.now());
	if (fieldErrors.length > 0) return createFormErrorResponse(fieldErrors);
	return ok(toEventObject(state, state.events.update(event.id, parseChanges(body))));
}

/** Whether the bot can edit an event: its own with CREATE_EVENTS, any with MANAGE_EVENTS. */
function canEdit(state: StandInState, event: StandInEvent): boolean {
	const isOwn = event.creatorId === state.guild.botUserId;
	return state.permissions.has('MANAGE_EVENTS') || (isOwn && state.permissions.has('CREATE_EVENTS'));
}

function listInterestedUsers(state: StandInState, event: StandInEvent, url: URL): PlainResponse {
	const limit = parseLimit(url, 100, 100);
	if (typeof limit !== 'number') return createFormErrorResponse([limit]);
	const withMember = parseFlag(url, 'with_member');
	const listed = [...event.responses].filter(([id]) => !event.unlisted.includes(id));
	const page = getPage(listed, ([id]) => id, url, limit);
	return ok(
		page.map(([id, response]) => {
			const isBot = id === state.guild.botUserId;
			const user = isBot ? toBotUserObject(state) : toUserObject(state.getUser(id));
			const member = withMember && (isBot ? toBotMemberObject(state) : toMemberObject(state.getUser(id)));
			return {
				guild_scheduled_event_id: event.id,
				user_id: id,
				user,
				...(member ? { member } : {}),
				response,
			};
		}),
	);
}
