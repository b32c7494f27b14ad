import type { Page } from '@playwright/test';
import { listViolations } from '../support/axe.ts';
import { openEveryPage } from '../support/every-page.ts';
import { expect, test } from '../support/own-discord.ts';

/** The least width and height of what a finger presses (WCAG 2.2, 2.5.8), in CSS pixels. */
const TARGET_PX = 24;

/** Returns the controls that are smaller than a finger needs. A link within a sentence may be as high as its line. */
const listSmallTargets = (page: Page): Promise<string[]> =>
	page.evaluate((least) => {
		const isInSentence = (control: Element) => {
			const { parentElement: parent } = control;
			return (
				control.matches('a') &&
				getComputedStyle(control).display === 'inline' &&
				(parent?.textContent ?? '').trim() !== control.textContent?.trim()
			);
		};
		const controls = document.querySelectorAll('a[href], button, input, select, textarea, summary');
		return [...controls].flatMap((control) => {
			if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
			// A press on its label counts too.
			const label = control instanceof HTMLInputElement && control.labels?.[0];
			const boxes = [control, ...(label ? [label] : [])].map((one) => one.getBoundingClientRect());
			const isLarge = boxes.some(({ width, height }) => width >= least && height >= least);
			if (isLarge || boxes.every(({ width }) => width <= 1) || isInSentence(control)) return [];
			const [box] = boxes;
			const name = control.getAttribute('aria-label') ?? (control.textContent?.trim() || control.outerHTML);
			return [`${name.slice(0, 80)}: ${Math.round(box?.width ?? 0)} × ${Math.round(box?.height ?? 0)}`];
		});
	}, TARGET_PX);

test('every page is accessible on a phone, and a finger meets each of its controls', async ({
	page,
	signInAs,
	visit,
	server,
}) => {
	test.setTimeout(300_000);
	await page.setViewportSize({ width: 390, height: 844 });
	const problems: unknown[] = [];
	for await (const { address, path, query } of openEveryPage(signInAs, server.state)) {
		await visit(path + query);
		for (const problem of [...(await listViolations(page)), ...(await listSmallTargets(page))])
			problems.push({ address, problem });
	}
	expect(problems).toEqual([]);
});
