import { execute } from '~/database/sql.ts';
import { deleteEventInput } from '~/domain/events/input.ts';
import { inJobTransaction } from '../../queue.ts';
import { recordAudit } from '../kernel/audit.ts';
import { defineOperation } from '../kernel/operation.ts';
import { keepForUndo } from '../kernel/undo.ts';
import { endMirrors } from '../mirror/index.ts';
import { lockEvent } from './save-event.ts';

/** `discordEventDeleted`: the event has a mirror and its Discord event will be deleted too, as requested. */
export type DeletedEvent = { message: string; discordEventDeleted: boolean };

/**
 * Deletes an event with its signups, groups and comments in one transaction, and its Discord event only on request
 * (DELETE /api/events/{id}; decision 0012). Throws Refusal 'missing' when no such event exists.
 */
export const deleteEvent = defineOperation({
	allow: 'events.delete',
	params: ['eventId'],
	input: deleteEventInput,
	handle: ({ actor, params, input, now }): Promise<DeletedEvent> =>
		inJobTransaction(async (transaction) => {
			const event = await lockEvent(params.eventId, transaction);
			const discordEventDeleted = await keepForUndo(
				{ actor, action: 'events.delete', now, transaction },
				async () => {
					const discordDeletedIds = await endMirrors([event.id], input.deleteDiscordEvent, transaction, now);
					const ofEvent = 'SELECT FROM signups WHERE event_id = :eventId';
					const signups = await execute(ofEvent, { eventId: event.id }, transaction);
					await event.destroy({ transaction });
					const subject = { type: 'event' as const, id: event.id };
					const detail = { discordEventDeleted: discordDeletedIds.length > 0, signups };
					await recordAudit({ actor, action: 'events.delete', subject, detail, now }, transaction);
					return detail.discordEventDeleted;
				},
			);
			return {
				message: discordEventDeleted ? 'Event deleted. Its Discord event is deleted too.' : 'Event deleted',
				discordEventDeleted,
			};
		}),
});
