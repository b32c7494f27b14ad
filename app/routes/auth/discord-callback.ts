import { redirect } from 'react-router';
import { finishSignIn } from '~/server/auth/sign-in.ts';
import { signInFailure } from '~/server/http/sign-in-failure.ts';
import { log } from '~/server/log.ts';
import type { Route } from './+types/discord-callback.ts';

/** Where Discord sends people back to; whatever breaks on our side is told on the sign-in screen. */
export async function loader({ request }: Route.LoaderArgs): Promise<Response> {
	try {
		return await finishSignIn(request, { report: (failure) => log().warn(failure, 'sign-in failed') });
	} catch (error) {
		log().error({ err: error }, 'sign-in could not be finished');
		return redirect(signInFailure(error));
	}
}
