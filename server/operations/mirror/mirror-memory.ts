import { inTransaction } from '~/database/connection.ts';
import { DiscordMirror, Event } from '~/database/models/index.ts';
import type { DiscordEvent } from '../../discord/scheduled-events.ts';

/** The text on the event page for a mirror that a member deleted on Discord (decisions, "Discord"). */
const DELETED_ON_DISCORD = 'Discord event was deleted';

/**
 * Saves a created or changed Discord event on the mirror (and on the object `mirror`) and on its event; the
 * image only if it was sent. Returns false, and saves nothing, when the mirror is gone or links another
 * Discord event by now.
 */
export async function rememberRemote(
	mirror: DiscordMirror,
	remote: DiscordEvent,
	sent: { image?: { hash: string } | null } = {},
): Promise<boolean> {
	const { eventId, discordEventId: before } = mirror;
	const fields = {
		discordEventId: remote.id,
		discordStatus: remote.status,
		...('image' in sent ? { imageHash: sent.image?.hash ?? null } : {}),
	};
	const isOurs = await inTransaction(async (transaction) => {
		// The event is locked first, as in every other operation, to avoid deadlocks.
		const event = await Event.findByPk(eventId, { transaction, lock: transaction.LOCK.UPDATE });
		// `updatedAt` is the time of the last change that a user requested, so it must not change here.
		const [written] = await DiscordMirror.update(fields, {
			where: { eventId, discordEventId: before },
			transaction,
			silent: true,
		});
		if (written > 0) await event?.update({ discordEventId: remote.id }, { transaction, silent: true });
		return written > 0;
	});
	if (isOurs) mirror.set(fields);
	return isOurs;
}

/**
 * Removes the link to a Discord event that no longer exists, and sets the mirror to `deleted` with an error
 * text.
 */
export async function unlinkMirror(eventId: string, discordEventId: string | null): Promise<void> {
	await inTransaction(async (transaction) => {
		const event = await Event.findByPk(eventId, { transaction, lock: transaction.LOCK.UPDATE });
		const [unlinked] = await DiscordMirror.update(
			{
				state: 'deleted',
				error: DELETED_ON_DISCORD,
				discordEventId: null,
				discordStatus: null,
				imageHash: null,
			},
			{ where: { eventId, discordEventId, wanted: 'present' }, transaction },
		);
		if (unlinked > 0) await event?.update({ discordEventId: null }, { transaction, silent: true });
	});
}
