import { OAuth2RequestError, OAuth2Strategy } from 'remix-auth-oauth2';
import { z } from 'zod';
import { traceWork } from '~/database/tracing.ts';
import { config } from '../config.ts';
import { DISCORD_TIMEOUT_MS, DiscordUnavailable, describeDiscordCall } from '../discord/client.ts';
import {
	type DiscordAccount,
	type GuildMember,
	MissingScope,
	readOwnMembership,
} from '../discord/members.ts';
import { getCookieName, isSecure } from './cookies.ts';
import { SIGN_IN_MAX_AGE_SECONDS } from './sign-in-state.ts';

/** The path to which Discord redirects the browser after a sign-in. */
export const CALLBACK_PATH = '/api/auth/discord/callback';
const SCOPES = ['identify', 'guilds.members.read'];

export type DiscordIdentity = { account: DiscordAccount; member: GuildMember | null };

type Tokens = Awaited<ReturnType<OAuth2Strategy<unknown>['refreshToken']>>;

/**
 * Sign-in with Discord through remix-auth: authorization code, `state`, PKCE. Returns the user's Discord account and
 * membership. The Discord access token is used for two reads and then revoked; it is never stored.
 */
export class DiscordStrategy extends OAuth2Strategy<DiscordIdentity> {
	override name = 'discord';

	constructor() {
		const { APP_URL, DISCORD_API_URL, DISCORD_AUTHORIZE_URL, DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET } =
			config();
		super(
			{
				// The library allows only `true` for `secure`, so over http the option is left out.
				cookie: {
					// The library appends a random suffix to the name.
					name: getCookieName('discord-state'),
					maxAge: SIGN_IN_MAX_AGE_SECONDS,
					...(isSecure() ? { secure: true as const } : {}),
				},
				clientId: DISCORD_CLIENT_ID,
				clientSecret: DISCORD_CLIENT_SECRET,
				authorizationEndpoint: DISCORD_AUTHORIZE_URL,
				tokenEndpoint: `${DISCORD_API_URL}/v10/oauth2/token`,
				tokenRevocationEndpoint: `${DISCORD_API_URL}/v10/oauth2/token/revoke`,
				redirectURI: `${APP_URL}${CALLBACK_PATH}`,
				scopes: SCOPES,
			},
			async ({ tokens }) => {
				const accessToken = tokens.accessToken();
				try {
					// Discord leaves out the scopes only when they are those that were asked for (RFC 6749, section 5.1).
					const granted = tokens.hasScopes() ? tokens.scopes() : SCOPES;
					if (SCOPES.some((scope) => !granted.includes(scope)))
						throw new MissingScope('the token lacks a scope');
					return await readOwnMembership(accessToken);
				} finally {
					await this.#revoke(accessToken);
				}
			},
		);
	}

	/** Adds a timeout, because the library sets none. */
	protected override async validateAuthorizationCode(code: string, codeVerifier: string): Promise<Tokens> {
		return withDiscordTimeout('token', super.validateAuthorizationCode(code, codeVerifier));
	}

	/** Revokes the token. A failed revocation is ignored, because the token is not stored anywhere. */
	async #revoke(accessToken: string): Promise<void> {
		await withDiscordTimeout('token/revoke', this.revokeToken(accessToken)).catch(() => {});
	}
}

/**
 * Returns whether Discord accepts DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET: asks for a token of the application's
 * owner (Discord's client credentials grant) and revokes it. Throws `DiscordUnavailable` when Discord gives another
 * response.
 */
export async function areClientCredentialsValid(): Promise<boolean> {
	const granted = await postAsClient('token', { grant_type: 'client_credentials', scope: 'identify' });
	const body = clientTokenSchema.safeParse(await granted.json().catch(() => null)).data;
	if (body?.error === 'invalid_client') return false;
	if (!body?.access_token)
		throw new DiscordUnavailable(`Discord responded with ${granted.status}`, { status: granted.status });
	// A token that could not be revoked expires later.
	await postAsClient('token/revoke', { token: body.access_token }).catch(() => undefined);
	return true;
}

const clientTokenSchema = z.object({ error: z.string().optional(), access_token: z.string().optional() });

async function postAsClient(name: string, form: Record<string, string>): Promise<Response> {
	const { DISCORD_API_URL, DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET } = config();
	const credentials = Buffer.from(`${DISCORD_CLIENT_ID}:${DISCORD_CLIENT_SECRET}`).toString('base64');
	try {
		return await fetch(`${DISCORD_API_URL}/v10/oauth2/${name}`, {
			method: 'POST',
			headers: { Authorization: `Basic ${credentials}` },
			body: new URLSearchParams(form),
			signal: AbortSignal.timeout(DISCORD_TIMEOUT_MS),
		});
	} catch {
		throw new DiscordUnavailable('Discord could not be reached');
	}
}

/** Returns the error code that Discord sent (`access_denied`, `invalid_grant`, …), or null for any other error. */
export function readOAuthCode(error: unknown): string | null {
	return error instanceof OAuth2RequestError ? error.code : null;
}

async function withDiscordTimeout<T>(name: string, call: Promise<T>): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const timeout = new Promise<never>((_, reject) => {
		timer = setTimeout(
			() => reject(new DiscordUnavailable("Discord didn't respond in time")),
			DISCORD_TIMEOUT_MS,
		);
	});
	const address = new URL(`${config().DISCORD_API_URL}/v10/oauth2/${name}`);
	return traceWork(
		() => describeDiscordCall(address, 'POST'),
		() => Promise.race([call, timeout]).finally(() => clearTimeout(timer)),
	);
}
