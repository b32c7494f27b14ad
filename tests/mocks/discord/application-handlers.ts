import * as schemas from 'discord-api-spec/zod';
import type { HttpHandler } from 'msw';
import { z } from 'zod/mini';
import { type CommandBody, refuseCommands } from './command-rules.ts';
import { type RegisteredCommand, SLASH_COMMAND } from './commands.ts';
import { getApplicationFlags, toBotUserObject, toUserObject } from './objects.ts';
import { createErrorResponse, MISSING_SCOPE, type PlainResponse, UNKNOWN_GUILD } from './responses.ts';
import { defineRoute, type StandInCall } from './route.ts';
import type { StandInState } from './state.ts';

const COMMANDS_PATH = '/applications/{application_id}/guilds/{guild_id}/commands';
const SESSION_START_LIMIT = { total: 1000, remaining: 999, reset_after: 14_400_000, max_concurrency: 1 };

/** Creates the handlers for the current user, the application, its commands and the gateway's address. */
export function createApplicationHandlers(state: StandInState, apiUrl: string): HttpHandler[] {
	const withOwnGuild = (respond: (call: StandInCall) => PlainResponse) => (call: StandInCall) => {
		const { application_id: application, guild_id: guild } = call.params;
		if (application !== state.guild.clientId) return createErrorResponse(404, 10_002, 'Unknown Application');
		return guild === state.guild.guildId ? respond(call) : UNKNOWN_GUILD;
	};
	return [
		defineRoute(state, apiUrl, {
			method: 'get',
			path: '/users/@me',
			auth: 'bot or bearer',
			response: schemas.UserPIIResponseSchema,
			respond: ({ user, scopes, request }) => {
				const common = { mfa_enabled: false, locale: 'en-US', premium_type: 0 };
				if (request.headers.get('authorization')?.startsWith('Bot ')) {
					return ok({ ...toBotUserObject(state), ...common, email: null, verified: true });
				}
				if (!user || !scopes.includes('identify')) return MISSING_SCOPE;
				return ok({ ...toUserObject(user), ...common });
			},
		}),
		defineRoute(state, apiUrl, {
			method: 'get',
			path: '/users/{user_id}',
			auth: 'bot',
			response: schemas.UserResponseSchema,
			respond: ({ params }) => {
				const user = state.users.get(params.user_id ?? '');
				return user ? ok(toUserObject(user)) : createErrorResponse(404, 10_013, 'Unknown User');
			},
		}),
		defineRoute(state, apiUrl, {
			method: 'get',
			path: '/applications/@me',
			auth: 'bot',
			response: schemas.PrivateApplicationResponseSchema,
			respond: () => ok(toApplicationObject(state)),
		}),
		defineRoute(state, apiUrl, {
			method: 'get',
			path: COMMANDS_PATH,
			auth: 'bot',
			query: ['with_localizations'],
			response: z.array(schemas.ApplicationCommandResponseSchema),
			respond: withOwnGuild(() => ok(state.interactions.commands)),
		}),
		defineRoute(state, apiUrl, {
			method: 'put',
			path: COMMANDS_PATH,
			auth: 'bot',
			body: z.array(schemas.ApplicationCommandUpdateRequestSchema),
			response: z.array(schemas.ApplicationCommandResponseSchema),
			respond: withOwnGuild(({ json }) => {
				const commands = json as CommandBody[];
				return refuseCommands(commands) ?? ok(setCommands(state, commands));
			}),
		}),
		defineRoute(state, apiUrl, {
			method: 'get',
			path: '/gateway',
			auth: 'none',
			response: schemas.GatewayResponseSchema,
			respond: () => ok({ url: state.gatewayUrl }),
		}),
		defineRoute(state, apiUrl, {
			method: 'get',
			path: '/gateway/bot',
			auth: 'bot',
			response: schemas.GatewayBotResponseSchema,
			respond: () => ok({ url: state.gatewayUrl, shards: 1, session_start_limit: SESSION_START_LIMIT }),
		}),
	];
}

const ok = (body: unknown): PlainResponse => ({ status: 200, body });

function toApplicationObject(state: StandInState) {
	const flags = getApplicationFlags(state);
	return {
		id: state.guild.clientId,
		name: 'Townbell',
		icon: null,
		description: '',
		type: null,
		flags,
		flags_new: String(flags),
		bot: toBotUserObject(state),
		bot_public: false,
		bot_require_code_grant: false,
		verify_key: '0'.repeat(64),
		redirect_uris: [...state.redirectUris],
		interactions_endpoint_url: null,
		role_connections_verification_url: null,
		owner: toBotUserObject(state),
		approximate_guild_count: 1,
		approximate_user_install_count: 0,
		approximate_user_authorization_count: 0,
		explicit_content_filter: 0,
		team: null,
		eligible_oauth2_scopes: [],
	};
}

/** Replaces the whole list. A command with the name and type of an existing one keeps its ID. */
function setCommands(state: StandInState, commands: readonly CommandBody[]): RegisteredCommand[] {
	const { interactions } = state;
	const findKnown = (type: number, name: string) =>
		interactions.commands.find((known) => known.type === type && known.name === name);
	interactions.commands = commands.map((command) => {
		const { options, ...fields } = command;
		const { name = '', description } = command;
		const type = command.type ?? SLASH_COMMAND;
		return {
			...fields,
			id: findKnown(type, name)?.id ?? state.nextId(),
			application_id: state.guild.clientId,
			guild_id: state.guild.guildId,
			version: state.nextId(),
			type,
			name,
			description: description ?? '',
			default_member_permissions: null,
			...(type === SLASH_COMMAND ? { options: options ?? [] } : {}),
		};
	});
	return interactions.commands;
}
