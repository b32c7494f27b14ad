import { z } from 'zod';
import { BODY_LIMITS } from '~/domain/limits.ts';
import { scriptSchema } from '~/domain/scripts/schema.ts';
import { defineCall } from '~/server/http/calls.ts';
import { addScript, deleteScript, listScripts } from '~/server/operations/scripts/index.ts';
import { messageSchema } from './schemas.ts';

export const scriptCalls = [
	defineCall('GET /api/scripts', {
		summary: 'List the scripts that a group may have, the base editions first',
		description: 'The base editions have no characters here. A character without a team is an official one.',
		operation: listScripts,
		responses: { 200: z.array(scriptSchema) },
	}),
	defineCall('POST /api/scripts', {
		summary: 'Add a script to the library',
		description:
			'`json` is the text of a script’s file, at most 64 KB, or the list in it. `name` replaces the name in the file. For storytellers, creators and admins. A file that the library has already is returned unchanged.',
		operation: addScript,
		bodyLimit: BODY_LIMITS.large,
		responses: { 201: scriptSchema },
		refusalStatuses: [409],
		example: { json: ['washerwoman', 'empath', 'butler', 'poisoner', 'imp'], name: 'Five characters' },
	}),
	defineCall('DELETE /api/scripts/{scriptId}', {
		summary: 'Remove a script from the library: your own, or any script as a creator',
		description: 'Groups that have it stay without a script. The base editions cannot be removed.',
		operation: deleteScript,
		responses: { 200: messageSchema },
		refusalStatuses: [409],
	}),
];
