import fc from 'fast-check';
import type pg from 'pg';
import type { Role } from '~/domain/users/roles.ts';
import type { Contract } from '~/tests/support/contract.ts';
import { type FuzzedRequest, generateRequests, type Ids } from '~/tests/support/fuzz.ts';
import { listAddresses } from '../support/addresses.ts';
import { readContract } from '../support/contract.ts';
import { expect, test } from '../support/own-app.ts';
import { createUser } from '../support/rows.ts';

/** The total run time in seconds. Set FUZZ_SECONDS=3600 for a long run, and FUZZ_SEED for other requests. */
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 6);
const SEED = Number(process.env.FUZZ_SEED ?? 1188);
const CANARY = 'canary-of-another-user';

/** Creates users with notes and preferences, and events in every status. Returns the ids of all rows. */
async function populate(pool: pg.Pool): Promise<Ids> {
	const { rows } = await pool.query<{ kind: string; id: string }>(
		`WITH new_users AS (
			INSERT INTO users (discord_id, username, role, first_signed_in_at, membership_checked_at)
			SELECT (800000000000000000 + floor(random() * 1e9)::bigint * 100 + n)::text, 'User ' || n,
				CASE WHEN n > 21 THEN 'admin' WHEN n > 18 THEN 'storyteller' ELSE 'player' END, now(), now()
			FROM generate_series(1, 22) n RETURNING id, role
		), new_events AS (
			INSERT INTO events (title, description, date, duration, location, timezone, status, creator_id)
			SELECT 'Event ' || n, '', now() + (n - 2) * interval '30 days', 180, '', 'UTC',
				(ARRAY['completed', 'cancelled', 'active', 'active'])[n], (SELECT id FROM new_users WHERE role = 'admin')
			FROM generate_series(1, 4) n RETURNING id
		), new_signups AS (
			INSERT INTO signups (event_id, user_id, status, notes, signup_source)
			SELECT new_events.id, new_users.id, 'confirmed', $1, 'webapp' FROM new_events, new_users RETURNING id
		), new_comments AS (
			INSERT INTO comments (event_id, user_id, body)
			SELECT new_events.id, new_users.id, 'Hello' FROM new_events, new_users WHERE role = 'storyteller' RETURNING id
		), new_preferences AS (
			INSERT INTO preferences (user_id, notes) SELECT id, $1 FROM new_users RETURNING user_id
		)
		SELECT 'user' AS kind, id FROM new_users UNION SELECT 'event', id FROM new_events
		UNION (SELECT 'signup', id FROM new_signups LIMIT 6) UNION SELECT 'comment', id FROM new_comments`,
		[CANARY],
	);
	const idsOf = (...kinds: string[]) =>
		rows.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => String(id));
	return {
		event: idsOf('event'),
		user: idsOf('user'),
		signup: idsOf('signup'),
		comment: idsOf('comment'),
		any: idsOf('event', 'user', 'signup', 'comment'),
	};
}

/** Returns the rows, by table, that an actor of that role has no right to change. */
async function readProtectedRows(
	pool: pg.Pool,
	role: Role,
	actors: readonly string[],
): Promise<Record<string, unknown[]>> {
	const ownerQueries = [
		`SELECT 'users' AS name, jsonb_agg(to_jsonb(t) - 'membership_checked_at' ORDER BY id) AS rows
			FROM users t WHERE id <> ALL($1)`,
		`SELECT 'settings', jsonb_agg(to_jsonb(t) ORDER BY key) FROM settings t`,
		`SELECT 'preferences', jsonb_agg(to_jsonb(t) ORDER BY user_id) FROM preferences t WHERE user_id <> ALL($1)`,
		`SELECT 'player_preferences', jsonb_agg(to_jsonb(t) ORDER BY user_id, kind, position) FROM player_preferences t
			WHERE user_id <> ALL($1)`,
		`SELECT 'api_tokens', jsonb_agg(to_jsonb(t) ORDER BY id) FROM api_tokens t WHERE user_id <> ALL($1)`,
	];
	const creatorQueries = [
		`SELECT 'events', jsonb_agg(to_jsonb(t) ORDER BY id) FROM events t`,
		`SELECT 'signups', jsonb_agg(to_jsonb(t) ORDER BY id) FROM signups t WHERE user_id <> ALL($1)`,
		`SELECT 'comments', jsonb_agg(to_jsonb(t) ORDER BY id) FROM comments t WHERE user_id <> ALL($1)`,
		`SELECT 'groups', jsonb_agg(to_jsonb(t) ORDER BY id) FROM groups t`,
		`SELECT 'discord_mirrors', jsonb_agg(to_jsonb(t) ORDER BY event_id) FROM discord_mirrors t`,
		`SELECT 'announcements', jsonb_agg(to_jsonb(t) ORDER BY event_id, kind) FROM announcements t`,
		`SELECT 'images', jsonb_agg(content_hash ORDER BY id) FROM images t`,
	];
	const queries =
		role === 'admin' ? [] : role === 'creator' ? ownerQueries : [...ownerQueries, ...creatorQueries];
	if (queries.length === 0) return {};
	const { rows } = await pool.query<{ name: string; rows: unknown[] | null }>(queries.join(' UNION ALL '), [
		actors,
	]);
	return Object.fromEntries(rows.map((row) => [row.name, row.rows ?? []]));
}

/** Returns the sender of the requests. `signInAgain` replaces it with a new user when its session has ended. */
function createActor(pool: pg.Pool, role: Role) {
	const ids: string[] = [];
	let token = '';
	return {
		ids,
		token: () => token,
		signInAgain: async () => {
			const user = await createUser({ role }, pool);
			ids.push(user.id);
			token = user.token;
		},
	};
}

type Sender = {
	url: string;
	contract: Contract;
	token: string;
	role: Role;
	statusCounts: Map<string, number>;
};

/** Sends a request. Returns what is wrong with the response, or null. */
async function findFault(
	request: FuzzedRequest,
	{ url, contract, token, role, statusCounts }: Sender,
): Promise<string | null> {
	const response = await fetch(url + request.path, {
		method: request.method,
		redirect: 'manual',
		headers: {
			...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
			...(token ? { Authorization: `Bearer ${token}` } : {}),
			...request.headers,
		},
		...(request.body === undefined ? {} : { body: request.body }),
	});
	const text = await response.text();
	const statusClass = `${String(response.status)[0]}xx`;
	statusCounts.set(statusClass, (statusCounts.get(statusClass) ?? 0) + 1);
	if (response.status >= 500) return `${response.status}: ${text}`;
	if (role === 'player' && text.includes(CANARY)) return `leaks to a player: ${text.slice(0, 500)}`;
	if (/\n\s+at |node_modules|SELECT .* FROM|[Ss]equelize/.test(text))
		return `leaks internals: ${text.slice(0, 500)}`;
	if (!response.headers.get('content-type')?.includes('json')) {
		// The path led out of /api, as ids such as `..` do.
		return new URL(response.url).pathname.startsWith('/api/')
			? `no JSON, but ${response.status}: ${text.slice(0, 200)}`
			: null;
	}
	return contract.checkResponse(
		request.method,
		// An empty id at the end is the address of the list.
		new URL(response.url).pathname.replace(/\/+$/, ''),
		response.status,
		JSON.parse(text),
	);
}

const ROLE_SHARES: [Role, number][] = [
	['player', 0.5],
	['creator', 0.3],
	['admin', 0.2],
];

test('random requests cause no server error, no forbidden change and no leaked secret', async ({
	server,
}) => {
	test.setTimeout(SECONDS * 1_000 + 120_000);
	const { app, pool } = server;
	const contract = await readContract(app.url);
	const statusCounts = new Map<string, number>();
	for (const [role, share] of ROLE_SHARES) {
		const ids = await populate(pool);
		const actor = createActor(pool, role);
		await actor.signInAgain();
		const before = await readProtectedRows(pool, role, actor.ids);
		const expectUnchanged = async () => {
			const after = await readProtectedRows(pool, role, actor.ids);
			for (const [table, rows] of Object.entries(after)) {
				// Only the differences are shown, because a table may be long.
				const [rowsNow, rowsBefore] = [rows, before[table] ?? []].map((all) =>
					all.map((row) => JSON.stringify(row)),
				);
				const changes = {
					removed: rowsBefore?.filter((row) => !rowsNow?.includes(row)),
					added: rowsNow?.filter((row) => !rowsBefore?.includes(row)),
				};
				expect(changes, `${table}, which a ${role} may not change`).toEqual({ removed: [], added: [] });
			}
		};
		const run = async (requests: FuzzedRequest[]) => {
			const sender: Sender = { url: app.url, contract, token: actor.token(), role, statusCounts };
			const faults = await Promise.all(requests.map((request) => findFault(request, sender)));
			for (const [index, fault] of faults.entries()) {
				const { method, path } = requests[index] ?? {};
				if (fault) throw new Error(`${method} ${path} ${fault}\n${app.output()}`);
			}
			const me = await fetch(`${app.url}/api/auth/me`, {
				headers: { Authorization: `Bearer ${sender.token}` },
			});
			if (me.status === 401) await actor.signInAgain();
		};
		let last: Promise<unknown> = Promise.resolve();
		await fc.assert(
			fc.asyncProperty(
				fc.array(generateRequests(contract.document, ids), { minLength: 1, maxLength: 8 }),
				async (requests) => {
					const running = run(requests);
					last = running.catch(() => undefined);
					await running;
				},
			),
			{
				seed: SEED,
				numRuns: Number.MAX_SAFE_INTEGER,
				endOnFailure: SECONDS > 6,
				interruptAfterTimeLimit: SECONDS * 1_000 * share,
				markInterruptAsFailure: false,
			},
		);
		// The time limit may end the run while its last request is still in progress.
		await last;
		await expectUnchanged();
		const { rows } = await pool.query<{ count: string }>(`SELECT count(*) FROM users WHERE role = 'admin'`);
		expect(Number(rows[0]?.count)).toBeGreaterThan(0);
	}
	expect(app.output()).toBe('');
	const counts = ['2xx', '4xx'].map((statusClass) => statusCounts.get(statusClass) ?? 0);
	console.log(`fuzz: ${counts[0]} successes and ${counts[1]} refusals in ${SECONDS} s, seed ${SEED}`);
	// Enough requests must pass the schemas, or the code behind the schemas is never tested.
	for (const count of counts) expect(count).toBeGreaterThan(SECONDS * 2);
});

const ODD_IDS = ['a%00b', '%20', '-1', '9'.repeat(40), '__proto__', '%F0%9F%92%80'];
const QUERIES = [
	'q',
	'search',
	'cursor',
	'before',
	'page',
	'status',
	'sort',
	'role',
	'since',
	'user',
	'events',
];

test('no address fails with an id or a query that nothing has', async ({ server: { app, pool } }) => {
	test.setTimeout(240_000);
	const ids = await populate(pool);
	const actor = createActor(pool, 'admin');
	await actor.signInAgain();
	const failed: string[] = [];
	const counts = new Map<number, number>();
	const send = async (path: string, method: string) => {
		const headers = { Authorization: `Bearer ${actor.token()}`, Cookie: `session=${actor.token()}` };
		const { status, body } = await fetch(app.url + path, {
			method,
			redirect: 'manual' as const,
			headers: { ...headers, Origin: app.url, 'Content-Type': 'application/json' },
			...(method === 'GET' ? {} : { body: '{"winner":null}' }),
		});
		await body?.cancel();
		counts.set(status, (counts.get(status) ?? 0) + 1);
		if (status >= 500 && status !== 503) failed.push(`${method} ${path}: ${status}`);
		// The address ended the session.
		if (status === 401 || /logout|sessions/.test(path)) await actor.signInAgain();
	};
	for (const { address } of listAddresses()) {
		const fill = (value: string, eventId = value) =>
			address.replace('{eventId}', eventId).replaceAll(/\{\w+\}/g, value);
		const methods = address.startsWith('/api/') ? ['GET', 'PUT', 'POST', 'DELETE'] : ['GET'];
		// Addresses without an id differ only in their queries.
		for (const value of address.includes('{') ? ODD_IDS : ODD_IDS.slice(0, 1)) {
			const query = QUERIES.map((name) => `${name}=${value}`).join('&');
			const ofEvents = ids.event.map((eventId) => fill(value, eventId));
			const paths = [fill(value), ...(/\}.*\{/.test(address) ? ofEvents : []), `${fill('1')}?${query}`];
			for (const path of paths) for (const method of methods) await send(path, method);
		}
	}
	expect(failed).toEqual([]);
	// Most addresses say that nothing has this id, and few that there is no session.
	expect(counts.get(404)).toBeGreaterThan(200);
	expect(counts.get(401) ?? 0).toBeLessThan(20);
	expect(app.output()).toBe('');
});
