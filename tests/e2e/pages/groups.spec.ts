import type { Page } from '@playwright/test';
import {
	findGroups,
	findRules,
	groupOf,
	makeBoardNight,
	namesIn,
	openBoard,
	panelOf,
	pressInMenu,
	rowOf,
	saveBoard,
	saveGroupsBehind,
	unsavedBar,
} from '../support/board.ts';
import { expect, test } from '../support/fixtures.ts';
import { makeAnswer, rows } from '../support/rows.ts';

const section = (page: Page, name: string) =>
	panelOf(page).getByRole('list', { name: `${name} players`, exact: true });

// These tests have steps that are refused without script.
test.use({ expectedErrors: ['409 (Conflict)'] });

test.beforeEach(({ signInAs }) => signInAs({ role: 'creator' }));

test('groups are made by the menus, with storytellers, and saved', { tag: '@no-script' }, async ({
	page,
	visit,
	script,
}) => {
	const { night, of } = await makeBoardNight(
		{ confirmed: ['ann', 'bob', 'cid'], late: ['dee'], tentative: ['tim'], declined: ['dan'] },
		['tess', 'tod'],
	);
	await openBoard(page, visit, night, script);
	const panel = panelOf(page);
	await expect(panel).toContainText('3 confirmed players');
	await expect(panel.getByText('There are no groups yet.')).toBeVisible();
	for (const [name, list] of [
		['Confirmed', ['ann', 'bob', 'cid']],
		['Late', ['dee']],
		['Tentative', ['tim']],
		['Other', ['dan']],
	] as const) {
		await expect(panel.locator('summary', { hasText: name })).toContainText(String(list.length));
		await expect(namesIn(section(page, name))).toHaveText([...list]);
	}
	for (const name of ['Group 1', 'Group 2']) {
		await panel.getByRole('button', { name: 'Add Group' }).click();
		await expect(groupOf(page, name)).toContainText('0 of 15 players');
	}
	await pressInMenu(page, of('ann'), 'Move to Group 1');
	await expect(namesIn(groupOf(page, 'Group 1'))).toHaveText(['ann']);
	await pressInMenu(page, of('dee'), 'Move to Group 1');
	await expect(namesIn(groupOf(page, 'Group 1'))).toHaveText(['ann', 'dee']);
	await expect(groupOf(page, 'Group 1')).toContainText('Late');
	await pressInMenu(page, of('bob'), 'Move to Group 2');
	await expect(namesIn(groupOf(page, 'Group 2'))).toHaveText(['bob']);
	await expect(panel.locator('summary', { hasText: 'Late' })).toContainText('0');

	const teller = (group: string) => panel.getByRole('combobox', { name: `Storyteller of ${group}` });
	await teller('Group 1').selectOption('tess');
	if (!script) await groupOf(page, 'Group 1').getByRole('button', { name: 'Assign' }).click();
	const taken = teller('Group 2').getByRole('option', { name: 'tess (Assigned to another group)' });
	await expect(taken).toBeDisabled();
	await expect(teller('Group 1')).toHaveValue(of('tess').id);

	await pressInMenu(page, of('ann'), 'Move to Group 2');
	await expect(namesIn(groupOf(page, 'Group 2'))).toHaveText(['bob', 'ann']);
	await pressInMenu(page, of('dee'), 'Remove from Group 1');
	await expect(namesIn(section(page, 'Late'))).toHaveText(['dee']);
	await saveBoard(page, script);
	const saved = [
		{ id: 'group-1', name: 'Group 1', players: [], teller: 'tess', room: 15 },
		{ id: 'group-2', name: 'Group 2', players: ['bob', 'ann'], teller: null, room: 15 },
	];
	expect(await findGroups(night.id)).toEqual(saved);
	await openBoard(page, visit, night, script);
	await expect(namesIn(groupOf(page, 'Group 2'))).toHaveText(['bob', 'ann']);
	await expect(panel.getByText('Unsaved changes')).toHaveCount(0);
	await expect(panel.getByRole('button', { name: 'Save Changes' })).toHaveCount(0);
});

test('a group gets a name and room for so many, changes places and goes', { tag: '@no-script' }, async ({
	page,
	visit,
	script,
}) => {
	const { night, of } = await makeBoardNight({ confirmed: ['ann', 'bob', 'cid'] });
	await saveGroupsBehind(night.id, [
		{ name: 'Group 1', players: [of('ann'), of('bob')] },
		{ name: 'Group 2' },
	]);
	await openBoard(page, visit, night, script);
	const panel = panelOf(page);
	const change = async (group: string, name: string, room: string) => {
		await panel.locator(`summary[aria-label="Edit ${group}"]`).click();
		const card = groupOf(page, group);
		await card.getByRole('textbox', { name: 'Name' }).fill(name);
		await card.getByRole('spinbutton', { name: 'Most players' }).fill(room);
		await card.getByRole('button', { name: 'Apply' }).click();
	};
	await change('Group 1', 'Night owls', '2');
	await expect(groupOf(page, 'Night owls')).toContainText('2 of 2 players');
	await rowOf(page, of('cid')).locator('summary').click();
	await expect(
		rowOf(page, of('cid')).getByRole('button', { name: 'Move to Night owls (full)' }),
	).toBeDisabled();
	await rowOf(page, of('cid')).locator('summary').click();

	await panel.locator('summary[aria-label="Edit Group 2"]').click();
	await panel.getByRole('button', { name: 'Move before Night owls' }).click();
	await expect(panel.getByRole('heading', { level: 3 }).filter({ hasText: /owls|Group/ })).toHaveText([
		'Group 2',
		'Night owls',
	]);
	await panel.locator('summary[aria-label="Remove Night owls"]').click();
	await expect(panel.getByText('Its 2 players become available.')).toBeVisible();
	await panel.getByRole('button', { name: 'Remove group' }).filter({ visible: true }).click();
	await expect(groupOf(page, 'Night owls')).toHaveCount(0);
	await expect(namesIn(section(page, 'Confirmed'))).toHaveText(['ann', 'bob', 'cid']);
	await saveBoard(page, script);
	expect(await findGroups(night.id)).toEqual([
		{ id: 'group-2', name: 'Group 2', players: [], teller: null, room: 15 },
	]);
});

test('a storyteller is found with the arrow keys, and assigned once the choice stands', async ({
	page,
	visit,
	script,
}) => {
	const { night, of } = await makeBoardNight({ confirmed: ['ann'] }, ['tess', 'tod', 'una']);
	await makeAnswer(night.id, of('tess').id, 'confirmed');
	await saveGroupsBehind(night.id, [
		{ name: 'Group 1' },
		{ name: 'Group 2', players: [of('ann'), of('tess')] },
	]);
	await openBoard(page, visit, night, script);
	const teller = panelOf(page).getByRole('combobox', { name: 'Storyteller of Group 1' });
	const taken = panelOf(page).getByRole('option', { name: '(Assigned to another group)', disabled: true });
	await teller.focus();
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('ArrowDown');
	await expect(teller).toHaveValue(of('tod').id);
	await expect(teller).toBeFocused();
	await expect(taken).toHaveCount(0);
	await expect(unsavedBar(page)).toHaveCount(0);
	if (script) await page.keyboard.press('Enter');
	else await groupOf(page, 'Group 1').getByRole('button', { name: 'Assign' }).click();
	await expect(taken).toHaveText('tod (Assigned to another group)');
	await expect(teller).toHaveValue(of('tod').id);
	await expect(namesIn(groupOf(page, 'Group 2'))).toHaveText(['ann', 'tess']);
	if (script) {
		await expect(teller).toBeFocused();
		// A letter key chooses too, and leaving the field assigns the choice; the Tab key moves on to the next
		// control.
		await page.keyboard.press('u');
		await expect(teller).toHaveValue(of('una').id);
		await expect(taken).toHaveText('tod (Assigned to another group)');
		await page.keyboard.press('Tab');
		await expect(taken).toHaveText('una (Assigned to another group)');
		await expect(panelOf(page).getByRole('button', { name: 'Drag Group 2' })).toBeFocused();
		const undo = unsavedBar(page).getByRole('button', { name: 'Undo' });
		await undo.click();
		await expect(teller).toHaveValue(of('tod').id);
		await undo.click();
		await expect(teller).toHaveValue('');
		await teller.selectOption('tess');
		await expect(namesIn(groupOf(page, 'Group 2'))).toHaveText(['ann']);
	}
	await saveBoard(page, script);
	expect((await findGroups(night.id)).map((group) => group.teller)).toEqual([script ? 'tess' : 'tod', null]);
});

test('what a group cannot be is said in its menu, which stays open', async ({ page, visit, script }) => {
	const { night, of } = await makeBoardNight({ confirmed: ['ann', 'bob'] });
	await saveGroupsBehind(night.id, [{ name: 'Group 1', players: [of('ann'), of('bob')] }]);
	await openBoard(page, visit, night, script);
	const card = groupOf(page, 'Group 1');
	await panelOf(page).locator('summary[aria-label="Edit Group 1"]').click();
	const room = card.getByRole('spinbutton', { name: 'Most players' });
	await room.fill('1');
	await card.getByRole('button', { name: 'Apply' }).click();
	// The browser shows the reason at the field that it focuses.
	await expect(room).toBeFocused();
	// A menu closes one turn of the event loop after the press.
	if (script) await page.evaluate(() => new Promise((done) => setTimeout(done)));
	await expect(room).toBeVisible();
	await room.fill('2');
	await card.getByRole('button', { name: 'Apply' }).click();
	await expect(card).toContainText('2 of 2 players');
	await expect(room).toBeHidden();
});

test('a long unbroken name stays inside the menu of another group', async ({ page, visit, script }) => {
	const { night } = await makeBoardNight({ confirmed: ['ann'] });
	const long = 'x'.repeat(100);
	await saveGroupsBehind(night.id, [{ name: 'Group 1' }, { name: long }]);
	await openBoard(page, visit, night, script);
	await panelOf(page).locator('summary[aria-label="Edit Group 1"]').click();
	const move = panelOf(page).getByRole('button', { name: `Move behind ${long}` });
	await expect(move).toBeVisible();
	const menu = move.locator('..');
	await expect.poll(() => menu.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
});

test('when everybody sits somewhere, Available Players says so', async ({ page, visit, script }) => {
	const { night, of } = await makeBoardNight({ confirmed: ['ann', 'bob'] });
	await saveGroupsBehind(night.id, [{ name: 'Group 1', players: [of('ann')] }]);
	await openBoard(page, visit, night, script);
	const available = panelOf(page).getByRole('region', { name: 'Available Players' });
	await expect(available.getByText('All players have been assigned to groups')).toHaveCount(0);
	const confirmed = available.locator('summary', { hasText: 'Confirmed' });
	await confirmed.click();
	await expect(rowOf(page, of('bob'))).toBeHidden();
	await confirmed.click();
	await pressInMenu(page, of('bob'), 'Move to Group 1');
	await expect(available.getByText('All players have been assigned to groups')).toBeVisible();
});

test('pins and pairs to keep apart are rules that are saved', { tag: '@no-script' }, async ({
	page,
	visit,
	script,
}) => {
	const { night, of } = await makeBoardNight({ confirmed: ['ann', 'bob', 'cid'] });
	await saveGroupsBehind(night.id, [{ name: 'Group 1', players: [of('ann')] }, { name: 'Group 2' }]);
	await openBoard(page, visit, night, script);
	const panel = panelOf(page);
	await pressInMenu(page, of('ann'), 'Pin to Group 1');
	await expect(rowOf(page, of('ann'))).toContainText('Pinned');
	const openRules = () => panel.locator('summary', { hasText: 'Rules for Auto-Split' }).click();
	await openRules();
	await expect(panel.getByText('ann: Group 1')).toBeVisible();
	const keepApart = async (a: string, b: string) => {
		await panel.getByRole('combobox', { name: 'Keep apart' }).selectOption(a);
		await panel.getByRole('combobox', { name: 'from' }).selectOption(b);
		await panel.getByRole('button', { name: 'Keep apart' }).click();
	};
	await keepApart('bob', 'ann');
	await expect(panel.locator('summary', { hasText: 'Rules for Auto-Split (2)' })).toBeVisible();
	if (!script) await openRules();
	await expect(panel.getByText('ann and bob', { exact: true })).toBeVisible();
	await keepApart('cid', 'cid');
	await expect(panel.getByText('Please choose two different players.')).toBeVisible();
	await saveBoard(page, script);
	expect(await findRules(night.id)).toEqual({ pins: ['ann in group-1'], apart: ['ann and bob'] });
	await openBoard(page, visit, night, script);
	await openRules();
	await panel.getByRole('button', { name: 'Unpin ann' }).click();
	await expect(panel.locator('summary', { hasText: 'Rules for Auto-Split (1)' })).toBeVisible();
	if (!script) await openRules();
	await panel.getByRole('button', { name: 'Let ann and bob play together' }).click();
	await expect(panel.locator('summary', { hasText: '(1)' })).toHaveCount(0);
	await saveBoard(page, script);
	expect(await findRules(night.id)).toEqual({ pins: [], apart: [] });
});

test('who takes an answer back while the groups are made is said, and is in none', {
	tag: '@no-script',
}, async ({ page, visit, script }) => {
	const { night, of } = await makeBoardNight({ confirmed: ['ann', 'bob'] });
	await saveGroupsBehind(night.id, [{ name: 'Group 1', players: [of('ann')] }]);
	await openBoard(page, visit, night, script);
	const leave = () =>
		rows().query('DELETE FROM signups WHERE event_id = $1 AND user_id = $2', [night.id, of('bob').id]);
	if (!script) {
		await leave();
		await pressInMenu(page, of('bob'), 'Move to Group 1');
		await expect(panelOf(page)).toContainText('Failed to save groups That player is not signed up any more.');
		await expect(rowOf(page, of('bob'))).toHaveCount(0);
		return;
	}
	await pressInMenu(page, of('bob'), 'Move to Group 1');
	await leave();
	await saveBoard(page, script);
	await expect(panelOf(page).getByText('bob is not signed up any more and left the groups.')).toBeVisible();
	await expect(namesIn(groupOf(page, 'Group 1'))).toHaveText(['ann']);
	expect((await findGroups(night.id))[0]?.players).toEqual(['ann']);
});

test.describe('an editor that cannot be fetched', () => {
	test.use({ expectedErrors: ['Failed to load resource', 'Failed to fetch dynamically imported module'] });

	test('leaves the rest of the page, and can be asked for again', async ({ page }) => {
		const { night } = await makeBoardNight({ confirmed: ['ann'] });
		await page.route('**/groups-editor*.js', (route) => route.abort());
		await page.goto(`/events/${night.id}`);
		const panel = panelOf(page);
		await expect(panel).toContainText('Failed to load event groups');
		await expect(panel).toContainText('1 confirmed player');
		await expect(page.getByRole('heading', { name: night.title })).toBeVisible();
		await page.getByRole('textbox', { name: 'Your comment' }).fill('Still here.');
		await page.getByRole('button', { name: 'Post comment' }).click();
		await expect(page.getByText('Still here.')).toBeVisible();

		await page.unroute('**/groups-editor*.js');
		await panel.getByRole('button', { name: 'Try again' }).click();
		await panel.getByRole('button', { name: 'Add Group' }).click();
		await expect(groupOf(page, 'Group 1')).toBeVisible();
	});
});
