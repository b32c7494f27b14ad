import { ApiToken, User } from '~/database/models/index.ts';
import { MINUTE_MS } from '~/domain/limits.ts';
import { createSecret, hashSecret } from './secrets.ts';
import type { Authenticated } from './sessions.ts';

/** Tells people and secret scanners what they have found. */
const PREFIX = 'townbell_';
const SEEN_AGAIN_MS = 5 * MINUTE_MS;

/** Makes a personal API token. `token` is shown to its owner once; the database keeps its hash. */
export async function createApiToken(
	userId: string,
	name: string,
	now: Date = new Date(),
): Promise<{ id: string; token: string }> {
	const token = `${PREFIX}${createSecret()}`;
	const row = await ApiToken.create({ userId, name, tokenHash: hashSecret(token), createdAt: now });
	return { id: row.id, token };
}

/** Who a personal API token speaks for; null when it is unknown or revoked. Its last use is noted to five minutes. */
export async function readApiToken(token: string, now: Date): Promise<Authenticated | null> {
	if (!token.startsWith(PREFIX)) return null;
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
