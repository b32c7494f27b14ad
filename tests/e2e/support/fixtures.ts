import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';
import { underContract } from './contract.ts';
import { recordSteps } from './plain-steps.ts';
import { forgetNights, lockTown, makePerson, type Person, type PersonOverrides } from './rows.ts';

/** Where the browsers of the tests are (playwright.config.ts). */
export const VIEWER_ZONE = 'Europe/Berlin';

type Fixtures = {
	/** Makes a person with a session and gives the page their cookie. */
	signInAs: (overrides?: PersonOverrides) => Promise<Person>;
	/**
	 * Gives the page the session of somebody who is there already. With script the browser has been here before: its
	 * zone is known, so that the page does not read its data a second time under the test.
	 */
	bringSession: (person: Pick<Person, 'token'>) => Promise<void>;
	/** Opens an address and, with script, waits until the page is hydrated. */
	visit: (address: string) => Promise<void>;
	/** Whether this project runs the page's script. */
	script: boolean;
	/** Console errors that a test expects, by a part of their text. */
	expectedErrors: string[];
	/** Keeps every other test with this fixture away: for the next game and the banner, which all share. */
	alone: undefined;
	/** Another client of /api: with a Bearer token, or signed out. */
	api: (person: Pick<Person, 'token'> | null) => Promise<APIRequestContext>;
	/** The same with the session cookie, as a browser has it; `xsrf` is its XSRF-TOKEN. */
	browserApi: (person: Pick<Person, 'token'>) => Promise<{ request: APIRequestContext; xsrf: string }>;
	/** Removes the test's nights afterwards. */
	tidy: undefined;
};

export const test = base.extend<Fixtures>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
	baseURL: async ({}, use) => use(process.env.E2E_APP_URL),
	script: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
	expectedErrors: [[], { option: true }],
	page: async ({ page, expectedErrors, script }, use) => {
		const errors = watchConsole(page);
		if (!script) recordSteps(page.context());
		await use(page);
		expect(errors.filter((text) => !expectedErrors.some((part) => text.includes(part)))).toEqual([]);
	},
	bringSession: async ({ context, baseURL, script }, use) => {
		const url = String(baseURL);
		await use(({ token }) =>
			context.addCookies([
				{ name: 'session', value: token, url, httpOnly: true, sameSite: 'Lax' },
				...(script ? [{ name: 'zone', value: encodeURIComponent(VIEWER_ZONE), url }] : []),
			]),
		);
	},
	signInAs: async ({ bringSession }, use) => {
		await use(async (overrides) => {
			const person = await makePerson(overrides);
			await bringSession(person);
			return person;
		});
	},
	visit: async ({ page, script }, use) => {
		await use(async (address) => {
			await page.goto(address);
			if (script) await waitForHydration(page);
		});
	},
	alone: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
		async ({}, use) => {
			const release = await lockTown();
			await use(undefined);
			// The nights first: who comes next must not meet them.
			await forgetNights();
			await release();
		},
		// The wait for the others is not the test's own time.
		{ timeout: 200_000 },
	],
	tidy: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
		async ({}, use) => {
			await use(undefined);
			await forgetNights();
		},
		{ auto: true },
	],
	api: async ({ playwright, baseURL }, use) => {
		const made: APIRequestContext[] = [];
		await use(async (person) => {
			const request = await playwright.request.newContext({
				baseURL: String(baseURL),
				...(person ? { extraHTTPHeaders: { Authorization: `Bearer ${person.token}` } } : {}),
			});
			made.push(request);
			return underContract(request, String(baseURL));
		});
		await Promise.all(made.map((request) => request.dispose()));
	},
	browserApi: async ({ playwright, baseURL }, use) => {
		const made: APIRequestContext[] = [];
		await use(async ({ token }) => {
			const session = { name: 'session', value: token, domain: 'localhost', path: '/' };
			const rest = { expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' as const };
			const request = await playwright.request.newContext({
				baseURL: String(baseURL),
				storageState: { cookies: [{ ...session, ...rest }], origins: [] },
			});
			made.push(request);
			await request.get('/api/auth/me');
			const { cookies } = await request.storageState();
			return {
				request: underContract(request, String(baseURL)),
				xsrf: cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '',
			};
		});
		await Promise.all(made.map((request) => request.dispose()));
	},
});

/**
 * React Router (8.4.0) aborts a fetcher whose action threw while its answer may still be read, and leaves that abort
 * uncaught ("signal is aborted without reason", or "BodyStreamBuffer was aborted" when the answer is half read); the page is
 * what it should be. Expected only where a card's or the answer bar's form meets a 404.
 */
export const ABORTED_FETCHER = 'AbortError: ';

/** React has taken over the page's body; what is typed from now on is not lost. */
export async function waitForHydration(page: Page): Promise<void> {
	await page.waitForFunction(() => {
		const main = document.querySelector('main');
		return main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps'));
	});
}

/** A console error or warning, or an uncaught one, fails the test: React reports hydration there. */
function watchConsole(page: Page): string[] {
	const errors: string[] = [];
	page.on('console', (message) => {
		const { url } = message.location();
		// The page that stands in for Discord has no icon; its console is not ours.
		if (url.startsWith(String(process.env.E2E_DISCORD_URL))) return;
		if (['error', 'warning'].includes(message.type())) {
			errors.push(`${message.type()}: ${message.text()} (${url})`);
		}
	});
	page.on('pageerror', (error) => errors.push(`uncaught: ${error.stack ?? error.message}`));
	return errors;
}

export { expect };
