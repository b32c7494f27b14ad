import { HttpResponse } from 'msw';

/** A response of the stand-in as plain values. */
export type PlainResponse = { status: number; body?: unknown; headers?: Record<string, string> };

/** Creates an error in Discord's format. */
export const createErrorResponse = (status: number, code: number, message: string): PlainResponse => ({
	status,
	body: { message, code },
});

export const UNKNOWN_GUILD = createErrorResponse(404, 10_004, 'Unknown Guild');
export const UNKNOWN_EVENT = createErrorResponse(404, 10_070, 'Unknown Guild Scheduled Event');
export const UNKNOWN_CHANNEL = createErrorResponse(404, 10_003, 'Unknown Channel');
export const UNKNOWN_MESSAGE = createErrorResponse(404, 10_008, 'Unknown Message');
export const EMPTY_MESSAGE = createErrorResponse(400, 50_006, 'Cannot send an empty message');
export const MISSING_ACCESS = createErrorResponse(403, 50_001, 'Missing Access');
export const MISSING_PERMISSIONS = createErrorResponse(403, 50_013, 'Missing Permissions');
export const MISSING_SCOPE = createErrorResponse(403, 50_026, 'Missing required OAuth2 scope');

/** An invalid field of a request. `path` is dotted, for example `entity_metadata.location`. */
export type FieldError = { path: string; code: string; message: string };

/** Creates Discord's "Invalid Form Body" error, with a tree of the invalid fields. */
export function createFormErrorResponse(fieldErrors: readonly FieldError[]): PlainResponse {
	const tree: Record<string, unknown> = {};
	for (const { path, code, message } of fieldErrors) {
		let branch = tree;
		for (const key of path.split('.')) {
			branch[key] ??= {};
			branch = branch[key] as Record<string, unknown>;
		}
		branch._errors = [...((branch._errors as unknown[]) ?? []), { code, message }];
	}
	return { status: 400, body: { message: 'Invalid Form Body', code: 50_035, errors: tree } };
}

/** Creates Discord's 429 with a `Retry-After` of `seconds`. */
export function createRateLimitResponse(
	seconds: number,
	{ global, code = 0, headers = {} }: { global: boolean; code?: number; headers?: Record<string, string> },
): PlainResponse {
	const body = { message: 'You are being rate limited.', retry_after: seconds, global, code };
	// The limit of one message, such as that of edits of an old one (30046), has its wait only in the body.
	if (code !== 0) return { status: 429, body, headers: { 'X-RateLimit-Scope': 'shared', ...headers } };
	return {
		status: 429,
		body,
		headers: {
			'Retry-After': String(Math.ceil(seconds)),
			'X-RateLimit-Scope': global ? 'global' : 'user',
			...(global ? { 'X-RateLimit-Global': 'true' } : {}),
			...headers,
		},
	};
}

/** Converts plain values to a fetch `Response`. */
export function toResponse(response: PlainResponse): Response {
	const headers = response.headers ?? {};
	if (response.body === undefined) return new HttpResponse(null, { status: response.status, headers });
	return new HttpResponse(JSON.stringify(response.body), {
		status: response.status,
		headers: { 'Content-Type': 'application/json', ...headers },
	});
}
