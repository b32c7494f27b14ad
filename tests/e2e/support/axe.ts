import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * No violation that axe knows of, on the whole page or in a part of it; what it found is named with its place. Both
 * themes draw the same page: only its colours are read again in the light one.
 */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
	const isDark = await page.evaluate(() => document.documentElement.classList.contains('dark'));
	// The other mode opens a second page to gather what frames say; there are none here.
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
