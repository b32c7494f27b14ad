import { ErrorSchema, SnowflakeTypeSchema } from 'discord-api-spec/zod';
import { delay, type HttpHandler, HttpResponse, http } from 'msw';
import { type Answer, errorAnswer, MISSING_PERMISSIONS, rateLimitAnswer, toResponse } from './answers.ts';
import { checkAnswer, type Schema } from './check.ts';
import type { StandInPerson, StandInState } from './state.ts';
import type { Failure } from './switches.ts';

export type Call = {
	request: Request;
	url: URL;
	params: Record<string, string>;
	/** The person of the bearer token; null where the bot calls, or nobody. */
	person: StandInPerson | null;
	scopes: readonly string[];
	json: unknown;
};

type Auth = 'bot' | 'bearer' | 'bot or bearer' | 'none';
export type RouteDefinition = {
	method: 'get' | 'post' | 'put' | 'patch' | 'delete';
	/** As Discord's description writes it: `/guilds/{guild_id}/members/{user_id}`. */
	path: string;
	auth: Auth;
	/** Query keys that Discord knows here. */
	query?: readonly string[];
	body?: Schema;
	/** What Discord answers to a body that its own description forbids, if that is known; it stays a violation. */
	refuse?: (json: unknown) => Answer | null;
	answer: Schema;
	respond: (call: Call) => Answer | Promise<Answer>;
};

const UNAUTHORIZED = errorAnswer(401, 0, '401: Unauthorized');

/** One REST route: switches first, then credentials, rate limit, and the schema on the way in and on the way out. */
export function defineRoute(state: StandInState, apiUrl: string, route: RouteDefinition): HttpHandler {
	const name = `${route.method.toUpperCase()} ${route.path}`;
	const address = `${apiUrl}/v10${route.path.replace(/\{(\w+)\}/g, ':$1')}`;
	return http[route.method](address, ({ request, params }) =>
		playSwitches(state, name, request, async () => {
			const url = new URL(request.url);
			const json = route.body ? await request.json().catch(() => undefined) : undefined;
			const known = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)]));

			const caller = identify(state, route.auth, request);
			if (!caller) return toResponse(UNAUTHORIZED);
			// Interactions have limits of their own, outside the bot's.
			const limit = route.auth === 'none' ? null : state.rateLimits.take(name);
			if (limit?.retryAfter) {
				return toResponse(rateLimitAnswer(limit.retryAfter, limit.global, limit.headers));
			}
			const wrong = checkRequest(route, known, url, json);
			if (wrong) {
				const failed = violate(state, `${name}: ${wrong}`);
				const refusal = route.refuse?.(json);
				return refusal ? toResponse(refusal) : failed;
			}
			const answer = await route.respond({ request, url, params: known, json, ...caller });
			const bad = checkOutgoing(route, answer);
			if (bad) return violate(state, `${name} answered ${bad}`);
			return toResponse({ ...answer, headers: { ...limit?.headers, ...answer.headers } });
		}),
	);
}

/** Records the request, and does the work unless a test switched a failure on for it. */
export async function playSwitches(
	state: StandInState,
	name: string,
	request: Request,
	work: () => Response | Promise<Response>,
): Promise<Response> {
	const scheme = request.headers.get('authorization')?.split(' ')[0]?.toLowerCase();
	const authorization = scheme === 'bot' || scheme === 'bearer' || scheme === 'basic' ? scheme : 'none';
	// The sign-in's own query holds one-time values; only the REST side's is worth keeping.
	const query = name.includes('/oauth2/') ? '' : new URL(request.url).search;
	state.requests.push({ route: name, query, authorization });
	const wait = state.switches.takeDelay(name);
	if (wait > 0) await delay(wait);
	const failure = state.switches.takeFailure(name);
	if (!failure) return work();
	if ('status' in failure) return toResponse(failureAnswer(failure));
	if ('hangs' in failure) await state.switches.hang(request.signal);
	if ('losesReply' in failure) await work();
	return HttpResponse.error();
}

/** Writes down what broke the schema and fails the request loudly. */
export function violate(state: StandInState, text: string): Response {
	state.violations.push(text);
	return toResponse({ status: 500, body: { message: `Discord stand-in: ${text}`, code: 0 } });
}

function failureAnswer(failure: Extract<Failure, { status: number }>): Answer {
	const { status, code, message } = failure;
	if (status === 429) return rateLimitAnswer(failure.retryAfter ?? 1, failure.global ?? false);
	if (status === 403 && code === undefined) return MISSING_PERMISSIONS;
	return errorAnswer(status, code ?? 0, message ?? `${status}: Error`);
}

function identify(state: StandInState, auth: Auth, request: Request) {
	const header = request.headers.get('authorization') ?? '';
	if (auth === 'none') return { person: null, scopes: [] };
	if (auth !== 'bearer' && header === `Bot ${state.guild.botToken}`) return { person: null, scopes: [] };
	if (auth === 'bot') return null;
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
		if (key.endsWith('_id') && !SnowflakeTypeSchema.safeParse(value).success) return `${key} is no snowflake`;
	}
	for (const key of url.searchParams.keys()) {
		if (!route.query?.includes(key)) return `unknown query key ${key}`;
	}
	return route.body ? checkAnswer(route.body, json) : null;
}

/** Of an error only the outside is checked: the tree's inner codes are words, where the schema wants numbers. */
function checkOutgoing(route: RouteDefinition, answer: Answer): string | null {
	if (answer.status >= 400) {
		return ErrorSchema.safeParse(answer.body).success ? null : 'an error without message and code';
	}
	if (answer.status === 204) return answer.body === undefined ? null : 'a body with 204';
	return checkAnswer(route.answer, answer.body);
}
