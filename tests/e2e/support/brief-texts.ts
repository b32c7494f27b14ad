import { expect, type Locator } from '@playwright/test';

/**
 * Waits for texts that are shown for only a second. An ordinary expectation may check before that second and
 * then after it.
 */
export async function expectBrieflyShown(
	element: Locator,
	texts: readonly string[],
	timeout: number,
): Promise<void> {
	let lastText = '';
	const readTexts = async () => {
		lastText = (await element.textContent({ timeout: 500 }).catch(() => null)) ?? '';
		return texts.every((text) => lastText.includes(text));
	};
	await expect
		.poll(readTexts, { timeout, intervals: [50], message: `briefly shown: ${texts.join(', ')}` })
		.toBe(true);
}
