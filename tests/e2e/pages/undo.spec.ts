import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { addCommentRow, addEventRow, createSignup, createUser, getSharedPool } from '../support/rows.ts';

const countSignups = async (eventId: string) => {
	const { rows } = await getSharedPool().query('SELECT 1 FROM signups WHERE event_id = $1', [eventId]);
	return rows.length;
};

test('a deleted event comes back by the button of its notice, and by the audit trail', {
	tag: '@no-script',
}, async ({ page, signInAs, visit, script }) => {
	const admin = await signInAs({ role: 'admin' });
	const event = await addEventRow();
	for (const user of [await createUser(), await createUser()]) await createSignup(event.id, user.id, 'late');
	await addCommentRow(event.id, admin.id, 'Hello');
	await visit(`/events/${event.id}/delete`);
	await page.getByRole('button', { name: 'Delete event' }).click();
	await expect(page).toHaveURL('/events');
	expect(await countSignups(event.id)).toBe(0);
	if (script) await expectAccessible(page);
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	await expect(page).toHaveURL(`/events/${event.id}`);
	await expect(page.getByText('Undone: 1 event, 2 signups, 1 comment.')).toBeVisible();
	expect(await countSignups(event.id)).toBe(2);

	await visit(`/events/${event.id}/delete`);
	await page.getByRole('button', { name: 'Delete event' }).click();
	await expect(page).toHaveURL('/events');
	await visit(`/admin/audit?subjectType=event&subjectId=${event.id}`);
	const rows = page.getByRole('row').filter({ hasText: 'with 2 signups' });
	await expect(rows).toHaveCount(2);
	if (script) await expectAccessible(page);
	// The first deletion was undone already.
	const undo = rows.getByText('Undo', { exact: true });
	await expect(undo).toHaveCount(1);
	await expect(rows.last()).toContainText(/Undone by/);
	await undo.click();
	await expect(rows.first()).toContainText('The event comes back with its signups, groups and comments.');
	await page.getByRole('button', { name: 'Undo this change' }).click();
	await expect(page.getByText('Undone: 1 event, 2 signups, 1 comment.')).toBeVisible();
	await expect(page).toHaveURL(/\/admin\/audit\?/);
	await expect(undo).toHaveCount(0);
	expect(await countSignups(event.id)).toBe(2);
});

test('what has changed since is named, and nothing is undone', async ({ page, signInAs, visit }) => {
	await signInAs({ role: 'creator' });
	const event = await addEventRow({ title: 'A night in dispute' });
	await visit(`/events/${event.id}/cancel`);
	await page.getByRole('button', { name: 'Cancel event' }).click();
	await expect(page.getByText('The event was cancelled.')).toBeVisible();
	await getSharedPool().query(`UPDATE events SET status = 'active' WHERE id = $1`, [event.id]);
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	await expect(page.getByText('Failed to undo.')).toBeVisible();
	await expect(page.getByText('A night in dispute has changed since.')).toBeVisible();
});

test('a creator finds their own changes, and undoes one of them there', async ({
	page,
	signInAs,
	visit,
	script,
}) => {
	const creator = await signInAs({ role: 'creator', username: `priya-${Date.now()}` });
	const event = await addEventRow({ title: 'Ravenswood Weekly', date: new Date('2031-12-20T01:30:00Z') });
	const foreign = await addEventRow({ title: 'Of another creator' });
	await getSharedPool().query(
		`INSERT INTO audit_entries (action, subject_type, subject_id) VALUES ('events.cancel', 'event', $1)`,
		[foreign.id],
	);
	for (const user of [await createUser(), await createUser()]) await createSignup(event.id, user.id, 'late');
	await visit('/changes');
	await expect(page.getByText('No changes here')).toBeVisible();
	await visit(`/events/${event.id}/delete`);
	await page.getByRole('dialog').getByRole('link', { name: 'Your changes' }).click();
	await expect(page).toHaveURL('/changes');
	await visit(`/events/${event.id}/delete`);
	await page.getByRole('button', { name: 'Delete event' }).click();
	await expect(page).toHaveURL('/events');
	await page.getByRole('link', { name: 'Your changes' }).filter({ visible: true }).click();
	await expect(page).toHaveURL('/changes');
	const rows = page.getByRole('table', { name: 'Your changes' }).locator('tbody').getByRole('row');
	await expect(rows).toHaveCount(1);
	await expect(rows).toContainText('You deleted Ravenswood Weekly of Fri, Dec 19, 2031, with 2 signups');
	if (script) await expectAccessible(page);
	await rows.getByText('Undo', { exact: true }).click();
	await rows.getByRole('button', { name: 'Undo this change' }).click();
	await expect(page.getByText('Undone: 1 event, 2 signups.')).toBeVisible();
	await expect(page).toHaveURL('/changes');
	await expect(rows).toHaveCount(2);
	await expect(rows.first()).toContainText(
		'You undid the deletion of Ravenswood Weekly of Fri, Dec 19, 2031',
	);
	await expect(rows.getByText('Undo', { exact: true })).toHaveCount(0);
	await rows
		.last()
		.getByRole('link', { name: /^Ravenswood Weekly/ })
		.click();
	await expect(page).toHaveURL(`/events/${event.id}`);
	expect(await countSignups(event.id)).toBe(2);
	const { rows: entries } = await getSharedPool().query(
		'SELECT action FROM audit_entries WHERE actor_id = $1 ORDER BY id',
		[creator.id],
	);
	expect(entries).toEqual([{ action: 'events.delete' }, { action: 'audit.undo' }]);
});
