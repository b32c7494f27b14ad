import type { OpenApiDocument } from '~/server/http/openapi.ts';

type JsonSchema = {
	$ref?: string;
	type?: string | string[];
	anyOf?: JsonSchema[];
	enum?: unknown[];
	const?: unknown;
	items?: JsonSchema | false;
	prefixItems?: JsonSchema[];
	properties?: Record<string, JsonSchema>;
	required?: string[];
	additionalProperties?: JsonSchema | boolean;
};
type Parameter = { name: string; in: string; schema: JsonSchema };

/**
 * Returns the TypeScript of a document: a type for every schema, and the parameters and the response of every
 * call.
 */
export function writeTypes(document: OpenApiDocument): string {
	const schemas = Object.entries(document.components.schemas)
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([name, schema]) => `export type ${name} = ${typeOf(schema as JsonSchema)};`);
	const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(
			([method, operation]) => `\t'${method.toUpperCase()} ${path}': ${callOf(operation)};`,
		),
	);
	return [
		'// Written by `npm run api:types` from the API’s own document; a test says when it is out of date.',
		...schemas,
		'export type Calls = {',
		...calls,
		'};',
		'',
	].join('\n');
}

function callOf(operation: OpenApiDocument['paths'][string][string]): string {
	const parameters = (operation.parameters ?? []) as Parameter[];
	const named = (place: string, mark: string) =>
		parameters
			.filter((each) => each.in === place)
			.map(({ name, schema }) => `${quote(name)}${mark}: ${typeOf(schema)}`)
			.join('; ');
	const body = operation.requestBody?.content['application/json']?.schema;
	const answers = Object.entries(operation.responses)
		.filter(([status]) => status.startsWith('2'))
		.map(([, { content }]) => typeOf((content as Content)['application/json'].schema));
	return `{ params: { ${named('path', '')} }; query: { ${named('query', '?')} }; body: ${
		body ? typeOf(body as JsonSchema) : 'never'
	}; answer: ${[...new Set(answers)].join(' | ')} }`;
}
type Content = { 'application/json': { schema: JsonSchema } };

const quote = (name: string) => (/^\w+$/.test(name) ? name : `'${name}'`);

function typeOf(schema: JsonSchema): string {
	if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'unknown';
	if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ');
	if (schema.enum) return schema.enum.map(literal).join(' | ');
	if (schema.const !== undefined) return literal(schema.const);
	if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
	switch (schema.type) {
		case 'array':
			if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(', ')}]`;
			return `(${schema.items ? typeOf(schema.items) : 'unknown'})[]`;
		case 'object':
			return objectOf(schema);
		case 'integer':
			return 'number';
		default:
			return schema.type ?? 'unknown';
	}
}

const literal = (value: unknown) =>
	typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);

function objectOf({ properties, required = [], additionalProperties }: JsonSchema): string {
	if (properties) {
		const fields = Object.entries(properties).map(
			([name, field]) => `${quote(name)}${required.includes(name) ? '' : '?'}: ${typeOf(field)}`,
		);
		return `{ ${fields.join('; ')} }`;
	}
	const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
	return `Record<string, ${values}>`;
}
