import type { Locator, Page } from '@playwright/test';

/** Returns the fields and buttons of the event forms, by name. */
export const getEventForm = (page: Page) => ({
	title: page.getByRole('textbox', { name: 'Title', exact: true }),
	description: page.getByRole('textbox', { name: 'Description' }),
	date: page.getByLabel('Date', { exact: true }),
	time: page.getByLabel('Time', { exact: true }),
	duration: page.getByRole('spinbutton', { name: 'Duration (hours)' }),
	timezone: page.getByRole('combobox', { name: 'Timezone' }),
	location: page.getByRole('textbox', { name: 'Location' }),
	search: page.getByRole('searchbox', { name: 'Add a storyteller' }),
	discord: page.getByRole('checkbox', { name: 'Also create a Discord scheduled event' }),
	announce: page.getByRole('checkbox', { name: 'Announce on Discord' }),
	image: page.locator('input[type="file"]'),
	quick: (label: string) => page.getByRole('button', { name: new RegExp(`^${label}`) }),
	times: page.getByRole('region', { name: 'Timezone Information' }),
	create: page.getByRole('button', { name: 'Create Event' }),
	save: page.getByRole('button', { name: 'Save Changes' }),
	notice: page.getByRole('alert'),
	chosenStorytellers: page.getByRole('list', { name: 'Chosen storytellers' }).getByRole('listitem'),
	storyteller: (name: string): Locator => page.getByRole('checkbox', { name }),
});

/** Without script, presses the button that asks the server for the times and the title. */
export async function updateTimes(page: Page, script: boolean): Promise<void> {
	if (!script) await page.getByRole('button', { name: 'Update' }).click();
}
