import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { inTransaction } from '~/database/connection.ts';
import { PlayerPreference, Preference, User } from '~/database/models/index.ts';
import type { PreferenceKind } from '~/database/models/player-preference.ts';
import { execute, one } from '~/database/sql.ts';
import { PREFERENCE_TEXTS, type PreferencesView, preferencesInput } from '~/domain/people/preferences.ts';
import { rolesFrom } from '~/domain/people/roles.ts';
import { invalid, unauthenticated } from '~/domain/refusal.ts';
import { isId, operation } from '../kernel/operation.ts';

/** The kinds of wishes, and the wire's field of each. */
const FIELDS = { player: 'preferredPlayers', storyteller: 'preferredStorytellers' } as const;

/** GET /api/users/preferences: one's own. */
export const readPreferences = operation({
	allow: 'preferences.read',
	input: z.object({}),
	handle: ({ actor }): Promise<PreferencesView> => selectPreferences(actor.id),
});

/**
 * PUT /api/users/preferences: what is left out stays as it is, a list replaces the one before. A storyteller who is on
 * one's list may stay there when they have lost the role since.
 * Refuses (422): too many, oneself, an id that is no user, a storyteller who is none.
 */
export const savePreferences = operation({
	allow: 'preferences.save',
	input: preferencesInput,
	handle: ({ actor, input }): Promise<PreferencesView> =>
		inTransaction(async (transaction) => {
			// Two saves of the same person at once would meet in the middle of a list.
			await lockUser(actor.id, transaction);
			if (input.preferredPlayers) {
				await replaceList(actor.id, { kind: 'player', ids: input.preferredPlayers }, transaction);
			}
			if (input.preferredStorytellers) {
				await replaceList(actor.id, { kind: 'storyteller', ids: input.preferredStorytellers }, transaction);
			}
			if (input.notes !== undefined) {
				await Preference.upsert({ userId: actor.id, notes: input.notes }, { transaction });
			}
			if (input.showCountdown !== undefined) {
				const { showCountdown } = input;
				await User.update({ showCountdown }, { where: { id: actor.id }, transaction });
			}
			return selectPreferences(actor.id, transaction);
		}),
});

async function selectPreferences(userId: string, transaction?: Transaction): Promise<PreferencesView> {
	const list = (kind: PreferenceKind) =>
		`ARRAY(SELECT preferred_user_id::text FROM player_preferences
			WHERE user_id = u.id AND kind = '${kind}' ORDER BY position)`;
	const row = await one<PreferencesView>(
		`SELECT ${list('player')} AS "preferredPlayers", ${list('storyteller')} AS "preferredStorytellers",
			coalesce(p.notes, '') AS notes, u.show_countdown AS "showCountdown"
		FROM users u LEFT JOIN preferences p ON p.user_id = u.id WHERE u.id = :userId`,
		{ userId },
		transaction,
	);
	if (!row) throw unauthenticated();
	return row;
}

async function lockUser(userId: string, transaction: Transaction): Promise<void> {
	const user = await one(
		'SELECT id FROM users WHERE id = :userId FOR NO KEY UPDATE',
		{ userId },
		transaction,
	);
	if (!user) throw unauthenticated();
}

async function replaceList(
	userId: string,
	{ kind, ids }: { kind: PreferenceKind; ids: readonly string[] },
	transaction: Transaction,
): Promise<void> {
	const field = FIELDS[kind];
	if (ids.includes(userId)) throw invalid({ [field]: [PREFERENCE_TEXTS.oneself] });
	if ((await countChoosable(userId, { kind, ids }, transaction)) !== ids.length) {
		throw invalid({
			[field]: [kind === 'player' ? PREFERENCE_TEXTS.players : PREFERENCE_TEXTS.storytellers],
		});
	}
	await PlayerPreference.destroy({ where: { userId, kind }, transaction });
	await PlayerPreference.bulkCreate(
		ids.map((preferredUserId, position) => ({ userId, kind, preferredUserId, position })),
		{ transaction },
	);
}

/** How many of `ids` may stand on this list; those are locked, so that nobody is deleted before the commit. */
async function countChoosable(
	userId: string,
	{ kind, ids }: { kind: PreferenceKind; ids: readonly string[] },
	transaction: Transaction,
): Promise<number> {
	const known = ids.filter(isId);
	if (known.length === 0) return 0;
	return execute(
		`SELECT u.id FROM users u WHERE u.id = ANY(:known::bigint[]) AND (:kind = 'player' OR u.role = ANY(:roles::text[])
			OR u.id IN (SELECT preferred_user_id FROM player_preferences WHERE user_id = :userId AND kind = :kind))
		ORDER BY u.id FOR KEY SHARE OF u`,
		{ known, kind, userId, roles: rolesFrom('storyteller') },
		transaction,
	);
}
