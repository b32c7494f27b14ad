import type pg from 'pg';
import type { OpenApiDocument } from '~/server/http/openapi.ts';
import { TABLE } from '../support/authorization-table.ts';
import { expect, METRICS_TOKEN, test } from '../support/own-app.ts';
import { makePerson } from '../support/rows.ts';

/**
 * The CPU time that the process may spend on one such request, in seconds. The attacks that this prevents
 * took 6 to 96 seconds.
 */
const CPU_SECONDS = 2;
const ANSWER_BYTES = 100_000;

type Sent = { what: string; method: string; path: string; type?: string; body: string | FormData };

const LONG_TEXT = 'x'.repeat(1_000_000);
/** One character that becomes 18 characters when it is folded. */
const UNFOLDING = 'ﷺ';
const NESTED = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
const MANY_WRONG = JSON.stringify(new Array(100_000).fill({}));

/** Returns every API call with a body, once for each field, with an oversized value in that field. */
function oversizedCalls(document: OpenApiDocument, ids: Record<string, string>): Sent[] {
	return Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).flatMap(([method, { requestBody }]) => {
			const schema = requestBody?.content['application/json']?.schema as
				| { properties?: Record<string, unknown> }
				| undefined;
			return Object.keys(schema?.properties ?? {}).flatMap((field) =>
				[
					['100,000 wrong items', MANY_WRONG],
					['a long text', JSON.stringify(LONG_TEXT)],
					['a deep list', NESTED],
				].map(([what, value]) => ({
					what: `${what} in ${field}`,
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
	...['storytellerIds', 'preferredPlayers', 'preferredStorytellers', 'ids', 'shown', 'selected', 'tellers-1'],
	...['title', 'notes', 'playersQuery', 'search', 'board', 'step', 'body', 'name'],
];

/** Returns every page's form with more than a form may hold. Each one is refused. */
function oversizedForms(ids: Record<string, string>): Sent[] {
	return listForms(ids).flatMap(({ path, intent }) => {
		const parts = new FormData();
		for (const field of FORM_FIELDS.slice(0, 3)) parts.append(field, LONG_TEXT);
		return [
			form(path, '100,000 ids', `intent=${intent}&${'ids=wrong&storytellerIds=wrong&'.repeat(50_000)}`),
			form(path, 'a long search', String(new URLSearchParams({ playersQuery: UNFOLDING.repeat(300_000) }))),
			{ what: 'long texts in parts', method: 'POST', path, body: parts },
		];
	});
}

/**
 * Returns the same forms within their limits, with names and values that were once expensive to process. They
 * need not be refused.
 */
function greedyForms(ids: Record<string, string>): Sent[] {
	return listForms(ids).flatMap(({ path, intent }) => {
		const indexed = FORM_FIELDS.flatMap((field) =>
			['4294967294', '4294967295', '100000', ''].map((index) => [`${field}[${index}]`, '1']),
		);
		const nested = { board: `{"groups":${NESTED}}`, step: NESTED, selected: 'zzzzzzzzzzz-zzzzzzzzzzz.' };
		const unfolding = { playersQuery: UNFOLDING.repeat(6_000), do: 'search' };
		const fields = { indexed: Object.fromEntries(indexed), nested, unfolding };
		return Object.entries(fields).map(([what, values]) =>
			form(path, `${intent} ${what}`, String(new URLSearchParams({ intent, ...values }))),
		);
	});
}

const form = (path: string, what: string, body: string): Sent => ({
	...{ what, path, body },
	...{ method: 'POST', type: 'application/x-www-form-urlencoded' },
});

/** Returns the pages' forms of the authorization table: the address with its ids, and the intent. */
const listForms = (ids: Record<string, string>) =>
	[...TABLE.matchAll(/^POST (\/(?!api)\S*[^*\s]) +(\w+\.\w+)/gm)].map(([, address = '', intent = '']) => ({
		path: fillIds(address, ids),
		intent,
	}));

const fillIds = (path: string, ids: Record<string, string>) =>
	path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '1');

async function makeIds(pool: pg.Pool): Promise<Record<string, string>> {
	const { rows } = await pool.query<{ event: string; signup: string; comment: string; user: string }>(
		`WITH person AS (INSERT INTO users (discord_id, username, role) VALUES ('912345678901234567', 'other', 'storyteller') RETURNING id),
		event AS (
			INSERT INTO events (title, description, date, duration, location, timezone, creator_id)
			SELECT 'Friday', '', now() + interval '7 days', 180, '', 'UTC', id FROM person RETURNING id),
		signup AS (
			INSERT INTO signups (event_id, user_id, status, signup_source)
			SELECT event.id, person.id, 'confirmed', 'webapp' FROM event, person RETURNING id),
		comment AS (
			INSERT INTO comments (event_id, user_id, body) SELECT event.id, person.id, 'Hello' FROM event, person RETURNING id)
		SELECT event.id AS event, signup.id AS signup, comment.id AS comment, person.id AS user
		FROM event, signup, comment, person`,
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
	const answer = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
	return Number(/^process_cpu_seconds_total (\S+)/m.exec(await answer.text())?.[1]);
}

/**
 * Sends a request and returns its status. Throws when the response is too long or the process used too much
 * CPU time.
 */
async function sendBounded(url: string, token: string, sent: Sent, maxBytes = ANSWER_BYTES): Promise<number> {
	const before = await readCpuSeconds(url);
	const name = `${sent.method} ${sent.path}: ${sent.what}`;
	const answer = await fetch(url + sent.path, {
		method: sent.method,
		redirect: 'manual',
		headers: { Authorization: `Bearer ${token}`, ...(sent.type ? { 'Content-Type': sent.type } : {}) },
		body: sent.body,
	}).catch((error: unknown) => {
		throw new Error(name, { cause: error });
	});
	const bytes = (await answer.arrayBuffer()).byteLength;
	const cpuSeconds = (await readCpuSeconds(url)) - before;
	expect(bytes, `${name}: bytes of the answer (${answer.status})`).toBeLessThan(maxBytes);
	expect(cpuSeconds, `${name}: CPU seconds`).toBeLessThan(CPU_SECONDS);
	return answer.status;
}

test('oversized fields of every call and form are refused with little work', async ({
	town: { app, pool },
}) => {
	test.setTimeout(240_000);
	const ids = await makeIds(pool);
	const { token } = await makePerson({ role: 'admin' }, pool);
	const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as OpenApiDocument;
	const sent = [...oversizedCalls(document, ids), ...oversizedForms(ids)];
	const accepted: string[] = [];
	for (const one of sent) {
		const status = await sendBounded(app.url, token, one);
		if (![400, 413, 422].includes(status)) accepted.push(`${status} ${one.method} ${one.path}: ${one.what}`);
	}
	expect(accepted).toEqual([]);
	expect(sent.length).toBeGreaterThan(300);
});

test('indexes, nesting and unfolding texts in any form cost little work', async ({ town: { app, pool } }) => {
	test.setTimeout(240_000);
	const ids = await makeIds(pool);
	const failed: string[] = [];
	let { token } = await makePerson({ role: 'admin' }, pool);
	for (const one of greedyForms(ids)) {
		// Some of these forms end the session.
		const me = await fetch(`${app.url}/api/auth/me`, { headers: { Authorization: `Bearer ${token}` } });
		if (me.status === 401) ({ token } = await makePerson({ role: 'admin' }, pool));
		const status = await sendBounded(app.url, token, one, 300_000);
		if (status >= 500) failed.push(`${status} ${one.path}: ${one.what}`);
	}
	expect(failed).toEqual([]);
});
