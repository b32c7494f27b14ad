import { expect, type Locator } from '@playwright/test';

/**
 * Waits for texts that are shown for only a second. An ordinary expectation may check before that second and
 * then after it.
 */
export async function expectGlimpse(
	place: Locator,
	texts: readonly string[],
	timeout: number,
): Promise<void> {
	let last = '';
	const look = async () => {
		last = (await place.textContent({ timeout: 500 }).catch(() => null)) ?? '';
		return texts.every((text) => last.includes(text));
	};
	await expect
		.poll(look, { timeout, intervals: [50], message: `a glimpse of ${texts.join(', ')}` })
		.toBe(true);
}
