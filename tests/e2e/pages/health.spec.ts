import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { getSharedPool } from '../support/rows.ts';

test('an admin sees what is wrong, and how Townbell runs', { tag: '@no-script' }, async ({
	context,
	page,
	baseURL,
	signInAs,
	script,
	visit,
}) => {
	await context.addCookies([{ name: 'theme', value: 'dark', url: String(baseURL) }]);
	await signInAs({ role: 'admin' });
	const inserted = await getSharedPool().query(
		`INSERT INTO queue.job (name, state, completed_on) VALUES ('limits.delete-expired-counters', 'failed', now()) RETURNING id`,
	);
	await visit('/admin');
	await page.getByRole('link', { name: 'Health' }).click();
	await expect(page).toHaveURL('/admin/health');
	const problem = page
		.getByRole('region', { name: 'What to fix' })
		.getByRole('listitem')
		.filter({ hasText: 'Jobs failed in the last day' });
	await expect(problem).toContainText('limits.delete-expired-counters');
	await expect(problem).toContainText('“job failed”');
	await expect(problem.getByRole('img', { name: 'Problem' })).toBeVisible();

	await expect(page.getByRole('region', { name: 'Townbell' })).toContainText('this one');
	await expect(page.getByRole('region', { name: 'Database' })).toContainText('Up to date');
	await expect(page.getByRole('region', { name: 'Jobs' })).toContainText('limits.delete-expired-counters');
	if (script) await expectAccessible(page);
	await page.getByRole('link', { name: 'Open the Discord check' }).click();
	await expect(page).toHaveURL('/admin/discord-check');
	await getSharedPool().query('DELETE FROM queue.job WHERE id = $1', [inserted.rows[0]?.id]);
});
