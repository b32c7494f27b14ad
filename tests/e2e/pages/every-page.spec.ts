import type { Page } from '@playwright/test';
import { listViolationsOfThemes } from '../support/axe.ts';
import { openEveryPage } from '../support/every-page.ts';
import { expect, test } from '../support/own-discord.ts';
import { getSharedPool } from '../support/rows.ts';

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
			// The link of a row covers it.
			if (getComputedStyle(control, '::after').position === 'absolute') return [];
			if (isLarge || boxes.every(({ width }) => width <= 1) || isInSentence(control)) return [];
			const [box] = boxes;
			const size = `${Math.round(box?.width ?? 0)} × ${Math.round(box?.height ?? 0)}`;
			const name = control.getAttribute('aria-label') ?? (control.textContent?.trim() || control.outerHTML);
			// Each kind of control is named once.
			return [`${control.tagName} ${name.slice(0, 60).replaceAll(/\w*\d\w*/g, 'N')}: ${size}`];
		});
	}, TARGET_PX);

/** Lets every text that users have typed be one that is written from right to left and ends with a question mark. */
const writeFromRightToLeft = () =>
	getSharedPool().query(`
		UPDATE events SET title = 'ליל משחקים ' || id || '?', description = 'מי בא?', location = 'איפה?';
		UPDATE signups SET notes = 'אולי?' WHERE notes <> '';
		UPDATE groups SET name = id || ' ינשופים?';
		UPDATE comments SET body = 'מי מביא?';
		UPDATE settings SET value = 'ברוכים?' WHERE key = 'events_banner'`);

/** Returns the texts and fields that begin on the wrong side, where their question mark would stand. */
const listMisdirected = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const isFromRight = (text: string) => /^[^\u2068]*[\u0590-\u05ff]/.test(text);
		const wrong = (element: Element) => getComputedStyle(element).direction !== 'rtl';
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		const found: string[] = [];
		for (let node = walker.nextNode(); node; node = walker.nextNode()) {
			const { parentElement: parent, data } = node as Text;
			if (!parent || parent.matches('script, style, option, textarea') || !isFromRight(data)) continue;
			if (parent.clientWidth !== 1 && wrong(parent))
				found.push(`${parent.tagName} ${data.replaceAll(/\d+/g, 'N').slice(0, 60)}`);
		}
		for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea'))
			if (field.checkVisibility() && isFromRight(field.value) && wrong(field))
				found.push(`field ${field.name}`);
		return found;
	});

test('every page is accessible on a phone and a desk, a finger meets each control, and typed texts begin on their side', async ({
	page,
	signInAs,
	visit,
	server,
}) => {
	test.setTimeout(600_000);
	const problems = new Map<string, unknown>();
	for await (const { address, path, query } of openEveryPage(signInAs, server.state)) {
		await writeFromRightToLeft();
		await page.setViewportSize({ width: 390, height: 844 });
		await visit(path + query);
		for (const text of await listMisdirected(page))
			problems.set(`begins on the wrong side: ${text}`, address);
		for (const target of await listSmallTargets(page)) problems.set(target, address);
		for (const [width, part] of [
			[390, 'html'],
			// The page behind a dialog is examined at its own address.
			[1280, (await page.locator('dialog[open]').count()) > 0 ? 'dialog[open]' : 'html'],
		] as const) {
			await page.setViewportSize({ width, height: 844 });
			for (const violation of await listViolationsOfThemes(page, part))
				problems.set(`${address} ${violation.id} at ${width}`, violation);
		}
	}
	expect([...problems]).toEqual([]);
});
