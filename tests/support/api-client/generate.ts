import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import 'reflect-metadata';
import { errorSchema } from '~/app/routes/api/calls/answers.ts';
import { apiCalls, openAddresses } from '~/app/routes/api/calls/index.ts';
import { APP_VERSION } from '~/domain/limits.ts';
import { describeApi } from '~/server/http/openapi.ts';
import { writeTypes } from './write-types.ts';

export const TYPES = path.join(import.meta.dirname, 'types.ts');

/** Returns the client's types for the API document of this checkout. */
export const currentTypes = (): string =>
	writeTypes(
		describeApi(apiCalls, openAddresses, {
			version: APP_VERSION,
			appUrl: 'http://localhost:3000',
			error: errorSchema,
		}),
	);

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(TYPES, currentTypes());
