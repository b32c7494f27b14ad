import fc from 'fast-check';
import type { OpenApiDocument } from '~/server/http/openapi.ts';

/** The ids of existing rows by their kind; `any` contains all of them. */
export type Ids = Readonly<Record<'event' | 'user' | 'signup' | 'comment' | 'any', readonly string[]>>;

/** Returns the ids that a field of that name refers to. */
function getIdsForField(name: string, ids: Ids): readonly string[] {
	if (/user|player|storyteller|keepApart/i.test(name)) return ids.user;
	const kind = (['event', 'signup', 'comment'] as const).find((each) => name.toLowerCase().includes(each));
	return kind ? ids[kind] : ids.any;
}

/** A request that is valid, or odd in some way. */
export type FuzzedRequest = {
	method: string;
	/** The path with its ids and its query, percent-encoded. */
	path: string;
	headers: Record<string, string>;
	body: string | undefined;
};

type JsonSchema = {
	$ref?: string;
	type?: string | string[];
	anyOf?: JsonSchema[];
	enum?: unknown[];
	const?: unknown;
	format?: string;
	minimum?: number;
	maximum?: number;
	multipleOf?: number;
	maxLength?: number;
	items?: JsonSchema | false;
	prefixItems?: JsonSchema[];
	maxItems?: number;
	properties?: Record<string, JsonSchema>;
	required?: string[];
	additionalProperties?: JsonSchema | boolean;
};

const ODD_TEXTS = [
	'',
	' ',
	'\u0000',
	'a\u0000b',
	'\u202eevil\u202c',
	'\ud800',
	'\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
	'ẗ̸̡̛́ë̴́x̷̛t̵',
	"' OR '1'='1",
	"'; DROP TABLE users; --",
	'$1',
	':userId',
	'%',
	'__proto__',
	'constructor',
	'toString',
	'<script>alert(1)</script>',
	'javascript:alert(1)',
	'../../etc/passwd',
	'{{7*7}}',
	'2030-02-30T25:61:00Z',
	'+275760-09-13T00:00:00.001Z',
	'9'.repeat(30),
	'-1',
	'2147483648',
	'1e400',
	'0x10',
	'NaN',
	'data:image/png;base64,AAAA',
	'data:image/svg+xml;base64,PHN2Zy8+',
	'x'.repeat(5_000),
];

const ODD_VALUES: fc.Arbitrary<unknown> = fc.oneof(
	fc.constantFrom<unknown>(
		...ODD_TEXTS,
		...[null, true, false, 0, -1, 1.5, 2_147_483_648, 1e21, Number.MAX_SAFE_INTEGER, -Number.MAX_VALUE],
		...[[], {}, [[]], [null], { $ne: null }, { $gt: '' }, { toString: 1 }, { length: -1 }, { valueOf: 'x' }],
		...[Array.from({ length: 10_000 }, (_, index) => index), 'é'.repeat(70_000)],
	),
	fc.jsonValue({ maxDepth: 4 }),
	fc.string({ unit: 'binary', maxLength: 40 }),
);

/** Members that no input has. They are written into the text, because an object cannot hold all of them. */
const FORBIDDEN_MEMBERS = [
	'"__proto__":{"role":"admin"}',
	'"constructor":{"prototype":{"role":"admin"}}',
	'"role":"admin"',
	'"id":"1"',
	'"user_id":"1"',
	'"userId":"1"',
	'"actor":{"id":"1","role":"admin"}',
	'"is_test_data":true',
];

const BROKEN_BODIES = [
	'{',
	'[]',
	'null',
	'"text"',
	'1',
	'{"a":1}}',
	'\ufeff{}',
	'{"a":"\\ud800"}',
	'['.repeat(50_000),
	`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
	'a=1&b=2',
	'',
];

/**
 * Generates requests to every call of the document. Most values match the schemas, with `ids` for the ids in
 * addresses and texts, but each value has a small chance of being something odd instead.
 */
export function generateRequests(document: OpenApiDocument, ids: Ids): fc.Arbitrary<FuzzedRequest> {
	const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
	);
	return fc.constantFrom(...calls).chain(({ path, method, operation }) => {
		const parameters = (operation.parameters ?? []) as { name: string; in: string; schema: JsonSchema }[];
		const listParameterNames = (place: string) =>
			parameters.filter((each) => each.in === place).map(({ name }) => name);
		const content = operation.requestBody?.content['application/json'];
		return fc
			.record({
				pathValues: fc.tuple(
					...listParameterNames('path').map((name) =>
						withOddValues(fc.constantFrom(...getIdsForField(name, ids)), fc.constantFrom(...ODD_PATHS)),
					),
				),
				query: fc.tuple(...listParameterNames('query').map(() => fc.option(generateText(ids)))),
				key:
					listParameterNames('header').length > 0
						? fc.option(fc.constantFrom('k1', 'k2', 'k3', 'ü', ''))
						: fc.constant(null),
				body: fc.oneof(
					{ weight: 3, arbitrary: generateBody(content?.schema as JsonSchema | undefined, document, ids) },
					{ weight: 1, arbitrary: generateExample(content?.example, ids) },
				),
			})
			.map(({ pathValues, query, key, body }) => {
				const filledPath = listParameterNames('path').reduce(
					(text, name, index) =>
						text.replace(`{${name}}`, encodeURIComponent(removeLoneSurrogates(String(pathValues[index])))),
					path,
				);
				const search = new URLSearchParams(
					listParameterNames('query').flatMap((name, index) =>
						query[index] === null ? [] : [[name, String(query[index])]],
					),
				).toString();
				const headers: Record<string, string> =
					key === null ? {} : { 'Idempotency-Key': Buffer.from(key).toString('latin1') };
				return {
					method: method.toUpperCase(),
					path: search ? `${filledPath}?${search}` : filledPath,
					headers,
					body: method === 'get' ? undefined : body,
				};
			});
	});
}

const ODD_PATHS = ODD_TEXTS.filter((text) => text.length < 1_000);
/** Returns the text without lone surrogates, which an address cannot contain. */
const removeLoneSurrogates = (text: string) => new TextDecoder().decode(new TextEncoder().encode(text));
const generateText = (ids: Ids) =>
	fc.oneof(fc.constantFrom(...ODD_PATHS), fc.constantFrom('active', 'cancelled', ...ids.any), fc.string());

const withOddValues = <T>(
	valid: fc.Arbitrary<T>,
	odd: fc.Arbitrary<unknown> = ODD_VALUES,
): fc.Arbitrary<unknown> => fc.oneof({ weight: 16, arbitrary: valid }, { weight: 1, arbitrary: odd });

function generateBody(
	schema: JsonSchema | undefined,
	document: OpenApiDocument,
	ids: Ids,
): fc.Arbitrary<string> {
	const value = schema ? generateValues(schema, document, ids) : fc.constant({});
	const bodies = fc
		.tuple(value, fc.option(fc.constantFrom(...FORBIDDEN_MEMBERS), { freq: 3 }))
		.map(([body, member]) => insertMember(JSON.stringify(body) ?? '', member));
	return fc.oneof(
		{ weight: 12, arbitrary: bodies },
		{ weight: 1, arbitrary: fc.constantFrom(...BROKEN_BODIES) },
	);
}

/**
 * Generates the document's own example with existing ids: a request that succeeds where the actor may send
 * it.
 */
const generateExample = (example: unknown, ids: Ids): fc.Arbitrary<string> =>
	fc
		.record({
			EVENT: fc.constantFrom(...ids.event),
			USER: fc.constantFrom(...ids.user),
			SIGNUP: fc.constantFrom(...ids.signup),
		})
		.map((idsByKind) =>
			JSON.stringify(example ?? {}).replaceAll(
				/\$(EVENT|USER|SIGNUP)_ID/g,
				(_, kind) => idsByKind[kind as 'EVENT'],
			),
		);

function insertMember(text: string, member: string | null): string {
	if (member === null || !text.startsWith('{')) return text;
	return text === '{}' ? `{${member}}` : `{${member},${text.slice(1)}`;
}

/** Generates values of a schema. `name` is the field's name, which tells the kind of its ids. */
function generateValues(
	schema: JsonSchema,
	document: OpenApiDocument,
	ids: Ids,
	name = '',
): fc.Arbitrary<unknown> {
	const generateInner = (each: JsonSchema, field = name) =>
		withOddValues(generateValues(each, document, ids, field));
	if (schema.$ref) {
		const component = schema.$ref.split('/').at(-1) ?? '';
		return generateValues((document.components.schemas[component] ?? {}) as JsonSchema, document, ids, name);
	}
	if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => generateValues(each, document, ids, name)));
	if (schema.enum) return fc.constantFrom(...schema.enum);
	if ('const' in schema) return fc.constant(schema.const);
	if (Array.isArray(schema.type)) {
		return fc.oneof(...schema.type.map((type) => generateValues({ ...schema, type }, document, ids, name)));
	}
	switch (schema.type) {
		case 'null':
			return fc.constant(null);
		case 'boolean':
			return fc.boolean();
		case 'integer':
		case 'number':
			return generateNumbers(schema);
		case 'string':
			return schema.format === 'date-time'
				? instants
				: withOddValues(generateFieldText(schema, name, ids), fc.constantFrom(...ODD_TEXTS));
		case 'array':
			if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map((each) => generateInner(each)));
			return fc.array(schema.items ? generateInner(schema.items) : ODD_VALUES, { maxLength: 6 });
		case 'object': {
			const properties = Object.entries(schema.properties ?? {});
			return fc.record(
				Object.fromEntries(properties.map(([field, each]) => [field, generateInner(each, field)])),
				{
					requiredKeys: schema.required ?? [],
				},
			);
		}
		default:
			return ODD_VALUES;
	}
}

const instants = fc
	.date({ min: new Date('2027-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
	.map((date) => date.toISOString());

/** Generates numbers, small ones more often, because counts and versions are small. */
const generateNumbers = ({ minimum = 0, maximum = 1_000, multipleOf = 1 }: JsonSchema) => {
	const [min, max] = [Math.ceil(minimum / multipleOf), Math.floor(maximum / multipleOf)];
	const counts = fc.oneof(fc.integer({ min, max: Math.min(max, min + 3) }), fc.integer({ min, max }));
	return counts.map((count) => count * multipleOf);
};

/** Generates texts. They are mostly ids when the field's name tells whose ids it takes. */
function generateFieldText({ maxLength = 40 }: JsonSchema, name: string, ids: Ids): fc.Arbitrary<string> {
	const fieldIds = getIdsForField(name, ids);
	return fc.oneof(
		{ weight: fieldIds === ids.any ? 1 : 12, arbitrary: fc.constantFrom(...fieldIds) },
		{ weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: Math.min(maxLength, 40) }) },
		{ weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 40) }) },
	);
}
