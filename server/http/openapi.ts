import { z } from 'zod';
import { type Action, policy, type Rule } from '~/domain/policy.ts';
import { cookieName } from '../auth/cookies.ts';
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
export type OpenAddress = Pick<Call, 'method' | 'path' | 'summary' | 'answers' | 'refuses'>;

/** What each status of a refusal means, for any call of /api. */
const FRAME = {
	400: 'The body is not valid JSON, or no object',
	401: 'Nobody is signed in, or the session or token has ended',
	403: 'The role does not allow it, an API token may not do it, or a write with a cookie lacks its X-XSRF-TOKEN header',
	404: 'What the address names does not exist',
	409: 'The state of things does not allow it now',
	413: 'The body is too long',
	422: 'The input was understood and is wrong; fieldErrors says where',
	429: 'Too many requests; Retry-After says when',
	500: 'Something went wrong on our side',
	502: 'Discord refuses or does not answer',
	503: 'The database does not answer; Retry-After says when',
} as const;

/**
 * Returns the OpenAPI document of these calls, generated from the schemas that validate their requests and
 * serialize their responses. `error` is the schema of every refusal, `version` is that of the app, `appUrl`
 * is its address.
 */
export function describeApi(
	calls: readonly Call[],
	open: readonly OpenAddress[],
	about: { version: string; appUrl: string; error: z.ZodType },
): OpenApiDocument {
	const schemas: Record<string, JsonSchema> = {};
	const paths: OpenApiDocument['paths'] = {};
	const error = describeSchema(about.error, 'output', schemas);
	const place = ({ path, method }: OpenAddress, operation: OpenApiOperation) => {
		paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
	};
	for (const call of open) {
		place(call, {
			...describeFrame(call),
			'x-action': null,
			'x-role': 'anyone',
			security: [],
			responses: describeAnswers(call, [429, 500, ...call.refuses], error, schemas),
		});
	}
	for (const call of calls) {
		const input = describeInput(call, schemas);
		const parameters = describeParameters(call, input);
		const hasBody = call.reads === 'body' && input !== null;
		const statuses = [
			...[401, 403, 429, 500, 503],
			...(call.reads === 'body' ? [400] : []),
			...(call.method === 'GET' ? [] : [413]),
			...(input || call.takesKey ? [422] : []),
			...(call.params.length > 0 ? [404] : []),
			...(call.conflict || call.takesKey ? [409] : []),
			...call.refuses,
		];
		place(call, {
			...describeFrame(call),
			...describeMore(call),
			'x-action': call.allow,
			'x-role': call.allow ? policy[call.allow].role : 'anyone',
			security:
				call.method === 'GET'
					? [{ bearer: [] }, { session: [] }]
					: [{ bearer: [] }, { session: [], xsrf: [] }],
			...(parameters.length > 0 ? { parameters } : {}),
			...(hasBody ? { requestBody: describeBody(call, input) } : {}),
			responses: describeAnswers(call, statuses, error, schemas),
		});
	}
	const tags = new Set(
		Object.values(paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags)),
	);
	return {
		openapi: '3.1.0',
		info: {
			title: 'Townbell',
			version: about.version,
			description:
				'Everything that the pages can do, by the same operations. Send a personal API token of your profile as `Authorization: Bearer …`; or the session cookie, and with every write the `XSRF-TOKEN` cookie again as the header `X-XSRF-TOKEN`.',
		},
		servers: [{ url: about.appUrl }],
		tags: [...tags].map((name) => ({ name })),
		paths,
		components: {
			schemas,
			securitySchemes: {
				bearer: { type: 'http', scheme: 'bearer' },
				session: { type: 'apiKey', in: 'cookie', name: cookieName('session', about.appUrl) },
				xsrf: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN' },
			},
		},
	};
}

function describeFrame({ method, path, summary }: OpenAddress) {
	const words = path.replace('/api/', '').replaceAll(/[{}]/g, '').split(/[/.-]/);
	const [first = ''] = words;
	const tag = first === 'openapi' ? 'document' : first;
	return { operationId: [method.toLowerCase(), ...words].join('_'), summary, tags: [tag] };
}

function describeMore({ allow, description }: Call): { description?: string } {
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
	if (call.reads === 'nothing') return null;
	const { properties, required, ...schema } = describeSchema(call.input, 'input', schemas) as {
		properties?: Record<string, JsonSchema>;
		required?: string[];
	};
	const hidden = new Set(call.facts);
	const visible = Object.entries(properties ?? {}).filter(([name]) => !hidden.has(name));
	if (visible.length === 0) return null;
	const needed = required?.filter((name) => !hidden.has(name)) ?? [];
	return {
		...schema,
		properties: Object.fromEntries(visible),
		...(needed.length > 0 ? { required: needed } : {}),
	};
}

function describeParameters(call: Call, input: JsonSchema | null): JsonSchema[] {
	const ids = call.params.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
	const key = {
		name: 'Idempotency-Key',
		in: 'header',
		description: 'The same key again, within a day, does nothing anew and gets the first answer.',
		schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
	};
	const query = call.reads === 'query' ? Object.entries(input?.properties ?? {}) : [];
	return [
		...ids,
		...query.map(([name, schema]) => ({
			name,
			in: 'query',
			schema,
			...(call.example?.[name] === undefined ? {} : { example: call.example[name] }),
		})),
		...(call.takesKey ? [key] : []),
	];
}

function describeBody(call: Call, schema: JsonSchema) {
	const { example } = call;
	return {
		required: Array.isArray(schema.required) && schema.required.length > 0,
		content: { 'application/json': { schema, ...(example ? { example } : {}) } },
	};
}

function describeAnswers(
	call: OpenAddress & Partial<Call>,
	statuses: readonly number[],
	error: JsonSchema,
	schemas: Record<string, JsonSchema>,
): Record<string, JsonSchema> {
	const responses: Record<string, JsonSchema> = {};
	for (const [status, schema] of Object.entries(call.answers)) {
		responses[status] = {
			description: status === '201' ? 'Created' : 'Done',
			content: { 'application/json': { schema: describeSchema(schema, 'output', schemas) } },
			...(call.isPaged ? { headers: { Link: { schema: { type: 'string' } } } } : {}),
		};
	}
	for (const status of new Set(statuses)) {
		const schema = status === 409 && call.conflict ? withExtra(error, call.conflict, schemas) : error;
		responses[status] = {
			description: FRAME[status as keyof typeof FRAME],
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

/**
 * Returns a schema as JSON Schema; schemas with a name (`.meta({ id })`) become components and are
 * referenced.
 */
function describeSchema(
	schema: z.ZodType,
	io: 'input' | 'output',
	schemas: Record<string, JsonSchema>,
): JsonSchema {
	const { $schema, $defs, ...described } = JSON.parse(
		JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any', override: tidy })).replaceAll(
			'"#/$defs/',
			`"${REFERENCE}`,
		),
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
function tidy({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void {
	if (jsonSchema.format) delete jsonSchema.pattern;
	if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
	if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
	const { def } = zodSchema._zod;
	if (def.type !== 'pipe' || jsonSchema.type !== 'array' || Object.keys(jsonSchema.items ?? {}).length > 0)
		return;
	const inner = z.toJSONSchema(def.out as z.ZodType, { io: 'input', unrepresentable: 'any', override: tidy });
	jsonSchema.items = inner.items;
}
