import type { z } from 'zod';
import type { Event } from '~/database/models/index.ts';
import { cancelEventInput, eventStatusInput } from '~/domain/events/input.ts';
import { type EventStatus, getStatusAfterReinstating } from '~/domain/events/status.ts';
import { conflict } from '~/domain/refusal.ts';
import { inJobTransaction } from '../../queue.ts';
import { recordAudit } from '../kernel/audit.ts';
import { doOnce } from '../kernel/idempotency.ts';
import { lockEvent } from '../kernel/lock-event.ts';
import { defineOperation } from '../kernel/operation.ts';
import { keepForUndo } from '../kernel/undo.ts';
import { saveDecisionAfterReinstating } from '../places/index.ts';
import { selectEventDetail } from './queries.ts';
import {
	type ActorContext,
	type ChangedEvent,
	reachesDiscord,
	requireVersion,
	saveChange,
} from './save-event.ts';

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

/** Changes the status of an event. With a key, a repeat returns the event as it is now. */
function changeEventStatus(
	operation: 'events.cancel' | 'events.reinstate',
	eventId: string,
	{ version, idempotencyKey: key, reason }: z.output<typeof cancelEventInput>,
	{ actor, now }: ActorContext,
	decide: (event: Event) => EventStatus,
): Promise<ChangedEvent> {
	return inJobTransaction(async (transaction) => {
		const { result } = await doOnce(
			operation,
			{ key, request: { eventId, version, reason } },
			{ actor, now, transaction },
			async () => {
				const event = await lockEvent(eventId, transaction);
				const status = decide(event);
				if (status === event.status)
					return {
						discordUpdated: await reachesDiscord(event, status, { now, transaction }),
						removedMarks: 0,
					};
				const current = await selectEventDetail(actor, event.id, transaction);
				await requireVersion(version, current, { actor, now, transaction });
				const save = async () => {
					const context = { actor, now, transaction };
					await recordAudit(operation, { type: 'event', id: event.id }, context, {
						version: event.version + 1,
					});
					event.set({ cancelReason: (status === 'cancelled' && reason) || null });
					const { discordUpdated, removedMarks } = await saveChange(event, status, context);
					if (operation === 'events.reinstate')
						await saveDecisionAfterReinstating(event.id, now, transaction);
					return { discordUpdated, removedMarks };
				};
				return operation === 'events.cancel'
					? keepForUndo(operation, { actor, now, transaction }, save)
					: save();
			},
		);
		return { event: await selectEventDetail(actor, eventId, transaction), ...result };
	});
}
