import { PERSONAS } from '~/seeds/personas.ts';
import { expect, test } from '../support/fixtures.ts';
import {
	getCard,
	getQuickSignup,
	getSignupRows,
	signInThroughDiscord,
	signUpQuickly,
} from '../support/pages.ts';
import { addEventRow, findSignup, findUser } from '../support/rows.ts';

test('a player signs in with Discord, signs up from the list, changes the signup with notes and removes it', {
	tag: ['@no-script', '@translated'],
}, async ({ page, script, alone: _ }) => {
	// The list shows thirty events at first, and other tests have events too.
	const event = await addEventRow({ inHours: 0.7 });
	await page.goto('/');
	await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
	await signInThroughDiscord(page, 'player');
	await expect(page).toHaveURL('/events');
	await expect(page.getByRole('heading', { name: 'Events', exact: true })).toBeVisible();
	const user = await findUser(PERSONAS.player.discordId);
	const readSignup = () => findSignup(event.id, String(user?.id));

	const card = getCard(page, event.id);
	await expect(getQuickSignup(card)).toHaveText('Sign up');
	await signUpQuickly(card, 'Late');
	await expect(getQuickSignup(card)).toHaveText('Late');
	await expect(card).toContainText('1 late');
	await expect.poll(readSignup).toEqual({ status: 'late', notes: null });
	if (!script) await expect(page).toHaveURL(`/events?asked=card-${event.id}-arrival#event-${event.id}`);

	await card.getByRole('link', { name: event.title, exact: true }).click();
	await expect(page).toHaveURL(`/events/${event.id}`);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.title);
	await expect(page.getByText('You: Late')).toBeVisible();

	await page.getByRole('link', { name: 'Update My Signup' }).click();
	const dialog = page.getByRole('dialog', { name: 'Update My Signup' });
	await expect(dialog).toBeVisible();
	await expect(dialog.getByRole('radio', { name: 'Late' })).toBeChecked();
	await dialog.getByRole('radio', { name: 'Tentative' }).check();
	await dialog.getByLabel('Notes').fill('Only if the last train runs.');
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(dialog).toBeHidden();
	await expect(page).toHaveURL(`/events/${event.id}`);
	await expect(page.getByText("You're signed up as Tentative.")).toBeVisible();
	await expect(page.getByText('You: Tentative')).toBeVisible();
	const own = getSignupRows(page).first();
	await expect(own).toContainText(`${PERSONAS.player.username} (You)`);
	await expect(own).toContainText('Only if the last train runs.');
	expect(await readSignup()).toEqual({ status: 'tentative', notes: 'Only if the last train runs.' });

	await page.getByRole('button', { name: 'Remove' }).click();
	await expect(page.getByText('Not signed up')).toBeVisible();
	await expect(page.getByText('Ready to join?')).toBeVisible();
	await expect(page.getByRole('link', { name: 'Sign Up Now' })).toBeVisible();
	expect(await readSignup()).toBeNull();
});
