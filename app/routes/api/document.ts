import { APP_VERSION } from '~/domain/limits.ts';
import { config } from '~/server/config.ts';
import { describeApi, type OpenApiDocument } from '~/server/http/openapi.ts';
import { errorSchema } from './calls/answers.ts';
import { apiCalls, openAddresses } from './calls/index.ts';

let document: OpenApiDocument | undefined;

/** Returns the OpenAPI document. It is built once per process because it never changes. */
export function apiDocument(): OpenApiDocument {
	document ??= describeApi(apiCalls, openAddresses, {
		version: APP_VERSION,
		appUrl: config().APP_URL,
		error: errorSchema,
	});
	return document;
}
