import { ApiToken, User } from '~/database/models/index.ts';
import { MINUTE_MS } from '~/domain/limits.ts';
import { API_TOKEN_PREFIX, hashSecret } from '../secrets.ts';
import type { Authenticated } from './sessions.ts';

const SEEN_AGAIN_MS = 5 * MINUTE_MS;

/** Who a personal API token speaks for; null when it is unknown or revoked. Its last use is noted to five minutes. */
export async function readApiToken(token: string, now: Date): Promise<Authenticated | null> {
	if (!token.startsWith(API_TOKEN_PREFIX)) return null;
	const row = await ApiToken.findOne({
		where: { tokenHash: hashSecret(token), revokedAt: null },
		include: [User],
	});
	if (!row?.user) return null;
	if (!row.lastUsedAt || now.getTime() - row.lastUsedAt.getTime() >= SEEN_AGAIN_MS) {
		await ApiToken.update({ lastUsedAt: now }, { where: { id: row.id } });
	}
	return {
		actor: { id: row.user.id, role: row.user.role },
		user: row.user,
		sessionId: `token-${row.id}`,
		via: 'bearer',
		renewedCookie: null,
	};
}
