import type { RouterContextProvider } from 'react-router';
import { actorOf } from './context.ts';
import { consume } from './rate-limit.ts';

/**
 * Counts one attempt to import by the person who is signed in, by whatever door; refuses (429) beyond the limit.
 * Both doors call it when the body is read: after session and role.
 */
export async function countImport(context: Readonly<RouterContextProvider>): Promise<void> {
	const actor = actorOf(context);
	if (actor) await consume('importsPerMinute', actor.id);
}
