import { createCalendarResponse, createEmptyResponse, serveAsset } from '~/server/http/assets.ts';
import { readCalendarEvent } from '~/server/operations/calendar/index.ts';
import type { Route } from './+types/event.ts';

/** Returns one event as a calendar file. */
export function loader({ params, request, context }: Route.LoaderArgs): Promise<Response> {
	const name = `townbell-event-${params.eventId}.ics`;
	return serveAsset(readCalendarEvent, context, { params }, (calendar) =>
		createCalendarResponse(request, calendar, { 'Content-Disposition': `attachment; filename="${name}"` }),
	);
}

export const action = () => createEmptyResponse(405, { Allow: 'GET, HEAD' });
