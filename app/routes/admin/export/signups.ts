import { createCsvResponse } from '~/server/http/csv.ts';
import { load } from '~/server/http/responses.ts';
import { exportSignups } from '~/server/operations/admin/index.ts';
import type { Route } from './+types/signups.ts';

/** Returns all signups as a CSV file. */
export const loader = async ({ request, context }: Route.LoaderArgs) =>
	createCsvResponse('townbell-signups.csv', await load(exportSignups, context), request);
