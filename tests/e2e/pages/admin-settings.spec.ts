import { createPng } from '~/tests/support/pictures.ts';
import { expect, test } from '../support/fixtures.ts';
import { addEventRow, createUser, getSharedPool, setBanner, TINY_PNG } from '../support/rows.ts';
import { createDepartureHold, createLostAnnouncement } from '../support/scenario.ts';

/** All pages share the settings, so these tests run alone. */
test.beforeEach(async ({ alone }) => {
	void alone;
	await getSharedPool().query('DELETE FROM settings');
});
test.afterEach(() => setBanner(''));

const fieldOf = (page: import('@playwright/test').Page) => page.getByLabel('Discord event image');

test('the banner is saved and shown above the events', { tag: '@no-script' }, async ({
	page,
	signInAs,
	visit,
}) => {
	await signInAs({ role: 'admin' });
	await visit('/admin');
	const banner = page.getByRole('textbox', { name: 'Events banner text' });
	await banner.fill('Soup for everyone.');
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(page.getByText('Setting updated successfully!')).toBeInViewport();
	await expect(banner).toHaveValue('Soup for everyone.');
	await visit('/events');
	await expect(page.getByText('Soup for everyone.')).toBeVisible();
});

test('link previews are switched on and off', async ({ page, signInAs, visit }) => {
	await signInAs({ role: 'admin' });
	await visit('/admin');
	const checkbox = page.getByRole('checkbox', { name: 'Show events in link previews' });
	const readValue = async () =>
		(await getSharedPool().query<{ value: string }>(`SELECT value FROM settings WHERE key = 'link_previews'`))
			.rows;
	await expect(checkbox).not.toBeChecked();
	for (const isOn of [true, false]) {
		await checkbox.setChecked(isOn);
		await page.getByRole('button', { name: 'Save', exact: true }).click();
		await expect.poll(readValue).toEqual([{ value: String(isOn) }]);
		await expect(page.getByText('Setting updated successfully!')).toBeVisible();
		await visit('/admin');
		await expect(checkbox).toBeChecked({ checked: isOn });
	}
});

test('the picture for mirrored events is shown, saved and removed', async ({
	page,
	signInAs,
	visit,
	script,
}) => {
	await signInAs({ role: 'admin' });
	await visit('/admin');
	await fieldOf(page).setInputFiles({ name: 'night.png', mimeType: 'image/png', buffer: TINY_PNG });
	const preview = page.getByRole('img', { name: 'How it will look' });
	if (script) await expect(preview).toBeVisible();
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(page.getByText('Setting updated successfully!')).toBeVisible();
	await expect(preview).toHaveAttribute('src', /^\/images\/[0-9a-f]{64}$/);
	const { rows: saved } = await getSharedPool().query<{ value: string }>(
		`SELECT value FROM settings WHERE key = 'discord_event_image'`,
	);
	expect(saved[0]?.value).toMatch(/^[0-9a-f]{64}$/);
	await page.getByRole('button', { name: 'Remove' }).click();
	await expect(preview).toHaveCount(0);
	await page.getByRole('button', { name: 'Keep the image' }).click();
	await expect(preview).toBeVisible();
	await page.getByRole('button', { name: 'Remove' }).click();
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	const readValue = async () =>
		(
			await getSharedPool().query<{ value: string }>(
				`SELECT value FROM settings WHERE key = 'discord_event_image'`,
			)
		).rows;
	await expect.poll(readValue).toEqual([{ value: '' }]);
	await expect(page.getByText('Setting updated successfully!')).toBeVisible();
	await expect(preview).toHaveCount(0);
});

test.describe('refused', () => {
	test.use({ expectedErrors: ['422 (Unprocessable'] });

	test('a file that is no picture is refused with the text of the specification, and the typed banner stays', async ({
		page,
		signInAs,
		visit,
		script,
	}) => {
		await signInAs({ role: 'admin' });
		await visit('/admin');
		await page.getByRole('textbox', { name: 'Events banner text' }).fill('Typed before');
		await fieldOf(page).setInputFiles({
			name: 'a.png',
			mimeType: 'image/png',
			buffer: Buffer.from('no picture'),
		});
		if (!script) await page.getByRole('button', { name: 'Save', exact: true }).click();
		await expect(
			page.getByText('Invalid image file. Please select a valid JPG, PNG, or GIF image.').last(),
		).toBeVisible();
		if (!script) await expect(page.getByText('Failed to update setting')).toBeVisible();
		await expect(page.getByRole('textbox', { name: 'Events banner text' })).toHaveValue('Typed before');
		expect((await getSharedPool().query('SELECT FROM settings')).rowCount).toBe(0);
	});

	test('a refused banner that is too long stays in the field', async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'admin' });
		await visit('/admin');
		const banner = page.getByRole('textbox', { name: 'Events banner text' });
		// A browser enforces the limit, but other clients need not.
		await banner.evaluate((field) => field.removeAttribute('maxlength'));
		await banner.fill('x'.repeat(1_001));
		await page.getByRole('button', { name: 'Save', exact: true }).click();
		await expect(page.getByText('The banner can have at most 1,000 characters').last()).toBeVisible();
		await expect(page.getByText('Failed to update setting')).toBeVisible();
		await expect(banner).toHaveValue('x'.repeat(1_001));
	});

	test('without script, removing a new image after a refusal keeps the saved one', {
		tag: '@no-script',
	}, async ({ page, signInAs, visit, script }) => {
		test.skip(script, 'with script the file stays in the browser until it is saved');
		await signInAs({ role: 'admin' });
		await visit('/admin');
		const save = page.getByRole('button', { name: 'Save', exact: true });
		const preview = page.getByRole('img', { name: 'How it will look' });
		await fieldOf(page).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: TINY_PNG });
		await save.click();
		const saved = String(await preview.getAttribute('src'));
		await fieldOf(page).setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: await createPng() });
		await page.getByLabel('Min players per group').fill('20');
		await save.click();
		await expect(preview).not.toHaveAttribute('src', saved);
		await page.getByRole('button', { name: 'Remove' }).click();
		await expect(preview).toHaveAttribute('src', saved);
		await page.getByLabel('Min players per group').fill('8');
		await save.click();
		await expect(page.getByText('Setting updated successfully!')).toBeVisible();
		await expect(preview).toHaveAttribute('src', saved);
	});

	test('impossible numbers of auto-split are refused at their field, and what was typed stays', async ({
		page,
		signInAs,
		visit,
	}) => {
		await signInAs({ role: 'admin' });
		await visit('/admin');
		const minimum = page.getByLabel('Min players per group');
		await expect(minimum).toHaveValue('8');
		await page.getByRole('textbox', { name: 'Events banner text' }).fill('Typed before');
		await minimum.fill('20');
		await page.getByRole('button', { name: 'Save', exact: true }).click();
		await expect(minimum).toHaveAccessibleDescription(
			'The minimum of 20 players per group is above the maximum of 15',
		);
		await expect(minimum).toHaveValue('20');
		await expect(page.getByRole('textbox', { name: 'Events banner text' })).toHaveValue('Typed before');
		expect((await getSharedPool().query('SELECT FROM settings')).rowCount).toBe(0);
	});
});

test('an admin confirms departures that wait, and the places go on', { tag: '@no-script' }, async ({
	page,
	signInAs,
	visit,
}) => {
	await signInAs({ role: 'admin' });
	const member = await createUser();
	const problem = page
		.getByRole('listitem')
		.filter({ hasText: 'The required role no longer exists on Discord' });
	await expect(async () => {
		await createDepartureHold(member.id);
		await visit('/admin/health');
		await expect(problem).toContainText('They keep their places until an admin confirms it.', {
			timeout: 5_000,
		});
	}).toPass();
	await expect(problem.getByRole('link', { name: 'Show details' })).toHaveAttribute(
		'href',
		'/admin#settings',
	);
	const settings = page.getByRole('region', { name: 'Site Settings' });
	const button = settings.getByRole('button', { name: 'They have left' });
	await expect(async () => {
		await createDepartureHold(member.id);
		await visit('/admin');
		await expect(settings).toContainText('so 1 member seems to have left.', { timeout: 5_000 });
		await button.click({ timeout: 5_000 });
		await expect(page.getByText('1 member left. Their place goes on to those who wait.')).toBeVisible({
			timeout: 5_000,
		});
	}).toPass();
	await expect(button).toHaveCount(0);
	const { rows } = await getSharedPool().query('SELECT left_at FROM users WHERE id = $1', [member.id]);
	expect(rows[0].left_at).not.toBeNull();
});

test('an admin posts all messages again that were lost with a channel', { tag: '@no-script' }, async ({
	page,
	signInAs,
	visit,
	alone: _,
}) => {
	await signInAs({ role: 'admin' });
	const event = await addEventRow();
	const deleteChannel = await createLostAnnouncement({ event });
	await visit('/admin/health');
	const problem = page.getByRole('listitem').filter({ hasText: 'deleted on Discord' });
	await expect(problem).toContainText('Coming events lost 1 message');
	await expect(problem.getByRole('link', { name: 'Show details' })).toHaveAttribute(
		'href',
		'/admin#settings',
	);
	await visit('/admin');
	const settings = page.getByRole('region', { name: 'Site Settings' });
	const button = settings.getByRole('button', { name: 'Post all again' });
	await button.press('Enter');
	await expect(page.getByText('1 event will be posted to Discord again.')).toBeVisible();
	await expect(button).toHaveCount(0);
	const { rows } = await getSharedPool().query('SELECT state FROM announcements WHERE event_id = $1', [
		event.id,
	]);
	expect(rows).toEqual([{ state: 'pending' }]);
	await deleteChannel();
});
