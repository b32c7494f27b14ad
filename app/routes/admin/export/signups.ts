import { load } from '~/server/http/responses.ts';
import { createCsvResponse } from '~/server/http/streamed-body.ts';
import { exportSignups } from '~/server/operations/admin/index.ts';
import type { Route } from './+types/signups.ts';

/** Returns all signups as a CSV file; with `?separator=semicolon`, for spreadsheets that expect semicolons. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
	const read = () => Object.fromEntries(new URL(request.url).searchParams);
	return createCsvResponse('townbell-signups.csv', await load(exportSignups, context, { read }), request);
}
