import { expect, type Locator, type Page } from '@playwright/test';
import { PERSONAS } from '~/seeds/personas.ts';

/** Returns the card of an event in the list. */
export const getCard = (page: Page, eventId: string): Locator => page.locator(`#event-${eventId}`);

/** Returns the quick signup of a card: the button of its menu, which shows the signup status. */
export const getQuickSignup = (card: Locator): Locator => card.locator('summary');

/** Opens a card's menu and presses the button with that label. */
export async function signUpQuickly(card: Locator, label: string): Promise<void> {
	await getQuickSignup(card).click();
	await card.getByRole('button', { name: label, exact: true }).click();
}

/** Returns the rows of the signups card, in the page's order. */
export const getSignupRows = (page: Page): Locator =>
	page.getByRole('region', { name: 'Signups' }).getByRole('listitem');

/** Goes from the sign-in page through Discord's page as one of the personas, or presses Cancel there. */
export async function signInThroughDiscord(
	page: Page,
	persona: keyof typeof PERSONAS | 'cancel',
): Promise<void> {
	await page.getByRole('link', { name: 'Continue with Discord' }).click();
	await page.getByRole('heading', { name: 'Choose who you are' }).waitFor();
	if (persona === 'cancel') await page.getByRole('button', { name: 'Cancel' }).click();
	else await page.locator(`button[value="${PERSONAS[persona].discordId}"]`).click();
}

/** Checks that the notice with this text is at the viewport's bottom and does not cover the focused button. */
export async function expectNotice(page: Page, text: string | RegExp): Promise<void> {
	const notice = page
		.locator('div', { has: page.locator(':scope > [aria-label="Dismiss"], :scope > [role="alert"]') })
		.filter({ hasText: text });
	await expect(notice).toBeInViewport({ ratio: 1 });
	// Nothing is in front of it.
	await notice.click({ trial: true });
	const { y: top, height } = (await notice.boundingBox()) ?? { y: 0, height: 0 };
	expect(top).toBeGreaterThan((page.viewportSize()?.height ?? 0) / 2);
	for (const button of await page.locator('button:focus').all()) {
		const box = await button.boundingBox();
		expect(box && box.y < top + height && box.y + box.height > top).toBe(false);
	}
}
