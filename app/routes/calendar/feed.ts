import { readCalendarToken } from '~/server/auth/calendar-link.ts';
import {
	createAssetErrorResponse,
	createCalendarResponse,
	createEmptyResponse,
} from '~/server/http/assets.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import { consumeByAddress, consumeByUser } from '~/server/http/rate-limit.ts';
import { readCalendarFeed } from '~/server/operations/calendar/index.ts';
import { performWithReplica } from '~/server/operations/kernel/operation.ts';
import type { Route } from './+types/feed.ts';

/**
 * Returns the calendar of the user whose link this is. An unknown or revoked link, and that of a user who is no longer
 * a member, gets an empty 404.
 */
export async function loader({ params, request, context }: Route.LoaderArgs): Promise<Response> {
	const { id, now, clientAddress } = getRequestFacts(context);
	try {
		const found = await readCalendarToken(params.token, now);
		if (!found) {
			await consumeByAddress('failedCredentialsPerMinute', clientAddress);
			return createEmptyResponse(404);
		}
		const { actor, readPosition } = found;
		await consumeByUser('userRequestsPerMinute', actor.id);
		const calendar = await performWithReplica(readCalendarFeed, { actor, now }, readPosition);
		return await createCalendarResponse(request, calendar);
	} catch (error) {
		return createAssetErrorResponse(error, id);
	}
}

export const action = () => createEmptyResponse(405, { Allow: 'GET, HEAD' });
