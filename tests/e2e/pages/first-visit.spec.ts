import { expect, test, waitForHydration } from '../support/fixtures.ts';
import { addEventRow } from '../support/rows.ts';

test.describe('the first visit', () => {
	// The page must be styled although no stylesheet arrives.
	test.use({ expectedErrors: ['net::ERR_FAILED'] });

	test('has its styles in the document', { tag: '@no-script' }, async ({
		page,
		context,
		signInAs,
		visit,
	}) => {
		await signInAs();
		await context.clearCookies({ name: 'zone' });
		await page.route('**/*.css', (route) => route.abort());
		await visit('/faq');
		const links = page.locator('link[rel="stylesheet"]');
		expect(await links.count()).toBeGreaterThan(2);
		for (const link of await links.all()) await expect(link).toHaveAttribute('media', 'print');
		await expect(page.locator('body')).toHaveCSS('margin', '0px');
		await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-weight', '500');
	});
});

test('a first load whose scripts are slow says so and stays usable; a slow navigation has the full screen', async ({
	page,
	signInAs,
}) => {
	await signInAs();
	let release: () => void = () => undefined;
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route('**/*.js', async (route) => {
		await released;
		await route.continue();
	});
	await page.goto('/faq', { waitUntil: 'commit' });
	const heading = page.getByRole('heading', { level: 1 });
	await expect(heading).toBeVisible();
	const slowStart = page.getByText('The server may be starting up.');
	await expect(slowStart).toBeHidden();
	const letPass = (milliseconds: number) =>
		page.evaluate((time) => {
			for (const animation of document.getAnimations()) animation.currentTime = time;
		}, milliseconds);
	await letPass(3_000);
	await expect(slowStart).toBeVisible();
	await expect(heading).toBeVisible();
	const jokes = slowStart.locator('~ div > p');
	for (const [time, shown, gone] of [
		[3_000, 0, 1],
		[20_000, 1, 0],
	] as const) {
		await letPass(time);
		await expect(jokes.nth(shown)).toBeVisible();
		await expect(jokes.nth(gone)).toBeHidden();
	}
	expect(await jokes.nth(1).textContent()).not.toBe(await jokes.nth(0).textContent());
	await page.getByText('Events & Signups').click();
	await letPass(30_000);
	await expect(slowStart).toBeHidden();
	await expect(jokes.nth(1)).toBeHidden();
	release();
	await waitForHydration(page);
	await expect(slowStart).toHaveCount(0);

	await page.clock.install();
	await page.route('**/events.data*', () => undefined);
	await page.getByRole('link', { name: 'Events', exact: true }).first().click();
	await page.clock.fastForward(3_000);
	await expect(page.getByRole('heading', { name: 'Loading...' })).toBeVisible();
	await expect(slowStart).toBeVisible();
});

test('without script nothing says that scripts are loading', { tag: '@no-script' }, async ({
	page,
	signInAs,
	visit,
	script,
}) => {
	await signInAs();
	await visit('/faq');
	await expect(page.getByText('The server may be starting up.')).toHaveCount(script ? 0 : 1);
	if (!script) await expect(page.locator('div[role="status"]').last()).toHaveCSS('display', 'none');
});

test('a page that is opened from the first one gets its own styles', async ({
	page,
	context,
	signInAs,
	visit,
}) => {
	await signInAs();
	await context.clearCookies({ name: 'zone' });
	await visit('/faq');
	const ownLinks = page.locator('link[rel="stylesheet"]:not([media])');
	await expect(ownLinks).toHaveCount(0);
	await page.getByRole('link', { name: 'Events', exact: true }).first().click();
	await expect(page).toHaveURL('/events');
	await expect(ownLinks).not.toHaveCount(0);
	await expect(page.locator('head > style')).toHaveCount(1);
	await page.goBack();
	await expect(page).toHaveURL('/faq');
	await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-weight', '500');
});

test('a later visit links its styles', async ({ page, signInAs, visit }) => {
	await signInAs();
	await visit('/faq');
	await expect(page.locator('head > style')).toHaveCount(0);
	await expect(page.locator('link[rel="stylesheet"]:not([media])')).not.toHaveCount(0);
});

test('the countdown loads only its digits, and does not move when they arrive', async ({
	page,
	signInAs,
	alone: _,
}) => {
	await signInAs();
	await addEventRow({ inHours: 30 });
	await page.setViewportSize({ width: 390, height: 844 });
	let release: () => void = () => undefined;
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	const files: string[] = [];
	await page.route('**/*.woff2', async (route) => {
		files.push(
			route
				.request()
				.url()
				.replace(/^.*\/(.*)-[^-]+$/, '$1'),
		);
		await released;
		await route.continue();
	});
	await page.goto('/events', { waitUntil: 'commit' });
	const numbers = page.getByRole('region', { name: 'Next game' }).getByText(/^\d\d$/);
	await expect(numbers.first()).toBeVisible();
	// A page whose style sheets are still loading is measured without them.
	await page.waitForFunction(() =>
		[...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(({ sheet }) => sheet),
	);
	const measure = () => numbers.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
	const before = await measure();
	expect(before).toHaveLength(4);
	release();
	await page.waitForLoadState();
	await page.evaluate(() => document.fonts.ready);
	await expect.poll(() => files.toSorted()).toContain('newsreader-400-digits');
	expect(files).not.toContain('newsreader-400-basic');
	expect(await measure()).toEqual(before);
});
