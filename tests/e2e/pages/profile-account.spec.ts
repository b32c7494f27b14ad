import { readFile } from 'node:fs/promises';
import { ACCOUNT_TEXTS } from '~/domain/users/account-data.ts';
import { expectBrieflyShown } from '../support/brief-texts.ts';
import { expect, test } from '../support/fixtures.ts';
import { addEventRow, createSession, createSignup, createUser, getSharedPool } from '../support/rows.ts';

const readUser = async (id: string) => {
	const { rows: users } = await getSharedPool().query('SELECT * FROM users WHERE id = $1', [id]);
	return users[0];
};

test('linking: every wrong ID has its error text, the viewer’s own ID links 30 signups', {
	tag: '@no-script',
}, async ({ page, signInAs, visit, expectedErrors }) => {
	expectedErrors.push('422', '403');
	await page.setViewportSize({ width: 390, height: 600 });
	const me = await signInAs();
	const other = await createUser();
	for (let index = 0; index < 30; index += 1) {
		const event = await addEventRow({ inHours: -24 * (index + 1) });
		await getSharedPool().query(
			`INSERT INTO signups (event_id, user_id, status, signup_source) VALUES ($1, $2, 'confirmed', 'discord')`,
			[event.id, me.id],
		);
	}
	await visit('/profile');
	const card = page.getByRole('region', { name: 'Link Discord Account' });
	await expect(card.getByText('30 signups are waiting.')).toBeVisible();
	const link = async (id: string) => {
		await card.getByLabel('Discord User ID').fill(id);
		await card.getByRole('button', { name: 'Link' }).click();
	};
	const failure = card.getByRole('alert');
	const ownAccountOnly = 'You can only link your own Discord account';
	// No text comes twice in a row, so that each one shows that its own response has arrived.
	for (const [id, text] of [
		['', 'Please enter your Discord User ID'],
		['99999999999999999', ownAccountOnly],
		['1234', 'A Discord User ID is a number of 17 to 20 digits'],
		[other.discordId, ownAccountOnly],
	] as const) {
		await link(id);
		await expect(failure).toContainText('Failed to link Discord account');
		await expect(failure).toContainText(text);
		await expect(card.getByLabel('Discord User ID')).toHaveValue(id);
	}
	await link(me.discordId);
	await expect(
		page.getByText('Discord account linked successfully! 30 signups were linked.'),
	).toBeInViewport();
	await expect(card.getByText('waiting')).toHaveCount(0);
	await link(me.discordId);
	await expect(page.getByText('Discord account linked successfully! 0 signups were linked.')).toBeVisible();
});

test('an API token is shown once, works, and is revoked', { tag: '@no-script' }, async ({
	page,
	signInAs,
	visit,
	api,
	expectedErrors,
}) => {
	expectedErrors.push('422');
	const me = await signInAs();
	await visit('/profile');
	const card = page.getByRole('region', { name: 'API Tokens' });
	await card.getByRole('button', { name: 'New token' }).click();
	await expect(card.getByText('Please give the token a name').first()).toBeVisible();
	await card.getByLabel('Name of the token').fill('hearth-display');
	await card.getByRole('button', { name: 'New token' }).click();
	const secret = (await card.locator('code').textContent()) ?? '';
	expect(secret).toMatch(/^townbell_/);
	const row = card.getByRole('listitem').filter({ hasText: 'hearth-display' });
	await expect(row).toContainText('Never used');
	const request = await api({ token: secret });
	expect((await (await request.get('/api/auth/me')).json()).id).toBe(me.id);
	await visit('/profile');
	await expect(row).toContainText('Last used');
	await expect(page.getByText(secret)).toHaveCount(0);
	await row.getByRole('button', { name: 'Revoke hearth-display' }).click();
	await expect(page.getByText('The API token was revoked.')).toBeInViewport();
	await expect(row).toHaveCount(0);
	expect((await request.get('/api/auth/me')).status()).toBe(401);
});

test('a double press creates one token and shows it', async ({ page, signInAs, visit }) => {
	await signInAs();
	await visit('/profile');
	const card = page.getByRole('region', { name: 'API Tokens' });
	let release: () => void = () => undefined;
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	let requestCount = 0;
	await page.route('**/profile.data*', async (route) => {
		if (route.request().method() !== 'POST') return route.continue();
		const response = await route.fetch();
		requestCount += 1;
		await released;
		// An aborted request cannot be fulfilled.
		await route.fulfill({ response }).catch(() => undefined);
	});
	const name = card.getByLabel('Name of the token');
	await name.fill('hearth-display');
	// Two clicks before anything is rendered, and one while the response is awaited.
	await card.getByRole('button', { name: 'New token' }).evaluate((button: HTMLButtonElement) => {
		button.click();
		button.click();
	});
	await expect.poll(() => requestCount).toBeGreaterThan(0);
	await name.press('Enter');
	release();
	await expect(card.locator('code')).toHaveText(/^townbell_/);
	await expect(card.getByRole('alert')).toHaveCount(0);
	await expect(card.getByRole('listitem')).toHaveCount(1);
	await expect(name).toHaveValue('');
	expect(requestCount).toBe(1);
});

test('a token whose response was lost is listed, and the next press creates another', async ({
	page,
	signInAs,
	visit,
	baseURL,
	expectedErrors,
}) => {
	expectedErrors.push('409');
	await signInAs();
	await visit('/profile');
	const card = page.getByRole('region', { name: 'API Tokens' });
	const key = await card.locator('input[name="key"]').inputValue();
	await page.context().request.post('/profile', {
		form: { intent: 'tokens.create', key, name: 'lost' },
		headers: { Origin: String(baseURL) },
	});
	await card.getByLabel('Name of the token').fill('lost');
	await card.getByRole('button', { name: 'New token' }).click();
	await expect(card.getByRole('alert')).toContainText('This token was already created');
	await expect(card.getByRole('listitem')).toHaveText([/^lost/]);
	await expect(card.getByLabel('Name of the token')).toHaveValue('lost');
	await card.getByLabel('Name of the token').fill('found');
	await card.getByRole('button', { name: 'New token' }).click();
	await expect(card.locator('code')).toHaveText(/^townbell_/);
	await expect(card.getByRole('alert')).toHaveCount(0);
	await expect(card.getByRole('listitem')).toHaveText([/^found/, /^lost/]);
});

test('other browsers are signed out, one or all', { tag: '@no-script' }, async ({
	page,
	signInAs,
	visit,
	api,
}) => {
	const me = await signInAs();
	const others = [await createSession(me.id), await createSession(me.id), await createSession(me.id)];
	await getSharedPool().query(
		`UPDATE sessions SET browser = 'Firefox on Windows' WHERE id = (SELECT max(id) FROM sessions WHERE user_id = $1)`,
		[me.id],
	);
	const readSignedInStates = () =>
		Promise.all(
			others.map(async (token) => (await (await api({ token })).get('/api/auth/me')).status() === 200),
		);
	await visit('/profile');
	const card = page.getByRole('region', { name: "Where you're signed in" });
	await expect(card.getByText('This browser')).toHaveCount(1);
	await expect(card.getByText('Unknown browser')).toHaveCount(3);
	await expect(card.getByText('Firefox on Windows')).toHaveCount(1);
	await card.getByRole('button', { name: 'Sign out', exact: true }).first().click();
	await expect(page.getByText('That browser was signed out.')).toBeInViewport();
	expect((await readSignedInStates()).filter(Boolean)).toHaveLength(2);
	await card.getByRole('button', { name: 'Sign out everywhere else' }).click();
	await expect(page.getByText('All other browsers were signed out.')).toBeInViewport();
	expect(await readSignedInStates()).toEqual([false, false, false]);
	await expect(card.getByText('Firefox on Windows')).toHaveCount(0);
	await expect(card.getByText('This browser')).toHaveCount(1);
	await visit('/events');
	await expect(page).toHaveURL('/events');
});

test('more than ten sessions are shown on request', async ({ page, signInAs, visit }) => {
	const user = await signInAs();
	for (let i = 0; i < 11; i += 1) await createSession(user.id);
	await visit('/profile?shown=25');
	const sessions = page.getByRole('region', { name: "Where you're signed in" }).getByText('Unknown browser');
	await expect(sessions).toHaveCount(10);
	await page.getByRole('link', { name: 'Show all 12' }).click();
	await expect(sessions).toHaveCount(12);
	await expect(page).toHaveURL('/profile?shown=25&sessions=all');
	await expect(page.getByRole('link', { name: /Show all/ })).toHaveCount(0);
	await page
		.getByRole('button', { name: /^Sign out/ })
		.last()
		.click();
	await expect(page.getByText('That browser was signed out.')).toBeVisible();
	await expect(sessions).toHaveCount(11);
});

test('the viewer’s own data is downloaded as a file', async ({ page, signInAs, visit }) => {
	const me = await signInAs({ preferredUsername: 'Wren' });
	await visit('/profile');
	const download = page.waitForEvent('download');
	await page.getByRole('link', { name: 'Download' }).click();
	const file = await download;
	expect(file.suggestedFilename()).toBe('townbell-profile.json');
	const { tables } = JSON.parse(await readFile(await file.path(), 'utf8'));
	expect(tables.users).toMatchObject([{ id: me.id, discord_id: me.discordId, preferred_username: 'Wren' }]);
});

test('deleting the profile can be cancelled at every step', { tag: '@no-script' }, async ({
	page,
	signInAs,
	visit,
	script,
}) => {
	const me = await signInAs();
	const dialog = page.getByRole('dialog', { name: 'Delete Profile' });
	for (const steps of [0, 1, 2]) {
		await visit('/profile');
		await page.getByRole('link', { name: 'Delete Profile' }).click();
		if (steps > 0) await dialog.getByRole('link', { name: 'Continue' }).click();
		if (steps > 1) await dialog.getByRole('link', { name: "Yes, I'm sure" }).click();
		if (script && steps === 1) {
			await expect(dialog.getByText('This cannot be undone.')).toBeVisible();
			await page.keyboard.press('Escape');
		} else {
			const cancelArea = steps === 2 ? dialog.locator('form') : dialog;
			await cancelArea.getByText('Cancel', { exact: true }).click();
		}
		await expect(page).toHaveURL('/profile');
		await expect(page.getByText('Profile deletion cancelled.')).toBeVisible();
	}
	expect(await readUser(me.id)).toBeTruthy();
});

test('deleting the profile: two confirmations, the typed word, and the sign-in screen after a second', {
	tag: '@no-script',
}, async ({ page, signInAs, visit, api, expectedErrors }) => {
	expectedErrors.push('422');
	const me = await signInAs();
	await createSignup((await addEventRow()).id, me.id, 'confirmed', 'mine');
	await visit('/profile');
	await page.getByRole('link', { name: 'Delete Profile' }).click();
	await expect(page).toHaveURL('/profile/delete');
	const dialog = page.getByRole('dialog', { name: 'Delete Profile' });
	await expect(dialog).toContainText(`This also deletes your ${ACCOUNT_TEXTS.deleted}.`);
	await dialog.getByRole('link', { name: 'Continue' }).click();
	await dialog.getByRole('link', { name: "Yes, I'm sure" }).click();
	const word = dialog.getByLabel('Type DELETE to confirm');
	for (const wrong of ['', 'delete', 'DELETE!']) {
		await word.fill(wrong);
		await dialog.getByRole('button', { name: 'Delete Profile' }).click();
		await expect(dialog.getByText('Profile deletion cancelled.')).toBeVisible();
		await expect(word).toHaveValue(wrong);
	}
	expect(await readUser(me.id)).toBeTruthy();
	const moves: { path: string; at: number }[] = [];
	page.on('framenavigated', (frame) => moves.push({ path: new URL(frame.url()).pathname, at: Date.now() }));
	await word.fill('DELETE');
	await dialog.getByRole('button', { name: 'Delete Profile' }).click();
	await expectBrieflyShown(
		page.locator('main'),
		['Profile deleted successfully. You will be logged out.'],
		10_000,
	);
	await expect(page).toHaveURL('/login');
	const readTimeOf = (path: string) => moves.find((move) => move.path === path)?.at ?? Number.NaN;
	expect(readTimeOf('/login') - readTimeOf('/profile/deleted')).toBeGreaterThan(500);
	await expect(page.getByRole('link', { name: 'Continue with Discord' })).toBeVisible();
	expect(await readUser(me.id)).toBeUndefined();
	expect((await (await api(me)).get('/api/auth/me')).status()).toBe(401);
	const cookies = await page.context().cookies();
	expect(cookies.filter(({ name }) => ['session', 'XSRF-TOKEN', 'flash'].includes(name))).toEqual([]);
	await page.goto('/profile/deleted');
	await expect(page).toHaveURL('/login');
});

test('the calendar: create, renew and revoke the link, and choose its events', { tag: '@no-script' }, async ({
	page,
	signInAs,
	visit,
	script,
}) => {
	const user = await signInAs();
	await visit('/profile');
	const card = page.getByRole('region', { name: 'Calendar' });
	await expect(card).toContainText("Your calendar is empty: you haven't signed up for any coming event.");
	await expect(card.getByRole('switch', { name: 'All events' })).not.toBeChecked();
	await card.getByRole('button', { name: /^Create a link/ }).press('Enter');
	await expect(page.getByText('Your calendar link is ready.')).toBeVisible();
	if (script) await expect(card.locator(':focus')).toHaveCount(1);
	const link = card.getByLabel('Your calendar link');
	await expect(link).toHaveValue(/\/calendar\/\d+-[\w-]{43}\.ics$/);
	const first = await link.inputValue();
	await expect(card.getByRole('link', { name: 'Apple Calendar' })).toHaveAttribute(
		'href',
		first.replace(/^https?:/, 'webcal:'),
	);
	await card.getByRole('switch', { name: 'All events' }).check();
	if (!script) await card.getByRole('button', { name: 'Save calendar' }).click();
	await expect(page.getByText('Your calendar was saved.')).toBeVisible();
	expect(await readUser(user.id)).toMatchObject({ calendar_all_events: true });
	await expect(card).not.toContainText('Your calendar is empty');
	await card.getByRole('button', { name: 'Renew link' }).click();
	await expect(link).not.toHaveValue(first);
	await card.getByRole('button', { name: 'Revoke link' }).press('Enter');
	await expect(page.getByText('The calendar link was revoked.')).toBeVisible();
	if (script) await expect(card.locator(':focus')).toHaveCount(1);
	await expect(link).toHaveCount(0);
	expect(await readUser(user.id)).toMatchObject({ calendar_key: null });
});

test('one press on a calendar creates the link and goes there', async ({
	page,
	context,
	signInAs,
	visit,
}) => {
	const user = await signInAs();
	const google = 'https://calendar.google.com/**';
	await context.route(google, (route) => route.fulfill({ body: 'Add by URL' }));
	await visit('/profile');
	const card = page.getByRole('region', { name: 'Calendar' });
	// Only a request of a script, and none after a redirect, gets the response above.
	const [tab, request] = await Promise.all([
		page.waitForEvent('popup'),
		context.waitForEvent('request', (asked) => asked.url().startsWith('https://calendar.google.com/')),
		card.getByRole('button', { name: 'Google Calendar' }).click(),
	]);
	const asked = new URL(request.url()).searchParams.get('cid') ?? '';
	expect(asked).toMatch(/\/calendar\/\d+-[\w-]{43}\.ics$/);
	await expect(tab.getByText('Add by URL')).toBeVisible();
	await expect(page).toHaveURL(/\/profile/);
	await expect(card.getByRole('link', { name: 'Google Calendar' })).toHaveAttribute('target', '_blank');
	await expect(card.getByRole('link', { name: 'Apple Calendar' })).not.toHaveAttribute('target');
	// Another calendar gets the same link.
	const { calendar_key: key } = await readUser(user.id);
	const later = await context.newPage();
	await later.goto('/profile');
	await expect(later.getByRole('link', { name: 'Outlook.com' })).toHaveAttribute(
		'href',
		new RegExp(encodeURIComponent(asked)),
	);
	expect(await readUser(user.id)).toMatchObject({ calendar_key: key });
});
