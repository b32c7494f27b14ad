import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { waitForHydration } from '../support/fixtures.ts';
import { expectNotice } from '../support/pages.ts';
import { expect, test } from '../support/test-environment-app.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const day = (page: Page, name: string) => dialog(page).getByRole('checkbox', { name, exact: true });
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();
const chips = (page: Page, place: string) =>
	dialog(page)
		.getByRole('list', { name: `Storytellers ${place}` })
		.getByRole('listitem');
const details = (page: Page, name: string) => dialog(page).locator('details').filter({ hasText: name });

/** Creates two storytellers beside the admin and returns their ids. */
async function createTwoStorytellers(pool: { query: (sql: string) => Promise<{ rows: { id: string }[] }> }) {
	const { rows } = await pool.query(
		`INSERT INTO users (username, role) VALUES ('nightjar', 'storyteller'), ('wren', 'storyteller') RETURNING id`,
	);
	return rows.map(({ id }) => id);
}

test('creates a week from the panel: days, storytellers, confirmation, progress and result', async ({
	page,
	signInAs,
	visit,
	pool,
}) => {
	await signInAs({ role: 'admin', username: 'zoe' });
	await createTwoStorytellers(pool);
	await visit('/admin');
	await page.getByRole('link', { name: 'Create Template Events' }).click();
	await expect(page).toHaveURL('/admin/template-events');
	await expect(dialog(page).getByRole('heading', { name: 'Create Template Events' })).toBeVisible();
	const start = await dialog(page).getByLabel('Start date').inputValue();
	expect(new Date(`${start}T00:00:00Z`).getUTCDay()).toBe(1);
	for (const [name, isOn] of Object.entries({
		Monday: false,
		Wednesday: true,
		Friday: true,
		Saturday: true,
	})) {
		await expect(day(page, name)).toBeChecked({ checked: isOn });
	}
	await expect(dialog(page).getByRole('checkbox', { name: 'Create Discord events' })).toBeChecked();
	expect((await dialog(page).getByLabel('Description').inputValue()).split('\n')).toHaveLength(2);

	await expect(
		dialog(page).getByLabel('Storytellers for all selected days').locator('option:checked'),
	).toHaveText('Choose a storyteller');
	await dialog(page).getByLabel('Start date').fill('2031-10-20');
	await day(page, 'Saturday').press('Space');
	await day(page, 'Sunday').press('Space');
	await dialog(page).getByLabel('Storytellers for all selected days').selectOption('nightjar');
	await press(page, 'Add storyteller for all selected days');
	// The values stay, and a day that is enabled later has the storyteller too.
	await expect(chips(page, 'for all selected days')).toHaveText(['nightjar']);
	await expect(dialog(page).getByLabel('Start date')).toHaveValue('2031-10-20');
	await expect(day(page, 'Saturday')).not.toBeChecked();
	await expect(day(page, 'Sunday')).toBeChecked();
	for (const name of ['Wednesday', 'Friday', 'Sunday']) {
		await expect(details(page, name).locator('summary')).toContainText('1 storyteller');
	}
	await expect(details(page, 'Saturday')).toBeHidden();
	await day(page, 'Saturday').press('Space');
	await expect(details(page, 'Saturday').locator('summary')).toHaveText(
		/^Saturday8:30 PM · Saturday Blood on the Clocktower1 storyteller/,
	);
	await day(page, 'Saturday').press('Space');

	await details(page, 'Friday').locator('summary').click();
	await dialog(page).getByRole('combobox', { name: 'Storytellers on Friday' }).selectOption('wren');
	await press(page, 'Add storyteller on Friday');
	await expect(chips(page, 'on Friday')).toHaveText(['nightjar', 'wren']);
	await press(page, 'Remove nightjar on Friday');
	await expect(chips(page, 'on Friday')).toHaveText(['wren']);
	await details(page, 'Friday').getByLabel('Title').fill('Autumn Fair');
	await details(page, 'Friday').getByLabel('Time').fill('19:00');
	await dialog(page).getByLabel('Location').fill('The Hearth');

	await press(page, 'Create Template Events');
	await expect(dialog(page)).toContainText('Create 3 events starting from Oct 20th, 2031?');
	const eventItems = dialog(page).getByRole('listitem');
	await expect(eventItems).toContainText([
		'Wednesday Blood on the Clocktower',
		'Autumn Fair',
		'Sunday Blood on the Clocktower',
	]);
	await expect(eventItems.nth(1)).toContainText('Friday, October 24th, 2031, 7:00 PM Eastern');
	await expect(eventItems.nth(1)).toContainText('Storytellers: wren');
	await press(page, 'Back');
	await expect(dialog(page).getByLabel('Location')).toHaveValue('The Hearth');
	await expect(day(page, 'Sunday')).toBeChecked();
	await press(page, 'Create Template Events');
	await expect(dialog(page)).toContainText('Create 3 events');
	await press(page, 'Create Template Events');

	await expect(dialog(page).getByRole('progressbar', { name: 'Template events created!' })).toHaveAttribute(
		'value',
		'100',
	);
	await expect(dialog(page).getByText('Successfully created 3 template events!')).toBeVisible();
	await expect(dialog(page)).toContainText(
		'Events created: 3. Discord events created: 3. All are now in Events management.',
	);
	const { rows } = await pool.query(
		`SELECT e.title, e.date, e.duration, e.location, m.wanted,
			ARRAY(SELECT u.username FROM event_storytellers s JOIN users u ON u.id = s.user_id WHERE s.event_id = e.id) AS storytellers
		FROM events e LEFT JOIN discord_mirrors m ON m.event_id = e.id ORDER BY e.date`,
	);
	const shared = { duration: 180, location: 'The Hearth', wanted: 'present' };
	expect(rows).toEqual([
		{
			...shared,
			title: 'Wednesday Blood on the Clocktower',
			storytellers: ['nightjar'],
			date: new Date('2031-10-23T00:30:00Z'),
		},
		{ ...shared, title: 'Autumn Fair', storytellers: ['wren'], date: new Date('2031-10-24T23:00:00Z') },
		{
			...shared,
			title: 'Sunday Blood on the Clocktower',
			storytellers: ['nightjar'],
			date: new Date('2031-10-27T00:30:00Z'),
		},
	]);

	// The form is reset. It starts with the first Monday later than three days after the last event, a Sunday.
	await expect(dialog(page).getByLabel('Start date')).toHaveValue('2031-11-03');
	await expect(day(page, 'Saturday')).toBeChecked();
	await expect(day(page, 'Sunday')).not.toBeChecked();
	await expect(dialog(page).getByLabel('Location')).toHaveValue('');
	await expect(dialog(page).getByRole('list', { name: /^Storytellers/ })).toHaveCount(0);

	await dialog(page).getByRole('button', { name: 'Undo' }).click();
	await expectNotice(page, 'Undone: 3 events.');
	const left = await pool.query('SELECT FROM events');
	expect(left.rows).toEqual([]);
});

test('a week that repeats says how many events there are now, and links them', {
	tag: '@no-script',
}, async ({ page, signInAs, visit, expectedErrors, script }) => {
	await signInAs({ role: 'admin' });
	await visit('/admin/template-events');
	await dialog(page).getByLabel('Start date').fill('2031-10-20');
	await day(page, 'Saturday').press('Space');
	await dialog(page).getByLabel('Repeat', { exact: true }).selectOption('Every week');
	await dialog(page).getByLabel('Repeat until (optional)').fill('2031-11-06');
	await dialog(page).getByLabel('Location').fill('The Hearth');
	await press(page, 'Show dates');
	const asked = dialog(page).getByRole('list', { name: 'Next dates' }).getByRole('listitem');
	await expect(asked).toHaveText([
		...['Wed, Oct 29, 8:30 PM', 'Fri, Oct 31, 8:30 PM', 'Wed, Nov 5, 8:30 PM'],
	]);
	await expect(dialog(page).getByLabel('Location')).toHaveValue('The Hearth');
	await expect(day(page, 'Saturday')).not.toBeChecked();
	if (script) await expectAccessible(page);
	await dialog(page).getByLabel('Pause from (optional)').fill('2031-11-05');
	expectedErrors.push('422');
	await press(page, 'Create Template Events');
	const until = dialog(page).getByLabel('Pause until (optional)');
	await expect(until).toHaveAccessibleDescription('Please enter the first and the last day of the pause');
	await until.fill('2031-11-05');
	await press(page, 'Show dates');
	await expect(asked).toHaveCount(2);
	await dialog(page).getByLabel('Repeat until (optional)').fill('2031-11-13');
	await press(page, 'Create Template Events');
	await press(page, 'Create Template Events');
	await expect(dialog(page).getByText('Successfully created 2 template events!')).toBeVisible();
	await expect(dialog(page)).toContainText('6 events are planned, repeats included.');
	const dates = dialog(page).getByRole('list', { name: 'All dates' });
	await expect(dates.getByRole('listitem')).toHaveText([/^Wednesday .*: 3 dates$/, /^Friday .*: 3 dates$/]);
	await dates.getByRole('link').last().click();
	await expect(page.getByRole('list', { name: 'Coming dates' }).getByRole('link')).toHaveText([
		'Fri, Oct 24, 8:30 PM',
		'Fri, Oct 31, 8:30 PM',
		'Fri, Nov 7, 8:30 PM',
	]);
});

test.describe('refused', () => {
	test.use({ expectedErrors: ['422 (Unprocessable', '403 (Forbidden'] });

	test('missing values are reported at their fields, and typed values stay', { tag: '@no-script' }, async ({
		page,
		signInAs,
		visit,
	}) => {
		await signInAs({ role: 'admin' });
		await visit('/admin/template-events');
		await dialog(page).getByLabel('Location').fill('The Hearth');
		await dialog(page).getByLabel('Start date').fill('');
		await press(page, 'Create Template Events');
		await expect(dialog(page).getByRole('alert')).toContainText(
			'Failed to create template events: Please select a start date',
		);
		await expect(dialog(page).getByLabel('Start date')).toHaveAttribute('aria-invalid', 'true');
		await dialog(page).getByLabel('Start date').fill('2031-10-20');
		for (const name of ['Wednesday', 'Friday', 'Saturday']) await day(page, name).press('Space');
		await press(page, 'Create Template Events');
		await expect(dialog(page).getByRole('alert')).toContainText('Please enable at least one event day');
		await expect(dialog(page).getByLabel('Location')).toHaveValue('The Hearth');
	});

	test('an invalid time opens its day and shows the error', async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'admin' });
		await visit('/admin/template-events');
		await details(page, 'Friday').locator('summary').click();
		await details(page, 'Friday').getByLabel('Time').fill('');
		await press(page, 'Create Template Events');
		await expect(details(page, 'Friday').getByText('Please enter a time')).toBeVisible();
	});

	test('a demoted admin loses access with the next press, also in an open page', async ({
		page,
		signInAs,
		visit,
		pool,
	}) => {
		const admin = await signInAs({ role: 'admin' });
		await visit('/admin/template-events');
		await pool.query(`UPDATE users SET role = 'creator' WHERE id = $1`, [admin.id]);
		await press(page, 'Create Template Events');
		await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
		for (const address of ['/admin', '/admin/audit', '/admin/test-environment', '/admin/export/events.csv']) {
			expect((await page.request.get(address)).status()).toBe(403);
		}
		expect((await pool.query('SELECT 1 FROM events')).rowCount).toBe(0);
	});
});

test('when all storytellers are added, the page says so', async ({ page, signInAs, visit, pool }) => {
	await signInAs({ role: 'admin', username: 'zoe' });
	await createTwoStorytellers(pool);
	await visit('/admin/template-events');
	await press(page, 'Add storyteller for all selected days');
	await expect(dialog(page).getByRole('status').getByText('Please choose a storyteller')).toBeVisible();
	for (const name of ['nightjar', 'wren', 'zoe']) {
		await dialog(page)
			.getByRole('combobox', { name: 'Storytellers for all selected days' })
			.selectOption(name);
		await press(page, 'Add storyteller for all selected days');
		await expect(chips(page, 'for all selected days').last()).toHaveText(name);
	}
	await press(page, 'Add storyteller for all selected days');
	await expect(
		dialog(page).getByRole('status').getByText('All storytellers are already assigned to this event'),
	).toBeVisible();
	await details(page, 'Friday').locator('summary').click();
	await press(page, 'Add storyteller on Friday');
	const fridayStatus = details(page, 'Friday').getByRole('status');
	await expect(fridayStatus).toHaveText('All storytellers are already assigned to this event');
	await press(page, 'Remove wren on Friday');
	await expect(fridayStatus).toHaveText('');
	await expect(chips(page, 'on Friday')).toHaveText(['nightjar', 'zoe']);
	await expect(chips(page, 'for all selected days')).toHaveText(['nightjar', 'wren', 'zoe']);
});

test('an invalid day is reported before and after, and the other days are created', async ({
	page,
	signInAs,
	visit,
	pool,
}) => {
	await signInAs({ role: 'admin' });
	await visit('/admin/template-events');
	// A week that is over except for its last days; today is part of it.
	const monday = new Date();
	monday.setUTCDate(monday.getUTCDate() - 7);
	await dialog(page).getByLabel('Start date').fill(monday.toISOString().slice(0, 10));
	for (const name of ['Wednesday', 'Friday', 'Saturday']) await day(page, name).press('Space');
	for (const name of ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']) {
		await day(page, name).press('Space');
	}
	await press(page, 'Create Template Events');
	await expect(dialog(page).getByText('The date cannot be before today').first()).toBeVisible();
	await press(page, 'Create Template Events');
	await expect(dialog(page)).toContainText(
		/Successfully created \d template events!|Failed to create template events:/,
	);
	await expect(dialog(page)).toContainText('day: The date cannot be before today');
	const pastEvents = await pool.query("SELECT 1 FROM events WHERE date < now() - interval '1 day'");
	expect(pastEvents.rowCount).toBe(0);
});

test('an existing week is reported before and after, and not created again', async ({
	page,
	signInAs,
	visit,
	pool,
}) => {
	await signInAs({ role: 'admin' });
	const create = async () => {
		await visit('/admin/template-events');
		await dialog(page).getByLabel('Start date').fill('2031-10-20');
		await press(page, 'Create Template Events');
		await expect(dialog(page)).toContainText('Create 3 events');
	};
	await create();
	await press(page, 'Create Template Events');
	await expect(dialog(page).getByText('Successfully created 3 template events!')).toBeVisible();
	await page.reload();
	await expect(dialog(page).getByText('Successfully created 3 template events!')).toBeVisible();
	await create();
	const text = 'Wednesday: An event with this title at this time already exists';
	await expect(dialog(page).getByText(text)).toBeVisible();
	await press(page, 'Create Template Events');
	await expect(dialog(page)).toContainText('Failed to create template events:');
	await expect(dialog(page).getByText(text)).toBeVisible();
	expect((await pool.query('SELECT 1 FROM events')).rowCount).toBe(3);
});

test('the same form sent three times creates one week', async ({ page, signInAs, visit, pool, baseURL }) => {
	await signInAs({ role: 'admin' });
	await visit('/admin/template-events');
	await dialog(page).getByLabel('Start date').fill('2031-10-20');
	await press(page, 'Create Template Events');
	await expect(dialog(page)).toContainText('Create 3 events');
	const fields = await dialog(page)
		.locator('input[type="hidden"]')
		.evaluateAll((inputs) =>
			inputs.map((input) => [input.getAttribute('name') ?? '', (input as HTMLInputElement).value] as const),
		);
	const form = Object.fromEntries([...fields, ['press', 'create']]);
	const send = () =>
		page.request.post('/admin/template-events', {
			form,
			headers: { Origin: String(baseURL) },
			maxRedirects: 0,
		});
	const responses = await Promise.all([send(), send(), send()]);
	expect(responses.map((response) => response.status())).toEqual([303, 303, 303]);
	expect(new Set(responses.map((response) => response.headers().location)).size).toBe(1);
	expect((await pool.query('SELECT 1 FROM events')).rowCount).toBe(3);
});

test('the button shows that the form is being sent', async ({ page, signInAs, visit }) => {
	await signInAs({ role: 'admin' });
	await visit('/admin/template-events');
	await press(page, 'Create Template Events');
	await expect(dialog(page)).toContainText('Create 3 events');
	let release: () => void = () => undefined;
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route('**/admin/template-events.data*', async (route) => {
		if (route.request().method() === 'POST') await released;
		await route.continue();
	});
	await press(page, 'Create Template Events');
	await expect(dialog(page).getByRole('button', { name: 'Creating...' })).toBeVisible();
	const bar = dialog(page).getByRole('progressbar', { name: 'Creating template events...' });
	await expect(bar).toHaveAttribute('value', '0');
	release();
	await expect(dialog(page).getByText('Successfully created 3 template events!')).toBeVisible();
	await waitForHydration(page);
});
