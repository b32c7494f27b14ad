import type { Locator, Page } from '@playwright/test';
import {
	createBoardEvent,
	createPreferences,
	findRules,
	getGroup,
	getNames,
	getPanel,
	getRow,
	getUnsavedBar,
	listSavedGroups,
	openBoard,
	pressInMenu,
	saveBoard,
	saveGroupsAsAnotherUser,
} from '../support/board.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectNotice } from '../support/pages.ts';
import { createGuests, createSignup, getSharedPool } from '../support/rows.ts';

const section = (page: Page, name: string) =>
	getPanel(page).getByRole('list', { name: `${name} players`, exact: true });

// These tests have steps that are refused without script.
test.use({ expectedErrors: ['409 (Conflict)'] });

test.beforeEach(({ signInAs }) => signInAs({ role: 'creator' }));

test('four groups and more fold, and a rail leads to each', async ({ page, visit, script }) => {
	const { event, getUser } = await createBoardEvent({ confirmed: ['ann', 'bob'] });
	await saveGroupsAsAnotherUser(event.id, [
		{ name: 'One', players: [getUser('ann')] },
		...['Two', 'Three', 'Four'].map((name) => ({ name })),
		{ name: 'Five', players: [getUser('bob')] },
	]);
	await openBoard(page, visit, event, script);
	await getGroup(page, 'One').locator('summary[aria-label="Players of One"]').click();
	await expect(getRow(page, getUser('ann'))).toBeHidden();
	await expect(getGroup(page, 'One').getByText('1 of 15 players')).toBeVisible();
	await getPanel(page)
		.getByRole('navigation', { name: 'Groups' })
		.getByRole('link', { name: 'Five' })
		.click();
	await expect(getGroup(page, 'Five')).toBeInViewport();
	await expect(getRow(page, getUser('bob'))).toBeInViewport();
});

test('groups are created with the menus, get storytellers, and are saved', {
	tag: ['@no-script', '@translated'],
}, async ({ page, visit, script }) => {
	const { event, getUser } = await createBoardEvent(
		{ confirmed: ['ann', 'bob', 'cid'], late: ['dee'], tentative: ['tim'], declined: ['dan'] },
		['tess', 'tod'],
	);
	await openBoard(page, visit, event, script);
	const panel = getPanel(page);
	await expect(panel).toContainText('3 confirmed players');
	await expect(
		panel.getByText('No groups yet. Add one. Auto-Split needs 13 more confirmed players.'),
	).toBeVisible();
	for (const [name, list] of [
		['Confirmed', ['ann', 'bob', 'cid']],
		['Late', ['dee']],
		['Tentative', ['tim']],
		['Other', ['dan']],
	] as const) {
		await expect(panel.locator('summary', { hasText: name })).toContainText(String(list.length));
		await expect(getNames(section(page, name))).toHaveText([...list]);
	}
	for (const name of ['Group 1', 'Group 2']) {
		await panel.getByRole('button', { name: 'Add Group' }).click();
		await expect(getGroup(page, name)).toContainText('0 of 15 players');
		if (!script) await expectNotice(page, 'Groups saved. Players can see them now.');
	}
	await pressInMenu(page, getUser('ann'), 'Move to Group 1');
	await expect(getNames(getGroup(page, 'Group 1'))).toHaveText(['ann']);
	await pressInMenu(page, getUser('dee'), 'Move to Group 1');
	await expect(getNames(getGroup(page, 'Group 1'))).toHaveText(['ann', 'dee']);
	await expect(getGroup(page, 'Group 1')).toContainText('Late');
	await pressInMenu(page, getUser('bob'), 'Move to Group 2');
	await expect(getNames(getGroup(page, 'Group 2'))).toHaveText(['bob']);
	await expect(panel.locator('summary', { hasText: 'Late' })).toContainText('0');

	const storyteller = (group: string) => panel.getByRole('combobox', { name: `Storyteller of ${group}` });
	await storyteller('Group 1').selectOption('tess');
	if (!script) await getGroup(page, 'Group 1').getByRole('button', { name: 'Save Group 1' }).click();
	const assignedOption = storyteller('Group 2').locator('option', {
		hasText: 'tess (Assigned to another group)',
	});
	await expect(assignedOption).toBeDisabled();
	await expect(storyteller('Group 1')).toHaveValue(getUser('tess').id);

	await pressInMenu(page, getUser('ann'), 'Move to Group 2');
	await expect(getNames(getGroup(page, 'Group 2'))).toHaveText(['bob', 'ann']);
	await pressInMenu(page, getUser('dee'), 'Remove from Group 1');
	await expect(getNames(section(page, 'Late'))).toHaveText(['dee']);
	await saveBoard(page, script);
	await expectNotice(page, 'Groups saved. Players can see them now.');
	const saved = [
		{ id: 'group-1', name: 'Group 1', players: [], storyteller: 'tess', maxPlayers: 15 },
		{ id: 'group-2', name: 'Group 2', players: ['bob', 'ann'], storyteller: null, maxPlayers: 15 },
	];
	expect(await listSavedGroups(event.id)).toEqual(saved);
	await openBoard(page, visit, event, script);
	await expect(getNames(getGroup(page, 'Group 2'))).toHaveText(['bob', 'ann']);
	await expect(panel.getByText('Unsaved changes')).toHaveCount(0);
	await expect(panel.getByRole('button', { name: 'Save Changes' })).toHaveCount(0);
});

test.describe('on a phone', () => {
	test.use({ viewport: { width: 390, height: 844 } });

	test('a group of 15 is at most 900 px high, menus open within the screen, and a new group is above the bar', async ({
		page,
		visit,
		script,
	}) => {
		const names = Array.from({ length: 15 }, (_, index) => `player ${index}`);
		const { event, getUser } = await createBoardEvent({ confirmed: names });
		await saveGroupsAsAnotherUser(event.id, [{ name: 'Owls', players: names.map(getUser) }]);
		await openBoard(page, visit, event, script);
		const owls = getGroup(page, 'Owls');
		expect((await owls.boundingBox())?.height).toBeLessThanOrEqual(900);
		const last = getRow(page, getUser('player 14'));
		await expect(last).toContainText('Seat 15');
		await last.scrollIntoViewIfNeeded();
		for (const [menu, choice] of [
			[owls.getByLabel('Edit Owls'), owls.getByRole('button', { name: 'Apply' })],
			[last.getByLabel('Move player 14'), last.getByRole('button', { name: 'Pin to Owls' })],
		] as const) {
			await menu.evaluate((summary) => summary.scrollIntoView({ block: 'end' }));
			await menu.click();
			await expect(choice).toBeInViewport({ ratio: 1 });
		}

		await getPanel(page).getByRole('button', { name: 'Add Group' }).click();
		await expect(getPanel(page).getByRole('combobox', { name: 'Storyteller of Group 2' })).toBeFocused();
		const [card, bar] = await Promise.all([
			getGroup(page, 'Group 2').boundingBox(),
			getUnsavedBar(page).boundingBox(),
		]);
		if (!card || !bar) throw new Error('no group or no bar');
		expect(card.y).toBeGreaterThanOrEqual(0);
		expect(card.y + card.height).toBeLessThanOrEqual(bar.y);
	});
});

test('with the keyboard the focus stays on what a step changed, within the screen', async ({
	page,
	visit,
	script,
}) => {
	const names = Array.from({ length: 24 }, (_, index) => `player ${index}`);
	const { event, getUser } = await createBoardEvent({ confirmed: names });
	await saveGroupsAsAnotherUser(event.id, [
		{ name: 'One', players: names.slice(0, 12).map(getUser) },
		{ name: 'Two', players: names.slice(12).map(getUser) },
	]);
	await page.setViewportSize({ width: 700, height: 600 });
	await openBoard(page, visit, event, script);
	const choose = async (menu: Locator, choice: string) => {
		await menu.focus();
		await menu.press('Enter');
		await getPanel(page).getByRole('button', { name: choice, exact: true }).focus();
		await page.keyboard.press('Enter');
	};
	const expectFocus = async (target: Locator) => {
		await expect(target).toBeFocused();
		await expect(target).toBeInViewport({ ratio: 1 });
	};
	const more = getPanel(page).getByLabel('More for Two');
	await choose(more, 'Move left of One');
	await expectFocus(more);
	const row = getRow(page, getUser('player 23'));
	await choose(row.getByLabel('Move player 23'), 'Move to One');
	await expectFocus(row.getByLabel('Move player 23'));
	await choose(more, 'Remove group');
	await expectFocus(getPanel(page).getByRole('heading', { name: 'Event Groups' }));
});

test('a group gets a name and a maximum, is moved and is removed', {
	tag: '@translated',
}, async ({ page, visit, script }) => {
	const { event, getUser } = await createBoardEvent({ confirmed: ['ann', 'bob', 'cid'] });
	await saveGroupsAsAnotherUser(event.id, [
		{ name: 'Group 1', players: [getUser('ann'), getUser('bob')] },
		{ name: 'Group 2' },
	]);
	await openBoard(page, visit, event, script);
	const panel = getPanel(page);
	const change = async (group: string, name: string, maxPlayers: string) => {
		await panel.locator(`summary[aria-label="Edit ${group}"]`).click();
		const card = getGroup(page, group);
		await card.getByRole('textbox', { name: 'Name' }).fill(name);
		await card.getByRole('spinbutton', { name: 'Max players' }).fill(maxPlayers);
		await card.getByRole('button', { name: 'Apply' }).click();
	};
	await change('Group 1', 'Night owls', '2');
	await expect(getGroup(page, 'Night owls')).toContainText('2 of 2 players');
	await getRow(page, getUser('cid')).locator('summary').click();
	await expect(
		getRow(page, getUser('cid')).getByRole('button', { name: 'Move to Night owls (full)' }),
	).toBeDisabled();
	await getRow(page, getUser('cid')).locator('summary').click();

	await panel.locator('summary[aria-label="More for Group 2"]').click();
	await panel.getByRole('button', { name: 'Move left of Night owls' }).click();
	await expect(panel.getByRole('heading', { level: 3 }).filter({ hasText: /owls|Group/ })).toHaveText([
		'Group 2',
		'Night owls',
	]);
	await panel.locator('summary[aria-label="More for Night owls"]').click();
	await expect(panel.getByText('Its 2 players return to Available Players.')).toBeVisible();
	await panel.getByRole('button', { name: 'Remove group' }).filter({ visible: true }).click();
	await expect(getGroup(page, 'Night owls')).toHaveCount(0);
	await expect(getNames(section(page, 'Confirmed'))).toHaveText(['ann', 'bob', 'cid']);
	await saveBoard(page, script);
	expect(await listSavedGroups(event.id)).toEqual([
		{ id: 'group-2', name: 'Group 2', players: [], storyteller: null, maxPlayers: 15 },
	]);
	await panel.getByRole('link', { name: 'Choose storytellers' }).click();
	await expect(page).toHaveURL(`/events/${event.id}/edit#storytellers`);
	await expect(page.getByRole('searchbox', { name: 'Add a storyteller' })).toBeInViewport();
});

test('seats are shuffled, and the notice of the save brings the former ones back', async ({
	page,
	visit,
	script,
}) => {
	const names = Array.from({ length: 12 }, (_, index) => `player ${index}`);
	const { event, getUser } = await createBoardEvent({ confirmed: names });
	await saveGroupsAsAnotherUser(event.id, [{ name: 'Owls', players: names.map(getUser) }]);
	const listPlayers = async () => (await listSavedGroups(event.id))[0]?.players ?? [];
	const before = await listPlayers();
	await openBoard(page, visit, event, script);
	await getPanel(page).locator('summary[aria-label="More for Owls"]').click();
	await getGroup(page, 'Owls').getByRole('button', { name: 'Shuffle seats' }).click();
	await saveBoard(page, script);
	await expectNotice(page, 'Groups saved. Players can see them now.');
	const shuffled = await listPlayers();
	expect(shuffled.toSorted()).toEqual(before.toSorted());
	expect(shuffled).not.toEqual(before);
	await expect(getNames(getGroup(page, 'Owls'))).toHaveText(shuffled);
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	await expectNotice(page, 'Undone: 1 group.');
	expect(await listPlayers()).toEqual(before);
	await expect(getNames(getGroup(page, 'Owls'))).toHaveText(before);
});

test('a storyteller is found with the arrow keys, and assigned once the choice is made', async ({
	page,
	visit,
	script,
}) => {
	const { event, getUser } = await createBoardEvent({ confirmed: ['ann'] }, ['tess', 'tod', 'una']);
	await createSignup(event.id, getUser('tess').id, 'confirmed');
	await saveGroupsAsAnotherUser(event.id, [
		{ name: 'Group 1' },
		{ name: 'Group 2', players: [getUser('ann'), getUser('tess')] },
	]);
	await openBoard(page, visit, event, script);
	const storyteller = getPanel(page).getByRole('combobox', { name: 'Storyteller of Group 1' });
	const assignedOption = getPanel(page)
		.getByRole('combobox', { name: 'Storyteller of Group 2' })
		.getByRole('option', { name: '(Assigned to another group)', disabled: true });
	await storyteller.focus();
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('ArrowDown');
	await expect(storyteller).toHaveValue(getUser('tod').id);
	await expect(storyteller).toBeFocused();
	await expect(assignedOption).toHaveCount(0);
	await expect(getUnsavedBar(page)).toHaveCount(0);
	await expect(getGroup(page, 'Group 1').getByText('Press Enter to choose')).toHaveCount(script ? 1 : 0);
	if (script) await page.keyboard.press('Enter');
	else await getGroup(page, 'Group 1').getByRole('button', { name: 'Save Group 1' }).click();
	await expect(assignedOption).toHaveText('tod (Assigned to another group)');
	await expect(storyteller).toHaveValue(getUser('tod').id);
	await expect(getNames(getGroup(page, 'Group 2'))).toHaveText(['ann', 'tess']);
	if (script) {
		await expect(page.getByText('Press Enter to choose')).toHaveCount(0);
		await expect(storyteller).toBeFocused();
		// A letter key chooses too, and leaving the field assigns the choice; the Tab key moves on to the next
		// control.
		await page.keyboard.press('u');
		await expect(storyteller).toHaveValue(getUser('una').id);
		await expect(assignedOption).toHaveText('tod (Assigned to another group)');
		await page.keyboard.press('Tab');
		await expect(assignedOption).toHaveText('una (Assigned to another group)');
		await expect(getPanel(page).getByRole('combobox', { name: 'Script of Group 1' })).toBeFocused();
		const undo = getUnsavedBar(page).getByRole('button', { name: 'Undo' });
		await undo.click();
		await expect(storyteller).toHaveValue(getUser('tod').id);
		await undo.click();
		await expect(storyteller).toHaveValue('');
		await storyteller.selectOption('tess');
		await expect(getNames(getGroup(page, 'Group 2'))).toHaveText(['ann']);
	}
	await saveBoard(page, script);
	expect((await listSavedGroups(event.id)).map((group) => group.storyteller)).toEqual([
		script ? 'tess' : 'tod',
		null,
	]);
});

test('invalid group settings are reported in the menu, which stays open', async ({ page, visit, script }) => {
	const { event, getUser } = await createBoardEvent({ confirmed: ['ann', 'bob'] });
	await saveGroupsAsAnotherUser(event.id, [{ name: 'Group 1', players: [getUser('ann'), getUser('bob')] }]);
	await openBoard(page, visit, event, script);
	const card = getGroup(page, 'Group 1');
	await getPanel(page).locator('summary[aria-label="Edit Group 1"]').click();
	const maxPlayers = card.getByRole('spinbutton', { name: 'Max players' });
	await maxPlayers.fill('1');
	await card.getByRole('button', { name: 'Apply' }).click();
	// The browser shows the reason at the field that it focuses.
	await expect(maxPlayers).toBeFocused();
	// A menu closes one turn of the event loop after the press.
	if (script) await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
	await expect(maxPlayers).toBeVisible();
	await maxPlayers.fill('2');
	await card.getByRole('button', { name: 'Apply' }).click();
	await expect(card).toContainText('2 of 2 players');
	await expect(maxPlayers).toBeHidden();
});

test('a long unbroken name stays inside the menu of another group', async ({ page, visit, script }) => {
	const { event } = await createBoardEvent({ confirmed: ['ann'] });
	const long = 'x'.repeat(100);
	await saveGroupsAsAnotherUser(event.id, [{ name: 'Group 1' }, { name: long }]);
	await openBoard(page, visit, event, script);
	await getPanel(page).locator('summary[aria-label="More for Group 1"]').click();
	const move = getPanel(page).getByRole('button', { name: `Move right of ${long}` });
	await expect(move).toBeVisible();
	const menu = move.locator('..');
	await expect.poll(() => menu.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
});

test('when all players are in groups, Available Players says so', async ({ page, visit, script }) => {
	const { event, getUser } = await createBoardEvent({ confirmed: ['ann', 'bob'] });
	await saveGroupsAsAnotherUser(event.id, [{ name: 'Group 1', players: [getUser('ann')] }]);
	await openBoard(page, visit, event, script);
	const available = getPanel(page).getByRole('region', { name: 'Available Players' });
	await expect(available.getByText('All players have been assigned to groups')).toHaveCount(0);
	const confirmed = available.locator('summary', { hasText: 'Confirmed' });
	await confirmed.click();
	await expect(getRow(page, getUser('bob'))).toBeHidden();
	await confirmed.click();
	await pressInMenu(page, getUser('bob'), 'Move to Group 1');
	await expect(available.getByText('All players have been assigned to groups')).toBeVisible();
});

test('pins and pairs to keep apart are rules that are saved', { tag: '@no-script' }, async ({
	page,
	visit,
	script,
}) => {
	const { event, getUser } = await createBoardEvent({ confirmed: ['ann', 'bob', 'cid'] });
	await saveGroupsAsAnotherUser(event.id, [
		{ name: 'Group 1', players: [getUser('ann')] },
		{ name: 'Group 2' },
	]);
	await openBoard(page, visit, event, script);
	const panel = getPanel(page);
	await pressInMenu(page, getUser('ann'), 'Pin to Group 1');
	await expect(getRow(page, getUser('ann'))).toContainText('Pinned');
	const openRules = () => panel.locator('summary', { hasText: 'Rules for Auto-Split' }).click();
	await openRules();
	await expect(panel.getByText('ann: Group 1')).toBeVisible();
	const keepApart = async (a: string, b: string) => {
		if (!script) await panel.getByRole('link', { name: 'Keep two players apart' }).click();
		await panel.getByRole('combobox', { name: 'Keep this player' }).selectOption(a);
		await panel.getByRole('combobox', { name: 'and this player apart' }).selectOption(b);
		await panel.getByRole('button', { name: 'Keep apart' }).click();
	};
	await keepApart('bob', 'ann');
	await expect(panel.locator('summary', { hasText: 'Rules for Auto-Split (2)' })).toBeVisible();
	if (!script) await openRules();
	await expect(panel.getByText('ann and bob', { exact: true })).toBeVisible();
	await keepApart('cid', 'cid');
	await expect(panel.getByText('Please choose two different players.')).toBeVisible();
	await saveBoard(page, script);
	expect(await findRules(event.id)).toEqual({ pins: ['ann in group-1'], apart: ['ann and bob'] });
	await openBoard(page, visit, event, script);
	await openRules();
	await panel.getByRole('button', { name: 'Unpin ann' }).click();
	await expect(panel.locator('summary', { hasText: 'Rules for Auto-Split (1)' })).toBeVisible();
	if (!script) await openRules();
	await panel.getByRole('button', { name: 'Let ann and bob play together' }).click();
	await expect(panel.locator('summary', { hasText: '(1)' })).toHaveCount(0);
	await saveBoard(page, script);
	expect(await findRules(event.id)).toEqual({ pins: [], apart: [] });
});

test('names a player who removes the signup during editing, and seats them in no group', async ({
	page,
	visit,
	script,
}) => {
	const { event, getUser } = await createBoardEvent({ confirmed: ['ann', 'bob'] });
	await saveGroupsAsAnotherUser(event.id, [{ name: 'Group 1', players: [getUser('ann')] }]);
	await openBoard(page, visit, event, script);
	const deleteSignup = () =>
		getSharedPool().query('DELETE FROM signups WHERE event_id = $1 AND user_id = $2', [
			event.id,
			getUser('bob').id,
		]);
	if (!script) {
		await deleteSignup();
		await pressInMenu(page, getUser('bob'), 'Move to Group 1');
		await expect(getPanel(page)).toContainText('Failed to save groups That player is no longer signed up.');
		await expect(getRow(page, getUser('bob'))).toHaveCount(0);
		return;
	}
	await pressInMenu(page, getUser('bob'), 'Move to Group 1');
	await deleteSignup();
	await saveBoard(page, script);
	await expectNotice(
		page,
		'Groups saved. Players can see them now. bob withdrew, so they were removed from the groups.',
	);
	await expect(getNames(getGroup(page, 'Group 1'))).toHaveText(['ann']);
	expect((await listSavedGroups(event.id))[0]?.players).toEqual(['ann']);

	// The next notice takes the place of this one.
	await page.getByRole('link', { name: "Edit ann's signup" }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
	await expectNotice(page, "ann's signup was saved.");
	const notices = page.locator('[aria-live]').filter({ has: page.getByRole('button', { name: 'Dismiss' }) });
	await expect(notices).toHaveText(["ann's signup was saved."]);
	await notices.getByRole('button').press('Enter');
	await expect(notices).toHaveCount(0);
	await expect(page.getByRole('main')).toBeFocused();
});

test('players who declined after the save are replaced, or removed, by a button', {
	tag: '@no-script',
}, async ({ page, visit, script }) => {
	const { event, getUser } = await createBoardEvent({
		confirmed: ['ann', 'bob', 'cid', 'dee', 'eve', 'fay'],
		tentative: ['tim'],
	});
	await createPreferences(getUser('bob'), [getUser('eve')]);
	await createPreferences(getUser('eve'), [getUser('bob')]);
	const decline = (...names: string[]) =>
		getSharedPool().query(
			`UPDATE signups SET status = 'declined' WHERE event_id = $1 AND user_id = ANY($2::bigint[])`,
			[event.id, names.map((name) => getUser(name).id)],
		);
	await saveGroupsAsAnotherUser(event.id, [
		{ name: 'Owls', players: [getUser('ann'), getUser('bob')] },
		{ name: 'Bats', players: [getUser('cid'), getUser('dee')] },
	]);
	await decline('ann');
	await openBoard(page, visit, event, script);
	const owls = getGroup(page, 'Owls');
	await expect(owls).toContainText('1 of 15 players');
	await expect(owls).toContainText("1 can't come:");
	await expect(owls.getByRole('listitem').filter({ hasText: "can't come" })).toContainText('ann');
	await expect(owls.locator('s')).toHaveText('ann');
	await expect(getGroup(page, 'Bats')).not.toContainText("can't come:");
	// Of the two available confirmed players, bob and eve chose each other.
	await owls.getByRole('button', { name: 'Fill from available' }).click();
	await expect(getNames(owls)).toHaveText(['bob', 'eve']);
	await expect(owls).not.toContainText("can't come:");
	await expect(getNames(section(page, 'Other'))).toHaveText(['ann']);
	if (script) {
		await expect(getPanel(page).getByText('Moved eve to Owls.')).toBeAttached();
		await getUnsavedBar(page).getByRole('button', { name: 'Undo' }).click();
		await expect(owls).toContainText("1 can't come:");
		await expect(getUnsavedBar(page)).toHaveCount(0);
		await owls.getByRole('button', { name: 'Fill from available' }).click();
	}
	await saveBoard(page, script);
	expect((await listSavedGroups(event.id)).map(({ players }) => players)).toEqual([
		['bob', 'eve'],
		['cid', 'dee'],
	]);

	await decline('cid', 'fay');
	await openBoard(page, visit, event, script);
	const bats = getGroup(page, 'Bats');
	await expect(bats).toContainText("1 can't come: Remove · No one is available");
	await bats.getByRole('button', { name: 'Remove', exact: true }).click();
	await expect(bats).not.toContainText("can't come:");
	if (script) await expect(getUnsavedBar(page)).toBeVisible();
	// A player who declined can still be seated on purpose.
	await pressInMenu(page, getUser('cid'), 'Move to Bats');
	await saveBoard(page, script);
	expect((await listSavedGroups(event.id))[1]?.players).toEqual(['dee', 'cid']);
	// Once groups are saved, they are above the signups.
	await openBoard(page, visit, event, script);
	const topOf = async (name: string) => (await page.getByRole('heading', { name }).boundingBox())?.y ?? 0;
	expect(await topOf('Event Groups')).toBeLessThan(await topOf('Signups'));
});

test.describe('an editor that cannot be fetched', () => {
	test.use({ expectedErrors: ['Failed to load resource', 'Failed to fetch dynamically imported module'] });

	test('leaves the rest of the page, and can be fetched again', async ({ page }) => {
		const { event } = await createBoardEvent({ confirmed: ['ann'] });
		await page.route('**/groups-editor*.js', (route) => route.abort());
		await page.goto(`/events/${event.id}`);
		const panel = getPanel(page);
		await expect(panel).toContainText('Failed to load event groups');
		await expect(panel).toContainText('1 confirmed player');
		await expect(page.getByRole('heading', { name: event.title })).toBeVisible();
		await page.getByRole('textbox', { name: 'Your comment' }).fill('Still here.');
		await page.getByRole('button', { name: 'Post comment' }).click();
		await expect(page.getByText('Still here.')).toBeVisible();

		await page.unroute('**/groups-editor*.js');
		await panel.getByRole('button', { name: 'Try again' }).click();
		await panel.getByRole('button', { name: 'Add Group' }).click();
		await expect(getGroup(page, 'Group 1')).toBeVisible();
	});
});

test('with more than 100 signups the groups open on request, and a searched player is moved', async ({
	page,
	visit,
	script,
}) => {
	const { event, getUser } = await createBoardEvent({ tentative: ['walter the last'] });
	const deleteGuests = await createGuests(event.id, 110);
	const walter = getUser('walter the last');
	await visit(`/events/${event.id}`);
	await expect(getPanel(page)).toContainText('110 confirmed players');
	await expect(getPanel(page).locator('[data-player]')).toHaveCount(0);
	await getPanel(page).getByRole('link', { name: 'Edit groups' }).click();
	await expect(page).toHaveURL(`/events/${event.id}?groups=open#groups`);
	if (script) await getPanel(page).and(page.locator('[data-scripted]')).waitFor();
	// The link in the page's head keeps the groups open.
	const headLink = page.getByRole('link', { name: 'Groups', exact: true });
	await expect(headLink).toHaveAttribute('href', `/events/${event.id}?groups=open#groups`);
	await expect(getNames(section(page, 'Confirmed'))).toHaveCount(100);
	await expect(getPanel(page)).toContainText('10 more. Search for a name to find them.');
	await getPanel(page).getByRole('button', { name: 'Add Group' }).click();
	await expect(getGroup(page, 'Group 1')).toContainText('0 of 15 players');

	const search = getPanel(page).getByRole('searchbox', { name: 'Find available players' });
	await search.fill('walter');
	await search.press('Enter');
	await expect(getNames(section(page, 'Tentative'))).toHaveText(['walter the last']);
	await expect(getNames(section(page, 'Confirmed'))).toHaveCount(0);
	await pressInMenu(page, walter, 'Move to Group 1');
	await expect(getNames(getGroup(page, 'Group 1'))).toHaveText(['walter the last']);

	// The dialog and the other pages of signups keep the draft.
	await getRow(page, walter).getByRole('link', { name: 'Preferences of walter the last' }).click();
	await page.getByRole('link', { name: 'Back to the groups' }).click();
	await expect(getNames(getGroup(page, 'Group 1'))).toHaveText(['walter the last']);
	if (script) {
		await page.getByRole('link', { name: 'Next', exact: true }).click();
		await expect(page).toHaveURL(`/events/${event.id}?groups=open&page=2`);
		await expect(getUnsavedBar(page)).toBeVisible();
		await expect(getNames(getGroup(page, 'Group 1'))).toHaveText(['walter the last']);
	}
	await saveBoard(page, script);
	expect((await listSavedGroups(event.id)).map(({ players }) => players)).toEqual([['walter the last']]);
	if (script) {
		// The address of the open groups keeps the next notice.
		await page.getByRole('link', { name: 'Sign Up Now' }).click();
		await page.getByRole('dialog').getByRole('radio', { name: 'Late' }).check();
		await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
		await expect(page.getByRole('dialog')).toHaveCount(0);
		await expect(page).toHaveURL(/groups=open/);
		await expectNotice(page, "You're signed up as Late.");
	}
	await deleteGuests();
});
