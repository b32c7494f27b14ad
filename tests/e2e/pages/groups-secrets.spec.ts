import type { Page } from '@playwright/test';
import {
	groupOf,
	makeBoardNight,
	makeProfileNotes,
	makeWishes,
	namesIn,
	openBoard,
	panelOf,
	rowOf,
	saveGroupsBehind,
} from '../support/board.ts';
import { expect, test } from '../support/fixtures.ts';
import { makeAnswer, makeNight, makePerson, type Night, type Person, rows } from '../support/rows.ts';

// These tests have refused pages and refused saves.
test.use({ expectedErrors: ['403 (Forbidden)'] });

const PROFILE = 'CANARY-of-the-profile';
const SIGNUP = 'CANARY-of-the-signup';

/** Creates an event with preferences, notes, a pin and a keep-apart pair, none of which a player may see. */
async function makeSecretNight(): Promise<{ night: Night; of: (name: string) => Person }> {
	const { night, of } = await makeBoardNight({ confirmed: ['ann', 'bob', 'cid'] }, ['tess']);
	await makeWishes(of('ann'), [of('bob')]);
	await makeWishes(of('bob'), [of('ann')]);
	await makeWishes(of('ann'), [of('tess')], 'storyteller');
	await makeProfileNotes(of('ann'), PROFILE);
	await rows().query('UPDATE signups SET notes = $1 WHERE event_id = $2 AND user_id = $3', [
		SIGNUP,
		night.id,
		of('ann').id,
	]);
	await saveGroupsBehind(night.id, [
		{ name: 'Owls', players: [of('ann'), of('bob')], teller: of('tess') },
		{ name: 'Bats', players: [of('cid')] },
	]);
	await rows().query('INSERT INTO group_pins (event_id, user_id, group_client_id) VALUES ($1, $2, $3)', [
		night.id,
		of('ann').id,
		'group-1',
	]);
	const [a, b] = [of('bob').id, of('cid').id].sort((one, other) => Number(one) - Number(other));
	await rows().query('INSERT INTO group_keep_apart (event_id, user_a, user_b) VALUES ($1, $2, $3)', [
		night.id,
		a,
		b,
	]);
	return { night, of };
}

/** Returns a list that receives the body of every response that the page's browser gets from now on. */
function hearAll(page: Page): Promise<string>[] {
	const bodies: Promise<string>[] = [];
	page.on('response', (response) => {
		if (/\/(events|api)\b/.test(response.url())) bodies.push(response.text().catch(() => ''));
	});
	return bodies;
}

for (const role of ['player', 'storyteller'] as const) {
	test(`a ${role} sees the saved groups, and gets nobody’s wishes or notes in any answer`, async ({
		page,
		signInAs,
		visit,
	}) => {
		const viewer = await signInAs({ role });
		const { night, of } = await makeSecretNight();
		await makeAnswer(night.id, viewer.id, 'confirmed');
		const heard = hearAll(page);
		await visit(`/events/${night.id}`);
		const panel = panelOf(page);
		await expect(panel).toContainText('4 confirmed players');
		await expect(groupOf(page, 'Owls')).toContainText('2 players');
		await expect(groupOf(page, 'Owls').getByRole('listitem')).toHaveText([/ann$/, /bob$/]);
		await expect(groupOf(page, 'Owls')).toContainText('tess');
		await expect(groupOf(page, 'Bats').getByRole('listitem')).toHaveText([/cid$/]);
		for (const control of ['button', 'combobox', 'switch', 'link', 'checkbox'] as const) {
			await expect(panel.getByRole(control)).toHaveCount(0);
		}
		await expect(panel.getByText(/mutual|Pinned|Auto-Split|Available/)).toHaveCount(0);

		const ask = (address: string) => page.context().request.get(address);
		const refused = await ask(`/events/${night.id}/preferences/${of('ann').id}`);
		expect(refused.status()).toBe(403);
		const refusedData = await ask(`/events/${night.id}/preferences/${of('ann').id}.data`);
		const bodies = [
			...(await Promise.all(heard)),
			await page.content(),
			await refused.text(),
			await refusedData.text(),
			await (await ask(`/events/${night.id}.data`)).text(),
			await (await ask(`/api/events/${night.id}/groups`)).text(),
			await (await ask(`/api/events/${night.id}`)).text(),
		];
		expect(bodies.length).toBeGreaterThan(6);
		for (const body of bodies) {
			for (const secret of [PROFILE, SIGNUP, 'preferredPlayers', '"userId"', 'data-glow']) {
				expect(body).not.toContain(secret);
			}
		}
		// A creator's response does contain them, which proves that the test can find the canaries.
		await page.context().clearCookies();
		const creator = await makePerson({ role: 'creator' });
		const { token } = creator;
		const seen = await page.context().request.get(`/events/${night.id}.data`, {
			headers: { Authorization: `Bearer ${token}`, Cookie: `session=${token}` },
		});
		const text = await seen.text();
		for (const secret of [PROFILE, SIGNUP, 'preferredPlayers', '"userId"']) expect(text).toContain(secret);
	});
}

test('a player’s forged forms change nothing', async ({ page, signInAs, baseURL }) => {
	await signInAs();
	const { night } = await makeSecretNight();
	const before = await rows().query('SELECT * FROM group_players WHERE event_id = $1 ORDER BY user_id', [
		night.id,
	]);
	const forms: Record<string, string>[] = [
		{ intent: 'groups.edit', version: '2', step: 'type=clear' },
		{ intent: 'groups.save', version: '2', board: '{"groups":[]}' },
		{ intent: 'groups.autoSplit', version: '2' },
	];
	for (const form of forms) {
		const answer = await page.context().request.post(`/events/${night.id}`, {
			form,
			headers: { Origin: String(baseURL) },
		});
		expect(answer.status()).toBe(403);
		expect(await answer.text()).not.toContain(PROFILE);
	}
	const after = await rows().query('SELECT * FROM group_players WHERE event_id = $1 ORDER BY user_id', [
		night.id,
	]);
	expect(after.rows).toEqual(before.rows);
});

test('nothing yet: players are told so', async ({ page, signInAs, visit }) => {
	await signInAs();
	const night = await makeNight();
	await visit(`/events/${night.id}`);
	await expect(panelOf(page)).toContainText('0 confirmed players');
	await expect(panelOf(page).getByText('The groups are not made yet.')).toBeVisible();
});

for (const role of ['creator', 'admin'] as const) {
	test(`the preferences of a player, for a ${role}`, { tag: '@no-script' }, async ({
		page,
		signInAs,
		visit,
		script,
	}) => {
		await signInAs({ role });
		const { night, of } = await makeSecretNight();
		await openBoard(page, visit, night, script);
		await expect(panelOf(page).getByText(PROFILE)).toHaveCount(0);
		await rowOf(page, of('ann')).getByRole('link', { name: 'Preferences of ann' }).click();
		await expect(page).toHaveURL(`/events/${night.id}/preferences/${of('ann').id}`);
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
		await expect(page).toHaveURL(`/events/${night.id}`);
		await expect(namesIn(groupOf(page, 'Owls'))).toHaveText(['ann', 'bob']);
	});
}

test('somebody without wishes has none; Discord’s own note is none either', async ({
	page,
	signInAs,
	visit,
}) => {
	await signInAs({ role: 'creator' });
	const { night, of } = await makeSecretNight();
	await rows().query(
		`UPDATE signups SET notes = 'Signed up via Discord' WHERE event_id = $1 AND user_id = $2`,
		[night.id, of('cid').id],
	);
	await visit(`/events/${night.id}/preferences/${of('cid').id}`);
	const dialog = page.getByRole('dialog', { name: 'cid Preferences' });
	await expect(dialog.getByText('No custom preferences or notes set')).toBeVisible();
	await expect(dialog.getByRole('heading', { level: 3 })).toHaveCount(0);
	await visit(`/events/${night.id}/preferences/${of('bob').id}`);
	const part = (title: string) =>
		page
			.getByRole('dialog')
			.locator('section')
			.filter({ has: page.getByRole('heading', { name: title }) });
	await expect(part('Preferred Players')).toContainText('ann');
	await expect(part('Profile Notes')).toContainText('None');
});

test('preferences of nobody who signed up lead back to the event', async ({ page, signInAs, visit }) => {
	await signInAs({ role: 'creator' });
	const night = await makeNight();
	const other = await makePerson();
	for (const id of [other.id, '999999999', 'abc']) {
		await visit(`/events/${night.id}/preferences/${id}`);
		await expect(page).toHaveURL(`/events/${night.id}`);
		await expect(page.getByText('Signup not found')).toBeVisible();
	}
	await visit(`/events/999999999/preferences/${other.id}`);
	await expect(page).toHaveURL('/events');
});
