import type { RemoteStatus } from '~/domain/discord/mirror-plan.ts';
import type { DiscordStatus } from '~/domain/discord/scheduled-event.ts';
import { endOf } from '~/domain/events/status.ts';

/** Returns the status of an event's mirror with the event's own times; `isRepeating`: as a date of a repeating event. */
export function makeRemoteStatus(
	status: DiscordStatus,
	event: { date: Date; duration: number },
	{ isRepeating = false } = {},
): RemoteStatus {
	const start = event.date.toISOString();
	return {
		status,
		isExternal: true,
		scheduled_start_time: start,
		scheduled_end_time: endOf(event).toISOString(),
		seriesStart: isRepeating ? start : null,
	};
}
