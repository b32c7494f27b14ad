import { randomBytes } from 'node:crypto';
import { expectAccessible } from '../support/axe.ts';
import { saveGroupsAsAnotherUser } from '../support/board.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectNotice } from '../support/pages.ts';
import { addEventRow, createSignup, createUser, getSharedPool } from '../support/rows.ts';

const CHARACTERS = ['washerwoman', 'empath', 'butler', 'poisoner', 'imp'];
const OWN = {
	id: 'moonbaker',
	name: '<b>Moon</b> Baker',
	team: 'townsfolk',
	ability: 'You bake.',
	image: 'https://elsewhere.example/a.png',
};

test('a script from the library to the result of its game', { tag: '@no-script' }, async ({
	page,
	signInAs,
	setSession,
	visit,
	script,
	expectedErrors,
}) => {
	const foreign: string[] = [];
	page.on('request', (request) => {
		if (request.url().includes('elsewhere.example')) foreign.push(request.url());
	});
	const name = `Dawn ${randomBytes(3).toString('hex')}`;
	const file = JSON.stringify([{ id: '_meta', name, author: 'Ada', logo: OWN.image }, ...CHARACTERS, OWN]);
	const storyteller = await signInAs({ role: 'storyteller', preferredUsername: 'Rook' });
	await visit('/scripts');
	expectedErrors.push('422');
	await page.getByLabel('Or its text').fill(JSON.stringify([...CHARACTERS, 7]));
	await page.getByRole('button', { name: 'Add script' }).click();
	await expect(
		page.getByText('Entry 6 must be a character’s id, or an object with an id').first(),
	).toBeVisible();
	await expect(page.getByLabel('Or its text')).toHaveValue(JSON.stringify([...CHARACTERS, 7]));
	await page
		.getByLabel('Script file')
		.setInputFiles({ name: 'dawn.json', mimeType: 'application/json', buffer: Buffer.from(file) });
	await page.getByRole('button', { name: 'Add script' }).click();
	await expectNotice(page, `${name} is in the library.`);
	// The same script as text: a form whose file field is empty, and a script that the library has already.
	await page.getByLabel('Or its text').fill(file);
	await page.getByRole('button', { name: 'Add script' }).click();
	await expectNotice(page, `${name} is in the library.`);
	const own = page.getByRole('listitem').filter({ hasText: name });
	await expect(own).toHaveCount(1);
	await own.getByText('Characters', { exact: true }).first().click();
	await expect(own).toContainText('Townsfolk<b>Moon</b> Baker');
	if (script) await expectAccessible(page);

	const creator = await createUser({ role: 'creator' });
	const player = await createUser();
	const event = await addEventRow({ date: new Date(Date.now() - 3_600_000) });
	await createSignup(event.id, player.id, 'confirmed');
	await saveGroupsAsAnotherUser(event.id, [{ name: 'Owls', players: [player], storyteller }]);
	await setSession(creator);
	await visit(`/events/${event.id}`);
	await page.getByLabel('Script of Owls').selectOption({ label: name });
	if (!script) await page.getByRole('button', { name: 'Save Owls' }).click();
	if (script) {
		await expect(page.getByText('Changed the script of')).toBeAttached();
		await page.getByRole('button', { name: 'Save Changes' }).click();
	}
	await expectNotice(page, /Groups saved/);

	await setSession(player);
	await visit(`/events/${event.id}`);
	await page.getByText(`Script: ${name} by Ada`).click();
	await expect(page.getByText('Washerwoman', { exact: false })).toBeVisible();
	await expect(page.getByText('<b>Moon</b> Baker')).toBeVisible();

	await setSession(storyteller);
	await visit(`/events/${event.id}/tables`);
	await page.getByText('Game state and names as text').click();
	const state = JSON.parse(await page.getByRole('textbox', { name: 'Game state' }).inputValue());
	expect(state.edition).toEqual({ id: '_meta', name, author: 'Ada' });
	expect(state.roles).toHaveLength(6);
	const link = await page.getByRole('link', { name: 'Download the script' }).getAttribute('href');
	expect(decodeURIComponent(String(link))).toContain(OWN.image);
	await visit(`/events/${event.id}/attendance`);
	await page.getByRole('group', { name: 'Who won?' }).getByLabel('Owls').selectOption({ label: 'Good won' });
	await page.getByRole('button', { name: 'Save roll call' }).click();
	await expectNotice(page, 'The roll call is saved.');
	// A form that was opened before someone else saved a result does not clear it.
	await getSharedPool().query('UPDATE groups SET winner = NULL WHERE event_id = $1', [event.id]);
	await visit(`/events/${event.id}/attendance`);
	await getSharedPool().query("UPDATE groups SET winner = 'good' WHERE event_id = $1", [event.id]);
	await page.getByRole('button', { name: 'Save changes' }).click();
	await expectNotice(page, 'The roll call is saved.');

	await setSession(player);
	await visit(`/events/${event.id}`);
	await expect(page.getByText('1 player · Good won')).toBeVisible();
	await visit('/profile');
	await expect(page.getByText(`${name} · Good won`)).toBeVisible();

	await setSession(storyteller);
	await visit('/scripts');
	await page.getByLabel(`Remove ${name}`).click();
	await own.getByRole('button', { name: 'Remove script' }).click();
	await expectNotice(page, 'The script was removed.');
	await expect(own).toHaveCount(0);
	expect(foreign).toEqual([]);
});

test('a creator asks which script, and a player answers', { tag: ['@no-script', '@translated'] }, async ({
	page,
	signInAs,
	setSession,
	visit,
	script,
}) => {
	const creator = await signInAs({ role: 'creator' });
	const player = await createUser();
	const event = await addEventRow();
	await createSignup(event.id, player.id, 'confirmed');
	await saveGroupsAsAnotherUser(event.id, [{ name: 'Owls', players: [player] }]);
	await visit(`/events/${event.id}`);
	await page.getByRole('link', { name: 'Script question', exact: true }).click();
	await page.getByLabel('Trouble Brewing').check();
	await page.getByLabel('Sects & Violets').check();
	if (script) await expectAccessible(page);
	await page.getByRole('button', { name: 'Ask', exact: true }).click();
	await expectNotice(page, 'Players can answer on the event’s page now. They get no message.');

	await setSession(player);
	await visit(`/events/${event.id}`);
	await page.getByRole('link', { name: 'Which script would you like?' }).click();
	await expect(page.getByText('keen, ')).toHaveCount(0);
	await page.getByLabel('Sects & Violets').selectOption({ label: 'Keen' });
	await page.getByLabel('Trouble Brewing').selectOption({ label: 'Not for me' });
	await page.getByRole('button', { name: 'Save my answer' }).click();
	await expectNotice(page, 'Thanks, your answer counts.');
	await page.getByRole('link', { name: 'Script question: change your answer' }).click();
	await expect(page.getByLabel('Sects & Violets')).toHaveValue('keen');

	await setSession(creator);
	await visit(`/events/${event.id}/scripts`);
	const answers = page.getByRole('list', { name: 'Answers about Sects & Violets' });
	await expect(answers.getByRole('listitem')).toHaveText([
		'All: 1 keen, 0 fine, 0 not',
		'Owls: 1 keen, 0 fine, 0 not',
	]);
	await page.getByText('Change the question').click();
	await page.getByRole('checkbox', { name: 'Trouble Brewing' }).uncheck();
	await page.getByRole('checkbox', { name: 'Sects & Violets' }).uncheck();
	await page.getByRole('button', { name: 'Change', exact: true }).click();
	await expectNotice(page, 'The question is closed.');
	await setSession(player);
	await visit(`/events/${event.id}`);
	await expect(page.getByRole('link', { name: 'Script question' })).toHaveCount(0);
});
