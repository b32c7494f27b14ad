import type { Locator, Page } from '@playwright/test';
import {
	createBoardEvent,
	createPreferences,
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

test.beforeEach(({ signInAs }) => signInAs({ role: 'creator' }));

/** Returns the center of the visible part of an element. Throws when the element is not visible. */
async function getCenter(element: Locator): Promise<{ x: number; y: number }> {
	const box = await element.boundingBox();
	if (!box) throw new Error('The element is not visible.');
	return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags an element onto another one with the mouse and does not release it. */
async function dragOver(page: Page, source: Locator, destination: Locator): Promise<void> {
	const from = await getCenter(source);
	await page.mouse.move(from.x, from.y);
	await page.mouse.down();
	await page.mouse.move(from.x + 6, from.y + 6, { steps: 3 });
	const end = await getCenter(destination);
	await page.mouse.move(end.x, end.y, { steps: 8 });
	// The library finds the element under the pointer at the next frame.
	await page.evaluate(
		() =>
			new Promise((resolve) =>
				requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50))),
			),
	);
}

async function drag(page: Page, source: Locator, destination: Locator): Promise<void> {
	await dragOver(page, source, destination);
	await page.mouse.up();
}

/**
 * Opens the page in a viewport high enough for the whole board, so that nothing scrolls under the pointer.
 */
async function openInTallViewport(
	...[page, visit, event]: [Page, (address: string) => Promise<void>, { id: string }]
) {
	await page.setViewportSize({ width: 1280, height: 2600 });
	await openBoard(page, visit, event, true);
}

const overlay = (page: Page) => page.locator('[data-drag-overlay]');

test('the mouse drags players between groups and Available Players; the result is saved', {
	tag: '@translated',
}, async ({ page, visit }) => {
	const { event, getUser } = await createBoardEvent({ confirmed: ['ann', 'bob', 'cid'], late: ['dee'] });
	await saveGroupsAsAnotherUser(event.id, [
		{ name: 'Group 1', players: [getUser('ann')] },
		{ name: 'Group 2' },
	]);
	await openInTallViewport(page, visit, event);
	const heading = (name: string) => getGroup(page, name).getByRole('heading');
	await dragOver(page, getRow(page, getUser('bob')), heading('Group 2'));
	await expect(overlay(page)).toHaveText('bob');
	await expect(getGroup(page, 'Group 2')).toHaveAttribute('data-over', 'true');
	await page.mouse.up();
	await expect(getNames(getGroup(page, 'Group 2'))).toHaveText(['bob']);
	await expect(overlay(page)).toHaveCount(0);
	await expect(getUnsavedBar(page)).toBeVisible();

	await drag(page, getRow(page, getUser('dee')), getRow(page, getUser('bob')));
	await expect(getNames(getGroup(page, 'Group 2'))).toHaveText(['dee', 'bob']);
	await drag(page, getRow(page, getUser('ann')), getRow(page, getUser('bob')));
	await expect(getNames(getGroup(page, 'Group 2'))).toHaveText(['dee', 'ann', 'bob']);
	await expect(getNames(getGroup(page, 'Group 1'))).toHaveCount(0);
	await drag(
		page,
		getRow(page, getUser('bob')),
		getPanel(page).getByRole('heading', { name: 'Available Players' }),
	);
	await expect(getNames(getGroup(page, 'Group 2'))).toHaveText(['dee', 'ann']);
	await saveBoard(page, true);
	expect((await listSavedGroups(event.id)).map(({ players }) => players)).toEqual([[], ['dee', 'ann']]);
});

test('a press that moves less than 8 pixels is no drag, and a drag to no target changes nothing', async ({
	page,
	visit,
}) => {
	const { event, getUser } = await createBoardEvent({ confirmed: ['ann', 'bob'] });
	await saveGroupsAsAnotherUser(event.id, [{ name: 'Group 1', players: [getUser('ann')] }]);
	await openInTallViewport(page, visit, event);
	const from = await getCenter(getRow(page, getUser('bob')));
	await page.mouse.move(from.x, from.y);
	await page.mouse.down();
	await page.mouse.move(from.x + 7, from.y, { steps: 7 });
	await expect(overlay(page)).toHaveCount(0);
	await page.mouse.move(from.x + 9, from.y, { steps: 2 });
	await expect(overlay(page)).toHaveText('bob');
	await page.keyboard.press('Escape');
	await expect(overlay(page)).toHaveCount(0);
	await page.mouse.up();
	await drag(page, getRow(page, getUser('bob')), page.getByRole('heading', { level: 1 }));
	await drag(page, getRow(page, getUser('ann')), getGroup(page, 'Group 1').getByRole('heading'));
	await expect(getNames(getGroup(page, 'Group 1'))).toHaveText(['ann']);
	await expect(getUnsavedBar(page)).toHaveCount(0);
});

test('a full group accepts no player and says so', async ({ page, visit }) => {
	const { event, getUser } = await createBoardEvent({ confirmed: ['ann', 'bob'] });
	await saveGroupsAsAnotherUser(event.id, [{ name: 'Tiny', players: [getUser('ann')], maxPlayers: 1 }]);
	await openInTallViewport(page, visit, event);
	await drag(page, getRow(page, getUser('bob')), getGroup(page, 'Tiny').getByRole('heading'));
	await expect(getPanel(page).getByText('Tiny is full. It has room for 1 player.')).toBeVisible();
	await expect(getUnsavedBar(page)).toHaveCount(0);
});

test('a group is dragged over another, and they swap places', async ({ page, visit }) => {
	const { event } = await createBoardEvent({ confirmed: ['ann'] });
	await saveGroupsAsAnotherUser(event.id, [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }]);
	await openInTallViewport(page, visit, event);
	await dragOver(page, getPanel(page).getByRole('button', { name: 'Drag Three' }), getGroup(page, 'One'));
	await expect(overlay(page)).toHaveText('Group');
	await page.mouse.up();
	await saveBoard(page, true);
	expect((await listSavedGroups(event.id)).map(({ name }) => name)).toEqual(['Three', 'One', 'Two']);
});

test('on a board of 60 players the groups stay in reach, and dragging scrolls only the board', async ({
	page,
	visit,
}) => {
	const names = Array.from({ length: 60 }, (_, index) => `player ${index + 1}`);
	const { event, getUser } = await createBoardEvent({ confirmed: names });
	const groups = [0, 1, 2, 3, 4].map((index) => ({
		name: `Group ${index + 1}`,
		players: names.slice(index * 12, index * 12 + 12).map(getUser),
	}));
	await saveGroupsAsAnotherUser(event.id, groups);
	await openBoard(page, visit, event, true);
	const rail = getPanel(page).getByRole('navigation', { name: 'Groups' });
	const last = getRow(page, getUser('player 60'));
	await last.scrollIntoViewIfNeeded();
	const boardTop = () => rail.evaluate((element) => element.parentElement?.getBoundingClientRect().top);
	expect(await boardTop()).toBeLessThan(-300);

	const from = await getCenter(last);
	await page.mouse.move(from.x, from.y);
	await page.mouse.down();
	await page.mouse.move(from.x, 3, { steps: 5 });
	await expect.poll(boardTop).toBeGreaterThan(-60);
	// The scrolling has ended when two frames in a row show the same place.
	await expect(async () => {
		const before = await boardTop();
		await page.evaluate(
			() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 100)),
		);
		expect(await boardTop()).toBe(before);
	}).toPass();
	// A step goes further on a busy machine; the top of the page is a thousand pixels away.
	expect(await boardTop()).toBeLessThan(400);
	const chip = await getCenter(rail.getByRole('link', { name: 'Group 1' }));
	await page.mouse.move(chip.x, chip.y, { steps: 5 });
	await expect(rail.getByRole('link', { name: 'Group 1' })).toHaveAttribute('data-over', 'true');
	await page.mouse.up();
	await expect(rail.getByRole('link', { name: 'Group 1' })).toHaveText('Group 113 of 15');
	await expect(getNames(getGroup(page, 'Group 5'))).toHaveCount(11);
});

test('the keyboard drags in steps of 25 pixels, and announces every step', async ({ page, visit }) => {
	const { event, getUser } = await createBoardEvent({ confirmed: ['ann', 'bob'] });
	await saveGroupsAsAnotherUser(event.id, [
		{ name: 'Group 1', players: [getUser('ann')] },
		{ name: 'Group 2' },
	]);
	await openInTallViewport(page, visit, event);
	const announcement = page.locator('[id^="DndLiveRegion"]');
	const grip = getPanel(page).getByRole('button', { name: 'Drag ann' });
	await grip.focus();
	await page.keyboard.press('Space');
	await expect(announcement).toHaveText('Picked up ann.');
	await expect(overlay(page)).toHaveText('ann');
	const start = await getCenter(overlay(page));
	// dnd-kit listens for the arrow keys one timer after it has announced the start.
	await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
	await page.keyboard.press('ArrowRight');
	await expect.poll(async () => (await getCenter(overlay(page))).x - start.x).toBe(25);
	const [from, to] = [
		await getCenter(getRow(page, getUser('ann'))),
		await getCenter(getGroup(page, 'Group 2')),
	];
	for (let x = from.x + 25; x < to.x; x += 25) await page.keyboard.press('ArrowRight');
	await expect(announcement).toHaveText('ann is over Group 2.');
	await page.keyboard.press('Space');
	await expect(getNames(getGroup(page, 'Group 2'))).toHaveText(['ann']);
	await expect(overlay(page)).toHaveCount(0);
	await saveBoard(page, true);
	expect((await listSavedGroups(event.id)).map(({ players }) => players)).toEqual([[], ['ann']]);
});

test('Escape cancels a keyboard drag', async ({ page, visit }) => {
	const { event, getUser } = await createBoardEvent({ confirmed: ['ann'] });
	await saveGroupsAsAnotherUser(event.id, [{ name: 'Group 1', players: [getUser('ann')] }]);
	await openInTallViewport(page, visit, event);
	const announcement = page.locator('[id^="DndLiveRegion"]');
	await getPanel(page).getByRole('button', { name: 'Drag ann' }).focus();
	await page.keyboard.press('Enter');
	// The library handles further keys only a moment after the pickup.
	await expect(announcement).toHaveText('Picked up ann.');
	await expect(overlay(page)).toHaveText('ann');
	const start = await getCenter(overlay(page));
	await page.keyboard.press('ArrowDown');
	await expect.poll(async () => (await getCenter(overlay(page))).y - start.y).toBe(25);
	await page.keyboard.press('Escape');
	await expect(announcement).toHaveText('ann was put back.');
	await expect(overlay(page)).toHaveCount(0);
	await expect(getUnsavedBar(page)).toHaveCount(0);
});

test('drag, menu and undo are steps of one draft', async ({ page, visit }) => {
	const { event, getUser } = await createBoardEvent({ confirmed: ['ann', 'bob'] });
	await saveGroupsAsAnotherUser(event.id, [
		{ name: 'Group 1', players: [getUser('ann')] },
		{ name: 'Group 2' },
	]);
	await openInTallViewport(page, visit, event);
	await drag(page, getRow(page, getUser('bob')), getGroup(page, 'Group 2').getByRole('heading'));
	await pressInMenu(page, getUser('ann'), 'Move to Group 2');
	await expect(getNames(getGroup(page, 'Group 2'))).toHaveText(['bob', 'ann']);
	const undo = getUnsavedBar(page).getByRole('button', { name: 'Undo' });
	await undo.click();
	await expect(getNames(getGroup(page, 'Group 2'))).toHaveText(['bob']);
	await expect(getNames(getGroup(page, 'Group 1'))).toHaveText(['ann']);
	await undo.click();
	await expect(getUnsavedBar(page)).toHaveCount(0);
	await pressInMenu(page, getUser('ann'), 'Remove from Group 1');
	await getUnsavedBar(page).getByRole('button', { name: 'Discard' }).click();
	await expect(getNames(getGroup(page, 'Group 1'))).toHaveText(['ann']);
	expect((await listSavedGroups(event.id)).map(({ players }) => players)).toEqual([['ann'], []]);
});

test('hovering a player shows the preferences, unless the switch is off', async ({ page, visit }) => {
	const { event, getUser } = await createBoardEvent({ confirmed: ['ann', 'bob', 'cid'] });
	await createPreferences(getUser('ann'), [getUser('bob'), getUser('cid')]);
	await createPreferences(getUser('bob'), [getUser('ann')]);
	await saveGroupsAsAnotherUser(event.id, [{ name: 'Group 1', players: [getUser('ann'), getUser('bob')] }]);
	await openInTallViewport(page, visit, event);
	const preferenceText = getPanel(page).getByText('ann and bob chose each other; ann chose cid');
	const mutual = getRow(page, getUser('ann')).getByText('1 mutual');
	await expect(mutual).toBeVisible();
	await getRow(page, getUser('ann')).hover();
	await expect(preferenceText).toBeVisible();
	await expect(getRow(page, getUser('cid'))).toHaveAttribute('data-related', 'true');
	await page.mouse.move(0, 0);
	await expect(preferenceText).toHaveCount(0);
	await getRow(page, getUser('ann')).getByRole('link').focus();
	await expect(preferenceText).toBeVisible();
	await getPanel(page).getByRole('switch', { name: 'Glow & Hover Effects' }).press('Space');
	await getRow(page, getUser('ann')).hover();
	await expect(preferenceText).toBeHidden();
	await expect(mutual).toBeHidden();
});

test('hovering a player renders only the rows that change', async ({ page, visit }) => {
	const names = ['ann', 'bob', 'cid', 'dee', 'eve', 'fay'];
	const { event, getUser } = await createBoardEvent({ confirmed: names });
	await createPreferences(getUser('ann'), [getUser('bob')]);
	await openInTallViewport(page, visit, event);
	const rows = getPanel(page).locator('[data-player]');
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
	const idsOf = (...usernames: string[]) => usernames.map((name) => getUser(name).id);
	expect(await listRendered()).toEqual(idsOf(...names));
	// Drag and drop measures the rows once more after the page has loaded, and renders all of them for it.
	await expect(async () => {
		await page.mouse.move(0, 0);
		await expect(getRow(page, getUser('bob'))).not.toHaveAttribute('data-related');
		await listRendered();
		await getRow(page, getUser('ann')).hover();
		await expect(getRow(page, getUser('bob'))).toHaveAttribute('data-related', 'true');
		expect(await listRendered()).toEqual(idsOf('ann', 'bob'));
	}).toPass({ timeout: 10_000 });
	await getRow(page, getUser('cid')).hover();
	await expect(getRow(page, getUser('bob'))).not.toHaveAttribute('data-related');
	expect(await listRendered()).toEqual(idsOf('ann', 'bob', 'cid'));
});

test('moving a player by keyboard keeps the focus on the player and announces the change', async ({
	page,
	visit,
}) => {
	const { event, getUser } = await createBoardEvent({ confirmed: ['ann', 'bob'] });
	await saveGroupsAsAnotherUser(event.id, [{ name: 'Group 1', maxPlayers: 1 }]);
	await openBoard(page, visit, event, true);
	const menu = (name: string) => getRow(page, getUser(name)).locator('summary');
	const announcement = getPanel(page).getByRole('status');
	await menu('ann').focus();
	await page.keyboard.press('Enter');
	await page.keyboard.press('Tab');
	await page.keyboard.press('Enter');
	await expect(getNames(getGroup(page, 'Group 1'))).toHaveText(['ann']);
	await expect(menu('ann')).toBeFocused();
	await expect(announcement.filter({ hasText: 'Moved ann to Group 1.' })).toHaveCount(1);
	await page.keyboard.press('Enter');
	await page.keyboard.press('Tab');
	await page.keyboard.press('Enter');
	await expect(announcement.filter({ hasText: 'Moved ann to Available Players.' })).toHaveCount(1);
	await expect(menu('ann')).toBeFocused();
	await pressInMenu(page, getUser('bob'), 'Move to Group 1');
	await getUnsavedBar(page).getByRole('button', { name: 'Save Changes' }).press('Enter');
	await expectNotice(page, 'Groups saved. Players can see them now.');
	await expect(getPanel(page).getByRole('heading', { name: 'Event Groups' })).toBeFocused();
});
