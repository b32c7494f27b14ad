import { SnowflakeTypeSchema } from 'discord-api-spec/zod';
import { delay, type HttpHandler, HttpResponse, http } from 'msw';
import type { StandInPerson, StandInState } from './state.ts';

/** What the official schema gives us: zod mini schemas, of which only this much is used. */
type Schema = {
	safeParse(value: unknown): { success: boolean; data?: unknown; error?: { message: string } };
};

export type Call = {
	request: Request;
	url: URL;
	params: Record<string, string>;
	/** The person of the bearer token. Only set where `auth` is `bearer`. */
	person: StandInPerson | null;
	scopes: readonly string[];
	json: unknown;
};
export type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

type RouteDefinition = {
	method: 'get' | 'post' | 'put' | 'patch' | 'delete';
	/** As Discord's description writes it: `/guilds/{guild_id}/members/{user_id}`. */
	path: string;
	auth: 'bot' | 'bearer';
	/** Query keys that Discord knows here. */
	query?: readonly string[];
	body?: Schema;
	answer: Schema;
	respond: (call: Call) => Answer | Promise<Answer>;
};

/** Discord's error shape. */
export const errorAnswer = (status: number, code: number, message: string): Answer => ({
	status,
	body: { message, code },
});

/** One REST route: failures first, then credentials, then the schema on the way in and on the way out. */
export function defineRoute(state: StandInState, apiUrl: string, route: RouteDefinition): HttpHandler {
	const name = `${route.method.toUpperCase()} ${route.path}`;
	const address = `${apiUrl}/v10${route.path.replace(/\{(\w+)\}/g, ':$1')}`;
	return http[route.method](address, async ({ request, params }) => {
		const failed = await meetFailure(state, name, request);
		if (failed) return failed;
		const url = new URL(request.url);
		const json = route.body ? await request.json().catch(() => undefined) : undefined;
		const known = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)]));

		const caller = identify(state, route.auth, request);
		if (!caller) return toResponse({ status: 401, body: { message: '401: Unauthorized', code: 0 } });
		const wrong = checkRequest(route, known, url, json);
		if (wrong) return violate(state, `${name}: ${wrong}`);

		const answer = await route.respond({ request, url, params: known, json, ...caller });
		const bad = answer.status < 300 ? checkAnswer(route.answer, answer.body) : null;
		return bad ? violate(state, `${name} answered ${bad}`) : toResponse(answer);
	});
}

/** Records the request and plays the failure or delay that a test switched on for it. */
export async function meetFailure(
	state: StandInState,
	name: string,
	request: Request,
): Promise<Response | null> {
	const scheme = request.headers.get('authorization')?.split(' ')[0]?.toLowerCase();
	const authorization = scheme === 'bot' || scheme === 'bearer' || scheme === 'basic' ? scheme : 'none';
	// The sign-in's own query holds one-time values; only the REST side's is worth keeping.
	const query = name.includes('/oauth2/') ? '' : new URL(request.url).search;
	state.requests.push({ route: name, query, authorization });
	const wait = state.delayOf(name);
	if (wait > 0) await delay(wait);
	const failure = state.takeFailure(name);
	if (!failure) return null;
	if ('network' in failure) return HttpResponse.error();
	if (failure.status !== 429) {
		return toResponse({ status: failure.status, body: { message: `${failure.status}: Error`, code: 0 } });
	}
	const seconds = failure.retryAfter ?? 1;
	return toResponse({
		status: 429,
		body: {
			message: 'You are being rate limited.',
			retry_after: seconds,
			global: failure.global ?? false,
			code: 0,
		},
		headers: { 'Retry-After': String(seconds), ...(failure.global ? { 'X-RateLimit-Global': 'true' } : {}) },
	});
}

/** Writes down what broke the schema and fails the request loudly. */
export function violate(state: StandInState, text: string): Response {
	state.violations.push(text);
	return toResponse({ status: 500, body: { message: `Discord stand-in: ${text}`, code: 0 } });
}

export function toResponse(answer: Answer): Response {
	const headers = answer.headers ?? {};
	if (answer.body === undefined) return new HttpResponse(null, { status: answer.status, headers });
	return new HttpResponse(JSON.stringify(answer.body), {
		status: answer.status,
		headers: { 'Content-Type': 'application/json', ...headers },
	});
}

function identify(state: StandInState, auth: 'bot' | 'bearer', request: Request) {
	const header = request.headers.get('authorization') ?? '';
	if (auth === 'bot') return header === `Bot ${state.guild.botToken}` ? { person: null, scopes: [] } : null;
	const token = header.startsWith('Bearer ') ? state.tokens.get(header.slice('Bearer '.length)) : undefined;
	if (!token || token.expiresAt <= state.now().getTime()) return null;
	return { person: state.person(token.personId), scopes: token.scope.split(' ') };
}

function checkRequest(
	route: RouteDefinition,
	params: Record<string, string>,
	url: URL,
	json: unknown,
): string | null {
	for (const [key, value] of Object.entries(params)) {
		if (!SnowflakeTypeSchema.safeParse(value).success) return `${key} is no snowflake`;
	}
	for (const key of url.searchParams.keys()) {
		if (!route.query?.includes(key)) return `unknown query key ${key}`;
	}
	if (!route.body) return null;
	return checkAnswer(route.body, json);
}

/** Says what is wrong with a value: against the schema, and keys that the schema does not know. Null when it is right. */
export function checkAnswer(schema: Schema, value: unknown): string | null {
	const parsed = schema.safeParse(value);
	if (!parsed.success) return parsed.error?.message ?? 'a value that the schema refuses';
	const unknown = findUnknownKey(value, parsed.data, '');
	return unknown === null ? null : `unknown key ${unknown}`;
}

/** zod drops the keys that it does not know, so what is missing from the parsed value was unknown. */
function findUnknownKey(given: unknown, parsed: unknown, path: string): string | null {
	if (typeof given !== 'object' || given === null || typeof parsed !== 'object' || parsed === null)
		return null;
	for (const [key, value] of Object.entries(given)) {
		if (!(key in parsed)) return `${path}${key}`;
		const deeper = findUnknownKey(value, Reflect.get(parsed, key), `${path}${key}.`);
		if (deeper !== null) return deeper;
	}
	return null;
}
