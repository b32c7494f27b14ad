import { expect, test } from '../support/fixtures.ts';
import { makeAnswer, makeNight, makePerson, readAnswer } from '../support/rows.ts';

test('the HTML of the list carries every event and its forms', { tag: '@no-script' }, async ({
	page,
	signInAs,
}) => {
	await signInAs();
	const nights = [await makeNight(), await makeNight()];
	await page.goto('/events');
	const html = await (await page.context().request.get('/events')).text();
	for (const { id, title } of nights) {
		expect(html).toContain(title);
		const form = page.locator(`#event-${id} form`);
		await expect(form).toHaveAttribute('action', '/events');
		await expect(form).toHaveAttribute('method', 'post');
		await expect(form.locator('[name=eventId]')).toHaveValue(id);
		expect(
			await form.locator('button').evaluateAll((all) => all.map((one) => one.getAttribute('value'))),
		).toEqual(['confirmed', 'late', 'tentative', 'declined']);
	}
});

test('the HTML of an event carries its answer bar, its signups and the search form', {
	tag: '@no-script',
}, async ({ page, signInAs }) => {
	const person = await signInAs();
	const other = await makePerson();
	const night = await makeNight();
	await makeAnswer(night.id, person.id, 'late');
	await makeAnswer(night.id, other.id, 'confirmed');
	const html = await (await page.context().request.get(`/events/${night.id}`)).text();
	for (const text of [
		night.title,
		other.username,
		'Update My Signup',
		'name="q"',
		'signups.put',
		'signups.remove',
	]) {
		expect(html).toContain(text);
	}
});

test('the dialogs are pages: the form is there, and what is behind it too', { tag: '@no-script' }, async ({
	page,
	signInAs,
}) => {
	await signInAs({ role: 'creator' });
	const player = await makePerson();
	const night = await makeNight();
	const signup = await makeAnswer(night.id, player.id, 'tentative', 'my notes');
	for (const [address, heading] of [
		[`/events/${night.id}/signup`, 'Sign Up'],
		[`/events/${night.id}/signups/${signup}`, `${player.username}’s signup`],
	] as const) {
		await page.goto(address);
		const dialog = page.getByRole('dialog', { name: heading });
		await expect(dialog).toBeVisible();
		await expect(dialog.getByRole('radio')).toHaveCount(4);
		await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible();
		await dialog.getByRole('link', { name: 'Cancel' }).click();
		await expect(page).toHaveURL(`/events/${night.id}`);
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(night.title);
	}
	expect(await readAnswer(night.id, player.id)).toEqual({ status: 'tentative', notes: 'my notes' });
});

test('the answer bar of an event is four buttons of a plain form', { tag: '@no-script' }, async ({
	page,
	signInAs,
}) => {
	const person = await signInAs();
	const night = await makeNight();
	await page.goto(`/events/${night.id}`);
	await page
		.getByRole('group', { name: 'Are you coming?' })
		.getByRole('button', { name: 'Declined' })
		.click();
	await expect(page.getByText('Your answer is saved: Declined.')).toBeVisible();
	expect(await readAnswer(night.id, person.id)).toEqual({ status: 'declined', notes: null });
	await page.reload();
	await expect(page.getByText('Your answer is saved: Declined.')).toHaveCount(0);
});
