import { z } from 'zod';
import { type Action, policy, type Rule } from '~/domain/policy.ts';
import { getCookieName } from '../auth/cookies.ts';
import type { Call } from './calls.ts';

type JsonSchema = Record<string, unknown>;
type OpenApiOperation = {
	operationId: string;
	summary: string;
	description?: string;
	tags: string[];
	/** The policy action that the call needs, and the lowest role that has it; null: open to everyone. */
	'x-action': Action | null;
	'x-role': string;
	security: Record<string, string[]>[];
	parameters?: JsonSchema[];
	requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema; example?: unknown }> };
	responses: Record<string, JsonSchema>;
};

/** The parts of an OpenAPI 3.1 document that this one uses. */
export type OpenApiDocument = {
	openapi: '3.1.0';
	info: { title: string; version: string; description: string };
	servers: { url: string }[];
	tags: { name: string }[];
	paths: Record<string, Record<string, OpenApiOperation>>;
	components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, JsonSchema> };
};

/** An address of /api that runs no operation: the sign-in and the document itself. */
export type PublicRoute = Pick<Call, 'method' | 'path' | 'summary' | 'responses' | 'refusalStatuses'>;

/** What each status of a refusal means, for any call of /api. */
const STATUS_DESCRIPTIONS = {
	400: 'The body is not valid JSON or not an object',
	401: 'No user is signed in, or the session or token has expired',
	403: 'The role or an API token does not allow it, or a write with a session cookie has no X-XSRF-TOKEN header',
	404: 'The resource does not exist',
	409: 'Conflicts with the current state',
	413: 'The body is too large',
	422: 'Validation failed; fieldErrors lists the fields',
	429: 'Too many requests; retry after Retry-After seconds',
	500: 'Something went wrong on our side',
	502: 'Discord refuses or does not respond',
	503: 'The database does not respond; retry after Retry-After seconds',
} as const;

/**
 * Returns the OpenAPI document of these calls, generated from the schemas that validate their requests and serialize
 * their responses. `error` is the schema of every refusal, `version` is that of the app, `appUrl` is its address.
 */
export function describeApi(
	calls: readonly Call[],
	publicRoutes: readonly PublicRoute[],
	options: { version: string; appUrl: string; error: z.ZodType },
): OpenApiDocument {
	const schemas: Record<string, JsonSchema> = {};
	const paths: OpenApiDocument['paths'] = {};
	const error = describeSchema(options.error, 'output', schemas);
	const addOperation = ({ path, method }: PublicRoute, operation: OpenApiOperation) => {
		paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
	};
	for (const call of publicRoutes) {
		addOperation(call, {
			...describeOperation(call),
			'x-action': null,
			'x-role': 'anyone',
			security: [],
			responses: describeResponses(call, [429, 500, ...call.refusalStatuses], error, schemas),
		});
	}
	for (const call of calls) {
		const input = describeInput(call, schemas);
		const parameters = describeParameters(call, input);
		const hasBody = call.inputSource === 'body' && input !== null;
		const statuses = [
			...[401, 403, 429, 500, 503],
			...(call.inputSource === 'body' ? [400] : []),
			...(call.method === 'GET' ? [] : [413]),
			...(input || call.hasIdempotencyKey ? [422] : []),
			...(call.params.length > 0 ? [404] : []),
			...(call.conflict || call.hasIdempotencyKey ? [409] : []),
			...call.refusalStatuses,
		];
		addOperation(call, {
			...describeOperation(call),
			...describeRestrictions(call),
			'x-action': call.allow,
			'x-role': call.allow ? policy[call.allow].role : 'anyone',
			security:
				call.method === 'GET'
					? [{ bearer: [] }, { session: [] }]
					: [{ bearer: [] }, { session: [], xsrf: [] }],
			...(parameters.length > 0 ? { parameters } : {}),
			...(hasBody ? { requestBody: describeBody(call, input) } : {}),
			responses: describeResponses(call, statuses, error, schemas),
		});
	}
	const tags = new Set(
		Object.values(paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags)),
	);
	return {
		openapi: '3.1.0',
		info: {
			title: 'Townbell',
			version: options.version,
			description:
				'Everything the site does, for your scripts, with your permissions. Authenticate with a personal API token from your profile (`Authorization: Bearer …`) or with the session cookie; with the cookie, every write must also send the value of the `XSRF-TOKEN` cookie in the header `X-XSRF-TOKEN`.',
		},
		servers: [{ url: options.appUrl }],
		tags: [...tags].map((name) => ({ name })),
		paths,
		components: {
			schemas,
			securitySchemes: {
				bearer: { type: 'http', scheme: 'bearer' },
				session: { type: 'apiKey', in: 'cookie', name: getCookieName('session', options.appUrl) },
				xsrf: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN' },
			},
		},
	};
}

function describeOperation({ method, path, summary }: PublicRoute) {
	const words = path.replace('/api/', '').replaceAll(/[{}]/g, '').split(/[/.-]/);
	const [first = ''] = words;
	const tag = first === 'openapi' ? 'document' : first;
	return { operationId: [method.toLowerCase(), ...words].join('_'), summary, tags: [tag] };
}

function describeRestrictions({ allow, description }: Call): { description?: string } {
	const rule: Rule | null = allow && policy[allow];
	const parts = [description, rule?.sessionOnly && 'API tokens are refused (403): send it with a session.'];
	const text = parts.filter(Boolean).join(' ');
	return text ? { description: text } : {};
}

/**
 * Returns the JSON Schema of the input that clients may send, without the fields that the server adds; null
 * when there is no such input.
 */
function describeInput(call: Call, schemas: Record<string, JsonSchema>): JsonSchema | null {
	if (call.inputSource === 'nothing') return null;
	const { properties, required, ...schema } = describeSchema(call.input, 'input', schemas) as {
		properties?: Record<string, JsonSchema>;
		required?: string[];
	};
	const hidden = new Set(call.serverFields);
	const visible = Object.entries(properties ?? {}).filter(([name]) => !hidden.has(name));
	if (visible.length === 0) return null;
	const requiredNames = required?.filter((name) => !hidden.has(name)) ?? [];
	return {
		...schema,
		properties: Object.fromEntries(visible),
		...(requiredNames.length > 0 ? { required: requiredNames } : {}),
	};
}

function describeParameters(call: Call, input: JsonSchema | null): JsonSchema[] {
	const ids = call.params.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
	const key = {
		name: 'Idempotency-Key',
		in: 'header',
		description:
			'A repeated request with the same key within a day changes nothing and returns the result again.',
		schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
	};
	const query = call.inputSource === 'query' ? Object.entries(input?.properties ?? {}) : [];
	return [
		...ids,
		...query.map(([name, schema]) => ({
			name,
			in: 'query',
			schema,
			...(call.example?.[name] === undefined ? {} : { example: call.example[name] }),
		})),
		...(call.hasIdempotencyKey ? [key] : []),
	];
}

function describeBody(call: Call, schema: JsonSchema) {
	const { example, listField } = call;
	const list = listField && (schema.properties as Record<string, JsonSchema> | undefined)?.[listField];
	return {
		required: Array.isArray(schema.required) && schema.required.length > 0,
		content: {
			'application/json': {
				schema: list ? { anyOf: [schema, list] } : schema,
				...(example ? { example } : {}),
			},
		},
	};
}

function describeResponses(
	call: PublicRoute & Partial<Call>,
	statuses: readonly number[],
	error: JsonSchema,
	schemas: Record<string, JsonSchema>,
): Record<string, JsonSchema> {
	const responses: Record<string, JsonSchema> = {};
	for (const [status, schema] of Object.entries(call.responses)) {
		responses[status] = {
			description: status === '201' ? 'Created' : 'Done',
			content: { 'application/json': { schema: describeSchema(schema, 'output', schemas) } },
			...(call.isPaged ? { headers: { Link: { schema: { type: 'string' } } } } : {}),
		};
	}
	for (const status of new Set(statuses)) {
		const schema = status === 409 && call.conflict ? withExtra(error, call.conflict, schemas) : error;
		responses[status] = {
			description: STATUS_DESCRIPTIONS[status as keyof typeof STATUS_DESCRIPTIONS],
			content: { 'application/json': { schema } },
		};
	}
	return responses;
}

/** Returns the schema of a refusal with the additional fields of a conflict, all of them optional. */
function withExtra(error: JsonSchema, extra: z.ZodObject, schemas: Record<string, JsonSchema>): JsonSchema {
	const base = schemas[String(error.$ref).replace(REFERENCE, '')] ?? error;
	const { properties } = describeSchema(extra.partial(), 'output', schemas);
	return { ...base, properties: { ...(base.properties as JsonSchema), ...(properties as JsonSchema) } };
}

const REFERENCE = '#/components/schemas/';

/** Returns a schema as JSON Schema; schemas with a name (`.meta({ id })`) become components and are referenced. */
function describeSchema(
	schema: z.ZodType,
	io: 'input' | 'output',
	schemas: Record<string, JsonSchema>,
): JsonSchema {
	const { $schema, $defs, ...described } = JSON.parse(
		JSON.stringify(
			z.toJSONSchema(schema, { io, unrepresentable: 'any', override: simplifySchema }),
		).replaceAll('"#/$defs/', `"${REFERENCE}`),
	) as JsonSchema & { $defs?: Record<string, JsonSchema> };
	for (const [name, { id, ...definition }] of Object.entries($defs ?? {})) schemas[name] = definition;
	const { id, ...rest } = described;
	if (typeof id !== 'string') return rest;
	schemas[id] = rest;
	return { $ref: REFERENCE + id };
}

/**
 * Removes patterns that only repeat a format, and describes the items of lists whose length is checked before
 * they are parsed.
 */
function simplifySchema({
	zodSchema,
	jsonSchema,
}: {
	zodSchema: z.core.$ZodTypes;
	jsonSchema: JsonSchema;
}): void {
	if (jsonSchema.format) delete jsonSchema.pattern;
	if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
	if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
	const { def } = zodSchema._zod;
	if (def.type !== 'pipe' || jsonSchema.type !== 'array' || Object.keys(jsonSchema.items ?? {}).length > 0)
		return;
	const inner = z.toJSONSchema(def.out as z.ZodType, {
		io: 'input',
		unrepresentable: 'any',
		override: simplifySchema,
	});
	jsonSchema.items = inner.items;
}
