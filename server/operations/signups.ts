import { QueryTypes, type Transaction } from 'sequelize';
import { z } from 'zod';
import { database, inTransaction } from '~/database/connection.ts';
import type { EventStatus } from '~/domain/events/schema.ts';
import { conflict, missing } from '~/domain/refusal.ts';
import { type SignupHistoryView, type SignupView, signupInput } from '~/domain/signups/schema.ts';
import { SIGNUP_COLUMNS, type SignupHistoryRow, toSignupHistoryView, toSignupView } from '../wire/signups.ts';
import { selectSignup } from './event-queries.ts';
import { isId, operation, requireSubject } from './operation.ts';

/**
 * Answers for an event: one row per (event, person), whatever is sent at once; the unique key settles the race.
 * Notes that are left out (quick signup on a page) stay as they were, '' clears them.
 * Refuses: 404 no such event, 409 the event is not active.
 */
export const putSignup = operation({
	allow: 'signups.put',
	params: ['eventId'],
	input: signupInput,
	handle: ({ actor, params, input, now }): Promise<{ signup: SignupView; created: boolean }> =>
		inTransaction(async (transaction) => {
			await requireActiveEvent(params.eventId, transaction);
			const [row] = await database().query<{ id: string; created: boolean }>(
				`INSERT INTO signups (event_id, user_id, status, notes, signup_source, linked_at, created_at, updated_at)
				VALUES (:eventId, :userId, :status, :notes, 'webapp', :now, :now, :now)
				ON CONFLICT (event_id, user_id) DO UPDATE SET status = excluded.status, signup_source = 'webapp',
					notes = CASE WHEN :keepNotes THEN signups.notes ELSE excluded.notes END,
					linked_at = COALESCE(signups.linked_at, excluded.linked_at), updated_at = excluded.updated_at
				RETURNING id, (xmax = 0) AS created`,
				{
					type: QueryTypes.SELECT,
					transaction,
					replacements: {
						eventId: params.eventId,
						userId: actor.id,
						status: input.status,
						notes: input.notes || null,
						keepNotes: input.notes === undefined,
						now,
					},
				},
			);
			const signup = row && (await selectSignup(row.id, transaction));
			if (!signup) throw missing('Signup');
			return { signup: toSignupView(signup, actor), created: row.created };
		}),
});

/** Takes the caller's own answer back. Refuses: 404 no such event or no answer, 409 the event is not active. */
export const removeSignup = operation({
	allow: 'signups.remove',
	params: ['eventId'],
	input: z.object({}),
	handle: ({ actor, params }): Promise<{ message: string }> =>
		inTransaction(async (transaction) => {
			await requireActiveEvent(params.eventId, transaction);
			const removed = await database().query(
				'DELETE FROM signups WHERE event_id = :eventId AND user_id = :userId RETURNING id',
				{ type: QueryTypes.SELECT, transaction, replacements: { eventId: params.eventId, userId: actor.id } },
			);
			if (removed.length === 0) throw missing('Signup');
			return { message: 'Signup removed' };
		}),
});

/**
 * Changes one signup: its owner, or a creator or admin (spec, section 6).
 * Refuses: 404 no such event or signup, or a signup of another event; 403 somebody else's; 409 not active.
 */
export const updateSignup = operation({
	allow: 'signups.update',
	params: ['eventId', 'signupId'],
	input: signupInput,
	handle: ({ actor, params, input, now }): Promise<SignupView> =>
		inTransaction(async (transaction) => {
			const status = await lockEvent(params.eventId, transaction);
			const signup = isId(params.signupId) ? await selectSignup(params.signupId, transaction) : null;
			if (!signup || String(signup.event_id) !== params.eventId) throw missing('Signup');
			requireSubject(actor, 'signups.update', { userId: String(signup.user_id) });
			refuseUnlessActive(status);
			await database().query(
				`UPDATE signups SET status = :status, signup_source = 'webapp', updated_at = :now,
					notes = CASE WHEN :keepNotes THEN notes ELSE :notes END
				WHERE id = :id`,
				{
					type: QueryTypes.UPDATE,
					transaction,
					replacements: {
						id: signup.id,
						status: input.status,
						notes: input.notes || null,
						keepNotes: input.notes === undefined,
						now,
					},
				},
			);
			const changed = await selectSignup(signup.id, transaction);
			if (!changed) throw missing('Signup');
			return toSignupView(changed, actor);
		}),
});

/** GET /api/events/user/signups: the caller's own signups, latest night first. */
export const listOwnSignups = operation({
	allow: 'signups.listOwn',
	input: z.object({}),
	async handle({ actor }): Promise<SignupHistoryView[]> {
		const rows = await database().query<SignupHistoryRow>(
			`SELECT ${SIGNUP_COLUMNS}, e.title, e.date, e.location
			FROM signups s JOIN users u ON u.id = s.user_id JOIN events e ON e.id = s.event_id
			WHERE s.user_id = :userId ORDER BY e.date DESC, s.id DESC`,
			{ type: QueryTypes.SELECT, replacements: { userId: actor.id } },
		);
		return rows.map((row) => toSignupHistoryView(row, actor));
	},
});

async function requireActiveEvent(eventId: string, transaction: Transaction): Promise<void> {
	refuseUnlessActive(await lockEvent(eventId, transaction));
}

/** Holds the event still (it can be neither cancelled nor deleted meanwhile) and returns its status. */
async function lockEvent(eventId: string, transaction: Transaction): Promise<EventStatus> {
	if (!isId(eventId)) throw missing('Event');
	const [event] = await database().query<{ status: EventStatus }>(
		'SELECT status FROM events WHERE id = :eventId FOR SHARE',
		{ type: QueryTypes.SELECT, transaction, replacements: { eventId } },
	);
	if (!event) throw missing('Event');
	return event.status;
}

function refuseUnlessActive(status: EventStatus): void {
	if (status === 'cancelled') throw conflict('This event was cancelled; sign-up is closed.');
	if (status === 'completed') throw conflict('This event is over; sign-up is closed.');
}
