import { formatOrdinalDate, formatTime, formatWeekdayTime } from '~/domain/time/format.ts';
import { expect, test, VIEWER_ZONE } from '../support/fixtures.ts';
import { answerQuickly, cardOf, quickSignupOf } from '../support/pages.ts';
import { makeAnswer, makeNight, makePerson, readAnswers, setBanner } from '../support/rows.ts';

const EASTERN = 'America/New_York';

test('the heading, its subtitle and the grid', async ({ page, signInAs, visit }) => {
	await signInAs();
	await makeNight();
	await visit('/events');
	await expect(page).toHaveTitle('Events · Townbell');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events');
	await expect(page.getByText(/Browse.*sign up/)).toBeVisible();
	await expect(page.getByRole('heading', { name: 'Upcoming Games' })).toBeVisible();
});

test('the banner stands above the list while the setting has a text', async ({
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
	await signInAs();
	const later = await makeNight({ inHours: 30 });
	await makeNight({ inHours: 20, status: 'cancelled' });
	await visit('/events');
	const hero = page.getByRole('region', { name: 'Next game' });
	await expect(hero).toContainText('Next Game:');
	await expect(hero.getByRole('link', { name: later.title })).toHaveAttribute('href', `/events/${later.id}`);
	await expect(hero).toContainText(formatOrdinalDate(later.date, EASTERN));
	await expect(hero).toContainText(/\d\d\s*day/);
	await expect(hero).toContainText(/\d\d\s*second/);
	await expect(hero.getByText(/Less than/)).toHaveCount(0);

	const sooner = await makeNight({ inHours: 23.5 });
	await page.reload();
	await expect(hero.getByRole('link', { name: sooner.title })).toBeVisible();
	await expect(hero.getByText('Less than 24 hours to go!')).toBeVisible();

	const soonest = await makeNight({ inHours: 0.9 });
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

test('after the device has slept the badges go on from the real time, whatever its clock says', async ({
	page,
	signInAs,
	visit,
}) => {
	await signInAs({ showCountdown: false });
	const night = await makeNight({ inHours: 51 });
	const wrong = Date.now() - 7 * 24 * 3_600_000;
	await page.clock.install({ time: wrong });
	await visit('/events');
	await expect(cardOf(page, night.id)).toContainText('In 2 days');
	// The clock advances but the page's timers and performance.now() do not, as when the computer sleeps.
	await page.clock.setSystemTime(wrong + 24 * 3_600_000);
	await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
	await expect(cardOf(page, night.id)).toContainText('In 1 day');
});

test('no countdown for who switched it off', async ({ page, signInAs, visit }) => {
	await signInAs({ showCountdown: false });
	const night = await makeNight();
	await visit('/events');
	await expect(cardOf(page, night.id)).toBeVisible();
	await expect(page.getByText('Next Game:')).toHaveCount(0);
	await expect(page.getByRole('heading', { name: 'Events', exact: true })).toBeVisible();
});

test('a card says all about its event', async ({ page, signInAs, visit, script }) => {
	const creator = await makePerson({ role: 'creator', preferredUsername: 'Priya of the Hearth' });
	await signInAs({ showCountdown: false });
	const night = await makeNight({ creatorId: creator.id, inHours: 24 * 15 + 1, timezone: 'America/Chicago' });
	for (const status of ['confirmed', 'confirmed', 'tentative', 'late', 'declined']) {
		await makeAnswer(night.id, (await makePerson()).id, status);
	}
	await visit('/events');
	const card = cardOf(page, night.id);
	await expect(card.getByRole('heading', { name: night.title })).toBeVisible();
	await expect(card).toContainText('In 2 weeks');
	await expect(card).toContainText('Bring tea and your worst alibi.');
	await expect(card).toContainText('The Hearth');
	await expect(card).toContainText('2 confirmed');
	await expect(card).toContainText('1 tentative');
	await expect(card).toContainText('1 late');
	await expect(card).toContainText('by Priya of the Hearth');
	await expect(card).toContainText(`${formatWeekdayTime(night.date, EASTERN)} Eastern`);
	if (script) {
		await expect(card).toContainText(`${formatWeekdayTime(night.date, VIEWER_ZONE)} your time`);
	} else {
		await expect(card).not.toContainText('your time');
	}
	await expect(quickSignupOf(card)).toHaveText('Sign up');
	await quickSignupOf(card).click();
	await expect(card.getByRole('button')).toHaveText(['Confirm', 'Late', 'Maybe', 'Decline']);
	await card.getByRole('link', { name: /View Details/ }).click();
	await expect(page).toHaveURL(`/events/${night.id}`);
});

test('Eastern stands alone for an event in UTC, and without a known zone for one in Eastern', async ({
	page,
	signInAs,
	visit,
	script,
}) => {
	await signInAs({ showCountdown: false });
	const utc = await makeNight({ timezone: 'UTC' });
	const eastern = await makeNight();
	await visit('/events');
	const berlin = formatTime(eastern.date, VIEWER_ZONE);
	const text = cardOf(page, eastern.id);
	if (script) await expect(text).toContainText(`${berlin} your time`);
	else await expect(text).not.toContainText(berlin);
	await expect(cardOf(page, utc.id)).toContainText(`${formatWeekdayTime(utc.date, EASTERN)} Eastern`);
	await expect(cardOf(page, utc.id)).not.toContainText('your time');
});

test('a zone cookie brings local times without script too', { tag: '@no-script' }, async ({
	page,
	context,
	signInAs,
	visit,
	baseURL,
}) => {
	await signInAs({ showCountdown: false });
	await context.addCookies([{ name: 'zone', value: 'Europe%2FBerlin', url: String(baseURL) }]);
	const night = await makeNight();
	await visit('/events');
	const local = `${formatWeekdayTime(night.date, VIEWER_ZONE)} your time`;
	await expect(cardOf(page, night.id)).toContainText(local);
});

test('the first visit: script tells the server the zone, and local times appear', async ({
	page,
	context,
	signInAs,
	visit,
}) => {
	await signInAs({ showCountdown: false });
	await context.clearCookies({ name: 'zone' });
	const night = await makeNight();
	const html = await (await context.request.get('/events')).text();
	expect(html).not.toContain('your time');
	await visit('/events');
	const local = `${formatWeekdayTime(night.date, VIEWER_ZONE)} your time`;
	await expect(cardOf(page, night.id)).toContainText(local);
});

test('badges: happening now, cancelled, completed; an event of nobody', async ({
	page,
	signInAs,
	visit,
	alone: _,
}) => {
	await signInAs({ showCountdown: false });
	const now = await makeNight({ inHours: 3.9 });
	const soon = await makeNight({ inHours: 5.1 });
	const days = await makeNight({ inHours: 25 });
	const cancelled = await makeNight({ status: 'cancelled' });
	const completed = await makeNight({ status: 'completed' });
	await visit('/events');
	await expect(cardOf(page, now.id)).toContainText('Happening Now');
	await expect(cardOf(page, soon.id)).toContainText('In 5 hours');
	await expect(cardOf(page, days.id)).toContainText('In 1 day');
	for (const [night, badge] of [
		[cancelled, 'Cancelled'],
		[completed, 'Completed'],
	] as const) {
		const card = cardOf(page, night.id);
		await expect(card).toContainText(badge);
		await expect(card).toContainText('by Unknown Creator');
		await expect(card).toContainText('Sign-up is closed');
		await expect(card.getByRole('button')).toHaveCount(0);
		await expect(card.locator('summary')).toHaveCount(0);
	}
});

test('upcoming events in their order, none from before today', async ({ page, signInAs, visit }) => {
	await signInAs({ showCountdown: false });
	const second = await makeNight({ inHours: 73 });
	const first = await makeNight({ inHours: 72 });
	const past = await makeNight({ inHours: -30 });
	await visit('/events');
	const titles = page.getByRole('article').getByRole('heading');
	const mine = (await titles.allTextContents()).filter((title) =>
		[first.title, second.title].includes(title),
	);
	expect(mine).toEqual([first.title, second.title]);
	await expect(cardOf(page, past.id)).toHaveCount(0);
});

for (const role of ['player', 'storyteller', 'creator', 'admin'] as const) {
	test(`Create Event for a ${role}`, async ({ page, signInAs, visit }) => {
		await signInAs({ role });
		await makeNight();
		await visit('/events');
		const links = page.getByRole('main').getByRole('link', { name: 'Create Event' });
		const isCreator = role === 'creator' || role === 'admin';
		await expect(links).toHaveCount(isCreator ? 1 : 0);
		if (isCreator) await expect(links).toHaveAttribute('href', '/create-event');
	});
}

test('an answer from the list changes to any other; notes stay', { tag: '@no-script' }, async ({
	page,
	signInAs,
	visit,
}) => {
	const person = await signInAs({ showCountdown: false });
	const night = await makeNight();
	await makeAnswer(night.id, person.id, 'declined', 'a wedding');
	await visit('/events');
	const card = cardOf(page, night.id);
	await expect(quickSignupOf(card)).toHaveText('Declined');
	for (const [label, worn, status] of [
		['Confirm', 'Confirmed', 'confirmed'],
		['Maybe', 'Maybe', 'tentative'],
		['Late', 'Late', 'late'],
		['Decline', 'Declined', 'declined'],
	] as const) {
		await answerQuickly(card, label);
		await expect(quickSignupOf(card)).toHaveText(worn);
		await expect.poll(() => readAnswers(night.id, person.id)).toEqual([{ status, notes: 'a wedding' }]);
	}
});

test('who answers by keyboard goes on from the button that wears the answer', async ({
	page,
	signInAs,
	visit,
}) => {
	await signInAs({ showCountdown: false });
	const night = await makeNight();
	await visit('/events');
	const card = cardOf(page, night.id);
	await quickSignupOf(card).press('Enter');
	await card.getByRole('button', { name: 'Late' }).press('Enter');
	await expect(quickSignupOf(card)).toHaveText('Late');
	await expect(card.getByRole('button', { name: 'Confirm' })).toBeHidden();
	await expect(quickSignupOf(card)).toBeFocused();
});
