import { EASTERN } from '~/domain/limits.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import { createMirror, findEvent, findMirrorState } from '../support/event-rows.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectNotice } from '../support/pages.ts';
import {
	addCommentRow,
	addEventRow,
	createSignup,
	createUser,
	deleteEventRow,
	getSharedPool,
} from '../support/rows.ts';

test('the dialog shows what is deleted too, and deletes', async ({ page, signInAs, visit }) => {
	const user = await signInAs({ role: 'creator' });
	const event = await addEventRow();
	await createSignup(event.id, user.id, 'confirmed');
	await createSignup(event.id, (await createUser()).id, 'late');
	await addCommentRow(event.id, user.id, 'Going, going');
	await visit(`/events/${event.id}`);
	await page.getByRole('link', { name: 'Delete', exact: true }).click();
	await expect(page).toHaveURL(`/events/${event.id}/delete`);
	const dialog = page.getByRole('dialog', { name: 'Delete this event?' });
	await expect(dialog).toContainText(event.title);
	await expect(dialog).toContainText(
		'This also deletes 2 signups, 1 comment and the groups. You can undo this for 30 days under Your changes.',
	);
	await expect(dialog.getByRole('checkbox')).toHaveCount(0);
	await dialog.getByRole('link', { name: 'Keep event' }).click();
	await expect(page).toHaveURL(`/events/${event.id}`);
	await expect(dialog).toHaveCount(0);
	await page.getByRole('link', { name: 'Delete', exact: true }).click();
	await dialog.getByRole('button', { name: 'Delete event' }).click();
	await expect(page).toHaveURL('/events');
	await expect(page.getByText('Event deleted', { exact: true })).toBeVisible();
	expect(await findEvent(event.id)).toBeNull();
});

test('cancelling is offered beside Delete and instead of it', { tag: '@no-script' }, async ({
	page,
	signInAs,
	visit,
}) => {
	await signInAs({ role: 'creator' });
	const event = await addEventRow();
	await createSignup(event.id, (await createUser()).id, 'tentative');
	await createSignup(event.id, (await createUser()).id, 'declined');
	for (const [address, name] of [
		[`/events/${event.id}`, 'Cancel Event'],
		[`/events/${event.id}/delete`, 'Cancel the event instead'],
	] as const) {
		await visit(address);
		await page.getByRole('link', { name }).click();
		await expect(page).toHaveURL(`/events/${event.id}/cancel`);
	}
	const dialog = page.getByRole('dialog', { name: 'Cancel this event?' });
	await expect(dialog).toContainText(`${event.title}${formatDateTimeShort(event.date, EASTERN)} Eastern`);
	await expect(dialog).toContainText('1 player who may come will be told');
	await dialog.getByRole('textbox', { name: 'Reason (optional)' }).fill('Ada is ill.');
	await dialog.getByRole('button', { name: 'Cancel event' }).click();
	await expect(page).toHaveURL(`/events/${event.id}`);
	await expectNotice(page, 'Event updated successfully!');
	await expect(page.getByText('Reason: Ada is ill.')).toBeVisible();
	await visit(`/events/${event.id}/cancel`);
	await expect(page.getByRole('button', { name: 'Cancel event' })).toHaveCount(0);
	await page.getByRole('button', { name: 'Reinstate event' }).click();
	await expect(page.getByText('The event is active again.')).toBeVisible();
	const cancelled = await addEventRow({ status: 'cancelled' });
	await visit(`/events/${cancelled.id}/delete`);
	await expect(page.getByRole('button', { name: 'Delete event' })).toBeVisible();
	await expect(page.getByRole('link', { name: /^Cancel (the e|E)vent/ })).toHaveCount(0);
});

test('a stale cancel form is refused, and can be sent again', async ({
	page,
	signInAs,
	visit,
	expectedErrors,
}) => {
	expectedErrors.push('409 (Conflict)');
	await signInAs({ role: 'creator' });
	const event = await addEventRow();
	await visit(`/events/${event.id}/cancel`);
	await getSharedPool().query(`UPDATE events SET title = 'Moved', version = version + 1 WHERE id = $1`, [
		event.id,
	]);
	const dialog = page.getByRole('dialog', { name: 'Cancel this event?' });
	await dialog.getByRole('textbox', { name: 'Reason (optional)' }).fill('Ada is ill.');
	await dialog.getByRole('button', { name: 'Cancel event' }).click();
	await expect(dialog).toContainText('Someone else changed this event while you were editing.');
	await expect(dialog).toContainText('Moved');
	await expect(dialog.getByRole('textbox', { name: 'Reason (optional)' })).toHaveValue('Ada is ill.');
	await dialog.getByRole('button', { name: 'Cancel event' }).click();
	await expect(page.getByText('Reason: Ada is ill.')).toBeVisible();
});

for (const isWanted of [true, false]) {
	test(`a mirrored event: its Discord event ${isWanted ? 'is deleted too' : 'is kept'}`, async ({
		page,
		signInAs,
		visit,
	}) => {
		await signInAs({ role: 'admin' });
		const event = await addEventRow();
		await createMirror(event.id);
		await visit(`/events/${event.id}/delete`);
		const choice = page.getByRole('checkbox', { name: 'Also delete the linked Discord event' });
		await expect(choice).toBeChecked();
		if (!isWanted) await choice.press('Space');
		await page.getByRole('button', { name: 'Delete event' }).click();
		await expect(page).toHaveURL('/events');
		await expect(
			page.getByText(isWanted ? 'Event deleted. Its Discord event is deleted too.' : 'Event deleted', {
				exact: true,
			}),
		).toBeVisible();
		expect(await findEvent(event.id)).toBeNull();
		// A mirror that does not exist on Discord yet must not be created there, whether or not its deletion was
		// chosen.
		expect(await findMirrorState(event.id)).not.toBe('present');
	});
}

test.describe('refused', () => {
	test.use({ expectedErrors: ['403 (Forbidden', '404 (Not'] });

	test('a storyteller who opens the address directly', async ({ page, signInAs, baseURL }) => {
		await signInAs({ role: 'storyteller' });
		const event = await addEventRow();
		const response = await page.goto(`/events/${event.id}/delete`);
		expect(response?.status()).toBe(403);
		await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
		const posted = await page.context().request.post(`/events/${event.id}/delete`, {
			form: { intent: 'events.delete' },
			headers: { Origin: String(baseURL) },
		});
		expect(posted.status()).toBe(403);
		expect(await findEvent(event.id)).not.toBeNull();
	});

	test('an event that was deleted before leads to the list', async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'creator' });
		await page.goto('/events/999999999999/delete');
		await expect(page).toHaveURL('/events');
		const event = await addEventRow();
		await visit(`/events/${event.id}/delete`);
		await deleteEventRow(event.id);
		await page.getByRole('button', { name: 'Delete event' }).click();
		await expect(page).toHaveURL('/events');
		await expect(page.getByText('Event deleted', { exact: true })).toBeVisible();
	});
});
