import type { Transaction } from 'sequelize';
import { inTransaction } from '~/database/connection.ts';
import { ApiToken, User } from '~/database/models/index.ts';
import { execute, rows } from '~/database/sql.ts';
import { DAY_MS } from '~/domain/limits.ts';
import { conflict, missing, unauthenticated } from '~/domain/refusal.ts';
import { type ApiTokenView, apiTokenInput } from '~/domain/users/profile.ts';
import { API_TOKEN_PREFIX, createSecret, hashSecret } from '../../secrets.ts';
import { doOnce } from '../kernel/idempotency.ts';
import { defineChange, defineOperation, isId } from '../kernel/operation.ts';

/** The maximum number of API tokens per user: enough for every use, too few for abuse. */
const API_TOKENS_PER_USER = 20;
const API_TOKEN_DAYS = 365;

/** A new token. `secret` is shown to its owner only now; the database stores only its hash. */
export type NewApiToken = { token: ApiTokenView; secret: string };

type TokenRow = Pick<ApiToken, 'id' | 'name' | 'createdAt' | 'expiresAt' | 'lastUsedAt'>;

/** The valid tokens of the user `:userId` at `:now`. */
const IS_VALID = 'user_id = :userId AND revoked_at IS NULL AND expires_at > :now';

/** Returns the actor's valid personal API tokens (neither revoked nor expired), newest first. */
export const listApiTokens = defineOperation({
	allow: 'tokens.list',
	async handle({ actor, now }): Promise<ApiTokenView[]> {
		const found = await rows<TokenRow>(
			`SELECT id, name, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt"
			FROM api_tokens WHERE ${IS_VALID} ORDER BY created_at DESC, id DESC`,
			{ userId: actor.id, now },
		);
		return found.map(toApiTokenView);
	},
});

/**
 * Creates a personal API token that is valid for a year. Throws Refusal 'conflict' when the actor has 20
 * tokens, or when a form is sent a second time: only the first response had the secret, and it is not stored.
 */
export const createApiToken = defineChange({
	allow: 'tokens.create',
	input: apiTokenInput,
	async work({ actor, input, now, transaction, context }): Promise<NewApiToken> {
		// The user is locked, so that two concurrent requests are counted one after the other.
		const user = await User.findByPk(actor.id, { lock: transaction.LOCK.UPDATE, transaction });
		if (!user) throw unauthenticated();
		const secret = `${API_TOKEN_PREFIX}${createSecret()}`;
		let isNew = false;
		const once = { key: input.idempotencyKey, request: { name: input.name } };
		const { tokenId } = await doOnce('tokens.create', once, context, async () => {
			isNew = true;
			await requireFreeTokenSlot(actor.id, now, transaction);
			const fields = {
				userId: actor.id,
				name: input.name,
				tokenHash: hashSecret(secret),
				createdAt: now,
				expiresAt: new Date(now.getTime() + API_TOKEN_DAYS * DAY_MS),
			};
			return { tokenId: (await ApiToken.create(fields, { transaction })).id };
		});
		if (!isNew) throw conflict('This token was already created, and it is shown only once.');
		const row = await ApiToken.findByPk(tokenId, { transaction, rejectOnEmpty: true });
		return { token: toApiTokenView(row), secret };
	},
});

/**
 * Revokes one of the actor's tokens; it is refused from then on. Throws Refusal 'missing' when the token
 * belongs to another user, or is already revoked or expired.
 */
export const revokeApiToken = defineOperation({
	allow: 'tokens.revoke',
	params: ['tokenId'],
	async handle({ actor, params, now }): Promise<{ message: string }> {
		if (!isId(params.tokenId)) throw missing('API token');
		const binds = { tokenId: params.tokenId, userId: actor.id, now };
		const revoked = await inTransaction((transaction) =>
			execute(
				`UPDATE api_tokens SET revoked_at = :now WHERE id = :tokenId AND ${IS_VALID}`,
				binds,
				transaction,
			),
		);
		if (revoked === 0) throw missing('API token');
		return { message: 'API token revoked' };
	},
});

async function requireFreeTokenSlot(userId: string, now: Date, transaction: Transaction): Promise<void> {
	const validCount = await execute(`SELECT FROM api_tokens WHERE ${IS_VALID}`, { userId, now }, transaction);
	if (validCount < API_TOKENS_PER_USER) return;
	throw conflict(`You have ${validCount} tokens. Please revoke one you don't use.`);
}

function toApiTokenView(row: TokenRow): ApiTokenView {
	return {
		id: row.id,
		name: row.name,
		created_at: row.createdAt.toISOString(),
		expires_at: row.expiresAt.toISOString(),
		last_used_at: row.lastUsedAt?.toISOString() ?? null,
	};
}
