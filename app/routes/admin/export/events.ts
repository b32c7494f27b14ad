import { createCsvResponse } from '~/server/http/csv.ts';
import { load } from '~/server/http/responses.ts';
import { exportEvents } from '~/server/operations/admin/index.ts';
import type { Route } from './+types/events.ts';

/** Returns all events as a CSV file. */
export const loader = async ({ request, context }: Route.LoaderArgs) =>
	createCsvResponse('townbell-events.csv', await load(exportEvents, context), request);
