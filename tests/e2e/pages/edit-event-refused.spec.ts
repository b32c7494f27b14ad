import { getEventForm } from '../support/event-form.ts';
import { findEvent } from '../support/event-rows.ts';
import { expect, test } from '../support/fixtures.ts';
import { addEventRow, cancelEventRow, deleteEventRow, getSharedPool } from '../support/rows.ts';

/** 2031-07-04, 20:30 in New York. */
const DATE = new Date('2031-07-05T00:30:00Z');

test.describe('refusals', () => {
	test.use({ expectedErrors: ['422 (Unprocessable', '409 (Conflict', '403 (Forbidden', '404 (Not'] });

	test('keeps every value and shows the reason at the field', async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'creator' });
		const event = await addEventRow({ title: 'Before', date: DATE });
		const form = getEventForm(page);
		await visit(`/events/${event.id}/edit`);
		await form.title.fill('');
		await form.duration.fill('0.25');
		await form.location.fill('The Crypt');
		await form.save.click();
		await expect(form.title).toHaveAccessibleDescription('Please enter a title');
		await expect(form.duration).toHaveAccessibleDescription('Please enter 0.5 to 8 hours, in half hours');
		await expect(form.location).toHaveValue('The Crypt');
		await expect(form.notice).toContainText('Failed to update event. Please try again.');
		expect(await findEvent(event.id)).toMatchObject({ title: 'Before', location: 'The Hearth', version: 1 });
	});

	test('two users edit one event: shows both versions side by side', { tag: '@no-script' }, async ({
		page,
		signInAs,
		visit,
		script,
	}) => {
		await signInAs({ role: 'creator' });
		const event = await addEventRow({ title: 'Before', date: DATE });
		const form = getEventForm(page);
		await visit(`/events/${event.id}/edit`);
		const change = (title: string) =>
			getSharedPool().query(
				`UPDATE events SET title = $2, location = 'Their place', version = version + 1 WHERE id = $1`,
				[event.id, title],
			);
		await change('Theirs');
		await form.title.fill('Mine');
		await form.description.fill('Mine too');
		await form.save.click();
		const panel = page.getByRole('region', { name: 'Two versions of this event' });
		await expect(form.notice).toContainText(
			'Failed to update event. Please try again. Someone else changed this event while you were editing.',
		);
		await expect(panel.getByRole('term')).toHaveText(['Title', 'Description', 'Location']);
		await expect(panel.getByRole('definition')).toHaveText([
			'YoursMine',
			'Saved versionTheirs',
			'YoursMine too',
			'Saved versionBring tea and your worst alibi.',
			'YoursThe Hearth',
			'Saved versionTheir place',
		]);
		await expect(form.title).toHaveValue('Mine');
		if (script) await expect(form.notice).toBeInViewport();
		expect(await findEvent(event.id)).toMatchObject({ title: 'Theirs', version: 2 });
		// Another version has been saved since; it must not be overwritten unseen.
		await change('Theirs again');
		await form.save.click();
		await expect(panel.getByRole('definition').nth(1)).toHaveText('Saved versionTheirs again');
		await form.save.click();
		await expect(page).toHaveURL(`/events/${event.id}`);
		expect(await findEvent(event.id)).toMatchObject({ title: 'Mine', location: 'The Hearth', version: 4 });
	});

	test('the user can take the version that the other user saved', async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'creator' });
		const event = await addEventRow({ title: 'Before', date: DATE });
		const form = getEventForm(page);
		await visit(`/events/${event.id}/edit`);
		await getSharedPool().query(`UPDATE events SET title = 'Theirs', version = 2 WHERE id = $1`, [event.id]);
		await form.title.fill('Mine');
		await form.save.click();
		await page.getByRole('link', { name: 'Discard mine and use the saved version' }).click();
		await expect(form.title).toHaveValue('Theirs');
		await expect(form.notice).toHaveCount(0);
	});

	test('a stale status card shows what the status is now', async ({ page, signInAs, visit, script }) => {
		await signInAs({ role: 'creator' });
		const event = await addEventRow({ date: DATE });
		const status = page.getByRole('region', { name: 'Status' });
		await visit(`/events/${event.id}/edit`);
		await getSharedPool().query(`UPDATE events SET title = 'Theirs', version = 2 WHERE id = $1`, [event.id]);
		await status.getByText('Cancel Event').click();
		await status.getByRole('button', { name: 'Yes, cancel the event' }).click();
		await expect(status.getByRole('alert')).toContainText(
			'Someone else changed this event while you were editing.',
		);
		expect(await findEvent(event.id)).toMatchObject({ status: 'active' });
		const confirm = status.getByRole('button', { name: 'Yes, cancel the event' });
		// Without script this is a new page, on which the card is closed.
		if (!script) await status.getByText('Cancel Event').click();
		await confirm.click();
		await expect(page).toHaveURL(`/events/${event.id}`);
		expect(await findEvent(event.id)).toMatchObject({ status: 'cancelled' });
	});

	test('a cancelled event stays cancelled when its text is edited', async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'creator' });
		const event = await addEventRow({ date: DATE });
		await cancelEventRow(event.id);
		const form = getEventForm(page);
		await visit(`/events/${event.id}/edit`);
		await form.title.fill('Off, but spelled right');
		await form.save.click();
		await expect(page).toHaveURL(`/events/${event.id}`);
		expect(await findEvent(event.id)).toMatchObject({ status: 'cancelled', title: 'Off, but spelled right' });
	});

	test('a missing event leads to the list', async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'creator' });
		const event = await addEventRow({ date: DATE });
		await page.goto('/events/999999999999/edit');
		await expect(page).toHaveURL('/events');
		await expect(page.getByText('Event not found')).toBeVisible();
		await visit(`/events/${event.id}/edit`);
		await deleteEventRow(event.id);
		await getEventForm(page).title.fill('Gone');
		await getEventForm(page).save.click();
		await expect(page).toHaveURL('/events');
		await expect(page.getByText('Event not found')).toBeVisible();
	});

	test('refuses players on the page and by form', async ({ page, signInAs, baseURL }) => {
		await signInAs({ role: 'storyteller' });
		const event = await addEventRow({ title: 'Before', date: DATE });
		await page.goto(`/events/${event.id}`);
		await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0);
		await expect(page.getByRole('link', { name: 'Delete', exact: true })).toHaveCount(0);
		const response = await page.goto(`/events/${event.id}/edit`);
		expect(response?.status()).toBe(403);
		await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
		for (const intent of ['events.update', 'events.cancel']) {
			const posted = await page.context().request.post(`/events/${event.id}/edit`, {
				multipart: {
					intent,
					title: 'Mine',
					date: '2031-07-04',
					time: '20:30',
					timezone: 'UTC',
					duration: '3',
				},
				headers: { Origin: String(baseURL) },
			});
			expect(posted.status()).toBe(403);
		}
		expect(await findEvent(event.id)).toMatchObject({ title: 'Before', status: 'active', version: 1 });
	});
});
