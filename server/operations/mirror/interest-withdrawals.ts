import type { Transaction } from 'sequelize';
import { execute, rows } from '~/database/sql.ts';

/** Whose answer for what. */
export type Withdrawal = { eventId: string; userId: string };

/**
 * Remembers, within the transaction that takes these answers away, that Discord's interest shall not bring them back:
 * those of people on Discord, for events that are mirrored there. (spec, section 4: removed is removed)
 */
export async function rememberWithdrawals(
	withdrawals: readonly Withdrawal[],
	transaction: Transaction,
): Promise<void> {
	await execute(
		`INSERT INTO interest_withdrawals (event_id, user_id)
		SELECT m.event_id, u.id
		FROM unnest(:eventIds::bigint[], :userIds::bigint[]) AS gone (event_id, user_id)
			JOIN discord_mirrors m ON m.event_id = gone.event_id AND m.wanted = 'present' AND m.state <> 'deleted'
			JOIN users u ON u.id = gone.user_id AND u.discord_id IS NOT NULL
		ORDER BY m.event_id, u.id
		ON CONFLICT DO NOTHING`,
		{
			eventIds: withdrawals.map(({ eventId }) => eventId),
			userIds: withdrawals.map(({ userId }) => userId),
		},
		transaction,
	);
}

/** Who took their answer for an event back, by Discord ID. */
export async function listWithdrawn(eventId: string): Promise<string[]> {
	const found = await rows<{ discord_id: string }>(
		`SELECT u.discord_id FROM interest_withdrawals w JOIN users u ON u.id = w.user_id
		WHERE w.event_id = :eventId AND u.discord_id IS NOT NULL`,
		{ eventId },
	);
	return found.map(({ discord_id }) => discord_id);
}

/** They have changed their mind on Discord since: their interest counts again, or there is none. */
export async function forgetWithdrawals(
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
