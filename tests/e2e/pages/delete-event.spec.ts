import { findEvent, findMirror, makeMirror } from '../support/event-rows.ts';
import { expect, test } from '../support/fixtures.ts';
import { deleteNight, makeAnswer, makeComment, makeNight, makePerson } from '../support/rows.ts';

test('the dialog says what goes along, and deletes', { tag: '@no-script' }, async ({
	page,
	signInAs,
	visit,
}) => {
	const person = await signInAs({ role: 'creator' });
	const night = await makeNight();
	await makeAnswer(night.id, person.id, 'confirmed');
	await makeAnswer(night.id, (await makePerson()).id, 'late');
	await makeComment(night.id, person.id, 'Going, going');
	await visit(`/events/${night.id}`);
	await page.getByRole('link', { name: 'Delete', exact: true }).click();
	await expect(page).toHaveURL(`/events/${night.id}/delete`);
	const dialog = page.getByRole('dialog', { name: 'Delete this event?' });
	await expect(dialog).toContainText(night.title);
	await expect(dialog).toContainText(
		'2 signups, 1 comment and the groups go with it. This cannot be undone.',
	);
	await expect(dialog.getByRole('checkbox')).toHaveCount(0);
	await dialog.getByRole('link', { name: 'Keep it' }).click();
	await expect(page).toHaveURL(`/events/${night.id}`);
	await expect(dialog).toHaveCount(0);
	await page.getByRole('link', { name: 'Delete', exact: true }).click();
	await dialog.getByRole('button', { name: 'Delete event' }).click();
	await expect(page).toHaveURL('/events');
	await expect(page.getByText('Event deleted', { exact: true })).toBeVisible();
	expect(await findEvent(night.id)).toBeNull();
});

for (const isWanted of [true, false]) {
	test(`a mirrored event: its Discord event ${isWanted ? 'goes too' : 'is left alone'}`, async ({
		page,
		signInAs,
		visit,
	}) => {
		await signInAs({ role: 'admin' });
		const night = await makeNight();
		await makeMirror(night.id);
		await visit(`/events/${night.id}/delete`);
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
		expect(await findEvent(night.id)).toBeNull();
		// A mirror that does not exist on Discord yet must not be created there, whether or not its deletion was
		// chosen.
		expect(await findMirror(night.id)).not.toBe('present');
	});
}

test.describe('not allowed, not there', () => {
	test.use({ expectedErrors: ['403 (Forbidden', '404 (Not'] });

	test('a player’s direct address', async ({ page, signInAs, baseURL }) => {
		await signInAs({ role: 'storyteller' });
		const night = await makeNight();
		const answer = await page.goto(`/events/${night.id}/delete`);
		expect(answer?.status()).toBe(403);
		await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
		const posted = await page.context().request.post(`/events/${night.id}/delete`, {
			form: { intent: 'events.delete' },
			headers: { Origin: String(baseURL) },
		});
		expect(posted.status()).toBe(403);
		expect(await findEvent(night.id)).not.toBeNull();
	});

	test('an event that is gone', async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'creator' });
		await page.goto('/events/999999999999/delete');
		await expect(page).toHaveURL('/events');
		const night = await makeNight();
		await visit(`/events/${night.id}/delete`);
		await deleteNight(night.id);
		await page.getByRole('button', { name: 'Delete event' }).click();
		await expect(page).toHaveURL('/events');
		await expect(page.getByText('Event not found')).toBeVisible();
	});
});
