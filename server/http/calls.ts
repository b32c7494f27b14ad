import type { RouterContextProvider } from 'react-router';
import { z } from 'zod';
import { BODY_LIMITS, type UserLimit } from '~/domain/limits.ts';
import type { Action } from '~/domain/policy.ts';
import { type Operation, perform } from '../operations/kernel/operation.ts';
import { discardBody, readJson } from './body.ts';
import { getOperationContext, getRequestFacts } from './context.ts';
import { consumeByActor } from './rate-limit.ts';
import {
	createJsonErrorResponse,
	createJsonResponse,
	createMethodNotAllowedResponse,
	formatNextLink,
} from './responses.ts';

/**
 * One call of /api: which operation it runs, where its input comes from, and the schemas that serialize its responses.
 * The document of /api/openapi.json is generated from the same values, so that the two always agree.
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
	serverFields: readonly string[];
	inputSource: 'nothing' | 'query' | 'body';
	/** The input field that the body may also be alone, as a list. */
	listField: string | undefined;
	/** The response schemas of a successful call, by status. */
	responses: Readonly<Record<number, z.ZodType>>;
	/** The fields that a 409 response has beside its text. */
	conflict: z.ZodObject | undefined;
	/** Statuses of refusals other than those that follow from session, role, body and rate limits. */
	refusalStatuses: readonly number[];
	isPaged: boolean;
	/** Whether the call accepts an `Idempotency-Key`. */
	hasIdempotencyKey: boolean;
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
type ResponseParts = { body: unknown; status?: number; next?: string | null };

type Definition<Param extends string, Schema extends z.ZodType, Result> = {
	summary: string;
	description?: string;
	operation: Operation<Param, Schema, Result>;
	/** Default: nothing for a GET, the body for every other method. */
	inputSource?: Call['inputSource'];
	/** The input field of a body that is a list. */
	listField?: string;
	/** In bytes; default: `BODY_LIMITS.standard`. */
	bodyLimit?: number;
	/** The limit that the call counts against, after session and role and before the body is read. */
	limit?: UserLimit;
	/**
	 * Input fields that the server takes from the request itself and that a client cannot send, each with its function.
	 */
	serverFields?: Readonly<Record<string, (context: CallArguments['context']) => unknown>>;
	responses: Readonly<Record<number, z.ZodType>>;
	conflict?: z.ZodObject;
	refusalStatuses?: readonly number[];
	isPaged?: boolean;
	example?: Readonly<Record<string, unknown>>;
	/** Default: the operation's result is the body. */
	toResponse?: (result: Result) => ResponseParts;
	/** Runs after the operation succeeded, for example to delete cookies. */
	onSuccess?: (context: CallArguments['context']) => void;
};

const KEY_HEADER = 'Idempotency-Key';
const KEY_FIELD = 'idempotencyKey';

/**
 * Returns a call for the given method and path. Its handler runs the operation and serializes the result with
 * the schema: fields that the schema does not name are never sent, and a result that does not match it is
 * logged and becomes a 500.
 */
export function defineCall<Param extends string, Schema extends z.ZodType, Result>(
	address: `${Call['method']} ${Call['path']}`,
	definition: Definition<Param, Schema, Result>,
): Call {
	const [method, path] = address.split(' ') as [Call['method'], Call['path']];
	const { operation, responses, conflict, serverFields = {}, isPaged = false } = definition;
	const fields = operation.input instanceof z.ZodObject ? Object.keys(operation.input.shape) : [];
	const hasIdempotencyKey = method !== 'GET' && fields.includes(KEY_FIELD);
	const inputSource = definition.inputSource ?? (method === 'GET' ? 'nothing' : 'body');
	const [defaultStatus = 200] = Object.keys(responses).map(Number);
	return {
		method,
		path,
		summary: definition.summary,
		description: definition.description,
		allow: operation.allow,
		params: operation.params ?? [],
		input: operation.input,
		serverFields: [...Object.keys(serverFields), ...(hasIdempotencyKey ? [KEY_FIELD] : [])],
		inputSource,
		listField: definition.listField,
		responses,
		conflict,
		refusalStatuses: definition.refusalStatuses ?? [],
		isPaged,
		hasIdempotencyKey,
		example: definition.example,
		async handle({ request, params, url, context }) {
			const read = async () => {
				if (definition.limit) await consumeByActor(definition.limit, context);
				const serverValues = Object.entries(serverFields).map(
					([name, getValue]) => [name, getValue(context)] as const,
				);
				return {
					...(await readInput(inputSource, {
						request,
						url,
						limit: definition.bodyLimit,
						listField: definition.listField,
					})),
					...(hasIdempotencyKey ? { [KEY_FIELD]: request.headers.get(KEY_HEADER) } : {}),
					...Object.fromEntries(serverValues),
				};
			};
			try {
				const pathParams = params as Record<Param, string>;
				const result = await perform(operation, getOperationContext(context), { params: pathParams, read });
				const {
					body,
					status = defaultStatus,
					next,
				} = definition.toResponse?.(result) ?? ({ body: result } as ResponseParts);
				definition.onSuccess?.(context);
				const headers: HeadersInit = next ? { Link: formatNextLink(url, next) } : {};
				return createJsonResponse(serialize(address, responses[status], body), { status, headers });
			} catch (error) {
				return createJsonErrorResponse(error, getRequestFacts(context).id, conflict);
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
		const patternCalls = callsByPattern.get(args.pattern);
		if (!patternCalls)
			return createJsonResponse({ error: 'There is nothing at this address.' }, { status: 404 });
		const call = patternCalls.find((each) => each.method === method);
		return call
			? call.handle(args)
			: createMethodNotAllowedResponse(...patternCalls.map((each) => each.method));
	};
	return {
		loader: (args) => handle('GET', args),
		action: (args) => handle(args.request.method, args),
	};
}

async function readInput(
	inputSource: Call['inputSource'],
	{
		request,
		url,
		limit = BODY_LIMITS.standard,
		listField,
	}: { request: Request; url: URL; limit: number | undefined; listField: string | undefined },
): Promise<Record<string, unknown>> {
	if (inputSource === 'body') return readJson(request, limit, listField);
	await discardBody(request, limit);
	return inputSource === 'query' ? Object.fromEntries(url.searchParams) : {};
}

function serialize(address: string, schema: z.ZodType | undefined, body: unknown): unknown {
	const parsed = schema?.safeParse(body);
	if (parsed?.success) return parsed.data;
	const issues = parsed?.error.issues.map(({ path, code }) => `${path.join('.')}: ${code}`) ?? ['no schema'];
	throw new Error(`The response of ${address} does not match its schema (${issues.join(', ')})`);
}
