import type { Transaction } from 'sequelize';
import type { z } from 'zod';
import { inTransaction } from '~/database/connection.ts';
import { Event } from '~/database/models/index.ts';
import { TEXTS } from '~/domain/events/fields.ts';
import {
	type CreateEventInput,
	createEventInput,
	eventStatusInput,
	updateEventInput,
} from '~/domain/events/input.ts';
import type { EventDetail, EventStatus } from '~/domain/events/schema.ts';
import { statusAfterEdit, statusAfterReinstating } from '~/domain/events/status.ts';
import type { Action, Actor } from '~/domain/policy.ts';
import { conflict, invalid, missing } from '~/domain/refusal.ts';
import { today } from '~/domain/time/wall-time.ts';
import { recordAudit } from '../kernel/audit.ts';
import { doOnce } from '../kernel/idempotency.ts';
import { isId, operation } from '../kernel/operation.ts';
import { isMirrored, renewMirrors, startMirror } from '../mirror/index.ts';
import { replaceStorytellers } from '../users/index.ts';
import { type ChosenImage, chooseImage, findImageId } from './images.ts';
import { selectEventDetail } from './queries.ts';

/** `discordUpdated`: the event has a mirror on Discord, and what changed will be told there. */
export type ChangedEvent = { event: EventDetail; discordUpdated: boolean };

/**
 * POST /api/events: a new, active event. With a key, a repeat answers the event of the first time.
 * Refuses: 422 a date before today in the event's own zone, storytellers that are none, a picture that is none;
 * 404 the event of a repeat is deleted by now; 409 the key was used for another event.
 */
export const createEvent = operation({
	allow: 'events.create',
	input: createEventInput,
	async handle({ actor, input, now }): Promise<EventDetail> {
		const { idempotencyKey, image, imageHash, ...fields } = input;
		if (today(fields.timezone, fields.date) < today(fields.timezone, now)) {
			throw invalid({ date: [TEXTS.beforeToday] });
		}
		const picture = await chooseImage({ image, imageHash });
		return inTransaction(async (transaction) => {
			const { remembered, isRepeat } = await doOnce(
				{
					transaction,
					actor,
					operation: 'events.create',
					key: idempotencyKey,
					request: { ...fields, image: picture?.hash ?? null },
					now,
				},
				() => insertEvent({ ...fields, creatorId: actor.id }, picture, now, transaction),
			);
			if (!isRepeat) await audit('events.create', remembered.eventId, { actor, now, transaction });
			return selectEventDetail(actor, remembered.eventId, transaction);
		});
	},
});

/** A new event; a written field that is left out has the default of its column. */
export type NewEvent = Partial<Omit<CreateEventInput, 'idempotencyKey' | 'image' | 'imageHash'>> &
	Pick<CreateEventInput, 'title' | 'date' | 'storytellerIds' | 'createDiscordEvent'> & {
		creatorId: string;
		isTestData?: boolean;
	};

/**
 * Makes an active event with its storytellers and, when it is wanted, what Discord shall show, within `transaction`.
 * Refuses (422) storytellers that are none.
 */
export async function insertEvent(
	{ storytellerIds, createDiscordEvent, ...fields }: NewEvent,
	picture: ChosenImage | null,
	now: Date,
	transaction: Transaction,
): Promise<{ eventId: string }> {
	const imageId = picture && (await findImageId(picture, transaction));
	const { id: eventId } = await Event.create({ ...fields, imageId }, { transaction });
	await replaceStorytellers(eventId, { ids: storytellerIds }, transaction);
	if (createDiscordEvent) await startMirror(eventId, transaction, now);
	return { eventId };
}

/**
 * PUT /api/events/{id}: changes what is given and leaves the rest. A completed event that is moved to the future is
 * active again; a mirror is told. A save that would change nothing is no change, also when its version is stale (a
 * double click). Refuses: 404; 409 a stale `version`, with what is saved now as `current`; 422 as when creating.
 */
export const updateEvent = operation({
	allow: 'events.update',
	params: ['eventId'],
	input: updateEventInput,
	async handle({ actor, params, input, now }): Promise<ChangedEvent> {
		const { image, imageHash, storytellerIds, version, ...fields } = input;
		const picture = await chooseImage({ image, imageHash });
		return inTransaction(async (transaction) => {
			const event = await lockEvent(params.eventId, transaction);
			const saved = await selectEventDetail(actor, event.id, transaction);
			const seated = saved.storytellers.map(({ user_id }) => user_id);
			const isReseated = storytellerIds !== undefined && storytellerIds.join() !== seated.join();
			event.set(fields);
			if (picture) event.imageId = await findImageId(picture, transaction);
			else if (image === null) event.imageId = null;
			if (!event.changed() && !isReseated) {
				return { event: saved, discordUpdated: await isMirrored(event.id, transaction) };
			}
			requireVersion(version, saved);
			if (isReseated) await replaceStorytellers(event.id, { ids: storytellerIds, seated }, transaction);
			const changed = [...(event.changed() || []), ...(isReseated ? ['storytellers'] : [])];
			await audit('events.update', event.id, { actor, now, transaction }, { changed });
			const isMoved = event.changed('date') || event.changed('duration');
			const status = isMoved ? statusAfterEdit(event.status, event, now) : event.status;
			return saveChange(event, status, { actor, now, transaction });
		});
	},
});

/**
 * Cancels an active event; its answers stay, and a mirror is told. One that is cancelled already stays as it is.
 * Refuses: 404; 409 a completed event, or a stale `version` with what is saved now as `current`.
 */
export const cancelEvent = operation({
	allow: 'events.cancel',
	params: ['eventId'],
	input: eventStatusInput,
	handle: ({ actor, params, input, now }): Promise<ChangedEvent> =>
		changeStatus('events.cancel', params.eventId, input, { actor, now }, (event) => {
			if (event.status === 'completed')
				throw conflict('This event is over: it cannot be cancelled any more.');
			return 'cancelled';
		}),
});

/**
 * Takes a cancellation back: the event is active again, or completed when it is over by now; a mirror is made anew.
 * One that is not cancelled stays as it is. Refuses: 404; 409 a stale `version`, with what is saved now as `current`.
 */
export const reinstateEvent = operation({
	allow: 'events.reinstate',
	params: ['eventId'],
	input: eventStatusInput,
	handle: ({ actor, params, input, now }): Promise<ChangedEvent> =>
		changeStatus('events.reinstate', params.eventId, input, { actor, now }, (event) =>
			event.status === 'cancelled' ? statusAfterReinstating(event, now) : event.status,
		),
});

type Caller = { actor: Actor; now: Date };

function audit(
	action: Action,
	eventId: string,
	{ actor, now, transaction }: Caller & { transaction: Transaction },
	detail: Record<string, unknown> = {},
): Promise<void> {
	return recordAudit({ actor, action, subject: { type: 'event', id: eventId }, detail, now }, transaction);
}

/** With a key, a repeat answers the event as it is by now. */
function changeStatus(
	operation: 'events.cancel' | 'events.reinstate',
	eventId: string,
	{ version, idempotencyKey: key }: z.output<typeof eventStatusInput>,
	{ actor, now }: Caller,
	decide: (event: Event) => EventStatus,
): Promise<ChangedEvent> {
	return inTransaction(async (transaction) => {
		const once = { transaction, actor, operation, key, request: { eventId, version }, now };
		const { remembered } = await doOnce(once, async () => {
			const event = await lockEvent(eventId, transaction);
			const status = decide(event);
			if (status === event.status) return { discordUpdated: await isMirrored(event.id, transaction) };
			requireVersion(version, await selectEventDetail(actor, event.id, transaction));
			await audit(operation, event.id, { actor, now, transaction });
			const { discordUpdated } = await saveChange(event, status, { actor, now, transaction });
			return { discordUpdated };
		});
		return { event: await selectEventDetail(actor, eventId, transaction), ...remembered };
	});
}

async function saveChange(
	event: Event,
	status: EventStatus,
	{ actor, now, transaction }: Caller & { transaction: Transaction },
): Promise<ChangedEvent> {
	// Not update(): that saves only what it is given itself.
	await event.set({ status, version: event.version + 1 }).save({ transaction });
	const mirrored = await renewMirrors([event.id], transaction, now);
	return {
		event: await selectEventDetail(actor, event.id, transaction),
		discordUpdated: mirrored.length > 0,
	};
}

/** The event, which nobody else changes until the transaction ends. Refuses: 404. */
export async function lockEvent(eventId: string, transaction: Transaction): Promise<Event> {
	const event = isId(eventId)
		? await Event.findByPk(eventId, { transaction, lock: transaction.LOCK.UPDATE })
		: null;
	if (!event) throw missing('Event');
	return event;
}

function requireVersion(version: number | undefined, current: EventDetail): void {
	if (version === undefined || version === current.version) return;
	throw conflict('Somebody else has changed this event meanwhile.', { current });
}
