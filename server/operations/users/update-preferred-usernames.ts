import { z } from 'zod';
import { BULK_BUDGET_MS, inTransaction } from '~/database/connection.ts';
import { rows } from '~/database/sql.ts';
import { chooseServerName, type ServerName } from '~/domain/discord/nickname.ts';
import { idempotencyKey } from '~/domain/inputs.ts';
import { TEXT_LIMITS } from '~/domain/limits.ts';
import { Refusal } from '~/domain/refusal.ts';
import { cleanLine } from '~/domain/text.ts';
import { callDiscordForUser } from '../../discord/errors.ts';
import { type MemberNames, readMembers } from '../../discord/members.ts';
import { recordAudits } from '../kernel/audit.ts';
import { doOnce } from '../kernel/idempotency.ts';
import { type ChangeContext, defineOperation } from '../kernel/operation.ts';

const fetchMemberNames = () =>
	callDiscordForUser(
		readMembers,
		'Discord does not let the bot list the members. Please turn on its Server Members Intent.',
	);

type LinkedUser = { discord_id: string; username: string; global_name: string | null };

const selectLinkedUsers = () =>
	rows<LinkedUser>(
		'SELECT discord_id, username, global_name FROM users WHERE discord_id IS NOT NULL ORDER BY id',
	);

/**
 * Returns the name of each user on the Discord server, by Discord ID (GET /api/admin/users/server-names). When Discord
 * fails, every entry has the stored name and the reason, so that the list of users stays readable.
 */
export const readServerNames = defineOperation({
	allow: 'users.readServerNames',
	async handle(): Promise<Record<string, ServerName>> {
		const users = await selectLinkedUsers();
		const { members, error } = await tryFetchMemberNames();
		return Object.fromEntries(
			users.map(({ discord_id, username, global_name }) => {
				const stored = { username, displayName: global_name };
				return [
					discord_id,
					chooseServerName({ member: members.get(discord_id) ?? null, stored, error }),
				] as const;
			}),
		);
	},
});

async function tryFetchMemberNames(): Promise<{ members: Map<string, MemberNames>; error: string | null }> {
	try {
		return { members: await fetchMemberNames(), error: null };
	} catch (error) {
		if (error instanceof Refusal) return { members: new Map(), error: error.message };
		throw error;
	}
}

/**
 * Sets preferred names to the nicknames on the server; a nickname that was removed there is removed here too
 * (POST /api/admin/users/update-preferred-usernames). A name that its owner typed stays. `total` counts the
 * users who are on the server. Throws Refusal 'upstream' when Discord fails; then nothing has changed.
 */
export const updatePreferredUsernames = defineOperation({
	allow: 'users.updatePreferredUsernames',
	input: z.object({ idempotencyKey }),
	databaseBudgetMs: BULK_BUDGET_MS,
	async handle({
		actor,
		input: { idempotencyKey: key },
		now,
	}): Promise<{ message: string; updated: number; total: number }> {
		const members = await fetchMemberNames();
		const users = await selectLinkedUsers();
		const names = users.flatMap(({ discord_id }) => {
			const member = members.get(discord_id);
			return member ? [{ discord_id, nickname: cleanNickname(member.nickname) }] : [];
		});
		const counts = await inTransaction((transaction) => {
			const context = { actor, now, transaction };
			return doOnce('users.updatePreferredUsernames', { key, request: {} }, context, async () => ({
				updated: await applyNicknames(names, context),
				total: names.length,
			}));
		});
		return {
			message: `Updated ${counts.updated} of ${counts.total} preferred usernames from Discord nicknames`,
			...counts,
		};
	},
});

/** Sets the preferred names and returns how many changed. */
async function applyNicknames(
	names: { discord_id: string; nickname: string | null }[],
	context: ChangeContext,
): Promise<number> {
	const updated = await rows<{ id: string }>(
		// Users are locked by id, as in every operation that locks many, to avoid deadlocks.
		`WITH named AS MATERIALIZED (
			SELECT u.id, p.nickname FROM users u
			JOIN jsonb_to_recordset(:names::jsonb) AS p(discord_id text, nickname text)
				ON u.discord_id = p.discord_id
			WHERE u.preferred_username IS DISTINCT FROM p.nickname
				AND (u.preferred_username IS NULL OR u.preferred_username_source = 'discord')
			ORDER BY u.id FOR NO KEY UPDATE OF u)
		UPDATE users u SET preferred_username = n.nickname,
			preferred_username_source = CASE WHEN n.nickname IS NOT NULL THEN 'discord' END
		FROM named n WHERE u.id = n.id RETURNING u.id`,
		{ names: JSON.stringify(names) },
		context.transaction,
	);
	await recordAudits('users.updatePreferredUsernames', 'user', updated, context);
	return updated.length;
}

const cleanNickname = (nickname: string | null): string | null =>
	[...cleanLine(nickname ?? '')].slice(0, TEXT_LIMITS.preferredUsername).join('') || null;
