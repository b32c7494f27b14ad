import { getGroup, listSavedGroups, saveGroupsAsAnotherUser } from '../support/board.ts';
import { getEventForm } from '../support/event-form.ts';
import { deleteEventsOf } from '../support/event-rows.ts';
import { expect, test } from '../support/fixtures.ts';
import { getCard, signUpQuickly } from '../support/pages.ts';
import { countPresses } from '../support/presses.ts';
import { addEventRow, createSignup, createUser, getSharedPool, listSignupRows } from '../support/rows.ts';

/** Everyday jobs on a phone, from the list of events on: presses, and fields after the slash. */
test.use({ viewport: { width: 390, height: 844 } });

test('late, with a time: 2/0', async ({ page, signInAs, visit, alone: _ }) => {
	const event = await addEventRow({ inHours: 0.7 });
	const user = await signInAs();
	const presses = await countPresses(page);
	await visit('/events');
	const hero = page.getByRole('region', { name: 'Next game' });
	await hero.getByRole('button', { name: 'Late' }).click();
	await hero.getByRole('button', { name: '15 min' }).click();
	await expect(hero).toContainText('Saved: you arrive 15 minutes after the start.');
	expect(presses()).toBe('2/0');
	expect(await listSignupRows(event.id, user.id)).toMatchObject([{ status: 'late' }]);
});

test("can't come, with a note: 2/1", async ({ page, signInAs, visit, alone: _ }) => {
	const event = await addEventRow({ inHours: 0.7 });
	const user = await signInAs();
	const presses = await countPresses(page);
	await visit('/events');
	const hero = page.getByRole('region', { name: 'Next game' });
	await hero.getByRole('button', { name: 'Decline' }).click();
	await hero.getByLabel('Add a note?').fill('A wedding');
	await hero.getByRole('button', { name: 'Save note' }).click();
	await expect(hero).toContainText('Your note was saved.');
	expect(presses()).toBe('2/1');
	expect(await listSignupRows(event.id, user.id)).toEqual([{ status: 'declined', notes: 'A wedding' }]);
});

test('subscribe to the calendar: 2/0', async ({ page, signInAs, visit }) => {
	await addEventRow();
	await signInAs();
	const google = 'https://calendar.google.com/**';
	await page.context().route(google, (route) => route.fulfill({ body: 'Add by URL' }));
	const presses = await countPresses(page);
	await visit('/events');
	await page.getByRole('link', { name: 'Subscribe to calendar' }).click();
	const [tab] = await Promise.all([
		page.waitForEvent('popup'),
		page.getByRole('button', { name: 'Google Calendar' }).click(),
	]);
	await expect(tab.getByText('Add by URL')).toBeVisible();
	await expect(page).toHaveURL(/\/profile/);
	expect(presses()).toBe('2/0');
});

test('sign up: 2/0', async ({ page, signInAs, visit }) => {
	const event = await addEventRow();
	await signInAs();
	const presses = await countPresses(page);
	await visit('/events');
	await signUpQuickly(getCard(page, event.id), 'Confirm');
	await expect(getCard(page, event.id)).toContainText('Confirm');
	expect(presses()).toBe('2/0');
});

/** Creates an event that has started, with a group of `count` players and its storyteller. */
async function createGame(storyteller: { id: string }, count: number) {
	const event = await addEventRow({ date: new Date(Date.now() - 60_000) });
	const players = await Promise.all(
		Array.from({ length: count }, (_, index) => createUser({ preferredUsername: `Player ${index + 1}` })),
	);
	for (const { id } of players) await createSignup(event.id, id, 'confirmed');
	await saveGroupsAsAnotherUser(event.id, [{ name: 'Owls', players, storyteller }]);
	return { event, players };
}

test("find one's seat tonight: 0/0", async ({ page, setSession, visit }) => {
	const { event, players } = await createGame(await createUser(), 5);
	await getSharedPool().query("UPDATE events SET date = now() + interval '1 hour' WHERE id = $1", [event.id]);
	await setSession(players[2] ?? (await createUser()));
	const presses = await countPresses(page);
	await visit('/events');
	await expect(page.getByText(/Owls, seat 3/).first()).toBeVisible();
	expect(presses()).toBe('0/0');
});

test('a script for a group: 4/0', async ({ page, signInAs, visit }) => {
	const creator = await signInAs({ role: 'creator' });
	const { event } = await createGame(creator, 5);
	const presses = await countPresses(page);
	await visit('/events');
	await getCard(page, event.id).getByRole('heading').getByRole('link').click();
	await page.getByRole('combobox', { name: 'Script of Owls' }).selectOption({ label: 'Trouble Brewing' });
	await page.getByRole('button', { name: 'Save Changes' }).click();
	await expect(page.getByText('Groups saved. Players can see them now.').first()).toBeVisible();
	expect(presses()).toBe('4/0');
	expect(await listSavedGroups(event.id)).toHaveLength(1);
});

test('the roll call of 12, two absent: 4/0', async ({ page, signInAs, visit }) => {
	const storyteller = await signInAs({ role: 'player' });
	const { event } = await createGame(storyteller, 12);
	const presses = await countPresses(page);
	await visit('/events');
	await getCard(page, event.id)
		.getByRole('link', { name: /^Roll call/ })
		.click();
	for (const name of ['Player 3', 'Player 7'])
		await page.getByRole('radiogroup', { name, exact: true }).getByRole('radio', { name: 'Absent' }).click();
	const form = await page.locator('form', { has: page.getByRole('group', { name: 'Owls' }) }).boundingBox();
	expect(form?.height).toBeLessThan(1_200);
	await page.getByRole('button', { name: 'Save roll call' }).click();
	await expect(page.getByText('The roll call is saved.').first()).toBeVisible();
	expect(presses()).toBe('4/0');
	const { rows } = await getSharedPool().query(
		'SELECT state, count(*)::int FROM attendance WHERE event_id = $1 GROUP BY state ORDER BY state',
		[event.id],
	);
	expect(rows).toEqual([
		{ state: 'absent', count: 2 },
		{ state: 'present', count: 10 },
	]);
});

test('who won: 2/0', async ({ page, signInAs, visit }) => {
	const storyteller = await signInAs({ role: 'player' });
	const { event } = await createGame(storyteller, 5);
	const presses = await countPresses(page);
	await visit('/events');
	await getCard(page, event.id).getByRole('heading').getByRole('link').click();
	await getGroup(page, 'Owls').getByRole('button', { name: 'Good won' }).click();
	await expect(getGroup(page, 'Owls')).toContainText('5 players · Good won');
	expect(presses()).toBe('2/0');
});

test('the usual event of a Friday, complete: 3/0', async ({ page, signInAs, visit }) => {
	const user = await signInAs({ role: 'creator' });
	const presses = await countPresses(page);
	await visit('/events');
	await page.getByRole('link', { name: 'Create Event' }).first().click();
	const form = getEventForm(page);
	await form.quick('Next Friday').click();
	await form.create.click();
	await expect(page.getByRole('region', { name: 'Invite your players' })).toBeVisible();
	expect(presses()).toBe('3/0');
	await deleteEventsOf([user.id]);
});

test('make a member a creator: 5/1', async ({ page, signInAs, visit }) => {
	await signInAs({ role: 'admin' });
	const user = await createUser();
	const presses = await countPresses(page);
	await visit('/events');
	await page.getByRole('navigation', { name: 'Main' }).locator('summary[aria-label="Menu"]').click();
	await page.getByRole('link', { name: 'User Management' }).filter({ visible: true }).click();
	await page.getByRole('searchbox', { name: 'Search users by name' }).fill(user.username);
	await expect(page.getByText('1 user', { exact: true })).toBeVisible();
	await page.getByRole('combobox', { name: `Role of ${user.username}` }).selectOption('Creator');
	await page.getByRole('button', { name: 'Save roles' }).click();
	await expect(page.getByText('User role updated successfully!')).toBeVisible();
	expect(presses()).toBe('5/1');
});
