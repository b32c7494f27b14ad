import { ABORTED_FETCHER, expect, test } from '../support/fixtures.ts';
import { getCard, signUpQuickly } from '../support/pages.ts';
import {
	addEventRow,
	cancelEventRow,
	createSignup,
	createUser,
	deleteEventRow,
	findSignup,
	getSharedPool,
} from '../support/rows.ts';

// The event changes while the page is open, and the browser reports each refusal in its console.
test.use({ expectedErrors: ['404 (Not Found)', '409 (Conflict)', '422 (Unprocessable', ABORTED_FETCHER] });

test.describe('on the list', () => {
	test('cancelled: the card shows the refusal, and nothing is written', async ({ page, signInAs, visit }) => {
		const user = await signInAs({ showCountdown: false });
		const event = await addEventRow();
		await visit('/events');
		const card = getCard(page, event.id);
		await cancelEventRow(event.id);
		await signUpQuickly(card, 'Confirm');
		await expect(card.getByText('Failed to sign up. Please try again.')).toBeInViewport();
		await expect(page.getByRole('status').filter({ hasText: "You're signed up" })).toHaveCount(0);
		await expect(card).toContainText('This event was cancelled, so signups are closed.');
		expect(await findSignup(event.id, user.id)).toBeNull();
	});

	test('deleted: the list stays and shows the refusal', async ({ page, signInAs, visit }) => {
		await signInAs({ showCountdown: false });
		const event = await addEventRow();
		const other = await addEventRow();
		await visit('/events');
		await deleteEventRow(event.id);
		await signUpQuickly(getCard(page, event.id), 'Confirm');
		await expect(page.getByRole('main').getByRole('alert')).toHaveText(
			'Failed to sign up. Please try again. Event not found',
		);
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events');
		await expect(getCard(page, other.id)).toBeVisible();
	});
});

test.describe('on the event page', () => {
	test('deleted: shows the not-found view with a link back', async ({ page, signInAs, visit }) => {
		await signInAs();
		const event = await addEventRow();
		await visit(`/events/${event.id}`);
		await deleteEventRow(event.id);
		await page.getByRole('group', { name: 'Are you coming?' }).getByRole('button', { name: 'Late' }).click();
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event not found');
		await page.getByRole('link', { name: 'Back to Events' }).click();
		await expect(page).toHaveURL('/events');
	});

	test('deleted before the signup is removed: shows the not-found view', async ({
		page,
		signInAs,
		visit,
	}) => {
		const user = await signInAs();
		const event = await addEventRow();
		await createSignup(event.id, user.id, 'late');
		await visit(`/events/${event.id}`);
		await deleteEventRow(event.id);
		await page.getByRole('button', { name: 'Remove' }).click();
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event not found');
	});

	test('deleted while the dialog is open: shows the not-found view', async ({ page, signInAs, visit }) => {
		await signInAs();
		const event = await addEventRow();
		await visit(`/events/${event.id}/signup`);
		await deleteEventRow(event.id);
		await page.getByRole('button', { name: 'Save' }).click();
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event not found');
		await expect(page.getByRole('link', { name: 'Back to Events' })).toBeVisible();
	});

	test('cancelled: shows the refusal, and nothing is written', async ({ page, signInAs, visit }) => {
		const user = await signInAs();
		const event = await addEventRow();
		await visit(`/events/${event.id}/signup`);
		await cancelEventRow(event.id);
		await page.getByRole('radio', { name: 'Late' }).check();
		await page.getByLabel('Notes').fill('typed with care');
		await page.getByRole('button', { name: 'Save' }).click();
		await expect(page.getByText('Failed to sign up for event. Please try again.')).toBeVisible();
		await expect(page.getByText('This event was cancelled, so signups are closed.')).toBeVisible();
		await expect(page.getByLabel('Notes')).toHaveValue('typed with care');
		expect(await findSignup(event.id, user.id)).toBeNull();
	});

	test('a signup removed while a creator’s dialog is open: the event page reports it', async ({
		page,
		signInAs,
		visit,
	}) => {
		await signInAs({ role: 'creator' });
		const other = await createUser();
		const event = await addEventRow();
		const signupId = await createSignup(event.id, other.id, 'late');
		await visit(`/events/${event.id}/signups/${signupId}`);
		await getSharedPool().query('DELETE FROM signups WHERE id = $1', [signupId]);
		await page.getByRole('button', { name: 'Save' }).click();
		await expect(page).toHaveURL(`/events/${event.id}`);
		await expect(page.getByText('Signup not found')).toBeVisible();
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.title);
	});

	test('deleted while a creator’s dialog is open: shows the not-found view', async ({
		page,
		signInAs,
		visit,
	}) => {
		await signInAs({ role: 'creator' });
		const event = await addEventRow();
		const signupId = await createSignup(event.id, (await createUser()).id, 'late');
		await visit(`/events/${event.id}/signups/${signupId}`);
		await deleteEventRow(event.id);
		await page.getByRole('button', { name: 'Save' }).click();
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event not found');
	});

	test('notes over 500 are refused beside their field and stay typed', async ({ page, signInAs, visit }) => {
		const user = await signInAs();
		const event = await addEventRow();
		await visit(`/events/${event.id}/signup`);
		const notes = page.getByLabel('Notes');
		await expect(notes).toHaveAttribute('maxlength', '500');
		// This acts as a browser that does not enforce the limit.
		await notes.evaluate((field) => field.removeAttribute('maxlength'));
		const typed = 'n'.repeat(501);
		await notes.fill(typed);
		await page.getByRole('radio', { name: 'Tentative' }).check();
		await page.getByRole('button', { name: 'Save' }).click();
		await expect(notes).toHaveAccessibleDescription(/Notes can have at most 500 characters/);
		await expect(notes).toHaveAttribute('aria-invalid', 'true');
		await expect(notes).toHaveValue(typed);
		await expect(page.getByRole('radio', { name: 'Tentative' })).toBeChecked();
		await expect(page.getByText('Failed to sign up for event. Please try again.')).toBeVisible();
		expect(await findSignup(event.id, user.id)).toBeNull();
		await notes.fill('short');
		await page.getByRole('button', { name: 'Save' }).click();
		await expect(page.getByText('You: Tentative')).toBeVisible();
		expect(await findSignup(event.id, user.id)).toEqual({ status: 'tentative', notes: 'short' });
	});
});
