import { finishSignIn } from '~/server/auth/sign-in.ts';
import { redirectFailedSignIn } from '~/server/http/sign-in-failure.ts';
import { log } from '~/server/log.ts';
import type { Route } from './+types/discord-callback.ts';

/** Handles the redirect from Discord. The sign-in screen shows any error on our side. */
export async function loader({ request }: Route.LoaderArgs): Promise<Response> {
	try {
		return await finishSignIn(request, { report: (failure) => log().warn(failure, 'sign-in failed') });
	} catch (error) {
		log().error({ err: error }, 'sign-in could not be finished');
		return redirectFailedSignIn(request, error);
	}
}
