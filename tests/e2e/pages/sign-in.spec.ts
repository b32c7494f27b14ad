import { PERSONAS } from '~/seeds/personas.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { signInThroughDiscord } from '../support/pages.ts';
import { addEventRow, findUser, getSharedPool } from '../support/rows.ts';

const FAILED = 'Authentication failed. Please try again.';

test('the sign-in screen says what is needed and where newcomers go', async ({ page, visit }) => {
	await visit('/login');
	await expect(page).toHaveTitle(/Townbell/);
	await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
	await expect(
		page.getByText(/member of the Discord server of Candlewick Society and hold the required role/),
	).toBeVisible();
	const join = page.getByRole('link', { name: 'Learn More & Join Us' });
	await expect(join).toHaveAttribute('href', 'https://candlewick.example/join');
	await expect(page.getByRole('alert')).toHaveCount(0);
});

for (const [persona, sentence, headline] of [
	['stranger', 'You are not a member of our Discord server yet.', 'Join our Discord server first'],
	[
		'noRole',
		'Your account on our Discord server does not have the required role.',
		'You need a role on our Discord server',
	],
] as const) {
	test(`${persona}: refused with the reason, no session, nothing written`, async ({ page, context }) => {
		await page.goto('/login');
		await signInThroughDiscord(page, persona);
		await expect(page).toHaveURL('/');
		const alert = page.getByRole('alert');
		await expect(alert).toContainText(FAILED);
		await expect(alert).toContainText(sentence);
		await expect(alert).toContainText(headline);
		await expect(page.locator('main').getByRole('link').first()).toHaveText(
			persona === 'stranger' ? 'Learn More & Join Us' : 'Continue with Discord',
		);
		expect((await context.cookies()).map(({ name }) => name)).not.toContain('session');
		expect(await findUser(PERSONAS[persona].discordId)).toBeNull();
		await page.goto('/events');
		await expect(page).toHaveURL(/\/login\?redirectTo=/);
	});
}

test('cancelled at Discord: back at the sign-in screen with the reason, and the next try works', async ({
	page,
	context,
}) => {
	await page.goto('/');
	await signInThroughDiscord(page, 'cancel');
	await expect(page).toHaveURL('/');
	await expect(page.getByRole('alert')).toContainText(FAILED);
	await expect(page.getByRole('alert')).toContainText('You cancelled the sign-in on Discord.');
	expect((await context.cookies()).map(({ name }) => name)).not.toContain('session');
	await signInThroughDiscord(page, 'secondPlayer');
	await expect(page).toHaveURL('/events');
	await expect(page.getByRole('alert')).toHaveCount(0);
});

test('?error= shows the message, stays on the page, and the address becomes /', {
	tag: '@translated',
}, async ({ page, visit, script }) => {
	await visit('/?error=anything%3Cb%3E');
	await expect(page).toHaveURL('/');
	await expect(page.getByRole('alert')).toContainText(FAILED);
	if (script) {
		// The first visit sends the viewer's time zone to the server and reads the page's data again.
		await page.waitForFunction(() => document.cookie.includes('zone='));
		await page.waitForLoadState('networkidle');
	}
	await expect(page.getByRole('alert')).toContainText(FAILED);
	await expect(page.locator('body')).not.toContainText('anything');
	await page.reload();
	await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
	await expect(page.getByRole('alert')).toHaveCount(0);
	await visit('/login?error=anything');
	await expect(page).toHaveURL('/');
	await expect(page.getByRole('alert')).toContainText(FAILED);
});

test('a token that is wrong, used or meant for another browser starts no session', async ({
	page,
	context,
	browser,
	baseURL,
}) => {
	const token = await test.step('a sign-in in another browser', async () => {
		const other = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
		const otherPage = await other.newPage();
		let address = '';
		otherPage.on('request', (request) => {
			if (request.url().includes('/?token=')) address = request.url();
		});
		await otherPage.goto('/login');
		await signInThroughDiscord(otherPage, 'storyteller');
		await expect(otherPage).toHaveURL('/events');
		const usedToken = new URL(address).searchParams.get('token') ?? '';
		expect(usedToken).not.toBe('');
		await other.clearCookies({ name: 'session' });
		await otherPage.goto(`/?token=${usedToken}`);
		await expect(otherPage.getByRole('alert')).toContainText(FAILED);
		await other.close();
		return usedToken;
	});
	for (const wrong of [token, 'no-such-token', '']) {
		await page.goto(`/?token=${wrong}`);
		await expect(page).toHaveURL('/');
		await expect(page.getByRole('alert')).toContainText(FAILED);
		expect((await context.cookies()).map(({ name }) => name)).not.toContain('session');
	}
});

test('an unused token of one browser does not work in another and is not used up by the attempt', async ({
	page,
	context,
	browser,
	baseURL,
}) => {
	const other = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
	const otherPage = await other.newPage();
	await otherPage.goto('/login');
	await otherPage.getByRole('link', { name: 'Continue with Discord' }).click();
	await otherPage.getByRole('heading', { name: 'Choose who you are' }).waitFor();
	// The redirect with the token is read but not followed.
	const withoutRedirects = { maxRedirects: 0 };
	const agreed = await other.request.get(
		`${otherPage.url()}&persona=${PERSONAS.admin.discordId}`,
		withoutRedirects,
	);
	const callback = await other.request.get(agreed.headers().location ?? '', withoutRedirects);
	const address = callback.headers().location ?? '';
	expect(address).toContain('/?token=');
	await page.goto(address);
	await expect(page).toHaveURL('/');
	await expect(page.getByRole('alert')).toContainText(FAILED);
	expect((await context.cookies()).map(({ name }) => name)).not.toContain('session');
	await otherPage.goto(address);
	await expect(otherPage).toHaveURL('/events');
	await other.close();
});

test('signed out, a page leads to the sign-in screen and comes back after it', async ({ page, context }) => {
	const event = await addEventRow();
	let callback = '';
	page.on('request', (request) => {
		if (request.url().includes('/api/auth/discord/callback')) callback = request.url();
	});
	await page.goto(`/events/${event.id}?q=fox`);
	const { pathname, searchParams } = new URL(page.url());
	expect(pathname).toBe('/login');
	expect(searchParams.get('redirectTo')).toBe(`/events/${event.id}?q=fox`);
	await signInThroughDiscord(page, 'creator');
	await expect(page).toHaveURL(`/events/${event.id}?q=fox`);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.title);
	const session = (await context.cookies()).find(({ name }) => name === 'session');
	expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', secure: false });
	expect(await page.evaluate(() => document.cookie)).not.toContain('session=');
	expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
		String(session?.value),
	);
	// A browser that restores its tabs loads the callback again.
	await page.goto(callback);
	await expect(page).toHaveURL(`/events/${event.id}?q=fox`);
	await expect(page.getByRole('alert')).toHaveCount(0);
});

for (const evil of [
	'https://evil.example/',
	'//evil.example/',
	'/\\evil.example',
	'/%09/evil.example',
	'javascript:1',
]) {
	test(`redirectTo ${evil} leads to no other site`, async ({ page, baseURL }) => {
		await page.goto(`/login?redirectTo=${encodeURIComponent(evil)}`);
		await signInThroughDiscord(page, 'secondPlayer');
		await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
		expect(new URL(page.url()).origin).toBe(baseURL);
	});
}

test('logout ends the session here and on the server', { tag: ['@no-script', '@translated'] }, async ({
	page,
	context,
	signInAs,
	visit,
	api,
}) => {
	const user = await signInAs();
	await visit('/events');
	await page.locator('summary[aria-label="Settings"]').click();
	await page.getByRole('button', { name: 'Logout' }).click();
	await expect(page).toHaveURL('/login');
	await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
	expect((await context.cookies()).map(({ name }) => name)).not.toContain('session');
	expect((await (await api(user)).get('/api/auth/me')).status()).toBe(401);
	await page.goBack();
	await page.goto('/events');
	await expect(page).toHaveURL(/\/login\?redirectTo=/);
});

test('a signed-in user does not see the sign-in screen', async ({ page, signInAs }) => {
	await signInAs();
	for (const address of ['/', '/login']) {
		await page.goto(address);
		await expect(page).toHaveURL('/events');
	}
	await page.goto('/login?redirectTo=%2F%2Fevil.example');
	await expect(page).toHaveURL('/events');
	await page.goto('/login?redirectTo=%2Fprofile');
	await expect(page).toHaveURL('/profile');
});

test('a session that the server does not know leads to the sign-in screen', async ({
	page,
	context,
	setSession,
}) => {
	await setSession({ token: 'x'.repeat(43) });
	await page.goto('/events');
	await expect(page).toHaveURL(/\/login\?redirectTo=/);
	expect((await context.cookies()).map(({ name }) => name)).not.toContain('session');
});

test('the first visit explains the statuses above the page, and asks who is new', async ({
	page,
	context,
	baseURL,
	signInAs,
	script,
}) => {
	await page.setViewportSize({ width: 390, height: 844 });
	const user = await signInAs();
	const event = await addEventRow();
	const visitFirst = async () => {
		const value = encodeURIComponent(JSON.stringify({ tone: 'info', title: 'Welcome!', isFirstVisit: true }));
		await context.addCookies([{ name: 'flash', value, url: String(baseURL) }]);
		await page.goto(`/events/${event.id}`);
	};
	await visitFirst();
	const welcome = page.getByRole('region', { name: /^Welcome to the game nights of/ });
	await expect(welcome.getByRole('listitem')).toHaveText([
		"Confirm: you're coming",
		"Late: you're coming, but after the start",
		"Maybe: you don't know yet",
		"Decline: you can't come this time",
	]);
	await expect(welcome).toContainText('A storyteller runs the game');
	// It covers no button.
	for (const name of ['Confirmed', 'Declined'])
		await page.getByRole('button', { name, exact: true }).click({ trial: true });
	if (script) await expectAccessible(page);
	await welcome.getByRole('button', { name: "I'm new" }).click();
	await expect(page.getByText('Thanks, creators see it.')).toBeVisible();
	await expect(page).toHaveURL(`/events/${event.id}`);
	await expect.poll(() => readExperience(user.id)).toBe('new');
	await visitFirst();
	await welcome.getByLabel('Dismiss').click();
	await expect(welcome).toHaveCount(0);
	await expect(page).toHaveURL(`/events/${event.id}`);
});

async function readExperience(userId: string): Promise<string | undefined> {
	const { rows } = await getSharedPool().query('SELECT experience FROM users WHERE id = $1', [userId]);
	return rows[0]?.experience;
}
