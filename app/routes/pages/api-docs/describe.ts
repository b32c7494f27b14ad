import { formatNumber } from '~/domain/format-count.ts';
import type { OpenApiDocument } from '~/server/http/openapi.ts';

type JsonSchema = {
	$ref?: string;
	type?: string | string[];
	format?: string;
	anyOf?: JsonSchema[];
	enum?: unknown[];
	const?: unknown;
	items?: JsonSchema | false;
	prefixItems?: JsonSchema[];
	properties?: Record<string, JsonSchema>;
	required?: string[];
	additionalProperties?: JsonSchema | boolean;
	minimum?: number;
	maximum?: number;
	minLength?: number;
	maxLength?: number;
	default?: unknown;
};

export type DescribedField = { name: string; type: string; note: string };
export type DescribedCall = {
	id: string;
	method: string;
	path: string;
	role: string;
	summary: string;
	description: string | null;
	/** The parameters and the body's fields: path, query, headers, body. */
	fields: DescribedField[];
	responses: { status: string; text: string; type: string | null }[];
	/** A working command line, with `$TOWNBELL`, `$TOKEN` and ids as shell variables. */
	curl: string;
};
export type DescribedApi = {
	groups: { name: string; calls: DescribedCall[] }[];
	schemas: { name: string; fields: DescribedField[] }[];
};

/** Returns the OpenAPI document as the texts that the page shows. */
export function describeDocument(document: OpenApiDocument): DescribedApi {
	const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({
			tag: String(operation.tags[0]),
			call: describeCall(path, method.toUpperCase(), operation),
		})),
	);
	return {
		groups: document.tags.map(({ name }) => ({
			name,
			calls: calls.filter(({ tag }) => tag === name).map(({ call }) => call),
		})),
		schemas: Object.entries(document.components.schemas)
			.sort(([one], [other]) => one.localeCompare(other))
			.map(([name, schema]) => ({ name, fields: describeSchemaFields(schema as JsonSchema, '') })),
	};
}

type Operation = OpenApiDocument['paths'][string][string];

function describeCall(path: string, method: string, operation: Operation): DescribedCall {
	const parameters = (operation.parameters ?? []) as Parameter[];
	const content = operation.requestBody?.content['application/json'];
	return {
		id: operation.operationId,
		method,
		path,
		role: operation['x-role'],
		summary: operation.summary,
		description: operation.description ?? null,
		fields: [
			...parameters.map(({ name, in: place, schema, description }) => ({
				name,
				type: describeSchemaType(schema),
				note: description ?? `in the ${place === 'path' ? 'address' : place}`,
			})),
			...(content ? describeSchemaFields(content.schema as JsonSchema, 'in the body') : []),
		],
		responses: Object.entries(operation.responses).map(
			([status, { description, content: responseContent }]) => ({
				status,
				text: String(description),
				type: status.startsWith('2') ? describeSchemaType(getBodySchema(responseContent)) : null,
			}),
		),
		curl: formatCurl(path, method, parameters, operation, content?.example),
	};
}

type Parameter = { name: string; in: string; schema: JsonSchema; description?: string; example?: unknown };

const getBodySchema = (content: unknown): JsonSchema =>
	(content as Record<string, { schema: JsonSchema }>)['application/json']?.schema ?? {};

function describeSchemaFields(schema: JsonSchema, place: string): DescribedField[] {
	return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
		name,
		type: describeSchemaType(field),
		note: [
			place && (schema.required?.includes(name) ? 'needed' : 'optional'),
			place,
			...describeBounds(field),
			field.default !== undefined && `else ${JSON.stringify(field.default)}`,
		]
			.filter(Boolean)
			.join(', '),
	}));
}

function describeBounds({ minimum, maximum, maxLength, anyOf = [] }: JsonSchema): string[] {
	return [
		...(minimum !== undefined && maximum !== undefined ? [`${minimum} to ${maximum}`] : []),
		...(maxLength !== undefined ? [`at most ${formatNumber(maxLength)} characters`] : []),
		...anyOf.flatMap(describeBounds),
	];
}

/** Returns a schema in one line, in the style of a TypeScript type. */
export function describeSchemaType(schema: JsonSchema): string {
	if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
	if (schema.anyOf) return [...new Set(schema.anyOf.map(describeSchemaType))].join(' | ');
	if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
	if (schema.const !== undefined) return JSON.stringify(schema.const);
	if (Array.isArray(schema.type)) {
		return schema.type.map((type) => describeSchemaType({ ...schema, type })).join(' | ');
	}
	switch (schema.type) {
		case 'array': {
			if (schema.prefixItems) return `[${schema.prefixItems.map(describeSchemaType).join(', ')}]`;
			const inner = schema.items ? describeSchemaType(schema.items) : 'anything';
			return inner.includes(' | ') ? `(${inner})[]` : `${inner}[]`;
		}
		case 'object': {
			const fields = Object.entries(schema.properties ?? {});
			if (fields.length > 0) {
				const inner = fields.map(([name, field]) => `${name}: ${describeSchemaType(field)}`);
				return `{ ${inner.join(', ')} }`;
			}
			const values = schema.additionalProperties;
			return `{ [key]: ${typeof values === 'object' ? describeSchemaType(values) : 'anything'} }`;
		}
		case 'string':
			return schema.format ?? 'string';
		case undefined:
			return 'anything';
		default:
			return schema.type;
	}
}

/** Returns the shell variable of a parameter: eventId becomes $EVENT_ID. */
const toShellVariable = (name: string) =>
	`$${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

function formatCurl(
	path: string,
	method: string,
	parameters: Parameter[],
	operation: Operation,
	example: unknown,
): string {
	const examples = parameters.filter(({ in: place, example }) => place === 'query' && example !== undefined);
	const query = new URLSearchParams(examples.map(({ name, example }) => [name, String(example)])).toString();
	const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => toShellVariable(name));
	return [
		`curl${method === 'GET' ? '' : ` -X ${method}`} "$TOWNBELL${address}${query ? `?${query}` : ''}"`,
		...(operation.security.length > 0 ? ['-H "Authorization: Bearer $TOKEN"'] : []),
		...(example === undefined
			? []
			: ['-H "Content-Type: application/json"', `-d ${quoteForShell(JSON.stringify(example))}`]),
	].join(' \\\n  ');
}

/** Returns the text quoted for the shell; only `$NAMES` are expanded. */
const quoteForShell = (text: string): string =>
	`'${text.replaceAll("'", "'\\''").replaceAll(/\$[A-Z_]+/g, (name) => `'"${name}"'`)}'`;
