import type { Transaction } from 'sequelize';
import type { Event } from '~/database/models/index.ts';
import { execute, rows } from '~/database/sql.ts';
import type { OverCapacity } from '~/domain/events/input.ts';
import {
	bringBack,
	type KeptPlace,
	listOverCapacity,
	losePlace,
	type Place,
	placeAll,
} from '~/domain/places/places.ts';
import { describeOverCapacity, FEWER_PLACES, GONE_WITH_UNDO } from '~/domain/places/texts.ts';
import type { Actor } from '~/domain/policy.ts';
import { buildShownNameSql } from '../../wire/user-sql.ts';
import { recordAudit } from '../kernel/audit.ts';
import { lockEventIfExists } from '../kernel/lock-event.ts';
import { type PlacedSignup, settleEvent, tellOfPlaces } from './settle-event.ts';

/**
 * Settles the places of an event whose number of places has changed. Those who have one beyond it keep it, or move to the
 * waitlist and are told. With the choice 'ask' nobody moves, and the question with their names is returned. With the first
 * number of places (`hadNoLimit`) all who come have a place.
 */
export async function fitPlaces(
	{ event, actor, now, hadNoLimit }: { event: Event; actor: Actor; now: Date; hadNoLimit: boolean },
	choice: OverCapacity,
	transaction: Transaction,
): Promise<string | null> {
	let beyond: PlacedSignup[] = [];
	let limit = 0;
	await settleEvent(
		{
			event,
			now,
			prepare: (signups, { places }) => (hadNoLimit && places !== null ? placeAll(signups) : signups),
			change(entries, places) {
				if (places === null || choice === 'keep') return;
				limit = places;
				beyond = listOverCapacity(entries, places);
				if (choice === 'move')
					for (const entry of beyond) Object.assign(entry, losePlace(entry, 'places', now));
			},
		},
		transaction,
	);
	if (beyond.length === 0) return null;
	if (choice === 'ask') {
		const names = await selectShownNames(
			beyond.map(({ userId }) => userId),
			transaction,
		);
		return describeOverCapacity(names, limit);
	}
	const { id: eventId } = event;
	await tellMoved({ eventId, ids: beyond.map(({ id }) => id), reason: FEWER_PLACES, now }, transaction);
	for (const { id, userId } of beyond) {
		const detail = { userId, eventId, to: 'waiting', reason: FEWER_PLACES };
		await recordAudit('places.move', { type: 'signup', id }, { actor, now, transaction }, detail);
	}
	return null;
}

/** Saves why these signups have lost their places, which their users read on the page and in a message. */
async function tellMoved(
	{ ids, reason, ...event }: { eventId: string; ids: readonly string[]; reason: string; now: Date },
	transaction: Transaction,
): Promise<void> {
	await execute(
		'UPDATE signups SET place_reason = :reason WHERE id = ANY(:ids::bigint[])',
		{ reason, ids },
		transaction,
	);
	await tellOfPlaces({ ...event, kind: 'moved_to_waitlist', ids }, transaction);
}

/**
 * Settles the places of an event whose signups an undo has put back: who had a place has it again while places are free;
 * the others wait before the line and are told. Returns how many these are.
 */
export async function settleAfterUndo(
	{
		eventId,
		kept,
		hadNoLimit,
		now,
	}: { eventId: string; kept: ReadonlyMap<string, KeptPlace>; hadNoLimit: boolean; now: Date },
	transaction: Transaction,
): Promise<number> {
	let before = new Map<string, Place | null>();
	const event = await lockEventIfExists(eventId, transaction, 'NO_KEY_UPDATE');
	if (!event) return 0;
	const prepare: Parameters<typeof settleEvent>[0]['prepare'] = (signups, plan) => {
		before = new Map(signups.map(({ id, place }) => [id, place]));
		return bringBack(signups, kept, { ...plan, hadNoLimit }, now);
	};
	const entries = await settleEvent({ event, now, prepare }, transaction);
	const lost = entries.filter(
		({ id, place, lostAt }) =>
			before.get(id) !== 'waiting' &&
			place === 'waiting' &&
			(hadNoLimit || lostAt?.getTime() === now.getTime()),
	);
	const regained = entries.filter(
		({ id, place }) => before.get(id) === 'waiting' && place === 'placed' && kept.get(id)?.place === 'placed',
	);
	const toIds = (signups: readonly PlacedSignup[]) => signups.map(({ id }) => id);
	const reason = hadNoLimit ? FEWER_PLACES : GONE_WITH_UNDO;
	if (lost.length > 0) await tellMoved({ eventId, ids: toIds(lost), reason, now }, transaction);
	if (regained.length > 0)
		await tellOfPlaces({ eventId, kind: 'placed', ids: toIds(regained), now }, transaction);
	return lost.length;
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
