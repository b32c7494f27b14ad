import { APP_VERSION } from '~/domain/limits.ts';
import { config } from '~/server/config.ts';
import { describeApi, type OpenApiDocument } from '~/server/http/openapi.ts';
import { errorSchema } from './calls/answers.ts';
import { apiCalls, openAddresses } from './calls/index.ts';

let document: OpenApiDocument | undefined;

/** The API's document; it never changes while the process lives. */
export function apiDocument(): OpenApiDocument {
	document ??= describeApi(apiCalls, openAddresses, {
		version: APP_VERSION,
		appUrl: config().APP_URL,
		error: errorSchema,
	});
	return document;
}
