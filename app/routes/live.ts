import { createEmptyResponse, serveAsset } from '~/server/http/assets.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import { openLiveStream } from '~/server/live/stream.ts';
import { watchEvents } from '~/server/operations/events/index.ts';
import type { Route } from './+types/live.ts';

/** Reports which events change, to pages that are open and to programs. */
export function loader({ request, url, context }: Route.LoaderArgs): Promise<Response> {
	const { authenticated } = getRequestFacts(context);
	const args = { read: () => Object.fromEntries(url.searchParams) };
	return serveAsset(watchEvents, context, args, async (watch) => {
		const sessionId = authenticated?.sessionId ?? '';
		const headers = {
			'Content-Type': 'text/event-stream',
			// Compression would hold messages back; nginx reads the second header.
			'Cache-Control': 'private, no-store, no-transform',
			'X-Accel-Buffering': 'no',
		};
		if (request.method === 'HEAD') return new Response(null, { headers });
		return new Response(await openLiveStream({ ...watch, sessionId, signal: request.signal }), { headers });
	});
}

export const action = () => createEmptyResponse(405, { Allow: 'GET, HEAD' });
