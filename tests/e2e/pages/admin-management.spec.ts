import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { EASTERN } from '~/domain/limits.ts';
import { INVALID_STATUS } from '~/domain/signups/statuses.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectNotice } from '../support/pages.ts';
import {
	addEventRow,
	createGuests,
	createSignup,
	createUser,
	findSignup,
	getSharedPool,
} from '../support/rows.ts';

const makeUniqueTag = (start: string) => `${start}${randomBytes(6).toString('hex')}`;
const dialogOf = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
const rowsOf = (page: Page): Locator => page.getByRole('dialog').locator('tbody').getByRole('row');
/** Toggles a visually hidden checkbox with its key. */
const check = (page: Page, name: string | RegExp) => page.getByRole('checkbox', { name }).press('Space');
/** Returns the control that continues the list's form: a link with script, a button of the form without. */
const step = (page: Page, script: boolean, name: string | RegExp): Locator =>
	page.getByRole(script ? 'link' : 'button', { name });

/** Creates an event with signups of `count` users whose names contain their number. */
async function createEventWithSignups(count: number) {
	const event = await addEventRow();
	const users = [];
	for (let i = 0; i < count; i += 1) {
		const user = await createUser({
			preferredUsername: `Guest-${String(i).padStart(2, '0')} of ${event.id}`,
		});
		await createSignup(event.id, user.id, 'confirmed');
		users.push(user);
	}
	return { event, users };
}

test('the stat cards open their dialogs, which lead back', async ({ page, signInAs, visit }) => {
	await signInAs({ role: 'admin' });
	for (const [card, title] of [
		['Total Users', 'User Management'],
		['Total Events', 'Event Management'],
		['Total Signups', 'Signups Management'],
	] as const) {
		await visit('/admin');
		await page.getByRole('link', { name: new RegExp(`^${card}`) }).click();
		await expect(dialogOf(page, title)).toBeVisible();
		await dialogOf(page, title).getByRole('link', { name: 'Close' }).click();
		await expect(page).toHaveURL(/\/admin$/);
		await expect(page.getByRole('dialog')).toHaveCount(0);
	}
	for (const heading of ['Recent Events', 'Recent Users', 'Site Settings', 'Discord Import']) {
		await expect(page.getByRole('heading', { name: heading })).toBeVisible();
	}
});

test('the panel counts again when the dialog that covers it is closed', async ({ page, signInAs, visit }) => {
	await signInAs({ role: 'admin' });
	const card = page.locator('a').filter({ hasText: 'Total Signups' });
	await visit('/admin/signups');
	await expect(card).toContainText('–');
	await expect(page.locator('#recent-events')).toBeAttached();
	await createEventWithSignups(1);
	await dialogOf(page, 'Signups Management').getByRole('link', { name: 'Close' }).click();
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await expect(card).toContainText(/[1-9]/);
	await expect(page.getByRole('img', { name: /signups/i }).first()).toBeVisible();
});

test.describe('users', () => {
	test('are found by parts of their names and sorted by the column headers', async ({
		page,
		signInAs,
		visit,
	}) => {
		await signInAs({ role: 'admin' });
		const tag = makeUniqueTag('zz');
		for (const name of ['Đorđe', 'Anna', 'Bruno']) await createUser({ preferredUsername: `${name} ${tag}` });
		await visit('/admin/users');
		await page.getByRole('searchbox', { name: 'Search users by name' }).fill(`dorde ${tag}`);
		await page.getByRole('button', { name: 'Search', exact: true }).click();
		await expect(rowsOf(page)).toHaveCount(1);
		await expect(page.getByText('1 user', { exact: true })).toBeVisible();
		await visit(`/admin/users?q=${tag}`);
		await page.getByRole('link', { name: 'User', exact: true }).click();
		await expect(page).toHaveURL(/sort=name/);
		await expect(rowsOf(page)).toContainText(['Anna', 'Bruno', 'Đorđe']);
		await page.getByRole('link', { name: 'User', exact: true }).click();
		await expect(rowsOf(page)).toContainText(['Đorđe', 'Bruno', 'Anna']);
		await visit(`/admin/users?q=${tag}&role=admin`);
		await expect(page.getByText('No users found.')).toBeVisible();
	});

	test('can be given a role, and back', { tag: '@no-script' }, async ({ page, signInAs, visit, script }) => {
		await signInAs({ role: 'admin' });
		const user = await createUser();
		await visit(`/admin/users?q=${user.username}`);
		await page.getByRole('combobox', { name: `Role of ${user.username}` }).selectOption('Creator');
		await page.getByRole('button', { name: `Save roles` }).click();
		await expect(page.getByText('User role updated successfully!')).toBeVisible();
		await expect(page.getByRole('combobox', { name: `Role of ${user.username}` })).toHaveValue('creator');
		const { rows: users } = await getSharedPool().query('SELECT role FROM users WHERE id = $1', [user.id]);
		expect(users).toEqual([{ role: 'creator' }]);
		await page.getByRole('button', { name: 'Undo' }).press('Enter');
		await expect(page.getByText('Undone: 1 role.')).toBeVisible();
		await expect(page.getByRole('combobox', { name: `Role of ${user.username}` })).toHaveValue('player');
		// The button was in the notice, which is gone.
		if (script) await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
	});

	test('get several roles with one save, also from two searches', async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'admin' });
		const [first, second] = [await createUser(), await createUser()];
		const roleOf = (name: string) => page.getByRole('combobox', { name: `Role of ${name}` });
		const search = page.getByRole('searchbox', { name: 'Search users by name' });
		await visit('/admin/users');
		await search.fill(first.username);
		await expect(rowsOf(page)).toHaveCount(1);
		await roleOf(first.username).selectOption('Creator');
		await expect(page.getByText('1 role changed', { exact: true })).toBeVisible();
		await search.fill(second.username);
		await expect(roleOf(second.username)).toBeVisible();
		await expect(search).toBeFocused();
		await roleOf(second.username).selectOption('Storyteller');
		await expect(page.getByText('2 roles changed, 1 of them not on this page')).toBeVisible();
		await page.getByRole('button', { name: 'Save roles' }).click();
		await expect(page.getByText('2 users have another role now.')).toBeVisible();
		await expect(page.getByText('0 roles changed', { exact: true })).toBeVisible();
		const { rows: users } = await getSharedPool().query(
			'SELECT role FROM users WHERE id = ANY($1::bigint[]) ORDER BY id',
			[[first.id, second.id]],
		);
		expect(users).toEqual([{ role: 'creator' }, { role: 'storyteller' }]);
	});

	test('keep their chosen roles after a refusal', async ({ page, signInAs, visit, expectedErrors }) => {
		expectedErrors.push('422');
		await signInAs({ role: 'admin' });
		const user = await createUser();
		await visit(`/admin/users?q=${user.username}`);
		const select = page.getByRole('combobox', { name: `Role of ${user.username}` });
		// A user of this id never existed.
		await select.evaluate((element: HTMLSelectElement) => {
			const hidden = document.createElement('input');
			hidden.type = 'hidden';
			hidden.name = 'role-999999999999';
			hidden.value = 'creator';
			element.form?.append(hidden);
		});
		await select.selectOption('Creator');
		await page.getByRole('button', { name: 'Save roles' }).click();
		await expect(page.getByRole('alert')).toContainText('nothing was changed');
		await expect(select).toHaveValue('creator');
	});

	test('asks an admin who gives up their own role', async ({ page, signInAs, visit }) => {
		// There is another admin, so this one is not the last.
		await createUser({ role: 'admin' });
		const admin = await signInAs({ role: 'admin' });
		const readRole = async () =>
			(await getSharedPool().query('SELECT role FROM users WHERE id = $1', [admin.id])).rows;
		const question = dialogOf(page, 'Give up your admin role?');
		const choose = async () => {
			await page.getByRole('combobox', { name: `Role of ${admin.username}` }).selectOption('Creator');
			await page.getByRole('button', { name: `Save roles` }).click();
			await expect(question).toContainText('You will be a Creator');
		};
		await visit(`/admin/users?q=${admin.username}`);
		await choose();
		await question.getByRole('link', { name: 'Stay admin' }).click();
		await expect(page.getByRole('combobox', { name: `Role of ${admin.username}` })).toHaveValue('admin');
		expect(await readRole()).toEqual([{ role: 'admin' }]);
		await choose();
		await question.getByRole('button', { name: 'Give up admin role' }).click();
		await expect(page).toHaveURL('/profile');
		await expect(page.getByText('User role updated successfully!')).toBeVisible();
		expect(await readRole()).toEqual([{ role: 'creator' }]);
	});

	test('are deleted after a confirmation; one’s own account cannot be deleted', {
		tag: '@no-script',
	}, async ({ page, signInAs, visit }) => {
		const admin = await signInAs({ role: 'admin' });
		await visit(`/admin/users?q=${admin.username}`);
		await expect(page.getByText('(You)')).toBeVisible();
		await expect(page.getByRole('link', { name: /^Delete / })).toHaveCount(0);
		const user = await createUser();
		await visit(`/admin/users?q=${user.username}`);
		await page.getByRole('link', { name: `Delete ${user.username}` }).click();
		const question = dialogOf(page, `Delete ${user.username}?`);
		await expect(question).toContainText('This cannot be undone.');
		await expect(question).toContainText(
			/ their 0 signups, .* deleted\. Their events and scripts stay, with/,
		);
		await question.getByRole('link', { name: 'Keep account' }).click();
		await expect(rowsOf(page)).toHaveCount(1);
		await page.getByRole('link', { name: `Delete ${user.username}` }).click();
		await question.getByRole('button', { name: 'Delete user' }).click();
		await expect(page.getByText('User deleted successfully!')).toBeVisible();
		await expect(page.getByText('No users found.')).toBeVisible();
		const { rows: remaining } = await getSharedPool().query('SELECT FROM users WHERE id = $1', [user.id]);
		expect(remaining).toEqual([]);
	});

	test('deleting a user who is already deleted succeeds and deletes no other user', async ({
		page,
		signInAs,
		visit,
		expectedErrors,
	}) => {
		expectedErrors.push('403');
		const admin = await signInAs({ role: 'admin' });
		const clickDelete = (tab = page) => tab.getByRole('button', { name: 'Delete user' }).click();
		const user = await createUser();
		await visit(`/admin/users/delete?id=${user.id}`);
		const otherTab = await page.context().newPage();
		await otherTab.goto(`/admin/users/delete?id=${user.id}`);
		await clickDelete(otherTab);
		await expect(otherTab.getByText('User deleted successfully!')).toBeVisible();
		await clickDelete();
		await expect(page.getByText('User deleted successfully!')).toBeVisible();
		await expect(dialogOf(page, 'User Management')).toBeVisible();
		const { id: leftId } = await createUser();
		await visit(`/admin/users/delete?id=${leftId}`);
		await getSharedPool().query('DELETE FROM users WHERE id = $1', [leftId]);
		await clickDelete();
		await expect(page.getByText('Failed to delete user: User not found')).toBeVisible();
		await visit(`/admin/users/delete?id=${admin.id}`);
		await clickDelete();
		await expect(page.getByRole('alert')).toContainText('Delete your own account from your profile.');
	});

	test('get their names from Discord', { tag: '@no-script' }, async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'admin' });
		await visit('/admin/users');
		await page.getByRole('button', { name: 'Update preferred usernames' }).click();
		await expect(
			page.getByText(/^Updated \d+ of \d+ preferred usernames from Discord nicknames$/),
		).toBeVisible();
	});
});

test.describe('signups', () => {
	test('stay selected across pages, sort orders and searches, and get one status', {
		tag: ['@no-script', '@translated'],
	}, async ({ page, signInAs, visit, script, expectedErrors }) => {
		expectedErrors.push('422');
		await signInAs({ role: 'admin' });
		const { event, users } = await createEventWithSignups(28);
		await visit(`/admin/signups?event=${event.id}&sort=person`);
		await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('28 signups');
		const update = page.getByRole('button', { name: 'Update status' });
		if (script) await expect(update).toHaveAttribute('aria-disabled', 'true');
		await check(page, /Guest-00/);
		await check(page, /Guest-01/);
		await expect(update).not.toHaveAttribute('aria-disabled');
		await step(page, script, 'Next').click();
		await expect(rowsOf(page)).toHaveCount(3);
		await check(page, /Guest-27/);
		await step(page, script, 'Previous').click();
		await expect(page.getByRole('checkbox', { name: /Guest-01/ })).toBeChecked();
		await check(page, /Guest-01/);
		await step(page, script, /^User$/).click();
		await expect(page.getByRole('checkbox', { name: /Guest-27/ })).toBeChecked();
		await page.getByRole('searchbox').fill('guest-05');
		await page.getByRole('button', { name: 'Search', exact: true }).click();
		await expect(rowsOf(page)).toHaveCount(1);
		await check(page, /Guest-05/);
		// No status is chosen at first.
		await expect(page.getByRole('combobox', { name: 'New status' })).toHaveValue('');
		await update.click();
		await expect(page.getByText(INVALID_STATUS)).toBeVisible();
		await expect(page.getByText('3 signups selected, of 3 users')).toBeVisible();
		await page.getByRole('combobox', { name: 'New status' }).selectOption('Tentative');
		await update.click();
		await expectNotice(page, 'Successfully updated 3 signups to "tentative"!');
		await expect(page.getByText('0 signups selected')).toBeVisible();
		await expect(page.getByRole('combobox', { name: 'New status' })).toHaveValue('');
		const { rows: changed } = await getSharedPool().query<{ user_id: string }>(
			`SELECT user_id FROM signups WHERE event_id = $1 AND status = 'tentative' ORDER BY user_id`,
			[event.id],
		);
		await step(page, script, /^User$/).click();
		await expect(page.getByText('Successfully updated 3 signups')).toHaveCount(0);
		expect(changed.map(({ user_id }) => user_id)).toEqual([0, 5, 27].map((i) => users[i]?.id));
	});

	test('a page or all matches are selected with one press and deleted after a confirmation', {
		tag: '@no-script',
	}, async ({ page, signInAs, visit, script }) => {
		await signInAs({ role: 'admin' });
		const { event } = await createEventWithSignups(27);
		await visit(`/admin/signups?event=${event.id}&sort=person`);
		await page.getByRole('button', { name: 'Select page' }).click();
		await expect(page.getByText('25 signups selected')).toBeVisible();
		await page.getByRole('button', { name: 'Clear' }).click();
		await expect(page.getByText('0 signups selected')).toBeVisible();
		await page.getByRole('button', { name: 'Select all that match' }).click();
		await expect(page.getByText('27 signups selected')).toBeVisible();
		await check(page, /Guest-03/);
		await page.getByRole('button', { name: 'Delete', exact: true }).click();
		const question = dialogOf(page, 'Delete signups?');
		await expect(question).toContainText(
			'26 signups selected, of 26 users. You can undo this for 30 days under Your changes.',
		);
		await expect(question).toContainText('and 21 others: 26 confirmed');
		await expect(question.getByRole('listitem')).toHaveText([
			`${event.title} ${formatDateTimeShort(event.date, EASTERN)} Eastern · 26 signups`,
		]);
		await step(page, script, 'Keep signups').click();
		await expect(page.getByText('26 signups selected')).toBeVisible();
		await expect(page.getByRole('checkbox', { name: /Guest-03/ })).not.toBeChecked();
		await page.getByRole('button', { name: 'Delete', exact: true }).click();
		await question.getByRole('button', { name: 'Delete 26 signups' }).click();
		await expect(page.getByText('Signups deleted successfully!')).toBeVisible();
		await expect(rowsOf(page)).toHaveCount(1);
		await expect(page.getByText('0 signups selected')).toBeVisible();
	});

	test('more than 100 are deleted only when their number is typed', { tag: '@no-script' }, async ({
		page,
		signInAs,
		visit,
		expectedErrors,
	}) => {
		expectedErrors.push('422 (Unprocessable');
		await signInAs({ role: 'admin' });
		const event = await addEventRow();
		const deleteGuests = await createGuests(event.id, 101);
		await visit(`/admin/signups?event=${event.id}`);
		await page.getByRole('button', { name: 'Select all that match' }).click();
		await page.getByRole('button', { name: 'Delete', exact: true }).click();
		const question = dialogOf(page, 'Delete signups?');
		const remove = question.getByRole('button', { name: 'Delete 101 signups' });
		await remove.click();
		await expect(question.getByText('Nothing was deleted. Please type 101 to confirm.')).toBeVisible();
		await question.getByRole('textbox', { name: 'Type 101 to confirm' }).fill('101');
		await remove.click();
		await expect(page.getByText('Signups deleted successfully!')).toBeVisible();
		await deleteGuests();
	});

	test('keep the chosen status after a refusal', async ({
		page,
		signInAs,
		visit,
		script,
		expectedErrors,
	}) => {
		test.skip(script, 'With script the button is off while nothing is selected.');
		expectedErrors.push('422');
		await signInAs({ role: 'admin' });
		const { event } = await createEventWithSignups(1);
		await visit(`/admin/signups?event=${event.id}`);
		await page.getByLabel('New status').selectOption('Late');
		await page.getByRole('button', { name: 'Update status' }).click();
		await expect(page.getByRole('alert')).toContainText('Please select signups to update');
		await expect(page.getByLabel('New status')).toHaveValue('late');
	});

	test('that another user has deleted are counted separately', async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'admin' });
		const { event, users } = await createEventWithSignups(3);
		await visit(`/admin/signups?event=${event.id}`);
		await page.getByRole('button', { name: 'Select page' }).click();
		await expect(page.getByText('3 signups selected, of 3 users')).toBeVisible();
		await getSharedPool().query('DELETE FROM signups WHERE event_id = $1 AND user_id = $2', [
			event.id,
			users[0]?.id,
		]);
		await page.getByRole('combobox', { name: 'New status' }).selectOption('Confirmed');
		await page.getByRole('button', { name: 'Update status' }).click();
		await expect(page.getByText('Successfully updated 2 signups to "confirmed"!')).toBeVisible();
		await expect(
			page.getByText('2 were updated. 1 other had already been deleted by someone else.'),
		).toBeVisible();
	});

	test.describe('without a selection', () => {
		test.use({ expectedErrors: ['422 (Unprocessable'] });

		test('disables the buttons; without script changes nothing and shows the specification’s text', {
			tag: '@no-script',
		}, async ({ page, signInAs, visit, script }) => {
			await signInAs({ role: 'admin' });
			const { event } = await createEventWithSignups(1);
			await visit(`/admin/signups?event=${event.id}`);
			const [update, remove] = ['Update status', 'Delete'].map((name) =>
				page.getByRole('button', { name, exact: true }),
			);
			if (script) {
				for (const button of [update, remove]) {
					await expect(button as Locator).toHaveAttribute('aria-disabled', 'true');
					await button?.click({ force: true });
				}
				await expect(page).toHaveURL(/\/admin\/signups\?event=\d+$/);
				await expect(page.getByText(/^Please select/)).toHaveCount(0);
			} else {
				await update?.click();
				await expect(page.getByText('Please select signups to update')).toBeVisible();
				await remove?.click();
				await expect(page.getByText('Please select signups to delete')).toBeVisible();
			}
			await visit('/admin/signups/delete');
			await expect(page.getByText('Please select signups to delete')).toBeVisible();
		});
	});

	test('one is edited with its notes, and the selection stays', { tag: '@no-script' }, async ({
		page,
		signInAs,
		visit,
		script,
	}) => {
		await signInAs({ role: 'admin' });
		const { event, users } = await createEventWithSignups(2);
		await visit(`/admin/signups?event=${event.id}`);
		await check(page, /Guest-01/);
		await step(page, script, /^Edit Guest-00.*’s signup/).click();
		const edit = dialogOf(page, /^Guest-00 .*’s signup$/);
		await edit.getByRole('radio', { name: 'Late' }).press('Space');
		await edit.getByRole('textbox', { name: 'Notes' }).fill('The train.');
		await edit.getByRole('button', { name: 'Save' }).click();
		await expect(page.getByText('Signup updated successfully!')).toBeVisible();
		await expect(page.getByText('1 signup selected')).toBeVisible();
		await expect(page.getByRole('checkbox', { name: /Guest-01/ })).toBeChecked();
		expect(await findSignup(event.id, String(users[0]?.id))).toEqual({
			status: 'late',
			notes: 'The train.',
		});
	});
});

test.describe('events', () => {
	test('without a Discord event are deleted with a note', async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'admin' });
		const tag = makeUniqueTag('Tagged ');
		const events = [await addEventRow({ title: `${tag} one` }), await addEventRow({ title: `${tag} two` })];
		await visit(`/admin/events?q=${encodeURIComponent(tag)}`);
		await check(page, `Select ${tag} one`);
		await check(page, `Select ${tag} two`);
		await page.getByRole('button', { name: 'Delete', exact: true }).click();
		const question = dialogOf(page, 'Delete Events');
		await expect(question).toContainText('2 events selected.');
		for (const { title, date } of events)
			await expect(question.getByRole('listitem').filter({ hasText: title })).toContainText(
				`${formatDateTimeShort(date, EASTERN)} Eastern · 0 signups`,
			);
		await expect(question).toContainText(
			'This cannot be undone. For 30 days you can still bring the events back under Your changes.',
		);
		await expect(question).toContainText('nothing needs to be deleted there');
		await expect(question.getByRole('checkbox')).toHaveCount(0);
		await question.getByRole('button', { name: 'Delete 2 events' }).click();
		await expect(page.getByText('Events deleted successfully!', { exact: true })).toBeVisible();
		await expect(page.getByText('No events found.')).toBeVisible();
		const { rows: remaining } = await getSharedPool().query(
			'SELECT FROM events WHERE id = ANY($1::bigint[])',
			[events.map(({ id }) => id)],
		);
		expect(remaining).toEqual([]);
	});

	test('with a Discord event delete it too when chosen, and report how many', { tag: '@no-script' }, async ({
		page,
		signInAs,
		visit,
	}) => {
		await signInAs({ role: 'admin' });
		const tag = makeUniqueTag('Linked ');
		const [linked] = [await addEventRow({ title: `${tag} one` }), await addEventRow({ title: `${tag} two` })];
		const discordId = `8${String(Date.now())}${String(linked.id).padStart(5, '0')}`.slice(0, 19);
		await getSharedPool().query('UPDATE events SET discord_event_id = $2 WHERE id = $1', [
			linked.id,
			discordId,
		]);
		await getSharedPool().query(
			`INSERT INTO discord_mirrors (event_id, discord_event_id, state) VALUES ($1, $2, 'synced')`,
			[linked.id, discordId],
		);
		await visit(`/admin/events?q=${encodeURIComponent(tag)}`);
		await page.getByRole('button', { name: 'Select page' }).click();
		await page.getByRole('button', { name: 'Delete', exact: true }).click();
		const question = dialogOf(page, 'Delete Events');
		await expect(
			question.getByRole('checkbox', { name: 'Also delete the linked Discord events' }),
		).toBeChecked();
		await question.getByRole('button', { name: 'Delete 2 events' }).click();
		await expect(
			page.getByText('Events deleted successfully! 1 Discord events were also deleted.'),
		).toBeVisible();
	});

	test('without a selection show the text of the specification', async ({
		page,
		signInAs,
		visit,
		script,
	}) => {
		await signInAs({ role: 'admin' });
		await addEventRow();
		await visit('/admin/events');
		const remove = page.getByRole('button', { name: 'Delete', exact: true });
		if (script) return expect(remove).toHaveAttribute('aria-disabled', 'true');
		await remove.click();
		await expect(page.getByText('Please select events to delete')).toBeVisible();
	});

	test('are sorted, the next one first, and lead to their signups', { tag: '@no-script' }, async ({
		page,
		signInAs,
		visit,
		script,
	}) => {
		await signInAs({ role: 'admin' });
		const tag = makeUniqueTag('Sorted ');
		for (const [name, inHours] of Object.entries({ later: 200, past: -48, older: -72, next: 48 }))
			await addEventRow({ title: `${tag} ${name}`, inHours });
		await visit(`/admin/events?q=${encodeURIComponent(tag)}`);
		const date = page.getByRole('columnheader', { name: 'Date' });
		await expect(date).toHaveAttribute('aria-sort', 'other');
		await expect(rowsOf(page)).toContainText(['next', 'later', 'past', 'older']);
		await step(page, script, 'Date').click();
		await expect(date).toHaveAttribute('aria-sort', 'ascending');
		await expect(rowsOf(page)).toContainText(['older', 'past', 'next', 'later']);
		// Also a head that does not sort now shows that it can.
		await expect(page.getByRole('columnheader', { name: 'Event' }).locator('svg')).toBeVisible();

		const { event } = await createEventWithSignups(2);
		await visit(`/admin/events?q=${encodeURIComponent(event.title)}`);
		await page.getByRole('link', { name: `The signups for ${event.title}: 2` }).click();
		const signups = dialogOf(page, 'Signups Management');
		await expect(signups.getByText('Signups for')).toContainText('Signups for');
		await expect(signups.getByRole('link', { name: event.title }).first()).toBeVisible();
		await expect(rowsOf(page)).toHaveCount(2);
		await visit(`/events/${event.id}`);
		await page.getByRole('link', { name: 'Manage signups' }).click();
		await expect(page).toHaveURL(`/admin/signups?event=${event.id}`);
		await expect(signups.getByText('Signups for')).toBeVisible();
		await getSharedPool().query('DELETE FROM events WHERE id = $1', [event.id]);
		await page.reload();
		await expect(signups.getByText('Event not found. It may have been deleted.')).toBeVisible();
		await step(page, script, 'Show signups of all events').click();
		await expect(signups.getByText('Event not found')).toHaveCount(0);
	});
});

test.describe('a demoted admin', () => {
	test.use({ expectedErrors: ['403 (Forbidden)'] });

	test('loses the panel on the next request, in every open tab', async ({
		page,
		context,
		signInAs,
		visit,
	}) => {
		const admin = await signInAs({ role: 'admin' });
		const { event } = await createEventWithSignups(1);
		await visit('/admin/users');
		const second = await context.newPage();
		await second.goto(`/admin/signups?event=${event.id}`);
		const third = await context.newPage();
		await third.goto('/admin');
		await getSharedPool().query(`UPDATE users SET role = 'creator' WHERE id = $1`, [admin.id]);
		await page.getByRole('button', { name: 'Search', exact: true }).click();
		await check(second, /Guest-00/);
		await second.getByRole('combobox', { name: 'New status' }).selectOption('Declined');
		await second.getByRole('button', { name: 'Update status' }).click();
		await third.getByRole('link', { name: /^Total Users/ }).click();
		for (const tab of [page, second, third]) {
			await expect(tab.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
		}
		const { rows: remaining } = await getSharedPool().query(
			'SELECT status FROM signups WHERE event_id = $1',
			[event.id],
		);
		expect(remaining).toEqual([{ status: 'confirmed' }]);
	});
});

test('long titles and notes leave rows low on a phone, and dates whole on a desktop', async ({
	page,
	visit,
	signInAs,
}) => {
	await signInAs({ role: 'admin' });
	const title = 'The Very Long Friday Night of Blood on the Clocktower for Beginners and Old Friends';
	const event = await addEventRow({ title });
	const user = await createUser({ username: 'A Player With Quite A Long Name' });
	await createSignup(
		event.id,
		user.id,
		'tentative',
		'a note that is long enough to need a second line on a phone',
	);
	const lists = ['/admin/signups', '/admin/users', '/admin/events'];
	for (const list of lists) {
		await page.setViewportSize({ width: 390, height: 844 });
		await visit(list);
		const rows = page.getByRole('dialog').locator('tbody tr');
		const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
		expect(heights.length).toBeGreaterThan(0);
		expect(Math.max(...heights)).toBeLessThanOrEqual(160);
		await page.setViewportSize({ width: 1280, height: 900 });
		const dates = page.getByRole('dialog').getByRole('cell', { name: /^\w{3} \d+\w{2}, \d{4}/ });
		for (const date of await dates.all())
			expect(await date.evaluate((cell) => getComputedStyle(cell).whiteSpace)).toBe('nowrap');
	}
	await visit(`/admin/signups?event=${event.id}`);
	await expect(page.getByRole('dialog').getByRole('columnheader', { name: 'User' })).toBeVisible();
	await expect(page.getByRole('dialog').getByRole('columnheader', { name: 'Event' })).toHaveCount(0);
});
