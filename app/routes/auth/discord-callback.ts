import { finishSignIn } from '~/server/auth/sign-in.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import { redirectFailedSignIn } from '~/server/http/sign-in-failure.ts';
import { log } from '~/server/log.ts';
import type { Route } from './+types/discord-callback.ts';

/** Handles the redirect from Discord. The sign-in screen shows any error on our side. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
	try {
		return await finishSignIn(request, {
			isSignedIn: getRequestFacts(context).authenticated !== null,
			report: (failure) => log().warn(failure, 'sign-in failed'),
		});
	} catch (error) {
		log().error({ err: error }, 'sign-in could not be finished');
		return redirectFailedSignIn(request, error);
	}
}
