import { randomBytes } from 'node:crypto';
import { IMAGE_MAX_BYTES } from '~/domain/limits.ts';
import { createFakePng, createPng } from '~/tests/support/pictures.ts';
import { getEventForm, updateTimes } from '../support/event-form.ts';
import { deleteEventsOf, demoteToPlayer, listEventsOf } from '../support/event-rows.ts';
import { expect, test } from '../support/fixtures.ts';
import { type CreatedUser, createUser } from '../support/rows.ts';

const creators: string[] = [];

test.afterEach(() => deleteEventsOf(creators.splice(0)));

const registerCreator = (user: CreatedUser) => {
	creators.push(user.id);
	return user;
};
const makeUniqueName = (name: string) => `${name}-${randomBytes(4).toString('hex')}`;

test.describe('the picture', () => {
	test.use({ expectedErrors: ['422 (Unprocessable'] });

	test('is kept after a refusal and saved with the event', { tag: '@no-script' }, async ({
		page,
		signInAs,
		visit,
		script,
	}) => {
		const user = registerCreator(await signInAs({ role: 'creator' }));
		const other = await createUser({ role: 'storyteller', username: makeUniqueName('left') });
		const form = getEventForm(page);
		await visit('/create-event');
		await form.title.fill('With a picture');
		await form.date.fill('2031-07-04');
		await form.storyteller(other.username).click();
		await form.image.setInputFiles({ name: 'town.png', mimeType: 'image/png', buffer: await createPng() });
		const preview = page.getByRole('img', { name: 'How it will look' });
		if (script) await expect(preview).toHaveAttribute('src', /^data:image\/png/);
		await demoteToPlayer(other.id);
		await form.create.click();
		await expect(form.notice).toContainText('Failed to create event.');
		await expect(preview).toHaveAttribute('src', /^\/images\/[0-9a-f]{64}$/);
		// The picture loads after the page. The file input is empty, because a server cannot fill it.
		await expect(preview).not.toHaveJSProperty('naturalWidth', 0);
		await expect(form.image).toHaveJSProperty('files.length', 0);
		if (script) await form.storyteller(other.username).press('Space');
		await form.create.click();
		await expect(page).toHaveURL(/\/events\/\d+$/);
		const [event] = await listEventsOf(user.id);
		expect(event?.image_hash).toMatch(/^[0-9a-f]{64}$/);
		await expect(page.locator(`main img[src="/images/${event?.image_hash}"]`)).toBeVisible();
	});

	test('can be removed again', async ({ page, signInAs, visit, script }) => {
		const user = registerCreator(await signInAs({ role: 'creator' }));
		const form = getEventForm(page);
		await visit('/create-event');
		await form.title.fill('Without a picture');
		await form.date.fill('2031-07-04');
		await form.image.setInputFiles({ name: 'town.png', mimeType: 'image/png', buffer: await createPng() });
		await updateTimes(page, script);
		await expect(page.getByRole('img', { name: 'How it will look' })).toBeVisible();
		await page.getByRole('button', { name: 'Remove' }).click();
		await expect(page.getByRole('img', { name: 'How it will look' })).toHaveCount(0);
		await expect(form.title).toHaveValue('Without a picture');
		if (script) await expect(form.image).toBeFocused();
		await form.create.click();
		await expect(page).toHaveURL(/\/events\/\d+$/);
		expect(await listEventsOf(user.id)).toMatchObject([{ image_hash: null }]);
	});

	for (const [problem, file, text] of [
		['no picture', createFakePng, 'Invalid image file. Please select a valid JPG, PNG, or GIF image.'],
		['too large', () => Buffer.alloc(IMAGE_MAX_BYTES, 0x89), 'Image file size must be less than 10MB'],
	] as const) {
		test(`that is ${problem} is refused where it was chosen`, async ({ page, signInAs, visit, script }) => {
			const user = registerCreator(await signInAs({ role: 'creator' }));
			const form = getEventForm(page);
			await visit('/create-event');
			await form.title.fill('Kept');
			await form.date.fill('2031-07-04');
			await form.image.setInputFiles({ name: 'party.png', mimeType: 'image/png', buffer: file() });
			if (!script) await form.create.click();
			await expect(form.image).toHaveAccessibleDescription(new RegExp(text));
			await expect(form.image).toHaveAttribute('aria-invalid', 'true');
			await expect(form.title).toHaveValue('Kept');
			expect(await listEventsOf(user.id)).toEqual([]);
			// The refused file is not sent again.
			await form.create.click();
			await expect(page).toHaveURL(/\/events\/\d+$/);
			expect(await listEventsOf(user.id)).toMatchObject([{ image_hash: null }]);
		});
	}
});
