import { ErrorSchema, SnowflakeTypeSchema } from 'discord-api-spec/zod';
import { delay, type HttpHandler, HttpResponse, http } from 'msw';
import { findSchemaError, type Schema } from './check.ts';
import {
	createErrorResponse,
	createRateLimitResponse,
	MISSING_PERMISSIONS,
	type PlainResponse,
	toResponse,
} from './responses.ts';
import type { StandInState, StandInUser } from './state.ts';
import type { Failure } from './switches.ts';

export type StandInCall = {
	request: Request;
	url: URL;
	params: Record<string, string>;
	/** The user of the bearer token; null for requests of the bot or without credentials. */
	user: StandInUser | null;
	scopes: readonly string[];
	json: unknown;
	/** The files of a multipart request. */
	files: UploadedFile[];
};

/** `id` is the index that `attachments` of the body refers to. */
type UploadedFile = { id: string; filename: string; type: string; bytes: Uint8Array<ArrayBuffer> };

type Auth = 'bot' | 'bearer' | 'bot or bearer' | 'none';
export type RouteDefinition = {
	method: 'get' | 'post' | 'put' | 'patch' | 'delete';
	/** As in Discord's API specification: `/guilds/{guild_id}/members/{user_id}`. */
	path: string;
	auth: Auth;
	/** The known query keys of this route. */
	query?: readonly string[];
	body?: Schema;
	/** Returns Discord's response to a body that its schema forbids, if known. The body is a violation in any case. */
	refuse?: (json: unknown) => PlainResponse | null;
	response: Schema;
	respond: (call: StandInCall) => PlainResponse | Promise<PlainResponse>;
};

const UNAUTHORIZED = createErrorResponse(401, 0, '401: Unauthorized');

/**
 * Creates the handler of a REST route. It applies the switches, then checks the credentials, the rate limit, the
 * request and the response.
 */
export function defineRoute(state: StandInState, apiUrl: string, route: RouteDefinition): HttpHandler {
	const name = `${route.method.toUpperCase()} ${route.path}`;
	const urlPattern = `${apiUrl}/v10${route.path.replace(/\{(\w+)\}/g, ':$1')}`;
	return http[route.method](urlPattern, ({ request, params }) =>
		withSwitches(state, name, request, async () => {
			const url = new URL(request.url);
			const { json, files } = route.body ? await readBody(request) : { json: undefined, files: [] };
			const pathParams = Object.fromEntries(
				Object.entries(params).map(([key, value]) => [key, String(value)]),
			);

			const credentials = authenticate(state, route.auth, request);
			if (!credentials) return toResponse(UNAUTHORIZED);
			// The bot's rate limits do not apply to interactions.
			const limit = route.auth === 'none' ? null : state.rateLimits.countRequest(name);
			if (limit?.retryAfter) {
				return toResponse(createRateLimitResponse(limit.retryAfter, limit));
			}
			const requestError = findRequestError(route, pathParams, url, json);
			if (requestError) {
				const errorResponse = recordViolation(state, `${name}: ${requestError}`);
				const refusal = route.refuse?.(json);
				return refusal ? toResponse(refusal) : errorResponse;
			}
			const response = await route.respond({ request, url, params: pathParams, json, files, ...credentials });
			const responseError = findResponseError(route, response);
			if (responseError) return recordViolation(state, `${name} responded with ${responseError}`);
			return toResponse({ ...response, headers: { ...limit?.headers, ...response.headers } });
		}),
	);
}

/** Reads a JSON body, or the `payload_json` and the files of a multipart one. */
async function readBody(request: Request): Promise<{ json: unknown; files: UploadedFile[] }> {
	if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) {
		return { json: await request.json().catch(() => undefined), files: [] };
	}
	const form = await request.formData();
	const files: UploadedFile[] = [];
	for (const [key, value] of form) {
		if (typeof value === 'string') continue;
		const id = /^files\[(\d+)\]$/.exec(key)?.[1] ?? key;
		const bytes = new Uint8Array(await value.arrayBuffer());
		files.push({ id, filename: value.name, type: value.type, bytes });
	}
	return { json: JSON.parse(String(form.get('payload_json') ?? '{}')), files };
}

/** Records the request, and runs `work` unless a test has set a failure for the route. */
export async function withSwitches(
	state: StandInState,
	name: string,
	request: Request,
	work: () => Response | Promise<Response>,
): Promise<Response> {
	const scheme = request.headers.get('authorization')?.split(' ')[0]?.toLowerCase();
	const authorization = scheme === 'bot' || scheme === 'bearer' || scheme === 'basic' ? scheme : 'none';
	// The queries of sign-in hold one-time values, so only REST queries are recorded.
	const query = name.includes('/oauth2/') ? '' : new URL(request.url).search;
	state.requests.push({ route: name, path: new URL(request.url).pathname, query, authorization });
	const delayMs = state.switches.consumeDelay(name);
	if (delayMs > 0) await delay(delayMs);
	await state.switches.waitForRelease(name);
	const failure = state.switches.consumeFailure(name, new URL(request.url).pathname);
	if (!failure) return work();
	if ('status' in failure) return toResponse(createFailureResponse(failure));
	if ('hangs' in failure) await state.switches.hang(request.signal);
	if ('losesResponse' in failure) await work();
	return HttpResponse.error();
}

/** Records a violation and returns a 500 that describes it. */
export function recordViolation(state: StandInState, text: string): Response {
	state.violations.push(text);
	return toResponse({ status: 500, body: { message: `Discord stand-in: ${text}`, code: 0 } });
}

function createFailureResponse(failure: Extract<Failure, { status: number }>): PlainResponse {
	const { status, code, message } = failure;
	if (status === 429) {
		const { retryAfter = 1, global = false } = failure;
		return createRateLimitResponse(retryAfter, { global, ...(code === undefined ? {} : { code }) });
	}
	if (status === 403 && code === undefined) return MISSING_PERMISSIONS;
	return createErrorResponse(status, code ?? 0, message ?? `${status}: Error`);
}

function authenticate(state: StandInState, auth: Auth, request: Request) {
	const header = request.headers.get('authorization') ?? '';
	if (auth === 'none') return { user: null, scopes: [] };
	if (auth !== 'bearer' && header === `Bot ${state.guild.botToken}`) return { user: null, scopes: [] };
	if (auth === 'bot') return null;
	const token = header.startsWith('Bearer ') ? state.tokens.get(header.slice('Bearer '.length)) : undefined;
	if (!token || token.expiresAt <= state.now().getTime()) return null;
	return { user: state.getUser(token.userId), scopes: token.scope.split(' ') };
}

function findRequestError(
	route: RouteDefinition,
	params: Record<string, string>,
	url: URL,
	json: unknown,
): string | null {
	for (const [key, value] of Object.entries(params)) {
		if (key.endsWith('_id') && !SnowflakeTypeSchema.safeParse(value).success)
			return `${key} is not a snowflake`;
	}
	for (const key of url.searchParams.keys()) {
		if (!route.query?.includes(key)) return `unknown query key ${key}`;
	}
	return route.body ? findSchemaError(route.body, json) : null;
}

/**
 * Returns what is wrong with a response, or null. For an error only the outer fields are checked, because its inner
 * codes are words and the schema expects numbers.
 */
function findResponseError(route: RouteDefinition, response: PlainResponse): string | null {
	if (response.status >= 400) {
		return ErrorSchema.safeParse(response.body).success ? null : 'an error without message and code';
	}
	if (response.status === 204) return response.body === undefined ? null : 'a body with 204';
	return findSchemaError(route.response, response.body);
}
