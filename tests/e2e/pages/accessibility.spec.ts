import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { cardOf, quickSignupOf } from '../support/pages.ts';
import { makeAnswer, makeNight, makePerson } from '../support/rows.ts';

async function expectAccessible(page: Page): Promise<void> {
	const { violations } = await new AxeBuilder({ page }).analyze();
	expect(
		violations.map(({ id, nodes }) => ({
			id,
			nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
		})),
	).toEqual([]);
}

for (const theme of ['dark', 'light'] as const) {
	test.describe(`${theme} theme`, () => {
		test.beforeEach(async ({ context, page, baseURL }) => {
			await context.addCookies([{ name: 'theme', value: theme, url: String(baseURL) }]);
			// What fades in has no contrast yet.
			await page.emulateMedia({ reducedMotion: 'reduce' });
		});

		test('sign-in', async ({ page, visit }) => {
			await visit('/login');
			await expectAccessible(page);
		});

		test('list, with an open menu', async ({ page, signInAs, visit }) => {
			const person = await signInAs({ role: 'creator' });
			const night = await makeNight();
			await makeNight({ status: 'cancelled' });
			for (const status of ['confirmed', 'late', 'tentative', 'declined']) {
				const other = await makeNight({ inHours: 24 * 20 });
				await makeAnswer(other.id, person.id, status);
			}
			await visit('/events');
			await expectAccessible(page);
			await quickSignupOf(cardOf(page, night.id)).click();
			await expectAccessible(page);
		});

		test('event', async ({ page, signInAs, visit }) => {
			const person = await signInAs({ role: 'creator' });
			const night = await makeNight({ creatorId: person.id });
			await makeAnswer(night.id, person.id, 'confirmed', 'mine');
			for (const status of ['confirmed', 'late', 'tentative', 'declined']) {
				await makeAnswer(night.id, (await makePerson()).id, status, 'some words');
			}
			await visit(`/events/${night.id}`);
			await expectAccessible(page);
		});

		test('dialog', async ({ page, signInAs, visit }) => {
			await signInAs();
			const night = await makeNight();
			await visit(`/events/${night.id}/signup`);
			await expect(page.getByRole('dialog')).toBeVisible();
			await expectAccessible(page);
		});

		test.describe('refused', () => {
			test.use({ expectedErrors: ['403 (Forbidden)'] });

			test('access denied', async ({ page, signInAs, visit }) => {
				await signInAs();
				await visit('/admin');
				await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
				await expectAccessible(page);
			});
		});
	});
}
