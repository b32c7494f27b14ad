import type { Transaction } from 'sequelize';
import { execute } from '~/database/sql.ts';
import { passPlace, takeOffer, takesPlace } from '~/domain/places/places.ts';
import { movePlaceInput, placeInput } from '~/domain/places/schema.ts';
import { passCall } from '~/domain/places/standbys.ts';
import { conflict, missing } from '~/domain/refusal.ts';
import type { SignupView } from '~/domain/signups/schema.ts';
import { hasFact } from '~/domain/signups/statuses.ts';
import { toSignupView } from '../../wire/signups.ts';
import { recordAudit } from '../kernel/audit.ts';
import { lockEvent } from '../kernel/lock-event.ts';
import { defineChange } from '../kernel/operation.ts';
import { selectSignup } from '../kernel/signup-rows.ts';
import { type PlacedSignup, settleEvent, tellOfPlaces } from './settle-event.ts';

const NO_OFFER = 'No place is offered to you.';
const TOO_LATE = 'Someone else has taken this place, or the offer has ended.';
const NOTHING_TO_GIVE = 'You have no place to give up.';
const HAS_LEFT = 'This player is no longer a member of the server and cannot have a place.';

const isCalledStandby = ({ status, place }: PlacedSignup): boolean =>
	hasFact(status, 'canStandBy') && place === 'offered';

const confirmPlace = (signup: PlacedSignup) =>
	Object.assign(signup, takeOffer(signup), { status: 'confirmed' as const });

/**
 * Takes the place that is offered to the actor, or passes on one that is offered or held (POST
 * /api/events/{id}/place). A repeat changes nothing. Throws Refusal 'missing' when there is no such event or no signup,
 * 'conflict' when nothing is offered, or when someone else was first.
 */
export const answerOffer = defineChange({
	allow: 'places.answer',
	params: ['eventId'],
	input: placeInput,
	async work({ actor, params: { eventId }, input: { accept }, now, transaction }): Promise<SignupView> {
		const event = await lockEvent(eventId, transaction, 'NO_KEY_UPDATE');
		let signupId: string | undefined;
		let isCalled = false;
		const change = (signups: PlacedSignup[], places: number | null) => {
			const own = signups.find(({ userId }) => userId === actor.id);
			if (!own) throw missing('Signup');
			signupId = own.id;
			isCalled = isCalledStandby(own);
			if (isCalled) {
				if (accept) confirmPlace(own);
				else Object.assign(own, passCall(own, now));
				return;
			}
			if (accept) {
				// A second press of a standby, who has no place at an event without a limit.
				const hasCome = places === null && takesPlace(own) && own.offeredAt !== null;
				if (own.place === 'placed' || hasCome) return;
				if (own.place === null) throw conflict(NO_OFFER);
				if (own.place === 'waiting') throw conflict(own.offeredAt ? TOO_LATE : NO_OFFER);
				Object.assign(own, takeOffer(own));
				return;
			}
			if (own.place === 'waiting' && own.passedAt) return;
			if (own.place !== 'placed' && own.place !== 'offered') throw conflict(NOTHING_TO_GIVE);
			Object.assign(own, passPlace(own, now));
		};
		await settleEvent({ event, now, change }, transaction);
		if (isCalled && accept)
			await confirmStandby({ signupId: String(signupId), isOwn: true, now }, transaction);
		const signup = await selectSignup(String(signupId), transaction);
		if (!signup) throw missing('Signup');
		return toSignupView(signup, actor);
	},
});

/**
 * Asks the standbys of an active event, as many at a time as are needed, or all of one without a smallest number and
 * without a capacity (POST /api/events/{id}/standbys). Returns how many were asked now. Throws Refusal 'missing' when no
 * such event exists, 'conflict' when it is not active or has begun.
 */
export const callStandbysOfEvent = defineChange({
	allow: 'places.callStandbys',
	params: ['eventId'],
	async work({ params: { eventId }, now, transaction, context }): Promise<{ recipients: number }> {
		const event = await lockEvent(eventId, transaction, 'NO_KEY_UPDATE');
		if (event.status !== 'active' || event.date <= now)
			throw conflict('Players can only be asked before the start.');
		await event.update({ standbysCalled: true }, { transaction, silent: true });
		const signups = await settleEvent({ event, now }, transaction);
		const recipients = signups.filter(
			({ status, offeredAt }) => hasFact(status, 'canStandBy') && offeredAt?.getTime() === now.getTime(),
		).length;
		await recordAudit('places.callStandbys', { type: 'event', id: eventId }, context, { recipients });
		return { recipients };
	},
});

/** Confirms a standby who comes, as their own change or that of a creator. */
async function confirmStandby(
	binds: { signupId: string; isOwn: boolean; now: Date },
	transaction: Transaction,
): Promise<void> {
	await execute(
		`UPDATE signups SET status = 'confirmed', standby = false, awaits_reply = false, updated_at = :now,
			user_saved_at = CASE WHEN :isOwn THEN :now ELSE user_saved_at END
		WHERE id = :signupId`,
		binds,
		transaction,
	);
}

/**
 * Gives a waiting signup a place, also beyond the capacity, or moves one with a place to the end of the line
 * (PUT /api/events/{id}/signups/{signupId}/place). A standby who was asked is confirmed with the place. The reason, which
 * may be empty, is stored in the audit trail. The user gets a message, with the reason when the place is lost. Throws Refusal 'missing' when there is no such
 * event or signup, 'conflict' when the user has left the server, the event has no capacity, or the signup needs no place.
 */
export const movePlace = defineChange({
	allow: 'places.move',
	params: ['eventId', 'signupId'],
	input: movePlaceInput,
	async work({
		actor,
		params: { eventId, signupId },
		input: { place, reason },
		now,
		transaction,
		context,
	}): Promise<SignupView> {
		const event = await lockEvent(eventId, transaction, 'NO_KEY_UPDATE');
		let isConfirmed = false;
		let message: 'placed' | 'moved_to_waitlist' | null = null;
		const change = (signups: PlacedSignup[], places: number | null) => {
			const signup = signups.find(({ id }) => id === signupId);
			if (!signup) throw missing('Signup');
			if (signup.hasLeft) throw conflict(HAS_LEFT);
			if (isCalledStandby(signup)) {
				if (place === 'waiting') throw conflict('This player was asked to come and is not on the waitlist.');
				isConfirmed = true;
				confirmPlace(signup);
				return;
			}
			if (places === null) throw conflict('This event has no limit of places.');
			if (signup.place === null) throw conflict('This signup needs no place.');
			if ((signup.place === 'placed') !== (place === 'placed'))
				message = place === 'placed' ? 'placed' : 'moved_to_waitlist';
			Object.assign(signup, place === 'placed' ? takeOffer(signup) : passPlace(signup, now));
		};
		await settleEvent({ event, now, change }, transaction);
		if (isConfirmed) await confirmStandby({ signupId, isOwn: false, now }, transaction);
		await execute(
			'UPDATE signups SET place_reason = :reason WHERE id = :signupId',
			{ reason: reason || null, signupId },
			transaction,
		);
		if (message) await tellOfPlaces({ eventId, kind: message, ids: [signupId], now }, transaction);
		const signup = await selectSignup(signupId, transaction);
		if (!signup) throw missing('Signup');
		const detail = { userId: signup.user_id, eventId, to: place, reason };
		await recordAudit('places.move', { type: 'signup', id: signup.id }, context, detail);
		return toSignupView(signup, actor);
	},
});
