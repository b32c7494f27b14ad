import type { Transaction } from 'sequelize';
import type { z } from 'zod';
import { Event } from '~/database/models/index.ts';
import { EVENT_TEXTS } from '~/domain/events/fields.ts';
import {
	type CreateEventInput,
	cancelEventInput,
	createEventInput,
	eventStatusInput,
	renameMinimum,
	updateEventInput,
} from '~/domain/events/input.ts';
import type { EventDetail } from '~/domain/events/schema.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import { getStatusAfterEdit, getStatusAfterReinstating } from '~/domain/events/status.ts';
import type { Action, Actor } from '~/domain/policy.ts';
import { conflict, invalid, missing } from '~/domain/refusal.ts';
import { getToday } from '~/domain/time/wall-time.ts';
import { inJobTransaction } from '../../queue.ts';
import { endAnnouncement, startAnnouncement } from '../announcements/index.ts';
import { describeLastChange, recordAudit } from '../kernel/audit.ts';
import { doOnce } from '../kernel/idempotency.ts';
import { defineOperation, isId } from '../kernel/operation.ts';
import { isMirrored, renewMirrors, startMirror } from '../mirror/index.ts';
import { fitPlaces, settleEvent } from '../places/index.ts';
import { replaceStorytellers } from '../users/index.ts';
import { type ChosenImage, chooseImage, getImageId } from './images.ts';
import { selectEventDetail } from './queries.ts';

/** `discordUpdated`: the event has a mirror, and the change will be sent to Discord. */
export type ChangedEvent = { event: EventDetail; discordUpdated: boolean };

/**
 * Creates an active event (POST /api/events). With a key, a repeat returns the event of the first request.
 * Throws Refusal 'invalid' when the date is before today in the event's own time zone, a storyteller does not
 * have the role, or the image is not valid; 'missing' when the event of a repeat has been deleted; 'conflict'
 * when the key was used for another event; 'unavailable' when too many images are being decoded.
 */
export const createEvent = defineOperation({
	allow: 'events.create',
	input: createEventInput,
	async handle({ actor, input, now }): Promise<EventDetail> {
		const { idempotencyKey, image, imageHash, ...fields } = renameMinimum(input);
		if (getToday(fields.timezone, fields.date) < getToday(fields.timezone, now)) {
			throw invalid({ date: [EVENT_TEXTS.beforeToday] });
		}
		const chosenImage = await chooseImage({ image, imageHash });
		return inJobTransaction(async (transaction) => {
			const { result, isRepeat } = await doOnce(
				{
					transaction,
					actor,
					operation: 'events.create',
					key: idempotencyKey,
					request: { ...fields, image: chosenImage?.hash ?? null },
					now,
				},
				() => insertEvent({ ...fields, creatorId: actor.id }, chosenImage, now, transaction),
			);
			if (!isRepeat) await recordEventAudit('events.create', result.eventId, { actor, now, transaction });
			return selectEventDetail(actor, result.eventId, transaction);
		});
	},
});

/** The fields of a new event. A field that is left out gets the default of its column. */
export type NewEvent = Partial<Omit<CreateEventInput, 'idempotencyKey' | 'image' | 'imageHash'>> &
	Pick<CreateEventInput, 'title' | 'date' | 'storytellerIds' | 'createDiscordEvent' | 'announce'> & {
		creatorId: string;
		isTestData?: boolean;
	};

/**
 * Creates an active event with its storytellers within `transaction`, with a mirror and an announcement if requested,
 * and returns its id. Throws Refusal 'invalid' when a storyteller does not have the role or no image with this hash is
 * stored.
 */
export async function insertEvent(
	{ storytellerIds, createDiscordEvent, announce, ...fields }: NewEvent,
	chosenImage: ChosenImage | null,
	now: Date,
	transaction: Transaction,
): Promise<{ eventId: string }> {
	const imageId = chosenImage && (await getImageId(chosenImage, transaction));
	const { id: eventId } = await Event.create({ ...fields, imageId }, { transaction });
	await replaceStorytellers(eventId, { ids: storytellerIds }, transaction);
	if (createDiscordEvent) await startMirror(eventId, transaction, now);
	if (announce) await startAnnouncement(eventId, transaction, now);
	return { eventId };
}

/**
 * Changes the given fields of an event and updates its mirror (PUT /api/events/{id}). A completed event that
 * is moved to the future becomes active again. A request that would change nothing is accepted and changes
 * nothing, even with a stale version (a double click). Throws Refusal 'missing' when no such event exists,
 * 'conflict' when `version` is stale (with the saved event as `current`), 'invalid' when a storyteller does
 * not have the role or the image is not valid, 'unavailable' when too many images are being decoded.
 */
export const updateEvent = defineOperation({
	allow: 'events.update',
	params: ['eventId'],
	input: updateEventInput,
	async handle({ actor, params, input, now }): Promise<ChangedEvent> {
		const { image, imageHash, storytellerIds, version, announce, over_capacity, ...fields } =
			renameMinimum(input);
		const chosenImage = await chooseImage({ image, imageHash });
		return inJobTransaction(async (transaction) => {
			const event = await lockEvent(params.eventId, transaction);
			const saved = await selectEventDetail(actor, event.id, transaction);
			const currentIds = saved.storytellers.map(({ user_id }) => user_id);
			const hasNewStorytellers = storytellerIds !== undefined && storytellerIds.join() !== currentIds.join();
			event.set(fields);
			if (chosenImage) event.imageId = await getImageId(chosenImage, transaction);
			else if (image === null) event.imageId = null;
			const isAnnouncementChanged = await changeAnnouncement(event.id, announce, { now, transaction });
			if (!event.changed() && !hasNewStorytellers && !isAnnouncementChanged) {
				return { event: saved, discordUpdated: await isMirrored(event.id, transaction) };
			}
			await requireVersion(version, saved, { actor, now, transaction });
			if (hasNewStorytellers)
				await replaceStorytellers(event.id, { ids: storytellerIds, currentIds }, transaction);
			const changed = [
				...(event.changed() || []),
				...(hasNewStorytellers ? ['storytellers'] : []),
				...(isAnnouncementChanged ? ['announcement'] : []),
			];
			await recordEventAudit(
				'events.update',
				event.id,
				{ actor, now, transaction },
				{
					...{ changed, version: event.version + 1 },
				},
			);
			const isMoved = event.changed('date') || event.changed('duration');
			const status = isMoved ? getStatusAfterEdit(event.status, event, now) : event.status;
			const result = await saveChange(event, status, { actor, now, transaction });
			const isCounted = [saved.capacity, event.capacity, saved.minimum_players, event.minimumPlayers].some(
				(limit) => limit !== null,
			);
			if (!isCounted) return result;
			const isLimitChanged =
				event.capacity === 0
					? hasNewStorytellers || saved.capacity !== 'storytellers'
					: saved.capacity !== event.capacity;
			const call = { eventId: event.id, actor, now };
			if (isLimitChanged && over_capacity) await fitPlaces(call, over_capacity, transaction);
			else await settleEvent(call, transaction);
			return { ...result, event: await selectEventDetail(actor, event.id, transaction) };
		});
	},
});

/**
 * Cancels an active event and updates its mirror; its signups stay. An event that is already cancelled does
 * not change. `reason` is shown to players. Throws Refusal 'missing' when no such event exists, 'conflict' when the
 * event is completed or `version` is stale (with the saved event as `current`).
 */
export const cancelEvent = defineOperation({
	allow: 'events.cancel',
	params: ['eventId'],
	input: cancelEventInput,
	handle: ({ actor, params, input, now }): Promise<ChangedEvent> =>
		changeEventStatus('events.cancel', params.eventId, input, { actor, now }, (event) => {
			if (event.status === 'completed') throw conflict("This event is over, so it can't be cancelled.");
			return 'cancelled';
		}),
});

/**
 * Reinstates a cancelled event: it becomes active, or completed when it has ended by now, and its mirror
 * creates a new Discord event. An event that is not cancelled does not change. Throws Refusal 'missing' when
 * no such event exists, 'conflict' when `version` is stale (with the saved event as `current`).
 */
export const reinstateEvent = defineOperation({
	allow: 'events.reinstate',
	params: ['eventId'],
	input: eventStatusInput,
	handle: ({ actor, params, input, now }): Promise<ChangedEvent> =>
		changeEventStatus('events.reinstate', params.eventId, input, { actor, now }, (event) =>
			event.status === 'cancelled' ? getStatusAfterReinstating(event, now) : event.status,
		),
});

type ActorContext = { actor: Actor; now: Date };

function recordEventAudit(
	action: Action,
	eventId: string,
	{ actor, now, transaction }: ActorContext & { transaction: Transaction },
	detail: Record<string, unknown> = {},
): Promise<void> {
	return recordAudit({ actor, action, subject: { type: 'event', id: eventId }, detail, now }, transaction);
}

/** Requests or ends the announcement of an event and returns whether that is a change; undefined changes nothing. */
async function changeAnnouncement(
	eventId: string,
	announce: boolean | undefined,
	{ now, transaction }: { now: Date; transaction: Transaction },
): Promise<boolean> {
	if (announce === undefined) return false;
	return announce ? startAnnouncement(eventId, transaction, now) : endAnnouncement(eventId, transaction, now);
}

/** Changes the status of an event. With a key, a repeat returns the event as it is now. */
function changeEventStatus(
	operation: 'events.cancel' | 'events.reinstate',
	eventId: string,
	{ version, idempotencyKey: key, reason }: z.output<typeof cancelEventInput>,
	{ actor, now }: ActorContext,
	decide: (event: Event) => EventStatus,
): Promise<ChangedEvent> {
	return inJobTransaction(async (transaction) => {
		const once = { transaction, actor, operation, key, request: { eventId, version, reason }, now };
		const { result } = await doOnce(once, async () => {
			const event = await lockEvent(eventId, transaction);
			const status = decide(event);
			if (status === event.status) return { discordUpdated: await isMirrored(event.id, transaction) };
			const current = await selectEventDetail(actor, event.id, transaction);
			await requireVersion(version, current, { actor, now, transaction });
			await recordEventAudit(
				operation,
				event.id,
				{ actor, now, transaction },
				{
					version: event.version + 1,
				},
			);
			event.set({ cancelReason: (status === 'cancelled' && reason) || null });
			const { discordUpdated } = await saveChange(event, status, { actor, now, transaction });
			return { discordUpdated };
		});
		return { event: await selectEventDetail(actor, eventId, transaction), ...result };
	});
}

async function saveChange(
	event: Event,
	status: EventStatus,
	{ actor, now, transaction }: ActorContext & { transaction: Transaction },
): Promise<ChangedEvent> {
	// Not update(): it would save only its own argument, not the fields that were set before.
	await event.set({ status, version: event.version + 1 }).save({ transaction });
	const mirrored = await renewMirrors([event.id], transaction, now);
	return {
		event: await selectEventDetail(actor, event.id, transaction),
		discordUpdated: mirrored.length > 0,
	};
}

/**
 * Returns the event, locked until the transaction ends. Throws Refusal 'missing' when no such event exists.
 */
export async function lockEvent(eventId: string, transaction: Transaction): Promise<Event> {
	const event = isId(eventId)
		? await Event.findByPk(eventId, { transaction, lock: transaction.LOCK.UPDATE })
		: null;
	if (!event) throw missing('Event');
	return event;
}

async function requireVersion(
	version: number | undefined,
	current: EventDetail,
	{ transaction, ...context }: ActorContext & { transaction: Transaction },
): Promise<void> {
	if (version === undefined || version === current.version) return;
	const change = {
		...{ eventId: current.id, verb: 'changed this event', version: current.version },
		actions: ['events.update', 'events.cancel', 'events.reinstate'] as const,
	};
	throw conflict(await describeLastChange(context, change, transaction), { current });
}
