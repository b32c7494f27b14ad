import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import 'reflect-metadata';
import { apiCalls, publicRoutes } from '~/app/routes/api/calls/index.ts';
import { errorSchema } from '~/app/routes/api/calls/schemas.ts';
import { APP_VERSION } from '~/domain/limits.ts';
import { describeApi } from '~/server/http/openapi.ts';
import { formatTypes } from './format-types.ts';

export const TYPES_FILE = path.join(import.meta.dirname, 'types.ts');

/** Returns the client's types for the API document of this checkout. */
export const generateTypes = (): string =>
	formatTypes(
		describeApi(apiCalls, publicRoutes, {
			version: APP_VERSION,
			appUrl: 'http://localhost:3000',
			error: errorSchema,
		}),
	);

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(TYPES_FILE, generateTypes());
