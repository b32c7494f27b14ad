import type { Transaction } from 'sequelize';
import { User } from '~/database/models/index.ts';
import { execute, insertMany, one } from '~/database/sql.ts';
import { invalid, unauthenticated } from '~/domain/refusal.ts';
import {
	PREFERENCE_TEXTS,
	type PreferenceKind,
	type PreferencesView,
	preferencesInput,
} from '~/domain/users/preferences.ts';
import { listRolesFrom } from '~/domain/users/roles.ts';
import { defineChange, defineOperation, isId } from '../kernel/operation.ts';

/** The kinds of preferences, with the field of each in `/api`. */
const FIELDS = { player: 'preferredPlayers', storyteller: 'preferredStorytellers' } as const;

/** Returns the actor's own preferences (GET /api/users/preferences). */
export const readPreferences = defineOperation({
	allow: 'preferences.read',
	handle: ({ actor }): Promise<PreferencesView> => selectOwnPreferences(actor.id),
});

/**
 * Saves the actor's preferences and returns them (PUT /api/users/preferences). Fields that are left out stay,
 * and a list replaces the saved list. A storyteller who is on the saved list may stay there after losing the
 * role. Throws Refusal 'invalid' when a list is too long, or has the actor, an id that belongs to no user, or
 * a storyteller without the role.
 */
export const savePreferences = defineChange({
	allow: 'preferences.save',
	input: preferencesInput,
	async work({ actor, input, transaction }): Promise<PreferencesView> {
		// Two concurrent requests of one user would mix their lists.
		await lockActor(actor.id, transaction);
		if (input.preferredPlayers) {
			await replacePreferences(actor.id, { kind: 'player', ids: input.preferredPlayers }, transaction);
		}
		if (input.preferredStorytellers) {
			await replacePreferences(
				actor.id,
				{ kind: 'storyteller', ids: input.preferredStorytellers },
				transaction,
			);
		}
		if (input.notes !== undefined) {
			await execute(
				`INSERT INTO preferences (user_id, notes) VALUES (:userId, :notes)
				ON CONFLICT (user_id) DO UPDATE SET notes = excluded.notes`,
				{ userId: actor.id, notes: input.notes },
				transaction,
			);
		}
		if (input.showCountdown !== undefined) {
			const { showCountdown } = input;
			await User.update({ showCountdown }, { where: { id: actor.id }, transaction });
		}
		return selectOwnPreferences(actor.id, transaction);
	},
});

async function selectOwnPreferences(userId: string, transaction?: Transaction): Promise<PreferencesView> {
	const buildPreferredIdsSql = (kind: PreferenceKind) =>
		`ARRAY(SELECT preferred_user_id::text FROM player_preferences
			WHERE user_id = u.id AND kind = '${kind}' ORDER BY position)`;
	const row = await one<PreferencesView>(
		`SELECT ${buildPreferredIdsSql('player')} AS "preferredPlayers", ${buildPreferredIdsSql('storyteller')} AS "preferredStorytellers",
			coalesce(p.notes, '') AS notes, u.show_countdown AS "showCountdown"
		FROM users u LEFT JOIN preferences p ON p.user_id = u.id WHERE u.id = :userId`,
		{ userId },
		transaction,
	);
	if (!row) throw unauthenticated();
	return row;
}

async function lockActor(userId: string, transaction: Transaction): Promise<void> {
	const user = await one(
		'SELECT id FROM users WHERE id = :userId FOR NO KEY UPDATE',
		{ userId },
		transaction,
	);
	if (!user) throw unauthenticated();
}

async function replacePreferences(
	userId: string,
	{ kind, ids }: { kind: PreferenceKind; ids: readonly string[] },
	transaction: Transaction,
): Promise<void> {
	const field = FIELDS[kind];
	if (ids.includes(userId)) throw invalid({ [field]: [PREFERENCE_TEXTS.cannotPreferSelf] });
	if ((await countAllowed(userId, { kind, ids }, transaction)) !== ids.length) {
		throw invalid({
			[field]: [kind === 'player' ? PREFERENCE_TEXTS.players : PREFERENCE_TEXTS.storytellers],
		});
	}
	await execute(
		'DELETE FROM player_preferences WHERE user_id = :userId AND kind = :kind',
		{ userId, kind },
		transaction,
	);
	const preferences = ids.map((id, position) => ({ user_id: userId, kind, preferred_user_id: id, position }));
	await insertMany('player_preferences', preferences, transaction);
}

/** Returns how many of `ids` may be on this list, and locks these users until the commit. */
async function countAllowed(
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
		{ known, kind, userId, roles: listRolesFrom('storyteller') },
		transaction,
	);
}
