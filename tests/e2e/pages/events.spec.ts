import { QUICK_SIGNUP_LABELS, SIGNUP_STATUSES } from '~/domain/signups/statuses.ts';
import { formatOrdinalDate, formatTime, formatWeekdayTime } from '~/domain/time/format.ts';
import { formatWeek } from '~/domain/time/week.ts';
import { expectAccessible } from '../support/axe.ts';
import { saveGroupsAsAnotherUser } from '../support/board.ts';
import { expect, test, VIEWER_ZONE } from '../support/fixtures.ts';
import { getCard, getQuickSignup, signUpQuickly } from '../support/pages.ts';
import {
	addEventRow,
	createSignup,
	createUser,
	deleteRegisteredEvents,
	listSignupRows,
	setBanner,
} from '../support/rows.ts';

const EASTERN = 'America/New_York';
const QUICK_LABELS = SIGNUP_STATUSES.map((status) => QUICK_SIGNUP_LABELS[status]);

test('the heading, its subtitle and the grid', async ({ page, signInAs, visit }) => {
	await signInAs();
	await addEventRow();
	await visit('/events');
	await expect(page).toHaveTitle('Events · Townbell');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events');
	await expect(page.getByText(/Browse.*sign up/)).toBeVisible();
	await expect(page.getByRole('heading', { name: 'Upcoming Games' })).toBeVisible();
	// The code of forms is a third of what the list loads without it.
	const files = page.locator('link[rel="modulepreload"], script[src]');
	const addresses = await files.evaluateAll((all) => all.map((one) => one.outerHTML));
	expect(addresses.filter((html) => html.includes('/kit-'))).not.toEqual([]);
	expect(addresses.filter((html) => html.includes('/forms-'))).toEqual([]);
});

test('the banner is shown above the list while the setting has a text', async ({
	page,
	signInAs,
	visit,
	alone: _,
}) => {
	await signInAs();
	await setBanner('The Hearth has a new door code.');
	try {
		await visit('/events');
		await expect(page.getByText('The Hearth has a new door code.')).toBeVisible();
	} finally {
		await setBanner('');
	}
	await page.reload();
	await expect(page.getByRole('heading', { name: 'Events', exact: true })).toBeVisible();
	await expect(page.getByText('The Hearth has a new door code.')).toHaveCount(0);
});

test('the next game, its date and its warnings', async ({ page, signInAs, visit, alone: _, script }) => {
	const viewer = await signInAs();
	const later = await addEventRow({ inHours: 30 });
	await createSignup(later.id, viewer.id, 'confirmed');
	await saveGroupsAsAnotherUser(later.id, [{ name: 'Owls' }, { name: 'Bats', players: [viewer] }]);
	await addEventRow({ inHours: 20, status: 'cancelled' });
	await visit('/events');
	const hero = page.getByRole('region', { name: 'Next game' });
	await expect(hero).toContainText('Next Game:');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events');
	await expect(hero.getByRole('heading', { level: 1 })).toHaveCount(0);
	await expect(hero.getByRole('link', { name: later.title })).toHaveAttribute('href', `/events/${later.id}`);
	await expect(hero).toContainText(formatOrdinalDate(later.date, EASTERN));
	await expect(hero).toContainText(/\d\d\s*day/);
	await expect(hero).toContainText(/\d\d\s*second/);
	await expect(hero.getByText(/Less than/)).toHaveCount(0);
	await expect(hero.getByText("You're in Bats, seat 1 · 1 player")).toBeVisible();

	const sooner = await addEventRow({ inHours: 23.5 });
	await page.reload();
	await expect(hero.getByRole('link', { name: sooner.title })).toBeVisible();
	await expect(hero.getByText('Less than 24 hours to go!')).toBeVisible();
	await expect(hero.getByText("You're in")).toHaveCount(0);

	const soonest = await addEventRow({ inHours: 0.9 });
	await page.reload();
	await expect(hero.getByText('Less than 1 hour to go!')).toBeVisible();
	await expect(hero.getByText('Less than 24 hours to go!')).toHaveCount(0);
	if (script) {
		const seconds = await hero.getByText(/^\d\d\s*seconds?$/).textContent();
		await expect(hero.getByText(/^\d\d\s*seconds?$/)).not.toHaveText(String(seconds));
	}
	await hero.getByRole('link', { name: 'View Details' }).click();
	await expect(page).toHaveURL(`/events/${soonest.id}`);
});

test('the next game has a button for each status', async ({ page, signInAs, visit, alone: _, script }) => {
	const user = await signInAs();
	const event = await addEventRow({ inHours: 0.8 });
	await visit('/events');
	const hero = page.getByRole('region', { name: 'Next game' });
	const buttons = hero.getByRole('group', { name: `Sign up for ${event.title}` }).getByRole('button');
	await expect(buttons).toHaveText(QUICK_LABELS);
	await expect(hero).toContainText("You haven't signed up yet");
	await expect(hero).toContainText('0 players confirmed');
	for (const [label, shown, announcement] of [
		['Confirm', 'Confirmed', "You're signed up as Confirmed."],
		['Late', 'Late', "You're signed up as Late."],
		['Decline', 'Declined', 'You declined.'],
	] as const) {
		const button = buttons.filter({ hasText: label });
		await button.click();
		await expect(button).toHaveAttribute('aria-pressed', 'true');
		await expect(button).toBeInViewport();
		await expect(hero).toContainText(`Your signup: ${shown}`);
		await expect(getQuickSignup(getCard(page, event.id))).toHaveText(shown);
		if (script) await expect(page.getByRole('status').filter({ hasText: announcement })).toHaveCount(1);
	}
	await expect.poll(() => listSignupRows(event.id, user.id)).toEqual([{ status: 'declined', notes: null }]);
	await expect(page).toHaveURL(script ? '/events' : `/events?asked=hero-${event.id}-note#next-game`);
});

test('after Late the list asks how late, and after Decline for a note', async ({
	page,
	signInAs,
	visit,
	script,
	alone: _,
}) => {
	const user = await signInAs();
	const event = await addEventRow({ inHours: 0.8 });
	await visit('/events');
	const hero = page.getByRole('region', { name: 'Next game' });
	await hero.getByRole('button', { name: 'Late' }).click();
	await expect(hero.getByRole('link', { name: 'Other time' })).toHaveAttribute(
		'href',
		`/events/${event.id}/signup`,
	);
	if (script) await expectAccessible(page);
	await hero.getByRole('button', { name: '30 min' }).click();
	await expect(page.getByText('Saved: you arrive 30 minutes after the start.').first()).toBeVisible();
	await expect(hero.getByText('How late will you be?')).toHaveCount(0);
	// With a time, nothing is asked again.
	await hero.getByRole('button', { name: 'Confirm' }).click();
	await hero.getByRole('button', { name: 'Late' }).click();
	await expect(hero).toContainText('Your signup: Late');
	await expect(hero.getByText('How late will you be?')).toHaveCount(0);

	const card = getCard(page, event.id);
	await signUpQuickly(card, 'Decline');
	await card.getByLabel('Add a note?').fill('A wedding');
	await card.getByRole('button', { name: 'Save note' }).click();
	await expect(page.getByText('Your note was saved.').first()).toBeVisible();
	await expect(card.getByLabel('Add a note?')).toHaveCount(0);
	await expect
		.poll(() => listSignupRows(event.id, user.id))
		.toEqual([{ status: 'declined', notes: 'A wedding' }]);
	if (!script) await expect(page).toHaveURL(`/events#event-${event.id}`);
});

/** The height of an event's row on a phone at most. */
const ROW_HEIGHT = 150;

test('on phones the list is a full card and rows under the headings of their weeks', async ({
	page,
	signInAs,
	setSession,
	visit,
	alone: _,
}) => {
	const user = await signInAs({ showCountdown: false });
	const events = [await addEventRow({ inHours: 1 })];
	for (let day = 1; day < 27; day += 2.6) events.push(await addEventRow({ inHours: 24 * day }));
	await createSignup(String(events[1]?.id), user.id, 'confirmed');
	// The list may have events of other tests too, whose height does not count.
	const measure = () =>
		page.evaluate(
			(ids) => {
				const { scrollHeight, scrollWidth, clientWidth } = document.documentElement;
				const cards = [...document.querySelectorAll('article')];
				const others = cards.filter(({ id }) => !ids.includes(id));
				return {
					height: others.reduce((rest, card) => rest - card.offsetHeight - 8, scrollHeight),
					overflow: scrollWidth - clientWidth,
					first: cards[0]?.offsetHeight,
					cards: cards.filter(({ id }) => ids.includes(id)).map((card) => card.offsetHeight),
				};
			},
			events.map(({ id }) => `event-${id}`),
		);
	expect(events).toHaveLength(11);
	await page.setViewportSize({ width: 390, height: 844 });
	await visit('/events');
	const card = getCard(page, String(events[1]?.id));
	await expect(card).toContainText(`${formatWeekdayTime(events[1]?.date ?? '', EASTERN)} Eastern`);
	// The events of other tests at this moment may leave no room for the last ones.
	const listed = await page.getByRole('article').evaluateAll((cards) => cards.map(({ id }) => id));
	const own = events.filter(({ id }) => listed.includes(`event-${id}`));
	expect(own.length).toBeGreaterThan(2);
	for (const { date } of [own[0], own.at(-1)] as typeof events) {
		const week = page.getByText(formatWeek(date, new Date(), EASTERN), { exact: true });
		await expect(week).toBeVisible();
	}
	const { first, cards: rows } = await measure();
	expect(first).toBeGreaterThan(300);
	expect(Math.max(...rows.slice(1))).toBeLessThanOrEqual(ROW_HEIGHT);
	await expect(card.getByText('Bring tea')).toBeHidden();
	await expect(card.getByRole('link', { name: 'View Details' })).toBeHidden();

	// The hero is the full card of the next game.
	await setSession(await createUser());
	await visit('/events');
	await expect(page.getByText('Next Game:')).toBeVisible();
	const { height, cards } = await measure();
	expect(height).toBeLessThan(3_000);
	expect(cards.length).toBeGreaterThan(2);
	expect(Math.max(...cards)).toBeLessThanOrEqual(ROW_HEIGHT);
	await card.click({ position: { x: 5, y: 5 } });
	await expect(page).toHaveURL(`/events/${events[1]?.id}`);

	await page.setViewportSize({ width: 320, height: 700 });
	await visit('/events');
	await getQuickSignup(card).click();
	const menu = await card.locator('form').boundingBox();
	expect(menu?.x).toBeGreaterThanOrEqual(0);
	expect(Number(menu?.x) + Number(menu?.width)).toBeLessThanOrEqual(320);
	expect((await measure()).overflow).toBeLessThanOrEqual(0);
	const digits = await page
		.getByRole('region', { name: 'Next game' })
		.getByText(/^\d\d$/)
		.evaluateAll((all) =>
			all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
		);
	expect(digits).toHaveLength(4);
	for (const [i, { left }] of digits.entries()) {
		if (i > 0) expect(left - Number(digits[i - 1]?.right)).toBeGreaterThan(8);
	}
});

test('past events: newest first, with the viewer’s own signup, searched by title, on pages', {
	tag: '@no-script',
}, async ({ page, signInAs, visit, script }) => {
	const user = await signInAs({ showCountdown: false });
	const tag = `Bygone ${Date.now().toString(36)}`;
	const createPast = (n: number, status: 'completed' | 'cancelled' = 'completed') =>
		addEventRow({ title: `${tag} no ${n}`, inHours: -24 * (30 * n + 3), status });
	const events = [await createPast(0), await createPast(1, 'cancelled')];
	for (let n = 2; n < 32; n += 1) events.push(await createPast(n));
	const cardAt = (n: number) => getCard(page, String(events[n]?.id));
	await createSignup(String(events[0]?.id), user.id, 'late');
	await addEventRow({ title: `${tag} upcoming` });
	await visit('/events');
	await page.getByRole('link', { name: 'Past events' }).click();
	await expect(page).toHaveURL('/events?view=past');
	await expect(page).toHaveTitle('Past events · Townbell');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Past events');
	const search = page.getByRole('searchbox', { name: 'Search past events by title' });
	await search.fill(tag.toUpperCase());
	await page.getByRole('button', { name: 'Search' }).click();
	await expect(page).toHaveURL(/view=past.*q=/);
	await expect(page.getByRole('article')).toHaveCount(30);
	await expect(search).toHaveValue(tag.toUpperCase());
	await expect(cardAt(0)).toContainText('Completed');
	await expect(cardAt(0)).toContainText('Your signup: Late');
	await expect(cardAt(1)).toContainText('Cancelled');
	await expect(cardAt(1)).toContainText('Signups are closed');
	const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: EASTERN });
	await expect(page.getByRole('heading', { name: month.format(events[0]?.date) })).toBeVisible();
	await page.getByRole('link', { name: 'Earlier events' }).click();
	await expect(page.getByRole('article').getByRole('heading')).toHaveText([`${tag} no 30`, `${tag} no 31`]);
	await page.getByRole('link', { name: 'Later events' }).click();
	await expect(cardAt(0)).toBeVisible();
	if (script) {
		await expect(
			page.getByRole('status').filter({ hasText: `30 past events on this page for “` }),
		).toHaveCount(1);
	}
	await search.fill(`${tag} nothing`);
	await search.press('Enter');
	await expect(page.getByRole('heading', { name: `No past event is called “${tag} nothing”` })).toBeVisible();
	if (script) await expect(search).toBeFocused();
	await page.getByRole('link', { name: 'Show all past events' }).click();
	await expect(page).toHaveURL('/events?view=past');
	await expect(search).toHaveValue('');
	await page.getByRole('link', { name: 'Upcoming events' }).click();
	await expect(page).toHaveURL('/events');
});

test('after the device has slept the badges show the real time, whatever its clock says', async ({
	page,
	signInAs,
	visit,
}) => {
	await signInAs({ showCountdown: false });
	const event = await addEventRow({ inHours: 51 });
	const wrongTime = Date.now() - 7 * 24 * 3_600_000;
	await page.clock.install({ time: wrongTime });
	await visit('/events');
	await expect(getCard(page, event.id)).toContainText('In 2 days');
	// The page begins to follow the clock in an effect, which React runs after it has hydrated and painted.
	await page.evaluate(
		() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
	);
	// The clock advances but the page's timers and performance.now() do not, as when the computer sleeps.
	await page.clock.setSystemTime(wrongTime + 24 * 3_600_000);
	await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
	await expect(getCard(page, event.id)).toContainText('In 1 day');
});

test('no countdown for a user who switched it off', async ({ page, signInAs, visit }) => {
	await signInAs({ showCountdown: false });
	const event = await addEventRow();
	await visit('/events');
	await expect(getCard(page, event.id)).toBeVisible();
	await expect(page.getByText('Next Game:')).toHaveCount(0);
	await expect(page.getByRole('heading', { name: 'Events', exact: true })).toBeVisible();
});

test('a card shows every detail of its event', async ({ page, signInAs, visit, script }) => {
	const creator = await createUser({ role: 'creator', preferredUsername: 'Priya of the Hearth' });
	await signInAs({ showCountdown: false });
	const event = await addEventRow({
		creatorId: creator.id,
		inHours: 24 * 15 + 1,
		timezone: 'America/Chicago',
	});
	for (const status of ['confirmed', 'confirmed', 'tentative', 'late', 'declined']) {
		await createSignup(event.id, (await createUser()).id, status);
	}
	await visit('/events');
	const card = getCard(page, event.id);
	await expect(card.getByRole('heading', { name: event.title })).toBeVisible();
	await expect(card).toContainText('In 2 weeks');
	await expect(card).toContainText('Bring tea and your worst alibi.');
	await expect(card).toContainText('The Hearth');
	await expect(card).toContainText('2 confirmed');
	await expect(card).toContainText('1 tentative');
	await expect(card).toContainText('1 late');
	await expect(card).toContainText('by Priya of the Hearth');
	await expect(card).toContainText(`${formatWeekdayTime(event.date, EASTERN)} Eastern`);
	if (script) {
		await expect(card).toContainText(`${formatWeekdayTime(event.date, VIEWER_ZONE)} your time`);
	} else {
		await expect(card).not.toContainText('your time');
	}
	await expect(getQuickSignup(card)).toHaveText('Sign up');
	await getQuickSignup(card).click();
	await expect(card.getByRole('button')).toHaveText(QUICK_LABELS);
	await card.getByRole('link', { name: /View Details/ }).click();
	await expect(page).toHaveURL(`/events/${event.id}`);
});

test('shows only Eastern time for an event in UTC, and for one in Eastern without a known zone', async ({
	page,
	signInAs,
	visit,
	script,
}) => {
	await signInAs({ showCountdown: false });
	const utc = await addEventRow({ timezone: 'UTC' });
	const eastern = await addEventRow();
	await visit('/events');
	const berlin = formatTime(eastern.date, VIEWER_ZONE);
	const text = getCard(page, eastern.id);
	if (script) await expect(text).toContainText(`${berlin} your time`);
	else await expect(text).not.toContainText(berlin);
	await expect(getCard(page, utc.id)).toContainText(`${formatWeekdayTime(utc.date, EASTERN)} Eastern`);
	await expect(getCard(page, utc.id)).not.toContainText('your time');
});

test('a zone cookie also shows local times without script', { tag: '@no-script' }, async ({
	page,
	context,
	signInAs,
	visit,
	baseURL,
}) => {
	await signInAs({ showCountdown: false });
	await context.addCookies([{ name: 'zone', value: 'Europe%2FBerlin', url: String(baseURL) }]);
	const event = await addEventRow();
	await visit('/events');
	const local = `${formatWeekdayTime(event.date, VIEWER_ZONE)} your time`;
	await expect(getCard(page, event.id)).toContainText(local);
});

test('the first visit: script sends the zone to the server, and local times appear', async ({
	page,
	context,
	signInAs,
	visit,
}) => {
	await signInAs({ showCountdown: false });
	await context.clearCookies({ name: 'zone' });
	const event = await addEventRow();
	const html = await (await context.request.get('/events')).text();
	expect(html).not.toContain('your time');
	await visit('/events');
	const local = `${formatWeekdayTime(event.date, VIEWER_ZONE)} your time`;
	await expect(getCard(page, event.id)).toContainText(local);
});

test('badges: happening now, cancelled, completed; an event without a creator', async ({
	page,
	signInAs,
	visit,
	alone: _,
}) => {
	await signInAs({ showCountdown: false });
	const runningEvent = await addEventRow({ inHours: 3.9 });
	const soonEvent = await addEventRow({ inHours: 5.1 });
	const nextDayEvent = await addEventRow({ inHours: 25 });
	const cancelled = await addEventRow({ status: 'cancelled' });
	const completed = await addEventRow({ status: 'completed' });
	await visit('/events');
	await expect(getCard(page, runningEvent.id)).toContainText('Happening Now');
	await expect(getCard(page, soonEvent.id)).toContainText('In 5 hours');
	await expect(getCard(page, nextDayEvent.id)).toContainText('In 1 day');
	for (const [event, badge] of [
		[cancelled, 'Cancelled'],
		[completed, 'Completed'],
	] as const) {
		const card = getCard(page, event.id);
		await expect(card).toContainText(badge);
		await expect(card).toContainText('by Unknown Creator');
		await expect(card).toContainText('Signups are closed');
		await expect(card.getByRole('button')).toHaveCount(0);
		await expect(card.locator('summary')).toHaveCount(0);
	}
});

test('upcoming events in order, without events before today', async ({ page, signInAs, visit }) => {
	await signInAs({ showCountdown: false });
	const second = await addEventRow({ inHours: 73 });
	const first = await addEventRow({ inHours: 72 });
	const past = await addEventRow({ inHours: -30 });
	await visit('/events');
	const titles = page.getByRole('article').getByRole('heading');
	const createdTitles = (await titles.allTextContents()).filter((title) =>
		[first.title, second.title].includes(title),
	);
	expect(createdTitles).toEqual([first.title, second.title]);
	await expect(getCard(page, past.id)).toHaveCount(0);
});

test('more than 30 upcoming events are on pages, and a signup stays on its page', async ({
	page,
	signInAs,
	visit,
	alone: _,
}) => {
	const user = await signInAs();
	const events: { id: string }[] = [];
	// Later than the events of all other tests.
	for (let i = 0; i < 31; i += 1) events.push(await addEventRow({ inHours: 24 * 365 * 12 + i }));
	const [first, last] = [String(events[0]?.id), String(events.at(-1)?.id)];
	await visit('/events');
	await expect(page.getByRole('article')).toHaveCount(30);
	await expect(page.getByRole('link', { name: 'Earlier events' })).toHaveCount(0);
	await expect(getCard(page, last)).toHaveCount(0);
	await page.getByRole('link', { name: 'Later events' }).click();
	await expect(page).toHaveURL(/\/events\?cursor=/);
	const later = page.url();
	await expect(page.getByText('Next Game:')).toHaveCount(0);
	await signUpQuickly(getCard(page, last), 'Confirm');
	await expect(getQuickSignup(getCard(page, last))).toHaveText('Confirmed');
	await expect.poll(() => listSignupRows(last, user.id)).toMatchObject([{ status: 'confirmed' }]);
	await page.getByRole('link', { name: 'Earlier events' }).click();
	await expect(getCard(page, first)).toBeVisible();
	await visit(later);
	await deleteRegisteredEvents();
	await page.reload();
	await expect(page).toHaveURL('/events');
});

for (const role of ['player', 'storyteller', 'creator', 'admin'] as const) {
	test(`Create Event for a ${role}`, async ({ page, signInAs, visit }) => {
		await signInAs({ role });
		await addEventRow();
		await visit('/events');
		const links = page.getByRole('main').getByRole('link', { name: 'Create Event' });
		const isCreator = role === 'creator' || role === 'admin';
		await expect(links).toHaveCount(isCreator ? 1 : 0);
		if (isCreator) await expect(links).toHaveAttribute('href', '/create-event');
	});
}

test('a status set in the list changes to any other and keeps the notes', async ({
	page,
	signInAs,
	visit,
}) => {
	const user = await signInAs({ showCountdown: false });
	const event = await addEventRow();
	await createSignup(event.id, user.id, 'declined', 'a wedding');
	await visit('/events');
	const card = getCard(page, event.id);
	await expect(getQuickSignup(card)).toHaveText('Declined');
	for (const [label, shownStatus, status] of [
		['Confirm', 'Confirmed', 'confirmed'],
		['Maybe', 'Tentative', 'tentative'],
		['Late', 'Late', 'late'],
		['Decline', 'Declined', 'declined'],
	] as const) {
		await signUpQuickly(card, label);
		await expect(getQuickSignup(card)).toHaveText(shownStatus);
		await expect.poll(() => listSignupRows(event.id, user.id)).toEqual([{ status, notes: 'a wedding' }]);
	}
});

test('signing up by keyboard keeps the focus on the button that shows the status', async ({
	page,
	signInAs,
	visit,
}) => {
	await signInAs({ showCountdown: false });
	const event = await addEventRow();
	await visit('/events');
	const card = getCard(page, event.id);
	await expect(getQuickSignup(card)).toHaveAccessibleName(`Sign up for ${event.title}`);
	await getQuickSignup(card).press('Enter');
	await card.getByRole('button', { name: 'Late' }).press('Enter');
	await expect(page.getByRole('status').filter({ hasText: "You're signed up as Late." })).toHaveCount(1);
	await expect(getQuickSignup(card)).toHaveAccessibleName(`Late: change your signup for ${event.title}`);
	await expect(getQuickSignup(card)).toHaveText('Late');
	await expect(card.getByRole('button', { name: 'Confirm' })).toBeHidden();
	await expect(getQuickSignup(card)).toBeFocused();
});

test('two cards sign up at the same time, and each shows its status before the response', {
	tag: '@translated',
}, async ({ page, signInAs, visit }) => {
	const user = await signInAs({ showCountdown: false });
	const events = [await addEventRow(), await addEventRow()];
	await visit('/events');
	const waiting: (() => void)[] = [];
	await page.route(/\/events\.data/, async (route) => {
		if (route.request().method() === 'POST') await new Promise<void>((resolve) => waiting.push(resolve));
		await route.continue();
	});
	for (const event of events) await signUpQuickly(getCard(page, event.id), 'Confirm');
	for (const event of events) {
		await expect(getQuickSignup(getCard(page, event.id))).toHaveText('Confirmed');
		await expect(getCard(page, event.id)).toContainText('1 confirmed');
		expect(await listSignupRows(event.id, user.id)).toEqual([]);
	}
	await expect.poll(() => waiting.length).toBe(2);
	for (const resolve of waiting) resolve();
	for (const event of events) {
		await expect.poll(() => listSignupRows(event.id, user.id)).toMatchObject([{ status: 'confirmed' }]);
		await expect(getCard(page, event.id).locator('form')).not.toHaveAttribute('aria-busy', 'true');
		await expect(getQuickSignup(getCard(page, event.id))).toHaveText('Confirmed');
	}
});

test('plain links of the list and the frame navigate by script, unless they are opened in a new tab', async ({
	page,
	signInAs,
	visit,
}) => {
	await signInAs({ showCountdown: false });
	const event = await addEventRow();
	await visit('/events');
	const link = getCard(page, event.id).getByRole('link', { name: event.title, exact: true });
	// The press is left to the browser. No tab is opened, because a test browser sometimes does not report it.
	await page.evaluate(() =>
		addEventListener(
			'click',
			(event) => {
				Object.assign(window, { isLeftToBrowser: !event.defaultPrevented });
				event.preventDefault();
			},
			{ once: true },
		),
	);
	await link.click({ modifiers: ['ControlOrMeta'] });
	expect(await page.evaluate(() => Reflect.get(window, 'isLeftToBrowser'))).toBe(true);
	await expect(page).toHaveURL('/events');
	await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
	await link.click();
	await expect(page).toHaveURL(`/events/${event.id}`);
	const nav = page.getByRole('navigation', { name: 'Main' });
	await nav.getByRole('link', { name: 'Events', exact: true }).click();
	await expect(page).toHaveURL('/events');
	await expect(getCard(page, event.id)).toBeVisible();
	const entries = await page.evaluate(() => history.length);
	await nav.getByRole('link', { name: 'Events', exact: true }).click();
	await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
	await expect(page).toHaveURL('/faq');
	expect(await page.evaluate(() => history.length)).toBe(entries + 1);
	expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
});

test('a press outside and Escape close the menu of a card', async ({ page, signInAs, visit }) => {
	await signInAs({ showCountdown: false });
	const cards = [getCard(page, (await addEventRow()).id), getCard(page, (await addEventRow()).id)] as const;
	await visit('/events');
	const button = (card: (typeof cards)[number]) => card.getByRole('button', { name: 'Confirm' });
	await getQuickSignup(cards[0]).click();
	await expect(button(cards[0])).toBeVisible();
	await getQuickSignup(cards[1]).press('Enter');
	await expect(button(cards[1])).toBeVisible();
	await expect(button(cards[0])).toBeHidden();
	await page.keyboard.press('Escape');
	await expect(button(cards[1])).toBeHidden();
	await expect(getQuickSignup(cards[1])).toBeFocused();
	await getQuickSignup(cards[0]).click();
	await page.getByRole('heading', { level: 1 }).click();
	await expect(button(cards[0])).toBeHidden();
});
