import type pg from 'pg';
import type { OpenApiDocument } from '~/server/http/openapi.ts';
import { TABLE } from '../support/authorization-table.ts';
import { expect, METRICS_TOKEN, test } from '../support/own-app.ts';
import { createUser } from '../support/rows.ts';

/**
 * The CPU time that the process may spend on one such request, in seconds. The attacks that this prevents
 * took 6 to 96 seconds.
 */
const CPU_SECONDS = 2;
const RESPONSE_BYTES = 100_000;

type OversizedRequest = {
	label: string;
	method: string;
	path: string;
	type?: string;
	body: string | FormData;
};

const LONG_TEXT = 'x'.repeat(1_000_000);
/** One character that becomes 18 characters when it is folded. */
const EXPANDING = 'ﷺ';
const NESTED = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
const OVERSIZED_VALUES = {
	'100,000 wrong items': JSON.stringify(new Array(100_000).fill({})),
	'a long text': JSON.stringify(LONG_TEXT),
	'a deep list': NESTED,
};
const LONG_SEARCH = String(new URLSearchParams({ playersQuery: EXPANDING.repeat(300_000) }));
const MANY_IDS = 'ids=wrong&storytellerIds=wrong&'.repeat(50_000);

/** Returns every API call with a body, once for each field, with an oversized value in that field. */
function listOversizedCalls(document: OpenApiDocument, ids: Record<string, string>): OversizedRequest[] {
	return Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).flatMap(([method, { requestBody }]) => {
			const schema = requestBody?.content['application/json']?.schema as
				| { properties?: Record<string, unknown> }
				| undefined;
			return Object.keys(schema?.properties ?? {}).flatMap((field) =>
				Object.entries(OVERSIZED_VALUES).map(([label, value]) => ({
					label: `${label} in ${field}`,
					method: method.toUpperCase(),
					path: fillIds(path, ids),
					type: 'application/json',
					body: `{${JSON.stringify(field)}:${value}}`,
				})),
			);
		}),
	);
}

const FORM_FIELDS = [
	...[
		'storytellerIds',
		'preferredPlayers',
		'preferredStorytellers',
		'ids',
		'shown',
		'selected',
		'events[0].storytellerIds',
	],
	...['title', 'notes', 'playersQuery', 'search', 'board', 'step', 'body', 'name'],
];

/** Returns every page's form with more than a form may hold. Each one is refused. */
function listOversizedForms(ids: Record<string, string>): OversizedRequest[] {
	const parts = new FormData();
	for (const field of FORM_FIELDS.slice(0, 3)) parts.append(field, LONG_TEXT);
	return listForms(ids).flatMap(({ path, intent }) => {
		return [
			form(path, '100,000 ids', `intent=${intent}&${MANY_IDS}`),
			form(path, 'a long search', LONG_SEARCH),
			{ label: 'long texts in parts', method: 'POST', path, body: parts },
		];
	});
}

/**
 * Returns the same forms within their limits, with names and values that were once expensive to process. They
 * need not be refused.
 */
function listExpensiveForms(ids: Record<string, string>): OversizedRequest[] {
	return listForms(ids).flatMap(({ path, intent }) => {
		const indexed = FORM_FIELDS.flatMap((field) =>
			['4294967294', '4294967295', '100000', ''].map((index) => [`${field}[${index}]`, '1']),
		);
		const nested = { board: `{"groups":${NESTED}}`, step: NESTED, selected: 'zzzzzzzzzzz-zzzzzzzzzzz.' };
		const expanding = { playersQuery: EXPANDING.repeat(6_000), do: 'search' };
		const fields = { indexed: Object.fromEntries(indexed), nested, expanding };
		return Object.entries(fields).map(([label, values]) =>
			form(path, `${intent} ${label}`, String(new URLSearchParams({ intent, ...values }))),
		);
	});
}

const form = (path: string, label: string, body: string): OversizedRequest => ({
	label,
	path,
	body,
	method: 'POST',
	type: 'application/x-www-form-urlencoded',
});

/** Returns the pages' forms of the authorization table: the address with its ids, and the intent. */
const listForms = (ids: Record<string, string>) =>
	[...TABLE.matchAll(/^POST (\/(?!api)\S*[^*\s]) +(\w+\.\w+)/gm)].map(([, address = '', intent = '']) => ({
		path: fillIds(address, ids),
		intent,
	}));

const fillIds = (path: string, ids: Record<string, string>) =>
	path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '1');

async function createRows(pool: pg.Pool): Promise<Record<string, string>> {
	const { rows } = await pool.query<{ event: string; signup: string; comment: string; user: string }>(
		`WITH member AS (INSERT INTO users (discord_id, username, role) VALUES ('912345678901234567', 'other', 'storyteller') RETURNING id),
		event AS (
			INSERT INTO events (title, description, date, duration, location, timezone, creator_id)
			SELECT 'Friday', '', now() + interval '7 days', 180, '', 'UTC', id FROM member RETURNING id),
		signup AS (
			INSERT INTO signups (event_id, user_id, status, signup_source)
			SELECT event.id, member.id, 'confirmed', 'webapp' FROM event, member RETURNING id),
		comment AS (
			INSERT INTO comments (event_id, user_id, body) SELECT event.id, member.id, 'Hello' FROM event, member RETURNING id)
		SELECT event.id AS event, signup.id AS signup, comment.id AS comment, member.id AS user
		FROM event, signup, comment, member`,
	);
	const [row] = rows;
	return {
		eventId: String(row?.event),
		signupId: String(row?.signup),
		commentId: String(row?.comment),
		userId: String(row?.user),
		key: 'events_banner',
	};
}

async function readCpuSeconds(url: string): Promise<number> {
	const response = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
	return Number(/^process_cpu_seconds_total (\S+)/m.exec(await response.text())?.[1]);
}

/** Where requests go, and the CPU time that the process had used after the last one, in seconds. */
type Target = { url: string; cpuSeconds: number };

const openTarget = async (url: string): Promise<Target> => ({ url, cpuSeconds: await readCpuSeconds(url) });

/**
 * Sends a request and returns its status. Throws when the response is too long or the process used too much
 * CPU time.
 */
async function sendBounded(
	target: Target,
	token: string,
	request: OversizedRequest,
	maxBytes = RESPONSE_BYTES,
): Promise<number> {
	const { url, cpuSeconds: before } = target;
	const name = `${request.method} ${request.path}: ${request.label}`;
	const response = await fetch(url + request.path, {
		method: request.method,
		redirect: 'manual',
		headers: { Authorization: `Bearer ${token}`, ...(request.type ? { 'Content-Type': request.type } : {}) },
		body: request.body,
	}).catch((error: unknown) => {
		throw new Error(name, { cause: error });
	});
	const bytes = (await response.arrayBuffer()).byteLength;
	target.cpuSeconds = await readCpuSeconds(url);
	expect(bytes, `${name}: bytes of the response (${response.status})`).toBeLessThan(maxBytes);
	expect(target.cpuSeconds - before, `${name}: CPU seconds`).toBeLessThan(CPU_SECONDS);
	return response.status;
}

test('refuses oversized fields of every call and form with little CPU time', async ({
	server: { app, pool },
}) => {
	test.setTimeout(240_000);
	const ids = await createRows(pool);
	const { token } = await createUser({ role: 'admin' }, pool);
	const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as OpenApiDocument;
	const requests = [...listOversizedCalls(document, ids), ...listOversizedForms(ids)];
	const accepted: string[] = [];
	const target = await openTarget(app.url);
	for (const request of requests) {
		const status = await sendBounded(target, token, request);
		if (![400, 413, 422].includes(status))
			accepted.push(`${status} ${request.method} ${request.path}: ${request.label}`);
	}
	expect(accepted).toEqual([]);
	expect(requests.length).toBeGreaterThan(300);
});

test('indexes, nesting and expanding texts in any form cost little CPU time', async ({
	server: { app, pool },
}) => {
	test.setTimeout(240_000);
	const ids = await createRows(pool);
	const failed: string[] = [];
	let { token } = await createUser({ role: 'admin' }, pool);
	const target = await openTarget(app.url);
	for (const request of listExpensiveForms(ids)) {
		// Some of these forms end the session.
		const me = await fetch(`${app.url}/api/auth/me`, { headers: { Authorization: `Bearer ${token}` } });
		if (me.status === 401) ({ token } = await createUser({ role: 'admin' }, pool));
		const status = await sendBounded(target, token, request, 300_000);
		if (status >= 500) failed.push(`${status} ${request.path}: ${request.label}`);
	}
	expect(failed).toEqual([]);
});
