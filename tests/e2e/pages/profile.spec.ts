import { AUTO_SPLIT } from '~/domain/limits.ts';
import { expect, test, VIEWER_ZONE } from '../support/fixtures.ts';
import {
	addEventRow,
	type CreatedUser,
	createGuests,
	createSignup,
	createUser,
	getSharedPool,
} from '../support/rows.ts';

const readUser = async (id: string) => {
	const { rows: users } = await getSharedPool().query('SELECT * FROM users WHERE id = $1', [id]);
	return users[0];
};

test('the profile shows the user’s data and signup history', async ({ page, signInAs, visit }) => {
	const user = await signInAs({ role: 'storyteller', preferredUsername: 'Wren' });
	for (const status of ['confirmed', 'confirmed', 'tentative', 'declined']) {
		await createSignup((await addEventRow({ inHours: 24 * 30 })).id, user.id, status);
	}
	const latest = await addEventRow({ inHours: 24 * 40, title: 'The latest event' });
	await createSignup(latest.id, user.id, 'late');
	await createSignup(
		(await addEventRow({ inHours: -24, title: 'The oldest event' })).id,
		user.id,
		'confirmed',
	);
	await visit('/profile');
	const main = page.getByRole('main');
	await expect(page.getByRole('heading', { level: 1, name: 'Wren' })).toBeVisible();
	await expect(main.getByText('Storyteller', { exact: true })).toBeVisible();
	await expect(main.getByText(`Discord: ${user.username} (ID ${user.discordId})`)).toBeVisible();
	const stats = main.locator('dl');
	await expect(stats.locator('dt')).toHaveText(['Total Signups', 'Confirmed', 'Tentative']);
	await expect(stats.locator('dd')).toHaveText(['6', '3', '1']);

	const history = main.getByRole('region', { name: 'Signup History' });
	const historyItems = history.getByRole('listitem');
	await expect(historyItems).toHaveCount(5);
	await expect(historyItems.first()).toContainText('The latest event');
	await expect(historyItems.first()).toContainText('Late');
	await history.getByRole('link', { name: 'Show older' }).click();
	await expect(historyItems).toHaveCount(6);
	await expect(historyItems.last()).toContainText('The oldest event');
	// An address behind the end shows the last page.
	await visit('/profile?shown=500');
	await expect(historyItems).toHaveCount(6);
	await historyItems.first().getByRole('link', { name: 'View Event' }).click();
	await expect(page).toHaveURL(`/events/${latest.id}`);
});

test('a new user without signups', async ({ page, signInAs, visit }) => {
	const user = await signInAs();
	await visit('/profile');
	const main = page.getByRole('main');
	await expect(page.getByRole('heading', { level: 1, name: user.username })).toBeVisible();
	await expect(main.getByText('No signups yet')).toBeVisible();
	await expect(main.locator('dd')).toHaveText(['0', '0', '0']);
	await expect(main.getByText('0 of 5')).toBeVisible();
	await expect(main.getByText('0 of 3')).toBeVisible();
});

test('edit mode: Save, Cancel, and a name that is too long', { tag: ['@no-script', '@translated'] }, async ({
	page,
	signInAs,
	visit,
	expectedErrors,
}) => {
	expectedErrors.push('422');
	const user = await signInAs();
	await visit('/profile');
	await page.getByRole('link', { name: 'Edit Profile' }).click();
	await expect(page).toHaveURL('/profile/edit');
	const name = page.getByLabel('Preferred Username');
	await name.fill('Someone else');
	await page.getByRole('link', { name: 'Cancel' }).click();
	await expect(page).toHaveURL('/profile');
	expect((await readUser(user.id)).preferred_username).toBeNull();

	await page.getByRole('link', { name: 'Edit Profile' }).click();
	await name.evaluate((input) => input.removeAttribute('maxlength'));
	await name.fill('x'.repeat(256));
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(page.getByText('Failed to update profile:')).toBeVisible();
	await expect(name).toHaveValue('x'.repeat(256));
	await name.fill('  Wren  ');
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(page).toHaveURL('/profile');
	await expect(page.getByText('Your profile was saved.')).toBeVisible();
	await expect(page.getByRole('heading', { level: 1, name: 'Wren' })).toBeVisible();
	expect((await readUser(user.id)).preferred_username).toBe('Wren');
});

test('the switches and the theme', { tag: '@no-script' }, async ({ page, signInAs, visit, script }) => {
	const user = await signInAs();
	await visit('/profile');
	const card = page.getByRole('region', { name: 'Preferences', exact: true });
	await card.getByRole('switch', { name: 'Notifications' }).uncheck();
	if (!script) await card.getByRole('button', { name: 'Save Preferences' }).click();
	await expect(page.getByText('Your preferences were saved.')).toBeVisible();
	await expect(card.getByRole('switch', { name: 'Show Countdown' })).toBeChecked();
	expect(await readUser(user.id)).toMatchObject({ notifications: false, show_countdown: true });
	await card.getByRole('switch', { name: 'Show Countdown' }).uncheck();
	if (!script) await card.getByRole('button', { name: 'Save Preferences' }).click();
	await expect.poll(async () => (await readUser(user.id)).show_countdown).toBe(false);

	await expect(page.locator('html')).toHaveClass('dark');
	await card.getByRole('button', { name: 'Use light' }).click();
	await expect(page.locator('html')).not.toHaveClass('dark');
	await expect(page).toHaveURL('/profile');
	await expect.poll(async () => (await readUser(user.id)).theme).toBe('light');
});

test('a player is new, and creators see it; a storyteller likes teaching', async ({
	page,
	signInAs,
	setSession,
	visit,
	script,
}) => {
	const player = await signInAs({ preferredUsername: 'Wren' });
	await visit('/profile');
	const card = page.getByRole('region', { name: 'At the table' });
	await expect(card.getByRole('switch')).toHaveCount(0);
	await card.getByLabel('How much have you played?').selectOption({ label: "I'm new" });
	if (!script) await card.getByRole('button', { name: 'Save this' }).click();
	await expect(page.getByText('Thanks, creators see it.')).toBeVisible();
	expect(await readUser(player.id)).toMatchObject({ experience: 'new', likes_teaching: false });

	const storyteller = await signInAs({ role: 'storyteller' });
	await visit('/profile');
	await card.getByRole('switch', { name: 'I like teaching' }).check();
	if (!script) await card.getByRole('button', { name: 'Save this' }).click();
	await expect(page.getByText('Thanks, creators see it.')).toBeVisible();
	expect(await readUser(storyteller.id)).toMatchObject({ experience: null, likes_teaching: true });

	const event = await addEventRow();
	const deleteGuests = await createGuests(event.id, AUTO_SPLIT.triggerCount);
	await createSignup(event.id, player.id, 'confirmed');
	await getSharedPool().query('INSERT INTO event_storytellers (event_id, user_id) VALUES ($1, $2)', [
		event.id,
		storyteller.id,
	]);
	await setSession(await createUser({ role: 'creator' }));
	await visit(`/events/${event.id}`);
	const groups = page.getByRole('region', { name: 'Event Groups' });
	await expect(groups.getByText('First game')).toBeVisible();
	await groups.getByLabel('Keep 1 first-timer together').check();
	await groups.getByRole('button', { name: 'Auto-Split' }).click();
	await expect(groups.getByText(/The first-timers play together in Group [12]\./)).toBeVisible();
	await setSession(player);
	await visit(`/events/${event.id}`);
	await expect(page.getByText('First game')).toHaveCount(0);
	await deleteGuests();
});

test('reminders, quiet hours, and a message that Discord refused', async ({
	page,
	signInAs,
	visit,
	script,
	expectedErrors,
}) => {
	expectedErrors.push('422');
	const user = await signInAs();
	await visit('/profile');
	const card = page.getByRole('region', { name: 'Reminders' });
	const box = (name: string) => card.getByRole('checkbox', { name: new RegExp(`^${name}`) });
	const community = box("Use the community's times");
	const zone = card.getByLabel('Time zone');
	const where = card.getByLabel('Where');
	const save = async (text: string) => {
		await card.getByRole('button', { name: 'Save reminders' }).click();
		await expect(page.getByText(text).first()).toBeVisible();
	};
	await expect(community).toBeChecked();
	await expect(box('1 week')).toBeHidden();
	await expect(card.getByLabel('From')).toBeHidden();
	await community.uncheck();
	await box('1 week').check();
	await box('24 hours').uncheck();
	await box('3 hours').uncheck();
	await box('1 hour').check();
	await expect(card).toContainText('will be late to, by direct message.');
	await where.selectOption("In the event's thread");
	await box('Quiet hours').check();
	await expect(zone).toHaveValue(script ? VIEWER_ZONE : 'America/New_York');
	await zone.selectOption('Asia/Tokyo');
	await card.getByLabel('From').fill('23:15');
	await card.getByLabel('To', { exact: true }).fill('23:15');
	await save('Please enter two different times');
	await expect(card.getByLabel('From')).toHaveValue('23:15');
	await expect(zone).toHaveValue('Asia/Tokyo');
	await expect(where).toHaveValue('thread');
	await expect(community).not.toBeChecked();
	await card.getByLabel('To', { exact: true }).fill('07:00');
	await save('Your reminders were saved.');
	const quietHours = { from: '23:15', to: '07:00', timezone: 'Asia/Tokyo' };
	expect(await readUser(user.id)).toMatchObject({
		reminder_minutes: [10_080, 60],
		reminder_way: 'thread',
		quiet_hours: quietHours,
		notifications: true,
	});

	await getSharedPool().query('UPDATE users SET messages_refused_at = now() WHERE id = $1', [user.id]);
	await visit('/profile');
	const notice = card.getByText("Discord didn't deliver our last message to you.");
	await expect(notice).toBeVisible();
	await expect(box('1 week')).toBeChecked();
	await expect(box('24 hours')).not.toBeChecked();
	await expect(card.getByLabel('To', { exact: true })).toHaveValue('07:00');
	await expect(card).toContainText("will be late to, in the event's thread.");
	await where.selectOption("The community's choice");
	await box('Quiet hours').uncheck();
	await community.check();
	await expect(zone).toBeHidden();
	await save('Your reminders were saved.');
	expect(await readUser(user.id)).toMatchObject({
		reminder_minutes: null,
		reminder_way: null,
		quiet_hours: null,
	});

	await page.getByRole('switch', { name: 'Notifications' }).uncheck();
	if (!script) await page.getByRole('button', { name: 'Save Preferences' }).click();
	await expect(card.getByText('Notifications are off, so nothing is sent.')).toBeVisible();
	await expect(notice).toBeHidden();
});

test('saving a switch or the theme keeps typed values in the other cards', async ({
	page,
	signInAs,
	visit,
	expectedErrors,
}) => {
	const user = await signInAs();
	await visit('/profile');
	const card = page.getByRole('region', { name: 'Preferences', exact: true });
	const tokens = page.getByRole('region', { name: 'API Tokens' });
	const discordId = page.getByLabel('Discord User ID');
	await tokens.getByLabel('Name of the token').fill('hearth-display');
	await tokens.getByRole('button', { name: 'New token' }).click();
	await expect(tokens.locator('code')).toHaveText(/^townbell_/);
	await tokens.getByLabel('Name of the token').fill('half a name');
	await discordId.fill('123');
	await card.getByRole('switch', { name: 'Notifications' }).uncheck();
	await expect(card.getByText('Your preferences were saved.')).toBeVisible();
	await card.getByRole('switch', { name: 'Show Countdown' }).uncheck();
	await expect.poll(async () => (await readUser(user.id)).show_countdown).toBe(false);
	await card.getByRole('button', { name: 'Use light' }).click();
	await expect.poll(async () => (await readUser(user.id)).theme).toBe('light');
	await card.getByRole('button', { name: 'Use dark' }).click();
	await expect.poll(async () => (await readUser(user.id)).theme).toBe('dark');
	await expect(card.getByRole('switch', { name: 'Notifications' })).not.toBeChecked();
	await expect(tokens.locator('code')).toHaveText(/^townbell_/);
	await expect(tokens.getByLabel('Name of the token')).toHaveValue('half a name');
	await expect(discordId).toHaveValue('123');

	// A switch that could not be saved shows what is stored.
	expectedErrors.push('ERR_FAILED');
	await page.route('**/profile.data*', (route) => route.abort(), { times: 1 });
	await card.getByRole('switch', { name: 'Notifications' }).click();
	await expect(page.getByText('The server could not be reached.')).toBeVisible();
	await expect(card.getByRole('switch', { name: 'Notifications' })).not.toBeChecked();
	expect((await readUser(user.id)).notifications).toBe(false);
});

test('preferences: a search form, limits with their texts, and nothing saved before Save', {
	tag: ['@no-script', '@translated'],
}, async ({ page, signInAs, visit }) => {
	const tag = `tribe${Date.now()}${test.info().parallelIndex}`;
	const me = await signInAs({ username: `${tag}-me` });
	const storytellers: CreatedUser[] = [];
	for (let index = 0; index < 6; index += 1) {
		storytellers.push(await createUser({ role: 'storyteller', username: `${tag}-${index}` }));
	}
	await createUser({ username: `${tag}-plain` });
	const readSaved = async () =>
		(
			await getSharedPool().query(
				'SELECT kind, preferred_user_id::text AS id FROM player_preferences WHERE user_id = $1 ORDER BY kind, position',
				[me.id],
			)
		).rows.map(({ kind, id }) => `${kind} ${id}`);
	await visit('/profile');
	await page.getByRole('link', { name: 'Edit Player Preferences' }).click();
	await expect(page).toHaveURL('/profile/preferences');
	const dialog = page.getByRole('dialog', { name: 'Player Preferences' });
	const add = (list: string, name: string) =>
		dialog
			.getByRole('list', { name: `Found among ${list}` })
			.getByRole('button', { name: `Add ${name}`, exact: true })
			.click();

	await dialog.getByLabel('Profile Notes').fill('Second game, please');
	// Enter in the search field searches.
	await dialog.getByRole('searchbox', { name: 'Search storytellers' }).fill(tag.toUpperCase());
	await dialog.getByRole('searchbox', { name: 'Search storytellers' }).press('Enter');
	const found = dialog.getByRole('list', { name: 'Found among storytellers' }).getByRole('listitem');
	await expect(found).toHaveCount(3);
	await expect(dialog.getByRole('button', { name: `Add ${tag}-plain` })).toHaveCount(0);
	for (const index of [0, 1, 2]) await add('storytellers', `${tag}-${index}`);
	await expect(dialog.getByText('Maximum of 3 preferred storytellers reached')).toBeVisible();
	await expect(dialog.getByRole('searchbox', { name: 'Search storytellers' })).toHaveCount(0);
	await dialog.getByRole('button', { name: `Remove ${tag}-1` }).click();
	await expect(dialog.getByText('2 of 3')).toBeVisible();

	await dialog.getByRole('searchbox', { name: 'Search players' }).fill(tag);
	await dialog.getByRole('button', { name: 'Search players' }).click();
	await expect(dialog.getByRole('button', { name: `Add ${tag}-me` })).toHaveCount(0);
	for (const index of [4, 3, 2, 1, 0]) await add('players', `${tag}-${index}`);
	await expect(dialog.getByText('Maximum of 5 preferred players reached')).toBeVisible();
	await expect(dialog.getByLabel('Profile Notes')).toHaveValue('Second game, please');
	expect(await readSaved()).toEqual([]);

	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(page).toHaveURL('/profile');
	await expect(page.getByText('Your preferences were saved.')).toBeVisible();
	const card = page.getByRole('region', { name: 'Player Preferences' });
	await expect(card.getByText('5 of 5')).toBeVisible();
	await expect(card.getByText('Second game, please')).toBeVisible();
	const id = (index: number) => storytellers[index]?.id;
	expect(await readSaved()).toEqual([
		...[4, 3, 2, 1, 0].map((index) => `player ${id(index)}`),
		...[0, 2].map((index) => `storyteller ${id(index)}`),
	]);

	await page.getByRole('link', { name: 'Edit Player Preferences' }).click();
	await dialog.getByRole('button', { name: `Remove ${tag}-4` }).click();
	await expect(dialog.getByText('4 of 5')).toBeVisible();
	await dialog.getByRole('link', { name: 'Cancel' }).click();
	await expect(page).toHaveURL('/profile');
	await expect(card.getByText('5 of 5')).toBeVisible();
});

test('on a phone the preferences are before the tokens, and the picker offers users the viewer played with', {
	tag: '@no-script',
}, async ({ page, signInAs, visit }) => {
	await page.setViewportSize({ width: 390, height: 800 });
	const me = await signInAs();
	const event = await addEventRow({ inHours: -48 });
	const [often, absent] = [await createUser(), await createUser()];
	for (const { id } of [me, often]) await createSignup(event.id, id, 'confirmed');
	await createSignup(event.id, absent.id, 'declined');
	await visit('/profile');
	const topOf = async (name: string) =>
		(await page.getByRole('region', { name, exact: true }).boundingBox())?.y ?? Number.NaN;
	expect(await topOf('Preferences')).toBeLessThan(await topOf('API Tokens'));
	expect(await topOf('Player Preferences')).toBeLessThan(await topOf('API Tokens'));
	await page.getByRole('link', { name: 'Edit Player Preferences' }).click();
	const dialog = page.getByRole('dialog', { name: 'Player Preferences' });
	const list = dialog.getByRole('list', { name: 'Players you played with' });
	await expect(list.getByRole('listitem')).toHaveCount(1);
	// The face: initials, or the picture over them.
	await expect(list.locator('button > [aria-hidden="true"]').first()).toHaveText('U');
	await list.getByRole('button', { name: `Add ${often.username}` }).click();
	await expect(dialog.getByText('1 of 5')).toBeVisible();
	await expect(dialog.getByRole('button', { name: `Add ${absent.username}` })).toHaveCount(0);
});

test('with script users are found while typing', async ({ page, signInAs, visit }) => {
	await signInAs();
	const other = await createUser();
	await visit('/profile/preferences');
	const dialog = page.getByRole('dialog');
	const field = dialog.getByRole('searchbox', { name: 'Search players' });
	await field.pressSequentially(other.username);
	await expect(dialog.getByRole('button', { name: `Add ${other.username}` })).toBeVisible();
	await expect(field).toBeFocused();
	await expect(field).toHaveValue(other.username);
	// A search that is about to be sent must not abort a save.
	await dialog.getByLabel('Profile Notes').fill('saved');
	await page.route('**/profile/preferences.data*', async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 700));
		await route.continue();
	});
	await field.pressSequentially('x');
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(page).toHaveURL('/profile');
	await expect(page.getByText('saved', { exact: true })).toBeVisible();
});

test('refuses one more than a list may hold, also from a stale page', async ({ page, signInAs }) => {
	await signInAs();
	const users = await Promise.all(Array.from({ length: 6 }, () => createUser()));
	const fields = new URLSearchParams({
		intent: 'preferences.save',
		do: `add:players:${users[5]?.id}`,
		notes: 'kept',
	});
	for (const { id } of users.slice(0, 5)) fields.append('preferredPlayers', id);
	const response = await page.context().request.post('/profile/preferences', {
		data: fields.toString(),
		headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
	});
	expect(response.status()).toBe(422);
	const html = await response.text();
	expect(html).toContain('Maximum of 5 preferred players reached');
	expect(html).toContain('kept');
	expect(html).not.toContain(`value="${users[5]?.id}"`);
});

test('a save that is refused says so and keeps the draft', async ({
	page,
	signInAs,
	visit,
	expectedErrors,
}) => {
	expectedErrors.push('422');
	await signInAs();
	const deletedUser = await createUser();
	await visit('/profile/preferences');
	const dialog = page.getByRole('dialog');
	await dialog.getByRole('searchbox', { name: 'Search players' }).fill(deletedUser.username);
	await dialog.getByRole('button', { name: 'Search players' }).click();
	await dialog.getByRole('button', { name: `Add ${deletedUser.username}` }).click();
	await expect(dialog.getByText('1 of 5')).toBeVisible();
	await dialog.getByLabel('Profile Notes').fill('kept');
	await getSharedPool().query('DELETE FROM users WHERE id = $1', [deletedUser.id]);
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(dialog.getByText('Failed to save preferences. Please try again.')).toBeVisible();
	await expect(dialog.getByText('Please choose players from the list').first()).toBeVisible();
	await expect(dialog.getByLabel('Profile Notes')).toHaveValue('kept');
});

test.describe('a connection that is lost', () => {
	test.use({ expectedErrors: ['net::ERR_FAILED'] });

	test('keeps the draft of the preferences and what was found', async ({ page, signInAs, visit }) => {
		const me = await signInAs();
		const [chosen, found] = [await createUser(), await createUser()];
		await visit('/profile/preferences');
		const dialog = page.getByRole('dialog', { name: 'Player Preferences' });
		const field = dialog.getByRole('searchbox', { name: 'Search players' });
		await field.fill(chosen.username);
		await dialog.getByRole('button', { name: `Add ${chosen.username}` }).click();
		await field.fill(found.username);
		await expect(dialog.getByRole('button', { name: `Add ${found.username}` })).toBeVisible();
		await dialog.getByLabel('Profile Notes').fill('typed with care');

		const address = '**/profile/preferences.data*';
		await page.route(address, (route) => route.abort());
		const failed = page.waitForEvent('requestfailed');
		await field.fill(`${found.username}x`);
		await failed;
		await expect(field).toBeFocused();
		await expect(field).toHaveValue(`${found.username}x`);
		await expect(dialog.getByRole('button', { name: `Add ${found.username}` })).toBeVisible();
		await dialog.getByRole('button', { name: 'Save' }).click();
		await expect(dialog.locator(':focus')).toContainText(
			'Failed to save preferences. Please try again. The server could not be reached. Please check your connection.',
		);
		await expect(dialog.getByText('1 of 5')).toBeVisible();
		await expect(dialog.getByLabel('Profile Notes')).toHaveValue('typed with care');

		await page.unroute(address);
		await dialog.getByRole('button', { name: 'Save' }).click();
		await expect(page).toHaveURL('/profile');
		const { rows: saved } = await getSharedPool().query(
			'SELECT preferred_user_id::text AS id FROM player_preferences WHERE user_id = $1',
			[me.id],
		);
		expect(saved).toEqual([{ id: chosen.id }]);
	});

	test('keeps the name that was typed', async ({ page, signInAs, visit }) => {
		await signInAs();
		await visit('/profile/edit');
		await page.getByLabel('Preferred Username').fill('Wren');
		await page.route('**/profile/edit.data*', (route) => route.abort(), { times: 1 });
		await page.getByRole('button', { name: 'Save', exact: true }).click();
		await expect(page.locator(':focus')).toContainText(
			'Failed to update profile. Please try again. The server could not be reached.',
		);
		await expect(page.getByLabel('Preferred Username')).toHaveValue('Wren');
		await page.getByRole('button', { name: 'Save', exact: true }).click();
		await expect(page.getByRole('heading', { level: 1, name: 'Wren' })).toBeVisible();
	});
});
