import { expectAccessible } from '../support/axe.ts';
import { saveGroupsAsAnotherUser } from '../support/board.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectNotice } from '../support/pages.ts';
import { addEventRow, createSignup, createUser } from '../support/rows.ts';

test('a storyteller takes the roll call, and each player reads only their own entry', {
	tag: '@no-script',
}, async ({ page, signInAs, setSession, visit, script }) => {
	const event = await addEventRow({ date: new Date(Date.now() - 3_600_000) });
	const names = ['Ada', 'שרה'];
	const [ada, sara] = await Promise.all(names.map((preferredUsername) => createUser({ preferredUsername })));
	const player = await signInAs({ role: 'player', preferredUsername: 'Rook' });
	const storyteller = await createUser();
	if (!ada || !sara) throw new Error('no players');
	for (const { id } of [ada, sara, player]) await createSignup(event.id, id, 'confirmed');
	await saveGroupsAsAnotherUser(event.id, [{ name: 'Owls', players: [ada, sara, player], storyteller }]);
	await visit(`/events/${event.id}`);
	await expect(page.getByRole('link', { name: 'Roll call' })).toHaveCount(0);

	const creator = await signInAs({ role: 'creator' });
	await saveGroupsAsAnotherUser(event.id, [
		{ name: 'Owls', players: [ada, sara, player], storyteller: creator },
	]);
	await visit(`/events/${event.id}`);
	await page.getByRole('link', { name: 'Roll call' }).click();
	const owls = page.getByRole('group', { name: 'Owls' });
	await expect(owls.getByLabel('Ada')).toHaveValue('present');
	await owls.getByLabel('שרה').selectOption({ label: 'Excused' });
	await owls.getByLabel('Rook').selectOption({ label: 'Came late' });
	if (script) await expectAccessible(page);
	await page.getByRole('button', { name: 'Save roll call' }).click();
	await expect(page.getByText('The roll call is saved.')).toBeVisible();
	await page.getByRole('link', { name: 'Roll call' }).click();
	await expect(owls.getByLabel('Ada')).toHaveValue('present');
	await expect(owls.getByLabel('שרה')).toHaveValue('excused');
	await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible();

	await setSession(player);
	await visit(`/events/${event.id}`);
	await expect(page.getByText('Roll call: You came late.')).toBeVisible();
	expect(await page.content()).not.toMatch(/excused/i);
	await visit('/profile');
	await expect(page.getByText('Nights attended 1')).toBeVisible();
});

test('a creator begins the next round with those who are still there', { tag: '@no-script' }, async ({
	page,
	signInAs,
	setSession,
	visit,
	script,
	expectedErrors,
}) => {
	const event = await addEventRow({ date: new Date(Date.now() - 3_600_000) });
	const names = ['Ada', 'שרה', 'Rook'];
	const [ada, sara, rook] = await Promise.all(
		names.map((preferredUsername) => createUser({ preferredUsername })),
	);
	if (!ada || !sara || !rook) throw new Error('no players');
	for (const { id } of [ada, sara, rook]) await createSignup(event.id, id, 'confirmed');
	const creator = await signInAs({ role: 'creator', preferredUsername: 'Wren' });
	await saveGroupsAsAnotherUser(event.id, [
		{ name: 'Owls', players: [ada, sara], storyteller: creator },
		{ name: 'Bats', players: [rook] },
	]);
	await setSession(rook);
	await visit(`/events/${event.id}`);
	await expect(page.getByRole('link', { name: 'Rounds' })).toHaveCount(0);

	await setSession(creator);
	await visit(`/events/${event.id}/attendance`);
	await page.getByLabel('שרה').selectOption({ label: 'Left early' });
	await page.getByRole('button', { name: 'Save roll call' }).click();
	await expectNotice(page, 'The roll call is saved.');
	await page.getByRole('link', { name: 'Rounds' }).click();
	await expect(page.getByText('By the roll call, 2 players are still here.')).toBeVisible();
	if (script) await expectAccessible(page);
	await page.getByRole('button', { name: 'Begin round 2' }).click();
	await expectNotice(
		page,
		/Round 2 has begun with 2 players\..*The groups are as before\. Auto-Split needs/s,
	);
	await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeVisible();

	await visit(`/events/${event.id}/attendance`);
	const earlier = page.getByRole('group', { name: 'Owls (round 1)' });
	await expect(earlier.getByLabel('שרה')).toHaveValue('left_early');
	await earlier.getByLabel('Who won?').selectOption({ label: 'Evil won' });
	await page.getByRole('button', { name: 'Save changes' }).click();
	await expectNotice(page, 'The roll call is saved.');

	await setSession(rook);
	await visit(`/events/${event.id}`);
	await page.getByRole('link', { name: 'Rounds' }).click();
	const owls = page.getByRole('region', { name: 'Owls' });
	await expect(owls.getByRole('listitem')).toHaveText(['Ada']);
	await page.getByRole('link', { name: 'Round 1' }).click();
	await expect(page.getByRole('link', { name: 'Round 1' })).toHaveAttribute('aria-current', 'page');
	await expect(owls.getByRole('listitem')).toHaveText(['Ada', 'שרה']);
	await expect(owls).toContainText('Evil won');
	await expect(owls).toContainText('Storyteller: Wren');
	await expect(page.getByRole('button', { name: /^Begin round/ })).toHaveCount(0);

	// A form that was opened before another creator saved the groups.
	await setSession(creator);
	await visit(`/events/${event.id}/rounds`);
	await saveGroupsAsAnotherUser(event.id, [{ name: 'Foxes', players: [ada, rook] }]);
	expectedErrors.push('409');
	await page.getByRole('button', { name: 'Begin round 3' }).click();
	await expect(page.getByText('The groups have changed since.').first()).toBeVisible();
});
