import { createPng } from '~/tests/support/pictures.ts';
import { getEventForm, updateTimes } from '../support/event-form.ts';
import { createMirror, demoteToPlayer, findEvent } from '../support/event-rows.ts';
import { expect, test } from '../support/fixtures.ts';
import { addEventRow, createSignup, createUser, getSharedPool } from '../support/rows.ts';

/** 2031-07-04, 20:30 in New York. */
const DATE = new Date('2031-07-05T00:30:00Z');

test('the form shows the stored event and saves the changes', { tag: ['@no-script', '@translated'] }, async ({
	page,
	signInAs,
	visit,
}) => {
	await signInAs({ role: 'creator' });
	const event = await addEventRow({ title: 'Before', date: DATE, timezone: 'Asia/Tokyo' });
	for (const status of ['confirmed', 'tentative', 'declined'])
		await createSignup(event.id, (await createUser()).id, status);
	const form = getEventForm(page);
	await visit(`/events/${event.id}`);
	await page.getByRole('link', { name: 'Edit', exact: true }).click();
	await expect(page).toHaveURL(`/events/${event.id}/edit`);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Event');
	await expect(page.getByRole('heading', { level: 2 })).toContainText([
		'Basic Information',
		'Date & Time',
		'Location',
		'Storytellers',
	]);
	await expect(page.getByText('If you move it, the 2 members who signed up are asked again.')).toBeVisible();
	await expect(form.title).toHaveValue('Before');
	await expect(form.description).toHaveValue('Bring tea and your worst alibi.');
	await expect(form.date).toHaveValue('2031-07-05');
	await expect(form.time).toHaveValue('09:30');
	await expect(form.timezone).toHaveValue('Asia/Tokyo');
	await expect(form.timezone.getByRole('option')).toHaveCount(17);
	await expect(form.duration).toHaveValue('3');
	await expect(form.times).toContainText('Sat, Jul 5, 9:30 AM');
	await expect(form.discord).toHaveCount(0);
	await form.title.fill('After');
	await form.time.fill('10:00');
	await form.duration.fill('0.5');
	await form.location.fill('The Crypt');
	await form.save.click();
	await expect(page).toHaveURL(`/events/${event.id}`);
	const moved = 'Moved from Fri, Jul 4, 8:30 PM to Fri, Jul 4, 9:00 PM Eastern.';
	await expect(page.getByText(`Event updated successfully! ${moved}`)).toBeVisible();
	await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
	const saved = await findEvent(event.id);
	expect(saved).toMatchObject({
		title: 'After',
		duration: 30,
		location: 'The Crypt',
		timezone: 'Asia/Tokyo',
	});
	expect(saved?.date.toISOString()).toBe('2031-07-05T01:00:00.000Z');
});

test('after a save and after a change of status the notice is in view', async ({ page, signInAs, visit }) => {
	await page.setViewportSize({ width: 390, height: 600 });
	await signInAs({ role: 'creator' });
	const event = await addEventRow({ date: DATE });
	await visit(`/events/${event.id}/edit`);
	await getEventForm(page).save.click();
	await expect(page).toHaveURL(`/events/${event.id}`);
	const notice = page.getByText('Event updated successfully!');
	await expect(notice).toBeInViewport();
	await visit(`/events/${event.id}/edit`);
	await page.getByText('Cancel Event', { exact: true }).click();
	await page.getByRole('button', { name: 'Yes, cancel the event' }).click();
	await expect(page).toHaveURL(`/events/${event.id}`);
	await expect(notice).toBeInViewport();
});

test('a mirrored event reports that the Discord event is updated too', async ({ page, signInAs, visit }) => {
	await signInAs({ role: 'admin' });
	const event = await addEventRow({ date: DATE });
	await createMirror(event.id);
	const form = getEventForm(page);
	await visit(`/events/${event.id}/edit`);
	await form.title.fill('Known to Discord');
	await form.save.click();
	await expect(
		page.getByText('Event updated successfully! Discord event has also been updated.', { exact: true }),
	).toBeVisible();
});

test('a mirrored event is moved into the past only when that is meant, and nothing is said of Discord', async ({
	page,
	signInAs,
	visit,
	expectedErrors,
}) => {
	expectedErrors.push('422 (Unprocessable');
	await signInAs({ role: 'creator' });
	const event = await addEventRow({ date: DATE });
	await createMirror(event.id);
	const form = getEventForm(page);
	await visit(`/events/${event.id}/edit`);
	await form.date.fill('2021-07-04');
	await form.save.click();
	const question = page.getByRole('checkbox', { name: 'Save it although it has begun already' });
	await expect(question).toHaveAccessibleDescription('This time has passed.');
	expect((await findEvent(event.id))?.date).toEqual(DATE);
	await question.check({ force: true });
	await form.save.click();
	await expect(page.getByText('Event updated successfully!', { exact: true })).toBeVisible();
	expect((await findEvent(event.id))?.date.toISOString()).toBe('2021-07-05T00:30:00.000Z');
});

test('storytellers who lost the role stay, in their order, and can be removed', async ({
	page,
	signInAs,
	visit,
}) => {
	await signInAs({ role: 'creator' });
	const [first, second] = [
		await createUser({ role: 'storyteller' }),
		await createUser({ role: 'storyteller' }),
	];
	const event = await addEventRow({ date: DATE });
	await getSharedPool().query(
		'INSERT INTO event_storytellers (event_id, user_id, position) VALUES ($1, $2, 0), ($1, $3, 1)',
		[event.id, second.id, first.id],
	);
	await demoteToPlayer(second.id);
	const form = getEventForm(page);
	await visit(`/events/${event.id}/edit`);
	await expect(form.chosenStorytellers).toContainText([second.username, first.username]);
	await form.title.fill('Same people');
	await form.save.click();
	await expect(page).toHaveURL(`/events/${event.id}`);
	expect(await findEvent(event.id)).toMatchObject({ storytellers: [second.username, first.username] });
	await visit(`/events/${event.id}/edit`);
	await form.storyteller(second.username).press('Space');
	await form.save.click();
	await expect(page).toHaveURL(`/events/${event.id}`);
	expect(await findEvent(event.id)).toMatchObject({ storytellers: [first.username] });
});

test('a picture is added and removed again', { tag: '@no-script' }, async ({ page, signInAs, visit }) => {
	await signInAs({ role: 'creator' });
	const event = await addEventRow({ date: DATE });
	const form = getEventForm(page);
	await visit(`/events/${event.id}/edit`);

	await form.image.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await createPng() });
	await form.save.click();
	await expect(page).toHaveURL(`/events/${event.id}`);
	const hash = (await findEvent(event.id))?.image_hash;
	expect(hash).toMatch(/^[0-9a-f]{64}$/);
	const picture = page.getByRole('img', { name: 'How it will look' });
	await visit(`/events/${event.id}/edit`);
	await expect(picture).toHaveAttribute('src', `/images/${hash}`);
	await page.getByRole('button', { name: 'Remove' }).click();
	await expect(picture).toHaveCount(0);
	await page.getByRole('button', { name: 'Keep the image' }).click();
	await expect(picture).toHaveAttribute('src', `/images/${hash}`);
	await page.getByRole('button', { name: 'Remove' }).click();
	await form.save.click();
	await expect(page).toHaveURL(`/events/${event.id}`);
	expect(await findEvent(event.id)).toMatchObject({ image_hash: null });
});

test('cancels and reinstates an event, each after a confirmation', {
	tag: ['@no-script', '@translated'],
}, async ({ page, signInAs, visit }) => {
	await signInAs({ role: 'creator' });
	const event = await addEventRow({ date: DATE });
	const status = page.getByRole('region', { name: 'Status' });
	await visit(`/events/${event.id}/edit`);
	await expect(status).toContainText('Active');
	await expect(status.getByRole('button', { name: 'Yes, cancel the event' })).toBeHidden();
	await status.getByText('Cancel Event').click();
	await expect(status).toContainText('Signups close');
	await status.getByRole('button', { name: 'Yes, cancel the event' }).click();
	await expect(page).toHaveURL(`/events/${event.id}`);
	await expect(page.getByText('The event was cancelled. Event updated successfully!')).toBeVisible();
	expect(await findEvent(event.id)).toMatchObject({ status: 'cancelled' });
	await visit(`/events/${event.id}/edit`);
	await expect(status).toContainText('Cancelled');
	await status.getByText('Reinstate Event').click();
	await status.getByRole('button', { name: 'Yes, reinstate the event' }).click();
	await expect(page).toHaveURL(`/events/${event.id}`);
	await expect(page.getByText('The event is active again.')).toBeVisible();
	expect(await findEvent(event.id)).toMatchObject({ status: 'active' });
});

test('a completed event cannot be cancelled; moved to the future it is active again', async ({
	page,
	signInAs,
	visit,
}) => {
	await signInAs({ role: 'creator' });
	const event = await addEventRow({ status: 'completed', inHours: -50 });
	const form = getEventForm(page);
	await visit(`/events/${event.id}/edit`);
	const status = page.getByRole('region', { name: 'Status' });
	await expect(status).toContainText('This event is over.');
	await expect(status.getByRole('button')).toHaveCount(0);
	await form.date.fill('2031-07-04');
	await form.save.click();
	await expect(page).toHaveURL(`/events/${event.id}`);
	expect(await findEvent(event.id)).toMatchObject({ status: 'active' });
});

test('shows Loading event... while the event is loading', async ({ page, signInAs, visit }) => {
	await signInAs({ role: 'creator' });
	const event = await addEventRow({ date: DATE });
	await visit(`/events/${event.id}`);
	let release = () => {};
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route('**/edit.data*', async (route) => {
		await released;
		await route.continue();
	});
	await page.getByRole('link', { name: 'Edit', exact: true }).click();
	await expect(page.getByRole('status').getByText('Loading event...')).toBeVisible();
	release();
	await expect(getEventForm(page).title).toHaveValue(event.title);
	await expect(page.getByText('Loading event...')).toHaveCount(0);
});

test('the button shows that the form is being sent, and a second press does nothing', async ({
	page,
	signInAs,
	visit,
}) => {
	await signInAs({ role: 'creator' });
	const event = await addEventRow({ date: DATE });
	let release = () => {};
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	let sent = 0;
	await page.route('**/edit.data*', async (route) => {
		if (route.request().method() !== 'POST') return route.continue();
		sent += 1;
		await released;
		await route.continue();
	});
	const form = getEventForm(page);
	await visit(`/events/${event.id}/edit`);
	await form.title.fill('On its way');
	await form.save.click();
	const waiting = page.getByRole('button', { name: 'Saving...' });
	await expect(waiting).toHaveAttribute('aria-disabled', 'true');
	await waiting.click({ force: true });
	await expect(page.getByRole('status').getByText('Loading...', { exact: true })).toBeVisible();
	await expect(page.getByText('Loading event...')).toHaveCount(0);
	release();
	await expect(page).toHaveURL(`/events/${event.id}`);
	expect(sent).toBe(1);
	expect(await findEvent(event.id)).toMatchObject({ title: 'On its way', version: 2 });
});

test('the box follows the edited time and zone', async ({ page, signInAs, visit, script }) => {
	await signInAs({ role: 'creator' });
	const event = await addEventRow({ title: 'Friday Blood on the Clocktower', date: DATE });
	const form = getEventForm(page);
	await visit(`/events/${event.id}/edit`);
	await form.timezone.selectOption('Australia/Sydney');
	await form.date.fill('2031-07-05');
	await updateTimes(page, script);
	await expect(form.times).toContainText('Sat, Jul 5, 8:30 PM');
	await expect(form.times).toContainText('Sydney, UTC+10');
	// The form filled in this title, so it follows the date.
	await expect(form.title).toHaveValue('Saturday Blood on the Clocktower');
	expect(await findEvent(event.id)).toMatchObject({ version: 1 });
});
