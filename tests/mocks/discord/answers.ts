import { HttpResponse } from 'msw';

export type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

/** Discord's error shape. */
export const errorAnswer = (status: number, code: number, message: string): Answer => ({
	status,
	body: { message, code },
});

export const UNKNOWN_GUILD = errorAnswer(404, 10_004, 'Unknown Guild');
export const UNKNOWN_EVENT = errorAnswer(404, 10_070, 'Unknown Guild Scheduled Event');
export const MISSING_ACCESS = errorAnswer(403, 50_001, 'Missing Access');
export const MISSING_PERMISSIONS = errorAnswer(403, 50_013, 'Missing Permissions');
export const MISSING_SCOPE = errorAnswer(403, 50_026, 'Missing required OAuth2 scope');

/** One wrong field of a request; `path` is dotted, as in `entity_metadata.location`. */
export type Fault = { path: string; code: string; message: string };

/** Discord's "Invalid Form Body": a tree of the wrong fields. */
export function formErrorAnswer(faults: readonly Fault[]): Answer {
	const errors: Record<string, unknown> = {};
	for (const { path, code, message } of faults) {
		let branch = errors;
		for (const key of path.split('.')) {
			branch[key] ??= {};
			branch = branch[key] as Record<string, unknown>;
		}
		branch._errors = [...((branch._errors as unknown[]) ?? []), { code, message }];
	}
	return { status: 400, body: { message: 'Invalid Form Body', code: 50_035, errors } };
}

/** Discord's 429, `seconds` long. */
export function rateLimitAnswer(
	seconds: number,
	global: boolean,
	headers: Record<string, string> = {},
): Answer {
	return {
		status: 429,
		body: { message: 'You are being rate limited.', retry_after: seconds, global, code: 0 },
		headers: {
			'Retry-After': String(Math.ceil(seconds)),
			...(global ? { 'X-RateLimit-Global': 'true' } : {}),
			...headers,
		},
	};
}

export function toResponse(answer: Answer): Response {
	const headers = answer.headers ?? {};
	if (answer.body === undefined) return new HttpResponse(null, { status: answer.status, headers });
	return new HttpResponse(JSON.stringify(answer.body), {
		status: answer.status,
		headers: { 'Content-Type': 'application/json', ...headers },
	});
}
