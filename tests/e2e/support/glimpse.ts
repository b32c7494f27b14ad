import { expect, type Locator } from '@playwright/test';

/** For what stands there for a second only: an ordinary expectation may look once before it and then after it. */
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
