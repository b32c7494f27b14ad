import { APP_VERSION } from '~/domain/limits.ts';
import { config } from '~/server/config.ts';
import { describeApi, type OpenApiDocument } from '~/server/http/openapi.ts';
import { apiCalls, publicRoutes } from './calls/index.ts';
import { errorSchema } from './calls/schemas.ts';

let document: OpenApiDocument | undefined;

/** Returns the OpenAPI document. It is built once per process because it never changes. */
export function getApiDocument(): OpenApiDocument {
	document ??= describeApi(apiCalls, publicRoutes, {
		version: APP_VERSION,
		appUrl: config().APP_URL,
		error: errorSchema,
	});
	return document;
}
