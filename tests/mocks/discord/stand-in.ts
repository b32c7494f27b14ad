import type { HttpHandler } from 'msw';
import { DEMO_GUILD, PERSONA_LIST, type Persona } from '~/seeds/personas.ts';
import { createAvatarHandlers } from './avatar-handlers.ts';
import { StandInGateway } from './gateway.ts';
import { createOAuthHandlers } from './oauth-handlers.ts';
import { createRestHandlers, createUnknownRouteHandler } from './rest-handlers.ts';
import { type StandInGuild, StandInState } from './state.ts';

export type DiscordStandIn = {
	/** Where the handlers answer; `serveDiscordStandIn` brings real requests to this origin. */
	readonly origin: string;
	readonly state: StandInState;
	/** Its connections come through `serveDiscordStandIn`. */
	readonly gateway: StandInGateway;
	readonly handlers: HttpHandler[];
	/** Forgets everything that happened; the personas, the guild and the handlers stay. */
	reset(): void;
};

/** Where the stand-in answers unless told otherwise; no such host exists. */
export const STAND_IN_ORIGIN = 'https://discord.example';

/** The environment that points the app at a stand-in, wherever it is served. */
export function standInEnvironment(origin: string, guild: StandInGuild = DEMO_GUILD): Record<string, string> {
	return {
		DISCORD_CLIENT_ID: guild.clientId,
		DISCORD_CLIENT_SECRET: guild.clientSecret,
		DISCORD_BOT_TOKEN: guild.botToken,
		DISCORD_GUILD_ID: guild.guildId,
		DISCORD_REQUIRED_ROLE_ID: guild.requiredRoleId,
		DISCORD_API_URL: `${origin}/api`,
		DISCORD_AUTHORIZE_URL: `${origin}/oauth2/authorize`,
		DISCORD_CDN_URL: origin,
	};
}

/**
 * Discord as the project's tests and demo see it: stateful, strict, checked against Discord's official schema.
 * `redirectUris` are the application's registered callbacks; `now` is the stand-in's clock.
 */
export function createDiscordStandIn(
	options: {
		personas?: readonly Persona[];
		guild?: StandInGuild;
		redirectUris?: readonly string[];
		origin?: string;
		now?: () => Date;
	} = {},
): DiscordStandIn {
	const origin = options.origin ?? STAND_IN_ORIGIN;
	const state = new StandInState({
		personas: options.personas ?? PERSONA_LIST,
		guild: options.guild ?? DEMO_GUILD,
		redirectUris: options.redirectUris ?? ['http://localhost:3000/api/auth/discord/callback'],
		gatewayUrl: 'wss://gateway.discord.example',
		now: options.now ?? (() => new Date()),
	});
	const gateway = new StandInGateway(state);
	const handlers = [
		...createOAuthHandlers(state, `${origin}/oauth2/authorize`, `${origin}/api`),
		...createRestHandlers(state, `${origin}/api`),
		...createAvatarHandlers(state, origin),
		createUnknownRouteHandler(state, `${origin}/api`),
	];
	return {
		origin,
		state,
		gateway,
		handlers,
		reset: () => {
			gateway.reset();
			state.reset();
		},
	};
}
