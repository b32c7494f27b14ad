import type { Transaction } from 'sequelize';
import { inTransaction } from '~/database/connection.ts';
import { DiscordMirror, type Event } from '~/database/models/index.ts';
import { isSameDate } from '~/domain/discord/scheduled-event.ts';
import type { DiscordEvent } from '../../discord/scheduled-events.ts';
import { lockEventIfExists } from '../kernel/lock-event.ts';

/** The text on the event page for a mirror that a member deleted on Discord. */
const EVENT_DELETED_ON_DISCORD = 'Discord event was deleted';

/**
 * Saves a created or changed Discord event on the mirror (and on the object `mirror`) and on its event; the image only
 * if it was sent. Returns false, and saves nothing, when the mirror was deleted or links another Discord event by now.
 */
export async function saveDiscordEvent(
	mirror: DiscordMirror,
	remote: DiscordEvent,
	sent: { image?: { hash: string } | null } = {},
): Promise<boolean> {
	const { eventId, discordEventId: previousId } = mirror;
	const fields = {
		discordEventId: remote.id,
		discordStatus: remote.status,
		...('image' in sent ? { imageHash: sent.image?.hash ?? null } : {}),
	};
	const isSaved = await inTransaction(async (transaction) => {
		// The event is locked first, as in every other operation, to avoid deadlocks.
		const event = await lockEventIfExists(eventId, transaction);
		// `updatedAt` is the time of the last change that a user requested, so it must not change here.
		const [updatedCount] = await DiscordMirror.update(fields, {
			where: { eventId, discordEventId: previousId },
			transaction,
			silent: true,
		});
		if (updatedCount > 0) await event?.update({ discordEventId: remote.id }, { transaction, silent: true });
		return updatedCount > 0;
	});
	if (isSaved) mirror.set(fields);
	return isSaved;
}

/** Removes the link to a Discord event that no longer exists, and sets the mirror to `deleted` with an error text. */
export async function unlinkMirror(eventId: string, discordEventId: string | null): Promise<void> {
	await inTransaction(async (transaction) => {
		const event = await lockEventIfExists(eventId, transaction);
		const [unlinkedCount] = await DiscordMirror.update(
			{
				state: 'deleted',
				error: EVENT_DELETED_ON_DISCORD,
				discordEventId: null,
				discordStatus: null,
				imageHash: null,
				seriesStart: null,
				sentStart: null,
				sentEnd: null,
				movedStart: null,
				movedEnd: null,
			},
			{ where: { eventId, discordEventId, wanted: 'present' }, transaction },
		);
		if (unlinkedCount > 0) await event?.update({ discordEventId: null }, { transaction, silent: true });
	});
}

/**
 * Returns whether a Discord event stands for the date that the mirror stands for. `seriesStart` is the original start of
 * the date that it stands for now; null: it does not repeat, so it has one date. Saves on the mirror that its Discord
 * event repeats, when that is new: it was imported by an earlier version, or a member made it repeat.
 */
export async function isOnMirroredDate(
	mirror: DiscordMirror,
	event: Pick<Event, 'date'>,
	seriesStart: string | null,
	transaction?: Transaction,
): Promise<boolean> {
	if (seriesStart === null) return true;
	const date = mirror.seriesStart ?? event.date;
	if (mirror.seriesStart === null) {
		const where = { eventId: mirror.eventId, discordEventId: mirror.discordEventId };
		await DiscordMirror.update(
			{ seriesStart: date },
			{ where, silent: true, ...(transaction ? { transaction } : {}) },
		);
		mirror.set({ seriesStart: date });
	}
	return isSameDate(date, new Date(seriesStart));
}
