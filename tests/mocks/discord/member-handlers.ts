import * as schemas from 'discord-api-spec/zod';
import type { HttpHandler } from 'msw';
import { z } from 'zod/mini';
import { toBotMemberObject, toGuildObject, toMemberObject, toRoleObjects } from './objects.ts';
import { getPage, parseFlag, parseLimit } from './paging.ts';
import {
	createErrorResponse,
	createFormErrorResponse,
	MISSING_ACCESS,
	MISSING_SCOPE,
	type PlainResponse,
	UNKNOWN_GUILD,
} from './responses.ts';
import { defineRoute, type RouteDefinition } from './route.ts';
import type { StandInState } from './state.ts';

/** Creates the handlers for the server and its members. */
export function createMemberHandlers(state: StandInState, apiUrl: string): HttpHandler[] {
	const define = (route: Omit<RouteDefinition, 'auth'>) =>
		defineRoute(state, apiUrl, {
			...route,
			auth: 'bot',
			respond: (call) => (call.params.guild_id === state.guild.guildId ? route.respond(call) : UNKNOWN_GUILD),
		});
	return [
		defineRoute(state, apiUrl, {
			method: 'get',
			path: '/users/@me/guilds/{guild_id}/member',
			auth: 'bearer',
			response: schemas.PrivateGuildMemberResponseSchema,
			respond: ({ user, scopes, params }) => {
				if (!user || !scopes.includes('guilds.members.read')) return MISSING_SCOPE;
				const member = params.guild_id === state.guild.guildId ? toMemberObject(user) : null;
				return member ? ok(member) : UNKNOWN_GUILD;
			},
		}),
		define({
			method: 'get',
			path: '/guilds/{guild_id}',
			query: ['with_counts'],
			response: schemas.GuildWithCountsResponseSchema,
			respond: ({ url }) => {
				const count = listMembers(state).length;
				const counts = { approximate_member_count: count, approximate_presence_count: 1 };
				return ok({ ...toGuildObject(state), ...(parseFlag(url, 'with_counts') ? counts : {}) });
			},
		}),
		define({
			method: 'get',
			path: '/guilds/{guild_id}/roles',
			response: z.array(schemas.GuildRoleResponseSchema),
			respond: () => ok(toRoleObjects(state)),
		}),
		define({
			method: 'get',
			path: '/guilds/{guild_id}/channels',
			response: z.array(schemas.GuildChannelResponseSchema),
			respond: () => ok(state.channels.list().map((channel) => state.channels.toObject(channel))),
		}),
		define({
			method: 'get',
			path: '/guilds/{guild_id}/members',
			query: ['limit', 'after'],
			response: z.array(schemas.GuildMemberResponseSchema),
			respond: ({ url }) => {
				if (!state.grantsMembersIntent) return MISSING_ACCESS;
				const limit = parseLimit(url, 1, 1000);
				if (typeof limit !== 'number') return createFormErrorResponse([limit]);
				return ok(getPage(listMembers(state), ({ user }) => user.id, url, limit));
			},
		}),
		define({
			method: 'get',
			path: '/guilds/{guild_id}/members/search',
			query: ['query', 'limit'],
			response: z.array(schemas.GuildMemberResponseSchema),
			respond: ({ url }) => {
				const limit = parseLimit(url, 1, 1000);
				if (typeof limit !== 'number') return createFormErrorResponse([limit]);
				const prefix = (url.searchParams.get('query') ?? '').toLowerCase();
				const required = { path: 'query', code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };
				if (!prefix) return createFormErrorResponse([required]);
				const found = listMembers(state).filter(({ user, nick }) =>
					[user.username, user.global_name, nick].some((name) => name?.toLowerCase().startsWith(prefix)),
				);
				return ok(found.slice(0, limit));
			},
		}),
		define({
			method: 'get',
			path: '/guilds/{guild_id}/members/{user_id}',
			response: schemas.GuildMemberResponseSchema,
			respond: ({ params }) => {
				if (params.user_id === state.guild.botUserId) return ok(toBotMemberObject(state));
				const user = state.users.get(params.user_id ?? '');
				if (!user) return createErrorResponse(404, 10_013, 'Unknown User');
				const member = toMemberObject(user);
				return member ? ok(member) : createErrorResponse(404, 10_007, 'Unknown Member');
			},
		}),
	];
}

/** Returns all members of the server, including the bot, as Discord lists them. */
export function listMembers(state: StandInState) {
	const members = [...state.users.values()].flatMap((user) => toMemberObject(user) ?? []);
	return [...members, toBotMemberObject(state)];
}

const ok = (body: unknown): PlainResponse => ({ status: 200, body });
