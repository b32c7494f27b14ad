import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/test-environment-app.ts';

type Pool = { query: (sql: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }> };

/** A name that could break at each hyphen. */
const ADA = 'ada-of-the-western-gate-of-town';

const rowsOf = (page: Page) =>
	page.getByRole('table', { name: 'Audit trail' }).locator('tbody').getByRole('row');

/**
 * Creates 60 audit entries of the admin, the latest first, and one of the app itself; and a bulk change of three
 * signups.
 */
async function fillAuditTrail(pool: Pool, adminId: string): Promise<void> {
	await pool.query(`INSERT INTO users (username) VALUES ('${ADA}')`);
	await pool.query(
		`INSERT INTO audit_entries (actor_id, action, subject_type, subject_id, detail, created_at)
		SELECT $1, 'events.update', 'event', n::text, '{}'::jsonb, timestamptz '2026-10-14 16:00Z' - n * interval '1 hour'
		FROM generate_series(1, 60) n`,
		[adminId],
	);
	await pool.query(
		`INSERT INTO audit_entries (actor_id, action, subject_type, subject_id, detail, created_at)
		SELECT NULL, 'users.setRole', 'user', id::text, '{"to":"creator"}', '2026-10-14 17:30Z' FROM users WHERE username = '${ADA}'`,
	);
	await pool.query(
		`INSERT INTO audit_entries (actor_id, action, subject_type, subject_id, detail, created_at)
		SELECT $1, 'signups.setStatusMany', 'signup', n::text, '{"from":"declined","to":"late"}', '2026-10-10 16:30Z' FROM generate_series(1, 3) n`,
		[adminId],
	);
}

test('the audit trail shows who did what and when, and can be filtered and paged', async ({
	page,
	signInAs,
	visit,
	pool,
}) => {
	const admin = await signInAs({ role: 'admin', username: 'marlowe' });
	await fillAuditTrail(pool, admin.id);
	await visit('/admin');
	await page.getByRole('link', { name: 'Audit trail' }).click();
	await expect(page.getByRole('heading', { name: 'Audit trail', level: 1 })).toBeVisible();
	await expect(rowsOf(page)).toHaveCount(50);
	const first = rowsOf(page).first();
	for (const text of ['Oct 14th, 2026', '1:30 PM', `Automatic: set ${ADA}’s role to creator`]) {
		await expect(first).toContainText(text);
	}
	const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
	await page.setViewportSize({ width: 390, height });
	expect((await first.getByRole('link', { name: ADA }).boundingBox())?.height).toBeLessThan(30);
	await page.setViewportSize({ width, height });
	await page.getByRole('link', { name: 'Older' }).click();
	await expect(rowsOf(page)).toHaveCount(12);
	await expect(page.getByRole('link', { name: 'Older' })).toHaveCount(0);
	await page.getByRole('link', { name: 'Newest' }).click();
	await expect(rowsOf(page)).toHaveCount(50);

	const openFilter = () => page.getByText('Filter the changes').click();
	await expect(page.getByLabel('Who', { exact: true })).toBeHidden();
	await openFilter();
	await page.getByLabel('Who', { exact: true }).selectOption('marlowe');
	await page.getByLabel('Action', { exact: true }).selectOption('Events: update');
	await page.getByLabel('Kind', { exact: true }).selectOption('Event');
	await page.getByLabel('From', { exact: true }).fill('2026-10-13');
	await page.getByLabel('To', { exact: true }).fill('2026-10-13');
	await page.getByRole('button', { name: 'Filter' }).click();
	await expect(page).toHaveURL(/actor=\d+.*action=events\.update.*from=2026-10-13/);
	// The 24 hours of Tuesday in New York.
	await expect(rowsOf(page)).toHaveCount(24);
	await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-10-13');
	await page.getByRole('link', { name: 'Clear' }).click();
	await expect(rowsOf(page)).toHaveCount(50);
	await expect(page.getByLabel('From', { exact: true })).toHaveValue('');

	await openFilter();
	await page.getByLabel('Kind', { exact: true }).selectOption('Signup');
	await page.getByRole('button', { name: 'Filter' }).click();
	await expect(rowsOf(page)).toHaveCount(1);
	await expect(rowsOf(page)).toContainText('marlowe set 3 signups to late');
	const item = rowsOf(page).getByRole('link', { name: 'signup 2' });
	await expect(item).toBeHidden();
	await rowsOf(page).getByText('Show all 3').click();
	await expect(rowsOf(page)).toContainText('set signup 2 to late (before: declined)');
	await item.click();
	await expect(rowsOf(page)).toContainText('marlowe set signup 2 to late (before: declined)');
	await page.getByRole('link', { name: 'Clear' }).click();
	await expect(rowsOf(page)).toHaveCount(50);

	await rowsOf(page).first().getByRole('link', { name: ADA }).click();
	await expect(rowsOf(page)).toHaveCount(1);
	await page.getByLabel('ID', { exact: true }).fill('4711');
	await page.getByRole('button', { name: 'Filter' }).click();
	await expect(page.getByText('No matching changes')).toBeVisible();
	await page.getByLabel('From', { exact: true }).fill('2026-10-13');
	await page.getByLabel('To', { exact: true }).fill('2026-10-12');
	await page.getByRole('button', { name: 'Filter' }).click();
	await expect(page.getByText('The last day cannot be before the first')).toBeVisible();
});

test('the charts show the same numbers as their tables', async ({ page, signInAs, visit, pool }) => {
	const admin = await signInAs({ role: 'admin' });
	await pool.query(
		`INSERT INTO events (title, date, status) VALUES ('x', date_trunc('hour', now()) - interval '3 hours', 'completed')`,
	);
	await pool.query(`INSERT INTO signups (event_id, user_id, status) SELECT id, $1, 'confirmed' FROM events`, [
		admin.id,
	]);
	await visit('/admin');
	for (const [title, label, numbers] of [
		['Signups per week', 'Signups per week: 1 in the last 12 weeks, at most 1 in one', 12],
		['Signups by weekday', /Signups by weekday: busiest on \w+day, with 1 confirmed or late per event/, 7],
		['Statuses over time', /1 confirmed, 0 late, 0 tentative, /, 12],
	] as const) {
		const card = page.getByRole('region', { name: title });
		await expect(card.getByRole('img', { name: label })).toBeVisible();
		const table = card.getByRole('table', { name: `${title}, in numbers` });
		await expect(table).toBeHidden();
		await card.locator('summary').click();
		await expect(table.locator('tbody').getByRole('row')).toHaveCount(numbers);
	}
});

test('both CSV files can be downloaded from the panel', async ({ page, signInAs, visit, pool }) => {
	const admin = await signInAs({ role: 'admin', username: '=marlowe' });
	await pool.query(`INSERT INTO events (title, date, creator_id) VALUES ('=1+1', now(), $1)`, [admin.id]);
	await pool.query(`INSERT INTO signups (event_id, user_id, status) SELECT id, $1, 'late' FROM events`, [
		admin.id,
	]);
	await visit('/admin');
	await expect(page.getByText('A spreadsheet rounds Discord IDs, which have up to 20 digits.')).toBeVisible();
	for (const [name, file, part] of [
		['Events as CSV', 'townbell-events.csv', ",'=1+1,"],
		['Signups as CSV', 'townbell-signups.csv', ",'=marlowe,"],
	] as const) {
		const started = page.waitForEvent('download');
		await page.getByRole('link', { name }).click();
		const download = await started;
		expect(download.suggestedFilename()).toBe(file);
		const chunks: Buffer[] = [];
		for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
		expect(Buffer.concat(chunks).toString()).toContain(part);
	}
});

test('the tools are accessible', async ({ page, signInAs, visit, pool }) => {
	test.setTimeout(150_000);
	// An element that is still fading in does not have its final contrast.
	await page.emulateMedia({ reducedMotion: 'reduce' });
	const admin = await signInAs({ role: 'admin', theme: 'dark' });
	await fillAuditTrail(pool, admin.id);
	await pool.query(`INSERT INTO events (title, date) VALUES ('x', now() - interval '3 hours')`);
	await pool.query(
		`INSERT INTO signups (event_id, user_id, status) SELECT e.id, u.id, 'late' FROM events e, users u`,
	);
	await visit('/admin');
	for (const summary of await page.locator('main summary').all()) await summary.click();
	await expectAccessible(page);
	await visit('/admin/template-events');
	await page.getByRole('button', { name: 'Add storyteller for all selected days' }).click();
	await page.locator('dialog summary', { hasText: 'Friday' }).click();
	await expectAccessible(page);
	await page.getByRole('button', { name: 'Create Template Events' }).click();
	await expect(page.getByText('starting from')).toBeVisible();
	await expectAccessible(page);
	await page.getByRole('button', { name: 'Create Template Events' }).click();
	await expect(page.getByText('Successfully created')).toBeVisible();
	await expectAccessible(page);
	await visit('/admin/audit');
	await expectAccessible(page);
	await visit('/admin/test-environment');
	await page.getByRole('button', { name: 'Create 30 Test Users' }).click();
	await expect(page.getByText('Created 30 test users')).toBeVisible();
	await expectAccessible(page);
	await visit('/admin/test-environment/clear');
	await expectAccessible(page);
});
