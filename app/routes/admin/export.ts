import { load } from '~/server/http/responses.ts';
import { createCsvResponse } from '~/server/http/streamed-body.ts';
import { exportEvents, exportSignups } from '~/server/operations/admin/index.ts';
import type { Route } from './+types/export.ts';

/** Returns all events, or all signups, as a CSV file; with `?separator=semicolon`, for spreadsheets that expect semicolons. */
export async function loader({ request, url, context }: Route.LoaderArgs): Promise<Response> {
	const [name, operation] = url.pathname.endsWith('/events.csv')
		? (['townbell-events.csv', exportEvents] as const)
		: (['townbell-signups.csv', exportSignups] as const);
	const read = () => Object.fromEntries(url.searchParams);
	return createCsvResponse(name, await load(operation, context, { read }), request);
}
