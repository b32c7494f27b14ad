import type { Transaction } from 'sequelize';
import { execute, selectColumn } from '~/database/sql.ts';

/** A deleted signup: its event and its user. */
export type Withdrawal = { eventId: string; userId: string };

/**
 * Saves, in the transaction that deletes these signups, that interest on Discord must not create them again. It saves
 * only users with a Discord ID and events with a mirror. (decision 0020)
 */
export async function saveWithdrawals(
	withdrawals: readonly Withdrawal[],
	transaction: Transaction,
): Promise<void> {
	await execute(
		`INSERT INTO interest_withdrawals (event_id, user_id)
		SELECT m.event_id, u.id
		FROM unnest(:eventIds::bigint[], :userIds::bigint[]) AS withdrawn (event_id, user_id)
			JOIN discord_mirrors m ON m.event_id = withdrawn.event_id AND m.wanted = 'present' AND m.state <> 'deleted'
			JOIN users u ON u.id = withdrawn.user_id AND u.discord_id IS NOT NULL
		ORDER BY m.event_id, u.id
		ON CONFLICT DO NOTHING`,
		{
			eventIds: withdrawals.map(({ eventId }) => eventId),
			userIds: withdrawals.map(({ userId }) => userId),
		},
		transaction,
	);
}

/** Returns the Discord IDs of the users whose signup for an event was deleted and must not come back. */
export const listWithdrawnDiscordIds = (eventId: string): Promise<string[]> =>
	selectColumn(
		`SELECT u.discord_id FROM interest_withdrawals w JOIN users u ON u.id = w.user_id
		WHERE w.event_id = :eventId AND u.discord_id IS NOT NULL`,
		{ eventId },
	);

/** Deletes the withdrawals of these members, whose interest on Discord counts again or was withdrawn. */
export async function deleteWithdrawals(
	eventId: string,
	discordIds: readonly string[],
	transaction: Transaction,
): Promise<void> {
	if (discordIds.length === 0) return;
	await execute(
		`DELETE FROM interest_withdrawals w USING users u
		WHERE w.event_id = :eventId AND u.id = w.user_id AND u.discord_id = ANY(:discordIds::text[])`,
		{ eventId, discordIds },
		transaction,
	);
}
