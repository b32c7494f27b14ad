import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { makeAnswer, makeNight, makePerson, readAnswer, rows } from '../support/rows.ts';

const unique = (start: string) => `${start}${randomBytes(6).toString('hex')}`;
const dialogOf = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
const rowsOf = (page: Page): Locator => page.getByRole('dialog').locator('tbody').getByRole('row');
/** Toggles a visually hidden checkbox with its key. */
const check = (page: Page, name: string | RegExp) => page.getByRole('checkbox', { name }).press('Space');
/** Returns the control that continues the list's form: a link with script, a button of the form without. */
const step = (page: Page, script: boolean, name: string | RegExp): Locator =>
	page.getByRole(script ? 'link' : 'button', { name });

/** Creates an event with signups of `count` users whose names contain their number. */
async function makeCrowd(count: number) {
	const night = await makeNight();
	const people = [];
	for (let i = 0; i < count; i += 1) {
		const person = await makePerson({
			preferredUsername: `Guest-${String(i).padStart(2, '0')} of ${night.id}`,
		});
		await makeAnswer(night.id, person.id, 'confirmed');
		people.push(person);
	}
	return { night, people };
}

test('the stat cards lead to their modals, and these back', async ({ page, signInAs, visit }) => {
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

test.describe('users', () => {
	test('are found by parts of their names, and ordered by the heads', async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'admin' });
		const tag = unique('zz');
		for (const name of ['Đorđe', 'Anna', 'Bruno']) await makePerson({ preferredUsername: `${name} ${tag}` });
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

	test('get roles', { tag: '@no-script' }, async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'admin' });
		const person = await makePerson();
		await visit(`/admin/users?q=${person.username}`);
		await page.getByRole('combobox', { name: `Role of ${person.username}` }).selectOption('Creator');
		await page.getByRole('button', { name: `Save the role of ${person.username}` }).click();
		await expect(page.getByText('User role updated successfully!')).toBeVisible();
		await expect(page.getByRole('combobox', { name: `Role of ${person.username}` })).toHaveValue('creator');
		const { rows: users } = await rows().query('SELECT role FROM users WHERE id = $1', [person.id]);
		expect(users).toEqual([{ role: 'creator' }]);
	});

	test('are deleted after a question; oneself is not', { tag: '@no-script' }, async ({
		page,
		signInAs,
		visit,
	}) => {
		const admin = await signInAs({ role: 'admin' });
		await visit(`/admin/users?q=${admin.username}`);
		await expect(page.getByText('(You)')).toBeVisible();
		await expect(page.getByRole('link', { name: /^Delete / })).toHaveCount(0);
		const person = await makePerson();
		await visit(`/admin/users?q=${person.username}`);
		await page.getByRole('link', { name: `Delete ${person.username}` }).click();
		const question = dialogOf(page, `Delete ${person.username}?`);
		await expect(question).toContainText('This cannot be undone.');
		await question.getByRole('link', { name: 'Keep the account' }).click();
		await expect(rowsOf(page)).toHaveCount(1);
		await page.getByRole('link', { name: `Delete ${person.username}` }).click();
		await question.getByRole('button', { name: 'Delete user' }).click();
		await expect(page.getByText('User deleted successfully!')).toBeVisible();
		await expect(page.getByText('No users found.')).toBeVisible();
		const { rows: left } = await rows().query('SELECT FROM users WHERE id = $1', [person.id]);
		expect(left).toEqual([]);
	});

	test('who is gone meanwhile is said to be', async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'admin' });
		const person = await makePerson();
		await visit(`/admin/users/delete?id=${person.id}`);
		await rows().query('DELETE FROM users WHERE id = $1', [person.id]);
		await page.getByRole('button', { name: 'Delete user' }).click();
		await expect(page.getByText('User not found')).toBeVisible();
		await expect(dialogOf(page, 'User Management')).toBeVisible();
	});

	test('take their names from Discord', { tag: '@no-script' }, async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'admin' });
		await visit('/admin/users');
		await page.getByRole('button', { name: 'Update preferred usernames' }).click();
		await expect(
			page.getByText(/^Updated \d+ of \d+ preferred usernames from Discord nicknames$/),
		).toBeVisible();
	});
});

test.describe('signups', () => {
	test('are selected over pages, orders and searches, and get one status', { tag: '@no-script' }, async ({
		page,
		signInAs,
		visit,
		script,
	}) => {
		await signInAs({ role: 'admin' });
		const { night, people } = await makeCrowd(28);
		await visit(`/admin/signups?event=${night.id}&sort=person`);
		await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('28 signups');
		await check(page, /Guest-00/);
		await check(page, /Guest-01/);
		await step(page, script, 'Next').click();
		await expect(rowsOf(page)).toHaveCount(3);
		await check(page, /Guest-27/);
		await step(page, script, 'Previous').click();
		await expect(page.getByRole('checkbox', { name: /Guest-01/ })).toBeChecked();
		await check(page, /Guest-01/);
		await step(page, script, 'Person').click();
		await expect(page.getByRole('checkbox', { name: /Guest-27/ })).toBeChecked();
		await page.getByRole('searchbox').fill('guest-05');
		await page.getByRole('button', { name: 'Search', exact: true }).click();
		await expect(rowsOf(page)).toHaveCount(1);
		await check(page, /Guest-05/);
		await page.getByRole('combobox', { name: 'New status' }).selectOption('Tentative');
		await page.getByRole('button', { name: 'Update status' }).click();
		await expect(page.getByText('Successfully updated 3 signups to "tentative"!')).toBeVisible();
		await expect(page.getByText('0 signups selected')).toBeVisible();
		const { rows: changed } = await rows().query<{ user_id: string }>(
			`SELECT user_id FROM signups WHERE event_id = $1 AND status = 'tentative' ORDER BY user_id`,
			[night.id],
		);
		expect(changed.map(({ user_id }) => user_id)).toEqual([0, 5, 27].map((i) => people[i]?.id));
	});

	test('a page or all that match are selected with one press, and deleted after a question', {
		tag: '@no-script',
	}, async ({ page, signInAs, visit, script }) => {
		await signInAs({ role: 'admin' });
		const { night } = await makeCrowd(27);
		await visit(`/admin/signups?event=${night.id}&sort=person`);
		await page.getByRole('button', { name: 'Select page' }).click();
		await expect(page.getByText('25 signups selected')).toBeVisible();
		await page.getByRole('button', { name: 'Clear' }).click();
		await expect(page.getByText('0 signups selected')).toBeVisible();
		await page.getByRole('button', { name: 'Select all that match' }).click();
		await expect(page.getByText('27 signups selected')).toBeVisible();
		await check(page, /Guest-03/);
		await page.getByRole('button', { name: 'Delete', exact: true }).click();
		const question = dialogOf(page, 'Delete signups?');
		await expect(question).toContainText('26 signups selected. This cannot be undone.');
		await step(page, script, 'Keep them').click();
		await expect(page.getByText('26 signups selected')).toBeVisible();
		await expect(page.getByRole('checkbox', { name: /Guest-03/ })).not.toBeChecked();
		await page.getByRole('button', { name: 'Delete', exact: true }).click();
		await question.getByRole('button', { name: 'Delete 26 signups' }).click();
		await expect(page.getByText('Signups deleted successfully!')).toBeVisible();
		await expect(rowsOf(page)).toHaveCount(1);
		await expect(page.getByText('0 signups selected')).toBeVisible();
	});

	test('that somebody has deleted meanwhile are counted apart', async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'admin' });
		const { night, people } = await makeCrowd(3);
		await visit(`/admin/signups?event=${night.id}`);
		await page.getByRole('button', { name: 'Select page' }).click();
		await expect(page.getByText('3 signups selected')).toBeVisible();
		await rows().query('DELETE FROM signups WHERE event_id = $1 AND user_id = $2', [night.id, people[0]?.id]);
		await page.getByRole('button', { name: 'Update status' }).click();
		await expect(page.getByText('Successfully updated 2 signups to "confirmed"!')).toBeVisible();
		await expect(
			page.getByText('2 were updated; 1 of them was deleted by somebody else before.'),
		).toBeVisible();
	});

	test.describe('without a selection', () => {
		test.use({ expectedErrors: ['422 (Unprocessable'] });

		test('nothing is done, and the spec’s texts say why', async ({ page, signInAs, visit }) => {
			await signInAs({ role: 'admin' });
			const { night } = await makeCrowd(1);
			await visit(`/admin/signups?event=${night.id}`);
			await page.getByRole('button', { name: 'Update status' }).click();
			await expect(page.getByText('Please select signups to update')).toBeVisible();
			await page.getByRole('button', { name: 'Delete', exact: true }).click();
			await expect(page.getByText('Please select signups to delete')).toBeVisible();
			await visit('/admin/signups/delete');
			await expect(page.getByText('Please select signups to delete')).toBeVisible();
		});
	});

	test('one is set right with its notes, and the selection stays', { tag: '@no-script' }, async ({
		page,
		signInAs,
		visit,
		script,
	}) => {
		await signInAs({ role: 'admin' });
		const { night, people } = await makeCrowd(2);
		await visit(`/admin/signups?event=${night.id}`);
		await check(page, /Guest-01/);
		await step(page, script, /^Edit the signup of Guest-00/).click();
		const edit = dialogOf(page, /^Guest-00 .*’s signup$/);
		await edit.getByRole('radio', { name: 'Late' }).press('Space');
		await edit.getByRole('textbox', { name: 'Notes' }).fill('The train.');
		await edit.getByRole('button', { name: 'Save' }).click();
		await expect(page.getByText('Signup updated successfully!')).toBeVisible();
		await expect(page.getByText('1 signup selected')).toBeVisible();
		await expect(page.getByRole('checkbox', { name: /Guest-01/ })).toBeChecked();
		expect(await readAnswer(night.id, String(people[0]?.id))).toEqual({
			status: 'late',
			notes: 'The train.',
		});
	});
});

test.describe('events', () => {
	test('without a link to Discord are deleted with a note', async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'admin' });
		const tag = unique('Tagged ');
		const nights = [await makeNight({ title: `${tag} one` }), await makeNight({ title: `${tag} two` })];
		await visit(`/admin/events?q=${encodeURIComponent(tag)}`);
		await check(page, `Select ${tag} one`);
		await check(page, `Select ${tag} two`);
		await page.getByRole('button', { name: 'Delete', exact: true }).click();
		const question = dialogOf(page, 'Delete Events');
		await expect(question).toContainText('2 events selected.');
		await expect(question).toContainText('This cannot be undone.');
		await expect(question).toContainText('nothing needs to be deleted there');
		await expect(question.getByRole('checkbox')).toHaveCount(0);
		await question.getByRole('button', { name: 'Delete 2 events' }).click();
		await expect(page.getByText('Events deleted successfully!', { exact: true })).toBeVisible();
		await expect(page.getByText('No events found.')).toBeVisible();
		const { rows: left } = await rows().query('SELECT FROM events WHERE id = ANY($1::bigint[])', [
			nights.map(({ id }) => id),
		]);
		expect(left).toEqual([]);
	});

	test('with one take Discord’s along when asked, and say how many', { tag: '@no-script' }, async ({
		page,
		signInAs,
		visit,
	}) => {
		await signInAs({ role: 'admin' });
		const tag = unique('Linked ');
		const [linked] = [await makeNight({ title: `${tag} one` }), await makeNight({ title: `${tag} two` })];
		const discordId = `8${String(Date.now())}${String(linked.id).padStart(5, '0')}`.slice(0, 19);
		await rows().query('UPDATE events SET discord_event_id = $2 WHERE id = $1', [linked.id, discordId]);
		await rows().query(
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

	test('none selected: the spec’s text', async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'admin' });
		await makeNight();
		await visit('/admin/events');
		await page.getByRole('button', { name: 'Delete', exact: true }).click();
		await expect(page.getByText('Please select events to delete')).toBeVisible();
	});

	test('lead to their signups', async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'admin' });
		const { night } = await makeCrowd(2);
		await visit(`/admin/events?q=${encodeURIComponent(night.title)}`);
		await page.getByRole('link', { name: `The signups for ${night.title}: 2` }).click();
		await expect(dialogOf(page, 'Signups Management')).toBeVisible();
		await expect(rowsOf(page)).toHaveCount(2);
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
		const { night } = await makeCrowd(1);
		await visit('/admin/users');
		const second = await context.newPage();
		await second.goto(`/admin/signups?event=${night.id}`);
		const third = await context.newPage();
		await third.goto('/admin');
		await rows().query(`UPDATE users SET role = 'creator' WHERE id = $1`, [admin.id]);
		await page.getByRole('button', { name: 'Search', exact: true }).click();
		await second.getByRole('button', { name: 'Update status' }).click();
		await third.getByRole('link', { name: /^Total Users/ }).click();
		for (const tab of [page, second, third]) {
			await expect(tab.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
		}
		const { rows: left } = await rows().query('SELECT status FROM signups WHERE event_id = $1', [night.id]);
		expect(left).toEqual([{ status: 'confirmed' }]);
	});
});
