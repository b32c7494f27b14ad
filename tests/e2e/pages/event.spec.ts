import { formatDateTimeShort, formatLongDate, formatTime } from '~/domain/time/format.ts';
import { expect, test, VIEWER_ZONE } from '../support/fixtures.ts';
import { expectNotice, getSignupRows } from '../support/pages.ts';
import {
	addEventRow,
	createGuests,
	createSignup,
	createUser,
	findSignup,
	getSharedPool,
	listSignupRows,
} from '../support/rows.ts';
import { createEarlierSignup } from '../support/scenario.ts';

const EASTERN = 'America/New_York';

test('a missing event leads to the list', async ({ page, signInAs, visit }) => {
	await signInAs();
	for (const id of ['999999', 'abc', '0']) {
		await visit(`/events/${id}`);
		await expect(page).toHaveURL('/events');
		await expect(page.getByText('Event not found')).toBeVisible();
	}
	for (const child of ['signup', 'signups/1']) {
		await visit(`/events/999999/${child}`);
		await expect(page).toHaveURL('/events');
	}
});

test('the page shows time, place, duration, description, creator and storytellers', async ({
	page,
	signInAs,
	visit,
	script,
}) => {
	await signInAs();
	const creator = await createUser({ role: 'creator', preferredUsername: 'Priya of the Hearth' });
	const storyteller = await createUser({ role: 'storyteller', preferredUsername: 'Nightjar' });
	const event = await addEventRow({ creatorId: creator.id });
	await getSharedPool().query('INSERT INTO event_storytellers (event_id, user_id) VALUES ($1, $2)', [
		event.id,
		storyteller.id,
	]);
	await visit(`/events/${event.id}`);
	await expect(page).toHaveTitle(`${event.title} · Townbell`);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.title);
	await expect(page.getByText('Created by Priya of the Hearth')).toBeVisible();
	const info = page.getByRole('region', { name: 'Event Info' });
	await expect(info).toContainText(formatLongDate(event.date, EASTERN));
	await expect(info).toContainText(`${formatTime(event.date, EASTERN)} Eastern`);
	const local = `${formatDateTimeShort(event.date, VIEWER_ZONE)} in your time`;
	if (script) await expect(info).toContainText(local);
	else await expect(info).not.toContainText('your time');
	await expect(info).toContainText('3 hours');
	await expect(info).toContainText('The Hearth');
	await expect(info).toContainText('Bring tea and your worst alibi.');
	await expect(info).toContainText('Nightjar');
	await expect(info).toContainText('Storyteller');
	const downloading = page.waitForEvent('download');
	await info.getByRole('link', { name: 'Add this event to your calendar' }).click();
	expect((await downloading).suggestedFilename()).toBe(`townbell-event-${event.id}.ics`);
	const eventWithoutCreator = await addEventRow();
	await visit(`/events/${eventWithoutCreator.id}`);
	await expect(page.getByText('Created by Unknown Creator')).toBeVisible();
});

test('lists the viewer’s own signup first, then confirmed, late, tentative, declined, with counts above', async ({
	page,
	signInAs,
	visit,
}) => {
	const user = await signInAs({ username: 'me-myself' });
	const event = await addEventRow();
	for (const [username, status] of [
		['declan', 'declined'],
		['tess', 'tentative'],
		['lara', 'late'],
		['connor', 'confirmed'],
		['cora', 'confirmed'],
	] as const) {
		await createSignup(event.id, (await createUser({ username })).id, status);
	}
	await createSignup(event.id, user.id, 'declined');
	await visit(`/events/${event.id}`);
	const names = ['me-myself (You)', 'connor', 'cora', 'lara', 'tess', 'declan'];
	await expect(getSignupRows(page)).toHaveCount(names.length);
	for (const [index, name] of names.entries())
		await expect(getSignupRows(page).nth(index)).toContainText(name);
	await expect(page.getByText('(You)')).toHaveCount(1);
	await expect(page.getByText('You: Declined')).toBeVisible();
	for (const count of ['2 Confirmed', '1 Late', '1 Tentative']) {
		await expect(page.getByText(count, { exact: true })).toBeVisible();
	}
});

test('the search finds players by a part of their name', { tag: '@no-script' }, async ({
	page,
	signInAs,
	visit,
	script,
}) => {
	await signInAs();
	const event = await addEventRow();
	for (const username of ['Juniper Đorđe', 'quietmoth', 'Sable Hart']) {
		await createSignup(event.id, (await createUser({ username })).id, 'confirmed');
	}
	await visit(`/events/${event.id}`);
	const search = page.getByRole('searchbox', { name: 'Search players' });
	const searchFor = async (text: string) => {
		await search.fill(text);
		if (!script) await search.press('Enter');
	};
	await searchFor('dorde');
	await expect(getSignupRows(page)).toHaveCount(1);
	await expect(getSignupRows(page)).toContainText('Juniper Đorđe');
	await expect(search).toHaveValue('dorde');
	await searchFor('HART');
	await expect(getSignupRows(page)).toHaveText([/Sable Hart/]);
	await searchFor('nobody at all');
	await expect(getSignupRows(page)).toHaveCount(0);
	await expect(page.getByText('No one by that name has signed up')).toBeVisible();
	await searchFor('');
	await expect(getSignupRows(page)).toHaveCount(3);
	await visit(`/events/${event.id}?q=moth`);
	await expect(getSignupRows(page)).toHaveText([/quietmoth/]);
});

test('more than 100 signups are on pages, and the search asks the server', async ({
	page,
	signInAs,
	visit,
}) => {
	const user = await signInAs({ username: 'me-myself' });
	const event = await addEventRow();
	const deleteGuests = await createGuests(event.id, 120);
	await createSignup(event.id, user.id, 'declined');
	await visit(`/events/${event.id}`);
	await expect(page.getByText('121 signups')).toBeVisible();
	await expect(page.getByText('120 Confirmed', { exact: true })).toBeVisible();
	await expect(getSignupRows(page)).toHaveCount(101);
	await expect(getSignupRows(page).first()).toContainText('me-myself (You)');
	await expect(page.getByText('1–100 of 120 others', { exact: true })).toBeVisible();
	await page.getByRole('link', { name: 'Next', exact: true }).click();
	await expect(page.getByText('101–120 of 120 others', { exact: true })).toBeVisible();
	await expect(getSignupRows(page)).toHaveCount(20);
	await expect(page).toHaveURL(`/events/${event.id}?page=2`);
	// The page scrolls, and nothing inside of it.
	expect(
		await page
			.getByRole('region', { name: 'Signups' })
			.evaluate((list) => list.scrollHeight - list.clientHeight),
	).toBeLessThanOrEqual(0);
	await page.getByRole('searchbox', { name: 'Search players' }).fill(`guest-77-of-${event.id}`);
	await page.getByRole('searchbox', { name: 'Search players' }).press('Enter');
	await expect(getSignupRows(page)).toHaveText([new RegExp(`guest-77-of-${event.id}`)]);
	await expect(page.getByRole('link', { name: 'Next', exact: true })).toHaveCount(0);
	await expect(page.getByText('120 Confirmed', { exact: true })).toBeVisible();
	await deleteGuests();
});

for (const role of ['player', 'storyteller', 'creator', 'admin'] as const) {
	const isCreator = role === 'creator' || role === 'admin';
	test(`notes and edit links for a ${role}`, async ({ page, signInAs, visit }) => {
		const user = await signInAs({ role });
		const other = await createUser();
		const imported = await createUser();
		const event = await addEventRow();
		await createSignup(event.id, user.id, 'confirmed', 'my own words');
		const signupId = await createSignup(event.id, other.id, 'late', 'their private words');
		await createSignup(event.id, imported.id, 'confirmed', 'Signed up via Discord');
		await visit(`/events/${event.id}`);
		await expect(page.getByText('my own words')).toBeVisible();
		await expect(page.getByText('their private words')).toHaveCount(isCreator ? 1 : 0);
		await expect(page.getByText('Signed up via Discord')).toHaveCount(0);
		expect((await page.content()).includes('their private words')).toBe(isCreator);
		const pencil = page.getByRole('link', { name: `Edit ${other.username}'s signup` });
		await expect(pencil).toHaveCount(isCreator ? 1 : 0);
		await expect(page.getByRole('link', { name: 'Edit my signup' })).toHaveCount(1);
		if (isCreator) await expect(pencil).toHaveAttribute('href', `/events/${event.id}/signups/${signupId}`);
	});
}

test('a creator edits the signup of another user, and the page stays at its row', {
	tag: '@no-script',
}, async ({ page, signInAs, visit, script }) => {
	await page.setViewportSize({ width: 390, height: 700 });
	const creator = await signInAs({ role: 'creator' });
	const other = await createUser();
	const event = await addEventRow();
	const deleteGuests = await createGuests(event.id, 60);
	await createSignup(event.id, other.id, 'late', 'the tram');
	await visit(`/events/${event.id}`);
	await page.getByRole('link', { name: `Edit ${other.username}'s signup` }).click();
	const dialog = page.getByRole('dialog', { name: `${other.username}’s signup` });
	await expect(dialog.getByRole('radio', { name: 'Late' })).toBeChecked();
	await expect(dialog.getByLabel('Notes')).toHaveValue('the tram');
	await dialog.getByRole('radio', { name: 'Confirmed' }).check();
	await dialog.getByLabel('Notes').fill('came by bike');
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(dialog).toBeHidden();
	await expectNotice(page, `${other.username}'s signup was saved.`);
	await expect(getSignupRows(page).filter({ hasText: 'came by bike' })).toBeInViewport();
	expect(await findSignup(event.id, other.id)).toEqual({ status: 'confirmed', notes: 'came by bike' });
	expect(await findSignup(event.id, creator.id)).toBeNull();
	const dismiss = script
		? page.getByRole('button', { name: 'Dismiss' })
		: page.getByRole('link', { name: 'Dismiss' });
	await dismiss.click();
	await expect(page.getByText(`${other.username}'s signup was saved.`)).toHaveCount(0);
	await deleteGuests();
});

test('a creator signs up a player, changes it, and undoes it', { tag: '@no-script' }, async ({
	page,
	signInAs,
	visit,
}) => {
	await signInAs({ role: 'creator' });
	const other = await createUser();
	const event = await addEventRow();
	const add = async (status: string) => {
		await visit(`/events/${event.id}?q=x`);
		await page.getByRole('link', { name: 'Add a player' }).click();
		const dialog = page.getByRole('dialog', { name: 'Add a player' });
		await dialog.getByLabel('Search by name').fill('nobody has this name');
		await dialog.getByRole('button', { name: 'Search' }).click();
		await expect(dialog.getByText('No member by that name')).toBeVisible();
		await dialog.getByLabel('Search by name').fill(other.username);
		await dialog.getByRole('button', { name: 'Search' }).click();
		await dialog.getByLabel('Player').selectOption(other.id);
		await dialog.getByRole('radio', { name: status }).check();
		await dialog.getByRole('button', { name: 'Sign up' }).click();
		await expect(dialog).toBeHidden();
		await expect(page).toHaveURL(/\?q=x$/);
	};
	await add('Late');
	await expectNotice(page, `${other.username}'s signup was saved: Late.`);
	expect(await findSignup(event.id, other.id)).toEqual({ status: 'late', notes: null });
	await add('Tentative');
	await expectNotice(page, `${other.username}'s signup was changed from Late to Tentative.`);
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect.poll(() => findSignup(event.id, other.id)).toEqual({ status: 'late', notes: null });
});

test.describe('a player at the address of another user’s signup', () => {
	test.use({ expectedErrors: ['403 (Forbidden)'] });

	test('sees Access Denied, and a forged form changes nothing', async ({
		page,
		signInAs,
		visit,
		baseURL,
	}) => {
		await signInAs();
		const other = await createUser();
		const event = await addEventRow();
		const signupId = await createSignup(event.id, other.id, 'late', 'private');
		const address = `/events/${event.id}/signups/${signupId}`;
		await visit(address);
		await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
		await expect(page.getByText('private', { exact: true })).toHaveCount(0);
		const form = { intent: 'signups.update', status: 'declined', notes: '' };
		const headers = { Origin: String(baseURL) };
		expect((await page.context().request.post(address, { form, headers })).status()).toBe(403);
		expect(await findSignup(event.id, other.id)).toEqual({ status: 'late', notes: 'private' });
	});
});

test('not signed up yet: the prompt leads to the dialog, which saves', {
	tag: ['@no-script', '@translated'],
}, async ({ page, signInAs, visit }) => {
	const user = await signInAs();
	const event = await addEventRow();
	await visit(`/events/${event.id}`);
	await expect(page.getByText('Not signed up')).toBeVisible();
	await expect(page.getByText('Ready to join?')).toBeVisible();
	await expect(page.getByText('No signups yet')).toBeVisible();
	await expect(page.getByRole('link', { name: 'Update My Signup' })).toHaveCount(0);
	await expect(page.getByRole('button', { name: 'Remove' })).toHaveCount(0);
	await page.getByRole('link', { name: 'Sign Up Now' }).click();
	const dialog = page.getByRole('dialog', { name: 'Sign Up' });
	await dialog.getByRole('radio', { name: 'Confirmed' }).check();
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByText('You: Confirmed')).toBeVisible();
	await expect(page.getByText('Ready to join?')).toHaveCount(0);
	expect(await findSignup(event.id, user.id)).toEqual({ status: 'confirmed', notes: null });
});

test('the signup bar keeps the notes when it changes the status, and offers a note', async ({
	page,
	signInAs,
	visit,
	script,
}) => {
	const user = await signInAs();
	const event = await addEventRow();
	await createSignup(event.id, user.id, 'late', 'the tram');
	await visit(`/events/${event.id}`);
	await page
		.getByRole('group', { name: 'Are you coming?' })
		.getByRole('button', { name: 'Tentative' })
		.click();
	await expect(page.getByText('You: Tentative')).toBeVisible();
	await expect.poll(() => findSignup(event.id, user.id)).toEqual({ status: 'tentative', notes: 'the tram' });
	const bar = page.getByRole('region', { name: `Your signup for ${event.title}` });
	if (script) await expect(bar.getByRole('status')).toHaveText("You're signed up as Tentative.");
	else await expectNotice(page, "You're signed up as Tentative.");

	await bar.getByRole('link', { name: 'Edit note' }).click();
	await page.getByRole('dialog').getByLabel('Notes').fill('');
	await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
	await expectNotice(page, "You're signed up as Tentative.");
	await bar.getByRole('link', { name: 'Add a note' }).click();
	await expect(page.getByRole('dialog').getByLabel('Notes')).toHaveAccessibleDescription(
		'Only creators and admins see this. 500 characters max.',
	);
	await page.getByRole('dialog').getByLabel('Notes').fill('by bike');
	await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
	await expectNotice(page, "You're signed up as Tentative.");
	await expect(bar.getByRole('link', { name: 'Edit note' })).toBeVisible();
	if (script) {
		await page.getByRole('heading', { level: 1 }).click();
		await expectNotice(page, "You're signed up as Tentative.");
		await page.getByPlaceholder('Ask a question or say hello').click();
		await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
	}
	// The next action takes the place of the last one's notice.
	await bar.getByRole('button', { name: `Remove your signup for ${event.title}` }).click();
	if (script) await expect(bar.getByRole('status')).toHaveText('Your signup was removed.');
	else await expectNotice(page, 'Your signup was removed.');
	await expect(page.getByText("You're signed up as Tentative.")).toHaveCount(0);
	await expect(bar.getByRole('link')).toHaveCount(0);
});

test('removing a signup by keyboard moves the focus to the status buttons, or to why signups are closed', async ({
	page,
	signInAs,
	visit,
}) => {
	const user = await signInAs();
	const event = await addEventRow();
	await createSignup(event.id, user.id, 'late');
	await visit(`/events/${event.id}`);
	await page.getByRole('button', { name: 'Remove' }).press('Enter');
	await expect(page.getByRole('group', { name: 'Are you coming?' })).toBeFocused();
	await expect.poll(() => findSignup(event.id, user.id)).toBeNull();

	const cancelled = await addEventRow({ status: 'cancelled' });
	await createSignup(cancelled.id, user.id, 'late');
	await visit(`/events/${cancelled.id}`);
	await page.getByRole('button', { name: 'Remove' }).press('Enter');
	await expect(page.locator(':focus')).toContainText('Signups are closed.');
	await expect.poll(() => findSignup(cancelled.id, user.id)).toBeNull();
});

for (const width of [390, 768, 1280]) {
	test(`a second click after Remove does nothing, in ${width} px`, async ({ page, signInAs, visit }) => {
		const user = await signInAs();
		const event = await addEventRow();
		await createSignup(event.id, user.id, 'confirmed');
		await page.setViewportSize({ width, height: 900 });
		await visit(`/events/${event.id}`);
		const bar = page.getByRole('region', { name: `Your signup for ${event.title}` });
		const remove = bar.getByRole('button', { name: 'Remove' });
		await remove.scrollIntoViewIfNeeded();
		const box = await remove.boundingBox();
		if (!box) throw new Error('Remove is not shown.');
		const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
		const sent: (string | null)[] = [];
		page.on('request', (request) => request.method() === 'POST' && sent.push(request.postData()));
		await page.mouse.click(x, y);
		await expect(bar.getByRole('status')).toHaveText('Your signup was removed.');
		await page.mouse.click(x, y);
		await bar.getByRole('button', { name: 'Tentative' }).click();
		await expect.poll(() => listSignupRows(event.id, user.id)).toMatchObject([{ status: 'tentative' }]);
		expect(sent).toEqual(['intent=signups.remove', 'intent=signups.put&status=tentative']);
	});
}

test('a cancelled event takes no signups', async ({ page, signInAs, visit }) => {
	const user = await signInAs({ role: 'creator' });
	const event = await addEventRow({ status: 'cancelled' });
	await createSignup(event.id, user.id, 'late', 'the tram');
	await visit(`/events/${event.id}`);
	await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
	const bar = page.getByRole('region', { name: 'Your signup' });
	await expect(bar).toContainText('Your signup was Late.');
	await expect(bar).toContainText('Your note: the tram');
	await expect(page.getByText('Signups are closed.')).toBeVisible();
	await expect(page.getByText("This event is cancelled, so signups can't be changed.")).toBeVisible();
	await expect(bar.getByRole('button', { name: 'Remove' })).toBeVisible();
	for (const name of ['Confirmed', 'Late']) {
		await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
	}
	await expect(page.getByRole('link', { name: /Update My Signup|Sign Up Now|Edit ./ })).toHaveCount(0);
	await visit(`/events/${event.id}/signup`);
	const dialog = page.getByRole('dialog');
	await expect(dialog).toContainText(
		"Signups are closed. This event is cancelled, so signups can't be changed.",
	);
	await expect(dialog).toContainText('Signup: Late');
	await expect(dialog).toContainText('Note: the tram');
	await expect(dialog.getByRole('radio')).toHaveCount(0);
	await visit(`/events/${event.id}`);
	await bar.getByRole('button', { name: 'Remove' }).press('Enter');
	await expect(bar.locator(':focus')).toContainText('Signups are closed.');
	await expect.poll(() => findSignup(event.id, user.id)).toBeNull();
});

test('a double click stores one row', async ({ page, signInAs, visit }) => {
	const user = await signInAs();
	const event = await addEventRow();
	await visit(`/events/${event.id}`);
	await page.getByRole('group', { name: 'Are you coming?' }).getByRole('button', { name: 'Late' }).dblclick();
	await expect(page.getByText('You: Late')).toBeVisible();
	await expect.poll(() => listSignupRows(event.id, user.id)).toEqual([{ status: 'late', notes: null }]);
	await visit(`/events/${event.id}/signup`);
	await page.getByRole('radio', { name: 'Confirmed' }).check();
	await page.getByRole('button', { name: 'Save' }).dblclick();
	await expect(page.getByText('You: Confirmed')).toBeVisible();
	await expect.poll(() => listSignupRows(event.id, user.id)).toEqual([{ status: 'confirmed', notes: null }]);
});

test('Escape, the cross and the backdrop close the dialog', async ({ page, signInAs, visit, script }) => {
	await signInAs();
	const event = await addEventRow();
	await visit(`/events/${event.id}/signup`);
	await page.getByRole('link', { name: 'Close' }).click();
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await expect(page).toHaveURL(`/events/${event.id}`);
	if (!script) return;
	await page.getByRole('link', { name: 'Sign Up Now' }).click();
	await expect(page.getByRole('dialog')).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await expect(page).toHaveURL(`/events/${event.id}`);
});

test.describe('a connection that is lost', () => {
	test.use({ expectedErrors: ['net::ERR_FAILED'] });

	for (const [owner, title] of [
		['my own', 'Failed to sign up for event. Please try again.'],
		['another user’s', 'Failed to update signup:'],
	] as const) {
		test(`keeps what was typed into the dialog of ${owner} signup`, async ({ page, signInAs, visit }) => {
			const me = await signInAs({ role: 'creator' });
			const event = await addEventRow();
			const user = owner === 'my own' ? me : await createUser();
			const signup = await createSignup(event.id, user.id, 'confirmed', 'before');
			await visit(`/events/${event.id}/${owner === 'my own' ? 'signup' : `signups/${signup}`}`);
			const dialog = page.getByRole('dialog');
			await dialog.getByRole('radio', { name: 'Late' }).check();
			await dialog.getByLabel('Notes').fill('the tram');
			await page.route('**/events/**/*.data*', (route) => route.abort(), { times: 1 });
			await dialog.getByRole('button', { name: 'Save' }).click();
			await expect(dialog.locator(':focus')).toContainText(
				`${title} The server could not be reached. Please check your connection.`,
			);
			await expect(dialog.getByRole('radio', { name: 'Late' })).toBeChecked();
			await expect(dialog.getByLabel('Notes')).toHaveValue('the tram');
			await dialog.getByRole('button', { name: 'Save' }).click();
			await expect(dialog).toHaveCount(0);
			expect(await findSignup(event.id, user.id)).toEqual({ status: 'late', notes: 'the tram' });
		});
	}
});

test.describe('after a move', () => {
	test.use({ expectedErrors: ['409 (Conflict)'] });

	test('users confirm again, and a creator asks those without a signup', {
		tag: '@no-script',
	}, async ({ page, signInAs, visit, alone: _ }) => {
		const creator = await signInAs({ role: 'creator' });
		const [wren, other] = [await createUser({ username: 'wren' }), await createUser()];
		const event = await addEventRow();
		await createSignup(event.id, creator.id, 'late');
		await createSignup(event.id, wren.id, 'confirmed');
		await getSharedPool().query('UPDATE signups SET awaits_reply = true WHERE event_id = $1', [event.id]);
		await visit(`/events/${event.id}`);
		const marker = 'New time not confirmed';
		await expect(getSignupRows(page).filter({ hasText: marker })).toHaveText([/\(You\)/, /wren/]);
		await expect(page.getByText("2 of 2 members haven't confirmed the new time")).toBeVisible();
		const bar = page.getByRole('region', { name: `Your signup for ${event.title}` });
		await expect(bar).toContainText('This event was moved. Still coming?');
		await bar.getByRole('button', { name: 'Late', exact: true }).click();
		await expect(page.getByText("1 of 2 members hasn't confirmed the new time")).toBeVisible();
		await expect(getSignupRows(page).filter({ hasText: marker })).toHaveText([/wren/]);
		await expect(bar).toContainText('Are you coming?');

		await createEarlierSignup({ other });
		await page.getByRole('link', { name: "Ask who hasn't signed up" }).click();
		await expect(page).toHaveURL(`/events/${event.id}/nudge`);
		const dialog = page.getByRole('dialog', { name: "Ask who hasn't signed up" });
		const setAskedAt = (askedAt: Date | null) =>
			getSharedPool().query(
				`INSERT INTO event_notices (event_id, told_date, told_status, is_dirty, nudged_at)
				SELECT id, date, status, false, $2 FROM events WHERE id = $1
				ON CONFLICT (event_id) DO UPDATE SET nudged_at = excluded.nudged_at`,
				[event.id, askedAt],
			);
		await setAskedAt(new Date());
		await dialog.getByRole('button', { name: /^Ask \d+ members?$/ }).click();
		await expect(dialog.getByRole('alert')).toHaveText(
			/^Failed to ask for signups\. Members were already asked/,
		);
		await expect(dialog).toContainText(/Members were asked on .+ You can ask again from .+ time\)\./);
		await expect(dialog.getByRole('button')).toHaveCount(0);
		await setAskedAt(null);
		await visit(`/events/${event.id}/nudge`);
		// Other tests may create users who can be asked at the same time.
		await expect(dialog).toContainText(
			/This sends a direct message on Discord to \d+ members? who signed up for one of the last 10 events/,
		);
		await dialog.getByRole('button', { name: /^Ask \d+ members?$/ }).click();
		await expect(page).toHaveURL(`/events/${event.id}`);
		await expectNotice(page, /^\d+ members? will get a direct message\.$/);
		const { rows: messages } = await getSharedPool().query(
			'SELECT kind FROM direct_messages WHERE event_id = $1',
			[event.id],
		);
		expect(messages).toContainEqual({ kind: 'nudge' });
		await page.getByRole('link', { name: "Ask who hasn't signed up" }).click();
		await expect(dialog).toContainText(/Members were asked on .+ You can ask again from .+ time\)\./);
		await expect(dialog.getByRole('button')).toHaveCount(0);
	});
});

test('the focus follows a link to a part of the page, and stays at a note that was saved', async ({
	page,
	signInAs,
	visit,
}) => {
	const user = await signInAs({ role: 'creator' });
	const event = await addEventRow({ creatorId: user.id });
	await createSignup(event.id, user.id, 'declined');
	await visit(`/events/${event.id}`);
	const parts = page.getByRole('navigation', { name: 'Parts of this event' });
	for (const [name, id] of [
		[/^Signups/, 'signups'],
		['Groups', 'groups'],
		[/^Discussion/, 'discussion'],
	] as const) {
		await parts.getByRole('link', { name }).press('Enter');
		await expect(page.locator(`#${id}`)).toBeFocused();
	}
	await page.getByLabel('Add a note?').fill('Ill');
	await page.getByRole('button', { name: 'Save note' }).press('Enter');
	await expect(page.locator(':focus')).toContainText('Your note: Ill');
});

test('by keyboard, each dialog gives the focus back to the link that opened it', async ({
	page,
	signInAs,
	visit,
}) => {
	const user = await signInAs({ role: 'admin' });
	// 2:30 AM where the viewer is.
	const event = await addEventRow({ date: new Date('2031-07-05T00:30:00Z') });
	await createSignup(event.id, user.id, 'late');
	await visit(`/events/${event.id}`);
	const names = [
		/^Other/,
		/^Edit my signup/,
		'Update My Signup',
		"Ask who hasn't signed up",
		'Repeat',
		'Script question',
		'Cancel Event',
		'Delete',
	];
	const dialog = page.getByRole('dialog');
	for (const name of names) {
		const link = page.getByRole('main').getByRole('link', { name, exact: true });
		await link.focus();
		await page.keyboard.press('Enter');
		await expect(dialog).toBeVisible();
		await expect(dialog.locator(':focus')).toHaveCount(1);
		await page.keyboard.press('Escape');
		await expect(dialog).toHaveCount(0);
		await expect(link).toBeFocused();
	}
	// After a save the link is gone; the focus is beside it.
	await page.getByRole('link', { name: /^Other/ }).press('Enter');
	await dialog.getByLabel('When will you arrive?').fill('03:00');
	await dialog.getByRole('button', { name: 'Save' }).press('Enter');
	await expect(dialog).toHaveCount(0);
	const bar = page.getByRole('region', { name: `Your signup for ${event.title}` });
	await expect(bar.getByText(/^You arrive at/)).toBeVisible();
	await expect(bar.locator(':focus')).toHaveCount(1);
});
