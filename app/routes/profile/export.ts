import { load } from '~/server/http/answers.ts';
import { exportProfile } from '~/server/operations/users/index.ts';
import type { Route } from './+types/export.ts';

/** Returns everything that is stored about the user, as a JSON file. */
export async function loader({ context }: Route.LoaderArgs) {
	const kept = await load(exportProfile, context);
	return new Response(JSON.stringify(kept, null, '\t'), {
		headers: {
			'Content-Type': 'application/json; charset=utf-8',
			'Content-Disposition': 'attachment; filename="townbell-profile.json"',
		},
	});
}
