import { expectAccessible } from '../support/axe.ts';
import {
	createBoardEvent,
	getGroup,
	getPanel,
	listSavedGroups,
	openBoard,
	saveBoard,
	saveGroupsAsAnotherUser,
} from '../support/board.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectNotice } from '../support/pages.ts';
import { createSignup, getSharedPool } from '../support/rows.ts';

/** One of them is written from right to left; the last ones leave early. */
const PLAYERS = [
	...['Ada', 'שרה', 'Bo', 'Cy', 'Di', 'Ed', 'Fay', 'Gus', 'Hal'],
	...['Ivy', 'Jo', 'Kit', 'Lou', 'Mae', 'Ned', 'Ola', 'Pip'],
];

test('a night from the split of its players to the results of two rounds', { tag: '@no-script' }, async ({
	page,
	signInAs,
	setSession,
	visit,
	script,
	expectedErrors,
}) => {
	test.setTimeout(180_000);
	const creator = await signInAs({ role: 'creator', preferredUsername: 'Wren' });
	const { event, getUser } = await createBoardEvent({ confirmed: PLAYERS }, ['tess', 'tod', 'una']);
	await createSignup(event.id, getUser('tod').id, 'confirmed');
	await getSharedPool().query("UPDATE events SET date = now() - interval '1 hour' WHERE id = $1", [event.id]);
	const panel = getPanel(page);
	const first = getGroup(page, 'Group 1');
	const second = getGroup(page, 'Group 2');
	const openMenu = () => page.getByLabel('Edit Group 1').click();

	await test.step('a creator splits the players, and chooses a script, a co-storyteller and the seats', async () => {
		await openBoard(page, visit, event, script);
		await panel.getByRole('button', { name: 'Auto-Split', exact: true }).click();
		await expect(first).toContainText('9 of 15 players');
		await expect(second).toContainText('8 of 15 players');
		await panel.getByRole('button', { name: 'Save Changes' }).click();
		await expectNotice(page, 'Groups saved. Players can see them now.');
		await openBoard(page, visit, event, script);
		const chosen = first.getByRole('combobox', { name: 'Script of Group 1' });
		await chosen.selectOption({ label: 'Trouble Brewing' });
		if (!script) await first.getByRole('button', { name: 'Save Group 1' }).click();
		await openMenu();
		const helper = first.getByLabel('Add a co-storyteller');
		await expect(helper.getByRole('option', { name: 'tod (Assigned to another group)' })).toBeDisabled();
		// One button saves everything that was typed in the menu.
		await first.getByRole('spinbutton', { name: 'Max players' }).fill('14');
		await helper.selectOption({ label: 'una' });
		await first.getByRole('button', { name: 'Apply' }).click();
		await expect(first).toContainText('9 of 14 players');
		await expect(chosen).toHaveValue('tb');
		const remove = first.getByRole('button', { name: 'Remove una from the storytellers of Group 1' });
		await expect(remove).toBeVisible();
		await openMenu();
		await expect(helper.getByRole('option', { name: 'una' })).toHaveCount(0);
		if (script) await expectAccessible(page);
		await openMenu();
		await page.getByLabel('More for Group 1').click();
		await first.getByRole('button', { name: 'Shuffle seats' }).click();
		await expect(first).toContainText('9 of 14 players');
		await saveBoard(page, script);
		await expectNotice(page, /Groups saved/);
	});

	const [seated] = await listSavedGroups(event.id);
	const [leaver = '', winner = ''] = seated?.players ?? [];
	await test.step('the co-storyteller hands the group over, and takes the roll call on a phone', async () => {
		await setSession(getUser('una'));
		await visit(`/events/${event.id}`);
		await expect(first).toContainText('Co-storyteller');
		await page.getByRole('link', { name: 'Seats and table' }).click();
		await expect(page.getByRole('region')).toHaveCount(1);
		await expect(page.getByRole('region', { name: 'Group 1' })).toContainText('Storytellers: tess, una');
		await page.getByText('Game state and names as text').click();
		const names = await page.getByRole('textbox', { name: 'Names, one per line' }).inputValue();
		expect(names.split('\n')).toEqual(seated?.players);
		const state = JSON.parse(await page.getByRole('textbox', { name: 'Game state' }).inputValue());
		expect(state.edition).toEqual({ id: 'tb' });
		expect(state.players.map(({ name }: { name: string }) => name)).toEqual(seated?.players);

		await page.setViewportSize({ width: 390, height: 844 });
		await visit(`/events/${event.id}`);
		await page.getByRole('link', { name: 'Roll call' }).click();
		await page.getByLabel(`Other states of ${leaver}`, { exact: true }).click();
		await page
			.getByRole('radiogroup', { name: leaver, exact: true })
			.getByRole('radio', { name: 'Left early' })
			.check();
		await page.getByRole('button', { name: 'Save roll call' }).click();
		await expectNotice(page, 'The roll call is saved.');
		const won = first.getByRole('group', { name: 'Who won in Group 1?' });
		const wins = (name: string) => won.getByRole('button', { name });
		await wins('Evil won').click();
		await expect(wins('Evil won')).toHaveAttribute('aria-pressed', 'true');
		await expectNotice(page, 'Saved: Evil won in Group 1. Press it again to remove the result.');
		await wins('Evil won').click();
		await expect(wins('Evil won')).toHaveAttribute('aria-pressed', 'false');
		await expectNotice(page, 'Saved: Group 1 has no result now.');
		await wins('Good won').click();
		await expect(first).toContainText('9 players · Good won');
		if (script) await expectAccessible(page);
		await page.setViewportSize({ width: 1280, height: 720 });
	});

	await test.step('a creator begins the next round, in which a storyteller plays', async () => {
		await setSession(getUser(winner));
		await visit(`/events/${event.id}`);
		await expect(page.getByRole('link', { name: 'Rounds' })).toHaveCount(0);
		await setSession(creator);
		await visit(`/events/${event.id}`);
		await page.getByRole('link', { name: 'Rounds' }).click();
		await expect(
			page.getByText(
				`16 players can play the next round: 16 of the 17 in these groups. Not there any more: ${leaver}.`,
			),
		).toBeVisible();
		await expect(page.getByText('The roll call of Group 2 is not complete.')).toBeVisible();
		if (script) await expectAccessible(page);
		const playing = page.getByRole('group', { name: 'Storytellers who want to play in round 2' });
		await playing.getByLabel('tod').check();
		await expect(playing.getByRole('checkbox')).toHaveCount(1);
		await page.getByRole('button', { name: 'Begin round 2' }).click();
		await expectNotice(page, /Round 2 has begun with 17 players\..*Please look at the new groups\./s);
		await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeVisible();
		await expect(getPanel(page).getByText('Round 2', { exact: true })).toBeVisible();
		const next = await listSavedGroups(event.id);
		const players = next.flatMap((group) => group.players);
		expect(players).toHaveLength(17);
		expect(players).toContain('tod');
		expect(players).not.toContain(leaver);
		expect(next.map(({ storyteller }) => storyteller)).toEqual(['tess', null]);
	});

	await test.step('both rounds have results, and a player reads them', async () => {
		await visit(`/events/${event.id}/attendance`);
		await expect(
			page
				.getByRole('group', { name: 'Group 1 (round 1)' })
				.getByRole('radiogroup', { name: leaver, exact: true })
				.getByRole('radio', { name: 'Left early' }),
		).toBeChecked();
		for (const name of ['Group 1', 'Group 2'])
			await page
				.getByRole('group', { name: 'Who won?' })
				.getByLabel(name, { exact: true })
				.selectOption({ label: 'Evil won' });
		await page.getByRole('button', { name: 'Save changes' }).click();
		await expectNotice(page, 'The roll call is saved.');

		await setSession(getUser(winner));
		await visit('/profile');
		await expect(page.getByText('Trouble Brewing · Good won')).toBeVisible();
		await expect(page.getByText('Evil won')).toBeVisible();
		await visit(`/events/${event.id}`);
		await page.getByRole('link', { name: 'Rounds' }).click();
		const card = page.getByRole('region', { name: 'Group 1' });
		await expect(card).toContainText('Evil won');
		await page.getByRole('link', { name: 'Round 1' }).click();
		await expect(page.getByRole('link', { name: 'Round 1' })).toHaveAttribute('aria-current', 'page');
		await expect(card).toContainText('Trouble Brewing · Good won');
		await expect(card).toContainText('Storytellers: tess, una');
		await expect(card.getByRole('listitem')).toHaveText(seated?.players ?? []);
		await expect(page.getByRole('button', { name: /^Begin round/ })).toHaveCount(0);
	});

	await test.step('a form that was opened before another creator saved the groups begins no round', async () => {
		await createSignup(event.id, getUser('tess').id, 'confirmed');
		await setSession(creator);
		await visit(`/events/${event.id}/rounds?round=1`);
		await expect(page.getByRole('heading', { name: 'Group 2' })).toBeVisible();
		await expect(page.getByRole('button', { name: /^Begin round/ })).toHaveCount(0);
		await page.getByRole('link', { name: 'Round 2' }).click();
		await expect(page.getByRole('button', { name: 'Begin round 3' })).toBeVisible();
		await page.getByRole('checkbox', { name: 'tess' }).check();
		await saveGroupsAsAnotherUser(event.id, [
			{ name: 'Foxes', players: [getUser('Ada'), getUser('Bo')], storyteller: getUser('tess') },
		]);
		expectedErrors.push('409');
		await page.getByRole('button', { name: 'Begin round 3' }).click();
		await expect(page.getByText('The groups have changed since.').first()).toBeVisible();
		await expect(page.getByRole('checkbox', { name: 'tess' })).toBeChecked();
	});
});
