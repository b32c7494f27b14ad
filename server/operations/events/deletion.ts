import { inTransaction } from '~/database/connection.ts';
import { deleteEventInput } from '~/domain/events/input.ts';
import { recordAudit } from '../kernel/audit.ts';
import { operation } from '../kernel/operation.ts';
import { endMirrors } from '../mirror/index.ts';
import { lockEvent } from './editing.ts';

/** `discordEventDeleted`: that of Discord will be deleted too; it was asked for, and there is one. */
export type DeletedEvent = { message: string; discordEventDeleted: boolean };

/**
 * DELETE /api/events/{id}: the event with its signups, groups and comments, in one transaction; the linked Discord event
 * only when asked (decisions, "Events"). Refuses: 404.
 */
export const deleteEvent = operation({
	allow: 'events.delete',
	params: ['eventId'],
	input: deleteEventInput,
	handle: ({ actor, params, input, now }): Promise<DeletedEvent> =>
		inTransaction(async (transaction) => {
			const event = await lockEvent(params.eventId, transaction);
			const withdrawn = await endMirrors([event.id], input.deleteDiscordEvent, transaction, now);
			const discordEventDeleted = withdrawn.length > 0;
			await event.destroy({ transaction });
			const subject = { type: 'event' as const, id: event.id };
			await recordAudit(
				{ actor, action: 'events.delete', subject, detail: { discordEventDeleted }, now },
				transaction,
			);
			return {
				message: discordEventDeleted ? 'Event deleted. Its Discord event is deleted too.' : 'Event deleted',
				discordEventDeleted,
			};
		}),
});
