import type { Page } from '@playwright/test';
import {
	createBoardEvent,
	createPreferences,
	createProfileNotes,
	getGroup,
	getNames,
	getPanel,
	getRow,
	openBoard,
	saveGroupsAsAnotherUser,
} from '../support/board.ts';
import { expect, test } from '../support/fixtures.ts';
import { getCard } from '../support/pages.ts';
import {
	addEventRow,
	type CreatedEvent,
	type CreatedUser,
	createSignup,
	createUser,
	getSharedPool,
} from '../support/rows.ts';

// These tests have refused pages and refused saves.
test.use({ expectedErrors: ['403 (Forbidden)'] });

const PROFILE = 'CANARY-of-the-profile';
const SIGNUP = 'CANARY-of-the-signup';

/** Creates an event with preferences, notes, a pin and a keep-apart pair, none of which a player may see. */
async function createEventWithSecrets(): Promise<{
	event: CreatedEvent;
	getUser: (name: string) => CreatedUser;
}> {
	const { event, getUser } = await createBoardEvent({ confirmed: ['ann', 'bob', 'cid'] }, ['tess']);
	await createPreferences(getUser('ann'), [getUser('bob')]);
	await createPreferences(getUser('bob'), [getUser('ann')]);
	await createPreferences(getUser('ann'), [getUser('tess')], 'storyteller');
	await createProfileNotes(getUser('ann'), PROFILE);
	await getSharedPool().query('UPDATE signups SET notes = $1 WHERE event_id = $2 AND user_id = $3', [
		SIGNUP,
		event.id,
		getUser('ann').id,
	]);
	await saveGroupsAsAnotherUser(event.id, [
		{ name: 'Owls', players: [getUser('ann'), getUser('bob')], storyteller: getUser('tess') },
		{ name: 'Bats', players: [getUser('cid')] },
	]);
	await getSharedPool().query(
		'INSERT INTO group_pins (event_id, user_id, group_client_id) VALUES ($1, $2, $3)',
		[event.id, getUser('ann').id, 'group-1'],
	);
	const [a, b] = [getUser('bob').id, getUser('cid').id].sort((one, other) => Number(one) - Number(other));
	await getSharedPool().query('INSERT INTO group_keep_apart (event_id, user_a, user_b) VALUES ($1, $2, $3)', [
		event.id,
		a,
		b,
	]);
	return { event, getUser };
}

/** Returns a list that receives the body of every response that the page's browser gets from now on. */
function recordBodies(page: Page): Promise<string>[] {
	const bodies: Promise<string>[] = [];
	page.on('response', (response) => {
		if (/\/(events|api)\b/.test(response.url())) bodies.push(response.text().catch(() => ''));
	});
	return bodies;
}

for (const role of ['player', 'storyteller'] as const) {
	test(`a ${role} sees the saved groups, and no response contains preferences or notes`, async ({
		page,
		signInAs,
		visit,
	}) => {
		const viewer = await signInAs({ role });
		const { event, getUser } = await createEventWithSecrets();
		await createSignup(event.id, viewer.id, 'confirmed');
		const recordedBodies = recordBodies(page);
		await visit(`/events/${event.id}`);
		const panel = getPanel(page);
		await expect(panel).toContainText('4 confirmed players');
		await expect(getGroup(page, 'Owls')).toContainText('2 players');
		await expect(getGroup(page, 'Owls').getByRole('listitem')).toHaveText([/ann$/, /bob$/]);
		await expect(getGroup(page, 'Owls')).toContainText('tess');
		await expect(getGroup(page, 'Bats').getByRole('listitem')).toHaveText([/cid$/]);
		for (const control of ['button', 'combobox', 'switch', 'link', 'checkbox'] as const) {
			await expect(panel.getByRole(control)).toHaveCount(0);
		}
		await expect(panel.getByText(/mutual|Pinned|Auto-Split|Available/)).toHaveCount(0);

		const request = (address: string) => page.context().request.get(address);
		const refused = await request(`/events/${event.id}/preferences/${getUser('ann').id}`);
		expect(refused.status()).toBe(403);
		const refusedData = await request(`/events/${event.id}/preferences/${getUser('ann').id}.data`);
		const bodies = [
			...(await Promise.all(recordedBodies)),
			await page.content(),
			await refused.text(),
			await refusedData.text(),
			await (await request(`/events/${event.id}.data`)).text(),
			await (await request(`/api/events/${event.id}/groups`)).text(),
			await (await request(`/api/events/${event.id}`)).text(),
		];
		expect(bodies.length).toBeGreaterThan(6);
		for (const body of bodies) {
			for (const secret of [PROFILE, SIGNUP, 'preferredPlayers', '"userId"', 'data-glow']) {
				expect(body).not.toContain(secret);
			}
		}
		// A creator's response does contain them, which proves that the test can find the canaries.
		await page.context().clearCookies();
		const creator = await createUser({ role: 'creator' });
		const { token } = creator;
		const headers = { Authorization: `Bearer ${token}`, Cookie: `session=${token}` };
		const paths = ['', `/preferences/${getUser('ann').id}`];
		const responses = await Promise.all(
			paths.map((path) => page.context().request.get(`/events/${event.id}${path}.data`, { headers })),
		);
		const text = (await Promise.all(responses.map((response) => response.text()))).join('\n');
		for (const secret of [PROFILE, SIGNUP, 'preferredPlayers', '"userId"']) expect(text).toContain(secret);
	});
}

test('a player reads their group and seat in the head and finds the group first, and sees who can’t come', async ({
	page,
	signInAs,
	visit,
}) => {
	const viewer = await signInAs();
	const { event, getUser } = await createBoardEvent({ confirmed: ['ann', 'bob', 'cid'], late: ['lou'] }, [
		'tess',
	]);
	await createSignup(event.id, viewer.id, 'confirmed');
	await saveGroupsAsAnotherUser(event.id, [
		{ name: 'Owls', players: [getUser('ann'), getUser('bob')] },
		{ name: 'Bats', players: [getUser('cid'), viewer, getUser('lou')], storyteller: getUser('tess') },
	]);
	await getSharedPool().query('DELETE FROM signups WHERE event_id = $1 AND user_id = $2', [
		event.id,
		getUser('ann').id,
	]);
	await visit(`/events/${event.id}`);
	const head = page.locator('header', { has: page.getByRole('heading', { level: 1 }) });
	await expect(head.getByText("You're in Bats, seat 2 · tess · 3 players")).toBeVisible();
	await expect(getPanel(page).getByRole('heading', { level: 3 })).toHaveText(['Bats', 'Owls']);
	await expect(getGroup(page, 'Bats').getByRole('listitem')).toHaveText([/cid$/, /\(You\)$/, /lou\s*Late$/]);
	await expect(getGroup(page, 'Owls')).toContainText('1 player');
	await expect(getGroup(page, 'Owls').getByRole('listitem')).toHaveText([/bob$/, /ann\s*can't come$/]);
	await expect(getGroup(page, 'Owls').locator('s')).toHaveText('ann');
	const topOf = async (name: string) => (await page.getByRole('heading', { name }).boundingBox())?.y ?? 0;
	expect(await topOf('Event Groups')).toBeLessThan(await topOf('Signups'));
	expect(await topOf('Event Groups')).toBeLessThan(await topOf('Discussion'));

	const status = page.getByRole('group', { name: 'Are you coming?' });
	await status.getByRole('button', { name: 'Declined' }).click();
	await expect(getGroup(page, 'Bats')).toContainText('2 players');
	await expect(getGroup(page, 'Bats').getByRole('listitem').last()).toHaveText(/\(You\)\s*can't come$/);
	await expect(head.getByText("You're in")).toHaveCount(0);
	await status.getByRole('button', { name: 'Late' }).click();
	await expect(head.getByText("You're in Bats, seat 2 · tess · 3 players")).toBeVisible();
	await expect(getGroup(page, 'Bats').getByRole('listitem').nth(1)).toHaveText(/\(You\)\s*Late$/);

	await visit('/events');
	await expect(getCard(page, event.id).getByText('Bats, seat 2 · Storyteller tess')).toBeVisible();
});

test('a player’s forged forms change nothing', async ({ page, signInAs, baseURL }) => {
	await signInAs();
	const { event } = await createEventWithSecrets();
	const before = await getSharedPool().query(
		'SELECT * FROM group_players WHERE event_id = $1 ORDER BY user_id',
		[event.id],
	);
	const forms: Record<string, string>[] = [
		{ intent: 'groups.edit', version: '2', step: 'type=clear' },
		{ intent: 'groups.save', version: '2', board: '{"groups":[]}' },
		{ intent: 'groups.autoSplit', version: '2' },
	];
	for (const form of forms) {
		const response = await page.context().request.post(`/events/${event.id}`, {
			form,
			headers: { Origin: String(baseURL) },
		});
		expect(response.status()).toBe(403);
		expect(await response.text()).not.toContain(PROFILE);
	}
	const after = await getSharedPool().query(
		'SELECT * FROM group_players WHERE event_id = $1 ORDER BY user_id',
		[event.id],
	);
	expect(after.rows).toEqual(before.rows);
});

test('without groups players see a notice', async ({ page, signInAs, visit }) => {
	await signInAs();
	const event = await addEventRow();
	await visit(`/events/${event.id}`);
	await expect(getPanel(page)).toContainText('0 confirmed players');
	await expect(getPanel(page).getByText('No groups yet.')).toBeVisible();
});

for (const role of ['creator', 'admin'] as const) {
	test(`the preferences of a player, for a ${role}`, { tag: role === 'creator' ? '@no-script' : [] }, async ({
		page,
		signInAs,
		visit,
		script,
	}) => {
		await signInAs({ role });
		const { event, getUser } = await createEventWithSecrets();
		await openBoard(page, visit, event, script);
		await expect(getPanel(page).getByText(PROFILE)).toHaveCount(0);
		await getRow(page, getUser('ann')).getByRole('link', { name: 'Preferences of ann' }).click();
		await expect(page).toHaveURL(`/events/${event.id}/preferences/${getUser('ann').id}`);
		const dialog = page.getByRole('dialog', { name: 'ann Preferences' });
		for (const [title, text] of [
			['Preferred Storytellers', 'tess'],
			['Preferred Players', 'bob'],
			['Profile Notes', PROFILE],
			['Signup Notes', SIGNUP],
		] as const) {
			const part = dialog
				.locator('section')
				.filter({ has: page.getByRole('heading', { name: title, exact: true }) });
			await expect(part).toContainText(text);
		}
		await expect(dialog.getByText('No custom preferences or notes set')).toHaveCount(0);
		await dialog.getByRole('link', { name: 'Back to the groups' }).click();
		await expect(page).toHaveURL(`/events/${event.id}`);
		await expect(getNames(getGroup(page, 'Owls'))).toHaveText(['ann', 'bob']);
	});
}

test('a user without preferences has none, and the note of a Discord signup does not count', async ({
	page,
	signInAs,
	visit,
}) => {
	await signInAs({ role: 'creator' });
	const { event, getUser } = await createEventWithSecrets();
	await getSharedPool().query(
		`UPDATE signups SET notes = 'Signed up via Discord' WHERE event_id = $1 AND user_id = $2`,
		[event.id, getUser('cid').id],
	);
	await visit(`/events/${event.id}/preferences/${getUser('cid').id}`);
	const dialog = page.getByRole('dialog', { name: 'cid Preferences' });
	await expect(dialog.getByText('No custom preferences or notes set')).toBeVisible();
	await expect(dialog.getByRole('heading', { level: 3 })).toHaveCount(0);
	await visit(`/events/${event.id}/preferences/${getUser('bob').id}`);
	const part = (title: string) =>
		page
			.getByRole('dialog')
			.locator('section')
			.filter({ has: page.getByRole('heading', { name: title }) });
	await expect(part('Preferred Players')).toContainText('ann');
	await expect(part('Profile Notes')).toContainText('None');
});

test('preferences of a user without a signup lead back to the event', async ({ page, signInAs, visit }) => {
	await signInAs({ role: 'creator' });
	const event = await addEventRow();
	const other = await createUser();
	for (const id of [other.id, '999999999', 'abc']) {
		await visit(`/events/${event.id}/preferences/${id}`);
		await expect(page).toHaveURL(`/events/${event.id}`);
		await expect(page.getByText('Signup not found')).toBeVisible();
	}
	await visit(`/events/999999999/preferences/${other.id}`);
	await expect(page).toHaveURL('/events');
});
