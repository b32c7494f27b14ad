import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import { expect } from './fixtures.ts';

declare global {
	interface Window {
		axe: typeof axe;
	}
}

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Checks that axe finds no violation on a dark page or in a part of it, in both themes. */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
	expect(await listViolationsOfThemes(page, part), new URL(page.url()).pathname).toEqual([]);
}

/**
 * Returns what axe finds wrong on a dark page or in a part of it, with its place. Then switches the page to the light
 * theme, which changes only colors, and adds what the rules about colors find there.
 */
export async function listViolationsOfThemes(page: Page, part = 'html') {
	await expect(page.locator('html')).toContainClass('dark');
	const dark = await listViolations(page, part);
	await setTheme(page, 'light');
	const light = await listViolations(page, part, COLOR_RULES);
	await setTheme(page, 'dark');
	return [...dark, ...light.map((violation) => ({ ...violation, id: `${violation.id} in the light theme` }))];
}

/** Returns what axe finds wrong on a page or in a part of it, by all rules or some. */
async function listViolations(page: Page, part: string, rules: string[] | null = null) {
	// To start axe takes as long as to examine a small page, so each loaded page starts it once.
	if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
	return page.evaluate(
		async ({ part, rules }) => {
			// The elements without a violation are not described, which saves a third of the work.
			const options: RunOptions = {
				resultTypes: ['violations'],
				rules: { 'target-size': { enabled: true } },
			};
			if (rules) options.runOnly = rules;
			const { violations } = await window.axe.run(part, options);
			return violations.map(({ id, nodes }) => ({
				id,
				nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
			}));
		},
		{ part, rules },
	);
}

const setTheme = (page: Page, theme: 'dark' | 'light') =>
	page.evaluate((scheme) => {
		document.documentElement.classList.toggle('dark', scheme === 'dark');
		document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', scheme);
		// An element whose color changes gradually still has the other theme's. Under load the end
		// of a transition may never come, so each is finished here. An inherited color starts the next one, at most
		// as often as elements are nested.
		for (let depth = 0; depth < 50; depth += 1) {
			const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
			if (transitions.length === 0) return;
			for (const transition of transitions) transition.finish();
		}
		throw new Error('The colors still change.');
	}, theme);
