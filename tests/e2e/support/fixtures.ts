import { type APIRequestContext, test as base, expect, type Page, type Request } from '@playwright/test';
import { toNumericUrl } from './app-process.ts';
import { withContractChecks } from './contract.ts';
import { recordSteps } from './plain-steps.ts';
import {
	type CreatedUser,
	createUser,
	deleteRegisteredEvents,
	deleteRegisteredUsers,
	lockSharedState,
	type UserOverrides,
	useDatabase,
} from './rows.ts';
import { listWrongTexts, type Translator, translatePages } from './translator.ts';

/** The time zone of the test browsers (playwright.config.ts). */
export const VIEWER_ZONE = 'Europe/Berlin';

type Fixtures = {
	/** Creates a user with a session and gives the page its cookie. */
	signInAs: (overrides?: UserOverrides) => Promise<CreatedUser>;
	/**
	 * Gives the page the session of an existing user. With script it also sets the time zone cookie, as after
	 * an earlier visit, so that the page does not read its data a second time during the test.
	 */
	setSession: (user: Pick<CreatedUser, 'token'>) => Promise<void>;
	/** Opens an address and, with script, waits until the page is hydrated. */
	visit: (address: string) => Promise<void>;
	/** Whether this project runs the page's script. */
	script: boolean;
	/** Whether pages show the changes of others at once. Other tests decide themselves when their page loads again. */
	isLive: boolean;
	/** Whether the browser translates the pages, and from when on. */
	translator: Translator;
	/** Console errors that a test expects, each by a part of its text. */
	expectedErrors: string[];
	/**
	 * Excludes every other test with this fixture, for the next event and the banner, which all tests share.
	 */
	alone: undefined;
	/** How many forms the page has sent that are not answered yet: a page shows some results before the response. */
	sentForms: { open: number };
	/** Creates another client of /api: with a Bearer token, or signed out. */
	api: (user: Pick<CreatedUser, 'token'> | null) => Promise<APIRequestContext>;
	/** Creates a client with the session cookie, as a browser has it; `xsrf` is its XSRF-TOKEN. */
	browserApi: (user: Pick<CreatedUser, 'token'>) => Promise<{ request: APIRequestContext; xsrf: string }>;
	/** The database of the test's rows; null is the one that most tests share. */
	ownDatabaseUrl: string | null;
	/** Chooses the database of the test's rows, and deletes its events and users afterwards. */
	deleteRowsAfterTest: undefined;
};

/** A server that runs beside tests, and how it ends. */
export type Started<Server> = { server: Server; stop: () => Promise<void> };

type WorkerFixtures = {
	/**
	 * Returns what `start` starts, once for all tests of the worker. A worker fixture in a test file would cost a new worker and
	 * a new browser, because Playwright shares a worker only among tests with the same worker fixtures.
	 */
	startOnce: <Server>(start: () => Promise<Started<Server>>) => Promise<Server>;
};

export const test = base.extend<Fixtures, WorkerFixtures>({
	startOnce: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
		async ({}, use) => {
			const running = new Map<unknown, Started<unknown>>();
			await use(async <Server>(start: () => Promise<Started<Server>>) => {
				const started = (running.get(start) ?? (await start())) as Started<Server>;
				running.set(start, started);
				return started.server;
			});
			for (const { stop } of running.values()) await stop();
		},
		{ scope: 'worker', timeout: 120_000 },
	],
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
	baseURL: async ({}, use) => use(process.env.E2E_APP_URL),
	script: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
	expectedErrors: [[], { option: true }],
	isLive: [false, { option: true }],
	translator: ['off', { option: true }],
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
	sentForms: async ({}, use) => use({ open: 0 }),
	page: async ({ page, expectedErrors, script, isLive, translator, sentForms }, use) => {
		const errors = watchConsole(page);
		const count = (change: number) => (request: Request) => {
			if (request.method() === 'POST') sentForms.open += change;
		};
		page.on('request', count(1)).on('requestfinished', count(-1)).on('requestfailed', count(-1));
		if (script && !isLive)
			await page.context().addInitScript(() => Reflect.deleteProperty(window, 'EventSource'));
		if (!script) recordSteps(page.context());
		if (translator !== 'off') await translatePages(page, translator);
		await use(page);
		if (translator !== 'off') await expect.poll(() => listWrongTexts(page)).toEqual([]);
		expect(errors.filter((text) => !expectedErrors.some((part) => text.includes(part)))).toEqual([]);
	},
	setSession: async ({ context, baseURL, script }, use) => {
		const url = String(baseURL);
		await use(({ token }) =>
			context.addCookies([
				{ name: 'session', value: token, url, httpOnly: true, sameSite: 'Lax' },
				...(script ? [{ name: 'zone', value: encodeURIComponent(VIEWER_ZONE), url }] : []),
			]),
		);
	},
	signInAs: async ({ setSession }, use) => {
		await use(async (overrides) => {
			const user = await createUser(overrides);
			await setSession(user);
			return user;
		});
	},
	visit: async ({ page, script }, use) => {
		await use(async (address) => {
			await page.goto(address);
			if (script) await waitForHydration(page);
		});
	},
	alone: [
		async ({ sentForms }, use) => {
			const release = await lockSharedState();
			await use(undefined);
			await expect.poll(() => sentForms.open).toBe(0);
			// The events are deleted first, so that the next test does not see them.
			await deleteRegisteredEvents();
			await release();
		},
		// The wait for the lock does not count as the test's own time.
		{ timeout: 200_000 },
	],
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
	ownDatabaseUrl: async ({}, use) => use(null),
	deleteRowsAfterTest: [
		async ({ ownDatabaseUrl }, use) => {
			useDatabase(ownDatabaseUrl);
			await use(undefined);
			await deleteRegisteredEvents();
			await deleteRegisteredUsers();
		},
		{ auto: true },
	],
	api: async ({ playwright, baseURL }, use) => {
		const contexts: APIRequestContext[] = [];
		await use(async (user) => {
			const request = await playwright.request.newContext({
				baseURL: toNumericUrl(String(baseURL)),
				...(user ? { extraHTTPHeaders: { Authorization: `Bearer ${user.token}` } } : {}),
			});
			contexts.push(request);
			return withContractChecks(request, String(baseURL));
		});
		await Promise.all(contexts.map((request) => request.dispose()));
	},
	browserApi: async ({ playwright, baseURL }, use) => {
		const contexts: APIRequestContext[] = [];
		await use(async ({ token }) => {
			const session = { name: 'session', value: token, domain: '127.0.0.1', path: '/' };
			const rest = { expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' as const };
			const request = await playwright.request.newContext({
				baseURL: toNumericUrl(String(baseURL)),
				storageState: { cookies: [{ ...session, ...rest }], origins: [] },
			});
			contexts.push(request);
			await request.get('/api/auth/me');
			const { cookies } = await request.storageState();
			return {
				request: withContractChecks(request, String(baseURL)),
				xsrf: cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '',
			};
		});
		await Promise.all(contexts.map((request) => request.dispose()));
	},
});

/**
 * React Router (8.4.0) aborts a fetcher whose action threw while its response may still be read, and leaves
 * that abort uncaught ("signal is aborted without reason", or "BodyStreamBuffer was aborted" when the
 * response is half read). The page itself is correct. Expected only where the form of a card or of the signup
 * bar meets a 404.
 */
export const ABORTED_FETCHER = 'AbortError: ';

/** Waits until React has hydrated the page's body. Input that is typed after that is not lost. */
export async function waitForHydration(page: Page): Promise<void> {
	await page.waitForFunction(() => {
		const key = Object.keys(document).find((name) => name.startsWith('__reactContainer'));
		const container: { stateNode: { current: { memoizedState: { isDehydrated?: boolean } } } } | undefined =
			key && Reflect.get(document, key);
		// Elements have their handlers before React commits the page, but React does not call them yet.
		return container?.stateNode.current.memoizedState.isDehydrated === false;
	});
}

/**
 * Returns a list that receives the page's console errors and warnings and its uncaught errors, which fail the
 * test. React reports hydration errors there.
 */
function watchConsole(page: Page): string[] {
	const errors: string[] = [];
	page.on('console', (message) => {
		const { url } = message.location();
		// The page of the Discord stand-in has no icon, and its console does not belong to the app.
		if (url.startsWith(String(process.env.E2E_DISCORD_URL))) return;
		if (['error', 'warning'].includes(message.type())) {
			errors.push(`${message.type()}: ${message.text()} (${url})`);
		}
	});
	page.on('pageerror', (error) => {
		// The browser ends a response that is still read when the test opens another address.
		if (error.message !== 'BodyStreamBuffer was aborted')
			errors.push(`uncaught: ${error.stack ?? error.message}`);
	});
	return errors;
}

export { expect };
