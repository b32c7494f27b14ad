import { DEMO_GUILD } from '~/seeds/personas.ts';
import { expect, test } from '../support/fixtures.ts';
import { addEventRow, addMirroredEventRow, getSharedPool } from '../support/rows.ts';
import { createMovedMirror } from '../support/scenario.ts';

/** Longer than one poll of the worker, in milliseconds. */
const POLL_MS = 20_000;

const REASON = 'Discord allows 100 open events on a server, and that limit is reached.';

for (const [state, error, message] of [
	['failed', REASON, `Couldn't post this to Discord. ${REASON}`],
	['deleted', 'Discord event was deleted', 'Discord event was deleted.'],
] as const) {
	test(`a creator sees that a mirror is ${state} and retries it; then it links to Discord`, {
		tag: state === 'failed' ? '@no-script' : [],
	}, async ({ page, signInAs, visit, script }) => {
		await signInAs({ role: 'creator' });
		const event = await addMirroredEventRow({ state, error });
		await visit(`/events/${event.id}`);
		const info = page.getByRole('region', { name: 'Event Info' });
		await expect(info).toContainText(message);
		await info.getByRole('button', { name: 'Retry' }).press('Enter');
		if (script) {
			await expect(info.getByRole('status').filter({ hasText: 'Trying Discord again.' })).toBeVisible();
			await expect(info.locator(':focus')).toContainText(/Posting to Discord|View on Discord/);
		} else await expect(page.getByText('Trying Discord again.')).toBeVisible();
		await expect(info).not.toContainText(message);
		const link = info.getByRole('link', { name: 'View on Discord' });
		await expect(async () => {
			await page.reload();
			await expect(link).toBeVisible({ timeout: 500 });
		}).toPass({ timeout: POLL_MS });
		const { rows: mirrors } = await getSharedPool().query<{ id: string }>(
			'SELECT discord_event_id AS id FROM discord_mirrors WHERE event_id = $1',
			[event.id],
		);
		const address = `https://discord.com/events/${DEMO_GUILD.guildId}/${mirrors[0]?.id}`;
		await expect(link).toHaveAttribute('href', address);
		await expect(info.getByRole('button', { name: 'Retry' })).toHaveCount(0);
	});
}

for (const choice of ["Take Discord's time", 'Send ours'] as const) {
	test(`a creator reads which time Discord shows and presses ${choice}`, {
		tag: choice === 'Send ours' ? [] : '@no-script',
	}, async ({ page, signInAs, visit, expectedErrors }) => {
		expectedErrors.push('422 (Unprocessable');
		await signInAs({ role: 'creator' });
		const event = await addMirroredEventRow({ state: 'failed', error: REASON });
		const { start } = await createMovedMirror({ event });
		const other = await addEventRow({ date: new Date(start) });
		await visit(`/events/${event.id}`);
		const question = page.getByText('Discord shows another time.');
		await expect(question).toBeVisible();
		await page.getByRole('button', { name: choice }).press('Enter');
		if (choice !== 'Send ours') {
			await expect(page.getByText(`“${other.title}” overlaps with this`)).toBeVisible();
			await page.getByRole('button', { name: "Take Discord's time anyway" }).press('Enter');
		}
		await expect(question).toHaveCount(0);
		const { rows: events } = await getSharedPool().query('SELECT date FROM events WHERE id = $1', [event.id]);
		expect(events[0].date.toISOString() === start).toBe(choice !== 'Send ours');
	});
}

test('a retry is offered when posting takes longer than a minute', async ({ page, signInAs, visit }) => {
	await signInAs({ role: 'creator' });
	const event = await addMirroredEventRow({ state: 'pending' });
	await visit(`/events/${event.id}`);
	const info = page.getByRole('region', { name: 'Event Info' });
	await expect(info).toContainText('Posting to Discord…');
	await expect(info.getByRole('button', { name: 'Retry' })).toHaveCount(0);
	await getSharedPool().query(
		`UPDATE discord_mirrors SET updated_at = now() - interval '1 minute' WHERE event_id = $1`,
		[event.id],
	);
	await page.reload();
	await expect(info.getByRole('button', { name: 'Retry' })).toBeVisible();
});

test('a player sees the link and no errors', async ({ page, signInAs, visit }) => {
	await signInAs();
	const synced = await addMirroredEventRow({ state: 'synced', discordEventId: '812345678901234567' });
	await visit(`/events/${synced.id}`);
	await expect(page.getByRole('link', { name: 'View on Discord' })).toBeVisible();
	const failed = await addMirroredEventRow({ state: 'failed', error: REASON });
	await visit(`/events/${failed.id}`);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(failed.title);
	await expect(page.locator('main')).not.toContainText('Discord');
	expect(await page.content()).not.toContain('100 open events');
});

test.describe(() => {
	test.use({ expectedErrors: ['409'] });
	test('a retry that is refused says why', async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'creator' });
		const event = await addMirroredEventRow({ state: 'failed', error: REASON });
		await visit(`/events/${event.id}`);
		await getSharedPool().query('DELETE FROM discord_mirrors WHERE event_id = $1', [event.id]);
		await page.getByRole('button', { name: 'Retry' }).click();
		await expect(page.getByText("This event isn't on Discord.")).toBeVisible();
	});
});
