import { TEXT_LIMITS } from '~/domain/limits.ts';
import { expectAccessible } from '../support/axe.ts';
import { saveGroupsAsAnotherUser } from '../support/board.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectNotice } from '../support/pages.ts';
import { addEventRow, createSignup, createUser, getSharedPool } from '../support/rows.ts';

const listMessages = async (eventId: string) =>
	(
		await getSharedPool().query<{ audience: string; text: string; way: string }>(
			'SELECT audience, text, way FROM player_messages WHERE event_id = $1 ORDER BY id',
			[eventId],
		)
	).rows;
test.use({ expectedErrors: ['409 (Conflict)', '422 (Unprocessable', '403 (Forbidden)'] });

const TEXT = 'Please bring a chair.\nWe meet <b>at the back</b>.';

test('a creator writes to the players of an event, three times a day', {
	tag: ['@no-script', '@translated'],
}, async ({ page, signInAs, visit, script }) => {
	await signInAs({ role: 'creator' });
	const event = await addEventRow();
	for (const status of ['confirmed', 'late', 'declined'] as const)
		await createSignup(event.id, (await createUser()).id, status);
	await visit(`/events/${event.id}`);
	await page.getByRole('link', { name: 'Message the players' }).click();
	await expect(page).toHaveURL(`/events/${event.id}/message`);
	const dialog = page.getByRole('dialog', { name: 'Message the players' });
	await expect(dialog.getByLabel('To').locator('option')).toHaveText([
		'Players: 2 members',
		'Waitlist: 0 members',
	]);
	await expect(dialog.getByLabel('How').locator('option')).toHaveText(['Direct message']);
	await expect(dialog).toContainText('The event has no thread on Discord.');
	if (script) await expectAccessible(page);
	const text = dialog.getByRole('textbox', { name: 'Message' });
	await text.fill(TEXT);
	await getSharedPool().query(`UPDATE events SET status = 'cancelled' WHERE id = $1`, [event.id]);
	await dialog.getByRole('button', { name: 'Send message' }).click();
	await expect(dialog.getByRole('alert')).toHaveText(
		'Failed to send the message. This event is cancelled, so no messages can be sent.',
	);
	await getSharedPool().query(`UPDATE events SET status = 'active' WHERE id = $1`, [event.id]);

	for (let count = 1; count <= 3; count += 1) {
		await visit(`/events/${event.id}/message`);
		await text.fill(TEXT);
		await dialog.getByRole('button', { name: 'Send message' }).click();
		await expect(page).toHaveURL(`/events/${event.id}`);
		await expectNotice(page, '2 members will get your message.');
	}
	expect(await listMessages(event.id)).toEqual(
		[1, 2, 3].map(() => ({ audience: 'players', text: TEXT, way: 'direct' })),
	);
	await page.getByRole('link', { name: 'Message the players' }).click();
	await expect(dialog).toContainText('messages were sent for this event within');
	await expect(dialog).toContainText('The next one can be sent from');
	await expect(dialog.getByRole('button')).toHaveCount(0);
});

test('a refused message keeps what was chosen and typed', { tag: '@no-script' }, async ({
	page,
	signInAs,
	visit,
}) => {
	await signInAs({ role: 'creator' });
	const event = await addEventRow();
	const player = await createUser();
	await createSignup(event.id, player.id, 'confirmed');
	await saveGroupsAsAnotherUser(event.id, [{ name: 'Owls', players: [player] }]);
	await visit(`/events/${event.id}/message?to=group:group-1`);
	const dialog = page.getByRole('dialog', { name: 'Message the players' });
	const text = dialog.getByRole('textbox', { name: 'Message' });
	await expect(dialog.getByLabel('To')).toHaveValue('group:group-1');
	await text.evaluate((field) => field.removeAttribute('maxlength'));
	const long = 'x'.repeat(TEXT_LIMITS.playerMessage + 1);
	await text.fill(long);
	await dialog.getByRole('button', { name: 'Send message' }).click();
	await expect(dialog.getByText('A message can have at most 1,000 characters').first()).toBeVisible();
	await expect(text).toHaveValue(long);
	await expect(dialog.getByLabel('To')).toHaveValue('group:group-1');
	await text.fill('Hello owls');
	await dialog.getByRole('button', { name: 'Send message' }).click();
	await expectNotice(page, '1 member will get your message.');
	expect(await listMessages(event.id)).toEqual([
		{ audience: 'group:group-1', text: 'Hello owls', way: 'direct' },
	]);
	await expect(page).toHaveURL(`/events/${event.id}`);
});

test('a storyteller writes to their group and to no other, and a player to no one', async ({
	page,
	signInAs,
	visit,
}) => {
	const event = await addEventRow();
	const [player, other] = [await createUser(), await createUser()];
	for (const { id } of [player, other]) await createSignup(event.id, id, 'confirmed');
	const storyteller = await signInAs({ role: 'storyteller' });
	await saveGroupsAsAnotherUser(event.id, [
		{ name: 'Owls', players: [player], storyteller },
		{ name: 'Foxes', players: [other] },
	]);
	await visit(`/events/${event.id}`);
	await expect(page.getByRole('link', { name: 'Message the players' })).toHaveCount(0);
	await page.getByRole('link', { name: 'Message this group' }).click();
	const dialog = page.getByRole('dialog', { name: 'Message the players' });
	await expect(dialog.getByLabel('To').locator('option')).toHaveText(['Owls: 1 member']);
	await dialog.getByRole('textbox', { name: 'Message' }).fill('Hello owls');
	await dialog.getByRole('button', { name: 'Send message' }).click();
	await expectNotice(page, '1 member will get your message.');
	expect(await listMessages(event.id)).toEqual([
		{ audience: 'group:group-1', text: 'Hello owls', way: 'direct' },
	]);
	await signInAs({ role: 'player' });
	await visit(`/events/${event.id}`);
	await expect(page.getByRole('link', { name: /^Message/ })).toHaveCount(0);
	await visit(`/events/${event.id}/message`);
	await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
});
