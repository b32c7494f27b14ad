import type { EventOnPage } from '../events/page.ts';
import { MINUTE_MS } from '../limits.ts';

/**
 * Returns whether the page offers to retry an event's mirror: after a failure, or when it has been pending for a
 * minute. Discord does not restore an event that is completed or cancelled.
 */
export function canRetryMirror(
	{ status, discord_sync, mirrorChangedAt }: Pick<EventOnPage, 'status' | 'discord_sync' | 'mirrorChangedAt'>,
	now: Date,
): boolean {
	const { state, error } = discord_sync;
	if (state === 'deleted') return status === 'active';
	if (state !== 'pending') return state === 'failed';
	return error !== null || now.getTime() - Date.parse(mirrorChangedAt ?? '') >= MINUTE_MS;
}
