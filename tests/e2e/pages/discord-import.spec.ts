import type { Page } from '@playwright/test';
import type { NewEvent } from '~/tests/mocks/discord/scheduled-events.ts';
import type { StandInState } from '~/tests/mocks/discord/state.ts';
import { expectAccessible } from '../support/axe.ts';
import { expectBrieflyShown } from '../support/brief-texts.ts';
import { waitForHydration } from '../support/fixtures.ts';
import { expect, test } from '../support/own-discord.ts';
import { exhaustImports, getSharedPool, registerEvent } from '../support/rows.ts';
import { prepareSlowRendering, startSlowRendering } from '../support/slow-rendering.ts';

const USERS = 'GET /guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/users';
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

function addEvent(discord: StandInState, interested = 0, changes: Partial<NewEvent> = {}) {
	const event = discord.addEvent({
		name: 'Autumn Fair',
		startsAt: inHours(90),
		endsAt: inHours(93),
		...changes,
	});
	for (const { discordId } of discord.addMembers(interested)) discord.addInterest(event.id, discordId);
	return event;
}

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: string) => dialog(page).getByRole('row').filter({ hasText: name });

/** Starts the import of an event from the list and confirms the question. */
async function startImport(page: Page, name: string, script: boolean) {
	await dialog(page)
		.getByRole('link', { name: `Import ${name}` })
		.click();
	await expect(dialog(page)).toContainText(
		`Import Discord event "${name}"? This will create a new event and import all interested users as signups.`,
	);
	if (script) await waitForHydration(page);
	await dialog(page).getByRole('button', { name: 'Import', exact: true }).click();
}

async function findEventId(discordEventId: string): Promise<string> {
	const { rows: found } = await getSharedPool().query<{ id: string }>(
		'SELECT id FROM events WHERE discord_event_id = $1',
		[discordEventId],
	);
	const id = String(found[0]?.id);
	registerEvent(id);
	return id;
}

test('the list shows the Discord events and their possible actions', async ({
	page,
	signInAs,
	visit,
	discord,
}) => {
	await signInAs({ role: 'admin' });
	addEvent(discord, 4, { name: 'Autumn Fair', startsAt: new Date('2031-10-31T23:30:00.000Z') });
	addEvent(discord, 2, { name: 'Summer marathon', status: 3 });
	addEvent(discord, 0, { name: 'Picnic', status: 4 });
	await visit('/admin');
	await page.getByRole('link', { name: 'Import Discord Events' }).click();
	await expect(dialog(page).getByRole('heading', { name: 'Import Discord Events' })).toBeVisible();
	await expect(dialog(page).getByRole('columnheader')).toHaveText([
		...['Event', 'Date', 'Status', 'Interested', 'Actions'],
	]);
	await expect(row(page, 'Autumn Fair')).toContainText('Oct 31st, 2031 7:30 PM Eastern');
	await expect(row(page, 'Autumn Fair')).toContainText('Active');
	await expect(row(page, 'Autumn Fair').getByRole('cell').nth(2)).toHaveText('4');
	for (const [name, status] of [
		['Summer marathon', 'Completed'],
		['Picnic', 'Cancelled'],
	] as const) {
		await expect(row(page, name)).toContainText(status);
		const button = row(page, name).getByRole('button', { name: `Import ${name}` });
		await expect(button).toBeDisabled();
		await expect(button).toHaveAttribute('title', 'Only active events can be imported');
	}
	await expect(dialog(page)).toContainText('Showing 3 Discord events');
	await dialog(page).getByRole('link', { name: 'Import Autumn Fair' }).click();
	await dialog(page).getByRole('link', { name: 'Cancel' }).click();
	await expect(page).toHaveURL('/admin/discord-import');
	await dialog(page).getByRole('link', { name: 'Close' }).click();
	await expect(page).toHaveURL('/admin');
	await expect(dialog(page)).toHaveCount(0);
});

test('without events the list says what may be missing', async ({ page, signInAs, visit, discord }) => {
	await signInAs({ role: 'admin' });
	expect(discord.events.list()).toEqual([]);
	await visit('/admin/discord-import');
	await expect(dialog(page)).toContainText('No Discord events found');
	await expect(dialog(page)).toContainText('Make sure your Discord bot has the necessary permissions');
	await expect(dialog(page).getByRole('table')).toHaveCount(0);
});

test('while Discord is slow script shows a spinner', async ({ page, signInAs, visit, discord }) => {
	await signInAs({ role: 'admin' });
	addEvent(discord);
	discord.delay({ route: 'GET /guilds/{guild_id}/scheduled-events', ms: 3_000 });
	await visit('/admin');
	await page.getByRole('link', { name: 'Import Discord Events' }).click();
	await expect(dialog(page).getByRole('status')).toHaveText('Loading Discord events...');
	await expect(row(page, 'Autumn Fair')).toBeVisible({ timeout: 15_000 });
	await expect(dialog(page).getByText('Loading Discord events...')).toHaveCount(0);
});

test('a list that cannot be loaded shows the reason and can be loaded again', async ({
	page,
	signInAs,
	visit,
	discord,
}) => {
	await signInAs({ role: 'admin' });
	addEvent(discord);
	discord.fail({ route: '*', status: 401, times: 1 });
	await visit('/admin/discord-import');
	await expect(dialog(page).getByRole('alert')).toContainText(
		'Failed to fetch Discord events: Discord does not accept the bot’s token. Please check DISCORD_BOT_TOKEN.',
	);
	await dialog(page).getByRole('link', { name: 'Try again' }).click();
	await expect(row(page, 'Autumn Fair')).toBeVisible();
});

test('imports hundreds of members, shows the progress, and marks the event as imported', {
	tag: '@no-script',
}, async ({ page, signInAs, visit, discord, script }) => {
	test.setTimeout(120_000);
	const admin = await signInAs({ role: 'admin' });
	// Discord returns a hundred at a time.
	const members = script ? 1_000 : 400;
	const { id } = addEvent(discord, members);
	discord.delay({ route: USERS, ms: 900 });
	await visit('/admin/discord-import');
	await startImport(page, 'Autumn Fair', script);
	const bar = dialog(page).getByRole('progressbar', { name: 'Importing event...' });
	await expect(bar).toBeVisible();
	await expect(dialog(page)).toContainText(new RegExp(`Autumn Fair: \\d+ of ${members} interested members`), {
		timeout: 15_000,
	});
	if (script) {
		await expect(row(page, 'Autumn Fair').getByRole('button', { name: 'Importing' })).toBeDisabled();
	}
	const values = new Set<number>();
	await expect
		.poll(
			async () => {
				const value = await bar.getAttribute('value', { timeout: 3_000 }).catch(() => null);
				if (value !== null) values.add(Number(value));
				return values.size;
			},
			{ timeout: 40_000, intervals: [100] },
		)
		.toBeGreaterThan(script ? 3 : 1);
	expect([...values]).toEqual([...values].toSorted((a, b) => a - b));
	await expectBrieflyShown(dialog(page), ['Import completed!', '100%'], 20_000);
	await expect(page).toHaveURL('/admin', { timeout: 10_000 });
	await expect(dialog(page)).toHaveCount(0);
	await expect(page.getByText('Successfully imported Discord event "Autumn Fair"!')).toBeVisible();
	await expect(page.getByText(`Signups imported: ${members}. New users created: `)).toBeVisible();
	const eventId = await findEventId(id);
	const { rows: found } = await getSharedPool().query('SELECT creator_id, title FROM events WHERE id = $1', [
		eventId,
	]);
	expect(found).toEqual([{ creator_id: admin.id, title: 'Autumn Fair' }]);
	if (script) await waitForHydration(page);
	await page.getByRole('link', { name: 'Import Discord Events' }).click();
	await expect(row(page, 'Autumn Fair')).toContainText('Already Imported');
	await expect(row(page, 'Autumn Fair').getByRole('link')).toHaveCount(0);
	await expect(row(page, 'Autumn Fair').getByRole('button')).toHaveCount(0);
});

test('a browser that is slow to render still polls the progress', async ({
	page,
	signInAs,
	visit,
	discord,
	script,
}) => {
	await signInAs({ role: 'admin' });
	const { id } = addEvent(discord, 300);
	discord.delay({ route: USERS, ms: 1_500 });
	await prepareSlowRendering(page, 500);
	await visit('/admin/discord-import');
	await startImport(page, 'Autumn Fair', script);
	await expect(dialog(page).getByRole('progressbar')).toBeVisible();
	await startSlowRendering(page);
	await expectBrieflyShown(dialog(page), ['Import completed!'], 15_000);
	await findEventId(id);
});

test('a double click imports once', async ({ page, signInAs, visit, discord }) => {
	await signInAs({ role: 'admin' });
	const { id } = addEvent(discord, 2);
	await visit(`/admin/discord-import/${id}`);
	await dialog(page).getByRole('button', { name: 'Import', exact: true }).dblclick();
	await expect(page.getByText('Successfully imported Discord event "Autumn Fair"!')).toBeVisible({
		timeout: 15_000,
	});
	const eventId = await findEventId(id);
	const { rowCount } = await getSharedPool().query('SELECT 1 FROM signups WHERE event_id = $1', [eventId]);
	expect(rowCount).toBe(2);
});

test('names the event when another user has imported it first', async ({
	page,
	signInAs,
	visit,
	discord,
	api,
	script,
}) => {
	const admin = await signInAs({ role: 'admin' });
	const { id } = addEvent(discord);
	await visit(`/admin/discord-import/${id}`);
	const imported = await (await api(admin)).post('/api/admin/import-discord-event', {
		data: { discordEventId: id },
	});
	expect(imported.status()).toBe(200);
	const eventId = await findEventId(id);
	await getSharedPool().query(`UPDATE events SET title = 'Our own fair' WHERE id = $1`, [eventId]);
	await dialog(page).getByRole('button', { name: 'Import', exact: true }).click();
	const alert = dialog(page).getByRole('alert');
	await expect(alert).toContainText('Discord event already imported');
	await expect(alert).toContainText(
		'It was already imported as “Our own fair” and can be found in Events management.',
	);
	await expect(alert.getByRole('link', { name: 'Our own fair' })).toHaveAttribute(
		'href',
		`/events/${eventId}`,
	);
	await expect(row(page, 'Autumn Fair')).toContainText('Already Imported');
	if (script) await waitForHydration(page);
	await page.goto(`/admin/discord-import/${id}`);
	await expect(alert).toContainText(
		'It was already imported as “Our own fair” and can be found in Events management.',
	);
	await expect(dialog(page).getByRole('button', { name: 'Import', exact: true })).toHaveCount(0);
});

test('an import that fails shows the reason, leaves no rows, and can be repeated', async ({
	page,
	signInAs,
	visit,
	discord,
	script,
}) => {
	await signInAs({ role: 'admin' });
	const { id } = addEvent(discord, 250);
	discord.delay({ route: USERS, ms: 300 });
	discord.fail({ route: USERS, status: 503, after: 1 });
	await visit('/admin/discord-import');
	await startImport(page, 'Autumn Fair', script);
	await expect(dialog(page).getByRole('alert')).toContainText(
		'Failed to import Discord event: Discord has a problem (503). Please try again in a moment.',
		{ timeout: 15_000 },
	);
	const { rowCount } = await getSharedPool().query('SELECT 1 FROM events WHERE discord_event_id = $1', [id]);
	expect(rowCount).toBe(0);
	discord.recover();
	if (script) await waitForHydration(page);
	await startImport(page, 'Autumn Fair', script);
	await expect(page.getByText('Signups imported: 250.')).toBeVisible({ timeout: 15_000 });
	await findEventId(id);
});

test('is accessible', async ({ page, signInAs, visit, discord, script }) => {
	test.setTimeout(90_000);
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await signInAs({ role: 'admin', theme: 'dark' });
	const { id } = addEvent(discord, 300, { description: 'Soup for everyone.' });
	addEvent(discord, 0, { name: 'Summer marathon', status: 3 });
	addEvent(discord, 0, { name: 'Picnic', status: 4 });
	await visit('/admin');
	await expectAccessible(page);
	await visit('/admin/discord-import');
	await expectAccessible(page);
	discord.delay({ route: USERS, ms: 1_500 });
	await startImport(page, 'Autumn Fair', script);
	await expect(dialog(page).getByRole('progressbar')).toBeVisible();
	await expectAccessible(page);
	await expect(page).toHaveURL('/admin', { timeout: 20_000 });
	await findEventId(id);
});

test.describe('refused', () => {
	test.use({ expectedErrors: ['429 (Too Many', '403 (Forbidden)', '404 (Not Found)'] });

	test('too many imports in a minute are refused in the dialog', async ({
		page,
		signInAs,
		visit,
		discord,
	}) => {
		const admin = await signInAs({ role: 'admin' });
		const { id } = addEvent(discord);
		await exhaustImports(admin.id);
		await visit(`/admin/discord-import/${id}`);
		await dialog(page).getByRole('button', { name: 'Import', exact: true }).click();
		await expect(dialog(page).getByRole('alert')).toContainText('Failed to import Discord event:');
		await expect(dialog(page).getByRole('alert')).toContainText('Too many requests.');
	});

	for (const role of ['player', 'creator'] as const) {
		test(`refuses a ${role}`, async ({ page, signInAs, discord, server }) => {
			await signInAs({ role });
			const { id } = addEvent(discord);
			const { rows: runs } = await getSharedPool().query<{ id: string }>(
				'INSERT INTO import_runs (discord_event_id) VALUES ($1) RETURNING id',
				[id],
			);
			for (const address of ['', `/${id}`, `?run=${runs[0]?.id}`, `/runs/${runs[0]?.id}.data`]) {
				const response = await page.request.get(`/admin/discord-import${address}`);
				expect(response.status(), address).toBe(403);
				expect(await response.text()).not.toContain('Autumn Fair');
			}
			const posted = await page.request.post(`/admin/discord-import/${id}`, {
				form: { intent: 'discord.import' },
				headers: { Origin: server.url },
			});
			expect(posted.status()).toBe(403);
			expect(discord.requests).toEqual([]);
			expect((await page.goto('/admin/discord-import'))?.status()).toBe(403);
			await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
		});
	}

	test('an event that Discord does not have, and an unknown run, are not found', async ({
		page,
		signInAs,
	}) => {
		await signInAs({ role: 'admin' });
		for (const address of ['/123456789012345678', '/12', '?run=999999999', '?run=x']) {
			expect((await page.goto(`/admin/discord-import${address}`))?.status(), address).toBe(404);
		}
	});
});

test('an import continues after a short connection failure', async ({
	page,
	signInAs,
	visit,
	expectedErrors,
}) => {
	expectedErrors.push('net::ERR_CONNECTION_RESET');
	await signInAs({ role: 'admin' });
	const { rows: runs } = await getSharedPool().query<{ id: string }>(
		`INSERT INTO import_runs (discord_event_id, state, progress) VALUES ('100000000000000001', 'running', 33) RETURNING id`,
	);
	const id = runs[0]?.id;
	await visit(`/admin/discord-import?run=${id}`);
	let broken = 0;
	await page.route('**/admin/discord-import/runs/**', (route) => {
		broken += 1;
		return broken > 3 ? route.continue() : route.abort('connectionreset');
	});
	await expect.poll(() => broken, { timeout: 10_000 }).toBeGreaterThan(4);
	await expect(dialog(page).getByRole('progressbar')).toHaveAttribute('value', '33');
	await getSharedPool().query(
		`UPDATE import_runs SET state = 'failed', error = 'The roof leaks.' WHERE id = $1`,
		[id],
	);
	await expect(dialog(page).getByText('The roof leaks.')).toBeVisible();
});

test('a repeating Discord event can repeat here too', { tag: '@no-script' }, async ({
	page,
	signInAs,
	visit,
	discord,
	script,
}) => {
	await signInAs({ role: 'admin' });
	const startsAt = new Date('2031-06-03T23:30:00Z');
	const event = addEvent(discord, 0, {
		name: 'Weekly fair',
		startsAt,
		endsAt: new Date('2031-06-04T02:30:00Z'),
		repeats: { everyWeeks: 1, since: startsAt },
	});
	await visit(`/admin/discord-import/${event.id}`);
	await expect(dialog(page)).toContainText('It repeats on Discord. Only its next date is imported');
	if (script) await expectAccessible(page);
	await page.getByLabel('Repeat', { exact: true }).selectOption('Every week');
	await page.getByRole('button', { name: 'Show dates' }).click();
	const asked = dialog(page).getByRole('list', { name: 'Next dates' }).getByRole('listitem');
	await expect(asked).toHaveCount(6);
	await expect(asked.first()).toHaveText('Tue, Jun 10, 7:30 PM');
	await page.getByLabel('Pause from (optional)').fill('2031-06-10');
	await page.getByLabel('Pause until (optional)').fill('2031-06-17');
	await page.getByRole('button', { name: 'Show dates' }).click();
	await expect(asked.first()).toHaveText('Tue, Jun 24, 7:30 PM');
	if (script) await expectAccessible(page);
	await dialog(page).getByRole('button', { name: 'Import', exact: true }).click();
	await expect(dialog(page)).toContainText('Import completed');
	const eventId = await findEventId(event.id);
	const { rows: found } = await getSharedPool().query(
		'SELECT 1 FROM events e JOIN events n ON n.series_id = e.series_id WHERE e.id = $1',
		[eventId],
	);
	expect(found).toHaveLength(4);
	// The dialog of the series, with its dates.
	await expect(page).toHaveURL(`/events/${eventId}/series`);
	await expect(page.getByText(/4 events are planned, repeats included\.$/)).toBeVisible();
	const dates = page.getByRole('list', { name: 'Coming dates' }).getByRole('link');
	await expect(dates).toHaveCount(4);
	await expect(dates.nth(1)).toHaveText('Tue, Jun 24, 7:30 PM');
});
