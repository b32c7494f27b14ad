import type { Page } from '@playwright/test';

declare global {
	interface Window {
		reportPress: (kind: 'press' | 'choice' | 'field', name: string) => void;
	}
}

/**
 * Counts what the user does on the pages that are opened from now on. Returns a function that gives the presses and,
 * after a slash, the fields that were typed into: `2/1`. A choice in a native select counts two presses, because the
 * device shows its options first; a press into a field counts as part of typing.
 */
export async function countPresses(page: Page): Promise<() => string> {
	let presses = 0;
	const fields = new Set<string>();
	await page.exposeFunction('reportPress', (kind: string, name: string) => {
		if (kind === 'field') fields.add(name);
		else presses += kind === 'choice' ? 2 : 1;
	});
	await page.addInitScript(() => {
		const NATIVE = 'select, option, textarea, input:not([type=checkbox], [type=radio], [type=submit])';
		const findName = ({ target }: Event) =>
			(target instanceof HTMLElement && target.getAttribute('name')) || '';
		const options = { capture: true, passive: true };
		addEventListener(
			'pointerdown',
			({ target }) => {
				if (target instanceof Element && !target.closest(NATIVE)) window.reportPress('press', '');
			},
			options,
		);
		addEventListener(
			'keydown',
			({ key }) => {
				if (key === 'Enter') window.reportPress('press', '');
			},
			options,
		);
		addEventListener(
			'change',
			(event) => {
				if (event.target instanceof HTMLSelectElement) window.reportPress('choice', findName(event));
			},
			options,
		);
		addEventListener(
			'input',
			(event) => {
				const { target } = event;
				if (target instanceof HTMLSelectElement || !(target instanceof Element)) return;
				// A field that the page fills in has no focus.
				if (target.matches(NATIVE) && target === document.activeElement)
					window.reportPress('field', findName(event));
			},
			options,
		);
	});
	return () => `${presses}/${fields.size}`;
}
