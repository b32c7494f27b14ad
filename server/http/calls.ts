import type { RouterContextProvider } from 'react-router';
import { z } from 'zod';
import { BODY_LIMITS, type UserLimit } from '~/domain/limits.ts';
import type { Action } from '~/domain/policy.ts';
import { type Operation, perform } from '../operations/kernel/operation.ts';
import { json, jsonError, methodNotAllowed, nextLink } from './answers.ts';
import { discardBody, readJson } from './body.ts';
import { callerOf, factsOf } from './context.ts';
import { consumeByActor } from './rate-limit.ts';

/**
 * One call of /api: which operation it runs, where its input comes from, and the schemas that serialize its
 * responses. The document of /api/openapi.json is generated from the same values, so that the two always
 * agree.
 */
export type Call = {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** As in the OpenAPI document: `/api/events/{eventId}`. */
	path: `/api/${string}`;
	/** The purpose of the call, in one line. */
	summary: string;
	/** A longer description, where one line is not enough. */
	description: string | undefined;
	/** The policy action that the call needs; null: it is open to everyone. */
	allow: Action | null;
	/** The names of the ids in the path. */
	params: readonly string[];
	input: z.ZodType;
	/** Input fields that the server takes from the request itself and that a client cannot send. */
	facts: readonly string[];
	reads: 'nothing' | 'query' | 'body';
	/** The response schemas of a successful call, by status. */
	answers: Readonly<Record<number, z.ZodType>>;
	/** The fields that a 409 response has beside its text. */
	conflict: z.ZodObject | undefined;
	/** Statuses of refusals other than those that follow from session, role, body and rate limits. */
	refuses: readonly number[];
	isPaged: boolean;
	/** Whether the call accepts an `Idempotency-Key`. */
	takesKey: boolean;
	/** A valid body, for the documentation. A text like `$EVENT_ID` stands for an id. */
	example: Readonly<Record<string, unknown>> | undefined;
	handle: (args: CallArguments) => Promise<Response>;
};

/** What a route module's loader and action get, as far as a call needs it. */
export type CallArguments = {
	request: Request;
	params: Readonly<Record<string, string | undefined>>;
	url: URL;
	/** The path of the matched route as in app/routes.ts: `api/events/:eventId`. */
	pattern: string;
	context: Readonly<RouterContextProvider>;
};

/** The HTTP response of an operation's result; `next` is the cursor of a list that continues. */
type Shaped = { body: unknown; status?: number; next?: string | null };

type Definition<Param extends string, Schema extends z.ZodType, Answer> = {
	summary: string;
	description?: string;
	operation: Operation<Param, Schema, Answer>;
	/** Default: nothing for a GET, the body for every other method. */
	reads?: Call['reads'];
	/** In bytes; default: `BODY_LIMITS.standard`. */
	bodyLimit?: number;
	/** The limit that the call counts against, after session and role and before the body is read. */
	limit?: UserLimit;
	/**
	 * Input fields that the server takes from the request itself and that a client cannot send, each with its
	 * function.
	 */
	facts?: Readonly<Record<string, (context: CallArguments['context']) => unknown>>;
	answers: Readonly<Record<number, z.ZodType>>;
	conflict?: z.ZodObject;
	refuses?: readonly number[];
	isPaged?: boolean;
	example?: Readonly<Record<string, unknown>>;
	/** Default: the operation's result is the body. */
	shape?: (answer: Answer) => Shaped;
	/** Runs after the operation succeeded, for example to delete cookies. */
	after?: (context: CallArguments['context']) => void;
};

const KEY_HEADER = 'Idempotency-Key';
const KEY_FIELD = 'idempotencyKey';

/**
 * Returns a call for the given method and path. Its handler runs the operation and serializes the result with
 * the schema: fields that the schema does not name are never sent, and a result that does not match it is
 * logged and becomes a 500.
 */
export function defineCall<Param extends string, Schema extends z.ZodType, Answer>(
	address: `${Call['method']} ${Call['path']}`,
	definition: Definition<Param, Schema, Answer>,
): Call {
	const [method, path] = address.split(' ') as [Call['method'], Call['path']];
	const { operation, answers, conflict, facts = {}, isPaged = false } = definition;
	const fields = operation.input instanceof z.ZodObject ? Object.keys(operation.input.shape) : [];
	const takesKey = method !== 'GET' && fields.includes(KEY_FIELD);
	const reads = definition.reads ?? (method === 'GET' ? 'nothing' : 'body');
	const [usual = 200] = Object.keys(answers).map(Number);
	return {
		method,
		path,
		summary: definition.summary,
		description: definition.description,
		allow: operation.allow,
		params: operation.params ?? [],
		input: operation.input,
		facts: [...Object.keys(facts), ...(takesKey ? [KEY_FIELD] : [])],
		reads,
		answers,
		conflict,
		refuses: definition.refuses ?? [],
		isPaged,
		takesKey,
		example: definition.example,
		async handle({ request, params, url, context }) {
			const read = async () => {
				if (definition.limit) await consumeByActor(definition.limit, context);
				const found = Object.entries(facts).map(([name, find]) => [name, find(context)] as const);
				return {
					...(await readInput(reads, { request, url, limit: definition.bodyLimit })),
					...(takesKey ? { [KEY_FIELD]: request.headers.get(KEY_HEADER) } : {}),
					...Object.fromEntries(found),
				};
			};
			try {
				const named = params as Record<Param, string>;
				const answer = await perform(operation, callerOf(context), { params: named, read });
				const { body, status = usual, next } = definition.shape?.(answer) ?? ({ body: answer } as Shaped);
				definition.after?.(context);
				const headers: HeadersInit = next ? { Link: nextLink(url, next) } : {};
				return json(serialize(address, answers[status], body), { status, headers });
			} catch (error) {
				return jsonError(error, factsOf(context).id, conflict);
			}
		},
	};
}

/**
 * Returns the loader and the action of the route module that serves these calls under all their paths. The
 * call is found by the pattern of the matched route and the method. A pattern without calls is 404, another
 * method 405 with `Allow`.
 */
export function serveCalls(calls: readonly Call[]): {
	loader: (args: CallArguments) => Promise<Response> | Response;
	action: (args: CallArguments) => Promise<Response> | Response;
} {
	const callsByPattern = Map.groupBy(calls, ({ path }) => path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1'));
	const handle = (method: string, args: CallArguments) => {
		const served = callsByPattern.get(args.pattern);
		if (!served) return json({ error: 'There is nothing at this address.' }, { status: 404 });
		const call = served.find((each) => each.method === method);
		return call ? call.handle(args) : methodNotAllowed(...served.map((each) => each.method));
	};
	return {
		loader: (args) => handle('GET', args),
		action: (args) => handle(args.request.method, args),
	};
}

async function readInput(
	reads: Call['reads'],
	{ request, url, limit = BODY_LIMITS.standard }: { request: Request; url: URL; limit: number | undefined },
): Promise<Record<string, unknown>> {
	if (reads === 'body') return readJson(request, limit);
	await discardBody(request, limit);
	return reads === 'query' ? Object.fromEntries(url.searchParams) : {};
}

function serialize(address: string, schema: z.ZodType | undefined, body: unknown): unknown {
	const parsed = schema?.safeParse(body);
	if (parsed?.success) return parsed.data;
	const places = parsed?.error.issues.map(({ path, code }) => `${path.join('.')}: ${code}`) ?? ['no schema'];
	throw new Error(`The answer of ${address} does not fit its schema (${places.join(', ')})`);
}
