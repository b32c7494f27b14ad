import type { Transaction } from 'sequelize';
import { inTransaction } from '~/database/connection.ts';
import { DiscordMirror, Event } from '~/database/models/index.ts';
import { rows } from '~/database/sql.ts';
import { statusFromDiscord } from '~/domain/discord/mirror-plan.ts';
import { DISCORD_STATUS, type DiscordStatus } from '~/domain/discord/scheduled-event.ts';
import { unlinkMirror } from './mirror-memory.ts';

/**
 * Somebody changed an event's status on Discord: one that ended there ends here (decisions, "Discord"). What says nothing
 * new, is about an earlier mirror, or comes while a change of ours is still on its way (it may be that very change) is
 * left alone. Answers whether our event changed.
 */
export async function applyDiscordStatus(
	{ discordEventId, status }: { discordEventId: string; status: DiscordStatus },
	now: Date,
): Promise<boolean> {
	const found = await findMirror(discordEventId);
	if (!found) return false;
	return inTransaction(async (transaction) => {
		const event = await Event.findByPk(found.eventId, { transaction, lock: transaction.LOCK.UPDATE });
		const mirror = event && (await findMirror(discordEventId, transaction));
		if (!event || !mirror || mirror.state === 'pending') return false;
		return follow({ event, mirror, status }, { transaction, now });
	});
}

/**
 * The same for what the mirror's own job has read on Discord and knows to be none of our doing: also while a change of
 * ours waits. `eventId` is the mirror's event. Answers false, and nothing has changed, when another event of Discord's
 * stands on the mirror by now or ours is not active any more.
 */
export function endAsOnDiscord(
	{ eventId, discordEventId, status }: { eventId: string; discordEventId: string; status: DiscordStatus },
	now: Date,
): Promise<boolean> {
	return inTransaction(async (transaction) => {
		const event = await Event.findByPk(eventId, { transaction, lock: transaction.LOCK.UPDATE });
		const mirror = event && (await findMirror(discordEventId, transaction));
		return event && mirror ? follow({ event, mirror, status }, { transaction, now }) : false;
	});
}

type Followed = { event: Event; mirror: DiscordMirror; status: DiscordStatus };

async function follow(
	{ event, mirror, status }: Followed,
	{ transaction, now }: { transaction: Transaction; now: Date },
): Promise<boolean> {
	// An ended one is final on Discord: what says otherwise is older.
	if (mirror.discordStatus === status || isEnded(mirror.discordStatus)) return false;
	// `updatedAt` says when people last wanted something of the mirror; it is not ours to move.
	await mirror.update({ discordStatus: status }, { transaction, silent: true });
	const next = statusFromDiscord(event.status, status);
	if (next === null) return false;
	// A form that is open goes stale by a cancellation, as by one that is made here; not by an end.
	const version = event.version + (next === 'cancelled' ? 1 : 0);
	await event.update({ status: next, version, updatedAt: now }, { transaction });
	return true;
}

/** Somebody deleted the event on Discord: the link goes, the night stays. One that we are deleting ourselves, or an earlier one: nothing. */
export async function forgetDiscordEvent(discordEventId: string): Promise<boolean> {
	const mirror = await findMirror(discordEventId);
	if (!mirror) return false;
	await unlinkMirror(mirror.eventId, discordEventId);
	return true;
}

/** A mirror of an active event of ours that should still be open on Discord. */
export type OpenMirror = { eventId: string; discordEventId: string; wasEnded: boolean; isOver: boolean };

/** Those mirrors, by event; `isOver`: the night has ended by `now`, so Discord may have ended and forgotten it by itself. */
export async function listOpenMirrors(now: Date): Promise<OpenMirror[]> {
	const found = await rows<{
		event_id: string;
		discord_event_id: string;
		discord_status: number | null;
		is_over: boolean;
	}>(
		`SELECT m.event_id, m.discord_event_id, m.discord_status,
			e.date + make_interval(mins => e.duration) <= :now AS is_over
		FROM discord_mirrors m JOIN events e ON e.id = m.event_id
		WHERE m.discord_event_id IS NOT NULL AND m.wanted = 'present' AND m.state <> 'deleted' AND e.status = 'active'
		ORDER BY m.event_id`,
		{ now },
	);
	return found.map((row) => ({
		eventId: row.event_id,
		discordEventId: row.discord_event_id,
		wasEnded: isEnded(row.discord_status),
		isOver: row.is_over,
	}));
}

const findMirror = (discordEventId: string, transaction?: Transaction) =>
	DiscordMirror.findOne({
		where: { discordEventId, wanted: 'present' },
		...(transaction ? { transaction, lock: transaction.LOCK.UPDATE } : {}),
	});

const isEnded = (status: number | null) =>
	status === DISCORD_STATUS.completed || status === DISCORD_STATUS.cancelled;
