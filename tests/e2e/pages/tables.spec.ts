import { expectAccessible } from '../support/axe.ts';
import { saveGroupsAsAnotherUser } from '../support/board.ts';
import { expect, test } from '../support/fixtures.ts';
import { addEventRow, createSignup, createUser, getSharedPool } from '../support/rows.ts';

test('a storyteller hands a group over to the online table, and its players get the link', async ({
	page,
	alone,
	signInAs,
	visit,
	script,
	expectedErrors,
}) => {
	void alone;
	expectedErrors.push('422');
	const box = (name: string) => page.getByRole('textbox', { name, exact: true });
	await signInAs({ role: 'admin' });
	await visit('/admin');
	const address = page.getByLabel('Address of your online table');
	await address.fill('http://clocktower.example');
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(page.getByText('Please enter an address that starts with https://').first()).toBeVisible();
	await expect(address).toHaveValue('http://clocktower.example');
	await address.fill('https://clocktower.example/');
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(page.getByText('Setting updated successfully!')).toBeVisible();

	const soon = await addEventRow({ date: new Date(Date.now() + 20 * 60_000) });
	const names = ['“Owl” Ada', 'שרה', '🦉'];
	const players = await Promise.all(names.map((preferredUsername) => createUser({ preferredUsername })));
	for (const player of players) await createSignup(soon.id, player.id, 'confirmed');
	const storyteller = await signInAs({ role: 'player' });
	await saveGroupsAsAnotherUser(soon.id, [
		{ name: 'Owls', players, storyteller },
		{ name: 'Foxes', players: [] },
	]);
	await visit(`/events/${soon.id}`);
	await page.getByRole('link', { name: 'Seats and table', exact: true }).click();
	await expect(page.getByRole('heading', { name: 'Owls' })).toBeVisible();
	await expect(page.getByRole('heading', { name: 'Foxes' })).toHaveCount(0);
	await expect(page.getByRole('list', { name: 'Seats of Owls' }).getByRole('listitem')).toHaveText(names);
	await expect(box('Game state')).toBeHidden();
	await page.getByText('Game state and names as text').click();
	await expect(box('Names, one per line')).toHaveValue(names.join('\n'));
	const state = await box('Game state').inputValue();
	expect(JSON.parse(state).players.map(({ name }: { name: string }) => name)).toEqual(names);
	const [file] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('link', { name: 'Download as a file' }).click(),
	]);
	expect(file.suggestedFilename()).toBe('table-1.json');
	const link = await box('Link for the players').inputValue();
	expect(link).toMatch(/^https:\/\/clocktower\.example\/#[a-z0-9]{16}$/);
	if (script) await expectAccessible(page);

	// On paper there are the seats, and nothing to press.
	await page.emulateMedia({ media: 'print' });
	await expect(page.getByRole('list', { name: 'Seats of Owls' })).toBeVisible();
	const skipLink = page.getByText('Skip to content');
	for (const hidden of [box('Names, one per line'), page.getByRole('navigation').first(), skipLink])
		await expect(hidden).toBeHidden();
	await expect(page.locator('html.dark')).toHaveCSS('color-scheme', 'light');
	await page.emulateMedia({ media: null });

	const player = await signInAs({ role: 'player' });
	await createSignup(soon.id, player.id, 'confirmed');
	await saveGroupsAsAnotherUser(soon.id, [{ name: 'Owls', players: [player], storyteller }]);
	await visit(`/events/${soon.id}`);
	await expect(page.getByRole('link', { name: 'Go to your table' })).toHaveAttribute('href', link);
	await getSharedPool().query(`UPDATE events SET date = now() + interval '2 hours' WHERE id = $1`, [soon.id]);
	await visit(`/events/${soon.id}`);
	await expect(page.getByText('The link to your table is shown here from 30 minutes before')).toBeVisible();
	expect(await page.content()).not.toContain('clocktower.example');
	await getSharedPool().query(`DELETE FROM settings WHERE key = 'table_url'`);
});
