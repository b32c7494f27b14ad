import { getRequestFacts } from '~/server/http/context.ts';
import { mayReadMetrics, readMetrics } from '~/server/http/metrics.ts';
import { socketAddressContext } from '~/server/http/peer.ts';
import type { Route } from './+types/metrics.ts';

/** Returns the Prometheus metrics, or 404 when the request may not read them. */
export async function loader({ request, context }: Route.LoaderArgs) {
	if (!mayReadMetrics(request, context.get(socketAddressContext)))
		return new Response('Not found\n', { status: 404 });
	const { text, type } = await readMetrics(getRequestFacts(context).now);
	return new Response(text, { headers: { 'Content-Type': type } });
}
