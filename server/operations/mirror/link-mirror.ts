import type { Transaction } from 'sequelize';
import { inTransaction } from '~/database/connection.ts';
import { DiscordMirror, type Event } from '~/database/models/index.ts';
import { isSameDate } from '~/domain/discord/scheduled-event.ts';
import type { DiscordEvent } from '../../discord/scheduled-events.ts';
import { lockEventIfExists } from '../kernel/lock-event.ts';

/** The text on the event page for a mirror that a member deleted on Discord. */
const EVENT_DELETED_ON_DISCORD = 'Discord event was deleted';

/** Saves a created or changed Discord event on the mirror as `updateMirror` does, and on its event; the image only if sent. */
export async function saveDiscordEvent(
	mirror: DiscordMirror,
	remote: DiscordEvent,
	sent: { image?: { hash: string } | null } = {},
): Promise<boolean> {
	const fields = {
		discordEventId: remote.id,
		discordStatus: remote.status,
		...('image' in sent ? { imageHash: sent.image?.hash ?? null } : {}),
	};
	return inTransaction(async (transaction) => {
		// The event is locked first, as in every other operation, to avoid deadlocks.
		const event = await lockEventIfExists(mirror.eventId, transaction);
		const isSaved = await updateMirror(mirror, fields, transaction);
		if (isSaved) await event?.update({ discordEventId: remote.id }, { transaction, silent: true });
		return isSaved;
	});
}

/**
 * Saves fields on a mirror (and on the object `mirror`). Returns false, and saves nothing, when the mirror was deleted or
 * links another Discord event by now.
 */
export async function updateMirror(
	mirror: DiscordMirror,
	fields: Partial<DiscordMirror>,
	transaction?: Transaction,
): Promise<boolean> {
	const { eventId, discordEventId } = mirror;
	// `updatedAt` is the time of the last change that a user requested, so it must not change here.
	const options = {
		where: { eventId, discordEventId },
		silent: true,
		...(transaction ? { transaction } : {}),
	};
	const [updatedCount] = await DiscordMirror.update(fields, options);
	if (updatedCount > 0) mirror.set(fields);
	return updatedCount > 0;
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
	if (mirror.seriesStart === null) await updateMirror(mirror, { seriesStart: date }, transaction);
	return isSameDate(date, new Date(seriesStart));
}
