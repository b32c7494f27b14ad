import { expect, test } from '../support/fixtures.ts';

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
