import { startSignIn } from '~/server/auth/sign-in.ts';
import { createStartFailure, isPageRequest } from '~/server/http/sign-in-failure.ts';
import { log } from '~/server/log.ts';
import type { Route } from './+types/discord.ts';

/** Starts a sign-in. Programs get JSON; a browser that asks for a page is redirected to Discord. */
export async function loader({ request }: Route.LoaderArgs): Promise<Response> {
	try {
		const { authUrl, headers } = await startSignIn(request);
		if (!isPageRequest(request)) return Response.json({ authUrl }, { headers });
		headers.set('Location', authUrl);
		return new Response(null, { status: 302, headers });
	} catch (error) {
		log().error({ err: error }, 'sign-in could not be started');
		return createStartFailure(request, error);
	}
}
