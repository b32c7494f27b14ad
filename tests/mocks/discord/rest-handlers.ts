import * as schemas from 'discord-api-spec/zod';
import { type HttpHandler, http } from 'msw';
import { z } from 'zod/mini';
import { type Answer, defineRoute, errorAnswer, meetFailure, violate } from './route.ts';
import type { StandInPerson, StandInState } from './state.ts';

const MISSING_SCOPE = errorAnswer(403, 50026, 'Missing required OAuth2 scope');

/** The account as Discord's user object. */
export function userObject(person: StandInPerson) {
	return {
		id: person.discordId,
		username: person.username,
		avatar: person.avatar,
		discriminator: '0',
		public_flags: 0,
		flags: 0,
		banner: null,
		accent_color: null,
		global_name: person.globalName,
		avatar_decoration_data: null,
		collectibles: null,
		primary_guild: null,
	};
}

/** The member object, or null for somebody who is not on the server. */
export function memberObject(person: StandInPerson) {
	if (!person.member) return null;
	return {
		avatar: null,
		banner: null,
		communication_disabled_until: null,
		flags: 0,
		joined_at: person.member.joinedAt,
		nick: person.member.nick,
		pending: false,
		premium_since: null,
		roles: person.member.roles,
		user: userObject(person),
		mute: false,
		deaf: false,
	};
}

/** The REST routes under `{apiUrl}/v10`; any other address there is a violation, so a new call must be taught first. */
export function createRestHandlers(state: StandInState, apiUrl: string): HttpHandler[] {
	const isGuild = (id: string | undefined) => id === state.guild.guildId;
	return [
		defineRoute(state, apiUrl, {
			method: 'get',
			path: '/users/@me',
			auth: 'bearer',
			answer: schemas.UserPIIResponseSchema,
			respond: ({ person, scopes }): Answer => {
				if (!person || !scopes.includes('identify')) return MISSING_SCOPE;
				return {
					status: 200,
					body: { ...userObject(person), mfa_enabled: false, locale: 'en-US', premium_type: 0 },
				};
			},
		}),
		defineRoute(state, apiUrl, {
			method: 'get',
			path: '/users/@me/guilds/{guild_id}/member',
			auth: 'bearer',
			answer: schemas.PrivateGuildMemberResponseSchema,
			respond: ({ person, scopes, params }): Answer => {
				if (!person || !scopes.includes('guilds.members.read')) return MISSING_SCOPE;
				const member = isGuild(params.guild_id) ? memberObject(person) : null;
				return member ? { status: 200, body: member } : errorAnswer(404, 10004, 'Unknown Guild');
			},
		}),
		defineRoute(state, apiUrl, {
			method: 'get',
			path: '/guilds/{guild_id}/members/{user_id}',
			auth: 'bot',
			answer: schemas.GuildMemberResponseSchema,
			respond: ({ params }): Answer => {
				if (!isGuild(params.guild_id)) return errorAnswer(404, 10004, 'Unknown Guild');
				const person = state.people.get(params.user_id ?? '');
				if (!person) return errorAnswer(404, 10013, 'Unknown User');
				const member = memberObject(person);
				return member ? { status: 200, body: member } : errorAnswer(404, 10007, 'Unknown Member');
			},
		}),
		defineRoute(state, apiUrl, {
			method: 'get',
			path: '/guilds/{guild_id}/roles',
			auth: 'bot',
			answer: z.array(schemas.GuildRoleResponseSchema),
			respond: ({ params }): Answer => {
				if (!isGuild(params.guild_id)) return errorAnswer(404, 10004, 'Unknown Guild');
				const { guildId, requiredRoleId, requiredRoleName } = state.guild;
				return {
					status: 200,
					body: [roleObject(guildId, '@everyone', 0), roleObject(requiredRoleId, requiredRoleName, 1)],
				};
			},
		}),
		defineRoute(state, apiUrl, {
			method: 'get',
			path: '/gateway/bot',
			auth: 'bot',
			answer: schemas.GatewayBotResponseSchema,
			respond: (): Answer => ({
				status: 200,
				body: {
					url: state.gatewayUrl,
					shards: 1,
					session_start_limit: { total: 1000, remaining: 999, reset_after: 14_400_000, max_concurrency: 1 },
				},
			}),
		}),
	];
}

/** Any other address under the API: a violation. Must stand after every other handler. */
export function createUnknownRouteHandler(state: StandInState, apiUrl: string): HttpHandler {
	return http.all(`${apiUrl}/*`, async ({ request }) => {
		const name = `${request.method} ${new URL(request.url).pathname}`;
		return (await meetFailure(state, name, request)) ?? violate(state, `${name} is not known here`);
	});
}

function roleObject(id: string, name: string, position: number) {
	return {
		id,
		name,
		permissions: '0',
		position,
		color: 0,
		colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
		hoist: false,
		managed: false,
		mentionable: false,
		icon: null,
		unicode_emoji: null,
		flags: 0,
	};
}
