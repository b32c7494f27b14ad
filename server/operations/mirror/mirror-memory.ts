import { inTransaction } from '~/database/connection.ts';
import { DiscordMirror, Event } from '~/database/models/index.ts';
import type { DiscordEvent } from '../../discord/scheduled-events.ts';

/** What the event page says of a mirror that somebody deleted on Discord (decisions, "Discord"). */
const DELETED_ON_DISCORD = 'Discord event was deleted';

/**
 * Writes down at once what Discord has made or changed, on the mirror (`mirror` itself too) and on its event; `image` only
 * where it was sent along. Answers false, and writes nothing, when the mirror is gone or another event of Discord's
 * stands on it by now.
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
		// The event first, as every operation does, so that nobody waits for the other.
		const event = await Event.findByPk(eventId, { transaction, lock: transaction.LOCK.UPDATE });
		// `updatedAt` says when people last wanted something of the mirror; it is not ours to move.
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

/** Takes the link to an event that Discord no longer has from ours, and says so on the mirror. */
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
