import type { Page } from '@playwright/test';
import { ROLES, type Role } from '~/domain/users/roles.ts';
import type { OpenApiDocument } from '~/server/http/openapi.ts';
import type { StandInState } from '~/tests/mocks/discord/state.ts';
import { readContract } from '../support/contract.ts';
import { deleteEventsOf, deleteUsers } from '../support/event-rows.ts';
import { type FormValues, fillForm, getPageText, type PlainForm, readForms } from '../support/forms.ts';
import { expect, test } from '../support/own-discord.ts';
import type { Case, ParityCommand, PreparedCase } from '../support/parity/command.ts';
import { COMMANDS, WITHOUT_FORM } from '../support/parity/commands.ts';
import { addEventRow, createUser, getSharedPool, setBanner } from '../support/rows.ts';
import { replaceTestUsers } from '../support/scenario.ts';
import { readStoredRows, type StoredRows } from '../support/stored-rows.ts';

/** The result of a request: the status and, for a refusal, its text. */
type Outcome = { status: number; text: string };
type TestCase = Case & { isSentTwice?: boolean };
type TestContext = { url: string; page: Page; document: OpenApiDocument; discord: StandInState };

for (const command of COMMANDS) {
	const difference = command.otherIntent ? ` (${command.otherIntent})` : '';
	test(`${command.call} and the form of ${command.page}${difference}`, async ({
		server: { url },
		page,
		discord,
	}) => {
		test.setTimeout(240_000);
		const { document } = await readContract(url);
		const context = { url, page, document, discord };
		// The last admin cannot leave, so there must be a second one.
		await createUser({ role: 'admin' });
		const cases: TestCase[] = [...command.cases, ...makeMoreCases(command, document)];
		for (const testCase of cases) {
			await test.step(testCase.name, () => compare(command, testCase, context));
		}
		if (command.changesSettings) {
			await setBanner('');
			await getSharedPool().query(
				"DELETE FROM settings WHERE key IN ('reminder_minutes', 'reminder_way', 'announcement_threads', 'announce_days_before', 'link_previews', 'table_url')",
			);
		}
		if (command.changesTestData) await replaceTestUsers(0);
	});
}

test('every command of the document has a form here or a reason for having none', async ({ baseURL }) => {
	const { document } = await readContract(String(baseURL));
	const commands = Object.entries(document.paths).flatMap(([address, methods]) =>
		Object.keys(methods)
			.filter((method) => method !== 'get')
			.map((method) => `${method.toUpperCase()} ${address}`),
	);
	const compared = new Set(COMMANDS.map(({ call }) => call));
	expect([...compared, ...Object.keys(WITHOUT_FORM)].sort()).toEqual(commands.sort());
});

/**
 * Returns further cases of a command: an actor with too low a role sends the form that others see, and a form
 * with a key is sent twice.
 */
function makeMoreCases(command: ParityCommand, document: OpenApiDocument): TestCase[] {
	const [firstCase] = command.cases;
	const role = roleFor(command, document);
	const lowerRole = ROLES[ROLES.indexOf(role) - 1];
	return [
		...(lowerRole
			? [
					{
						...firstCase,
						name: `by a ${lowerRole}`,
						actorRole: lowerRole,
						viewerRole: command.pageRole ?? role,
						refusalStatus: 403,
					},
				]
			: []),
		...(command.key ? [{ ...firstCase, name: 'twice', isSentTwice: true }] : []),
	];
}

const callOf = ({ call }: ParityCommand, document: OpenApiDocument) => {
	const [method = '', address = ''] = call.split(' ');
	const found = document.paths[address]?.[method.toLowerCase()];
	if (!found) throw new Error(`The document has no ${call}`);
	return found;
};
const roleFor = (command: ParityCommand, document: OpenApiDocument) =>
	callOf(command, document)['x-role'] as Role;

/**
 * Runs a case on two equal scenarios, once by the page's form and once by the API call. Both must have the same
 * effect, unless the case names a difference.
 */
async function compare(
	command: ParityCommand,
	testCase: Case & { isSentTwice?: boolean },
	context: TestContext,
): Promise<void> {
	const role = testCase.actorRole ?? command.pageRole ?? roleFor(command, context.document);
	const date = new Date(Date.now() + 50 * 3_600_000);
	const times = testCase.isSentTwice ? 2 : 1;
	// The two run one after the other, because an admin's change to all rows must not reach the other scenario.
	const run = async (send: typeof sendForm) => {
		if (command.changesSettings) await setBanner('');
		const prepared = await prepareCase(testCase, role, date, context);
		const before = await readRows(prepared, command);
		const outcome = await send(command, testCase, prepared, { ...context, times });
		const after = await readRows(prepared, command);
		await deleteCreatedRows(prepared);
		return { before, outcome, after };
	};
	const pageRun = await run(sendForm);
	const callRun = await run(sendCall);
	const [byPage, byCall] = [pageRun.outcome, callRun.outcome];
	const before = [pageRun.before, callRun.before];
	const after = [pageRun.after, callRun.after];

	const title = `${command.call}: ${testCase.name}`;
	expect({ byPage: before[0] }, title).toEqual({ byPage: before[1] });
	expect(after[0], `${title}: the page and the call write the same rows`).toEqual(after[1]);
	expect(byCall.status, `${title}: ${byCall.text}`).toBe(testCase.refusalStatus ?? byCall.status);
	expect(byPage.status, `${title}: ${byPage.text}`).toBe(
		testCase.pageOutcome?.status ?? testCase.refusalStatus ?? byPage.status,
	);
	if (testCase.refusalStatus === undefined) {
		expect(testCase.changesNothing ? [200] : [201, 303], `${title}: ${byPage.text}`).toContain(byPage.status);
		expect([200, 201, 202], `${title}: ${byCall.text}`).toContain(byCall.status);
		if (!testCase.changesNothing) expect(after[0], title).not.toEqual(before[0]);
	} else if (!testCase.pageOutcome) {
		const isLockedOut = byPage.text.includes("You don't have permission to access this page.");
		const texts = testCase.pageText ? [testCase.pageText] : isLockedOut ? [] : listTexts(byCall);
		expect(
			texts.filter((text) => !byPage.text.includes(text)),
			`${title}: the page shows ${byPage.text}`,
		).toEqual([]);
	}
	if (testCase.refusalStatus !== undefined && !testCase.changeBeforeSubmit)
		expect(after[0], title).toEqual(before[0]);
}

async function prepareCase(
	{ prepare }: Case,
	role: Role,
	date: Date,
	{ discord }: TestContext,
): Promise<PreparedCase> {
	const [actor, other] = await Promise.all([createUser({ role }), createUser({ role: 'storyteller' })]);
	const event = await addEventRow({ creatorId: other.id, date });
	const scenario = { actor, other, event, discord };
	return { ...scenario, ids: { eventId: event.id, ...(await prepare?.(scenario)) } };
}

async function deleteCreatedRows(...preparedCases: PreparedCase[]): Promise<void> {
	const userIds = preparedCases.flatMap(({ actor, other }) => [actor.id, other.id]);
	await deleteEventsOf(userIds);
	await deleteUsers(userIds);
}

type SendOptions = TestContext & { times: number };

async function sendForm(
	command: ParityCommand,
	testCase: Case,
	prepared: PreparedCase,
	options: SendOptions,
): Promise<Outcome> {
	const { url, page, times } = options;
	const viewer = testCase.viewerRole ? await createUser({ role: testCase.viewerRole }) : prepared.actor;
	const address = fillAddress(command.page, prepared);
	const open = async (response: Response) =>
		findForm(command, prepared, await readForms(page, await response.text(), address), options);
	const openingRequest = command.openingFields && {
		method: 'POST',
		body: new URLSearchParams(command.openingFields(prepared)),
	};
	let form = await open(await fetch(url + address, { ...openingRequest, headers: cookieOf(viewer) }));
	for (const pressed of testCase.presses?.(prepared) ?? []) {
		form = await open(await post(url, form, pressed, viewer));
	}
	if (command.key && !form.fields.some(([name, value]) => name === command.key && value !== '')) {
		throw new Error(`The form of ${address} has no ${command.key}`);
	}
	await testCase.changeBeforeSubmit?.(prepared);
	let response = await post(url, form, testCase.values?.(prepared) ?? {}, prepared.actor);
	if (times > 1) response = await post(url, form, testCase.values?.(prepared) ?? {}, prepared.actor);
	await command.waitUntilDone?.(prepared);
	return { status: response.status, text: await getPageText(page, await response.text()) };
}

/** Sends a form as a browser does, with the session cookie. Returns a redirect instead of following it. */
function post(
	url: string,
	form: PlainForm,
	typed: FormValues,
	{ token }: { token: string },
): Promise<Response> {
	const body = fillForm(form, typed);
	return fetch(url + form.action, { method: 'POST', redirect: 'manual', headers: cookieOf({ token }), body });
}

const cookieOf = ({ token }: { token: string }) => ({ Cookie: `session=${token}` });

function findForm(
	command: ParityCommand,
	prepared: PreparedCase,
	forms: PlainForm[],
	{ document }: TestContext,
): PlainForm {
	const intent = command.otherIntent ? {} : { intent: String(callOf(command, document)['x-action']) };
	const requiredFields = Object.entries({ ...intent, ...command.form.contains?.(prepared) });
	const action = command.form.action && fillAddress(command.form.action, prepared);
	const found = forms.find(
		(form) =>
			(!action || form.action === action) &&
			requiredFields.every(([name, value]) =>
				[...form.fields, ...form.buttons].some(([key, fieldValue]) => key === name && fieldValue === value),
			),
	);
	if (!found)
		throw new Error(
			`${fillAddress(command.page, prepared)} has no form ${JSON.stringify({ action, requiredFields })}`,
		);
	// A button's name and value are sent only when that button is pressed.
	const pressed = requiredFields.filter(([name]) => !found.fields.some(([key]) => key === name));
	return { ...found, fields: [...found.fields, ...pressed] };
}

async function sendCall(
	command: ParityCommand,
	testCase: Case,
	prepared: PreparedCase,
	{ url, times }: SendOptions,
): Promise<Outcome> {
	const [method = '', path = ''] = command.call.split(' ');
	await testCase.changeBeforeSubmit?.(prepared);
	const body = testCase.body?.(prepared);
	const request = {
		method,
		headers: {
			Authorization: `Bearer ${prepared.actor.token}`,
			...(body ? { 'Content-Type': 'application/json' } : {}),
			...(command.key ? { 'Idempotency-Key': `parity-${prepared.actor.id}` } : {}),
		},
		...(body ? { body: JSON.stringify(body) } : {}),
	};
	let response = await fetch(url + fillAddress(path, prepared), request);
	if (times > 1) response = await fetch(url + fillAddress(path, prepared), request);
	return { status: response.status, text: await response.text() };
}

function fillAddress(address: string, { ids }: PreparedCase): string {
	return address.replaceAll(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole);
}

/** Returns every text of a refused call that a user reads. */
function listTexts({ text }: Outcome): string[] {
	const { error, fieldErrors = {} } = JSON.parse(text) as {
		error: string;
		fieldErrors?: Record<string, string[]>;
	};
	return [error, ...Object.values(fieldErrors).flat()];
}

/**
 * Returns the rows of a scenario with ids, times and names replaced by what they stand for, so that two scenarios
 * can be compared.
 */
async function readRows(
	prepared: PreparedCase,
	{ changesSettings, changesTestData }: ParityCommand,
): Promise<StoredRows> {
	const { actor, other, event, ids } = prepared;
	const discordIds = ids.fan ? [ids.fan] : [];
	const stored = await readStoredRows({
		eventIds: [event.id],
		userIds: [actor.id, other.id],
		discordIds,
		settings: changesSettings
			? ['events_banner', 'reminder_minutes', 'reminder_way', 'link_previews', 'table_url']
			: [],
		testData: changesTestData ?? false,
	});
	const events = [event.id, ...(stored.events ?? []).map(({ id }) => String(id))];
	// A finished job stays in the table, so this shows which jobs were enqueued, whichever process runs them.
	const jobs = await getSharedPool().query<{ name: string }>(
		`SELECT DISTINCT name, data->>'eventId' AS event_id FROM queue.job WHERE data->>'eventId' = ANY($1::text[])`,
		[events],
	);
	const names = new Map([
		...[actor, other].flatMap(({ username, discordId }, index): [string, string][] => [
			[username, `name ${index}`],
			[discordId, `Discord ID ${index}`],
		]),
		...Object.entries(ids)
			.filter(([, id]) => id.length > 9)
			.map(([name, id]): [string, string] => [id, name]),
		[event.title, 'the title'],
	]);
	const knownIds = {
		users: new Map([
			[actor.id, 'actor'],
			[other.id, 'other'],
		]),
		events: new Map([[event.id, 'event']]),
		names,
	};
	const tables = Object.entries({ ...stored, jobs: jobs.rows }).map(
		([table, found]): [string, Record<string, unknown>[]] => [
			table,
			found
				// A mirror with `wanted` 'absent' is removed as soon as its Discord event is deleted. Its job shows
				// the deletion.
				.filter((row: Record<string, unknown>) => row.wanted !== 'absent')
				.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !isOfTheMirror(table, name))))
				// Other tests decide how many users there are to ask.
				.map((row) => (row.action === 'events.nudge' ? { ...row, detail: null } : row))
				.map((row) => replaceIds(row, knownIds) as Record<string, unknown>)
				.sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
		],
	);
	return Object.fromEntries(tables.filter(([, found]) => found.length > 0));
}

/**
 * Returns whether a column holds the progress of a mirror, which depends on whether the test or the app is
 * faster. Only what is wanted is compared.
 */
const isOfTheMirror = (table: string, column: string) =>
	(table === 'discord_mirrors' && !['event_id', 'wanted'].includes(column)) ||
	(table === 'events' && column === 'discord_event_id');

type KnownIds = Record<'users' | 'events' | 'names', ReadonlyMap<string, string>>;

const USER_COLUMN = /^(user|creator|actor|storyteller|preferred_user)_id$|^actor_scope$|^user_[ab]$|^userId$/;
const EVENT_COLUMN = /^event_id$|^eventId$/;
const OTHER_ID_COLUMN = /^id$|_(id|hash)$|^(key|run)$|[a-z]Id$/;

/**
 * Returns a value without what differs between two scenarios: a known id becomes its name, another id 'another',
 * and a time 'a time'.
 */
function replaceIds(value: unknown, knownIds: KnownIds, name = ''): unknown {
	if (value === null) return null;
	if (Array.isArray(value)) return value.map((each) => replaceIds(each, knownIds, name));
	if (typeof value === 'object') {
		return Object.fromEntries(
			Object.entries(value).map(([key, each]) => [key, replaceIds(each, knownIds, key)]),
		);
	}
	const text = String(value);
	if (/_at$/.test(name)) return 'a time';
	if (USER_COLUMN.test(name)) return knownIds.users.get(text) ?? 'another';
	if (EVENT_COLUMN.test(name)) return knownIds.events.get(text) ?? 'another';
	// A short id may also be the id of a row in another table.
	if (OTHER_ID_COLUMN.test(name)) return (text.length > 9 && knownIds.names.get(text)) || 'another';
	return typeof value === 'string' ? (knownIds.names.get(value) ?? value) : value;
}
