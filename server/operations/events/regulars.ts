import type { Transaction } from 'sequelize';
import { execute, rows } from '~/database/sql.ts';
import { chooseRegulars, type Regular } from '~/domain/events/series.ts';
import { planMessage } from '../kernel/recipients.ts';
import { countEventPlaces, lockPlaces, settleEvent } from '../places/index.ts';

/**
 * Signs the regulars of a series up for its new event, in the order in which they became regulars, within `transaction`,
 * so that they have their places before the event is announced. Those beyond half of the places get a message that asks
 * them; all others one that says that they are signed up. The event's storytellers and former members are left out.
 */
export async function signUpRegulars(
	{ eventId, seriesId, now }: { eventId: string; seriesId: string; now: Date },
	transaction: Transaction,
): Promise<void> {
	const regulars = await rows<Regular>(
		`SELECT r.user_id::text AS "userId", r.status FROM series_regulars r JOIN users u ON u.id = r.user_id
		WHERE r.series_id = :seriesId AND u.membership_lost_at IS NULL
			AND NOT EXISTS (SELECT FROM event_storytellers es WHERE es.event_id = :eventId AND es.user_id = u.id)
		ORDER BY r.created_at, r.user_id FOR KEY SHARE OF u`,
		{ eventId, seriesId },
		transaction,
	);
	if (regulars.length === 0) return;
	const event = await lockPlaces(eventId, transaction);
	const places = event && (await countEventPlaces(event, eventId, transaction));
	const chosen = chooseRegulars(regulars, places);
	const binds = {
		eventId,
		now,
		userIds: chosen.map(({ userId }) => userId),
		statuses: chosen.map(({ status }) => status),
	};
	await execute(
		`INSERT INTO signups (event_id, user_id, status, signup_source, linked_at, created_at, updated_at, user_saved_at)
		SELECT :eventId::bigint, u.id, c.status, 'webapp', CASE WHEN u.first_signed_in_at IS NOT NULL THEN :now::timestamptz END,
			:now, :now, :now
		FROM unnest(:userIds::bigint[], :statuses::text[]) WITH ORDINALITY AS c (user_id, status, place)
		JOIN users u ON u.id = c.user_id ORDER BY c.place`,
		binds,
		transaction,
	);
	await settleEvent({ eventId, now }, transaction);
	const { userIds } = binds;
	const asked = regulars.map(({ userId }) => userId).filter((id) => !userIds.includes(id));
	await planMessage({ kind: 'regular', eventId, userIds, now }, transaction);
	await planMessage({ kind: 'nudge', eventId, userIds: asked, now }, transaction);
}
