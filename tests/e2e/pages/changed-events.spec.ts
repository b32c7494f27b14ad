import { ABORTED_FETCHER, expect, test } from '../support/fixtures.ts';
import { answerQuickly, cardOf } from '../support/pages.ts';
import {
	cancelNight,
	deleteNight,
	makeAnswer,
	makeNight,
	makePerson,
	readAnswer,
	rows,
} from '../support/rows.ts';

// The event changes while the page is open, and the browser reports each refusal in its console.
test.use({ expectedErrors: ['404 (Not Found)', '409 (Conflict)', '422 (Unprocessable', ABORTED_FETCHER] });

test.describe('on the list', () => {
	test('cancelled: the card says why not, and nothing is written', async ({ page, signInAs, visit }) => {
		const person = await signInAs({ showCountdown: false });
		const night = await makeNight();
		await visit('/events');
		const card = cardOf(page, night.id);
		await cancelNight(night.id);
		await answerQuickly(card, 'Confirm');
		await expect(card).toContainText('Failed to sign up. Please try again.');
		await expect(card).toContainText('This event was cancelled; sign-up is closed.');
		expect(await readAnswer(night.id, person.id)).toBeNull();
	});

	test('deleted: the list stays and says why not', async ({ page, signInAs, visit }) => {
		await signInAs({ showCountdown: false });
		const night = await makeNight();
		const other = await makeNight();
		await visit('/events');
		await deleteNight(night.id);
		await answerQuickly(cardOf(page, night.id), 'Confirm');
		await expect(page.getByRole('main').getByRole('alert')).toHaveText(
			'Failed to sign up. Please try again. Event not found',
		);
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events');
		await expect(cardOf(page, other.id)).toBeVisible();
	});
});

test.describe('on the event page', () => {
	test('vanished: the not-found view with its way back', async ({ page, signInAs, visit }) => {
		await signInAs();
		const night = await makeNight();
		await visit(`/events/${night.id}`);
		await deleteNight(night.id);
		await page.getByRole('group', { name: 'Are you coming?' }).getByRole('button', { name: 'Late' }).click();
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event not found');
		await page.getByRole('link', { name: 'Back to Events' }).click();
		await expect(page).toHaveURL('/events');
	});

	test('vanished before the answer is taken back: the not-found view', async ({ page, signInAs, visit }) => {
		const person = await signInAs();
		const night = await makeNight();
		await makeAnswer(night.id, person.id, 'late');
		await visit(`/events/${night.id}`);
		await deleteNight(night.id);
		await page.getByRole('button', { name: 'Remove' }).click();
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event not found');
	});

	test('vanished under the open dialog: the not-found view', async ({ page, signInAs, visit }) => {
		await signInAs();
		const night = await makeNight();
		await visit(`/events/${night.id}/signup`);
		await deleteNight(night.id);
		await page.getByRole('button', { name: 'Save' }).click();
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event not found');
		await expect(page.getByRole('link', { name: 'Back to Events' })).toBeVisible();
	});

	test('cancelled: the refusal stands there, nothing is written', async ({ page, signInAs, visit }) => {
		const person = await signInAs();
		const night = await makeNight();
		await visit(`/events/${night.id}/signup`);
		await cancelNight(night.id);
		await page.getByRole('radio', { name: 'Late' }).check();
		await page.getByLabel('Notes').fill('typed with care');
		await page.getByRole('button', { name: 'Save' }).click();
		await expect(page.getByText('Failed to sign up for event. Please try again.')).toBeVisible();
		await expect(page.getByText('This event was cancelled; sign-up is closed.')).toBeVisible();
		await expect(page.getByLabel('Notes')).toHaveValue('typed with care');
		expect(await readAnswer(night.id, person.id)).toBeNull();
	});

	test('removed under the open dialog of a creator: the event’s page says so', async ({
		page,
		signInAs,
		visit,
	}) => {
		await signInAs({ role: 'creator' });
		const other = await makePerson();
		const night = await makeNight();
		const theirs = await makeAnswer(night.id, other.id, 'late');
		await visit(`/events/${night.id}/signups/${theirs}`);
		await rows().query('DELETE FROM signups WHERE id = $1', [theirs]);
		await page.getByRole('button', { name: 'Save' }).click();
		await expect(page).toHaveURL(`/events/${night.id}`);
		await expect(page.getByText('Signup not found')).toBeVisible();
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(night.title);
	});

	test('vanished under the open dialog of a creator: the not-found view', async ({
		page,
		signInAs,
		visit,
	}) => {
		await signInAs({ role: 'creator' });
		const night = await makeNight();
		const theirs = await makeAnswer(night.id, (await makePerson()).id, 'late');
		await visit(`/events/${night.id}/signups/${theirs}`);
		await deleteNight(night.id);
		await page.getByRole('button', { name: 'Save' }).click();
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event not found');
	});

	test('notes over 500 are refused beside their field and stay typed', { tag: '@no-script' }, async ({
		page,
		signInAs,
		visit,
	}) => {
		const person = await signInAs();
		const night = await makeNight();
		await visit(`/events/${night.id}/signup`);
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
		expect(await readAnswer(night.id, person.id)).toBeNull();
		await notes.fill('short');
		await page.getByRole('button', { name: 'Save' }).click();
		await expect(page.getByText('You: Tentative')).toBeVisible();
		expect(await readAnswer(night.id, person.id)).toEqual({ status: 'tentative', notes: 'short' });
	});
});
