import { SIGNUP_STATUSES } from '~/domain/signups/statuses.ts';
import { getEventForm } from '../support/event-form.ts';
import { expect, test } from '../support/fixtures.ts';
import { addEventRow, createSignup, createUser, findSignup, getSharedPool } from '../support/rows.ts';

test('the HTML of the list contains every event and its forms', { tag: '@no-script' }, async ({
	page,
	signInAs,
}) => {
	await signInAs();
	const events = [await addEventRow(), await addEventRow()];
	await page.goto('/events');
	const html = await (await page.context().request.get('/events')).text();
	expect(html).toMatch(/^<!DOCTYPE html><html /);
	for (const { id, title } of events) {
		expect(html).toContain(title);
		const form = page.locator(`#event-${id} form`);
		await expect(form).toHaveAttribute('action', `/events#event-${id}`);
		await expect(form).toHaveAttribute('method', 'post');
		await expect(form.locator('[name=eventId]')).toHaveValue(id);
		expect(
			await form.locator('button').evaluateAll((all) => all.map((one) => one.getAttribute('value'))),
		).toEqual(SIGNUP_STATUSES);
	}
});

test('the HTML of an event contains its signup bar, its signups and the search form', {
	tag: '@no-script',
}, async ({ page, signInAs }) => {
	const user = await signInAs();
	const other = await createUser();
	const event = await addEventRow();
	await createSignup(event.id, user.id, 'late');
	await createSignup(event.id, other.id, 'confirmed');
	const html = await (await page.context().request.get(`/events/${event.id}`)).text();
	for (const text of [
		event.title,
		other.username,
		'Update My Signup',
		'name="q"',
		'signups.put',
		'signups.remove',
	]) {
		expect(html).toContain(text);
	}
});

test('the dialogs are pages with the form and the page behind it', { tag: '@no-script' }, async ({
	page,
	signInAs,
}) => {
	await signInAs({ role: 'creator' });
	const player = await createUser();
	const event = await addEventRow();
	const signup = await createSignup(event.id, player.id, 'tentative', 'my notes');
	for (const [address, heading] of [
		[`/events/${event.id}/signup`, 'Sign Up'],
		[`/events/${event.id}/signups/${signup}`, `${player.username}’s signup`],
	] as const) {
		await page.goto(address);
		const dialog = page.getByRole('dialog', { name: heading });
		await expect(dialog).toBeVisible();
		await expect(dialog.getByRole('radio')).toHaveCount(SIGNUP_STATUSES.length);
		await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible();
		await dialog.getByRole('link', { name: 'Cancel' }).click();
		await expect(page).toHaveURL(`/events/${event.id}`);
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.title);
	}
	expect(await findSignup(event.id, player.id)).toEqual({ status: 'tentative', notes: 'my notes' });
});

test('the signup bar of an event is four buttons of a plain form', { tag: '@no-script' }, async ({
	page,
	signInAs,
}) => {
	const user = await signInAs();
	const event = await addEventRow();
	await page.goto(`/events/${event.id}`);
	await page
		.getByRole('group', { name: 'Are you coming?' })
		.getByRole('button', { name: 'Declined' })
		.click();
	await expect(page.getByText('You declined.')).toBeVisible();
	expect(await findSignup(event.id, user.id)).toEqual({ status: 'declined', notes: null });
	await page.reload();
	await expect(page.getByText('You declined.')).toHaveCount(0);
});

test('an event without a title gets the weekday’s when it is created', { tag: '@no-script' }, async ({
	page,
	signInAs,
}) => {
	await signInAs({ role: 'creator' });
	const form = getEventForm(page);
	await page.goto('/create-event');
	await form.date.fill('2031-07-04');
	await form.create.click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Friday Blood on the Clocktower');
	await getSharedPool().query('DELETE FROM events WHERE id = $1', [
		new URL(page.url()).pathname.split('/').at(-1),
	]);
});
