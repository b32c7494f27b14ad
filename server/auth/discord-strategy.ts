import { OAuth2RequestError, OAuth2Strategy } from 'remix-auth-oauth2';
import { config } from '../config.ts';
import { DISCORD_TIMEOUT_MS, DiscordUnavailable } from '../discord/client.ts';
import { type DiscordAccount, type GuildMember, readOwnMembership } from '../discord/members.ts';
import { cookieName, isSecure } from './cookies.ts';
import { SIGN_IN_MAX_AGE_SECONDS } from './sign-in-cookie.ts';

/** Where Discord sends people back to. */
export const CALLBACK_PATH = '/api/auth/discord/callback';
const SCOPES = ['identify', 'guilds.members.read'];

export type DiscordIdentity = { account: DiscordAccount; member: GuildMember | null };

type Tokens = Awaited<ReturnType<OAuth2Strategy<unknown>['refreshToken']>>;

/**
 * Sign-in with Discord over remix-auth: authorization code, `state`, PKCE. It answers who the person is and drops
 * their Discord tokens: they are used for two reads, revoked, and stored nowhere.
 */
export class DiscordStrategy extends OAuth2Strategy<DiscordIdentity> {
	override name = 'discord';

	constructor() {
		const { APP_URL, DISCORD_API_URL, DISCORD_AUTHORIZE_URL, DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET } =
			config();
		super(
			{
				// `secure` is typed `true` only, so over http it is left out.
				cookie: {
					// The library appends a random suffix.
					name: cookieName('discord-state'),
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
					return await readOwnMembership(accessToken);
				} finally {
					await this.#drop(accessToken);
				}
			},
		);
	}

	/** The library sets no time limit of its own. */
	protected override async validateAuthorizationCode(code: string, codeVerifier: string): Promise<Tokens> {
		return inTime(super.validateAuthorizationCode(code, codeVerifier));
	}

	/** Best effort: a token that outlives a failed revocation is known to nobody. */
	async #drop(accessToken: string): Promise<void> {
		await inTime(this.revokeToken(accessToken)).catch(() => {});
	}
}

/** The error code that Discord gave (`access_denied`, `invalid_grant`, …), or null for any other error. */
export function readOAuthCode(error: unknown): string | null {
	return error instanceof OAuth2RequestError ? error.code : null;
}

async function inTime<T>(call: Promise<T>): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(
			() => reject(new DiscordUnavailable('Discord did not answer in time')),
			DISCORD_TIMEOUT_MS,
		);
	});
	return Promise.race([call, late]).finally(() => clearTimeout(timer));
}
