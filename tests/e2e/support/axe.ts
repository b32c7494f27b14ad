import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * Checks that axe finds no violation on the page or in a part of it, and reports each violation with its
 * place. Both themes render the same page, so only the color rules run in the light theme.
 */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
	const isDark = await page.evaluate(() => document.documentElement.classList.contains('dark'));
	// The other mode opens a second page to collect the results of frames; there are none here.
	const axe = new AxeBuilder({ page }).include(part).setLegacyMode(true);
	const { violations } = await (isDark
		? axe
		: axe.withRules(['color-contrast', 'link-in-text-block'])
	).analyze();
	expect(
		violations.map(({ id, nodes }) => ({
			id,
			nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
		})),
	).toEqual([]);
}
