import type { HttpHandler } from 'msw';
import { DEMO_GUILD, PERSONA_LIST, type Persona } from '~/seeds/personas.ts';
import { createAvatarHandlers } from './avatar-handlers.ts';
import { createChannelPageHandlers } from './channel-page.ts';
import { StandInGateway } from './gateway.ts';
import { createOAuthHandlers } from './oauth-handlers.ts';
import { createRestHandlers, createUnknownRouteHandler } from './rest-handlers.ts';
import { type StandInGuild, StandInState } from './state.ts';

export type DiscordStandIn = {
	/** The origin of the handlers. `serveDiscordStandIn` maps real requests to it. */
	readonly origin: string;
	readonly state: StandInState;
	/** The gateway, which gets its connections from `serveDiscordStandIn`. */
	readonly gateway: StandInGateway;
	readonly handlers: HttpHandler[];
	/** Resets the state and the gateway. The personas, the guild and the handlers stay. */
	reset(): void;
};

/** The default origin of the stand-in. No such host exists. */
export const STAND_IN_ORIGIN = 'https://discord.example';

/** Returns the environment variables that connect the app to a stand-in at `origin`. */
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
 * Creates the stand-in for Discord that the tests and the demo use. It keeps state, and checks every request and
 * response against Discord's official schema. `redirectUris` are the application's registered callbacks; `now` is its
 * clock.
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
		cdnUrl: origin,
		now: options.now ?? (() => new Date()),
	});
	const gateway = new StandInGateway(state);
	const handlers = [
		...createOAuthHandlers(state, `${origin}/oauth2/authorize`, `${origin}/api`),
		...createRestHandlers(state, `${origin}/api`),
		...createAvatarHandlers(state, origin),
		...createChannelPageHandlers(state, origin),
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
