import { expectAccessible } from '../support/axe.ts';
import { getEventForm } from '../support/event-form.ts';
import { expect, test } from '../support/fixtures.ts';
import { addEventRow, getSharedPool, registerEvent } from '../support/rows.ts';
import { addToSeries } from '../support/scenario.ts';

/** Returns 'title, start in UTC' of each event of the series of an event, by date. */
async function listSeries(eventId: string): Promise<string[]> {
	const { rows } = await getSharedPool().query<{ text: string }>(
		`SELECT n.title || ', ' || to_char(n.date AT TIME ZONE 'UTC', 'MM-DD HH24:MI') AS text FROM events e
		JOIN events n ON n.series_id = e.series_id WHERE e.id = $1 ORDER BY n.date`,
		[eventId],
	);
	return rows.map(({ text }) => text);
}

test('a weekly event: created, all later ones changed after a look at them, ended', {
	tag: '@no-script',
}, async ({ page, signInAs, visit, script }) => {
	await signInAs({ role: 'creator' });
	const form = getEventForm(page);
	await visit('/create-event');
	await form.title.fill('A weekly night');
	await form.discord.uncheck();
	await form.date.fill('2031-07-05');
	await page.getByLabel('Repeat', { exact: true }).selectOption('Every week');
	await page.getByLabel('Repeat until (optional)').fill('2031-07-19');
	await page.getByRole('button', { name: 'Create Event' }).click();
	await expect(page).toHaveURL(/\/events\/\d+/);
	const eventId = String(new URL(page.url()).pathname.split('/').at(-1));
	registerEvent(eventId);
	expect(await listSeries(eventId)).toEqual([
		'A weekly night, 07-06 00:30',
		'A weekly night, 07-13 00:30',
		'A weekly night, 07-20 00:30',
	]);
	await expect(page.getByText('Every week until Jul 19th, 2031. No more dates will be added.')).toBeVisible();
	await expect(page.getByText('3 events are planned, repeats included.')).toBeVisible();
	await expect(page.getByRole('link', { name: 'All dates' })).toHaveAttribute(
		'href',
		`/events/${eventId}/series`,
	);

	await page.getByRole('link', { name: 'Next: Jul 12th, 2031' }).click();
	await expect(page.getByRole('link', { name: 'Previous: Jul 5th, 2031' })).toBeVisible();
	await page.getByRole('link', { name: 'Edit', exact: true }).click();
	await form.title.fill('A late night');
	await page.getByLabel('Time', { exact: true }).fill('21:00');
	await page.getByLabel('Change', { exact: true }).selectOption('This and all later events');
	await page.getByRole('button', { name: 'Save Changes' }).click();
	const preview = page.getByRole('region', { name: 'This also changes later events' });
	await expect(preview).toContainText('A weekly night, Sat, Jul 19, 8:30 PM');
	await expect(preview).toContainText('Moves to Sat, Jul 19, 9:00 PM (Eastern). Changes the title.');
	if (script) await expectAccessible(page);
	expect(await listSeries(eventId)).toContain('A weekly night, 07-20 00:30');
	await page.getByRole('button', { name: 'Save Changes' }).click();
	await expect(page.getByText('Event updated successfully!')).toBeVisible();
	expect(await listSeries(eventId)).toEqual([
		'A weekly night, 07-06 00:30',
		'A late night, 07-13 01:00',
		'A late night, 07-20 01:00',
	]);

	await visit(`/events/${eventId}/series`);
	await expect(
		page.getByText('No more events will be created. 2 later events stay as planned.'),
	).toContainText('You can undo this for 30 days under Your changes.');
	if (script) await expectAccessible(page);
	await page.getByLabel('Delete the 2 later events').check();
	await page.getByRole('button', { name: 'Delete empty events' }).click();
	await expect(page.getByText('The series has ended. Later events deleted: 2.')).toBeVisible();
	expect(await listSeries(eventId)).toEqual(['A weekly night, 07-06 00:30']);
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	await expect(page.getByText('Undone: 2 events.')).toBeVisible();
	await expect(page).toHaveURL(`/events/${eventId}`);
	expect(await listSeries(eventId)).toHaveLength(3);
});

test('an event repeats by months: its dates are shown before, and a pause leaves some out', {
	tag: '@no-script',
}, async ({ page, signInAs, visit, expectedErrors, script }) => {
	await signInAs({ role: 'creator' });
	const form = getEventForm(page);
	await visit('/create-event');
	const title = `A monthly night ${script ? 'with' : 'without'} script`;
	await form.title.fill(title);
	await form.discord.uncheck();
	await form.date.fill('2031-09-02');
	const on = page.getByLabel('On the', { exact: true });
	await expect(on).toBeHidden();
	await page.getByLabel('Repeat', { exact: true }).selectOption('Every month on a weekday');
	await page.getByLabel('And on the (optional)').selectOption('third Saturday');
	await on.selectOption('first Tuesday');
	await page.getByRole('button', { name: 'Show dates' }).click();
	const asked = page.getByRole('list', { name: 'Next dates' });
	await expect(asked.getByRole('listitem')).toHaveText([
		...['Sat, Sep 20, 8:30 PM', 'Tue, Oct 7, 8:30 PM', 'Sat, Oct 18, 8:30 PM', 'Tue, Nov 4, 8:30 PM'],
		...['Sat, Nov 15, 8:30 PM', 'Tue, Dec 2, 8:30 PM'],
	]);
	await expect(form.title).toHaveValue(title);
	const from = page.getByLabel('Pause from (optional)');
	const until = page.getByLabel('Pause until (optional)');
	await from.fill('2031-10-07');
	await until.fill('2031-10-06');
	if (!script) expectedErrors.push('422');
	await page.getByRole('button', { name: 'Create Event' }).click();
	await expect(until).toHaveAccessibleDescription(
		'Please choose a last day of the pause that is not before its first day',
	);
	await until.fill('2031-10-18');
	await page.getByRole('button', { name: 'Show dates' }).click();
	await expect(asked.getByRole('listitem').nth(1)).toHaveText('Tue, Nov 4, 8:30 PM');
	if (script) await expectAccessible(page);
	await page.getByRole('button', { name: 'Create Event' }).click();
	await expect(page).toHaveURL(/\/events\/\d+/);
	const eventId = String(new URL(page.url()).pathname.split('/').at(-1));
	registerEvent(eventId);
	const rule = 'Every month on the first Tuesday and the third Saturday';
	await expect(page.getByText(`${rule}, but not from Oct 7th, 2031 to Oct 18th, 2031`)).toBeVisible();
	expect(await listSeries(eventId)).toHaveLength(4);
	await page.getByRole('link', { name: 'Edit', exact: true }).click();
	await expect(page.getByText('but not from Oct 7th, 2031')).toBeVisible();
	await visit(`/events/${eventId}`);

	await page.getByRole('link', { name: 'Series', exact: true }).click();
	await expect(on).toHaveValue('1 2');
	await expect(from).toHaveValue('2031-10-07');
	await from.fill('2031-10-01');
	await until.fill('2032-01-31');
	await page.getByRole('button', { name: 'Show dates' }).click();
	await expect(asked.getByRole('listitem').first()).toHaveText('Tue, Feb 3, 8:30 PM');
	await expect(from).toHaveValue('2031-10-01');
	if (script) await expectAccessible(page);
	await page.getByRole('button', { name: 'Save changes' }).click();
	const pause = 'but not from Oct 1st, 2031 to Jan 31st, 2032';
	await expect(page.getByText(`Repeats: ${rule}, ${pause}`)).toBeVisible();
	await visit(`/events/${eventId}`);
	await expect(page.getByText(pause)).toBeVisible();
});

test('an event that exists can repeat, with an error beside a date before it', {
	tag: '@no-script',
}, async ({ page, signInAs, visit, expectedErrors, script }) => {
	const creator = await signInAs({ role: 'creator' });
	const event = await addEventRow({ creatorId: creator.id, date: new Date('2031-07-05T00:30:00Z') });
	await visit(`/events/${event.id}`);
	await page.getByRole('link', { name: 'Repeat', exact: true }).click();
	if (script) await expectAccessible(page);
	await page.getByLabel('Repeat', { exact: true }).selectOption('Every 2 weeks');
	await page.getByLabel('Repeat until (optional)').fill('2031-07-01');
	expectedErrors.push('422');
	await page.getByRole('button', { name: 'Repeat event' }).click();
	await expect(page.getByLabel('Repeat until (optional)')).toHaveAccessibleDescription(
		/Please choose a date after the event/,
	);
	await expect(page.getByLabel('Repeat', { exact: true })).toHaveValue('2 weeks');
	await page.getByLabel('Repeat until (optional)').fill('2031-07-18');
	await page.getByRole('button', { name: 'Repeat event' }).click();
	await expect(page.getByText('Repeats: Every 2 weeks until Jul 18th, 2031')).toBeVisible();
	await expect(page.getByText('2 events are planned, repeats included.')).toBeVisible();
	expect(await listSeries(event.id)).toHaveLength(2);
	const dates = page.getByRole('list', { name: 'Coming dates' });
	await expect(dates.getByRole('link')).toHaveText(['Fri, Jul 4, 8:30 PM', 'Fri, Jul 18, 8:30 PM']);
	if (script) await expectAccessible(page);

	await page.getByLabel('Repeat', { exact: true }).selectOption('Every week');
	await page.getByLabel('Repeat until (optional)').fill('2031-07-25');
	await page.getByRole('button', { name: 'Save changes' }).click();
	await expect(page.getByText('Repeats: Every week until Jul 25th, 2031')).toBeVisible();
	await expect(dates.getByRole('link')).toHaveText([
		...['Fri, Jul 4, 8:30 PM', 'Fri, Jul 18, 8:30 PM', 'Fri, Jul 25, 8:30 PM'],
	]);
	await dates.getByRole('link').last().click();
	await expect(page.getByText('The series has ended: no more dates follow.')).toBeVisible();
});

test('a new time of a date that was moved alone, and a new weekday, of this and all later dates', async ({
	page,
	signInAs,
	visit,
}) => {
	const creator = await signInAs({ role: 'creator' });
	const event = await addEventRow({ creatorId: creator.id, date: new Date('2031-07-05T00:30:00Z') });
	const form = getEventForm(page);
	await visit(`/events/${event.id}/series`);
	await page.getByLabel('Repeat until (optional)').fill('2031-07-18');
	await page.getByRole('button', { name: 'Repeat event' }).click();
	await page.getByRole('link', { name: 'Fri, Jul 11, 8:30 PM' }).click();
	const save = async (isFollowing: boolean) => {
		await page.getByLabel('Change', { exact: true }).selectOption(isFollowing ? 'following' : 'this');
		await page.getByRole('button', { name: 'Save Changes' }).click();
	};
	const edit = () => page.getByRole('link', { name: 'Edit', exact: true }).click();
	const listStarts = async () => (await listSeries(event.id)).map((text) => text.split(', ')[1]);

	await edit();
	await form.date.fill('2031-07-12');
	await save(false);
	await expect(page.getByText('Event updated successfully!')).toBeVisible();
	await edit();
	await page.getByLabel('Time', { exact: true }).fill('19:00');
	await save(true);
	const preview = page.getByRole('region', { name: 'This also changes later events' });
	await expect(preview).toContainText('Moves to Fri, Jul 18, 7:00 PM (Eastern).');
	await page.getByRole('button', { name: 'Save Changes' }).click();
	await expect(page.getByText('Event updated successfully!')).toBeVisible();
	expect(await listStarts()).toEqual(['07-05 00:30', '07-12 23:00', '07-18 23:00']);

	await edit();
	await form.date.fill('2031-07-13');
	await save(true);
	const newEnd = 'The series now ends on Jul 19th, 2031, so that its last event stays.';
	await expect(preview).toContainText(newEnd);
	await page.getByRole('button', { name: 'Save Changes' }).click();
	await expect(page).toHaveURL(/\/events\/\d+$/);
	await expect(page.getByText(newEnd)).toBeVisible();
	expect(await listStarts()).toEqual(['07-05 00:30', '07-13 23:00', '07-19 23:00']);
	await expect(page.getByText('Every week until Jul 19th, 2031')).toBeVisible();
});

test('a player comes every time, and stops on the profile', {
	tag: '@no-script',
}, async ({ page, signInAs, visit, script }) => {
	const player = await signInAs();
	const event = await addEventRow({ date: new Date('2031-07-05T00:30:00Z') });
	await addToSeries({ event });
	await getSharedPool().query(
		`UPDATE event_series SET pause = '{"from": "2031-12-20", "until": "2032-01-03"}'
		WHERE id = (SELECT series_id FROM events WHERE id = $1)`,
		[event.id],
	);
	await visit(`/events/${event.id}`);
	const bar = page.getByRole('region', { name: /^Your signup for/ });
	await bar.getByRole('button', { name: 'Late', exact: true }).click();
	await bar.getByRole('button', { name: 'Sign me up every time' }).click();
	await expect(bar).toContainText("You're a regular: Late for each new event of this series.");
	if (script) await expectAccessible(page);
	const readStatus = async () => {
		const { rows } = await getSharedPool().query<{ status: string }>(
			'SELECT status FROM series_regulars WHERE user_id = $1',
			[player.id],
		);
		return rows[0]?.status;
	};
	await expect.poll(readStatus).toBe('late');

	await visit('/profile');
	const card = page.getByRole('region', { name: 'Regular games' });
	await expect(card).toContainText('Late · Every week, but not from Dec 20th, 2031 to Jan 3rd, 2032');
	if (script) await expectAccessible(page);
	await card.getByRole('button', { name: `Stop ${event.title}` }).click();
	await expect(page.getByText("You're no longer signed up for new events.")).toBeVisible();
	await expect(card).toBeHidden();
	expect(await readStatus()).toBeUndefined();
});
