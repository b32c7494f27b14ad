import { ACCOUNT_TEXTS } from '~/domain/users/account-data.ts';
import { expect, test } from '../support/fixtures.ts';
import { signInThroughDiscord } from '../support/pages.ts';
import { addEventRow } from '../support/rows.ts';

const PAGES = [
	['/faq', 'Frequently Asked Questions'],
	['/privacy-policy', 'Privacy Policy'],
	['/terms-of-use', 'Terms of Use'],
	['/cookie-policy', 'Cookie Policy'],
] as const;

for (const [address, heading] of PAGES) {
	test(`${address} leads back to the events, and requires a sign-in`, {
		tag: address === '/faq' ? '@no-script' : [],
	}, async ({ page, signInAs, visit }) => {
		await page.goto(address);
		await expect(page).toHaveURL(`/login?redirectTo=${encodeURIComponent(address)}`);
		await signInAs();
		await visit(address);
		await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
		await page.getByRole('link', { name: 'Back to Events' }).click();
		await expect(page).toHaveURL('/events');
	});
}

for (const address of ['/privacy-policy', '/terms-of-use', '/cookie-policy']) {
	test(`${address} states the four facts`, async ({ page, signInAs, visit }) => {
		await signInAs();
		await visit(address);
		const main = page.getByRole('main');
		for (const fact of [
			/Discord’s OAuth only/,
			/minimum age is 13.*under 18.*consent of a parent or guardian/,
			/stored in the United States/,
			/30 days’ notice for material changes/,
		]) {
			await expect(main).toContainText(fact);
		}
	});
}

test('the FAQ: five sections, the first open, each opens by a press', async ({ page, signInAs, visit }) => {
	await signInAs();
	await visit('/faq');
	const main = page.getByRole('main');
	const titles = [
		'Getting Started',
		'Events & Signups',
		'Discord Integration',
		'Troubleshooting',
		'Privacy & Security',
	];
	await expect(main.locator('summary')).toHaveText(titles);
	const open = () => main.locator('details').evaluateAll((all) => all.map((one) => one.hasAttribute('open')));
	expect(await open()).toEqual([true, false, false, false, false]);
	await expect(main.getByText('Signup statuses can be changed at any time')).toBeHidden();
	await main.locator('summary', { hasText: 'Events & Signups' }).click();
	await expect(main.getByText('Signup statuses can be changed at any time')).toBeVisible();
	await expect(
		main.getByText('The event creator or an admin can edit or delete an event.', { exact: true }),
	).toBeVisible();
	await main.locator('summary', { hasText: 'Getting Started' }).click();
	expect(await open()).toEqual([false, true, false, false, false]);
	await main.locator('summary', { hasText: 'Privacy & Security' }).click();
	await expect(main).toContainText(`It removes your ${ACCOUNT_TEXTS.deleted} for good.`);
	await expect(main.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy-policy');
	await expect(main.getByRole('link', { name: 'Terms of Use' })).toHaveAttribute('href', '/terms-of-use');
	await expect(main.getByRole('heading', { name: 'Still have questions?' })).toBeVisible();
});

test('the cookie page names every cookie that the site has set during sign-in and use', async ({
	page,
	visit,
	baseURL,
}) => {
	const cookieNames = new Set<string>();
	page.on('response', async (response) => {
		if (!response.url().startsWith(String(baseURL))) return;
		const headers = await response.headersArray().catch(() => []);
		for (const { name, value } of headers) {
			if (name.toLowerCase() !== 'set-cookie') continue;
			for (const line of value.split('\n')) cookieNames.add(line.split('=', 1)[0] ?? '');
		}
	});
	const event = await addEventRow();
	await visit('/login');
	await page.getByRole('button', { name: /^Switch to the light theme/ }).click();
	await signInThroughDiscord(page, 'player');
	await visit(`/events/${event.id}/signup`);
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByText(/^You're signed up as/)).toBeVisible();
	await visit('/cookie-policy');
	for (const { name } of await page.context().cookies(String(baseURL))) cookieNames.add(name);
	// Each start of a sign-in has its own cookie, whose name ends with random letters.
	const names = [...cookieNames].map((name) => (name.startsWith('discord-state') ? 'discord-state' : name));
	expect(names).toEqual(expect.arrayContaining(['session', 'XSRF-TOKEN', 'sign-in', 'theme', 'flash']));
	const shown = await page.getByRole('rowheader').allTextContents();
	expect(shown).toEqual(expect.arrayContaining([...new Set(names)]));
});
