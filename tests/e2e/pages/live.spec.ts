import type { BrowserContext, Page } from '@playwright/test';
import { startTcpProxy } from '~/tests/support/tcp-proxy.ts';
import { expectAccessible } from '../support/axe.ts';
import { createBoardEvent, getGroup, saveGroupsAsAnotherUser } from '../support/board.ts';
import { waitForHydration } from '../support/fixtures.ts';
import { expect, test } from '../support/own-discord.ts';
import { expectNotice, getCard, getSignupRows } from '../support/pages.ts';
import {
	addCommentRow,
	addEventRow,
	type CreatedUser,
	createSignup,
	createUser,
	deleteEventRow,
	getSharedPool,
} from '../support/rows.ts';

test.use({ isLive: true });

/** Signs a new user up, as another replica would, and returns the user. */
async function signUpAnother(eventId: string): Promise<CreatedUser> {
	const user = await createUser();
	await createSignup(eventId, user.id, 'confirmed');
	return user;
}

/** Runs in the page: counts the changes of each event that its live stream reports. */
function countChanges(): void {
	window.EventSource = class extends EventSource {
		constructor(address: string | URL) {
			super(address);
			this.addEventListener('changed', ({ data }) => {
				const { event } = JSON.parse(data);
				sessionStorage.setItem(event, String(Number(sessionStorage.getItem(event)) + 1));
			});
		}
	};
}

const setHidden = (page: Page, isHidden: boolean) =>
	page.evaluate((value) => {
		Object.defineProperty(document, 'hidden', { configurable: true, value });
		document.dispatchEvent(new Event('visibilitychange'));
	}, isHidden);
const announcement = (page: Page, text: string | RegExp) =>
	page.locator('p[role="status"]').filter({ hasText: text });
const showButton = (page: Page) => page.getByRole('button', { name: 'Show', exact: true });

async function addSession(context: BrowserContext, url: string, { token }: CreatedUser): Promise<void> {
	await context.addCookies([
		{ name: 'session', value: token, url },
		{ name: 'zone', value: encodeURIComponent('Europe/Berlin'), url },
	]);
}

test('the open page of the rounds shows groups that another creator saves', async ({
	page,
	signInAs,
	visit,
}) => {
	await signInAs({ role: 'creator' });
	const { event, getUser } = await createBoardEvent({ confirmed: ['ann'] });
	await saveGroupsAsAnotherUser(event.id, [{ name: 'Owls', players: [getUser('ann')] }]);
	await visit(`/events/${event.id}/rounds`);
	await expect(page.getByRole('region', { name: 'Owls' })).toBeVisible();
	await saveGroupsAsAnotherUser(event.id, [{ name: 'Foxes', players: [getUser('ann')] }]);
	await expect(page.getByRole('region', { name: 'Foxes' })).toBeVisible();
});

test('changes by a user of one replica are shown on the pages of another', async ({
	page,
	signInAs,
	visit,
	browser,
	server,
	discord,
}) => {
	expect(discord.violations).toEqual([]);
	const other = await server.startApp();
	const [event, player] = [await addEventRow(), await createUser()];
	await signInAs();
	await visit(`/events/${event.id}`);
	await page.getByRole('link', { name: 'Sign Up' }).first().focus();
	const context = await browser.newContext();
	await addSession(context, other.url, player);
	const theirs = await context.newPage();
	await theirs.goto(`${other.url}/events/${event.id}`);
	await waitForHydration(theirs);
	await theirs.getByRole('button', { name: 'Late', exact: true }).first().click();
	await expect(getSignupRows(page)).toContainText([player.username]);
	await expect(announcement(page, `${event.title}: 1 late.`)).toBeAttached();
	await expect(page.getByRole('link', { name: 'Sign Up' }).first()).toBeFocused();

	await theirs.getByRole('textbox', { name: 'Your comment' }).fill('I bring the board.');
	await theirs.getByRole('button', { name: 'Post comment' }).click();
	await expect(page.getByRole('list', { name: 'Comments' })).toContainText('I bring the board.');
	await expect(announcement(page, `${event.title}: 1 comment.`)).toBeAttached();
	await context.close();
	await other.stop();
});

test('the list shows new events and counts', { tag: '@translated' }, async ({ page, signInAs, visit }) => {
	const event = await addEventRow();
	await signInAs();
	await visit('/events');
	await signUpAnother(event.id);
	await expect(getCard(page, event.id)).toContainText('1 confirmed');
	const next = await addEventRow();
	await expect(getCard(page, next.id)).toBeAttached();
	await deleteEventRow(next.id);
	await expect(getCard(page, next.id)).toBeHidden();
});

test('the user’s own signup is loaded once', async ({ page, signInAs, visit }) => {
	await page.addInitScript(countChanges);
	const event = await addEventRow();
	await signInAs();
	const stream = page.waitForRequest((request) => request.url().includes('/live?'));
	await visit(`/events/${event.id}`);
	await stream;
	let loads = 0;
	page.on('request', (request) => {
		if (request.method() === 'GET' && request.url().includes(`/events/${event.id}.data`)) loads += 1;
	});
	await page.getByRole('button', { name: 'Late', exact: true }).first().click();
	await expect(getSignupRows(page)).toHaveCount(1);
	await signUpAnother(event.id);
	await expect(getSignupRows(page)).toHaveCount(2);
	// Tests beside this one may change the event too, as those do that mirror every event.
	const changes = await page.evaluate(
		(ids) => ids.reduce((sum, id) => sum + Number(sessionStorage.getItem(id)), 0),
		[event.id, '0'],
	);
	expect(changes).toBeGreaterThanOrEqual(2);
	expect(loads).toBeLessThanOrEqual(changes);
});

test('a page that was offline or hidden catches up', async ({
	page,
	context,
	signInAs,
	visit,
	expectedErrors,
}) => {
	// What the page asks for while it is offline: the stream, and at times the routes of the links it shows.
	expectedErrors.push('net::ERR_INTERNET_DISCONNECTED', 'Failed to fetch manifest patches');
	const event = await addEventRow();
	await signInAs();
	await visit(`/events/${event.id}`);
	await expect(getSignupRows(page)).toHaveCount(0);
	await context.setOffline(true);
	const first = await signUpAnother(event.id);
	await context.setOffline(false);
	await expect(getSignupRows(page)).toContainText([first.username]);

	const closed = page.waitForEvent('requestfailed', (request) => request.url().includes('/live?'));
	await setHidden(page, true);
	await closed;
	const second = await signUpAnother(event.id);
	await setHidden(page, false);
	await expect(getSignupRows(page)).toContainText([first.username, second.username]);
});

test('the pages of a killed replica connect to another one and miss nothing', async ({
	page,
	context,
	server,
	expectedErrors,
}) => {
	expectedErrors.push('503', 'net::ERR_');
	const [event, user] = [await addEventRow(), await createUser()];
	const killed = await server.startApp();
	const proxy = await startTcpProxy(killed.url);
	await addSession(context, proxy.url, user);
	await page.goto(`${proxy.url}/events/${event.id}`);
	await waitForHydration(page);
	const first = await signUpAnother(event.id);
	await expect(getSignupRows(page)).toContainText([first.username]);
	await killed.stop();
	const second = await signUpAnother(event.id);
	proxy.setServer(server.url);
	await expect(getSignupRows(page)).toContainText([first.username, second.username]);
	await proxy.stop();
});

/** Records when each stream of a page was open, in milliseconds. */
function watchStreams(): void {
	const now = () => performance.timeOrigin + performance.now();
	const streams: Stream[] = [];
	class WatchedStream extends EventSource {
		readonly stream: Stream = { from: now() };
		constructor(url: string) {
			super(url);
			streams.push(this.stream);
		}
		override close() {
			super.close();
			this.stream.to ??= now();
		}
	}
	Object.assign(window, { EventSource: WatchedStream, streams });
}

type Stream = { from: number; to?: number };
const readStreams = (page: Page) => page.evaluate((): Stream[] => Reflect.get(window, 'streams'));
const isOpen = ({ to }: Stream) => to === undefined;

test('seven windows share a stream, and the next one takes over when its window closes', async ({
	page,
	context,
	signInAs,
	visit,
}) => {
	await context.addInitScript(watchStreams);
	const event = await addEventRow();
	await signInAs();
	await visit(`/events/${event.id}`);
	const others = await Promise.all(Array.from({ length: 6 }, () => context.newPage()));
	for (const other of others) {
		await other.goto(`/events/${event.id}`);
		await waitForHydration(other);
	}
	const readAll = async () => (await Promise.all(others.map(readStreams))).flat();
	const first = await signUpAnother(event.id);
	for (const shown of [page, ...others]) await expect(getSignupRows(shown)).toContainText([first.username]);
	await expect.poll(async () => (await readAll()).filter(isOpen)).toEqual([]);
	const leaders = await readStreams(page);
	expect(leaders.filter(isOpen)).toHaveLength(1);
	await page.close();
	const second = await signUpAnother(event.id);
	for (const other of others)
		await expect(getSignupRows(other)).toContainText([first.username, second.username]);
	await expect.poll(async () => (await readAll()).filter(isOpen).length).toBe(1);
	// One is open, and one page at a time reads what its data has missed.
	const closedAt = Math.min(...(await readAll()).filter(isOpen).map(({ from }) => from));
	const streams = [...leaders.map((stream) => ({ to: closedAt, ...stream })), ...(await readAll())];
	const countAt = (time: number) =>
		streams.filter(({ from, to }) => from <= time && (to === undefined || to > time)).length;
	expect(Math.max(...streams.map(({ from }) => countAt(from)))).toBeLessThanOrEqual(2);
});

test('a page whose load fails stays as it is and loads again', async ({
	page,
	signInAs,
	visit,
	expectedErrors,
}) => {
	expectedErrors.push('net::ERR_FAILED', '503');
	const event = await addEventRow();
	await signInAs();
	await visit(`/events/${event.id}`);
	let failures = 0;
	await page.route('**/events/*.data*', (route) => {
		failures += 1;
		if (failures === 1) return route.abort();
		return failures === 2 ? route.fulfill({ status: 503, body: '' }) : route.continue();
	});
	const player = await signUpAnother(event.id);
	await expect.poll(() => failures).toBe(2);
	await expect(page.getByRole('heading', { name: event.title, level: 1 })).toBeVisible();
	await expect(getSignupRows(page)).toContainText([player.username]);
	expect(failures).toBe(3);
});

test('a live load leaves the notice of another window to that window', async ({
	page,
	context,
	baseURL,
	signInAs,
	visit,
}) => {
	const event = await addEventRow();
	await signInAs();
	await visit(`/events/${event.id}`);
	const value = encodeURIComponent(JSON.stringify({ tone: 'success', title: 'Event saved.' }));
	await context.addCookies([{ name: 'flash', value, url: String(baseURL) }]);
	await signUpAnother(event.id);
	await expect(getSignupRows(page)).toHaveCount(1);
	expect((await context.cookies()).map(({ name }) => name)).toContain('flash');
	await visit(`/events/${event.id}`);
	await expectNotice(page, 'Event saved.');
});

test('a signed-out page says so, and a hidden one when it is shown', async ({
	page,
	signInAs,
	visit,
	expectedErrors,
}) => {
	expectedErrors.push('401');
	const event = await addEventRow();
	const user = await signInAs();
	const hidden = await page.context().newPage();
	await hidden.goto(`/events/${event.id}`);
	await waitForHydration(hidden);
	await setHidden(hidden, true);
	await visit(`/events/${event.id}`);
	// The stream is open.
	await signUpAnother(event.id);
	await expect(getSignupRows(page)).toHaveCount(1);
	await getSharedPool().query('DELETE FROM sessions WHERE user_id = $1', [user.id]);
	await expectNotice(page, 'You are signed out. Sign in again to see what changes.');
	await expect(page.getByRole('heading', { name: event.title, level: 1 })).toBeVisible();
	await setHidden(hidden, false);
	await expectNotice(hidden, 'You are signed out. Sign in again to see what changes.');
});

test('the page of an event that is deleted says so', async ({ page, signInAs, visit, expectedErrors }) => {
	expectedErrors.push('404');
	const event = await addEventRow();
	await signInAs();
	await visit(`/events/${event.id}`);
	await deleteEventRow(event.id);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event not found');
	await expect(page).toHaveURL(`/events/${event.id}`);
	await page.getByRole('link', { name: 'Back to Events' }).click();
	await expect(page).toHaveURL('/events');
});

/** How a user begins something that new data must not disturb, and how they end it. */
const DRAFTS: Record<
	string,
	[begin: (page: Page) => Promise<unknown>, end: (page: Page) => Promise<unknown>]
> = {
	'a comment': [
		(page) => page.getByRole('textbox', { name: 'Your comment' }).pressSequentially('Is the'),
		(page) => page.getByRole('textbox', { name: 'Your comment' }).fill(''),
	],
	'a dialog': [
		async (page) => {
			await page.getByRole('link', { name: 'Sign Up' }).first().click();
			await page.getByRole('dialog').waitFor();
		},
		(page) => page.keyboard.press('Escape'),
	],
	'a selection': [
		(page) => page.getByRole('heading', { level: 1 }).selectText(),
		(page) => page.evaluate(() => document.getSelection()?.removeAllRanges()),
	],
};

for (const [name, [begin, end]] of Object.entries(DRAFTS)) {
	test(`${name} is not disturbed: a notice offers to show what changed`, async ({
		page,
		signInAs,
		visit,
	}) => {
		const event = await addEventRow();
		await signInAs();
		await visit(`/events/${event.id}`);
		await begin(page);
		const first = await signUpAnother(event.id);
		await expect(showButton(page)).toBeVisible();
		await expect(page.getByText('New changes')).toHaveCount(1);
		await expectAccessible(page);
		await expect(getSignupRows(page)).toHaveCount(0);
		await end(page);
		await expect(getSignupRows(page)).toContainText([first.username]);
		await expect(showButton(page)).toBeHidden();
	});
}

test('a number of groups, a search and an open menu are no drafts', async ({ page, signInAs, visit }) => {
	const names = Array.from({ length: 17 }, (_, i) => `player ${i + 1}`);
	const { event } = await createBoardEvent({ confirmed: names });
	await signInAs({ role: 'creator' });
	await visit(`/events/${event.id}`);
	await page.getByRole('spinbutton', { name: 'Number of groups' }).fill('1');
	await page.locator('summary[aria-label="Move player 1"]').click();
	const another = await signUpAnother(event.id);
	await expect(getSignupRows(page).filter({ hasText: another.username })).toBeVisible();
	await expect(showButton(page)).toBeHidden();
});

test('while a message is on its way to Discord, a draft does not hide what became of it', async ({
	page,
	signInAs,
	visit,
}) => {
	const { event, users } = await createBoardEvent({ confirmed: ['hazel-of-the-mill'] });
	const [hazel] = Object.values(users);
	if (!hazel) throw new Error('The event has one player.');
	await saveGroupsAsAnotherUser(event.id, [{ name: 'Chapel', players: [hazel] }]);
	await getSharedPool().query(
		`INSERT INTO announcements (event_id, kind, channel_id, due_at) VALUES ($1, 'groups', '912345678901234567', now() + interval '1 day')`,
		[event.id],
	);
	await signInAs({ role: 'creator' });
	await visit(`/events/${event.id}`);
	await expect(page.getByText('Posting the groups to Discord…')).toBeVisible();
	await page.getByRole('button', { name: 'Add Group' }).first().click();
	await getSharedPool().query(
		`UPDATE announcements SET state = 'posted', message_id = '912345678901234568' WHERE event_id = $1`,
		[event.id],
	);
	await expect(page.getByRole('link', { name: 'Groups posted on Discord' })).toBeVisible();
	await expect(showButton(page)).toBeHidden();
	await expect(getGroup(page, 'Group 2')).toBeVisible();
});

test('Show loads what changed and keeps the draft', async ({ page, signInAs, visit }) => {
	const [event, player] = [await addEventRow(), await createUser()];
	await signInAs();
	await visit(`/events/${event.id}`);
	const field = page.getByRole('textbox', { name: 'Your comment' });
	await field.fill('Is the board there?');
	await addCommentRow(event.id, player.id, 'I bring the board.');
	await showButton(page).focus();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('list', { name: 'Comments' })).toContainText('I bring the board.');
	await expect(field).toHaveValue('Is the board there?');
	await expect(showButton(page)).toBeHidden();
	await expect(page.locator('#main')).toBeFocused();
});

test('groups of others are shown, but not in place of groups that are not saved', async ({
	page,
	signInAs,
	visit,
}) => {
	const { event, users } = await createBoardEvent({ confirmed: ['wren-of-the-mill', 'ash-of-the-mill'] });
	const [wren, ash] = Object.values(users);
	if (!wren || !ash) throw new Error('The event has two players.');
	await signInAs({ role: 'creator' });
	await visit(`/events/${event.id}`);
	await saveGroupsAsAnotherUser(event.id, [{ name: 'Chapel', players: [wren] }]);
	await expect(getGroup(page, 'Chapel')).toContainText(wren.username);
	await page.getByRole('button', { name: 'Add Group' }).first().click();
	await saveGroupsAsAnotherUser(event.id, [{ name: 'Tavern', players: [wren, ash] }]);
	await expect(showButton(page)).toBeVisible();
	await expect(getGroup(page, 'Chapel')).toContainText(wren.username);
	await showButton(page).click();
	await expect(page.getByText('Tavern').first()).toBeAttached();
	await expect(getGroup(page, 'Chapel')).toBeVisible();
});
