import { load } from '~/server/http/responses.ts';
import { createCsvResponse } from '~/server/http/streamed-body.ts';
import { exportEvents } from '~/server/operations/admin/index.ts';
import type { Route } from './+types/events.ts';

/** Returns all events as a CSV file; with `?separator=semicolon`, for spreadsheets that expect semicolons. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
	const read = () => Object.fromEntries(new URL(request.url).searchParams);
	return createCsvResponse('townbell-events.csv', await load(exportEvents, context, { read }), request);
}
