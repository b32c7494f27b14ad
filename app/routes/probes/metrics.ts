import { mayReadMetrics, readMetrics } from '~/server/http/metrics.ts';
import type { Route } from './+types/metrics.ts';

/** Prometheus's page for requests that may read the metrics; a 404 for all others. */
export async function loader({ request }: Route.LoaderArgs) {
	if (!mayReadMetrics(request)) return new Response('Not found\n', { status: 404 });
	const { text, type } = await readMetrics();
	return new Response(text, { headers: { 'Content-Type': type } });
}
