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
export function formatTypes(document: OpenApiDocument): string {
	const schemas = Object.entries(document.components.schemas)
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([name, schema]) => `export type ${name} = ${formatType(schema as JsonSchema)};`);
	const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(
			([method, operation]) => `\t'${method.toUpperCase()} ${path}': ${formatCall(operation)};`,
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

function formatCall(operation: OpenApiDocument['paths'][string][string]): string {
	const parameters = (operation.parameters ?? []) as Parameter[];
	const formatParameters = (place: string, suffix: string) =>
		parameters
			.filter((each) => each.in === place)
			.map(({ name, schema }) => `${quoteKey(name)}${suffix}: ${formatType(schema)}`)
			.join('; ');
	const body = operation.requestBody?.content['application/json']?.schema;
	const responseTypes = Object.entries(operation.responses)
		.filter(([status]) => status.startsWith('2'))
		.map(([, { content }]) => formatType((content as Content)['application/json'].schema));
	return `{ params: { ${formatParameters('path', '')} }; query: { ${formatParameters('query', '?')} }; body: ${
		body ? formatType(body as JsonSchema) : 'never'
	}; response: ${[...new Set(responseTypes)].join(' | ')} }`;
}
type Content = { 'application/json': { schema: JsonSchema } };

const quoteKey = (name: string) => (/^\w+$/.test(name) ? name : `'${name}'`);

function formatType(schema: JsonSchema): string {
	if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'unknown';
	if (schema.anyOf) return [...new Set(schema.anyOf.map(formatType))].join(' | ');
	if (schema.enum) return schema.enum.map(formatLiteral).join(' | ');
	if (schema.const !== undefined) return formatLiteral(schema.const);
	if (Array.isArray(schema.type))
		return schema.type.map((type) => formatType({ ...schema, type })).join(' | ');
	switch (schema.type) {
		case 'array':
			if (schema.prefixItems) return `[${schema.prefixItems.map(formatType).join(', ')}]`;
			return `(${schema.items ? formatType(schema.items) : 'unknown'})[]`;
		case 'object':
			return formatObjectType(schema);
		case 'integer':
			return 'number';
		default:
			return schema.type ?? 'unknown';
	}
}

const formatLiteral = (value: unknown) =>
	typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);

function formatObjectType({ properties, required = [], additionalProperties }: JsonSchema): string {
	if (properties) {
		const fields = Object.entries(properties).map(
			([name, field]) => `${quoteKey(name)}${required.includes(name) ? '' : '?'}: ${formatType(field)}`,
		);
		return `{ ${fields.join('; ')} }`;
	}
	const values = typeof additionalProperties === 'object' ? formatType(additionalProperties) : 'unknown';
	return `Record<string, ${values}>`;
}
