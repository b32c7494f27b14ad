import { randomBytes } from 'node:crypto';
import type { Page, Request } from '@playwright/test';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { policy } from '~/domain/policy.ts';
import { DELETION_WORD } from '~/domain/users/profile.ts';
import { serveDiscordStandIn } from '~/tests/mocks/discord/serve.ts';
import { createDiscordStandIn, standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import type { StandInState } from '~/tests/mocks/discord/state.ts';
import { startTcpProxy } from '~/tests/support/tcp-proxy.ts';
import { listIntents } from '../support/addresses.ts';
import { findFreePort, startApp } from '../support/app-process.ts';
import { openEveryPage } from '../support/every-page.ts';
import { test as base, expect } from '../support/fixtures.ts';
import { createOwnDatabase, type OwnDatabase } from '../support/own-database.ts';
import { addEventRow, closeConnections, createUser, getSharedPool } from '../support/rows.ts';
import {
	createDepartureHold,
	createLostAnnouncement,
	createMovedMirror,
	createScriptFile,
} from '../support/scenario.ts';

type Server = 'working' | 'broken' | 'standby' | 'slow' | 'none' | 'cut';

type Servers = {
	url: string;
	discord: StandInState;
	/**
	 * Sends the next requests to an app that can write, cannot write (500), whose database is a standby (503), or whose writes
	 * wait until the request's time is over (503), or lets the proxy answer 502 to forms or cut their connections.
	 */
	use: (server: Server) => void;
};

/** Runs the test with four apps on its own database, behind one proxy. */
const test = base.extend<{ database: OwnDatabase; servers: Servers }>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
	database: async ({}, use) => {
		const database = await createOwnDatabase();
		await use(database);
		await closeConnections(database.url);
		await database.remove();
	},
	ownDatabaseUrl: async ({ database }, use) => use(database.url),
	servers: [
		// From `deleteRowsAfterTest` on, the rows of the test are in `database`.
		async ({ database, deleteRowsAfterTest: _ }, use) => {
			const standIn = createDiscordStandIn({ personas: [] });
			const discordServer = await serveDiscordStandIn(standIn);
			let used: Server = 'working';
			const proxy = await startTcpProxy('http://localhost:1', {
				fromClient: (bytes, { client }) => {
					if (!['none', 'cut'].includes(used) || !bytes.subarray(0, 5).equals(Buffer.from('POST ')))
						return false;
					if (used === 'none') client.end(BAD_GATEWAY);
					else client.destroy();
					return true;
				},
			});
			const owner = new URL(database.url);
			const id = randomBytes(4).toString('hex');
			const password = randomBytes(16).toString('hex');
			const [reader, standby] = [`reader_${id}`, `standby_${id}`];
			for (const name of [reader, standby])
				await getSharedPool().query(
					`CREATE ROLE ${name} LOGIN PASSWORD '${password}' IN ROLE ${owner.username}`,
				);
			let isSlow = false;
			const slowDatabase = await startTcpProxy(owner.href, {
				fromClient: (bytes) => {
					if (!isSlow || !isWrite(bytes.toString('latin1'))) return false;
					apps.slow.child.kill('SIGUSR2');
					return true;
				},
			});
			const start = async (username: string | null, url: URL | string = owner, env = {}) => {
				const address = new URL(url);
				if (username) Object.assign(address, { username, password });
				const app = startApp(await findFreePort(), {
					...standInEnvironment(discordServer.url),
					DATABASE_URL: address.href,
					DISCORD_SERVICE: 'off',
					TEST_ENVIRONMENT_ENABLED: 'true',
					LOG_LEVEL: 'info',
					APP_URL: proxy.url,
					...env,
				});
				await expect.poll(app.output, { timeout: 60_000 }).toContain('"msg":"ready"');
				return app;
			};
			const apps = {
				working: await start(null),
				broken: await start(reader),
				standby: await start(standby),
				slow: await start(null, slowDatabase.url, { NODE_OPTIONS: `--import ${JUMPING_CLOCK}` }),
			};
			// A server starts with a database that it can write to.
			await getSharedPool().query(`
				REVOKE ${owner.username} FROM ${reader};
				GRANT pg_read_all_data TO ${reader};
				GRANT INSERT, UPDATE ON sessions, rate_limits, last_writes TO ${reader};
				ALTER ROLE ${standby} SET default_transaction_read_only = on;
				SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${standby}'`);
			await use({
				url: proxy.url,
				discord: standIn.state,
				use: (server) => {
					used = server;
					isSlow = server === 'slow';
					if (server !== 'none' && server !== 'cut') proxy.setServer(apps[server].url);
					proxy.cut();
				},
			});
			await Promise.all(Object.values(apps).map((app) => app.stop()));
			await Promise.all([proxy.stop(), slowDatabase.stop(), discordServer.close()]);
			await getSharedPool().query(`DROP OWNED BY ${reader}; DROP ROLE ${reader}; DROP ROLE ${standby}`);
		},
		{ timeout: 180_000 },
	],
	baseURL: async ({ servers }, use) => use(servers.url),
});

/**
 * A clock that jumps ten seconds ahead at SIGUSR2: the timers of that time run at once, so a request that waits for the
 * database has no time left.
 */
const JUMPING_CLOCK = `data:text/javascript,${encodeURIComponent(`
	const { now } = performance;
	const [wait, clear] = [setTimeout, clearTimeout];
	const waiting = new Map();
	let ahead = 0;
	performance.now = () => now.call(performance) + ahead;
	globalThis.setTimeout = (run, milliseconds, ...values) => {
		const end = () => {
			waiting.delete(timer);
			run(...values);
		};
		const timer = wait(end, milliseconds);
		if (!(milliseconds > 10_000)) waiting.set(timer, end);
		return timer;
	};
	globalThis.clearTimeout = (timer) => {
		waiting.delete(timer);
		clear(timer);
	};
	process.on('SIGUSR2', () => {
		ahead += 10_000;
		for (const [timer, end] of [...waiting]) {
			clear(timer);
			end();
		}
	});
`)}`;
/** The tables that every request writes to before it begins; a session that ends is deleted. */
const OWN_WRITES =
	/^(INSERT INTO|UPDATE) "?(sessions|rate_limits|last_writes|SET)\b|^DELETE FROM "?(rate_limits|last_writes)\b/;
/** Returns whether a statement writes what pages are about, or waits for a row of it. */
const isWrite = (statement: string) =>
	/FOR (NO KEY )?UPDATE|FOR (KEY )?SHARE/.test(statement) ||
	(statement.match(/(INSERT INTO|UPDATE|DELETE FROM) "?\w+/g) ?? []).some((write) => !OWN_WRITES.test(write));

const BAD_GATEWAY =
	'HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nContent-Length: 24\r\nConnection: close\r\n\r\n<h1>502 Bad Gateway</h1>';

/** Responses of a server that cannot do what a form asks. */
const RESPONSES: Record<string, Server> = {
	'500 of the server': 'broken',
	'503 of the server': 'standby',
};

/** A server that cannot write answers as a slow one does, but at once. */
const PLAIN_RESPONSES: Record<string, Server> = {
	'500 of the server': 'broken',
	'503 of a slow server': 'slow',
};

const NO_RESPONSES: Record<string, Server> = {
	'502 of a proxy': 'none',
	// To a page this is the same as no network and as a timeout: no response.
	'a cut connection': 'cut',
};

/** A form that has to succeed before the page has the other form. */
const LEADS_TO: Record<string, string> = {
	'calendar.renewLink': 'calendar.revokeLink',
	'groups.autoSplit': 'groups.save',
	'tokens.create': 'tokens.revoke',
};

/** Forms that succeed although the server cannot write. */
const WRITES_NOTHING = [
	'/events/{eventId} groups.autoSplit',
	'/admin/template-events events.createTemplateWeek',
];

/** The page whose form asks again before it is sent, because the typed texts have changed. */
const ASKS_AGAIN = '/admin/template-events?create';

/** Texts that a form must have to be sent. */
const REQUIRED_TEXTS: Record<string, string> = {
	confirmation: DELETION_WORD,
	discordUserId: '123456789012345678',
	json: createScriptFile(),
	'quiet_hours.to': '08:15',
	announce_days_before: '12',
};

/**
 * Returns the intents of the page's forms that are sent with POST, of a dialog only its own. Forms that only choose rows of a
 * list are not among them.
 */
const listFormIntents = async (page: Page): Promise<string[]> => {
	const dialog = page.getByRole('dialog');
	const around = (await dialog.count()) > 0 ? dialog.last() : page;
	const named = around.locator('form[method=post] [name=intent]');
	const values = await named.evaluateAll((elements) =>
		elements.map((each) => each.getAttribute('value') ?? ''),
	);
	return values.filter((value) => Object.hasOwn(policy, value));
};

/**
 * Types into the fields of the form with this intent, and returns what its text fields then contain. `press` says whether its
 * boxes are pressed too; pressed again they would be as they were stored.
 */
const fill = (page: Page, intent: string, press: boolean): Promise<Record<string, string>> =>
	page.evaluate(
		({ value, required, press }) => {
			const typed: Record<string, string> = {};
			const named = document.querySelector<HTMLInputElement>(
				`form[method=post] [name=intent][value="${value}"]`,
			);
			for (const element of named?.form?.elements ?? []) {
				if (element instanceof HTMLSelectElement && element.name === 'newStatus') element.value = 'late';
				if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) continue;
				if (element.disabled || element.readOnly || !element.name) continue;
				// The selection of a dialog; a list's changes with its boxes.
				if (
					element.type === 'hidden' &&
					element.name === 'selected' &&
					!named?.form?.elements.namedItem('ids')
				)
					typed[element.name] = element.value;
				// Without a change, a form writes nothing.
				const isBox = press && ['hasQuietHours', 'ids'].includes(element.name);
				// After a failure a switch is as it was stored.
				if (isBox || element.role === 'switch') element.click();
				const min = element.getAttribute('min') ?? '';
				const text =
					required[element.name] ??
					(element.maxLength > 0
						? `${element.value} typed`.slice(-element.maxLength)
						: `${element.value} typed`);
				const next = {
					text,
					textarea: text,
					time: required[element.name] ?? '21:15',
					date: min > '2031-07-04' ? min : '2031-07-04',
					number: element.value || min || '1',
				}[element.type];
				if (next === undefined) continue;
				Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, next);
				element.dispatchEvent(new Event('input', { bubbles: true }));
				element.dispatchEvent(new Event('change', { bubbles: true }));
				typed[element.name] = element.value;
			}
			return typed;
		},
		{ value: intent, required: REQUIRED_TEXTS, press },
	);

/** Submits the form with this intent, as its button does. Returns false when the button is disabled. */
const send = (page: Page, intent: string): Promise<boolean> =>
	page.evaluate((value) => {
		const all = document.querySelectorAll<HTMLInputElement | HTMLButtonElement>(
			`form[method=post] [name=intent][value="${value}"]`,
		);
		// The other forms that create a calendar's link lead on to the calendar.
		const named = all[value === 'calendar.renewLink' ? all.length - 1 : 0];
		const buttons = [...(named?.form?.elements ?? [])].filter(
			(element): element is HTMLButtonElement => (element as HTMLButtonElement).type === 'submit',
		);
		const own =
			named?.type === 'submit' ? named : buttons.find(({ name }) => name === '' || name === 'status');
		// Buttons before the last one search, or add and remove entries.
		const button = own ?? buttons.at(-1);
		if (!button || button.disabled) return false;
		button.focus();
		named?.form?.requestSubmit(button);
		return true;
	}, intent);

/** What the page showed before the form was sent, and what was sent. */
type Sent = {
	heading: string;
	alerts: string[];
	title: string;
	typed: Record<string, string>;
	intent: string;
};

/** Returns what is wrong with the page after a failure; '' when it is as it should be. */
function describeProblem({ heading, alerts, title, typed, intent }: Sent): string {
	const texts = [...document.querySelectorAll<HTMLElement>('[role="alert"] *, [aria-live] *, :focus *')];
	// The reason follows some titles after a colon (spec, section 8).
	const getStem = (text: string | null) => text?.trim().replace(/(\. Please try again\.|:)$/, '');
	const shown = texts.filter((element) => getStem(element.textContent) === getStem(title));
	if (shown.length === 0) return `not shown: ${title}`;
	if (!shown.some((element) => Number(getComputedStyle(element).fontWeight) >= 600)) return 'not bold';
	// The refusal of a form that was sent before would take the focus from it.
	const others = [...document.querySelectorAll('[role="alert"]')].map((each) => each.textContent ?? '');
	const old = others.find((text) => text && !text.includes(String(getStem(title))) && !alerts.includes(text));
	if (old !== undefined) return `shown again: ${old}`;
	const focused = document.activeElement;
	if (!focused?.textContent?.includes(String(getStem(title))))
		return `the focus is on ${focused?.tagName} "${focused?.textContent?.slice(0, 200)}", not on ${title}`;
	if (focused.textContent.trim().length < title.length + 10) return 'no reason';
	const lost = Object.entries(typed).find(
		([name, value]) =>
			![...document.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)].some(
				(element) => element.value === value,
			),
	);
	if (!document.querySelector(`[name=intent][value="${intent}"]`)) return 'the form cannot be sent again';
	// A server that has just failed still reads what the page shows, so the form is not on an error page.
	const headingAfter = document.querySelector('h1')?.textContent ?? '';
	if (headingAfter !== heading) return `another page: ${headingAfter}`;
	return lost ? `lost: ${lost.join(' = ')}` : '';
}

test('every form shows the text of its screen and keeps what was typed, whatever fails', {
	tag: '@no-script',
}, async ({ page, signInAs, visit, servers, script, expectedErrors }) => {
	test.setTimeout(600_000);
	// A server that cannot write refuses what it needs no write to refuse.
	expectedErrors.push('403', '409', '422', '500', '502', '503', 'net::ERR', 'Unable to decode');
	/**
	 * Each form fails with and without a response of the server, in one way of each in turn, or in every way with E2E_ALL. Without
	 * script a failure without a response is the browser's own page.
	 */
	const chooseFailures = (form: number) =>
		(script ? [RESPONSES, NO_RESPONSES] : [PLAIN_RESPONSES]).flatMap((ways) => {
			const all = Object.entries(ways);
			return process.env.E2E_ALL ? all : all.slice(form % all.length, (form % all.length) + 1);
		});
	const problems: string[] = [];
	const sent: { address: string; intent: string; title: string }[] = [];
	servers.use('working');
	const isSent = (address: string, intent: string, title: string) =>
		sent.some(
			(form) =>
				form.intent === intent && form.title === title && `${address}/`.startsWith(`${form.address}/`),
		);
	/** Sends each form of the page that neither this page nor one around it has sent, and lets it fail in every way. */
	const failForms = async (address: string, path: string, open: () => Promise<unknown>) => {
		const isNew = (intent: string) => !isSent(address, intent, getFailureTitle(intent, path));
		const has = (intent: string) => page.locator(`[name=intent][value="${intent}"]`).first();
		const waitFor = (intent: string) => has(intent).waitFor({ state: 'attached', timeout: 10_000 });
		const lead = async (intent: string) => {
			await fill(page, intent, true);
			await send(page, intent);
			await waitFor(String(LEADS_TO[intent]));
		};
		const findNext = async () => (await listFormIntents(page)).find(isNew);
		await open();
		for (let intent = await findNext(); intent; intent = await findNext()) {
			const key = `${address} ${intent}`;
			const title = getFailureTitle(intent, path);
			sent.push({ address, intent, title });
			let isFilled = false;
			for (const [name, failure] of chooseFailures(sent.length)) {
				if ((failure === 'broken' || failure === 'slow') && WRITES_NOTHING.includes(key)) continue;
				// With script, a step of the groups changes only the page.
				if (script && intent === 'groups.edit') continue;
				await waitFor(intent);
				const heading = (await page.locator('h1').first().textContent()) ?? '';
				const alerts = await page.getByRole('alert').allTextContents();
				const typed = await fill(page, intent, script || !isFilled);
				isFilled = true;
				servers.use(failure);
				const read = () =>
					page.evaluate(describeProblem, { heading, alerts, title, typed, intent }).catch(String);
				const isPost = (request: Request) => request.method() === 'POST';
				const ended = Promise.any([
					page.waitForEvent('requestfinished', isPost),
					page.waitForEvent('requestfailed', isPost),
				]);
				let problem = 'its button is disabled';
				if (await send(page, intent)) {
					await ended;
					problem = await read();
				}
				for (const until = Date.now() + 5_000; problem && Date.now() < until; problem = await read());
				if (problem) problems.push(`${key}, ${name}: ${problem}`);
				servers.use('working');
				if (!problem && !key.startsWith(ASKS_AGAIN)) continue;
				await open();
				isFilled = false;
				const leader = Object.keys(LEADS_TO).find((each) => LEADS_TO[each] === intent);
				if (leader && (await has(intent).count()) === 0) await lead(leader);
			}
			// The page of a failure may lack the other forms, for example those of a dialog.
			if (!script) await open();
			const next = LEADS_TO[intent];
			if (next && isNew(next)) await lead(intent);
		}
	};
	for await (const { address, path, query } of openEveryPage(signInAs, servers.discord))
		await failForms(address, path, () => visit(path + query));
	await failForms('/admin/template-events?create', '/admin/template-events', async () => {
		await visit('/admin/template-events');
		await send(page, 'events.createTemplateWeek');
		await page.locator('[name=press][value=create]').waitFor();
	});
	for (const list of ['events', 'signups'])
		await failForms(`/admin/${list}/delete`, `/admin/${list}/delete`, async () => {
			await visit(`/admin/${list}`);
			await page.locator('td input[type=checkbox]').first().check();
			await page
				.getByRole('button', { name: /^Delete/ })
				.first()
				.click();
			await page.locator(`[value="${list}.deleteMany"]`).waitFor();
		});
	const member = await createUser();
	await failForms('/admin/departures', '/admin', async () => {
		await createDepartureHold(member.id);
		await visit('/admin');
	});
	const { id } = await addEventRow({ title: 'Lost' });
	let deleteChannel = async () => {};
	await failForms('/admin/lost-posts', '/admin', async () => {
		deleteChannel = await createLostAnnouncement({ event: { id } });
		await visit('/admin');
	});
	const movedEvent = await addEventRow({ title: 'Moved' });
	await failForms('/events/{eventId}/moved', `/events/${movedEvent.id}`, async () => {
		await createMovedMirror({ event: movedEvent });
		await visit(`/events/${movedEvent.id}`);
	});
	await deleteChannel();
	const intents = new Set(sent.map(({ intent }) => intent));
	expect({ problems, missing: listIntents().filter((intent) => !intents.has(intent)) }).toEqual({
		problems: [],
		missing: [],
	});
});
