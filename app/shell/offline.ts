import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { readText } from './form-text.ts';

/** The result of a form's action in the browser when the server was not reached; the page stays as it is. */
export type OfflineResult = { offline: true; eventId: string; error: string };

const TEXT = 'The server could not be reached. Please check your connection.';

/** Runs a server action from a client action. A failed connection becomes a refusal, not an error page. */
export async function tryServerAction<T>(
	request: Request,
	serverAction: () => Promise<T>,
): Promise<T | OfflineResult> {
	const form = await request.clone().formData();
	try {
		return await serverAction();
	} catch (error) {
		// fetch() rejects with a TypeError when there is no response; refusals and redirects are Responses.
		if (!(error instanceof TypeError)) throw error;
		return { offline: true, eventId: readText(form, 'eventId'), error: TEXT };
	}
}

/** Skips revalidation after an action that did not reach the server: it would fail too and lose the page. */
export function revalidateUnlessOffline({
	actionResult,
	defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
	const offline = typeof actionResult === 'object' && actionResult !== null && 'offline' in actionResult;
	return !offline && defaultShouldRevalidate;
}
