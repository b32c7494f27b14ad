import type { Transaction } from 'sequelize';
import { execute, one, rows } from '~/database/sql.ts';
import type { SignupSource, SignupStatus } from '~/domain/signups/statuses.ts';
import { type EventSignupRow, SIGNUP_COLUMNS, type SignupRow } from '../../wire/signups.ts';

/** Returns all signups of an event with their users, earliest signup first. */
export function selectSignups(eventId: string, transaction?: Transaction): Promise<EventSignupRow[]> {
	return rows<EventSignupRow>(
		`SELECT ${SIGNUP_COLUMNS}, s.awaits_reply FROM signups s JOIN users u ON u.id = s.user_id
		WHERE s.event_id = :eventId ORDER BY s.created_at, s.id`,
		{ eventId },
		transaction,
	);
}

/** Returns one signup with its user, or null when no such signup exists. */
export function selectSignup(signupId: string, transaction?: Transaction): Promise<SignupRow | null> {
	return one<SignupRow>(
		`SELECT ${SIGNUP_COLUMNS} FROM signups s JOIN users u ON u.id = s.user_id WHERE s.id = :signupId`,
		{ signupId },
		transaction,
	);
}

/** Returns a user's signup for an event, or null when there is none. */
export function selectSignupOf(
	eventId: string,
	userId: string,
	transaction: Transaction,
): Promise<SignupRow | null> {
	return one<SignupRow>(
		`SELECT ${SIGNUP_COLUMNS} FROM signups s JOIN users u ON u.id = s.user_id
		WHERE s.event_id = :eventId AND s.user_id = :userId`,
		{ eventId, userId },
		transaction,
	);
}

export type NewSignup = { userId: string; status: SignupStatus; source: SignupSource };

/** Signs users up for a locked event that they have no signup for, in their order, before its places are settled. */
export async function insertSignups(
	eventId: string,
	signups: readonly NewSignup[],
	now: Date,
	transaction: Transaction,
): Promise<void> {
	if (signups.length === 0) return;
	await execute(
		`INSERT INTO signups (event_id, user_id, status, signup_source, linked_at, created_at, updated_at, user_saved_at)
		SELECT :eventId::bigint, u.id, c.status, c.source, CASE WHEN u.first_signed_in_at IS NOT NULL THEN :now::timestamptz END,
			:now, :now, :now
		FROM unnest(:userIds::bigint[], :statuses::text[], :sources::text[]) WITH ORDINALITY AS c (user_id, status, source, place)
		JOIN users u ON u.id = c.user_id ORDER BY c.place`,
		{
			eventId,
			now,
			userIds: signups.map(({ userId }) => userId),
			statuses: signups.map(({ status }) => status),
			sources: signups.map(({ source }) => source),
		},
		transaction,
	);
}
