import type { Locator, Page } from '@playwright/test';
import { PERSONAS } from '~/seeds/personas.ts';

/** The card of an event on the list. */
export const cardOf = (page: Page, eventId: string): Locator => page.locator(`#event-${eventId}`);

/** The quick signup of a card: its menu's button, which wears the answer. */
export const quickSignupOf = (card: Locator): Locator => card.locator('summary');

/** Opens a card's menu and presses one of its four labels. */
export async function answerQuickly(card: Locator, label: string): Promise<void> {
	await quickSignupOf(card).click();
	await card.getByRole('button', { name: label, exact: true }).click();
}

/** The rows of the signups card, in the page's order. */
export const signupRows = (page: Page): Locator =>
	page.getByRole('region', { name: 'Signups' }).getByRole('listitem');

/** From the sign-in screen through Discord's page as one of the personas (or as nobody: the Cancel button). */
export async function passDiscord(page: Page, persona: keyof typeof PERSONAS | 'cancel'): Promise<void> {
	await page.getByRole('link', { name: 'Continue with Discord' }).click();
	await page.getByRole('heading', { name: 'Choose who you are' }).waitFor();
	if (persona === 'cancel') await page.getByRole('button', { name: 'Cancel' }).click();
	else await page.locator(`button[value="${PERSONAS[persona].discordId}"]`).click();
}
