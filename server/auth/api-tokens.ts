import { ApiToken } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import { MINUTE_MS } from '~/domain/limits.ts';
import { API_TOKEN_PREFIX, hashSecret } from '../secrets.ts';
import { findCredential, writeIfPossible } from './credentials.ts';
import type { Authenticated } from './sessions.ts';

const LAST_USED_UPDATE_MS = 5 * MINUTE_MS;

type TokenRow = { tokenId: string; lastUsedAt: Date | null; expiresAt: Date };

const API_TOKEN = {
	table: 'api_tokens',
	columns: `c.id AS "tokenId", c.last_used_at AS "lastUsedAt", c.expires_at AS "expiresAt"`,
	condition: 'c.token_hash = :tokenHash AND c.revoked_at IS NULL AND c.expires_at > :now',
} as const;

/**
 * Returns the user and actor of a personal API token, or null when the token is unknown, revoked or expired,
 * and counts a write when `maxWrites` is given. Updates the token's last use at most once in five minutes.
 */
export async function readApiToken(
	token: string,
	now: Date,
	maxWrites?: number,
): Promise<Authenticated | null> {
	if (!token.startsWith(API_TOKEN_PREFIX)) return null;
	const found = await findCredential<TokenRow>(API_TOKEN, { tokenHash: hashSecret(token), now }, maxWrites);
	if (!found) return null;
	const { credential, ...known } = found;
	const { tokenId, lastUsedAt, expiresAt } = credential;
	if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() >= LAST_USED_UPDATE_MS) {
		await writeIfPossible(() => ApiToken.update({ lastUsedAt: now }, { where: { id: tokenId } }));
	}
	return {
		...known,
		actor: { ...known.actor, isApiToken: true },
		sessionId: `token-${tokenId}`,
		via: 'bearer',
		expiresAt,
		renewedCookie: null,
	};
}

/** Deletes the tokens that expired by `now`, which are already ignored, and returns how many. */
export const deleteExpiredApiTokens = (now: Date): Promise<number> =>
	execute('DELETE FROM api_tokens WHERE expires_at <= :now', { now });
