import * as schemas from 'discord-api-spec/zod';
import type { HttpHandler } from 'msw';
import { z } from 'zod/mini';
import {
	type Answer,
	formErrorAnswer,
	MISSING_PERMISSIONS,
	UNKNOWN_EVENT,
	UNKNOWN_GUILD,
} from './answers.ts';
import { botMemberObject, botUserObject, memberObject, userObject } from './objects.ts';
import { EventSchema } from './packets.ts';
import { readFlag, readLimit, takePage } from './paging.ts';
import { type Call, defineRoute, type RouteDefinition } from './route.ts';
import {
	type EventBody,
	FINISHED_EVENT,
	findFaults,
	isFinal,
	MAX_OPEN_EVENTS,
	readChanges,
	refuseLengths,
	TOO_MANY_EVENTS,
} from './scheduled-event-rules.ts';
import { describeEvent, listInterested, type NewEvent, type StandInEvent } from './scheduled-events.ts';
import type { StandInState } from './state.ts';

const LIST = '/guilds/{guild_id}/scheduled-events';
const ONE = `${LIST}/{guild_scheduled_event_id}`;

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

/** The server's scheduled events: list, create, read, edit, delete, and who is interested. */
export function createScheduledEventHandlers(state: StandInState, apiUrl: string): HttpHandler[] {
	const define = (route: Omit<RouteDefinition, 'auth'>) =>
		defineRoute(state, apiUrl, {
			...route,
			auth: 'bot',
			respond: (call) => (call.params.guild_id === state.guild.guildId ? route.respond(call) : UNKNOWN_GUILD),
		});
	const withEvent = (respond: (event: StandInEvent, call: Call) => Answer) => (call: Call) => {
		const event = state.events.find(call.params.guild_scheduled_event_id ?? '');
		return event ? respond(event, call) : UNKNOWN_EVENT;
	};
	return [
		define({
			method: 'get',
			path: LIST,
			query: ['with_user_count'],
			answer: z.array(EventSchema),
			respond: ({ url }) => {
				const withCount = readFlag(url, 'with_user_count');
				return ok(state.events.list().map((event) => describeEvent(state, event, withCount)));
			},
		}),
		define({
			method: 'post',
			path: LIST,
			body: CreateSchema,
			refuse: refuseLengths,
			answer: EventSchema,
			respond: ({ json }) => createEvent(state, json as EventBody),
		}),
		define({
			method: 'get',
			path: ONE,
			query: ['with_user_count'],
			answer: EventSchema,
			respond: withEvent((event, { url }) =>
				ok(describeEvent(state, event, readFlag(url, 'with_user_count'))),
			),
		}),
		define({
			method: 'patch',
			path: ONE,
			body: EditSchema,
			refuse: refuseLengths,
			answer: EventSchema,
			respond: withEvent((event, { json }) => editEvent(state, event, json as EventBody)),
		}),
		define({
			method: 'delete',
			path: ONE,
			answer: z.undefined(),
			respond: withEvent((event) => {
				if (!mayEdit(state, event)) return MISSING_PERMISSIONS;
				state.events.remove(event.id);
				return { status: 204 };
			}),
		}),
		define({
			method: 'get',
			path: `${ONE}/users`,
			query: ['limit', 'before', 'after', 'with_member'],
			answer: z.array(schemas.ScheduledEventUserResponseSchema),
			respond: withEvent((event, { url }) => listUsers(state, event, url)),
		}),
		define({
			method: 'get',
			path: `${ONE}/users/counts`,
			answer: schemas.ScheduledEventUserCountResponseSchema,
			respond: withEvent((event) =>
				ok({
					guild_scheduled_event_count: listInterested(event).length,
					guild_scheduled_event_exception_counts: {},
				}),
			),
		}),
	];
}

const ok = (body: unknown): Answer => ({ status: 200, body });

function createEvent(state: StandInState, body: EventBody): Answer {
	if (!state.permissions.has('CREATE_EVENTS')) return MISSING_PERMISSIONS;
	const faults = findFaults(body, null, state.now());
	if (faults.length > 0) return formErrorAnswer(faults);
	if (state.events.countOpen() >= MAX_OPEN_EVENTS) return TOO_MANY_EVENTS;
	// The schema requires the name and the start.
	return ok(describeEvent(state, state.events.add(readChanges(body) as NewEvent)));
}

function editEvent(state: StandInState, event: StandInEvent, body: EventBody): Answer {
	if (!mayEdit(state, event)) return MISSING_PERMISSIONS;
	if (isFinal(event)) return FINISHED_EVENT;
	const faults = findFaults(body, event, state.now());
	if (faults.length > 0) return formErrorAnswer(faults);
	return ok(describeEvent(state, state.events.update(event.id, readChanges(body))));
}

/** One's own with CREATE_EVENTS, anybody's with MANAGE_EVENTS. */
function mayEdit(state: StandInState, event: StandInEvent): boolean {
	const isOwn = event.creatorId === state.guild.botUserId;
	return state.permissions.has('MANAGE_EVENTS') || (isOwn && state.permissions.has('CREATE_EVENTS'));
}

function listUsers(state: StandInState, event: StandInEvent, url: URL): Answer {
	const limit = readLimit(url, 100, 100);
	if (typeof limit !== 'number') return formErrorAnswer([limit]);
	const withMember = readFlag(url, 'with_member');
	const page = takePage([...event.responses], ([id]) => id, url, limit);
	return ok(
		page.map(([id, response]) => {
			const isBot = id === state.guild.botUserId;
			const user = isBot ? botUserObject(state) : userObject(state.person(id));
			const member = withMember && (isBot ? botMemberObject(state) : memberObject(state.person(id)));
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
