import type { Transaction } from 'sequelize';
import { rows, selectColumn } from '~/database/sql.ts';
import { DISCORD_SIGNUP_NOTES } from '~/domain/signups/notes.ts';
import { cleanLine } from '~/domain/text.ts';
import type { DiscordMember } from '../../discord/scheduled-events.ts';
import { countSignups } from '../../metrics.ts';
import { getErasedId } from '../../secrets.ts';
import { planMessage } from '../kernel/recipients.ts';

export type UpsertedUsers = {
	/** User ids by Discord ID, without erased users. */
	ids: Map<string, string>;
	created: number;
	/** How many existing users have a changed Discord name or avatar. */
	updated: number;
};

/**
 * Creates users (role player) for members that Discord reported, and updates the Discord names and avatars of existing
 * users. The preferred name of an existing user never changes here. Erased users are not created again. Safe when the
 * same members come from several places at once.
 */
export async function upsertDiscordUsers(
	members: readonly DiscordMember[],
	{ transaction, now }: { transaction: Transaction; now: Date },
): Promise<UpsertedUsers> {
	const discordUsers = await removeErasedUsers(toUniqueUsers(members), transaction);
	if (discordUsers.length === 0) return { ids: new Map(), created: 0, updated: 0 };
	const changed = await selectColumn<boolean>(
		`INSERT INTO users (discord_id, username, global_name, avatar, preferred_username, preferred_username_source,
			created_at)
		SELECT d.discord_id, d.username, d.global_name, d.avatar, d.nickname,
			CASE WHEN d.nickname IS NOT NULL THEN 'discord' END, :now
		FROM jsonb_to_recordset(:discordUsers::jsonb)
			AS d(discord_id text, username text, global_name text, avatar text, nickname text)
		-- Always in the same order, so that two concurrent calls for the same users cannot deadlock.
		ORDER BY d.discord_id
		ON CONFLICT (discord_id) DO UPDATE
			SET username = excluded.username, global_name = excluded.global_name, avatar = excluded.avatar
			WHERE (users.username, users.global_name, users.avatar)
				IS DISTINCT FROM (excluded.username, excluded.global_name, excluded.avatar)
		RETURNING (xmax = 0) AS created`,
		{ discordUsers: JSON.stringify(discordUsers), now },
		transaction,
	);
	const found = await rows<{ id: string; discord_id: string }>(
		'SELECT id, discord_id FROM users WHERE discord_id = ANY(:ids::text[])',
		{ ids: discordUsers.map(({ discord_id }) => discord_id) },
		transaction,
	);
	const created = changed.filter(Boolean).length;
	return {
		ids: new Map(found.map(({ id, discord_id }) => [discord_id, id])),
		created,
		updated: changed.length - created,
	};
}

/**
 * Signs users up for an event because they are interested on Discord (status `confirmed`, source `discord`), and
 * returns how many signups are new. Existing signups of any source stay as they are. Discord's button says nothing about
 * places, so a message is planned that is sent to those who wait once the places are settled. The event must already be
 * locked in the transaction.
 */
export async function signUpInterestedUsers(
	eventId: string,
	userIds: Iterable<string>,
	{ transaction, now }: { transaction: Transaction; now: Date },
): Promise<number> {
	const ids = [...userIds];
	if (ids.length === 0) return 0;
	const signedUp = await rows<{ userId: string; hasCapacity: boolean }>(
		`INSERT INTO signups (event_id, user_id, status, notes, signup_source, linked_at, created_at, updated_at, user_saved_at)
		SELECT :eventId, u.id, 'confirmed', :notes, 'discord',
			-- A user who has never signed in has not proven the Discord ID yet.
			CASE WHEN u.first_signed_in_at IS NOT NULL THEN :now::timestamptz END, :now, :now, :now
		FROM users u WHERE u.id = ANY(:ids::bigint[]) ORDER BY u.id
		ON CONFLICT (event_id, user_id) DO NOTHING
		RETURNING user_id::text AS "userId", (SELECT capacity IS NOT NULL FROM events WHERE id = :eventId) AS "hasCapacity"`,
		{ eventId, ids, notes: DISCORD_SIGNUP_NOTES, now },
		transaction,
	);
	const told = signedUp.filter(({ hasCapacity }) => hasCapacity).map(({ userId }) => userId);
	await planMessage({ kind: 'moved_to_waitlist', eventId, userIds: told, now }, transaction);
	countSignups('confirmed', 'discord', signedUp.length);
	return signedUp.length;
}

type DiscordUserValues = {
	discord_id: string;
	username: string;
	global_name: string | null;
	avatar: string | null;
	nickname: string | null;
};

const MAX_NAME_LENGTH = 255;
const cleanName = (name: string | null): string | null =>
	[...cleanLine(name ?? '')].slice(0, MAX_NAME_LENGTH).join('') || null;

function toUniqueUsers(members: readonly DiscordMember[]): DiscordUserValues[] {
	const unique = new Map(members.map((member) => [member.discordId, member]));
	return [...unique.values()].map(({ discordId, username, globalName, avatar, nickname }) => ({
		discord_id: discordId,
		username: cleanName(username) ?? `Member ${discordId}`,
		global_name: cleanName(globalName),
		avatar,
		nickname: cleanName(nickname),
	}));
}

async function removeErasedUsers(
	users: DiscordUserValues[],
	transaction: Transaction,
): Promise<DiscordUserValues[]> {
	const usersByHash = new Map(users.map((user) => [getErasedId(user.discord_id), user]));
	const erased = await selectColumn(
		'SELECT discord_id_hmac FROM erased_ids WHERE discord_id_hmac = ANY(:hashes::text[])',
		{ hashes: [...usersByHash.keys()] },
		transaction,
	);
	for (const hash of erased) usersByHash.delete(hash);
	return [...usersByHash.values()];
}
