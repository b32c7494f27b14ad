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
 * One call of /api: which operation it runs, where its input comes from, and the schemas that its answers are
 * serialized through. The document of /api/openapi.json is made of the same values, so neither can say what the other
 * does not do.
 */
export type Call = {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** As the document writes it: `/api/events/{eventId}`. */
	path: `/api/${string}`;
	/** What it is for, in one line. */
	summary: string;
	/** More about it, where a line is not enough. */
	description: string | undefined;
	/** The policy key that it needs; null: it is open to everybody. */
	allow: Action | null;
	/** Names of the ids in the path. */
	params: readonly string[];
	input: z.ZodType;
	/** Fields of the input that come with the request itself and that nobody may send. */
	facts: readonly string[];
	reads: 'nothing' | 'query' | 'body';
	/** The answers of success by status. */
	answers: Readonly<Record<number, z.ZodType>>;
	/** What a refusal with 409 brings beside its text. */
	conflict: z.ZodObject | undefined;
	/** Other refusals than those that follow from session, role, body and rate. */
	refuses: readonly number[];
	isPaged: boolean;
	/** Whether it takes an `Idempotency-Key`. */
	takesKey: boolean;
	/** A body that works, for the documentation. Text like `$EVENT_ID` stands for an id. */
	example: Readonly<Record<string, unknown>> | undefined;
	handle: (args: CallArguments) => Promise<Response>;
};

/** What a route module's loader and action are given, as far as a call needs it. */
export type CallArguments = {
	request: Request;
	params: Readonly<Record<string, string | undefined>>;
	url: URL;
	/** The path of the matched route, as app/routes.ts writes it: `api/events/:eventId`. */
	pattern: string;
	context: Readonly<RouterContextProvider>;
};

/** What an operation's answer becomes on the wire; `next` is the cursor of a list that goes on. */
type Shaped = { body: unknown; status?: number; next?: string | null };

type Definition<Param extends string, Schema extends z.ZodType, Answer> = {
	summary: string;
	description?: string;
	operation: Operation<Param, Schema, Answer>;
	/** Left out: a GET reads nothing, everything else its body. */
	reads?: Call['reads'];
	/** In bytes; left out: `BODY_LIMITS.standard`. */
	bodyLimit?: number;
	/** The limit that the call counts against, after session and role and before the body is read. */
	limit?: UserLimit;
	/** Fields of the input that are facts of the request, which no caller may send. */
	facts?: Readonly<Record<string, (context: CallArguments['context']) => unknown>>;
	answers: Readonly<Record<number, z.ZodType>>;
	conflict?: z.ZodObject;
	refuses?: readonly number[];
	isPaged?: boolean;
	example?: Readonly<Record<string, unknown>>;
	/** Left out: the operation's answer is the body. */
	shape?: (answer: Answer) => Shaped;
	/** What is done once it succeeded, such as letting cookies go. */
	after?: (context: CallArguments['context']) => void;
};

const KEY_HEADER = 'Idempotency-Key';
const KEY_FIELD = 'idempotencyKey';

/**
 * Declares a call, by its method and path. Its handler answers what the operation answers, through the answer's schema:
 * a field that the schema does not name never leaves, and an answer that does not fit is a 500 and a line in the log.
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
 * Returns the loader and the action of the route module that serves these calls under all their paths. The call is found
 * by the pattern of the matched route and the method. A pattern without calls is 404, another method 405 with `Allow`.
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
