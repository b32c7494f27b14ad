import { isRouteErrorResponse } from 'react-router';
import type { Offline } from '~/app/shell/offline.ts';
import { isGroupsIntent } from './groups-answer.ts';

/**
 * A fault of the server while groups are saved or split must not take the page away: the draft is on it. It becomes a
 * refusal; an error page of its own (no session, no right, no event) stays one.
 */
export async function keepDraft<T>(request: Request, act: () => Promise<T>): Promise<T | Offline> {
	const form = await request.clone().formData();
	if (!isGroupsIntent(form.get('intent'))) return act();
	try {
		return await act();
	} catch (error) {
		const isFault = error instanceof Error || (isRouteErrorResponse(error) && error.status >= 500);
		if (!isFault) throw error;
		return { offline: true, eventId: '', error: 'Something went wrong on our side.' };
	}
}
