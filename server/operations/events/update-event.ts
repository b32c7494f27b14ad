import type { Transaction } from 'sequelize';
import type { z } from 'zod';
import type { Event } from '~/database/models/index.ts';
import { EVENT_TEXTS } from '~/domain/events/fields.ts';
import {
	cancelEventInput,
	createEventInput,
	eventStatusInput,
	renameMinimum,
	updateEventInput,
} from '~/domain/events/input.ts';
import type { EventDetail } from '~/domain/events/schema.ts';
import { FORM_QUESTIONS } from '~/domain/events/start-questions.ts';
import { type EventStatus, getStatusAfterReinstating } from '~/domain/events/status.ts';
import { conflict, invalid } from '~/domain/refusal.ts';
import { getToday } from '~/domain/time/wall-time.ts';
import { inJobTransaction } from '../../queue.ts';
import { endAnnouncement, startAnnouncement } from '../announcements/index.ts';
import { describeLastChange } from '../kernel/audit.ts';
import { doOnce } from '../kernel/idempotency.ts';
import { defineOperation } from '../kernel/operation.ts';
import { keepForUndo } from '../kernel/undo.ts';
import { saveDecisionAfterReinstating } from '../places/index.ts';
import { listEditQuestions, requireAcceptedStart } from './ask-start-questions.ts';
import { changeFollowing } from './change-following.ts';
import { selectEventDetail } from './queries.ts';
import {
	type ActorContext,
	type ChangedEvent,
	changesPlaces,
	insertEvent,
	lockEvent,
	reachesDiscord,
	recordEventAudit,
	saveChange,
	saveEdit,
	setChange,
} from './save-event.ts';
import { insertSeries, lockFromEvent, lockSeries, selectOccurrence } from './start-series.ts';
import { chooseImage, getImageId } from './upload-image.ts';

/**
 * Creates an active event (POST /api/events). With a key, a repeat returns the event of the first request.
 * Throws Refusal 'invalid' when the date is before today in the event's own time zone, a storyteller does not
 * have the role, the image is not valid, or a question about the start is not answered (`requireAcceptedStart`); 'missing' when the event of a repeat has been deleted; 'conflict'
 * when the key was used for another event; 'unavailable' when too many images are being decoded.
 */
export const createEvent = defineOperation({
	allow: 'events.create',
	input: createEventInput,
	async handle({ actor, input, now }): Promise<EventDetail> {
		const { idempotencyKey, image, imageHash, series, accepted, ...fields } = renameMinimum(input);
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
					request: { ...fields, series, image: chosenImage?.hash ?? null },
					now,
				},
				async () => {
					const asked = { planned: fields, before: null, accepted, kinds: FORM_QUESTIONS };
					await requireAcceptedStart(asked, { now, transaction });
					const created = await insertEvent(
						{ ...fields, creatorId: actor.id, isOfSeries: series !== undefined },
						chosenImage,
						now,
						transaction,
					);
					if (series) await insertSeries(created.eventId, series, now, transaction);
					return created;
				},
			);
			if (!isRepeat) await recordEventAudit('events.create', result.eventId, { actor, now, transaction });
			return selectEventDetail(actor, result.eventId, transaction);
		});
	},
});

/**
 * Changes the given fields of an event and updates its mirror (PUT /api/events/{id}). A completed event that
 * is moved to the future becomes active again. A request that would change nothing is accepted and changes
 * nothing, even with a stale version (a double click). With the scope 'following', all later events of its series change
 * too (`planFollowing`). A change of the date or of the number of places can be undone. Throws Refusal 'missing' when no such event exists,
 * 'conflict' when `version` is stale (with the saved event as `current`) or the event does not repeat, 'invalid' when a
 * storyteller does not have the role, the image is not valid, the series would begin before the event before it, a question
 * about the start is not answered (`listEditQuestions`), or more users have a place than there will be and
 * `over_capacity` is 'ask',
 * 'unavailable' when too many images are being decoded.
 */
export const updateEvent = defineOperation({
	allow: 'events.update',
	params: ['eventId'],
	input: updateEventInput,
	async handle({ actor, params, input, now }): Promise<ChangedEvent> {
		const { image, imageHash, storytellerIds, version, announce, over_capacity, scope, accepted, ...fields } =
			renameMinimum(input);
		const chosenImage = await chooseImage({ image, imageHash });
		return inJobTransaction(async (transaction) => {
			const context = { actor, now, transaction };
			const series = scope === 'following' ? await lockSeries(params.eventId, transaction) : null;
			if (series) await lockFromEvent(params.eventId, transaction);
			const event = await lockEvent(params.eventId, transaction);
			const saved = await selectEventDetail(actor, event.id, transaction);
			const before = series && (await selectOccurrence(event.id, transaction));
			const imageId = chosenImage ? await getImageId(chosenImage, transaction) : image;
			const change = { fields: { ...fields, ...(imageId !== undefined && { imageId }) }, storytellerIds };
			const changed = setChange(event, saved, change);
			if (await changeAnnouncement(event.id, announce, { now, transaction })) changed.push('announcement');
			if (changed.length === 0)
				return {
					event: saved,
					discordUpdated: await reachesDiscord(event, event.status, context),
					removedMarks: 0,
				};
			await requireVersion(version, saved, context);
			const asked = { accepted, storytellerIds, kinds: FORM_QUESTIONS };
			const open = await listEditQuestions(event, saved, asked, context);
			const questions: string[] = [];
			const choice = { overCapacity: over_capacity, questions };
			const save = async (): Promise<ChangedEvent> => {
				const result = await saveEdit(event, saved, { changed, storytellerIds, ...choice }, context);
				if (series && before) await changeFollowing(series, before, { ...context, ...choice });
				// Nothing is saved until the user has answered all questions, which are asked together.
				const fields = { ...open, ...(questions.length > 0 && { over_capacity: questions }) };
				if (Object.keys(fields).length > 0) throw invalid(fields);
				if (!series) return result;
				return { ...result, event: await selectEventDetail(actor, event.id, transaction) };
			};
			return changesPlaces(event, changed) || changed.includes('date')
				? keepForUndo({ actor, action: 'events.update', now, transaction }, save)
				: save();
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
			if (status === event.status)
				return { discordUpdated: await reachesDiscord(event, status, { now, transaction }), removedMarks: 0 };
			const current = await selectEventDetail(actor, event.id, transaction);
			await requireVersion(version, current, { actor, now, transaction });
			const save = async () => {
				const context = { actor, now, transaction };
				await recordEventAudit(operation, event.id, context, { version: event.version + 1 });
				event.set({ cancelReason: (status === 'cancelled' && reason) || null });
				const { discordUpdated, removedMarks } = await saveChange(event, status, context);
				if (operation === 'events.reinstate') await saveDecisionAfterReinstating(event.id, now, transaction);
				return { discordUpdated, removedMarks };
			};
			return operation === 'events.cancel'
				? keepForUndo({ actor, action: operation, now, transaction }, save)
				: save();
		});
		return { event: await selectEventDetail(actor, eventId, transaction), ...result };
	});
}

async function requireVersion(
	version: number | undefined,
	current: EventDetail,
	{ transaction, ...context }: ActorContext & { transaction: Transaction },
): Promise<void> {
	if (version === undefined || version === current.version) return;
	const change = {
		eventId: current.id,
		verb: 'changed this event',
		version: current.version,
		actions: ['events.update', 'events.cancel', 'events.reinstate'] as const,
	};
	throw conflict(await describeLastChange(context, change, transaction), { current });
}
