import { expectAccessible } from '../support/axe.ts';
import { saveGroupsAsAnotherUser } from '../support/board.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectNotice } from '../support/pages.ts';
import { addEventRow, createSignup, createUser } from '../support/rows.ts';

test('a storyteller takes the roll call, and each player reads only their own entry', {
	tag: '@translated',
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
	const getState = (name: string, state: string) =>
		owls.getByRole('radiogroup', { name }).getByRole('radio', { name: state });
	await expect(getState('Ada', 'Present')).toBeChecked();
	await expect(page.getByText('Not taken yet.')).toBeVisible();
	// The buttons are close to the name.
	expect((await owls.getByRole('radiogroup', { name: 'Ada' }).boundingBox())?.width).toBeLessThan(420);
	await getState('Ada', 'Absent').check();
	await getState('Ada', 'Present').check();
	for (const [name, state] of [
		['שרה', 'Excused'],
		['Rook', 'Came late'],
	] as const) {
		await expect(getState(name, state)).toBeHidden();
		await owls.getByLabel(`Other states of ${name}`).click();
		await getState(name, state).check();
	}
	if (script) {
		await owls.getByLabel('Other states of Ada').press('Enter');
		await expect(getState('Ada', 'Came late')).toBeFocused();
		await expectAccessible(page);
		await page.getByRole('link', { name: 'Back to the event' }).click();
		await expect(page.getByText('The roll call has unsaved marks.')).toBeVisible();
		await page.getByRole('button', { name: 'Stay here' }).click();
		await expect(getState('Rook', 'Came late')).toBeChecked();
	}
	await page.getByRole('button', { name: 'Save roll call' }).click();
	await expectNotice(page, 'The roll call is saved. Now: 1 present, 1 came late, 1 excused.');
	// The button that had the focus was on the former page.
	if (script) await expect(page.getByRole('main')).toBeFocused();
	await page.getByRole('link', { name: 'Roll call' }).click();
	await expect(getState('Ada', 'Present')).toBeChecked();
	await expect(getState('שרה', 'Excused')).toBeChecked();
	await expect(getState('שרה', 'Excused')).toBeVisible();
	await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
	await expect(page.getByText('Taken, last by ')).toBeVisible();

	await setSession(player);
	await visit(`/events/${event.id}`);
	await expect(page.getByText('Roll call: You came late.')).toBeVisible();
	expect(await page.content()).not.toMatch(/excused/i);
	await visit('/profile');
	await expect(page.getByText('Nights attended 1')).toBeVisible();
});
