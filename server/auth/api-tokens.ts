import { Op } from 'sequelize';
import { ApiToken, User } from '~/database/models/index.ts';
import { MINUTE_MS } from '~/domain/limits.ts';
import { API_TOKEN_PREFIX, hashSecret } from '../secrets.ts';
import type { Authenticated } from './sessions.ts';

const LAST_USED_UPDATE_MS = 5 * MINUTE_MS;

/**
 * Returns the user and actor of a personal API token, or null when the token is unknown, revoked or expired.
 * Updates the token's last use at most once in five minutes.
 */
export async function readApiToken(token: string, now: Date): Promise<Authenticated | null> {
	if (!token.startsWith(API_TOKEN_PREFIX)) return null;
	const row = await ApiToken.findOne({
		where: { tokenHash: hashSecret(token), revokedAt: null, expiresAt: { [Op.gt]: now } },
		include: [User],
	});
	if (!row?.user) return null;
	if (!row.lastUsedAt || now.getTime() - row.lastUsedAt.getTime() >= LAST_USED_UPDATE_MS) {
		await ApiToken.update({ lastUsedAt: now }, { where: { id: row.id } });
	}
	return {
		actor: { id: row.user.id, role: row.user.role, isApiToken: true },
		user: row.user,
		sessionId: `token-${row.id}`,
		via: 'bearer',
		expiresAt: row.expiresAt,
		renewedCookie: null,
	};
}

/**
 * Deletes the tokens that expired by `now` and returns how many. A scheduled job; its timing does not matter,
 * because expired tokens are already ignored.
 */
export function deleteExpiredApiTokens(now: Date): Promise<number> {
	return ApiToken.destroy({ where: { expiresAt: { [Op.lte]: now } } });
}
