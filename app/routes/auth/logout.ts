import { redirect } from 'react-router';
import { BODY_LIMITS } from '~/domain/limits.ts';
import { signOutBrowser } from '~/server/http/context.ts';
import { discardForm, submit } from '~/server/http/responses.ts';
import { log } from '~/server/log.ts';
import { logOut } from '~/server/operations/users/index.ts';
import type { Route } from './+types/logout.ts';

/** Deletes the session cookie even when the server fails to end the session, which is logged (spec, section 8). */
export async function action({ request, context }: Route.ActionArgs) {
	await discardForm(request, BODY_LIMITS.tiny);
	const sessionId = signOutBrowser(context);
	try {
		await submit(logOut, context, { read: () => ({ sessionId }) });
	} catch (error) {
		log().warn({ err: error }, 'logout failed');
	}
	return redirect('/login', 303);
}

export const loader = () => redirect('/events');
