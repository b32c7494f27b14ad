import { createHash, randomBytes } from 'node:crypto';
import { type Action, needsSession, policy } from '~/domain/policy.ts';
import { API_TOKEN_PREFIX } from '~/server/secrets.ts';
import type { StandInState } from '~/tests/mocks/discord/state.ts';
import { listAddresses, listIntents } from '../support/addresses.ts';
import { REQUESTS, type RequestCase } from '../support/authorization-requests.ts';
import { COLUMNS, type Column, TABLE } from '../support/authorization-table.ts';
import { readContract } from '../support/contract.ts';
import { deleteEventsOf, deleteUsers } from '../support/event-rows.ts';
import { expect, test } from '../support/own-discord.ts';
import {
	addEventRow,
	type CreatedEvent,
	type CreatedUser,
	createUser,
	getSharedPool,
} from '../support/rows.ts';
import type { Scenario } from '../support/scenario.ts';
import { type RowSelection, readStoredRows, type StoredRows } from '../support/stored-rows.ts';

type Line = { method: string; address: string; words: string[]; name: string; expected: string[] };

const PARTS = parseTable();
const LINES = [...PARTS.values()].flat();

/** Returns the lines of `TABLE` by the name of their part. */
function parseTable(): Map<string, Line[]> {
	const parts = new Map<string, Line[]>();
	let part: Line[] = [];
	for (const text of TABLE.split('\n').filter((line) => line !== '')) {
		const [left = '', right = ''] = text.split('|');
		const [method = '', address = '', ...words] = left.trim().split(/\s+/);
		const expected = right.trim().split(/\s+/);
		if (/^(GET|POST|PUT|DELETE)$/.test(method)) {
			part.push({ method, address, words, name: left.trim(), expected });
			continue;
		}
		expect(expected, left).toEqual(COLUMNS);
		part = [];
		parts.set(left.trim(), part);
	}
	return parts;
}

const WIDTH = Math.max(...LINES.map(({ name }) => name.length));
const formatLine = ({ name }: Line, results: readonly string[]) =>
	`${name.padEnd(WIDTH)} | ${results.map((result) => result.padEnd(11)).join(' ')}`.trimEnd();

for (const [name, lines] of PARTS) {
	test(`responses by role: ${name}`, async ({ server: { url }, discord }) => {
		test.setTimeout(240_000);
		// The last admin cannot leave, so there must be a second one.
		await createUser({ role: 'admin' });
		// There is only one test environment.
		const isAlone = name === 'Test environment';
		const count = isAlone ? 1 : 6;
		const actual = await runConcurrently(count, lines, async (line) =>
			formatLine(line, await fillLine(line, url, discord)),
		);
		expect(actual).toEqual(lines.map((line) => formatLine(line, line.expected)));
	});
}

for (const [name, lines] of PARTS) {
	test(`an API token has the rights of its admin, except where a session is required: ${name}`, async ({
		server: { url },
		discord,
	}) => {
		test.setTimeout(240_000);
		await createUser({ role: 'admin' });
		const isAlone = name === 'Test environment';
		const actions = await readActions(url);
		const expectedFor = (line: Line) => {
			if (line.name === 'POST /logout auth.logout') return '(303)';
			const action = actions(line);
			const isRefused = action !== null && needsSession({ id: '', role: 'admin', isApiToken: true }, action);
			return isRefused ? '403' : String(line.expected[COLUMNS.indexOf('admin')]);
		};
		const actual = await runConcurrently(isAlone ? 1 : 6, lines, async (line) =>
			formatLine(line, [await fillCell(line, 'token', url, discord, actions(line))]),
		);
		expect(actual).toEqual(lines.map((line) => formatLine(line, [expectedFor(line)])));
	});
}

/**
 * Returns a function that finds the policy key of a line: from the document for an API call, from the intent
 * for a form. It returns null for a page that is only read.
 */
async function readActions(url: string): Promise<(line: Line) => Action | null> {
	const { document } = await readContract(url);
	return ({ method, address, words }) =>
		document.paths[address]?.[method.toLowerCase()]?.['x-action'] ??
		(words.find((word) => Object.hasOwn(policy, word)) as Action | undefined) ??
		null;
}

test('the table has lines for every page and call, and only for those', async ({ baseURL }) => {
	const { document } = await readContract(String(baseURL));
	const calls = Object.entries(document.paths).flatMap(([address, methods]) =>
		Object.keys(methods).map((method) => `${method.toUpperCase()} ${address}`),
	);
	const others = listAddresses()
		.filter(({ address }) => !(address in document.paths))
		.flatMap(({ address, takesForms }) => [`GET ${address}`, ...(takesForms ? [`POST ${address}`] : [])]);
	const named = new Set(LINES.map(({ method, address }) => `${method} ${address}`));
	expect([...named].sort()).toEqual([...calls, ...others].sort());
	expect(calls.length).toBeGreaterThan(30);
	expect(others.length).toBeGreaterThan(30);
});

test('the table contains every form and every action', async ({ baseURL }) => {
	const { document } = await readContract(String(baseURL));
	const called = Object.values(document.paths).flatMap((methods) =>
		Object.values(methods).map((call) => call['x-action']),
	);
	const intents = LINES.filter(({ address }) => !address.startsWith('/api/')).flatMap(({ words }) =>
		words.filter((word) => word.includes('.')),
	);
	expect(intents.filter((intent) => !Object.hasOwn(policy, intent))).toEqual([]);
	expect(listIntents().filter((intent) => !intents.includes(intent))).toEqual([]);
	const missing = Object.keys(policy).filter(
		(action) => !called.includes(action as Action) && !intents.includes(action),
	);
	expect(missing.sort()).toEqual(Object.keys(OTHER_ACTIONS).sort());
});

/** Abilities that belong neither to an API call nor to a form, and where they are used. */
const OTHER_ACTIONS: Partial<Record<Action, string>> = {
	'admin.open': 'GET /admin',
	'botc.events': 'the bot',
	'botc.groups': 'the bot',
	'botc.leave': 'the bot',
	'botc.next': 'the bot',
	'botc.notes': 'the bot',
	'botc.plan': 'the bot',
	'botc.signup': 'the bot',
	'botc.undo': 'the bot',
	'calendar.readEvent': 'GET /events/{eventId}.ics',
	'calendar.readFeed': 'GET /calendar/{token}.ics',
	'comments.readDiscussion': 'GET /events/{eventId}',
	'events.export': 'GET /admin/export/events.csv',
	'events.listTimes': 'GET /create-event',
	'events.listPast': 'GET /events?view=past',
	'events.listUpcoming': 'GET /events',
	'events.matchAll': 'the lists of the panel',
	'groups.readPreferences': 'what the panel shows',
	'events.watch': 'GET /live',
	'health.read': 'GET /admin/health',
	'images.read': 'GET /images/{hash}',
	'images.upload': 'a field of the event forms',
	'users.search': 'GET /profile/preferences',
	'profile.export': 'GET /profile/export',
	'sessions.list': 'GET /profile',
	'signups.export': 'GET /admin/export/signups.csv',
	'signups.matchAll': 'the lists of the panel',
	'signups.readNotes': 'the notes of a signup',
	'signups.readMembership': 'a field of a signup',
	'signups.readTimes': 'the times of a signup',
	'tokens.list': 'GET /profile',
};

test('every line is unique and complete, and every request belongs to a line', () => {
	const names = LINES.map(({ name }) => name.replaceAll(/\s+/g, ' '));
	expect(names).toEqual([...new Set(LINES.map(({ name }) => name))]);
	const pattern = /^(\d{3}|\(\d{3}\)|login|>\/\S*)$/;
	for (const { name, expected } of LINES) {
		expect(expected, name).toHaveLength(COLUMNS.length);
		expect(
			expected.filter((item) => !pattern.test(item)),
			name,
		).toEqual([]);
	}
	expect(Object.keys(REQUESTS).filter((name) => !names.includes(name))).toEqual([]);
});

test('the credentials of the last two columns work until they end', async ({ server: { url }, discord }) => {
	const admin = await createUser({ role: 'admin' });
	const status = async (token: string) =>
		(await send(`${url}/api/admin/discord-mirrors`, 'GET', {}, token)).status;
	expect(await status(await insertApiToken(admin.id, { revoked: false }))).toBe(200);
	discord.addUser({ ...admin, globalName: null, nickname: null, avatar: null, kind: 'admin' });
	await makeMembershipCheckDue(admin);
	expect(await status(admin.token)).toBe(200);
	discord.leaveGuild(admin.discordId);
	await makeMembershipCheckDue(admin);
	expect(await status(admin.token)).toBe(401);
});

/**
 * Returns the app's response to each column of a line. The columns run one after the other, because the
 * changes of an admin must not look like changes by another actor.
 */
async function fillLine(line: Line, url: string, discord: StandInState): Promise<string[]> {
	const expectedOf = (column: Column) => String(line.expected[COLUMNS.indexOf(column)]);
	const isHarmless = (column: Column) => line.method === 'GET' || !/^\(?(2\d\d|303)/.test(expectedOf(column));
	const results = new Map<Column, string>();
	// Reads and refusals change nothing, so one scenario serves all of them. The column 'removed' comes last,
	// because the app no longer accepts the actor's session after it.
	const harmless = COLUMNS.filter(isHarmless).sort(
		(a, b) => Number(a === 'removed') - Number(b === 'removed'),
	);
	if (harmless.length > 0) {
		const prepared = await prepareRequest(line, discord);
		for (const column of harmless) results.set(column, await sendAs(line, column, prepared, url));
		await cleanUp(prepared);
	}
	for (const column of COLUMNS.filter((item) => !isHarmless(item))) {
		results.set(column, await fillCell(line, column, url, discord));
	}
	return COLUMNS.map((column) => String(results.get(column)));
}

/** A column of the table, or an admin's API token. */
type RequestActor = Column | 'token';

/**
 * Returns the app's response to one column, in a new scenario. Appends '!unrecorded' when `action`, which players may not
 * do, has changed something and no audit entry of the actor tells it.
 */
async function fillCell(
	line: Line,
	column: RequestActor,
	url: string,
	discord: StandInState,
	action: Action | null = null,
): Promise<string> {
	const prepared = await prepareRequest(line, discord);
	const actorId = prepared.scenario.actor.id;
	const recorded = await countAuditEntries(actorId);
	const result = await sendAs(line, column, prepared, url);
	const isRecorded = (await countAuditEntries(actorId)) > recorded;
	await cleanUp(prepared);
	const hasChanged = line.method !== 'GET' && /^(2\d\d|303)$/.test(result);
	return hasChanged && !isForPlayers(action) && !isRecorded ? `${result}!unrecorded` : result;
}

/** Whether players may do it, whose own changes are not recorded. */
const isForPlayers = (action: Action | null): boolean =>
	action === null || ['anyone', 'player'].includes(policy[action].role);

async function countAuditEntries(actorId: string): Promise<number> {
	const { rows } = await getSharedPool().query('SELECT 1 FROM audit_entries WHERE actor_id = $1', [actorId]);
	return rows.length;
}

/** The data that a line's request needs, and the rows that it might change. */
type PreparedRequest = { scenario: Scenario; requestCase: RequestCase; selection: Required<RowSelection> };

async function prepareRequest(line: Line, discord: StandInState): Promise<PreparedRequest> {
	const [actor, other] = await Promise.all([createUser(), createUser()]);
	const event = await addEventRow({ creatorId: other.id });
	const scenario: Scenario = { actor, other, event, discord };
	const requestCase = (await REQUESTS[line.name]?.(scenario)) ?? {};
	const selection = {
		eventIds: [event.id, ...(requestCase.selection?.eventIds ?? [])],
		userIds: [actor.id, other.id, ...(requestCase.selection?.userIds ?? [])],
		discordIds: requestCase.selection?.discordIds ?? [],
		settings: requestCase.selection?.settings ?? [],
		testData: requestCase.selection?.testData ?? false,
	};
	return { scenario, requestCase, selection };
}

async function cleanUp({ requestCase, selection }: PreparedRequest): Promise<void> {
	await requestCase.restore?.();
	await deleteCreatedRows(selection);
}

/**
 * Returns the app's response to one column, in the words of the table. Appends '!written' when a read or a
 * refusal has written something.
 */
async function sendAs(
	line: Line,
	column: RequestActor,
	{ scenario, requestCase, selection }: PreparedRequest,
	url: string,
): Promise<string> {
	await setRole(scenario.actor, roleOf(column));
	const token = await prepareToken(column, scenario);
	const before = withoutDeletedSessions(await readStoredRows(selection), column);
	const address = addressOf(line, requestCase, scenario.event);
	const response = await send(url + address, line.method, requestCase, token);
	const result =
		(await describeResponse(response, line)) + (await findDataLeak(url + address, line, token, response));
	await requestCase.waitUntilDone?.();
	const after = withoutDeletedSessions(await readStoredRows(selection), column);
	const hasChanged = JSON.stringify(before) !== JSON.stringify(after);
	const isDone = line.method !== 'GET' && /^(2\d\d|303)$/.test(result);
	if (isDone) return hasChanged ? result : `(${result})`;
	return hasChanged ? `${result}!written` : result;
}

/** Deletes what this test has made, so that no other test sees it. */
async function deleteCreatedRows({
	userIds,
	discordIds,
}: {
	userIds: readonly string[];
	discordIds: readonly string[];
}): Promise<void> {
	const created = await getSharedPool().query<{ id: string }>(
		'SELECT id FROM users WHERE discord_id = ANY($1)',
		[discordIds],
	);
	const ids = [...userIds, ...created.rows.map(({ id }) => id)];
	await deleteEventsOf(ids);
	await deleteUsers(ids);
}

const roleOf = (column: RequestActor): string => {
	if (column === 'removed' || column === 'revoked' || column === 'token') return 'admin';
	return column === 'visitor' ? 'player' : column;
};

async function setRole({ id }: CreatedUser, role: string): Promise<void> {
	await getSharedPool().query('UPDATE users SET role = $2 WHERE id = $1', [id, role]);
}

/**
 * Returns the token that the request carries, or null for the column 'visitor'. None of these users is a
 * member of the Discord server, so a membership check that is due makes a 'removed' user.
 */
async function prepareToken(column: RequestActor, { actor }: Scenario): Promise<string | null> {
	if (column === 'visitor') return null;
	if (column === 'removed') await makeMembershipCheckDue(actor);
	if (column === 'revoked' || column === 'token')
		return insertApiToken(actor.id, { revoked: column === 'revoked' });
	return actor.token;
}

/** Sets the last membership check, which succeeded, to one hour ago, so that a new check is due. */
async function makeMembershipCheckDue({ id }: CreatedUser): Promise<void> {
	await getSharedPool().query(
		`UPDATE users SET membership_checked_at = now() - interval '1 hour' WHERE id = $1`,
		[id],
	);
}

/** Creates a personal API token and returns it. The database stores only its hash. */
async function insertApiToken(userId: string, { revoked }: { revoked: boolean }): Promise<string> {
	const token = `${API_TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
	await getSharedPool().query(
		`INSERT INTO api_tokens (user_id, name, token_hash, revoked_at) VALUES ($1, 'Old', $2, CASE WHEN $3 THEN now() END)`,
		[userId, createHash('sha256').update(token).digest('hex'), revoked],
	);
	return token;
}

/**
 * Returns the rows without the sessions for the column 'removed': the app deletes the sessions of a former
 * member at the first request, so the call itself has not written anything.
 */
function withoutDeletedSessions(stored: StoredRows, column: RequestActor): StoredRows {
	if (column !== 'removed') return stored;
	const { sessions: _, ...rest } = stored;
	return rest;
}

function addressOf(
	{ address, name }: Line,
	{ ids = {}, query = '' }: RequestCase,
	event: CreatedEvent,
): string {
	const known: Record<string, string> = { eventId: event.id, ...ids };
	const path = address
		.replace('*', 'nowhere')
		.replaceAll(/\{(\w+)\}/g, (_, id: string) => known[id] ?? fail(`${name}: no ${id}`));
	return path + query;
}

function send(
	url: string,
	method: string,
	{ json, form }: RequestCase,
	token: string | null,
): Promise<Response> {
	return fetch(url, {
		method,
		redirect: 'manual',
		headers: {
			...(token ? { Authorization: `Bearer ${token}` } : {}),
			...(json ? { 'Content-Type': 'application/json' } : {}),
		},
		...(json ? { body: JSON.stringify(json) } : {}),
		...(form ? { body: new URLSearchParams(form) } : {}),
	});
}

const ROUTES = new Map(listAddresses().map(({ address, routeId }) => [address, routeId]));

/**
 * Returns '!data' and the query when script can still read the data of a refused page, otherwise ''. Tries
 * the page's `.data` address, also for the page's own loader alone.
 */
async function findDataLeak(
	url: string,
	line: Line,
	token: string | null,
	response: Response,
): Promise<string> {
	const isRefused = response.status === 403 || response.headers.get('Location')?.startsWith('/login?');
	if (line.method !== 'GET' || line.address.startsWith('/api/') || !isRefused) return '';
	const queries = ['', `?_routes=${encodeURIComponent(String(ROUTES.get(line.address)))}`];
	for (const query of queries) {
		const data = await send(`${url.replace(/\?.*/, '')}.data${query}`, 'GET', {}, token);
		if (data.status === 200) return `!data${query}`;
	}
	return '';
}

const fail = (text: string): never => {
	throw new Error(text);
};

/** Returns a response in the words of the table. Throws when a response of /api breaks the document. */
async function describeResponse(response: Response, { method }: Line): Promise<string> {
	const { status, headers } = response;
	const location = headers.get('Location');
	if (location === null) {
		const fault = await findContractFault(response, method);
		return fault ? fail(fault) : String(status);
	}
	const { pathname, searchParams } = new URL(location, response.url);
	const isLoginRedirect = pathname === '/login' && searchParams.has('redirectTo');
	if (isLoginRedirect) return status === (method === 'GET' ? 302 : 303) ? 'login' : `login:${status}`;
	return method !== 'GET' && status === 303 ? '303' : `>${pathname}`;
}

/** Returns how a JSON response of /api breaks the app's own document, or null. */
async function findContractFault(response: Response, method: string): Promise<string | null> {
	const { origin, pathname } = new URL(response.url);
	const type = response.headers.get('Content-Type');
	// A stream has no end.
	if (type === 'text/event-stream') await response.body?.cancel();
	const text = response.bodyUsed ? '' : await response.text();
	if (!pathname.startsWith('/api/') || !type?.includes('json')) return null;
	return (await readContract(origin)).checkResponse(method, pathname, response.status, JSON.parse(text));
}

/** Runs `work` for `count` items at a time. Returns the results in the order of the items. */
async function runConcurrently<Item, Result>(
	count: number,
	items: readonly Item[],
	work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const queue = [...items.entries()];
	const runNext = async () => {
		for (let next = queue.shift(); next; next = queue.shift()) results[next[0]] = await work(next[1]);
	};
	await Promise.all(Array.from({ length: count }, runNext));
	return results;
}
