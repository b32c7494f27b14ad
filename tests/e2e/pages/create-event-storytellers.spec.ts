import { randomBytes } from 'node:crypto';
import { getEventForm } from '../support/event-form.ts';
import { createStorytellers, deleteEventsOf, deleteUsers, listEventsOf } from '../support/event-rows.ts';
import { expect, test } from '../support/fixtures.ts';
import { type CreatedUser, createUser } from '../support/rows.ts';

const creators: string[] = [];

test.afterEach(() => deleteEventsOf(creators.splice(0)));

const registerCreator = (user: CreatedUser) => {
	creators.push(user.id);
	return user;
};
const makeUniqueName = (name: string) => `${name}-${randomBytes(4).toString('hex')}`;

test.describe('storytellers', () => {
	test('are searched, chosen and removed again without losing other values', { tag: '@no-script' }, async ({
		page,
		signInAs,
		visit,
		script,
	}) => {
		const user = registerCreator(await signInAs({ role: 'creator' }));
		const name = makeUniqueName('Đorđe');
		const first = await createUser({ role: 'storyteller', username: `${name} the First` });
		const second = await createUser({ role: 'storyteller', username: `${name} the Second` });
		const form = getEventForm(page);
		await visit('/create-event');
		await form.title.fill('With storytellers');
		await form.date.fill('2031-07-04');
		const search = async (query: string) => {
			await form.search.fill(query);
			await form.search.press('Enter');
		};
		await search(name.replaceAll('đ', 'd').replace('Đ', 'd'));
		const list = page.getByRole('group', { name: 'Storytellers' }).getByRole('listitem');
		await expect(list).toHaveCount(2);
		await form.storyteller(first.username).click();
		await search('nobody is called like this');
		await expect(page.getByText('No one found for “nobody is called like this”.')).toBeVisible();
		await expect(form.chosenStorytellers).toContainText([first.username]);
		await search(second.username);
		await form.storyteller(second.username).click();
		if (script) {
			await expect(page.getByText(`${second.username} is added. Storytellers: 2.`)).toBeAttached();
		}
		await search('');
		await expect(form.chosenStorytellers).toContainText([first.username, second.username]);
		// The test uses the keyboard, because the chip itself is the checkbox.
		await form.storyteller(first.username).press('Space');
		await search(name);
		await expect(form.chosenStorytellers).toContainText([second.username]);
		await expect(form.title).toHaveValue('With storytellers');
		await form.create.click();
		await expect(page).toHaveURL(/\/events\/\d+$/);
		expect(await listEventsOf(user.id)).toMatchObject([{ storytellers: [second.username] }]);
	});

	test('two hundred are shown in a list that scrolls', async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'creator' });
		const prefix = makeUniqueName('teller');
		const ids = await createStorytellers(prefix, 200);
		try {
			const form = getEventForm(page);
			await visit('/create-event');
			await expect(page.getByRole('checkbox', { name: new RegExp(`^${prefix} `) })).toHaveCount(200);
			const box = await form.storyteller(`${prefix} 100`).locator('xpath=ancestor::ul').boundingBox();
			expect(box?.height).toBeLessThan(240);
			await form.storyteller(`${prefix} 100`).focus();
			await page.keyboard.press('Space');
			await expect(form.storyteller(`${prefix} 100`)).toBeChecked();
		} finally {
			await deleteUsers(ids);
		}
	});
});
