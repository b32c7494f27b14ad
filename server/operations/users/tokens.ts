import { Op, type Transaction } from 'sequelize';
import { z } from 'zod';
import { inTransaction } from '~/database/connection.ts';
import { ApiToken, User } from '~/database/models/index.ts';
import { API_TOKEN_DAYS, API_TOKENS_PER_PERSON, DAY_MS } from '~/domain/limits.ts';
import { type ApiTokenView, apiTokenInput } from '~/domain/people/profile.ts';
import { conflict, missing, unauthenticated } from '~/domain/refusal.ts';
import { API_TOKEN_PREFIX, createSecret, hashSecret } from '../../secrets.ts';
import { doOnce } from '../kernel/idempotency.ts';
import { isId, operation } from '../kernel/operation.ts';

/** A token that was just made. `secret` is shown to its owner now and never again; the database keeps its hash. */
export type NewApiToken = { token: ApiTokenView; secret: string };

/** The caller's living personal API tokens, newest first. */
export const listApiTokens = operation({
	allow: 'tokens.list',
	input: z.object({}),
	async handle({ actor, now }): Promise<ApiTokenView[]> {
		const rows = await ApiToken.findAll({
			where: isLiving(actor.id, now),
			order: [
				['createdAt', 'DESC'],
				['id', 'DESC'],
			],
		});
		return rows.map(toApiTokenView);
	},
});

/**
 * Makes a personal API token with a name, for a year. Refuses (409) more than 20, and a form that is sent a second time: the first
 * answer held the secret, and nobody knows it any more.
 */
export const createApiToken = operation({
	allow: 'tokens.create',
	input: apiTokenInput,
	handle: ({ actor, input, now }): Promise<NewApiToken> =>
		inTransaction(async (transaction) => {
			// Held, so that two forms at once are counted one after the other.
			const user = await User.findByPk(actor.id, { lock: transaction.LOCK.UPDATE, transaction });
			if (!user) throw unauthenticated();
			const secret = `${API_TOKEN_PREFIX}${createSecret()}`;
			const { remembered, isRepeat } = await doOnce(
				{
					transaction,
					actor,
					operation: 'tokens.create',
					key: input.idempotencyKey,
					request: { name: input.name },
					now,
				},
				async () => {
					await requireRoom(actor.id, now, transaction);
					const fields = {
						userId: actor.id,
						name: input.name,
						tokenHash: hashSecret(secret),
						createdAt: now,
						expiresAt: new Date(now.getTime() + API_TOKEN_DAYS * DAY_MS),
					};
					return { tokenId: (await ApiToken.create(fields, { transaction })).id };
				},
			);
			if (isRepeat) throw conflict('This token was made already, and is shown only once.');
			const row = await ApiToken.findByPk(remembered.tokenId, { transaction, rejectOnEmpty: true });
			return { token: toApiTokenView(row), secret };
		}),
});

/** Revokes one of the caller's tokens: it is refused from now on. 404 for another user's, and for one revoked or expired already. */
export const revokeApiToken = operation({
	allow: 'tokens.revoke',
	params: ['tokenId'],
	input: z.object({}),
	async handle({ actor, params, now }): Promise<{ message: string }> {
		if (!isId(params.tokenId)) throw missing('API token');
		const where = { id: params.tokenId, ...isLiving(actor.id, now) };
		const [revoked] = await inTransaction((transaction) =>
			ApiToken.update({ revokedAt: now }, { where, transaction }),
		);
		if (revoked === 0) throw missing('API token');
		return { message: 'API token revoked' };
	},
});

const isLiving = (userId: string, now: Date) => ({ userId, revokedAt: null, expiresAt: { [Op.gt]: now } });

async function requireRoom(userId: string, now: Date, transaction: Transaction): Promise<void> {
	const living = await ApiToken.count({ where: isLiving(userId, now), transaction });
	if (living < API_TOKENS_PER_PERSON) return;
	throw conflict(`You have ${living} tokens. Please revoke one that you do not use.`);
}

function toApiTokenView(row: ApiToken): ApiTokenView {
	return {
		id: row.id,
		name: row.name,
		created_at: row.createdAt.toISOString(),
		expires_at: row.expiresAt.toISOString(),
		last_used_at: row.lastUsedAt?.toISOString() ?? null,
	};
}
