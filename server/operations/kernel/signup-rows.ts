import type { Transaction } from 'sequelize';
import { one, rows } from '~/database/sql.ts';
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
