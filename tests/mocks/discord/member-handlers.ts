import * as schemas from 'discord-api-spec/zod';
import type { HttpHandler } from 'msw';
import { z } from 'zod/mini';
import {
	type Answer,
	errorAnswer,
	formErrorAnswer,
	MISSING_ACCESS,
	MISSING_SCOPE,
	UNKNOWN_GUILD,
} from './answers.ts';
import { botMemberObject, channelObjects, guildObject, memberObject, roleObjects } from './objects.ts';
import { readFlag, readLimit, takePage } from './paging.ts';
import { defineRoute, type RouteDefinition } from './route.ts';
import type { StandInState } from './state.ts';

/** The server and who is on it. */
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
			answer: schemas.PrivateGuildMemberResponseSchema,
			respond: ({ person, scopes, params }) => {
				if (!person || !scopes.includes('guilds.members.read')) return MISSING_SCOPE;
				const member = params.guild_id === state.guild.guildId ? memberObject(person) : null;
				return member ? ok(member) : UNKNOWN_GUILD;
			},
		}),
		define({
			method: 'get',
			path: '/guilds/{guild_id}',
			query: ['with_counts'],
			answer: schemas.GuildWithCountsResponseSchema,
			respond: ({ url }) => {
				const count = listMembers(state).length;
				const counts = { approximate_member_count: count, approximate_presence_count: 1 };
				return ok({ ...guildObject(state), ...(readFlag(url, 'with_counts') ? counts : {}) });
			},
		}),
		define({
			method: 'get',
			path: '/guilds/{guild_id}/roles',
			answer: z.array(schemas.GuildRoleResponseSchema),
			respond: () => ok(roleObjects(state)),
		}),
		define({
			method: 'get',
			path: '/guilds/{guild_id}/channels',
			answer: z.array(schemas.GuildChannelResponseSchema),
			respond: () => ok(channelObjects(state)),
		}),
		define({
			method: 'get',
			path: '/guilds/{guild_id}/members',
			query: ['limit', 'after'],
			answer: z.array(schemas.GuildMemberResponseSchema),
			respond: ({ url }) => {
				if (!state.grantsMembersIntent) return MISSING_ACCESS;
				const limit = readLimit(url, 1, 1000);
				if (typeof limit !== 'number') return formErrorAnswer([limit]);
				return ok(takePage(listMembers(state), ({ user }) => user.id, url, limit));
			},
		}),
		define({
			method: 'get',
			path: '/guilds/{guild_id}/members/search',
			query: ['query', 'limit'],
			answer: z.array(schemas.GuildMemberResponseSchema),
			respond: ({ url }) => {
				const limit = readLimit(url, 1, 1000);
				if (typeof limit !== 'number') return formErrorAnswer([limit]);
				const start = (url.searchParams.get('query') ?? '').toLowerCase();
				const required = { path: 'query', code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };
				if (!start) return formErrorAnswer([required]);
				const found = listMembers(state).filter(({ user, nick }) =>
					[user.username, user.global_name, nick].some((name) => name?.toLowerCase().startsWith(start)),
				);
				return ok(found.slice(0, limit));
			},
		}),
		define({
			method: 'get',
			path: '/guilds/{guild_id}/members/{user_id}',
			answer: schemas.GuildMemberResponseSchema,
			respond: ({ params }) => {
				if (params.user_id === state.guild.botUserId) return ok(botMemberObject(state));
				const person = state.people.get(params.user_id ?? '');
				if (!person) return errorAnswer(404, 10_013, 'Unknown User');
				const member = memberObject(person);
				return member ? ok(member) : errorAnswer(404, 10_007, 'Unknown Member');
			},
		}),
	];
}

/** Everybody on the server, the bot too, as Discord lists it. */
export function listMembers(state: StandInState) {
	const people = [...state.people.values()].flatMap((person) => memberObject(person) ?? []);
	return [...people, botMemberObject(state)];
}

const ok = (body: unknown): Answer => ({ status: 200, body });
