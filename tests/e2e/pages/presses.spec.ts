import { expect, test } from '../support/fixtures.ts';
import { getCard, signUpQuickly } from '../support/pages.ts';
import { countPresses } from '../support/presses.ts';
import { addEventRow } from '../support/rows.ts';

/** Everyday jobs on a phone, from the list of events on: presses, and fields after the slash. */
test.use({ viewport: { width: 390, height: 844 } });

test('sign up: 2/0', async ({ page, signInAs, visit }) => {
	const event = await addEventRow();
	await signInAs();
	const presses = await countPresses(page);
	await visit('/events');
	await signUpQuickly(getCard(page, event.id), 'Confirm');
	await expect(getCard(page, event.id)).toContainText('Confirm');
	expect(presses()).toBe('2/0');
});
