import { createHash, randomBytes } from 'node:crypto';
import { type Action, needsSession, policy } from '~/domain/policy.ts';
import { API_TOKEN_PREFIX } from '~/server/secrets.ts';
import type { StandInState } from '~/tests/mocks/discord/state.ts';
import { listAddresses, listIntents } from '../support/addresses.ts';
import { REQUESTS, type Sent } from '../support/authorization-requests.ts';
import { COLUMNS, type Column, TABLE } from '../support/authorization-table.ts';
import { readContract } from '../support/contract.ts';
import { forgetEventsOf, forgetPeople } from '../support/event-rows.ts';
import { type KeptRows, readKept, type Watched } from '../support/kept-rows.ts';
import { expect, test } from '../support/own-discord.ts';
import { lockTown, makeNight, makePerson, type Night, type Person, rows } from '../support/rows.ts';
import type { Stage } from '../support/stage.ts';

type Line = { method: string; address: string; words: string[]; name: string; expected: string[] };

const PARTS = readTable();
const LINES = [...PARTS.values()].flat();

/** Returns the lines of `TABLE` by the name of their part. */
function readTable(): Map<string, Line[]> {
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
const writeLine = ({ name }: Line, answers: readonly string[]) =>
	`${name.padEnd(WIDTH)} | ${answers.map((answer) => answer.padEnd(11)).join(' ')}`.trimEnd();

for (const [name, lines] of PARTS) {
	test(`who may do what: ${name}`, async ({ town: { url }, discord }) => {
		test.setTimeout(240_000);
		// The last admin cannot leave, so there must be a second one.
		await makePerson({ role: 'admin' });
		// There is only one test environment, and other tests use it too.
		const isAlone = name === 'Test environment';
		const release = isAlone ? await lockTown() : null;
		const count = isAlone ? 1 : 6;
		const found = await inTurns(count, lines, async (line) =>
			writeLine(line, await fillLine(line, url, discord)),
		);
		await release?.();
		expect(found).toEqual(lines.map((line) => writeLine(line, line.expected)));
	});
}

for (const [name, lines] of PARTS) {
	test(`an API token may do what its admin may, except what needs a session: ${name}`, async ({
		town: { url },
		discord,
	}) => {
		test.setTimeout(240_000);
		await makePerson({ role: 'admin' });
		const isAlone = name === 'Test environment';
		const release = isAlone ? await lockTown() : null;
		const actions = await readActions(url);
		const wanted = (line: Line) => {
			if (line.name === 'POST /logout auth.logout') return '(303)';
			const action = actions(line);
			const isRefused = action !== null && needsSession({ id: '', role: 'admin', isApiToken: true }, action);
			return isRefused ? '403' : String(line.expected[COLUMNS.indexOf('admin')]);
		};
		const found = await inTurns(isAlone ? 1 : 6, lines, async (line) =>
			writeLine(line, [await fillCell(line, 'token', url, discord)]),
		);
		await release?.();
		expect(found).toEqual(lines.map((line) => writeLine(line, [wanted(line)])));
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

test('every page and every call has its lines, and every line names one', async ({ baseURL }) => {
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

test('every form and every ability is in it', async ({ baseURL }) => {
	const { document } = await readContract(String(baseURL));
	const called = Object.values(document.paths).flatMap((methods) =>
		Object.values(methods).map((call) => call['x-action']),
	);
	const intents = LINES.filter(({ address }) => !address.startsWith('/api/')).flatMap(({ words }) =>
		words.filter((word) => word.includes('.')),
	);
	expect(intents.filter((intent) => !Object.hasOwn(policy, intent))).toEqual([]);
	expect(listIntents().filter((intent) => !intents.includes(intent))).toEqual([]);
	const lacking = Object.keys(policy).filter(
		(action) => !called.includes(action as Action) && !intents.includes(action),
	);
	expect(lacking.sort()).toEqual(Object.keys(ELSEWHERE).sort());
});

/** Abilities that belong neither to an API call nor to a form, and where they are used. */
const ELSEWHERE: Partial<Record<Action, string>> = {
	'admin.open': 'GET /admin',
	'botc.leave': 'the bot',
	'botc.next': 'the bot',
	'botc.signup': 'the bot',
	'comments.readDiscussion': 'GET /events/{eventId}',
	'events.export': 'GET /admin/export/events.csv',
	'events.listUpcoming': 'GET /events',
	'events.matchAll': 'the lists of the panel',
	'groups.readPreferences': 'what the panel shows',
	'images.read': 'GET /images/{hash}',
	'images.upload': 'a field of the event forms',
	'people.search': 'GET /profile/preferences',
	'profile.export': 'GET /profile/export',
	'sessions.list': 'GET /profile',
	'signups.export': 'GET /admin/export/signups.csv',
	'signups.matchAll': 'the lists of the panel',
	'signups.readNotes': 'what an answer holds',
	'tokens.list': 'GET /profile',
};

test('a line stands once, with an answer for everybody, and no request is made for nothing', () => {
	const names = LINES.map(({ name }) => name.replaceAll(/\s+/g, ' '));
	expect(names).toEqual([...new Set(LINES.map(({ name }) => name))]);
	const answer = /^(\d{3}|\(\d{3}\)|login|>\/\S*)$/;
	for (const { name, expected } of LINES) {
		expect(expected, name).toHaveLength(COLUMNS.length);
		expect(
			expected.filter((each) => !answer.test(each)),
			name,
		).toEqual([]);
	}
	expect(Object.keys(REQUESTS).filter((name) => !names.includes(name))).toEqual([]);
});

test('the credentials of the last two columns are good until they end', async ({
	town: { url },
	discord,
}) => {
	const admin = await makePerson({ role: 'admin' });
	const status = async (token: string) =>
		(await send(`${url}/api/admin/discord-mirrors`, 'GET', {}, token)).status;
	expect(await status(await makeApiToken(admin.id, { revoked: false }))).toBe(200);
	discord.addPerson({ ...admin, globalName: null, nickname: null, avatar: null, kind: 'admin' });
	await makeCheckDue(admin);
	expect(await status(admin.token)).toBe(200);
	discord.leaveGuild(admin.discordId);
	await makeCheckDue(admin);
	expect(await status(admin.token)).toBe(401);
});

/**
 * Returns the app's response to each column of a line. The columns run one after the other, because the
 * changes of an admin must not look like changes by another actor.
 */
async function fillLine(line: Line, url: string, discord: StandInState): Promise<string[]> {
	const expectedOf = (column: Column) => String(line.expected[COLUMNS.indexOf(column)]);
	const isHarmless = (column: Column) => line.method === 'GET' || !/^\(?(2\d\d|303)/.test(expectedOf(column));
	const answers = new Map<Column, string>();
	// Reads and refusals change nothing, so one scene serves all of them. The column 'removed' comes last,
	// because the app no longer accepts the actor's session after it.
	const harmless = COLUMNS.filter(isHarmless).sort(
		(a, b) => Number(a === 'removed') - Number(b === 'removed'),
	);
	if (harmless.length > 0) {
		const scene = await setScene(line, discord);
		for (const column of harmless) answers.set(column, await ask(line, column, scene, url));
		await clearScene(scene);
	}
	for (const column of COLUMNS.filter((each) => !isHarmless(each))) {
		answers.set(column, await fillCell(line, column, url, discord));
	}
	return COLUMNS.map((column) => String(answers.get(column)));
}

/** A column of the table, or an admin's API token. */
type Asker = Column | 'token';

/** Returns the app's response to one column, in a new scene. */
async function fillCell(line: Line, column: Asker, url: string, discord: StandInState): Promise<string> {
	const scene = await setScene(line, discord);
	const said = await ask(line, column, scene, url);
	await clearScene(scene);
	return said;
}

/** The data that a line's request needs, and the rows that it might change. */
type Scene = { stage: Stage; sent: Sent; watched: Required<Watched> };

async function setScene(line: Line, discord: StandInState): Promise<Scene> {
	const [actor, other] = await Promise.all([makePerson(), makePerson()]);
	const night = await makeNight({ creatorId: other.id });
	const stage: Stage = { actor, other, night, discord };
	const sent = (await REQUESTS[line.name]?.(stage)) ?? {};
	const watched = {
		events: [night.id, ...(sent.watch?.events ?? [])],
		people: [actor.id, other.id, ...(sent.watch?.people ?? [])],
		discordIds: sent.watch?.discordIds ?? [],
		settings: sent.watch?.settings ?? [],
		testData: sent.watch?.testData ?? false,
	};
	return { stage, sent, watched };
}

async function clearScene({ sent, watched }: Scene): Promise<void> {
	await sent.restore?.();
	await forget(watched);
}

/**
 * Returns the app's response to one column, in the words of the table. Appends '!written' when a read or a
 * refusal has written something.
 */
async function ask(line: Line, column: Asker, { stage, sent, watched }: Scene, url: string): Promise<string> {
	await setRole(stage.actor, roleOf(column));
	const token = await credentialsOf(column, stage);
	const before = withoutTraces(await readKept(watched), column);
	const address = addressOf(line, sent, stage.night);
	const answer = await send(url + address, line.method, sent, token);
	const said = (await describe(answer, line)) + (await peek(url + address, line, token, answer));
	await sent.settled?.();
	const after = withoutTraces(await readKept(watched), column);
	const hasChanged = JSON.stringify(before) !== JSON.stringify(after);
	const isDone = line.method !== 'GET' && /^(2\d\d|303)$/.test(said);
	if (isDone) return hasChanged ? said : `(${said})`;
	return hasChanged ? `${said}!written` : said;
}

/** Deletes what this test has made, so that no other test sees it. */
async function forget({
	people,
	discordIds,
}: {
	people: readonly string[];
	discordIds: readonly string[];
}): Promise<void> {
	const made = await rows().query<{ id: string }>('SELECT id FROM users WHERE discord_id = ANY($1)', [
		discordIds,
	]);
	const ids = [...people, ...made.rows.map(({ id }) => id)];
	await forgetEventsOf(ids);
	await forgetPeople(ids);
}

const roleOf = (column: Asker): string => {
	if (column === 'removed' || column === 'revoked' || column === 'token') return 'admin';
	return column === 'nobody' ? 'player' : column;
};

async function setRole({ id }: Person, role: string): Promise<void> {
	await rows().query('UPDATE users SET role = $2 WHERE id = $1', [id, role]);
}

/**
 * Returns the token that the request carries, or null for the column 'nobody'. None of these users is a
 * member of the Discord server, so a membership check that is due makes a 'removed' user.
 */
async function credentialsOf(column: Asker, { actor }: Stage): Promise<string | null> {
	if (column === 'nobody') return null;
	if (column === 'removed') await makeCheckDue(actor);
	if (column === 'revoked' || column === 'token')
		return makeApiToken(actor.id, { revoked: column === 'revoked' });
	return actor.token;
}

/** Sets the last membership check, which succeeded, to one hour ago, so that a new check is due. */
async function makeCheckDue({ id }: Person): Promise<void> {
	await rows().query(`UPDATE users SET membership_checked_at = now() - interval '1 hour' WHERE id = $1`, [
		id,
	]);
}

/** Creates a personal API token and returns it. The database stores only its hash. */
async function makeApiToken(userId: string, { revoked }: { revoked: boolean }): Promise<string> {
	const token = `${API_TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
	await rows().query(
		`INSERT INTO api_tokens (user_id, name, token_hash, revoked_at) VALUES ($1, 'Old', $2, CASE WHEN $3 THEN now() END)`,
		[userId, createHash('sha256').update(token).digest('hex'), revoked],
	);
	return token;
}

/**
 * Returns the rows without the sessions for the column 'removed': the app deletes the sessions of a former
 * member at the first request, so the call itself has not written anything.
 */
function withoutTraces(kept: KeptRows, column: Asker): KeptRows {
	if (column !== 'removed') return kept;
	const { sessions: _, ...rest } = kept;
	return rest;
}

function addressOf({ address, name }: Line, { ids = {}, query = '' }: Sent, night: Night): string {
	const known: Record<string, string> = { eventId: night.id, ...ids };
	const path = address
		.replace('*', 'nowhere')
		.replaceAll(/\{(\w+)\}/g, (_, id: string) => known[id] ?? fail(`${name}: no ${id}`));
	return path + query;
}

function send(url: string, method: string, { json, form }: Sent, token: string | null): Promise<Response> {
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
async function peek(url: string, line: Line, token: string | null, answer: Response): Promise<string> {
	const isRefused = answer.status === 403 || answer.headers.get('Location')?.startsWith('/login?');
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
async function describe(answer: Response, { method }: Line): Promise<string> {
	const { status, headers } = answer;
	const location = headers.get('Location');
	if (location === null) {
		const fault = await judge(answer, method);
		return fault ? fail(fault) : String(status);
	}
	const { pathname, searchParams } = new URL(location, answer.url);
	const isTurnedAway = pathname === '/login' && searchParams.has('redirectTo');
	if (isTurnedAway) return status === (method === 'GET' ? 302 : 303) ? 'login' : `login:${status}`;
	return method !== 'GET' && status === 303 ? '303' : `>${pathname}`;
}

/** Returns how a JSON response of /api breaks the app's own document, or null. */
async function judge(answer: Response, method: string): Promise<string | null> {
	const { origin, pathname } = new URL(answer.url);
	const text = await answer.text();
	const isJson = answer.headers.get('Content-Type')?.includes('json');
	if (!pathname.startsWith('/api/') || !isJson) return null;
	return (await readContract(origin)).judge(method, pathname, answer.status, JSON.parse(text));
}

/** Runs `work` for `count` items at a time. Returns the results in the order of the items. */
async function inTurns<Item, Answer>(
	count: number,
	items: readonly Item[],
	work: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
	const answers: Answer[] = [];
	const waiting = [...items.entries()];
	const take = async () => {
		for (let next = waiting.shift(); next; next = waiting.shift()) answers[next[0]] = await work(next[1]);
	};
	await Promise.all(Array.from({ length: count }, take));
	return answers;
}
