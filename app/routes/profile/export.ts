import { load } from '~/server/http/responses.ts';
import { exportProfile } from '~/server/operations/users/index.ts';
import type { Route } from './+types/export.ts';

/** Returns everything that is stored about the user, as a JSON file. */
export async function loader({ context }: Route.LoaderArgs) {
	const storedData = await load(exportProfile, context);
	return new Response(JSON.stringify(storedData, null, '\t'), {
		headers: {
			'Content-Type': 'application/json; charset=utf-8',
			'Content-Disposition': 'attachment; filename="townbell-profile.json"',
		},
	});
}
