import type { Page } from '@playwright/test';
import { ROLES, type Role } from '~/domain/people/roles.ts';
import type { OpenApiDocument } from '~/server/http/openapi.ts';
import type { StandInState } from '~/tests/mocks/discord/state.ts';
import { readContract } from '../support/contract.ts';
import { forgetEventsOf, forgetPeople } from '../support/event-rows.ts';
import { fillForm, type PlainForm, readForms, readText, type Typed } from '../support/forms.ts';
import { type KeptRows, readKept } from '../support/kept-rows.ts';
import { expect, test } from '../support/own-discord.ts';
import type { Case, Command, Twin } from '../support/parity/command.ts';
import { COMMANDS, WITHOUT_FORM } from '../support/parity/commands.ts';
import { lockTown, makeNight, makePerson, rows, setBanner } from '../support/rows.ts';
import { makeTestUsers } from '../support/stage.ts';

/** The result of a request: the status and, for a refusal, its text. */
type Outcome = { status: number; says: string };
type Sent = Case & { isSentTwice?: boolean };
type Place = { url: string; page: Page; document: OpenApiDocument; discord: StandInState };

for (const command of COMMANDS) {
	test(`${command.call} and the form of ${command.page}`, async ({ town: { url }, page, discord }) => {
		test.setTimeout(240_000);
		const { document } = await readContract(url);
		const place = { url, page, document, discord };
		// The last admin cannot leave, so there must be a second one.
		await makePerson({ role: 'admin' });
		const release = command.changesBanner || command.changesTestData ? await lockTown() : null;
		const cases: Sent[] = [...command.cases, ...makeMoreCases(command, document)];
		for (const each of cases) {
			await test.step(each.what, () => compare(command, each, place));
		}
		if (command.changesBanner) await setBanner('');
		if (command.changesTestData) await makeTestUsers(0);
		await release?.();
	});
}

test('every command of the document has its form here, or a reason to have none', async ({ baseURL }) => {
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
function makeMoreCases(command: Command, document: OpenApiDocument): Sent[] {
	const [usual] = command.cases;
	const role = roleFor(command, document);
	const lower = ROLES[ROLES.indexOf(role) - 1];
	return [
		...(lower
			? [{ ...usual, what: `by a ${lower}`, as: lower, shownTo: command.pageRole ?? role, refused: 403 }]
			: []),
		...(command.key ? [{ ...usual, what: 'twice', isSentTwice: true }] : []),
	];
}

const callOf = ({ call }: Command, document: OpenApiDocument) => {
	const [method = '', address = ''] = call.split(' ');
	const found = document.paths[address]?.[method.toLowerCase()];
	if (!found) throw new Error(`The document knows no ${call}`);
	return found;
};
const roleFor = (command: Command, document: OpenApiDocument) => callOf(command, document)['x-role'] as Role;

/**
 * Runs a case on two equal stages, once by the page's form and once by the API call. Both must have the same
 * effect, unless the case names a difference.
 */
async function compare(
	command: Command,
	each: Case & { isSentTwice?: boolean },
	place: Place,
): Promise<void> {
	const role = each.as ?? command.pageRole ?? roleFor(command, place.document);
	const date = new Date(Date.now() + 50 * 3_600_000);
	const times = each.isSentTwice ? 2 : 1;
	// The two run one after the other, because an admin's change to all rows must not reach the other stage.
	const live = async (send: typeof sendForm) => {
		if (command.changesBanner) await setBanner('');
		const twin = await raise(each, role, date, place);
		const before = await read(twin, command);
		const outcome = await send(command, each, twin, { ...place, times });
		const after = await read(twin, command);
		await forget(twin);
		return { before, outcome, after };
	};
	const one = await live(sendForm);
	const other = await live(sendCall);
	const [byPage, byCall] = [one.outcome, other.outcome];
	const before = [one.before, other.before];
	const after = [one.after, other.after];

	const title = `${command.call}: ${each.what}`;
	expect({ byPage: before[0] }, title).toEqual({ byPage: before[1] });
	expect(after[0], `${title}: what the page wrote is what the call wrote`).toEqual(after[1]);
	expect(byCall.status, `${title}: ${byCall.says}`).toBe(each.refused ?? byCall.status);
	expect(byPage.status, `${title}: ${byPage.says}`).toBe(
		each.butThePage?.status ?? each.refused ?? byPage.status,
	);
	if (each.refused === undefined) {
		expect(each.changesNothing ? [200] : [201, 303], `${title}: ${byPage.says}`).toContain(byPage.status);
		expect([200, 201], `${title}: ${byCall.says}`).toContain(byCall.status);
		if (!each.changesNothing) expect(after[0], title).not.toEqual(before[0]);
	} else if (!each.butThePage) {
		const isLockedOut = byPage.says.includes("You don't have permission to access this page.");
		const texts = each.pageSays ? [each.pageSays] : isLockedOut ? [] : textsOf(byCall);
		expect(
			texts.filter((text) => !byPage.says.includes(text)),
			`${title}: the page says ${byPage.says}`,
		).toEqual([]);
	}
	if (each.refused !== undefined && !each.meanwhile) expect(after[0], title).toEqual(before[0]);
}

async function raise({ prepare }: Case, role: Role, date: Date, { discord }: Place): Promise<Twin> {
	const [actor, other] = await Promise.all([makePerson({ role }), makePerson({ role: 'storyteller' })]);
	const night = await makeNight({ creatorId: other.id, date });
	const stage = { actor, other, night, discord };
	return { ...stage, ids: { eventId: night.id, ...(await prepare?.(stage)) } };
}

async function forget(...twins: Twin[]): Promise<void> {
	const people = twins.flatMap(({ actor, other }) => [actor.id, other.id]);
	await forgetEventsOf(people);
	await forgetPeople(people);
}

type Sending = Place & { times: number };

async function sendForm(command: Command, each: Case, twin: Twin, sending: Sending): Promise<Outcome> {
	const { url, page, times } = sending;
	const reader = each.shownTo ? await makePerson({ role: each.shownTo }) : twin.actor;
	const address = fill(command.page, twin);
	const open = async (answer: Response) =>
		findForm(command, twin, await readForms(page, await answer.text(), address), sending);
	const brought = command.opens && { method: 'POST', body: new URLSearchParams(command.opens(twin)) };
	let form = await open(await fetch(url + address, { ...brought, headers: cookieOf(reader) }));
	for (const pressed of each.presses?.(twin) ?? []) {
		form = await open(await post(url, form, pressed, reader));
	}
	if (command.key && !form.fields.some(([name, value]) => name === command.key && value !== '')) {
		throw new Error(`The form of ${address} has no ${command.key}`);
	}
	await each.meanwhile?.(twin);
	let answer = await post(url, form, each.typed?.(twin) ?? {}, twin.actor);
	if (times > 1) answer = await post(url, form, each.typed?.(twin) ?? {}, twin.actor);
	await command.settled?.(twin);
	return { status: answer.status, says: await readText(page, await answer.text()) };
}

/** Sends a form as a browser does, with the session cookie. Returns a redirect instead of following it. */
function post(url: string, form: PlainForm, typed: Typed, { token }: { token: string }): Promise<Response> {
	const body = fillForm(form, typed);
	return fetch(url + form.action, { method: 'POST', redirect: 'manual', headers: cookieOf({ token }), body });
}

const cookieOf = ({ token }: { token: string }) => ({ Cookie: `session=${token}` });

function findForm(command: Command, twin: Twin, forms: PlainForm[], { document }: Place): PlainForm {
	const intent = command.otherIntent ? {} : { intent: String(callOf(command, document)['x-action']) };
	const wanted = Object.entries({ ...intent, ...command.form.holds?.(twin) });
	const action = command.form.action && fill(command.form.action, twin);
	const found = forms.find(
		(form) =>
			(!action || form.action === action) &&
			wanted.every(([name, value]) =>
				[...form.fields, ...form.buttons].some(([key, held]) => key === name && held === value),
			),
	);
	if (!found)
		throw new Error(`${fill(command.page, twin)} has no form ${JSON.stringify({ action, wanted })}`);
	// A button's name and value are sent only when that button is pressed.
	const pressed = wanted.filter(([name]) => !found.fields.some(([key]) => key === name));
	return { ...found, fields: [...found.fields, ...pressed] };
}

async function sendCall(command: Command, each: Case, twin: Twin, { url, times }: Sending): Promise<Outcome> {
	const [method = '', path = ''] = command.call.split(' ');
	await each.meanwhile?.(twin);
	const body = each.body?.(twin);
	const request = {
		method,
		headers: {
			Authorization: `Bearer ${twin.actor.token}`,
			...(body ? { 'Content-Type': 'application/json' } : {}),
			...(command.key ? { 'Idempotency-Key': `parity-${twin.actor.id}` } : {}),
		},
		...(body ? { body: JSON.stringify(body) } : {}),
	};
	let answer = await fetch(url + fill(path, twin), request);
	if (times > 1) answer = await fetch(url + fill(path, twin), request);
	return { status: answer.status, says: await answer.text() };
}

function fill(address: string, { ids }: Twin): string {
	return address.replaceAll(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole);
}

/** Returns every text of a refused call that a user reads. */
function textsOf({ says }: Outcome): string[] {
	const { error, fieldErrors = {} } = JSON.parse(says) as {
		error: string;
		fieldErrors?: Record<string, string[]>;
	};
	return [error, ...Object.values(fieldErrors).flat()];
}

/**
 * Returns the rows of a stage with ids, times and names replaced by what they stand for, so that two stages
 * can be compared.
 */
async function read(twin: Twin, { changesBanner, changesTestData }: Command): Promise<KeptRows> {
	const { actor, other, night, ids } = twin;
	const discordIds = ids.fan ? [ids.fan] : [];
	const kept = await readKept({
		events: [night.id],
		people: [actor.id, other.id],
		discordIds,
		settings: changesBanner ? ['events_banner'] : [],
		testData: changesTestData ?? false,
	});
	const events = [night.id, ...(kept.events ?? []).map(({ id }) => String(id))];
	// A finished job stays in the table, so this shows which jobs were enqueued, whichever process runs them.
	const jobs = await rows().query<{ name: string }>(
		`SELECT DISTINCT name, data->>'eventId' AS event_id FROM queue.job WHERE data->>'eventId' = ANY($1::text[])`,
		[events],
	);
	const names = new Map([
		...[actor, other].flatMap(({ username, discordId }, which): [string, string][] => [
			[username, `name ${which}`],
			[discordId, `Discord ID ${which}`],
		]),
		...Object.entries(ids)
			.filter(([, id]) => id.length > 9)
			.map(([name, id]): [string, string] => [id, name]),
		[night.title, 'the title'],
	]);
	const known = {
		people: new Map([
			[actor.id, 'actor'],
			[other.id, 'other'],
		]),
		events: new Map([[night.id, 'night']]),
		names,
	};
	const tables = Object.entries({ ...kept, jobs: jobs.rows }).map(
		([table, found]): [string, Record<string, unknown>[]] => [
			table,
			found
				// A mirror with `wanted` 'absent' is removed as soon as its Discord event is deleted. Its job shows
				// the deletion.
				.filter((row: Record<string, unknown>) => row.wanted !== 'absent')
				.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !isOfTheMirror(table, name))))
				.map((row) => tellApart(row, known) as Record<string, unknown>)
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

type Known = Record<'people' | 'events' | 'names', ReadonlyMap<string, string>>;

const PERSON = /^(user|creator|actor|storyteller|preferred_user)_id$|^actor_scope$|^user_[ab]$|^userId$/;
const EVENT = /^event_id$|^eventId$/;
const OTHER_ID = /^id$|_(id|hash)$|^(key|run)$|[a-z]Id$/;

/**
 * Returns a value without what differs between two stages: a known id becomes its name, another id 'another',
 * and a time 'a time'.
 */
function tellApart(value: unknown, known: Known, name = ''): unknown {
	if (value === null) return null;
	if (Array.isArray(value)) return value.map((each) => tellApart(each, known, name));
	if (typeof value === 'object') {
		return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, tellApart(each, known, key)]));
	}
	const text = String(value);
	if (/_at$/.test(name)) return 'a time';
	if (PERSON.test(name)) return known.people.get(text) ?? 'another';
	if (EVENT.test(name)) return known.events.get(text) ?? 'another';
	// A short id may also be the id of a row in another table.
	if (OTHER_ID.test(name)) return (text.length > 9 && known.names.get(text)) || 'another';
	return typeof value === 'string' ? (known.names.get(value) ?? value) : value;
}
