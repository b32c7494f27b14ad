import { test as base, expect, type Page } from '@playwright/test';
import { makePerson, type Person } from './rows.ts';

type Fixtures = {
	/** Makes a person with a session and gives the page their cookie. */
	signInAs: (overrides?: Parameters<typeof makePerson>[0]) => Promise<Person>;
	/** Whether this project runs the page's script. */
	script: boolean;
	/** Console errors that a test expects, by a part of their text. */
	expectedErrors: string[];
};

export const test = base.extend<Fixtures>({
	baseURL: async ({ baseURL: _ }, use) => use(process.env.E2E_APP_URL),
	script: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
	expectedErrors: async ({ baseURL: _ }, use) => use([]),
	page: async ({ page, expectedErrors }, use) => {
		const errors = watchConsole(page);
		await use(page);
		expect(errors.filter((text) => !expectedErrors.some((part) => text.includes(part)))).toEqual([]);
	},
	signInAs: async ({ context, baseURL }, use) => {
		await use(async (overrides) => {
			const person = await makePerson(overrides);
			await context.addCookies([
				{ name: 'session', value: person.token, url: String(baseURL), httpOnly: true, sameSite: 'Lax' },
			]);
			return person;
		});
	},
});

/** A console error or warning, or an uncaught one, fails the test: React reports hydration there. */
function watchConsole(page: Page): string[] {
	const errors: string[] = [];
	page.on('console', (message) => {
		if (['error', 'warning'].includes(message.type())) errors.push(`${message.type()}: ${message.text()}`);
	});
	page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`));
	return errors;
}

export { expect };
