import { expectAccessible } from '../support/axe.ts';
import {
	createBoardEvent,
	createPreferences,
	getPanel,
	getRow,
	openBoard,
	pressInMenu,
	saveGroupsAsAnotherUser,
} from '../support/board.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectNotice, getCard, getQuickSignup } from '../support/pages.ts';
import { addEventRow, createSession, createSignup, createUser, getSharedPool } from '../support/rows.ts';
import { createEarlierSignup, createFailedGroupPost } from '../support/scenario.ts';

// every-page.spec.ts examines every page as it is loaded. These are what a user opens on them.
test.setTimeout(120_000);

test.beforeEach(async ({ context, page, baseURL }) => {
	await context.addCookies([{ name: 'theme', value: 'dark', url: String(baseURL) }]);
	// An element that is still fading in does not have its final contrast.
	await page.emulateMedia({ reducedMotion: 'reduce' });
});

test('sign-in', async ({ page, visit }) => {
	await visit('/login');
	await expectAccessible(page);
});

test('list, with an open menu', async ({ page, signInAs, visit }) => {
	const user = await signInAs({ role: 'creator' });
	const event = await addEventRow();
	await addEventRow({ status: 'cancelled' });
	for (const status of ['confirmed', 'late', 'tentative', 'declined']) {
		const other = await addEventRow({ inHours: 24 * 20 });
		await createSignup(other.id, user.id, status);
	}
	await visit('/events');
	await getQuickSignup(getCard(page, event.id)).click();
	await expectAccessible(page);
	await page.setViewportSize({ width: 390, height: 844 });
	await expectAccessible(page);
});

test('event', async ({ page, signInAs, visit }) => {
	const user = await signInAs({ role: 'creator' });
	const event = await addEventRow({ creatorId: user.id });
	await createSignup(event.id, user.id, 'confirmed', 'mine');
	for (const status of ['confirmed', 'late', 'tentative', 'declined']) {
		await createSignup(event.id, (await createUser()).id, status, 'some words');
	}
	await getSharedPool().query('UPDATE signups SET awaits_reply = true WHERE event_id = $1', [event.id]);
	await createFailedGroupPost({ event });
	await visit(`/events/${event.id}`);
	await page.getByRole('link', { name: /^Edit note/ }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
	await expectNotice(page, "You're signed up as Confirmed.");
	await expect(page.getByText('The message on Discord is out of date.')).toBeVisible();
	await expect(page.getByText("members haven't confirmed the new time")).toBeVisible();
	await expectAccessible(page);
});

test.describe('groups', () => {
	test.use({ expectedErrors: ['409 (Conflict)'] });

	const NAMES = Array.from({ length: 16 }, (_, i) => `player ${i + 1}`);
	const createBoardWithPreferences = async () => {
		const created = await createBoardEvent(
			{ confirmed: NAMES, late: ['lara'], tentative: ['tim'], declined: ['dan'] },
			['tess'],
		);
		const player = (n: number) => created.getUser(`player ${n}`);
		await createPreferences(player(1), [2, 3, 4, 5].map(player));
		for (const n of [2, 3, 4]) await createPreferences(player(n), [player(1)]);
		await createPreferences(player(6), [player(7)]);
		await createPreferences(player(7), [player(6)]);
		return { ...created, player };
	};

	test('a board with a result, rules and an open menu', async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'creator' });
		const { event, player } = await createBoardWithPreferences();
		await openBoard(page, visit, event, true);
		const panel = getPanel(page);
		await panel.getByRole('button', { name: 'Auto-Split' }).click();
		await expect(panel.getByText('Best possible split.')).toBeVisible();
		await pressInMenu(page, player(1), 'Pin to Group 1');
		await panel.locator('summary', { hasText: 'Rules for Auto-Split' }).click();
		await panel.getByText('Who got their picks').click();
		await getRow(page, player(2)).locator('summary').click();
		await expectAccessible(page, '#groups');
	});

	test('two versions, the group’s menu, and the leave dialog', async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'creator' });
		const { event, player, getUser } = await createBoardWithPreferences();
		const others = [getUser('dan'), player(3)];
		await saveGroupsAsAnotherUser(event.id, [{ name: 'Mine' }, { name: 'Other', players: others }]);
		await openBoard(page, visit, event, true);
		const panel = getPanel(page);
		await pressInMenu(page, player(1), 'Move to Mine');
		await saveGroupsAsAnotherUser(event.id, [{ name: 'Theirs', players: [player(2)] }]);
		await panel.getByRole('button', { name: 'Save Changes' }).click();
		await expect(panel.getByText('Save mine instead')).toBeVisible();
		await expect(panel.getByText("can't come", { exact: true })).toBeVisible();
		await panel.locator('summary[aria-label="Edit Mine"]').click();
		await expectAccessible(page, '#groups');
		await page.getByRole('link', { name: 'Edit', exact: true }).click();
		await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
		await expectAccessible(page, 'dialog');
	});

	test('preferences, and the players’ view', async ({ page, signInAs, setSession, visit }) => {
		await signInAs({ role: 'creator' });
		const { event, player, getUser } = await createBoardWithPreferences();
		const owls = [player(1), player(2), getUser('dan'), getUser('lara')];
		await saveGroupsAsAnotherUser(event.id, [{ name: 'Owls', players: owls }]);
		await visit(`/events/${event.id}/preferences/${player(1).id}`);
		await expectAccessible(page, 'dialog');
		await setSession(player(2));
		await visit(`/events/${event.id}`);
		await expect(getPanel(page).getByText('(You)')).toHaveCount(2);
		await expect(getPanel(page).getByText("can't come")).toBeVisible();
		await expectAccessible(page);
	});
});

test('profile, with every reminder setting', async ({ page, signInAs, visit }) => {
	const user = await signInAs();
	for (const status of ['confirmed', 'late', 'tentative', 'declined']) {
		await createSignup((await addEventRow()).id, user.id, status);
	}
	await createSession(user.id);
	await getSharedPool().query('UPDATE users SET messages_refused_at = now() WHERE id = $1', [user.id]);
	await visit('/profile');
	const reminders = page.getByRole('region', { name: 'Reminders' });
	await reminders.getByRole('checkbox', { name: "Use the community's times" }).uncheck();
	await reminders.getByRole('checkbox', { name: 'Quiet hours' }).check();
	await expect(reminders.getByLabel('Time zone')).toBeVisible();
	await expectAccessible(page);
});

test('player preferences, with a search', async ({ page, signInAs, visit }) => {
	await signInAs();
	const other = await createUser();
	await visit('/profile/preferences');
	await page.getByRole('searchbox', { name: 'Search players' }).fill(other.username);
	await page.getByRole('button', { name: 'Search players' }).click();
	await expect(page.getByRole('button', { name: `Add ${other.username}` })).toBeVisible();
	await expectAccessible(page);
});

test('refused event forms, and a nudge with members to ask', async ({ page, signInAs, visit, alone: _ }) => {
	await signInAs({ role: 'creator' });
	const other = await createUser({ role: 'storyteller' });
	const event = await addEventRow();
	for (const address of ['/create-event', `/events/${event.id}/edit`]) {
		await visit(address);
		await page.getByRole('checkbox', { name: other.username }).click();
		await page.getByRole('textbox', { name: 'Title' }).fill('');
		await page.getByRole('button', { name: /^(Create Event|Save Changes)$/ }).click();
		await expect(page.getByText('Please enter a title', { exact: true }).first()).toBeVisible();
		await expectAccessible(page);
	}
	await createEarlierSignup({ other });
	await visit(`/events/${event.id}/nudge`);
	await expect(page.getByRole('button', { name: /^Ask \d+ members?$/ })).toBeVisible();
	await expectAccessible(page);
});

test('the question about selected events', async ({ page, signInAs, visit }) => {
	await signInAs({ role: 'admin' });
	const event = await addEventRow();
	await visit('/admin/events');
	await page.getByRole('checkbox', { name: `Select ${event.title}` }).press('Space');
	await page.getByRole('button', { name: 'Delete', exact: true }).click();
	await expect(page.getByRole('dialog', { name: 'Delete Events' })).toBeVisible();
	await expectAccessible(page);
});

test.describe('refused', () => {
	test.use({ expectedErrors: ['403 (Forbidden)'] });

	test('access denied', async ({ page, signInAs, visit }) => {
		await signInAs();
		await visit('/admin');
		await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
		await expectAccessible(page);
	});
});
