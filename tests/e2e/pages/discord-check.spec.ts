import { expect, test } from '../support/fixtures.ts';
import { expectNotice } from '../support/pages.ts';
import { addMirroredEventRow, getSharedPool } from '../support/rows.ts';

test('an admin checks the bot and sees what it lacks', async ({ page, signInAs, visit }) => {
	await signInAs({ role: 'admin' });
	await visit('/admin');
	await page.getByRole('link', { name: 'Check the connection' }).click();
	await expect(page).toHaveURL('/admin/discord-check');
	const dialog = page.getByRole('dialog', { name: 'Discord connection' });
	await expect(dialog.getByRole('listitem').first()).toContainText(/token/i);
	await expect(dialog.getByRole('img', { name: 'OK' }).first()).toBeVisible();
	await dialog.getByRole('link', { name: 'Close' }).last().click();
	await expect(page).toHaveURL('/admin');
});

test.describe('for others', () => {
	test.use({ expectedErrors: ['403 (Forbidden'] });

	test('a creator cannot open the check', async ({ page, signInAs }) => {
		await signInAs({ role: 'creator' });
		const response = await page.goto('/admin/discord-check');
		expect(response?.status()).toBe(403);
		await expect(page.getByRole('dialog')).toHaveCount(0);
	});
});

test('an admin sees failed mirrors and retries them', { tag: '@no-script' }, async ({
	page,
	signInAs,
	visit,
}) => {
	await signInAs({ role: 'admin' });
	const event = await addMirroredEventRow({ state: 'failed', error: 'Discord refused this event.' });
	await visit('/admin');
	await page.getByRole('link', { name: 'Mirrored events' }).click();
	const dialog = page.getByRole('dialog', { name: 'Mirrored events' });
	const row = dialog.getByRole('row', { name: event.title });
	await expect(row).toContainText('Failed');
	await expect(row).toContainText('Discord refused this event.');
	await row.getByRole('button', { name: `Retry ${event.title}` }).click();
	await expectNotice(page, 'Trying Discord again.');
	await expect
		.poll(
			async () => {
				const found = await getSharedPool().query('SELECT state FROM discord_mirrors WHERE event_id = $1', [
					event.id,
				]);
				return found.rows[0]?.state;
			},
			{ timeout: 20_000 },
		)
		.toBe('synced');
	await getSharedPool().query('DELETE FROM discord_mirrors WHERE event_id = $1', [event.id]);
});
