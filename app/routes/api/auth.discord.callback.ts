import { finishSignIn } from '~/server/auth/sign-in.ts';
import { log } from '~/server/http/log.ts';
import type { Route } from './+types/auth.discord.callback.ts';

/** Where Discord sends people back to. */
export async function loader({ request }: Route.LoaderArgs): Promise<Response> {
	return finishSignIn(request, { report: (failure) => log().warn(failure, 'sign-in failed') });
}
