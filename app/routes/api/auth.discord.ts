import { startSignIn } from '~/server/auth/sign-in.ts';
import { log } from '~/server/http/log.ts';
import type { Route } from './+types/auth.discord.ts';

/** Begins a sign-in: JSON for programs; a browser that asks for a page is sent straight to Discord. */
export async function loader({ request }: Route.LoaderArgs): Promise<Response> {
	const wantsPage = request.headers.get('Accept')?.includes('text/html') ?? false;
	try {
		const { authUrl, headers } = await startSignIn(request);
		if (!wantsPage) return Response.json({ authUrl }, { headers });
		headers.set('Location', authUrl);
		return new Response(null, { status: 302, headers });
	} catch (error) {
		log().error({ err: error }, 'sign-in could not be started');
		if (wantsPage) return new Response(null, { status: 302, headers: { Location: '/?error=start' } });
		return Response.json({ error: 'Failed to initiate login' }, { status: 500 });
	}
}
