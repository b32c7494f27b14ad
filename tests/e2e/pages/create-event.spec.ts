import { randomBytes } from 'node:crypto';
import { findQuickChoice } from '~/domain/events/quick-select.ts';
import { instantToWallTime } from '~/domain/time/wall-time.ts';
import { getEventForm, updateTimes } from '../support/event-form.ts';
import { deleteEventsOf, listEventsOf } from '../support/event-rows.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectNotice } from '../support/pages.ts';
import { addEventRow, type CreatedUser, createUser, getSharedPool } from '../support/rows.ts';

const GAME = 'Blood on the Clocktower';
const creators: string[] = [];

test.afterEach(() => deleteEventsOf(creators.splice(0)));

const registerCreator = (user: CreatedUser) => {
	creators.push(user.id);
	return user;
};
const matchAny = (texts: readonly (string | undefined)[]) => new RegExp(`^(${texts.join('|')})$`);
const makeUniqueName = (name: string) => `${name}-${randomBytes(4).toString('hex')}`;

test('creates an event with every field of the form', { tag: ['@no-script', '@translated'] }, async ({
	page,
	signInAs,
	visit,
	script,
}) => {
	const user = registerCreator(await signInAs({ role: 'creator' }));
	const nightjar = await createUser({ role: 'storyteller', username: makeUniqueName('nightjar') });
	const moth = await createUser({ role: 'admin', username: makeUniqueName('moth') });
	await createUser({ username: makeUniqueName('player-only') });
	const form = getEventForm(page);
	await visit('/create-event');
	await expect(page).toHaveTitle('Create Event · Townbell');
	await expect(page.getByRole('heading', { level: 2 })).toContainText([
		'Event Details',
		'Date & Time',
		'Location & Players',
		'Storytellers',
		'Discord Integration',
	]);
	await expect(form.time).toHaveValue('20:30');
	await expect(form.duration).toHaveValue('3');
	await expect(form.timezone.getByRole('option')).toHaveText([
		...['Eastern', 'Central', 'Mountain', 'Pacific', 'UTC'],
	]);
	await expect(form.storyteller(user.username)).toBeAttached();
	await expect(page.getByRole('checkbox', { name: 'player-only' })).toHaveCount(0);
	await form.title.fill('A long night at the Hearth');
	await form.description.fill('First line\nSecond line');
	await form.date.fill('2031-07-04');
	await form.time.fill('19:15');
	await form.duration.fill('4.5');
	await form.timezone.selectOption('America/Los_Angeles');
	await form.location.fill('Voice channel “The Hearth”');
	await form.storyteller(nightjar.username).click();
	await form.storyteller(moth.username).click();
	await expect(form.discord).toBeChecked();
	await form.create.click();
	await expect(page).toHaveURL(/\/events\/\d+$/);
	await expectNotice(page, 'Event created successfully!');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('A long night at the Hearth');
	const next = page.getByRole('region', { name: 'Invite your players' });
	await expect(next).toBeVisible();
	await expect(next.getByRole('link', { name: 'Add description' })).toHaveCount(0);
	if (script) {
		const copy = next.getByRole('button', { name: 'Copy link' });
		const link = next.getByRole('textbox', { name: 'Link to this event' });
		// The browser denies the clipboard.
		await page.evaluate(() => {
			navigator.clipboard.writeText = () => Promise.reject(new Error('denied'));
		});
		await copy.press('Enter');
		await expect(next.getByRole('status')).toHaveText("Couldn't copy. Please select the text below.");
		await expect(link).toHaveValue(page.url());
		await expect(copy).toBeFocused();
		await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, 'writeText'));
		await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await copy.click();
		await expect(next.getByRole('status')).toHaveText('Link copied.');
		await expect(link).toHaveCount(0);
		expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
	} else {
		await expect(next.getByRole('textbox', { name: 'Link to this event' })).toHaveValue(page.url());
	}
	await page.reload();
	await expect(next).toHaveCount(0);
	const events = await listEventsOf(user.id);
	expect(events).toMatchObject([
		{
			title: 'A long night at the Hearth',
			description: 'First line\nSecond line',
			duration: 270,
			location: 'Voice channel “The Hearth”',
			timezone: 'America/Los_Angeles',
			status: 'active',
			mirror: 'present',
			image_hash: null,
		},
	]);
	expect(events[0]?.date.toISOString()).toBe('2031-07-05T02:15:00.000Z');
	expect([...(events[0]?.storytellers ?? [])].sort()).toEqual([moth.username, nightjar.username].sort());
});

test('after a long form the notice is in view', async ({ page, signInAs, visit }) => {
	await page.setViewportSize({ width: 390, height: 600 });
	registerCreator(await signInAs({ role: 'creator' }));
	const form = getEventForm(page);
	await visit('/create-event');
	await form.title.fill('From the top');
	await form.date.fill('2031-07-04');
	await form.create.click();
	await expect(page).toHaveURL(/\/events\/\d+$/);
	await expectNotice(page, 'Event created successfully!');
	// The new page is at its top at once; it does not scroll there.
	await page.emulateMedia({ reducedMotion: 'no-preference' });
	await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto');
});

test('creates no mirror when the checkbox is off', async ({ page, signInAs, visit }) => {
	const user = registerCreator(await signInAs({ role: 'admin' }));
	const form = getEventForm(page);
	await visit('/create-event');
	await form.title.fill('Ours alone');
	await form.date.fill('2031-07-04');
	await form.discord.press('Space');
	await form.create.click();
	await expect(page).toHaveURL(/\/events\/\d+$/);
	expect(await listEventsOf(user.id)).toMatchObject([{ title: 'Ours alone', mirror: null }]);
	await page.getByRole('link', { name: 'Add description' }).click();
	await expect(form.description).toBeInViewport();
	await expect(page).toHaveURL(/\/events\/\d+\/edit#description$/);
});

test('Quick Select sets date, time, zone and title, and the chosen button is highlighted', async ({
	page,
	signInAs,
	visit,
}) => {
	await signInAs({ role: 'creator' });
	const form = getEventForm(page);
	const before = new Date();
	await visit('/create-event');
	await form.location.fill('Kept');
	await form.timezone.selectOption('UTC');
	await form.time.fill('09:00');
	for (const [name, label] of [
		['wednesday', 'Next Wednesday'],
		['friday', 'Next Friday'],
		['saturday', 'Next Saturday'],
		['today', 'Today'],
	] as const) {
		await expect(form.quick(label)).toHaveAttribute('aria-pressed', 'false');
		await form.quick(label).click();
		await expect(form.quick(label)).toHaveAttribute('aria-pressed', 'true');
		await expect(page.locator('button[aria-pressed="true"]')).toHaveCount(1);
		// Midnight may pass between the rendering of the page and this check.
		const choices = [before, new Date()].map((now) => findQuickChoice(name, now, GAME));
		await expect(form.date).toHaveValue(matchAny(choices.map((choice) => choice?.date)));
		await expect(form.time).toHaveValue('20:30');
		await expect(form.timezone).toHaveValue('America/New_York');
		await expect(form.title).toHaveValue(matchAny(choices.map((choice) => choice?.title)));
	}
	await expect(form.quick('Next Friday')).toContainText(/^Next Friday [A-Z][a-z]{2} \d{1,2}, 8:30 PM$/);
	await expect(form.location).toHaveValue('Kept');
	await expect(page).toHaveURL('/create-event');
});

test('Quick Select sets the default title, and Undo restores all that was entered before', {
	tag: '@no-script',
}, async ({ page, signInAs, visit, script }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await signInAs({ role: 'creator' });
	const form = getEventForm(page);
	await visit('/create-event');
	await form.title.fill('Mine');
	await form.date.fill('2031-07-08');
	await form.time.fill('19:00');
	await form.timezone.selectOption('UTC');
	await form.quick('Next Friday').click();
	await expect(form.quick('Next Friday')).toHaveAttribute('aria-pressed', 'true');
	// On a phone the title is off screen; what has happened to it is not.
	await expect(page.getByText('Title, date, time and timezone are set.')).toBeInViewport();
	await expect(page.getByText('Your title “Mine” was replaced.')).toBeInViewport();
	await expect(form.title).toHaveValue(`Friday ${GAME}`);
	await form.quick('Next Saturday').click();
	await expect(form.title).toHaveValue(`Saturday ${GAME}`);
	const undo = page.getByRole('button', { name: 'Undo' });
	await undo.click();
	await expect(form.title).toHaveValue('Mine');
	await expect(form.date).toHaveValue('2031-07-08');
	await expect(form.time).toHaveValue('19:00');
	await expect(form.timezone).toHaveValue('UTC');
	await expect(undo).toHaveCount(0);
	const back = page.getByRole('group', { name: 'Quick Select' }).getByRole('status');
	await expect(back).toHaveText('What Quick Select filled in is undone. What you entered since then stays.');
	if (script) await expect(back).toBeFocused();
});

test('leaving the form asks before what was entered is lost', async ({ page, signInAs, visit }) => {
	await signInAs({ role: 'creator' });
	const form = getEventForm(page);
	await visit('/create-event');
	await page.getByRole('link', { name: 'Cancel' }).click();
	await expect(page).toHaveURL('/events');
	await visit('/create-event');
	await form.location.fill('Barn');
	await page.getByRole('link', { name: 'Cancel' }).click();
	await expect(page.getByText('Your entries are not saved.')).toBeVisible();
	await page.getByRole('button', { name: 'Stay here' }).click();
	await expect(form.location).toHaveValue('Barn');
	await page.getByRole('link', { name: 'Cancel' }).click();
	await page.getByRole('button', { name: 'Leave', exact: true }).click();
	await expect(page).toHaveURL('/events');
});

test('an event that has begun already is created only when that is meant', async ({
	page,
	signInAs,
	visit,
	expectedErrors,
}) => {
	expectedErrors.push('422 (Unprocessable');
	const user = registerCreator(await signInAs({ role: 'creator' }));
	const form = getEventForm(page);
	await visit('/create-event');
	await form.title.fill('This morning');
	await form.timezone.selectOption('UTC');
	await form.date.fill(new Date().toISOString().slice(0, 10));
	await form.time.fill('00:00');
	const isMeant = page.getByRole('checkbox', { name: 'Create it although it has begun already' });
	await expect(isMeant).toHaveCount(0);
	await form.create.click();
	await expect(page.getByText('This time has passed.').first()).toBeVisible();
	await expect(form.title).toHaveValue('This morning');
	expect(await listEventsOf(user.id)).toEqual([]);
	await isMeant.check({ force: true });
	await form.create.click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('This morning');
	expect(await listEventsOf(user.id)).toHaveLength(1);
});

test('all questions come in one answer, and go when they no longer hold', { tag: '@no-script' }, async ({
	page,
	signInAs,
	visit,
	script,
	expectedErrors,
}) => {
	expectedErrors.push('422 (Unprocessable');
	const user = registerCreator(await signInAs({ role: 'creator' }));
	const other = await addEventRow({ date: new Date('2031-07-05T00:30:00Z') });
	const form = getEventForm(page);
	await visit('/create-event');
	await form.title.fill(other.title);
	await form.date.fill('2031-07-04');
	await page.getByLabel('Places', { exact: true }).fill('5');
	await page.getByLabel('Players needed').fill('8');
	await form.create.click();
	const few = page.getByRole('checkbox', { name: 'Create it although it has too few places' });
	await expect(few).toHaveAccessibleDescription(
		"8 players needed, but only 5 places: this event can't get enough players.",
	);
	const reason = page.getByText('Not saved yet. Please answer below, or change the event.');
	await expect(reason).toBeVisible();
	await expect(page.getByText('Failed to create event')).toHaveCount(0);
	const question = page.getByRole('checkbox', { name: 'Create it although there is one like it' });
	await expect(question).toHaveAccessibleDescription('An event with this title at this time already exists');
	expect(await listEventsOf(user.id)).toEqual([]);
	if (script) {
		await page.getByLabel('Places', { exact: true }).fill('8');
		await expect(few).toHaveCount(0);
		await form.title.fill('Another title');
		await expect(question).toHaveCount(0);
		await expect(reason).toHaveCount(0);
		await form.create.click();
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Another title');
	} else {
		await question.check({ force: true });
		await few.check({ force: true });
		await form.create.click();
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(other.title);
		await expect(page.getByText("this event can't get enough players")).toBeVisible();
	}
	expect(await listEventsOf(user.id)).toHaveLength(1);
});

test('Quick Select fills in the last event of the weekday, but nothing that was typed', async ({
	page,
	signInAs,
	visit,
}) => {
	await signInAs({ role: 'creator' });
	const teller = await createUser({ role: 'storyteller', username: makeUniqueName('teller') });
	const form = getEventForm(page);
	// The newest event that has begun.
	const last = await addEventRow({ date: new Date(), description: 'Soup.\nBread.' });
	await getSharedPool().query(
		'INSERT INTO event_storytellers (event_id, user_id, position) VALUES ($1, $2, 0)',
		[last.id, teller.id],
	);
	await getSharedPool().query('UPDATE events SET capacity = 0 WHERE id = $1', [last.id]);
	await visit('/create-event');
	await form.location.fill('Kept');
	await form.quick('Today').click();
	await expect(page.getByText(`Filled in from “${last.title}”`)).toContainText(
		/: description, storytellers, places\.$/,
	);
	await expect(form.description).toHaveValue('Soup.\nBread.');
	await expect(form.location).toHaveValue('Kept');
	await expect(form.chosenStorytellers).toContainText([teller.username]);
	await expect(
		page.getByRole('checkbox', { name: 'As many places as the storytellers can lead' }),
	).toBeChecked();
});

test('what depends on a choice appears with it', async ({ page, signInAs, visit, script }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await signInAs({ role: 'creator' });
	const teller = await createUser({ role: 'storyteller', username: makeUniqueName('teller') });
	const form = getEventForm(page);
	await visit('/create-event');
	const height = await page
		.locator('#event-form')
		.evaluate((element) => element.getBoundingClientRect().height);
	expect(height).toBeLessThanOrEqual(2_400);
	const until = page.getByLabel('Repeat until (optional)');
	const decided = page.getByLabel('Players are counted');
	const tooFew = page.getByLabel('With too few players');
	await expect(until).toBeHidden();
	await page.getByLabel('Repeat', { exact: true }).selectOption('Every week');
	await expect(until).toBeVisible();
	await expect(decided).toBeHidden();
	await page.getByLabel('Players needed').fill('8');
	await expect(decided).toBeVisible();
	await expect(tooFew).toBeVisible();
	if (!script) return;
	await form.date.fill('2031-07-04');
	await tooFew.selectOption('Cancel the event');
	await expect(
		page.getByText('Fewer than 8 players confirmed or late on Thu, Jul 3, 8:30 PM: the event is cancelled'),
	).toBeVisible();
	const places = page.getByLabel('Places', { exact: true });
	const byStorytellers = page.getByRole('checkbox', { name: 'As many places as the storytellers can lead' });
	await byStorytellers.press('Space');
	await expect(places).toBeDisabled();
	await form.storyteller(teller.username).press('Space');
	await expect(byStorytellers).toHaveAccessibleDescription(/^\d+ places now, with 1 storyteller\.$/);
});

test('an event is copied from its page', async ({ page, signInAs, visit }) => {
	const user = registerCreator(await signInAs({ role: 'creator' }));
	const event = await addEventRow({ date: new Date('2031-07-04T18:15:00Z'), timezone: 'Europe/Berlin' });
	await visit(`/events/${event.id}`);
	await page.getByRole('link', { name: 'Copy', exact: true }).click();
	const form = getEventForm(page);
	await expect(form.title).toHaveValue(event.title);
	await expect(form.date).toHaveValue('2031-07-11');
	await expect(form.time).toHaveValue('20:15');
	await form.create.click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.title);
	const [copy] = await listEventsOf(user.id);
	expect(copy).toMatchObject({ location: 'The Hearth', duration: 180, timezone: 'Europe/Berlin' });
	expect(copy?.date.toISOString()).toBe('2031-07-11T18:15:00.000Z');
});

test('the form says which event takes place at the same time', async ({ page, signInAs, visit, script }) => {
	await signInAs({ role: 'creator' });
	const other = await addEventRow();
	const { date, time } = instantToWallTime(other.date, 'America/New_York');
	const form = getEventForm(page);
	await visit('/create-event');
	await form.date.fill(date);
	await form.time.fill(time);
	await updateTimes(page, script);
	await expect(page.getByText(`“${other.title}” overlaps with this`)).toBeVisible();
});

test('an empty title is filled in and follows the date until the user types one', async ({
	page,
	signInAs,
	visit,
	script,
}) => {
	await signInAs({ role: 'creator' });
	const form = getEventForm(page);
	await visit('/create-event');
	await form.date.fill('2031-07-04');
	await updateTimes(page, script);
	await expect(form.title).toHaveValue(`Friday ${GAME}`);
	await form.date.fill('2031-07-05');
	await updateTimes(page, script);
	await expect(form.title).toHaveValue(`Saturday ${GAME}`);
	await form.title.fill('Grimoire night');
	await form.date.fill('2031-07-06');
	await updateTimes(page, script);
	await expect(form.times).toContainText('Sun, Jul 6, 8:30 PM');
	await expect(form.title).toHaveValue('Grimoire night');
});

test('the box shows the chosen time, the stored time and the viewer’s time', async ({
	page,
	signInAs,
	visit,
	script,
}) => {
	await signInAs({ role: 'creator' });
	const form = getEventForm(page);
	await visit('/create-event');
	await expect(form.times).toContainText('Choose a date to see times');
	await form.date.fill('2031-07-04');
	await form.description.fill('Half a thought');
	await updateTimes(page, script);
	await expect(form.times).toContainText(/Selected.*Fri, Jul 4, 8:30 PM.*Eastern, UTC-4/s);
	await expect(form.times).toContainText(/UTC Storage.*Sat, Jul 5, 00:30.*2031-07-05T00:30:00Z/s);
	await expect(form.times).toContainText(
		script
			? /Your Time.*Sat, Jul 5, 2:30 AM.*Berlin, UTC\+2 \(next day\)\./s
			: /Your Time.*Fri, Jul 4, 8:30 PM.*We don't know your time zone yet\./s,
	);
	await expect(form.description).toHaveValue('Half a thought');
	await form.date.fill('2031-03-09');
	await form.time.fill('02:30');
	await updateTimes(page, script);
	await expect(form.times).toContainText('2:30 AM does not exist on that day: clocks go forward');
	await expect(form.times).not.toContainText('UTC Storage');
});

test('Enter submits the form instead of pressing a Quick Select button', async ({
	page,
	signInAs,
	visit,
}) => {
	const user = registerCreator(await signInAs({ role: 'creator' }));
	const form = getEventForm(page);
	await visit('/create-event');
	await form.date.fill('2031-07-04');
	await form.title.fill('By Enter');
	await form.title.press('Enter');
	await expect(page).toHaveURL(/\/events\/\d+$/);
	expect(await listEventsOf(user.id)).toMatchObject([{ title: 'By Enter' }]);
});

test('Use Templates tells a creator that they are for admins', async ({ page, signInAs, visit }) => {
	await signInAs({ role: 'creator' });
	await visit('/create-event');
	await expect(page.getByRole('link', { name: 'Use Templates' })).toHaveAttribute('href', '/admin');
	await expect(page.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/events');
	const response = await page.context().request.get('/admin');
	expect(response.status()).toBe(403);
	expect(await response.text()).toContain('Templates and the other tools on this page are for admins.');
});

test('a double click or a repeated form creates one event', async ({ page, signInAs, visit, baseURL }) => {
	const user = registerCreator(await signInAs({ role: 'creator' }));
	const form = getEventForm(page);
	await visit('/create-event');
	await form.title.fill('Once');
	await form.date.fill('2031-07-04');
	const fields = await page
		.locator('form:has([name=title])')
		.evaluate((element: HTMLFormElement) =>
			Object.fromEntries([...new FormData(element)].filter(([, value]) => typeof value === 'string')),
		);
	const key = String(fields.key);
	await form.create.dblclick();
	await expect(page).toHaveURL(/\/events\/\d+$/);
	await expect.poll(async () => (await listEventsOf(user.id)).length).toBe(1);
	const replay = (changed = {}) =>
		page.context().request.post('/create-event', {
			multipart: { ...fields, intent: 'events.create', ...changed },
			headers: { Origin: String(baseURL) },
			maxRedirects: 0,
		});
	const repeated = await replay();
	expect(repeated.status()).toBe(303);
	expect(repeated.headers().location).toBe(`/events/${(await listEventsOf(user.id))[0]?.id}`);
	const changedReplay = await replay({ title: 'Something else' });
	expect(changedReplay.status()).toBe(409);
	// The next submission has another key.
	expect(await changedReplay.text()).not.toContain(`value="${key}"`);
	expect(await listEventsOf(user.id)).toHaveLength(1);
});

test('refuses a forged form of a user who is not a creator', async ({ page, signInAs, baseURL }) => {
	const user = registerCreator(await signInAs({ role: 'storyteller' }));
	const response = await page.context().request.post('/create-event', {
		multipart: { title: 'Mine', date: '2031-07-04', time: '20:30', timezone: 'UTC', duration: '3' },
		headers: { Origin: String(baseURL) },
	});
	expect(response.status()).toBe(403);
	expect(await listEventsOf(user.id)).toEqual([]);
});
