import { ROLE_LABELS } from '~/domain/users/roles.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectNotice } from '../support/pages.ts';
import { addEventRow, getSharedPool } from '../support/rows.ts';

const LINKS = {
	player: ['Events'],
	storyteller: ['Events'],
	creator: ['Events', 'Create Event'],
	admin: ['Events', 'Create Event', 'Admin'],
} as const;

for (const role of ['player', 'storyteller', 'creator', 'admin'] as const) {
	test(`the navigation of a ${role}`, async ({ page, signInAs, visit }) => {
		const name = `Wren the ${role}`;
		await signInAs({ role, preferredUsername: name });
		await visit('/events');
		const nav = page.getByRole('navigation', { name: 'Main' });
		for (const label of ['Events', 'Create Event', 'Admin']) {
			const isExpected = (LINKS[role] as readonly string[]).includes(label);
			await expect(nav.getByRole('link', { name: label, exact: true })).toHaveCount(isExpected ? 1 : 0);
		}
		await expect(nav.getByText(name).first()).toBeVisible();
		await expect(nav.getByText(ROLE_LABELS[role], { exact: true }).first()).toBeVisible();
		await nav.getByRole('link', { name: 'Townbell' }).click();
		await expect(page).toHaveURL('/events');
	});
}

test('without a preferred name the Discord name is shown', async ({ page, signInAs, visit }) => {
	const user = await signInAs();
	await visit('/events');
	await expect(page.getByRole('navigation', { name: 'Main' }).getByText(user.username).first()).toBeVisible();
});

test('the settings menu', async ({ page, signInAs, visit, script }) => {
	await signInAs();
	await visit('/events');
	const nav = page.getByRole('navigation', { name: 'Main' });
	const menu = nav.locator('details', { has: page.locator('summary[aria-label="Settings"]') });
	await expect(menu.getByRole('button', { name: 'Logout' })).toBeHidden();
	await menu.locator('summary').click();
	await expect(menu.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile');
	await expect(menu.getByRole('link', { name: 'Help & FAQ' })).toHaveAttribute('href', '/faq');
	await expect(menu.getByRole('link', { name: 'Your changes' })).toHaveCount(0);
	await expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible();
	if (script) {
		await page.keyboard.press('Escape');
		await expect(menu.getByRole('button', { name: 'Logout' })).toBeHidden();
	}
});

test('on a small screen one menu holds all links', async ({ page, signInAs, visit }) => {
	await page.setViewportSize({ width: 390, height: 800 });
	await signInAs({ role: 'admin', preferredUsername: 'Marlowe' });
	const event = await addEventRow({ title: 'x'.repeat(200) });
	await visit('/events');
	const nav = page.getByRole('navigation', { name: 'Main' });
	await expect(nav.getByRole('link', { name: 'Admin', exact: true })).toBeHidden();
	await expect(nav.locator('summary[aria-label="Settings"]')).toBeHidden();
	await nav.locator('summary[aria-label="Menu"]').click();
	for (const label of ['Events', 'Create Event', 'Admin', 'Profile', 'Your changes', 'Help & FAQ']) {
		await expect(nav.getByRole('link', { name: label, exact: true })).toBeVisible();
	}
	await expect(nav.getByText('Marlowe').filter({ visible: true })).toHaveCount(1);
	await expect(nav.getByRole('button', { name: 'Logout' })).toBeVisible();
	for (const path of ['', `/${event.id}`, `/${event.id}/signup`, `/${event.id}/edit`]) {
		const address = `/events${path}`;
		await visit(address);
		const overflow = await page.evaluate(
			() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
		);
		expect(overflow, address).toBeLessThanOrEqual(0);
	}
});

test('the theme is dark at first; a change is kept in the browser and the profile', {
	tag: '@no-script',
}, async ({ page, signInAs, visit, script }) => {
	const user = await signInAs();
	await visit('/events');
	const html = page.locator('html');
	const stored = () => page.evaluate(() => localStorage.getItem('theme'));
	await expect(html).toHaveClass(/(^|\s)dark(\s|$)/);
	if (script) await expect.poll(stored).toBe('dark');
	await page.getByRole('button', { name: 'Switch to light theme' }).click();
	await expect(html).not.toHaveClass(/(^|\s)dark(\s|$)/);
	await expect(page).toHaveURL('/events');
	await expect
		.poll(async () => (await getSharedPool().query('SELECT theme FROM users WHERE id = $1', [user.id])).rows)
		.toEqual([{ theme: 'light' }]);
	await page.reload();
	await expect(html).not.toHaveClass(/(^|\s)dark(\s|$)/);
	const pageHtml = await (await page.context().request.get('/events')).text();
	expect(/<html[^>]*>/.exec(pageHtml)?.[0]).not.toContain('dark');
	if (script) await expect.poll(stored).toBe('light');
	await page.getByRole('button', { name: 'Switch to dark theme' }).click();
	await expect(html).toHaveClass(/(^|\s)dark(\s|$)/);
	if (script) await expect.poll(stored).toBe('dark');
});

test.describe('the theme with script', () => {
	test.use({ expectedErrors: ['net::ERR_INTERNET_DISCONNECTED'] });

	test('changes in place, and also while the server is not reached', async ({
		page,
		context,
		signInAs,
		visit,
	}) => {
		const user = await signInAs();
		await visit('/events');
		await page.getByRole('link', { name: 'FAQ', exact: true }).click();
		await expect(page).toHaveURL('/faq');
		const html = page.locator('html');
		const readTheme = async () =>
			(await getSharedPool().query('SELECT theme FROM users WHERE id = $1', [user.id])).rows[0]?.theme;
		// The click must work before anything that it needs could be fetched.
		await context.setOffline(true);
		await page.getByRole('button', { name: 'Switch to light theme' }).click();
		await expect(html).not.toHaveClass(/(^|\s)dark(\s|$)/);
		await context.setOffline(false);
		for (const theme of ['dark', 'light', 'dark']) {
			await page.getByRole('button', { name: `Switch to ${theme} theme` }).click();
			await expect.poll(readTheme).toBe(theme);
		}
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently Asked Questions');
		// The clicks have added no entries to the browser's history.
		await page.goBack();
		await expect(page).toHaveURL('/events');
		await expect(html).toHaveClass(/(^|\s)dark(\s|$)/);
	});
});

test.describe('a link without a connection', () => {
	const FAILED = 'net::ERR_FAILED';
	test.use({
		expectedErrors: [
			'net::ERR_INTERNET_DISCONNECTED',
			FAILED,
			'Error loading route module',
			'Failed to fetch',
		],
	});

	const FAILURES = {
		'while the browser knows that it is offline': null,
		'when a file of the next page gets no response': '**/assets/**',
		'when the data of the next page get no response': '**/*.data*',
	};
	for (const [when, blocked] of Object.entries(FAILURES)) {
		test(`keeps the page ${when}`, async ({ page, context, signInAs, visit }) => {
			await signInAs();
			const event = await addEventRow();
			await visit(`/events/${event.id}`);
			const comment = page.getByPlaceholder('Ask a question or say hello');
			await comment.fill('half a thought');
			if (blocked) await context.route(blocked, (route) => route.abort());
			if (blocked) await context.route('**/healthz', (route) => route.abort());
			else await context.setOffline(true);
			await page.getByRole('link', { name: 'Events', exact: true }).first().click();
			await expectNotice(page, "The page couldn't be opened.");
			await expect(comment).toHaveValue('half a thought');
			if (blocked) await context.unrouteAll();
			else await context.setOffline(false);
			await page.getByRole('link', { name: 'FAQ', exact: true }).click();
			await expect(page).toHaveURL('/faq');
			await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently Asked Questions');
		});
	}
});

test('the sign-in screen has the theme too, and keeps the redirect target', async ({ page, visit }) => {
	const address = '/login?redirectTo=%2Fevents%3Fq%3Dfox';
	await visit(address);
	const html = page.locator('html');
	await expect(html).toHaveClass(/(^|\s)dark(\s|$)/);
	await page.getByRole('button', { name: 'Switch to the light theme' }).click();
	await expect(html).not.toHaveClass(/(^|\s)dark(\s|$)/);
	await expect(page).toHaveURL(address);
	await page.reload();
	await expect(html).not.toHaveClass(/(^|\s)dark(\s|$)/);
});

test('a profile in the light theme opens light in a new browser', async ({ page, signInAs, visit }) => {
	await signInAs({ theme: 'light' });
	await visit('/events');
	await expect(page.locator('html')).not.toHaveClass(/(^|\s)dark(\s|$)/);
});

test('the version is in the head of every page', async ({ page, signInAs, visit }) => {
	const version = page.locator('head > meta[name="version"]');
	await visit('/login');
	await expect(version).toHaveAttribute('content', '1.1.8');
	await signInAs();
	await visit('/events');
	await expect(version).toHaveAttribute('content', '1.1.8');
});

test('/ and every other path lead to the events', async ({ page, signInAs, visit }) => {
	await signInAs();
	for (const path of ['/', '/nowhere', '/events/1/2/3/4', '/wp-login.php', '/%F0%9F%94%94']) {
		await visit(path);
		await expect(page).toHaveURL('/events');
	}
});

test('the footer', async ({ page, signInAs, visit }) => {
	await signInAs();
	const yearBefore = new Date().getUTCFullYear();
	await visit('/events');
	const years = `(${yearBefore}|${new Date().getUTCFullYear()})`;
	const footer = page.getByRole('contentinfo');
	await expect(footer).toContainText('Game nights for Candlewick Society.');
	await expect(footer).toContainText(new RegExp(`© ${years} Townbell`));
	const channel = footer.getByRole('link', { name: "This demo's Discord channel" });
	const shown = await page.request.get(String(await channel.getAttribute('href')));
	expect(shown.url()).toMatch(/\/channels\/\d+$/);
	for (const [title, links] of [
		['Quick Links', { Events: '/events', FAQ: '/faq' }],
		[
			'Legal',
			{
				'Privacy Policy': '/privacy-policy',
				'Terms of Use': '/terms-of-use',
				'Cookie Policy': '/cookie-policy',
			},
		],
	] as const) {
		const column = footer.getByRole('navigation', { name: title });
		await expect(column.getByRole('heading', { name: title })).toBeVisible();
		for (const [name, href] of Object.entries(links)) {
			await expect(column.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
		}
	}
});

test('the first Tab reaches the link that skips to the content', async ({ page, signInAs, visit }) => {
	await signInAs();
	await visit('/events');
	await page.keyboard.press('Tab');
	await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page.locator('#main')).toBeFocused();
	await expect(page.locator('#main')).toHaveCSS('outline-style', 'solid');
});

test.describe('pages of other roles', () => {
	test.use({ expectedErrors: ['403 (Forbidden)'] });

	for (const [role, addresses] of [
		['player', ['/admin', '/admin/users', '/create-event']],
		['storyteller', ['/admin', '/create-event']],
		['creator', ['/admin']],
	] as const) {
		test(`Access Denied for a ${role}`, async ({ page, signInAs }) => {
			await signInAs({ role });
			for (const address of addresses) {
				const response = await page.goto(address);
				expect(response?.status(), address).toBe(403);
				await expect(page.getByRole('heading', { name: 'Access Denied', exact: true })).toBeVisible();
				const text = page.getByText("You don't have permission to access this page.", { exact: true });
				await expect(text).toBeVisible();
				await page.getByRole('link', { name: 'Back to Events' }).click();
				await expect(page).toHaveURL('/events');
			}
		});
	}
});
