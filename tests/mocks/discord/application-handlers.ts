import * as schemas from 'discord-api-spec/zod';
import type { HttpHandler } from 'msw';
import { z } from 'zod/mini';
import { type Answer, errorAnswer, MISSING_SCOPE, UNKNOWN_GUILD } from './answers.ts';
import type { RegisteredCommand } from './interactions.ts';
import { applicationFlags, botUserObject, userObject } from './objects.ts';
import { type Call, defineRoute } from './route.ts';
import type { StandInState } from './state.ts';

const COMMANDS = '/applications/{application_id}/guilds/{guild_id}/commands';
const SESSION_LIMIT = { total: 1000, remaining: 999, reset_after: 14_400_000, max_concurrency: 1 };

/** Who is calling, the application itself, its commands, and where the gateway is. */
export function createApplicationHandlers(state: StandInState, apiUrl: string): HttpHandler[] {
	const ofOurs = (respond: (call: Call) => Answer) => (call: Call) => {
		const { application_id: application, guild_id: guild } = call.params;
		if (application !== state.guild.clientId) return errorAnswer(404, 10_002, 'Unknown Application');
		return guild === state.guild.guildId ? respond(call) : UNKNOWN_GUILD;
	};
	return [
		defineRoute(state, apiUrl, {
			method: 'get',
			path: '/users/@me',
			auth: 'bot or bearer',
			answer: schemas.UserPIIResponseSchema,
			respond: ({ person, scopes, request }) => {
				const rest = { mfa_enabled: false, locale: 'en-US', premium_type: 0 };
				if (request.headers.get('authorization')?.startsWith('Bot ')) {
					return ok({ ...botUserObject(state), ...rest, email: null, verified: true });
				}
				if (!person || !scopes.includes('identify')) return MISSING_SCOPE;
				return ok({ ...userObject(person), ...rest });
			},
		}),
		defineRoute(state, apiUrl, {
			method: 'get',
			path: '/users/{user_id}',
			auth: 'bot',
			answer: schemas.UserResponseSchema,
			respond: ({ params }) => {
				const person = state.people.get(params.user_id ?? '');
				return person ? ok(userObject(person)) : errorAnswer(404, 10_013, 'Unknown User');
			},
		}),
		defineRoute(state, apiUrl, {
			method: 'get',
			path: '/applications/@me',
			auth: 'bot',
			answer: schemas.PrivateApplicationResponseSchema,
			respond: () => ok(applicationObject(state)),
		}),
		defineRoute(state, apiUrl, {
			method: 'get',
			path: COMMANDS,
			auth: 'bot',
			query: ['with_localizations'],
			answer: z.array(schemas.ApplicationCommandResponseSchema),
			respond: ofOurs(() => ok(state.interactions.commands)),
		}),
		defineRoute(state, apiUrl, {
			method: 'put',
			path: COMMANDS,
			auth: 'bot',
			body: z.array(schemas.ApplicationCommandUpdateRequestSchema),
			answer: z.array(schemas.ApplicationCommandResponseSchema),
			respond: ofOurs(({ json }) => ok(setCommands(state, json as Partial<RegisteredCommand>[]))),
		}),
		defineRoute(state, apiUrl, {
			method: 'get',
			path: '/gateway',
			auth: 'none',
			answer: schemas.GatewayResponseSchema,
			respond: () => ok({ url: state.gatewayUrl }),
		}),
		defineRoute(state, apiUrl, {
			method: 'get',
			path: '/gateway/bot',
			auth: 'bot',
			answer: schemas.GatewayBotResponseSchema,
			respond: () => ok({ url: state.gatewayUrl, shards: 1, session_start_limit: SESSION_LIMIT }),
		}),
	];
}

const ok = (body: unknown): Answer => ({ status: 200, body });

function applicationObject(state: StandInState) {
	const flags = applicationFlags(state);
	return {
		id: state.guild.clientId,
		name: 'Townbell',
		icon: null,
		description: '',
		type: null,
		flags,
		flags_new: String(flags),
		bot: botUserObject(state),
		bot_public: false,
		bot_require_code_grant: false,
		verify_key: '0'.repeat(64),
		redirect_uris: [...state.redirectUris],
		interactions_endpoint_url: null,
		role_connections_verification_url: null,
		owner: botUserObject(state),
		approximate_guild_count: 1,
		approximate_user_install_count: 0,
		approximate_user_authorization_count: 0,
		explicit_content_filter: 0,
		team: null,
		eligible_oauth2_scopes: [],
	};
}

/** The whole list is replaced; a command that keeps its name keeps its ID. */
function setCommands(
	state: StandInState,
	wanted: readonly Partial<RegisteredCommand>[],
): RegisteredCommand[] {
	const before = new Map(state.interactions.commands.map(({ name, id }) => [name, id]));
	state.interactions.commands = wanted.map((command) => ({
		...command,
		id: before.get(command.name ?? '') ?? state.nextId(),
		application_id: state.guild.clientId,
		guild_id: state.guild.guildId,
		version: state.nextId(),
		type: command.type ?? 1,
		name: command.name ?? '',
		description: command.description ?? '',
		default_member_permissions: null,
		options: command.options ?? [],
	}));
	return state.interactions.commands;
}
