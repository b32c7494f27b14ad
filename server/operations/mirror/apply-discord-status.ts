import type { Transaction } from 'sequelize';
import { inTransaction } from '~/database/connection.ts';
import { DiscordMirror, type Event } from '~/database/models/index.ts';
import { rows } from '~/database/sql.ts';
import { getStatusFromDiscord, type RemoteStatus } from '~/domain/discord/mirror-plan.ts';
import { DISCORD_STATUS } from '~/domain/discord/scheduled-event.ts';
import { buildEndSql } from '../../wire/event-sql.ts';
import { lockEventIfExists } from '../kernel/lock-event.ts';
import { askForRollCalls, deleteMarks } from '../kernel/roll-calls.ts';
import { isOnMirroredDate, unlinkMirror } from './link-mirror.ts';
import { noteMovedTime } from './note-moved-time.ts';

/**
 * Applies a status change on Discord to our event, and returns whether our event changed. An event that ended on
 * Discord ends here by the rule of `getStatusFromDiscord` (decision 0020), and a completed one asks for the roll
 * call (decision 0025). A time that a moderator has set is noted, and changes nothing here (decision 0017). A change
 * is ignored when it brings no new status, or belongs to an earlier mirror or to another date of a repeating event.
 * So is one that comes while a change of ours is pending, because it may be that change.
 */
export async function applyDiscordStatus(
	{ discordEventId, remote }: { discordEventId: string; remote: RemoteStatus },
	now: Date,
): Promise<boolean> {
	const found = await findMirror(discordEventId);
	if (!found) return false;
	return inTransaction(async (transaction) => {
		const event = await lockEventIfExists(found.eventId, transaction);
		const mirror = event && (await findMirror(discordEventId, transaction));
		if (!event || !mirror || mirror.state === 'pending') return false;
		if (!(await isOnMirroredDate(mirror, event, remote.seriesStart, transaction))) return false;
		await noteMovedTime(mirror, event, remote, transaction);
		return applyStatus({ event, mirror, remote }, { transaction, now });
	});
}

/**
 * Applies a status that the mirror's own job has read on Discord and that no change of ours has caused, also
 * while a change of ours is pending. `eventId` is the mirror's event. Returns false, with our event
 * unchanged, when the mirror links another Discord event by now or our event is no longer active.
 */
export function applyDiscordEnd(
	{ eventId, discordEventId, remote }: { eventId: string; discordEventId: string; remote: RemoteStatus },
	now: Date,
): Promise<boolean> {
	return inTransaction(async (transaction) => {
		const event = await lockEventIfExists(eventId, transaction);
		const mirror = event && (await findMirror(discordEventId, transaction));
		return event && mirror ? applyStatus({ event, mirror, remote }, { transaction, now }) : false;
	});
}

type StatusChange = { event: Event; mirror: DiscordMirror; remote: RemoteStatus };

async function applyStatus(
	{ event, mirror, remote }: StatusChange,
	{ transaction, now }: { transaction: Transaction; now: Date },
): Promise<boolean> {
	const { status } = remote;
	// Ended Discord events are terminal; a packet with another status is stale.
	if (mirror.discordStatus === status || isEnded(mirror.discordStatus)) return false;
	// An end is saved also when our event goes on, because Discord later deletes the ended event itself.
	// `updatedAt` is the time of the last change that a user requested, so it must not change here.
	await mirror.update({ discordStatus: status }, { transaction, silent: true });
	const nextStatus = getStatusFromDiscord(event, remote, now);
	if (nextStatus === null) return false;
	// A cancellation on Discord makes open forms stale, like a cancellation here; a completion does not.
	const version = event.version + (nextStatus === 'cancelled' ? 1 : 0);
	await event.update({ status: nextStatus, version, updatedAt: now }, { transaction });
	if (nextStatus === 'completed') await askForRollCalls([event.id], transaction, now);
	else await deleteMarks(event.id, transaction);
	return true;
}

/**
 * Unlinks a Discord event that was deleted there, and returns whether it was linked; our event stays. Does
 * nothing for an event that we are deleting ourselves, also when ours was put back since, or for an earlier mirror.
 */
export async function unlinkDiscordEvent(discordEventId: string): Promise<boolean> {
	const mirror = await findMirror(discordEventId);
	if (!mirror || (mirror.state === 'pending' && isEnded(mirror.discordStatus))) return false;
	await unlinkMirror(mirror.eventId, discordEventId);
	return true;
}

/** The statuses of a Discord event that is over. */
const ENDED = [DISCORD_STATUS.completed, DISCORD_STATUS.cancelled];

/** A mirror of an active event whose Discord event should still be open. */
export type OpenMirror = {
	eventId: string;
	discordEventId: string;
	wasEnded: boolean;
	isOver: boolean;
	/** The original start of the mirrored date; it counts when the Discord event repeats. */
	date: Date;
};

/** Returns the open mirrors by event id. `isOver`: the event has ended, so Discord may have deleted its event. */
export const listOpenMirrors = (now: Date): Promise<OpenMirror[]> =>
	rows<OpenMirror>(
		`SELECT m.event_id::text AS "eventId", m.discord_event_id AS "discordEventId",
			coalesce(m.discord_status IN (${ENDED.join()}), false) AS "wasEnded",
			${buildEndSql()} <= :now AS "isOver", coalesce(m.series_start, e.date) AS date
		FROM discord_mirrors m JOIN events e ON e.id = m.event_id
		WHERE m.discord_event_id IS NOT NULL AND m.wanted = 'present' AND m.state <> 'deleted' AND e.status = 'active'
		ORDER BY m.event_id`,
		{ now },
	);

const findMirror = (discordEventId: string, transaction?: Transaction) =>
	DiscordMirror.findOne({
		where: { discordEventId, wanted: 'present' },
		...(transaction ? { transaction, lock: transaction.LOCK.UPDATE } : {}),
	});

const isEnded = (status: number | null) => ENDED.some((ended) => ended === status);
