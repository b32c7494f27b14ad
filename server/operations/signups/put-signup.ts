import type { Transaction } from 'sequelize';
import { inTransaction, isForeignKeyViolation } from '~/database/connection.ts';
import { Signup } from '~/database/models/index.ts';
import { one, writeOne } from '~/database/sql.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import type { Actor } from '~/domain/policy.ts';
import { conflict, invalid, missing } from '~/domain/refusal.ts';
import {
	putSignupInput,
	type SignupFormInput,
	type SignupInput,
	type SignupView,
	signupFormInput,
} from '~/domain/signups/schema.ts';
import { hasFact } from '~/domain/signups/statuses.ts';
import { convertStay, findStayErrors, type Stay, type StayEvent, toArrival } from '~/domain/signups/stay.ts';
import { countSignups } from '../../metrics.ts';
import { ARRIVES_AT, LEAVES_AT, SIGNUP_COLUMNS, type SignupRow, toSignupView } from '../../wire/signups.ts';
import { recordAudit } from '../kernel/audit.ts';
import { doOnce } from '../kernel/idempotency.ts';
import { lockEvent } from '../kernel/lock-event.ts';
import { type ChangeContext, defineOperation, isId, requireSubject } from '../kernel/operation.ts';
import { selectSignup } from '../kernel/signup-rows.ts';
import { saveWithdrawals } from '../mirror/index.ts';
import { needsSettling, settleAfterChange } from '../places/index.ts';

/**
 * Creates or updates the actor's signup for an event. The unique key (event, user) leaves one row, also after
 * concurrent requests. Notes that are left out (quick signup on a page) stay, '' clears them. With a key, a
 * repeat returns the signup as it is now. Throws Refusal 'missing' when no such event exists, 'conflict' when
 * the event is not active, 'invalid' when a time is outside the event.
 */
export const putSignup = defineOperation({
	allow: 'signups.put',
	params: ['eventId'],
	input: putSignupInput,
	handle: ({ actor, params, input: { idempotencyKey: key, ...input }, now }): Promise<SavedSignup> =>
		saveOwnSignup({ actor, eventId: params.eventId, input, source: 'webapp', key, now }),
});

export type SavedSignup = { signup: SignupView; created: boolean };

/**
 * Saves a user's own signup and returns it. The web app and the bot's command both use it, and nothing else
 * saves one. The signup counts as linked unless the user has never signed in, which happens only with the
 * bot's command. Throws Refusal 'missing' (404) when no such event exists, 'conflict' (409) when it is not active, 'invalid'
 * (422) when a time is outside the event.
 */
export async function saveOwnSignup(
	request: {
		actor: Actor;
		eventId: string;
		input: SignupFormInput;
		source: 'webapp' | 'botc_command';
		/** With a key, a repeat changes nothing, because the user may have changed the signup in the meantime. */
		key?: string | undefined;
		now: Date;
	},
	/** The transaction that it belongs to; only without a key. */
	openTransaction?: Transaction,
): Promise<SavedSignup> {
	const { actor, eventId, input, source, key, now } = request;
	const own = { userId: actor.id, isSignedIn: source === 'webapp', eventId, input, source, now };
	if (key === undefined) {
		const row = await upsertSignup(own, openTransaction);
		return toSavedSignup(openTransaction ? row : await settleSignup(row, now), actor);
	}
	const row = await inTransaction(async (transaction) => {
		let saved: UpsertedRow | undefined;
		const once = { key, request: { eventId, input } };
		const { signupId, created } = await doOnce('signups.put', once, { actor, now, transaction }, async () => {
			saved = await upsertSignup(own, transaction);
			return { signupId: saved.id, created: saved.created };
		});
		const signup = saved ?? (await selectSignup(signupId, transaction));
		if (!signup) throw missing('Signup');
		return { has_places: false, ...signup, created };
	});
	return toSavedSignup(await settleSignup(row, now), actor);
}

/** `has_places`: the event has a capacity or lacks players, so its places are not settled yet. */
type UpsertedRow = SignupRow & { created: boolean; has_places: boolean };

/** Returns a saved signup with its place, which is decided after it has committed. */
async function settleSignup(row: UpsertedRow, now: Date): Promise<UpsertedRow> {
	if (!row.has_places) return row;
	await settleAfterChange(row.event_id, now);
	return { ...row, ...(await selectSignup(row.id)) };
}

const toSavedSignup = ({ created, has_places: _, ...signup }: UpsertedRow, actor: Actor): SavedSignup => ({
	signup: toSignupView(signup, actor),
	created,
});

/**
 * Locks the event in shared mode, creates or updates the signup when the event is active, and returns it with
 * its user. All of it is one statement, because a signup is the most frequent write and each statement of a
 * transaction is a round trip. PostgreSQL reads the status of the locked row again after waiting for the
 * lock, so that a cancellation that commits first is seen. (decision 0009)
 */
const UPSERT_SIGNUP = `WITH event AS (SELECT id, status, capacity, decision FROM events WHERE id = :eventId FOR SHARE),
	saved AS (
		INSERT INTO signups (event_id, user_id, status, notes, signup_source, linked_at, standby, arrives_at, leaves_at, created_at, updated_at, user_saved_at)
		SELECT event.id, u.id, :status, :notes, :source::text,
			CASE WHEN :isSignedIn::boolean OR u.first_signed_in_at IS NOT NULL THEN :now::timestamptz END,
			:canStandBy::boolean AND coalesce(:standby::boolean, false), nullif(:arrivesAt::text, ''), nullif(:leavesAt::text, ''), :now, :now, :now
		FROM event, users u WHERE event.status = 'active' AND u.id = :userId
		ON CONFLICT (event_id, user_id) DO UPDATE SET status = excluded.status, signup_source = excluded.signup_source,
			notes = CASE WHEN :keepNotes THEN signups.notes ELSE excluded.notes END,
			linked_at = COALESCE(signups.linked_at, excluded.linked_at), awaits_reply = false,
			standby = :canStandBy AND coalesce(:standby, signups.standby),
			arrives_at = nullif(coalesce(:arrivesAt, signups.arrives_at), ''), leaves_at = nullif(coalesce(:leavesAt, signups.leaves_at), ''),
			updated_at = excluded.updated_at, user_saved_at = excluded.user_saved_at
		RETURNING id, event_id, user_id, status, notes, signup_source, created_at, place, standby,
			arrives_at, leaves_at, (xmax = 0) AS created)
	SELECT event.status AS event_status, event.capacity IS NOT NULL OR event.decision = 'pending' AS has_places, ${SIGNUP_COLUMNS}, s.created
	FROM event LEFT JOIN (saved s JOIN users u ON u.id = :userId) ON true`;

type SignupRequest = Omit<Parameters<typeof saveOwnSignup>[0], 'actor' | 'key'> & {
	userId: string;
	/** Whether the user is signed in, so that the signup is linked to the account. */
	isSignedIn: boolean;
};

/**
 * Creates or updates a user's signup, as the user's own, before its place is settled. Throws Refusal 'missing' (404) when no
 * such event exists, 'conflict' (409) when it is not active, 'invalid' (422) when a time is outside the event.
 */
export async function upsertSignup(
	{ userId, isSignedIn, eventId, input, source, now }: SignupRequest,
	transaction?: Transaction,
): Promise<UpsertedRow> {
	if (!isId(eventId)) throw missing('Event');
	const stay = await resolveStay({ eventId, userId, input }, transaction);
	const binds = {
		eventId,
		userId,
		isSignedIn,
		status: input.status,
		notes: input.notes || null,
		source,
		keepNotes: input.notes === undefined,
		standby: input.standby ?? null,
		canStandBy: hasFact(input.status, 'canStandBy'),
		...toStayBinds(stay),
		now,
	};
	const row = await (transaction
		? one<FoundRow>(UPSERT_SIGNUP, binds, transaction)
		: writeOne<FoundRow>(UPSERT_SIGNUP, binds)
	).catch((error: unknown) => {
		// The user was deleted while the statement waited for the event.
		throw isForeignKeyViolation(error, 'signups_user_id_fkey') ? missing('Signup') : error;
	});
	if (!row) throw missing('Event');
	const { event_status, ...signup } = row;
	requireActiveStatus(event_status);
	if (!isSaved(signup)) throw missing('Signup');
	countSignups(input.status, source);
	return signup;
}

/** A time that is left out stays (null), and null removes it (''). */
const toStayBinds = ({ arrives_at: arrivesAt, leaves_at: leavesAt }: Partial<Stay>) => ({
	arrivesAt: arrivesAt === undefined ? null : (arrivesAt ?? ''),
	leavesAt: leavesAt === undefined ? null : (leavesAt ?? ''),
});

/** Returns the times of the input in the event's zone. Throws Refusal 'invalid' when the signup cannot have them. */
async function resolveStay(
	{ eventId, userId, input }: { eventId: string; userId: string; input: SignupFormInput },
	transaction: Transaction | undefined,
): Promise<Partial<Stay>> {
	const { status, arrives_at, leaves_at, minutes_late: minutes } = input;
	if (!arrives_at && !leaves_at && minutes === undefined) return { arrives_at, leaves_at };
	const row = await one<StayEvent & Stay>(
		`SELECT e.date, e.duration, e.timezone, ${ARRIVES_AT} AS arrives_at, ${LEAVES_AT} AS leaves_at
		FROM events e LEFT JOIN signups s ON s.event_id = e.id AND s.user_id = :userId WHERE e.id = :eventId`,
		{ eventId, userId },
		transaction,
	);
	if (!row) throw missing('Event');
	const zone = input.times_zone ?? row.timezone;
	const stay = convertStay(row, { arrives_at, leaves_at }, { from: zone, to: row.timezone });
	if (minutes !== undefined) stay.arrives_at = toArrival(row, minutes);
	const errors = findStayErrors(row, { status, ...stay }, row, zone);
	if (Object.keys(errors).length > 0) throw invalid(errors);
	return stay;
}

/** The event's status, and the signup or nulls when none was saved. */
type FoundRow = { event_status: EventStatus } & (UpsertedRow | { id: null });

const isSaved = (row: UpsertedRow | { id: null }): row is UpsertedRow => row.id !== null;

/** Deletes the actor's own signup, whatever the event's status. Throws Refusal 'missing' without one. */
export const removeSignup = defineOperation({
	allow: 'signups.remove',
	params: ['eventId'],
	handle: ({ actor, params, now }) => deleteOwnSignup(actor, params.eventId, now),
});

/** Does what `removeSignup` does, for the web app and for the bot, also as a part of a transaction. */
export async function deleteOwnSignup(
	actor: Actor,
	eventId: string,
	now: Date,
	openTransaction?: Transaction,
): Promise<{ message: string }> {
	let hasPlaces = false;
	const remove = async (transaction: Transaction) => {
		hasPlaces = needsSettling(await lockEvent(eventId, transaction, 'SHARE'));
		const deletedCount = await Signup.destroy({ where: { eventId, userId: actor.id }, transaction });
		if (deletedCount === 0) throw missing('Signup');
		await saveWithdrawals([{ eventId, userId: actor.id }], transaction);
		return { message: 'Signup removed' };
	};
	if (openTransaction) return remove(openTransaction);
	const removed = await inTransaction(remove);
	if (hasPlaces) await settleAfterChange(eventId, now);
	return removed;
}

/**
 * Changes one signup; allowed for its owner, creators and admins (spec, section 6). Throws Refusal 'missing'
 * when no such event exists or it has no such signup, 'denied' when the actor may not change it, 'conflict'
 * when the event is not active, 'invalid' when a time is outside the event.
 */
export const updateSignup = defineOperation({
	allow: 'signups.update',
	params: ['eventId', 'signupId'],
	input: signupFormInput,
	async handle({ actor, params, input, now }): Promise<SignupView> {
		const changed = await inTransaction(async (transaction) => {
			const event = await lockEvent(params.eventId, transaction, 'SHARE');
			const signup = isId(params.signupId) ? await selectSignup(params.signupId, transaction) : null;
			if (!signup || signup.event_id !== params.eventId) throw missing('Signup');
			requireSubject(actor, 'signups.update', { userId: signup.user_id });
			requireActiveStatus(event.status);
			const { event_id: eventId, user_id: userId } = signup;
			const stay = await resolveStay({ eventId, userId, input }, transaction);
			const context = { actor, now, transaction };
			await updateSignupRow(signup, { ...input, ...stay }, context);
			if (userId !== actor.id) {
				const detail = { userId, eventId, from: signup.status, to: input.status };
				await recordAudit('signups.update', { type: 'signup', id: signup.id }, context, detail);
			}
			return { id: signup.id, hasPlaces: needsSettling(event) };
		});
		if (changed.hasPlaces) await settleAfterChange(params.eventId, now);
		const updated = await selectSignup(changed.id);
		if (!updated) throw missing('Signup');
		return toSignupView(updated, actor);
	},
});

/**
 * Updates a signup and its source; what is left out stays, and only a tentative user is a standby. A signup that awaits a reply still
 * does when another user saves it with the same status.
 */
export async function updateSignupRow(
	signup: { id: string; user_id: string; status: string },
	{ status, notes, standby, arrives_at: arrivesAt, leaves_at: leavesAt }: SignupInput,
	{ actor, transaction, now }: ChangeContext,
	source: 'webapp' | 'botc_command' = 'webapp',
): Promise<void> {
	const isOwn = signup.user_id === actor.id;
	const changes: Partial<Signup> = {
		status,
		signupSource: source,
		updatedAt: now,
		...(notes === undefined ? {} : { notes: notes || null }),
		...(hasFact(status, 'canStandBy') ? (standby === undefined ? {} : { standby }) : { standby: false }),
		...(arrivesAt === undefined ? {} : { arrivesAt }),
		...(leavesAt === undefined ? {} : { leavesAt }),
		...(isOwn ? { userSavedAt: now } : {}),
		...(isOwn || signup.status !== status ? { awaitsReply: false } : {}),
	};
	// Without `silent`, Sequelize would write the time of its own clock.
	await Signup.update(changes, { where: { id: signup.id }, transaction, silent: true });
}

/** Locks an event. Throws Refusal 'missing' when no such event exists, 'conflict' when it is not active. */
export async function requireActiveEvent(eventId: string, transaction: Transaction): Promise<void> {
	requireActiveStatus((await lockEvent(eventId, transaction, 'SHARE')).status);
}

/** Throws Refusal 'conflict' when an event with this status takes no signups. */
export function requireActiveStatus(status: EventStatus): void {
	if (status === 'cancelled') throw conflict('This event was cancelled, so signups are closed.');
	if (status === 'completed') throw conflict('This event is over, so signups are closed.');
}
