import type { Page } from '@playwright/test';
import { test as shared } from '../support/fixtures.ts';
import { expectNotice } from '../support/pages.ts';
import { expect, test } from '../support/test-environment-app.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const statistic = (page: Page, name: string) =>
	page
		.getByRole('region')
		.or(page.locator('dl'))
		.locator('div')
		.filter({ hasText: name })
		.locator('dd')
		.last();
const count = async (pool: { query: (sql: string) => Promise<{ rows: { n: number }[] }> }, source: string) =>
	(await pool.query(`SELECT count(*)::int AS n FROM ${source}`)).rows[0]?.n;

test('the panel, from its link to cleared test data', { tag: '@no-script' }, async ({
	page,
	signInAs,
	visit,
	pool,
	script,
}) => {
	const admin = await signInAs({ role: 'admin' });
	await pool.query(`INSERT INTO events (title, date) VALUES ('A real event', now() + interval '2 days')`);
	await visit('/admin');
	await page.getByRole('link', { name: 'Test Environment Management' }).click();
	await expect(page.getByRole('heading', { name: 'Test Environment Management' })).toBeVisible();
	await expect(statistic(page, 'Test Users')).toHaveText('0/30');
	for (const [label, placeholder, value] of [
		['Event Title', 'Test Blood on the Clocktower Game', ''],
		['Description', 'A test game for development', ''],
		['Days from Now', null, '7'],
		['Event ID', null, ''],
		['Confirmed', null, '10'],
		['Tentative', null, '8'],
		['Late', null, '5'],
		['Declined', null, '7'],
	] as const) {
		const field = page.getByLabel(label, { exact: true });
		await expect(field).toHaveValue(value);
		if (placeholder) await expect(field).toHaveAttribute('placeholder', placeholder);
	}

	await press(page, 'Create 30 Test Users');
	await expectNotice(page, 'Created 30 test users');
	await expect(statistic(page, 'Test Users')).toHaveText('30/30');
	expect(await count(pool, 'users WHERE is_test_data')).toBe(30);

	await page.getByLabel('Event Title').fill('Trial');
	await page.getByLabel('Days from Now').fill('3');
	await press(page, 'Create Test Event');
	const { rows } = await pool.query(
		`SELECT id, creator_id FROM events WHERE is_test_data AND title = 'Trial'`,
	);
	await expect(page.getByText('Created test event "Trial"')).toBeVisible();
	await expect(page.getByLabel('Event Title')).toHaveValue('');
	await expect(page.getByLabel('Days from Now')).toHaveValue('7');
	await expect(statistic(page, 'Total Events')).toHaveText('2');
	const found = rows[0] ?? (await pool.query(`SELECT id, creator_id FROM events WHERE is_test_data`)).rows[0];
	expect(String(found.creator_id)).toBe(admin.id);

	const signUp = page.getByRole('button', { name: 'Sign Up Users' });
	if (script) await expect(signUp).toBeDisabled();
	await page.getByLabel('Event ID').fill(String(found.id));
	await page.getByLabel('Declined').fill('2');
	await signUp.click();
	await expect(
		page.getByText(/^Signed up 25 test users: 10 confirmed, 5 late, 8 tentative, (.*, )?2 declined/),
	).toBeVisible();
	await expect(page.getByLabel('Event ID')).toHaveValue('');
	await expect(page.getByLabel('Declined')).toHaveValue('7');
	expect(await count(pool, 'signups')).toBe(25);

	await press(page, 'Add Preferences');
	await expect(page.getByText('Added preferences to 30 test users')).toBeVisible();
	await expect(statistic(page, 'Users with Player Preferences')).toHaveText('30');
	await expect(page.getByRole('table', { name: 'Sample users' }).getByRole('row')).toHaveCount(6);
	const before = await pool.query('SELECT * FROM player_preferences ORDER BY user_id, kind, position');

	await page.getByRole('link', { name: 'Regenerate Preferences' }).click();
	await expect(page).toHaveURL('/admin/test-environment/regenerate');
	await expect(page.getByRole('dialog')).toContainText(
		'Are you sure you want to regenerate all preferences? This will clear existing preferences and create new ones.',
	);
	await page.getByRole('dialog').getByRole('button', { name: 'Regenerate Preferences' }).click();
	await expect(page.getByText('Regenerated preferences of 30 test users')).toBeVisible();
	const after = await pool.query('SELECT * FROM player_preferences ORDER BY user_id, kind, position');
	expect(after.rows).not.toEqual(before.rows);

	await page.getByRole('link', { name: 'Clear All Test Data' }).click();
	await expect(page).toHaveURL('/admin/test-environment/clear');
	await expect(page.getByRole('dialog')).toContainText(
		'Are you sure you want to clear all test data? This cannot be undone.',
	);
	await expect(page.getByRole('dialog')).toContainText('You can create test users, events and signups again');
	await page.getByRole('dialog').getByRole('link', { name: 'Cancel' }).click();
	expect(await count(pool, 'users WHERE is_test_data')).toBe(30);
	await page.getByRole('link', { name: 'Clear All Test Data' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Clear All Test Data' }).click();
	await expect(page.getByText('Cleared 30 test users and 1 test event')).toBeVisible();
	await expect(statistic(page, 'Test Users')).toHaveText('0/30');
	await expect(page).toHaveURL('/admin/test-environment');
	expect([await count(pool, 'users'), await count(pool, 'events'), await count(pool, 'signups')]).toEqual([
		1, 1, 0,
	]);
});

test('only the form that succeeded is emptied', async ({ page, signInAs, visit, pool }) => {
	await signInAs({ role: 'admin' });
	await visit('/admin/test-environment');
	const keys = page.locator('main form input[name="key"]');
	const seenKeys = new Set<string>();
	/**
	 * Waits until each form has a key that no form had before, because every success gives all forms new keys.
	 */
	const expectFreshKeys = async () => {
		await expect
			.poll(async () => {
				const values = await keys.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
				return values.length === 4 && values.every((value) => value !== '' && !seenKeys.has(value));
			})
			.toBe(true);
		for (const key of await keys.all()) seenKeys.add(await key.inputValue());
	};
	await expectFreshKeys();
	await page.getByLabel('Event Title').fill('Trial');
	await page.getByLabel('Event ID').fill('999999');
	await page.getByLabel('Declined').fill('2');
	await press(page, 'Create 30 Test Users');
	await expect(page.getByText('Created 30 test users')).toBeVisible();
	await expectFreshKeys();
	await page.getByRole('link', { name: 'Regenerate Preferences' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Regenerate Preferences' }).click();
	await expect(page.getByText('Regenerated preferences of 30 test users')).toBeVisible();
	await expectFreshKeys();
	await expect(page.getByLabel('Event Title')).toHaveValue('Trial');
	await expect(page.getByLabel('Event ID')).toHaveValue('999999');

	await press(page, 'Create Test Event');
	await expect(page.getByText('Created test event "Trial"')).toBeVisible();
	await expectFreshKeys();
	await expect(page.getByLabel('Event Title')).toHaveValue('');
	await expect(page.getByLabel('Event ID')).toHaveValue('999999');
	await expect(page.getByLabel('Declined')).toHaveValue('2');

	await page.getByLabel('Event Title').fill('Trial again');
	const { rows } = await pool.query('SELECT id FROM events WHERE is_test_data');
	await page.getByLabel('Event ID').fill(String(rows[0].id));
	await press(page, 'Sign Up Users');
	await expect(page.getByText('Signed up 25 test users')).toBeVisible();
	await expectFreshKeys();
	await expect(page.getByLabel('Event ID')).toHaveValue('');
	await expect(page.getByLabel('Declined')).toHaveValue('7');
	await expect(page.getByLabel('Event Title')).toHaveValue('Trial again');
	await press(page, 'Create Test Event');
	await expect(page.getByText('Created test event "Trial again"')).toBeVisible();
	await expect(page.getByLabel('Event Title')).toHaveValue('');
});

test.describe('refused', () => {
	test.use({ expectedErrors: ['422 (Unprocessable', '409 (Conflict', '500 (Internal', '403 (Forbidden'] });

	test('each failure shows its name and reason in the place of a success, and typed values stay', {
		tag: '@no-script',
	}, async ({ page, signInAs, visit, pool }) => {
		await signInAs({ role: 'admin' });
		await visit('/admin/test-environment');
		await page.getByLabel('Event Title').fill('Trial');
		await page.getByLabel('Days from Now').fill('1.5');
		await press(page, 'Create Test Event');
		await expectNotice(page, 'Error creating test event Please enter a whole number of days from 0 to 365');
		await expect(page.getByLabel('Event Title')).toHaveValue('Trial');
		await page.getByLabel('Event ID').fill('999999');
		await press(page, 'Sign Up Users');
		await expectNotice(page, 'Error signing up users There is no event with this ID');
		await expect(page.getByLabel('Event ID')).toHaveValue('999999');
		const { rows } = await pool.query(
			`INSERT INTO events (title, date) VALUES ('x', now() + interval '2 days') RETURNING id`,
		);
		await page.getByLabel('Event ID').fill(String(rows[0].id));
		await press(page, 'Sign Up Users');
		await expectNotice(page, 'Error signing up users There are no test users yet. Please create them first.');
		expect(await count(pool, 'events')).toBe(1);
	});

	test('the other failures show their names too', async ({ page, signInAs, visit, pool }) => {
		await signInAs({ role: 'admin' });
		// A key that was used by another request is a conflict, whichever button sends it.
		for (const [button, failure, address] of [
			['Create 30 Test Users', 'Error creating test users', ''],
			['Add Preferences', 'Error adding preferences', ''],
			['Regenerate Preferences', 'Error regenerating preferences', '/regenerate'],
			['Clear All Test Data', 'Error clearing test data', '/clear'],
		] as const) {
			await visit(`/admin/test-environment${address}`);
			const form = page.locator('form', { has: page.getByRole('button', { name: button, exact: true }) });
			const key = await form.locator('[name="key"]').inputValue();
			await pool.query(
				`INSERT INTO idempotency_keys (key, actor_scope, operation, request_hash, state, expires_at)
				SELECT $1, (SELECT id::text FROM users WHERE role = 'admin'), $2, repeat('a', 64), 'finished', now() + interval '1 hour'`,
				[key, await form.locator('[name="intent"]').inputValue()],
			);
			await form.getByRole('button', { name: button, exact: true }).click();
			await expect(page.locator('#main')).toContainText(
				`${failure} This form was already sent with different values.`,
			);
		}
		expect(await count(pool, 'users')).toBe(1);
	});

	test('a status that cannot be read is reported', async ({ page, signInAs, visit, pool }) => {
		await signInAs({ role: 'admin' });
		await pool.query('ALTER TABLE player_preferences RENAME TO hidden_preferences');
		try {
			await visit('/admin/test-environment');
			await expectNotice(page, 'Error loading status');
			await expect(page.getByRole('button', { name: 'Create 30 Test Users' })).toBeVisible();
		} finally {
			await pool.query('ALTER TABLE hidden_preferences RENAME TO player_preferences');
		}
	});
});

test('while a form is being sent its label says so, and all buttons are disabled', async ({
	page,
	signInAs,
	visit,

	pool,
}) => {
	await signInAs({ role: 'admin' });
	const holdRequests = async (address: string) => {
		let release: () => void = () => undefined;
		const released = new Promise<void>((resolve) => {
			release = resolve;
		});
		await page.route(address, async (route) => {
			if (route.request().method() === 'POST') await released;
			await route.continue();
		});
		return release;
	};
	for (const [button, pending, done] of [
		['Create 30 Test Users', 'Creating...', 'Created 30 test users'],
		['Create Test Event', 'Creating...', 'Created test event'],
		['Add Preferences', 'Adding...', 'Added preferences'],
		['Sign Up Users', 'Signing Up...', 'Signed up 30 test users'],
	] as const) {
		await visit('/admin/test-environment');
		const { rows: events } = await pool.query<{ id: string }>('SELECT id FROM events ORDER BY id LIMIT 1');
		await page.getByLabel('Event ID').fill(events[0]?.id ?? '1');
		const release = await holdRequests('**/admin/test-environment.data*');
		await press(page, button);
		await expect(page.getByRole('button', { name: pending })).toBeVisible();
		const others = page.locator('main form').getByRole('button').filter({ hasNotText: pending });
		for (const other of await others.all()) await expect(other).toBeDisabled();
		for (const name of ['Clear All Test Data', 'Regenerate Preferences']) {
			await expect(page.getByRole('button', { name })).toBeDisabled();
		}
		release();
		await expect(page.getByText(done)).toBeVisible();
		await page.unrouteAll({ behavior: 'wait' });
	}
	for (const [address, button, pending] of [
		['regenerate', 'Regenerate Preferences', 'Regenerating...'],
		['clear', 'Clear All Test Data', 'Clearing...'],
	] as const) {
		await visit(`/admin/test-environment/${address}`);
		const release = await holdRequests(`**/admin/test-environment/${address}.data*`);
		await page.getByRole('dialog').getByRole('button', { name: button }).click();
		await expect(page.getByRole('dialog').getByRole('button', { name: pending })).toBeVisible();
		release();
		await expect(page.getByRole('dialog')).toHaveCount(0);
		await page.unrouteAll({ behavior: 'wait' });
	}
});

shared.describe('in production with the flag off', () => {
	shared.use({ expectedErrors: ['403 (Forbidden'] });

	shared('shows only the warning and no link', async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'admin' });
		await visit('/admin');
		await expect(page.getByRole('link', { name: 'Audit trail' })).toBeVisible();
		await expect(page.getByRole('link', { name: /Test Environment/ })).toHaveCount(0);
		await visit('/admin/test-environment');
		const main = page.getByRole('main');
		await expect(main.getByRole('heading', { name: 'Test Environment', exact: true })).toBeVisible();
		await expect(main).toContainText(
			'Test environment features are disabled in production for security reasons',
		);
		await expect(main).toContainText('available only in development mode or when explicitly enabled');
		await expect(main.getByRole('button')).toHaveCount(0);
		for (const question of ['clear', 'regenerate']) {
			expect((await page.goto(`/admin/test-environment/${question}`))?.status()).toBe(403);
			await expect(page.getByRole('dialog')).toHaveCount(0);
		}
	});
});
