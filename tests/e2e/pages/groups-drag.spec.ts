import type { Locator, Page } from '@playwright/test';
import {
	findGroups,
	groupOf,
	makeBoardNight,
	makeWishes,
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

test.beforeEach(({ signInAs }) => signInAs({ role: 'creator' }));

/** Returns the center of the visible part of an element. Throws when the element is not visible. */
async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
	const box = await target.boundingBox();
	if (!box) throw new Error('There is nothing to be seen.');
	return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags an element onto another one with the mouse and does not release it. */
async function carry(page: Page, what: Locator, to: Locator): Promise<void> {
	const from = await middleOf(what);
	await page.mouse.move(from.x, from.y);
	await page.mouse.down();
	await page.mouse.move(from.x + 6, from.y + 6, { steps: 3 });
	const end = await middleOf(to);
	await page.mouse.move(end.x, end.y, { steps: 8 });
	// The library finds the element under the pointer at the next frame.
	await page.evaluate(
		() =>
			new Promise((resolve) =>
				requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50))),
			),
	);
}

async function drag(page: Page, what: Locator, to: Locator): Promise<void> {
	await carry(page, what, to);
	await page.mouse.up();
}

/**
 * Opens the page in a viewport high enough for the whole board, so that nothing scrolls under the pointer.
 */
async function openHigh(...[page, visit, night]: [Page, (address: string) => Promise<void>, { id: string }]) {
	await page.setViewportSize({ width: 1280, height: 2600 });
	await openBoard(page, visit, night, true);
}

const overlay = (page: Page) => page.locator('[data-drag-overlay]');

test('the mouse drags players between groups and Available Players; the result is saved', async ({
	page,
	visit,
}) => {
	const { night, of } = await makeBoardNight({ confirmed: ['ann', 'bob', 'cid'], late: ['dee'] });
	await saveGroupsBehind(night.id, [{ name: 'Group 1', players: [of('ann')] }, { name: 'Group 2' }]);
	await openHigh(page, visit, night);
	const head = (name: string) => groupOf(page, name).getByRole('heading');
	await carry(page, rowOf(page, of('bob')), head('Group 2'));
	await expect(overlay(page)).toHaveText('bob');
	await expect(groupOf(page, 'Group 2')).toHaveAttribute('data-over', 'true');
	await page.mouse.up();
	await expect(namesIn(groupOf(page, 'Group 2'))).toHaveText(['bob']);
	await expect(overlay(page)).toHaveCount(0);
	await expect(unsavedBar(page)).toBeVisible();

	await drag(page, rowOf(page, of('dee')), rowOf(page, of('bob')));
	await expect(namesIn(groupOf(page, 'Group 2'))).toHaveText(['dee', 'bob']);
	await drag(page, rowOf(page, of('ann')), rowOf(page, of('bob')));
	await expect(namesIn(groupOf(page, 'Group 2'))).toHaveText(['dee', 'ann', 'bob']);
	await expect(namesIn(groupOf(page, 'Group 1'))).toHaveCount(0);
	await drag(page, rowOf(page, of('bob')), panelOf(page).getByRole('heading', { name: 'Available Players' }));
	await expect(namesIn(groupOf(page, 'Group 2'))).toHaveText(['dee', 'ann']);
	await saveBoard(page, true);
	expect((await findGroups(night.id)).map(({ players }) => players)).toEqual([[], ['dee', 'ann']]);
});

test('a press that moves less than 8 pixels is no drag, and one that goes nowhere changes nothing', async ({
	page,
	visit,
}) => {
	const { night, of } = await makeBoardNight({ confirmed: ['ann', 'bob'] });
	await saveGroupsBehind(night.id, [{ name: 'Group 1', players: [of('ann')] }]);
	await openHigh(page, visit, night);
	const from = await middleOf(rowOf(page, of('bob')));
	await page.mouse.move(from.x, from.y);
	await page.mouse.down();
	await page.mouse.move(from.x + 7, from.y, { steps: 7 });
	await expect(overlay(page)).toHaveCount(0);
	await page.mouse.move(from.x + 9, from.y, { steps: 2 });
	await expect(overlay(page)).toHaveText('bob');
	await page.keyboard.press('Escape');
	await expect(overlay(page)).toHaveCount(0);
	await page.mouse.up();
	await drag(page, rowOf(page, of('bob')), page.getByRole('heading', { level: 1 }));
	await drag(page, rowOf(page, of('ann')), groupOf(page, 'Group 1').getByRole('heading'));
	await expect(namesIn(groupOf(page, 'Group 1'))).toHaveText(['ann']);
	await expect(unsavedBar(page)).toHaveCount(0);
});

test('a group that is full takes nobody, and says so', async ({ page, visit }) => {
	const { night, of } = await makeBoardNight({ confirmed: ['ann', 'bob'] });
	await saveGroupsBehind(night.id, [{ name: 'Tiny', players: [of('ann')], room: 1 }]);
	await openHigh(page, visit, night);
	await drag(page, rowOf(page, of('bob')), groupOf(page, 'Tiny').getByRole('heading'));
	await expect(panelOf(page).getByText('Tiny is full: it takes 1 player.')).toBeVisible();
	await expect(unsavedBar(page)).toHaveCount(0);
});

test('a group is dragged over another, and they change places', async ({ page, visit }) => {
	const { night } = await makeBoardNight({ confirmed: ['ann'] });
	await saveGroupsBehind(night.id, [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }]);
	await openHigh(page, visit, night);
	await carry(page, panelOf(page).getByRole('button', { name: 'Drag Three' }), groupOf(page, 'One'));
	await expect(overlay(page)).toHaveText('Group');
	await page.mouse.up();
	await saveBoard(page, true);
	expect((await findGroups(night.id)).map(({ name }) => name)).toEqual(['Three', 'One', 'Two']);
});

test('the keyboard drags in steps of 25 pixels, and every step is said', async ({ page, visit }) => {
	const { night, of } = await makeBoardNight({ confirmed: ['ann', 'bob'] });
	await saveGroupsBehind(night.id, [{ name: 'Group 1', players: [of('ann')] }, { name: 'Group 2' }]);
	await openHigh(page, visit, night);
	const said = page.locator('[id^="DndLiveRegion"]');
	const grip = panelOf(page).getByRole('button', { name: 'Drag ann' });
	await grip.focus();
	await page.keyboard.press('Space');
	await expect(said).toHaveText('ann is picked up.');
	await expect(overlay(page)).toHaveText('ann');
	const start = await middleOf(overlay(page));
	await page.keyboard.press('ArrowRight');
	await expect.poll(async () => (await middleOf(overlay(page))).x - start.x).toBe(25);
	const [from, to] = [await middleOf(rowOf(page, of('ann'))), await middleOf(groupOf(page, 'Group 2'))];
	for (let x = from.x + 25; x < to.x; x += 25) await page.keyboard.press('ArrowRight');
	await expect(said).toHaveText('ann is over Group 2.');
	await page.keyboard.press('Space');
	await expect(namesIn(groupOf(page, 'Group 2'))).toHaveText(['ann']);
	await expect(overlay(page)).toHaveCount(0);
	await saveBoard(page, true);
	expect((await findGroups(night.id)).map(({ players }) => players)).toEqual([[], ['ann']]);
});

test('Escape puts back what the keyboard holds', async ({ page, visit }) => {
	const { night, of } = await makeBoardNight({ confirmed: ['ann'] });
	await saveGroupsBehind(night.id, [{ name: 'Group 1', players: [of('ann')] }]);
	await openHigh(page, visit, night);
	const said = page.locator('[id^="DndLiveRegion"]');
	await panelOf(page).getByRole('button', { name: 'Drag ann' }).focus();
	await page.keyboard.press('Enter');
	// The library handles further keys only a moment after the pickup.
	await expect(said).toHaveText('ann is picked up.');
	await expect(overlay(page)).toHaveText('ann');
	const start = await middleOf(overlay(page));
	await page.keyboard.press('ArrowDown');
	await expect.poll(async () => (await middleOf(overlay(page))).y - start.y).toBe(25);
	await page.keyboard.press('Escape');
	await expect(said).toHaveText('ann is where it was.');
	await expect(overlay(page)).toHaveCount(0);
	await expect(unsavedBar(page)).toHaveCount(0);
});

test('drag, menu and undo are steps of one draft', async ({ page, visit }) => {
	const { night, of } = await makeBoardNight({ confirmed: ['ann', 'bob'] });
	await saveGroupsBehind(night.id, [{ name: 'Group 1', players: [of('ann')] }, { name: 'Group 2' }]);
	await openHigh(page, visit, night);
	await drag(page, rowOf(page, of('bob')), groupOf(page, 'Group 2').getByRole('heading'));
	await pressInMenu(page, of('ann'), 'Move to Group 2');
	await expect(namesIn(groupOf(page, 'Group 2'))).toHaveText(['bob', 'ann']);
	const undo = unsavedBar(page).getByRole('button', { name: 'Undo' });
	await undo.click();
	await expect(namesIn(groupOf(page, 'Group 2'))).toHaveText(['bob']);
	await expect(namesIn(groupOf(page, 'Group 1'))).toHaveText(['ann']);
	await undo.click();
	await expect(unsavedBar(page)).toHaveCount(0);
	await pressInMenu(page, of('ann'), 'Remove from Group 1');
	await unsavedBar(page).getByRole('button', { name: 'Discard' }).click();
	await expect(namesIn(groupOf(page, 'Group 1'))).toHaveText(['ann']);
	expect((await findGroups(night.id)).map(({ players }) => players)).toEqual([['ann'], []]);
});

test('hovering a player tells who chose each other, unless the switch is off', async ({ page, visit }) => {
	const { night, of } = await makeBoardNight({ confirmed: ['ann', 'bob', 'cid'] });
	await makeWishes(of('ann'), [of('bob'), of('cid')]);
	await makeWishes(of('bob'), [of('ann')]);
	await saveGroupsBehind(night.id, [{ name: 'Group 1', players: [of('ann'), of('bob')] }]);
	await openHigh(page, visit, night);
	const told = panelOf(page).getByText('ann and bob chose each other; ann chose cid');
	const mutual = rowOf(page, of('ann')).getByText('1 mutual');
	await expect(mutual).toBeVisible();
	await rowOf(page, of('ann')).hover();
	await expect(told).toBeVisible();
	await expect(rowOf(page, of('cid'))).toHaveAttribute('data-related', 'true');
	await page.mouse.move(0, 0);
	await expect(told).toHaveCount(0);
	await rowOf(page, of('ann')).getByRole('link').focus();
	await expect(told).toBeVisible();
	await panelOf(page).getByRole('switch', { name: 'Glow & Hover Effects' }).press('Space');
	await rowOf(page, of('ann')).hover();
	await expect(told).toBeHidden();
	await expect(mutual).toBeHidden();
});

test('hovering a player renders only the rows that change', async ({ page, visit }) => {
	const names = ['ann', 'bob', 'cid', 'dee', 'eve', 'fay'];
	const { night, of } = await makeBoardNight({ confirmed: names });
	await makeWishes(of('ann'), [of('bob')]);
	await openHigh(page, visit, night);
	const rows = panelOf(page).locator('[data-player]');
	// React keeps the latest props on the element that it rendered, so a row with new props was rendered again.
	const listRendered = () =>
		rows.evaluateAll((elements) =>
			elements
				.filter((element) => {
					const fields = element as unknown as Record<string, unknown>;
					const props = Object.keys(fields).find((key) => key.startsWith('__reactProps$')) ?? '';
					const isRendered = fields[props] !== fields.seenProps;
					fields.seenProps = fields[props];
					return isRendered;
				})
				.map((element) => element.getAttribute('data-player')),
		);
	const idsOf = (...those: string[]) => those.map((name) => of(name).id);
	expect(await listRendered()).toEqual(idsOf(...names));
	// Drag and drop measures the rows once more after the page has loaded, and renders all of them for it.
	await expect(async () => {
		await page.mouse.move(0, 0);
		await expect(rowOf(page, of('bob'))).not.toHaveAttribute('data-related');
		await listRendered();
		await rowOf(page, of('ann')).hover();
		await expect(rowOf(page, of('bob'))).toHaveAttribute('data-related', 'true');
		expect(await listRendered()).toEqual(idsOf('ann', 'bob'));
	}).toPass({ timeout: 10_000 });
	await rowOf(page, of('cid')).hover();
	await expect(rowOf(page, of('bob'))).not.toHaveAttribute('data-related');
	expect(await listRendered()).toEqual(idsOf('ann', 'bob', 'cid'));
});

test('who goes by keyboard goes on where the player is now, and hears what happened', async ({
	page,
	visit,
}) => {
	const { night, of } = await makeBoardNight({ confirmed: ['ann', 'bob'] });
	await saveGroupsBehind(night.id, [{ name: 'Group 1', room: 1 }]);
	await openBoard(page, visit, night, true);
	const menu = (name: string) => rowOf(page, of(name)).locator('summary');
	const said = panelOf(page).getByRole('status');
	await menu('ann').focus();
	await page.keyboard.press('Enter');
	await page.keyboard.press('Tab');
	await page.keyboard.press('Enter');
	await expect(namesIn(groupOf(page, 'Group 1'))).toHaveText(['ann']);
	await expect(menu('ann')).toBeFocused();
	await expect(said.filter({ hasText: 'ann is in Group 1.' })).toHaveCount(1);
	await page.keyboard.press('Enter');
	await page.keyboard.press('Tab');
	await page.keyboard.press('Enter');
	await expect(said.filter({ hasText: 'ann is available.' })).toHaveCount(1);
	await expect(menu('ann')).toBeFocused();
	await pressInMenu(page, of('bob'), 'Move to Group 1');
	await unsavedBar(page).getByRole('button', { name: 'Save Changes' }).press('Enter');
	await expect(panelOf(page).getByText('The groups are saved.')).toBeVisible();
	await expect(panelOf(page).getByRole('heading', { name: 'Event Groups' })).toBeFocused();
});
