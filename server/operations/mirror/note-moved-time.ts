import type { Transaction } from 'sequelize';
import type { DiscordMirror, Event } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import {
	type EventTime,
	findMovedTime,
	isSameTime,
	type RemoteStatus,
} from '~/domain/discord/mirror-plan.ts';
import { endOf } from '~/domain/events/status.ts';
import { updateMirror } from './link-mirror.ts';

/**
 * Notes on a mirror whether a moderator has moved its Discord event, so that the event page asks what counts, and returns
 * whether that is so. A question ends when both have the same time again. Nothing is noted for an event that is not active.
 */
export async function noteMovedTime(
	mirror: DiscordMirror,
	event: Pick<Event, 'date' | 'duration' | 'status'>,
	remote: RemoteStatus,
	transaction?: Transaction,
): Promise<boolean> {
	const own = { start: event.date, end: endOf(event) };
	const sent = toTime(mirror.sentStart, mirror.sentEnd);
	const moved = event.status === 'active' ? findMovedTime(remote, { sent, own }) : null;
	const before = toTime(mirror.movedStart, mirror.movedEnd);
	const shown = {
		start: new Date(remote.scheduled_start_time),
		end: new Date(remote.scheduled_end_time),
	};
	// Both have the same time, whoever changed it.
	const agreed = moved === null && isSameTime(shown, own) ? own : null;
	const isSame = moved && before ? isSameTime(moved, before) : moved === before;
	if (isSame && (agreed === null || (sent && isSameTime(agreed, sent)))) return moved !== null;
	const fields = {
		movedStart: moved?.start ?? null,
		movedEnd: moved?.end ?? null,
		...(agreed ? { sentStart: agreed.start, sentEnd: agreed.end } : {}),
	};
	await updateMirror(mirror, fields, transaction);
	return moved !== null;
}

/**
 * Ends the question about the times that a moderator has set for these Discord events, in the transaction that has locked
 * the events: the next run sends our times, if they differ.
 */
export async function acceptMovedTimes(eventIds: readonly string[], transaction: Transaction): Promise<void> {
	await execute(
		`UPDATE discord_mirrors SET sent_start = moved_start, sent_end = moved_end, moved_start = NULL, moved_end = NULL
		WHERE event_id = ANY(:eventIds::bigint[]) AND moved_start IS NOT NULL`,
		{ eventIds },
		transaction,
	);
}

const toTime = (start: Date | null, end: Date | null): EventTime | null =>
	start && end ? { start, end } : null;
