import { isRouteErrorResponse, type MiddlewareFunction } from 'react-router';

type Results = Record<string, { type: 'data' | 'error'; result: unknown }>;

/** The data that the page shows during a live load, by route. */
let shown: Readonly<Record<string, unknown>> | null = null;
let hasFailed = false;

/** Returns whether the page is loading because others have changed something. */
export const isLiveLoad = (): boolean => shown !== null;

/**
 * Runs `load`, which loads the page again. When the server fails, the page keeps `data` (by route) instead of becoming
 * an error page. Returns whether it was loaded.
 */
export async function loadLive(
	data: Readonly<Record<string, unknown>>,
	load: () => Promise<void>,
): Promise<boolean> {
	[shown, hasFailed] = [data, false];
	try {
		await load();
	} finally {
		shown = null;
	}
	return !hasFailed;
}

/** Replaces the errors of a live load by the shown data. Refusals, such as a deleted event, stay. */
export const keepPage: MiddlewareFunction<Results> = async (_, next) => {
	const results = await next();
	if (!shown) return results;
	for (const [route, { type, result }] of Object.entries(results)) {
		if (type !== 'error' || !(route in shown) || !isFailure(result)) continue;
		results[route] = { type: 'data', result: shown[route] };
		hasFailed = true;
	}
	return results;
};

/** Whether a load failed because of the network or the server. */
const isFailure = (error: unknown): boolean =>
	isRouteErrorResponse(error) ? error.status >= 500 || error.status === 429 : !(error instanceof Response);
