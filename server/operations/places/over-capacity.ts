import type { Transaction } from 'sequelize';
import { execute, rows } from '~/database/sql.ts';
import type { OverCapacity } from '~/domain/events/input.ts';
import { listOverCapacity, losePlace } from '~/domain/places/places.ts';
import { describeOverCapacity, FEWER_PLACES } from '~/domain/places/texts.ts';
import type { Actor } from '~/domain/policy.ts';
import { invalid } from '~/domain/refusal.ts';
import { buildShownNameSql } from '../../wire/shown-name.ts';
import { recordAudit } from '../kernel/audit.ts';
import { settleEvent } from './settling.ts';

/**
 * Settles the places of an event whose number of places has changed. Those who have one beyond it keep it, or move to the
 * waitlist; throws Refusal 'invalid' with their names when the user has not decided.
 */
export async function fitPlaces(
	{ eventId, actor, now }: { eventId: string; actor: Actor; now: Date },
	choice: OverCapacity,
	transaction: Transaction,
): Promise<void> {
	let moved: { id: string; userId: string }[] = [];
	let limit = 0;
	await settleEvent({ eventId, now }, transaction, (entries, places) => {
		if (places === null || choice === 'keep') return;
		limit = places;
		moved = listOverCapacity(entries, places).map((entry) => Object.assign(entry, losePlace(entry)));
	});
	if (moved.length === 0) return;
	if (choice === 'ask') {
		const names = await selectShownNames(
			moved.map(({ userId }) => userId),
			transaction,
		);
		throw invalid({ over_capacity: [describeOverCapacity(names, limit)] });
	}
	await execute(
		'UPDATE signups SET place_reason = :reason WHERE id = ANY(:ids::bigint[])',
		{ reason: FEWER_PLACES, ids: moved.map(({ id }) => id) },
		transaction,
	);
	for (const { id, userId } of moved) {
		const detail = { userId, eventId, to: 'waiting', reason: FEWER_PLACES };
		await recordAudit(
			{ actor, action: 'places.move', subject: { type: 'signup', id }, detail, now },
			transaction,
		);
	}
}

/** Returns the shown names of these users, in their order. */
async function selectShownNames(userIds: readonly string[], transaction: Transaction): Promise<string[]> {
	const found = await rows<{ id: string; username: string; preferred_username: string | null }>(
		`SELECT u.id::text, u.username, ${buildShownNameSql('u')} AS preferred_username FROM users u
		WHERE u.id = ANY(:userIds::bigint[])`,
		{ userIds },
		transaction,
	);
	const names = new Map(found.map((user) => [user.id, user.preferred_username || user.username]));
	return userIds.flatMap((id) => names.get(id) ?? []);
}
