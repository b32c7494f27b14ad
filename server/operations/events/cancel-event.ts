import type { z } from 'zod';
import type { Event } from '~/database/models/index.ts';
import { cancelEventInput, eventStatusInput } from '~/domain/events/input.ts';
import { type EventStatus, getStatusAfterReinstating } from '~/domain/events/status.ts';
import { conflict } from '~/domain/refusal.ts';
import { inJobTransaction } from '../../queue.ts';
import { recordAudit } from '../kernel/audit.ts';
import { doOnce } from '../kernel/idempotency.ts';
import { lockEvent } from '../kernel/lock-event.ts';
import { type ChangeContext, defineChange } from '../kernel/operation.ts';
import { keepForUndo } from '../kernel/undo.ts';
import { saveDecisionAfterReinstating } from '../places/index.ts';
import { selectEventDetail } from './queries.ts';
import { type ChangedEvent, reachesDiscord, requireVersion, saveChange } from './save-event.ts';

/**
 * Cancels an active event and updates its mirror; its signups stay. An event that is already cancelled does
 * not change. `reason` is shown to players. Throws Refusal 'missing' when no such event exists, 'conflict' when the
 * event is completed or `version` is stale (with the saved event as `current`).
 */
export const cancelEvent = defineChange({
	allow: 'events.cancel',
	params: ['eventId'],
	input: cancelEventInput,
	inTransaction: inJobTransaction,
	work: ({ params, input, context }): Promise<ChangedEvent> =>
		changeEventStatus('events.cancel', params.eventId, input, context, (event) => {
			if (event.status === 'completed') throw conflict("This event is over, so it can't be cancelled.");
			return 'cancelled';
		}),
});

/**
 * Reinstates a cancelled event: it becomes active, or completed when it has ended by now, and its mirror
 * creates a new Discord event. An event that is not cancelled does not change. Throws Refusal 'missing' when
 * no such event exists, 'conflict' when `version` is stale (with the saved event as `current`).
 */
export const reinstateEvent = defineChange({
	allow: 'events.reinstate',
	params: ['eventId'],
	input: eventStatusInput,
	inTransaction: inJobTransaction,
	work: ({ params, input, now, context }): Promise<ChangedEvent> =>
		changeEventStatus('events.reinstate', params.eventId, input, context, (event) =>
			event.status === 'cancelled' ? getStatusAfterReinstating(event, now) : event.status,
		),
});

/** Changes the status of an event. With a key, a repeat returns the event as it is now. */
async function changeEventStatus(
	operation: 'events.cancel' | 'events.reinstate',
	eventId: string,
	{ version, idempotencyKey: key, reason }: z.output<typeof cancelEventInput>,
	context: ChangeContext,
	decide: (event: Event) => EventStatus,
): Promise<ChangedEvent> {
	const { actor, now, transaction } = context;
	const request = { eventId, version, reason };
	const result = await doOnce(operation, { key, request }, context, async () => {
		const event = await lockEvent(eventId, transaction);
		const status = decide(event);
		if (status === event.status)
			return { discordUpdated: await reachesDiscord(event, status, context), removedMarks: 0 };
		const current = await selectEventDetail(actor, event.id, transaction);
		await requireVersion(version, current, context);
		const save = async () => {
			const detail = { version: event.version + 1 };
			await recordAudit(operation, { type: 'event', id: event.id }, context, detail);
			event.set({ cancelReason: (status === 'cancelled' && reason) || null });
			const { discordUpdated, removedMarks } = await saveChange(event, status, context);
			if (operation === 'events.reinstate') await saveDecisionAfterReinstating(event.id, now, transaction);
			return { discordUpdated, removedMarks };
		};
		return operation === 'events.cancel' ? keepForUndo(operation, context, save) : save();
	});
	return { event: await selectEventDetail(actor, eventId, transaction), ...result };
}
