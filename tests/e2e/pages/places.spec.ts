import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { getEventForm } from '../support/event-form.ts';
import { expect, test } from '../support/fixtures.ts';
import { getCard } from '../support/pages.ts';
import {
	addEventRow,
	createSession,
	createSignup,
	createUser,
	getSharedPool,
	registerEvent,
} from '../support/rows.ts';

const setCapacity = (eventId: string, capacity: number) =>
	getSharedPool().query('UPDATE events SET capacity = $2 WHERE id = $1', [eventId, capacity]);
const findPlace = async (eventId: string, userId: string) => {
	const { rows } = await getSharedPool().query<{ place: string | null }>(
		'SELECT place FROM signups WHERE event_id = $1 AND user_id = $2',
		[eventId, userId],
	);
	return rows[0]?.place;
};
const ownBar = (page: Page) => page.getByRole('region', { name: /^Your signup for/ });
const press = (page: Page, name: string) =>
	page
		.getByRole('region', { name: /^Your signup for/ })
		.getByRole('button', { name, exact: true })
		.click();

test('a full event: two wait in line, one leaves, the next has the place', {
	tag: ['@no-script', '@translated'],
}, async ({ page, signInAs, setSession, visit }) => {
	await signInAs({ role: 'creator' });
	const form = getEventForm(page);
	await visit('/create-event');
	await form.title.fill('A small night');
	await form.discord.uncheck();
	await form.date.fill('2031-07-05');
	await page.getByLabel('Places', { exact: true }).fill('1');
	await page.getByRole('button', { name: 'Create Event' }).click();
	await expect(page).toHaveURL(/\/events\/\d+/);
	const eventId = String(new URL(page.url()).pathname.split('/').at(-1));
	registerEvent(eventId);
	await expect(page.getByText('0 of 1 place taken')).toBeVisible();

	const players = [await createUser(), await createUser(), await createUser()] as const;
	const texts = ['You have a place.', "You're number 1 on the waitlist.", "You're number 2 on the waitlist."];
	for (const [index, player] of players.entries()) {
		await setSession(player);
		await visit(`/events/${eventId}`);
		const full = `The event is full. Confirmed or Late puts you on the waitlist, as number ${index}.`;
		await expect(page.getByText(full)).toHaveCount(index === 0 ? 0 : 1);
		await press(page, 'Confirmed');
		await expect(ownBar(page)).toContainText(String(texts[index]));
		await expect(page.getByText(full)).toHaveCount(0);
		await expect(ownBar(page).locator('[aria-pressed="true"]')).toHaveText(
			index === 0 ? 'Confirmed' : `Waitlist · ${index}`,
		);
	}
	await expect(page.getByText('1 of 1 place taken, 2 waiting')).toBeVisible();
	await expect(page.getByText('Waitlist · 1')).toBeVisible();
	await expect(page.getByText('You: Waitlist · 2')).toBeVisible();
	await expect(page.getByText('1 Confirmed', { exact: true })).toBeVisible();
	await visit('/events');
	if ((await getCard(page, eventId).count()) > 0) {
		const card = getCard(page, eventId);
		await expect(card).toContainText("1 of 1 place taken, 2 waiting. You're number 2 on the waitlist.");
		await expect(card.locator('summary')).toHaveText('Waitlist · 2');
		await expect(card).toContainText('1 confirmed');
	}
	await visit('/profile');
	await expect(page.getByRole('listitem').filter({ hasText: 'View Event' })).toContainText('Waitlist · 2');

	await setSession(await createUser());
	await visit(`/events/${eventId}/signup`);
	await expect(page.getByRole('dialog')).toContainText('puts you on the waitlist, as number 3.');

	await setSession(players[0]);
	await visit(`/events/${eventId}`);
	await press(page, 'Declined');
	await expect.poll(() => findPlace(eventId, players[1].id)).toBe('placed');
	await setSession(players[1]);
	await visit(`/events/${eventId}`);
	await expect(ownBar(page)).toContainText('You have a place.');
	await expect(page.getByText('Waitlist · 1')).toBeVisible();
});

test('an offer is taken or passed on with a button', {
	tag: '@no-script',
}, async ({ page, setSession, visit, script }) => {
	const event = await addEventRow({ inHours: 5 });
	await setCapacity(event.id, 1);
	const [holder, first, second] = [await createUser(), await createUser(), await createUser()];
	for (const player of [holder, first, second]) {
		await setSession(player);
		await visit(`/events/${event.id}`);
		await press(page, 'Confirmed');
		// The status is shown before the server responds, the place afterwards.
		await expect(ownBar(page)).toContainText(/You have a place|You're number/);
	}
	await setSession(holder);
	await visit(`/events/${event.id}`);
	await expect(ownBar(page)).toContainText("Declined: others see that you can't come.");
	await press(page, 'Declined');
	await expect.poll(() => findPlace(event.id, first.id)).toBe('offered');

	await setSession(first);
	await visit(`/events/${event.id}`);
	await expect(
		page.getByText(/^It is kept for you until \d+:\d\d [AP]M \((Berlin|Eastern)\)\.$/),
	).toBeVisible();
	await press(page, 'No, thanks');
	await expect(ownBar(page)).toContainText("You're number 2 on the waitlist.");
	await setSession(second);
	await visit(`/events/${event.id}`);
	await press(page, 'Take the place');
	await expect(ownBar(page)).toContainText('You have a place.');
	if (script) await expectAccessible(page);
});

test('a creator moves a player to the waitlist, who reads why', async ({
	page,
	signInAs,
	setSession,
	visit,
}) => {
	const event = await addEventRow();
	await setCapacity(event.id, 1);
	const [first, second] = [await createUser(), await createUser()];
	for (const player of [first, second]) {
		await createSession(player.id);
		await setSession(player);
		await visit(`/events/${event.id}`);
		await press(page, 'Confirmed');
		await expect(ownBar(page)).toContainText(/You have a place|You're number/);
	}
	await signInAs({ role: 'creator' });
	await visit(`/events/${event.id}`);
	await page.getByRole('link', { name: `Edit ${first.username}'s signup` }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Why they have to wait').fill('Was there last week');
	await dialog.getByRole('button', { name: 'Move to the waitlist' }).click();
	await expect(dialog).toHaveCount(0);
	await expect(page.getByText(`${first.username} is number 1 on the waitlist.`)).toBeVisible();
	await expect(page.getByText('Waitlist · 1')).toBeVisible();
	await page.getByRole('link', { name: '1 waiting' }).click();
	await expect(page.locator('li:focus')).toContainText(first.username);
	const giveBack = page.getByRole('link', { name: `Give ${first.username} a place` });
	const places = async () => [await findPlace(event.id, first.id), await findPlace(event.id, second.id)];
	await giveBack.click();
	await expect(dialog).toContainText('This goes over the limit of 1 place: 2 players will have one.');
	// Only the link to the dialog itself has its parameter.
	await expect(page.locator('a[href*="place="]')).toHaveCount(1);
	await dialog.getByRole('button', { name: 'Give a place' }).click();
	await expect(page.getByText(`${first.username} has a place.`)).toBeVisible();
	await expect(giveBack).toHaveCount(0);
	// The link that opened the dialog is gone, its row is not.
	const row = page.getByRole('listitem').filter({ hasText: first.username });
	await expect(row.locator(':focus')).toHaveCount(1);
	expect(await places()).toEqual(['placed', 'placed']);

	// From the keyboard the next who waits is the next.
	const [third, fourth] = [await createUser(), await createUser()];
	for (const { id } of [third, fourth]) await createSignup(event.id, id, 'confirmed');
	await getSharedPool().query(
		`UPDATE signups SET place = 'waiting', asked_at = now() WHERE event_id = $1 AND user_id = ANY($2::bigint[])`,
		[event.id, [third.id, fourth.id]],
	);
	await visit(`/events/${event.id}`);
	await page.getByRole('link', { name: `Give ${third.username} a place` }).press('Enter');
	const panel = dialog.locator(':focus');
	await expect(panel).toHaveAttribute('tabindex', '-1');
	await expect(panel).toHaveCSS('outline-style', 'solid');
	await dialog.getByRole('button', { name: 'Give a place' }).press('Enter');
	await expect(page.getByRole('link', { name: `Give ${fourth.username} a place` })).toBeFocused();

	await page.getByRole('link', { name: `Edit ${first.username}'s signup` }).click();
	await dialog.getByLabel('Why they have to wait').fill('Was there last week');
	await dialog.getByRole('button', { name: 'Move to the waitlist' }).click();
	await expect(giveBack).toBeVisible();
	await setSession(second);
	await visit(`/events/${event.id}`);
	await expect(ownBar(page)).toContainText('You have a place.');
	await setSession(first);
	await visit(`/events/${event.id}`);
	await expect(page.getByText('A creator decided this: Was there last week')).toBeVisible();
});

test('those who wait are apart in Available Players, and not split', async ({ page, signInAs, visit }) => {
	const event = await addEventRow();
	await setCapacity(event.id, 1);
	const [first, second] = [
		await createUser({ username: 'first one' }),
		await createUser({ username: 'second one' }),
	];
	for (const [user, place] of [
		[first, 'placed'],
		[second, 'waiting'],
	] as const) {
		const id = await createSignup(event.id, user.id, 'confirmed');
		await getSharedPool().query('UPDATE signups SET place = $2, asked_at = created_at WHERE id = $1', [
			id,
			place,
		]);
	}
	await signInAs({ role: 'creator' });
	await visit(`/events/${event.id}`);
	const panel = page.getByRole('region', { name: 'Event Groups' });
	await expect(panel.getByText('1 confirmed player')).toBeVisible();
	await expect(panel.getByRole('list', { name: 'Waitlist players' })).toContainText('second one');
	await expect(panel.getByRole('list', { name: 'Confirmed players' })).not.toContainText('second one');
});

test('too few players: the creator waits, and a standby is called and comes', async ({
	page,
	signInAs,
	setSession,
	visit,
	script,
	expectedErrors,
}) => {
	expectedErrors.push('409');
	await signInAs({ role: 'creator' });
	const form = getEventForm(page);
	await visit('/create-event');
	await form.title.fill('A night that needs two');
	await form.discord.uncheck();
	await form.date.fill('2031-07-05');
	await page.getByLabel('Players needed').fill('2');
	await page.getByLabel('Players are counted').selectOption('3 days before the start');
	await expect(page.getByLabel('With too few players')).toHaveValue('ask');
	await page.getByRole('button', { name: 'Create Event' }).click();
	await expect(page).toHaveURL(/\/events\/\d+/);
	const eventId = String(new URL(page.url()).pathname.split('/').at(-1));
	registerEvent(eventId);
	const info = page.getByRole('region', { name: 'Event Info' });
	await expect(info).toContainText(/At least 2 players by .* Eastern, or its creator decides what to do/);

	const [player, standby] = [await createUser(), await createUser()];
	await setSession(player);
	await visit(`/events/${eventId}`);
	await press(page, 'Confirmed');
	await expect(ownBar(page)).not.toContainText('short');
	await setSession(standby);
	await visit(`/events/${eventId}`);
	await press(page, 'Tentative');
	await press(page, "Call me if you're short");
	await expect(ownBar(page)).toContainText("You'll be asked if more players are needed.");

	// The day of the decision has come: the start is near.
	await getSharedPool().query("UPDATE events SET date = now() + interval '2 days' WHERE id = $1", [eventId]);
	const readDecision = async () =>
		(await getSharedPool().query('SELECT decision FROM events WHERE id = $1', [eventId])).rows[0]?.decision;
	await expect.poll(readDecision).toBe('pending');
	await expect.poll(() => findPlace(eventId, standby.id)).toBe('offered');
	await signInAs({ role: 'creator' });
	await visit(`/events/${eventId}`);
	await expect(info).toContainText('Too few players so far');
	await expect(page.getByText('Asked to come')).toBeVisible();
	// A form from before the last two hours changes nothing.
	const setStart = (inTime: string) =>
		getSharedPool().query(`UPDATE events SET date = now() + interval '${inTime}' WHERE id = $1`, [eventId]);
	await setStart('1 hour');
	await press(page, 'Wait until 2 hours before');
	await expect(page.getByText('The start is less than 2 hours away.')).toBeVisible();
	await setStart('2 days');
	await visit(`/events/${eventId}`);
	await press(page, 'Wait until 2 hours before');
	await expect(info).toContainText(/At least 2 players by .* Eastern, or the event is cancelled/);
	if (script) await expectAccessible(page);

	await setSession(standby);
	await visit(`/events/${eventId}`);
	await press(page, "I'm coming");
	await expect.poll(() => findPlace(eventId, standby.id)).toBeNull();
	await visit(`/events/${eventId}`);
	await expect(ownBar(page).getByRole('button', { name: 'Confirmed' })).toHaveAttribute(
		'aria-pressed',
		'true',
	);
});

test('a creator calls those who come if more players are needed', {
	tag: '@no-script',
}, async ({ page, signInAs, visit }) => {
	const event = await addEventRow();
	const id = await createSignup(event.id, (await createUser()).id, 'tentative');
	await getSharedPool().query('UPDATE signups SET standby = true WHERE id = $1', [id]);
	await signInAs({ role: 'creator' });
	await visit(`/events/${event.id}`);
	await expect(ownBar(page)).toContainText('1 player can be called.');
	await press(page, 'Call up to 1 player');
	await expect(page.getByText('Asked to come')).toBeVisible();
	await expect(ownBar(page)).not.toContainText('can be called');
});

test('before fewer places are saved, the form says whom this affects', async ({
	page,
	signInAs,
	setSession,
	visit,
	expectedErrors,
}) => {
	// The refused form.
	expectedErrors.push('422');
	const event = await addEventRow();
	await setCapacity(event.id, 2);
	const [first, second] = [await createUser(), await createUser()];
	for (const player of [first, second]) {
		await setSession(player);
		await visit(`/events/${event.id}`);
		await press(page, 'Confirmed');
		await expect(ownBar(page)).toContainText('You have a place');
	}
	await signInAs({ role: 'admin' });
	await visit(`/events/${event.id}/edit`);
	const form = getEventForm(page);
	await page.getByLabel('Places', { exact: true }).fill('1');
	await form.save.click();
	const text = `With 1 place there is no room for 1 player who signed up last: ${second.username}.`;
	await expect(page.getByText(text).last()).toBeVisible();
	expect(await findPlace(event.id, second.id)).toBe('placed');
	await page.getByLabel('Players beyond the places').selectOption('They move to the waitlist');
	await form.save.click();
	await expect(page).toHaveURL(`/events/${event.id}`);
	expect(await findPlace(event.id, first.id)).toBe('placed');
	expect(await findPlace(event.id, second.id)).toBe('waiting');

	await visit(`/admin/signups?q=${second.username}`);
	await page.getByRole('link', { name: `Waitlist · 1: change the place of ${second.username}` }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Why they get a place').fill('There is a chair more');
	await dialog.getByRole('button', { name: 'Give a place' }).click();
	await expect.poll(() => findPlace(event.id, second.id)).toBe('placed');
});

test('the first number of places on a full event: they keep their places, or move and are back with Undo', async ({
	page,
	signInAs,
	visit,
	expectedErrors,
}) => {
	// The refused form.
	expectedErrors.push('422');
	const event = await addEventRow();
	const players = [await createUser(), await createUser(), await createUser()] as const;
	for (const { id } of players) await createSignup(event.id, id, 'confirmed');
	const findPlaces = () => Promise.all(players.map(({ id }) => findPlace(event.id, id)));
	await signInAs({ role: 'creator' });
	const form = getEventForm(page);
	const setPlaces = async (places: string) => {
		await visit(`/events/${event.id}/edit`);
		await page.getByLabel('Places', { exact: true }).fill(places);
		await form.save.click();
	};
	const choice = page.getByLabel('Players beyond the places');

	await setPlaces('1');
	const question = `With 1 place there is no room for 2 players who signed up last: ${players[1].username}, ${players[2].username}.`;
	await expect(page.getByText(question).last()).toBeVisible();
	await expect(choice).toHaveValue('keep');
	expect(await findPlaces()).toEqual([null, null, null]);
	await form.save.click();
	await expect(page).toHaveURL(`/events/${event.id}`);
	await expect(page.getByText('3 of 1 place taken')).toBeVisible();
	expect(await findPlaces()).toEqual(['placed', 'placed', 'placed']);
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(page.getByText(/^Undone/)).toBeVisible();
	expect(await findPlaces()).toEqual([null, null, null]);

	await setPlaces('1');
	await choice.selectOption('They move to the waitlist');
	await form.save.click();
	await expect(page.getByText('1 of 1 place taken, 2 waiting')).toBeVisible();
	expect(await findPlaces()).toEqual(['placed', 'waiting', 'waiting']);
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(page.getByText(/^Undone/)).toBeVisible();
	expect(await findPlaces()).toEqual([null, null, null]);
});

test('an undone deletion whose place has gone on says so, and the player waits first', async ({
	page,
	signInAs,
	setSession,
	visit,
}) => {
	const event = await addEventRow();
	await setCapacity(event.id, 1);
	const [first, second, third] = [await createUser(), await createUser(), await createUser()];
	for (const player of [first, second, third]) {
		await setSession(player);
		await visit(`/events/${event.id}`);
		await press(page, 'Confirmed');
		await expect(ownBar(page)).toContainText(/You have a place|You're number/);
	}
	await signInAs({ role: 'admin' });
	await visit(`/admin/signups?q=${first.username}`);
	await page.getByRole('checkbox', { name: new RegExp(first.username) }).press('Space');
	await page.getByRole('button', { name: 'Delete', exact: true }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 signup' }).click();
	await expect(page.getByText('Signups deleted successfully!')).toBeVisible();
	await expect.poll(() => findPlace(event.id, second.id)).toBe('placed');
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(page.getByText(/1 player waits now, because the place has gone to another/)).toBeVisible();
	await setSession(first);
	await visit(`/events/${event.id}`);
	await expect(ownBar(page)).toContainText("You're number 1 on the waitlist.");
	await expect(ownBar(page)).toContainText('Your place had gone to another player');
	await setSession(second);
	await visit(`/events/${event.id}`);
	await press(page, 'Declined');
	await expect.poll(() => findPlace(event.id, first.id)).toBe('placed');
	expect(await findPlace(event.id, third.id)).toBe('waiting');
});

test('a late player says when they come and go; creators read it in signups and groups, other players do not', {
	tag: '@no-script',
}, async ({ page, setSession, visit, script, expectedErrors }) => {
	// The refused form.
	expectedErrors.push('422');
	const event = await addEventRow({ inHours: 30 });
	await getSharedPool().query(
		`UPDATE events SET date = '2031-07-06T00:30:00Z', duration = 180, timezone = 'America/New_York' WHERE id = $1`,
		[event.id],
	);
	const player = await createUser();
	await setSession(player);
	await visit(`/events/${event.id}/signup`);
	const dialog = page.getByRole('dialog');
	const arrival = dialog.getByLabel('When will you arrive?');
	await expect(arrival).toBeHidden();
	await dialog.getByRole('radio', { name: 'Late' }).check();
	await dialog.getByText('Leaving before the end?').click();
	if (script) await expectAccessible(page);
	// The script tells the server the browser's zone; without it, times are in Eastern.
	const [early, leaves, arrives, zone] = script
		? ['02:00', '04:45', '03:00', 'from 2:30 AM to 5:30 AM (Berlin)']
		: ['20:00', '22:45', '21:00', 'from 8:30 PM to 11:30 PM (Eastern)'];
	await arrival.fill(early);
	await dialog.getByLabel('I leave at').fill(leaves);
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(dialog.getByText(`Please enter a time ${zone}`, { exact: true })).toBeVisible();
	await arrival.fill(arrives);
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(ownBar(page)).toContainText(
		script ? 'You arrive at 3:00 AM (Berlin).' : 'You arrive at 9:00 PM (Eastern).',
	);
	const text = 'Arrives 30 minutes late, leaves 45 minutes early · suggested as Traveller';
	await expect(page.getByText(text)).toBeVisible();

	await setSession(await createUser());
	await visit(`/events/${event.id}`);
	await expect(page.getByText('1 Late')).toBeVisible();
	await expect(page.getByText('Arrives')).toHaveCount(0);

	await setSession(await createUser({ role: 'creator' }));
	await visit(`/events/${event.id}`);
	// In the list of signups, and beside the name in the groups.
	await expect(page.getByText(text)).toHaveCount(2);
});
