import { formatDateTimeShort, formatLongDate, formatTime } from '~/domain/time/format.ts';
import { expect, test, VIEWER_ZONE } from '../support/fixtures.ts';
import { signupRows } from '../support/pages.ts';
import { makeAnswer, makeNight, makePerson, readAnswer, readAnswers, rows } from '../support/rows.ts';

const EASTERN = 'America/New_York';

test('an event that is not there leads to the list', async ({ page, signInAs, visit }) => {
	await signInAs();
	for (const id of ['999999', 'abc', '0']) {
		await visit(`/events/${id}`);
		await expect(page).toHaveURL('/events');
		await expect(page.getByText('Event not found')).toBeVisible();
	}
	for (const child of ['signup', 'signups/1']) {
		await visit(`/events/999999/${child}`);
		await expect(page).toHaveURL('/events');
	}
});

test('the page says when, where, how long, what, by whom and who tells', async ({
	page,
	signInAs,
	visit,
	script,
}) => {
	await signInAs();
	const creator = await makePerson({ role: 'creator', preferredUsername: 'Priya of the Hearth' });
	const teller = await makePerson({ role: 'storyteller', preferredUsername: 'Nightjar' });
	const night = await makeNight({ creatorId: creator.id });
	await rows().query('INSERT INTO event_storytellers (event_id, user_id) VALUES ($1, $2)', [
		night.id,
		teller.id,
	]);
	await visit(`/events/${night.id}`);
	await expect(page).toHaveTitle(`${night.title} · Townbell`);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(night.title);
	await expect(page.getByText('Created by Priya of the Hearth')).toBeVisible();
	const info = page.getByRole('region', { name: 'Event Info' });
	await expect(info).toContainText(formatLongDate(night.date, EASTERN));
	await expect(info).toContainText(`${formatTime(night.date, EASTERN)} Eastern`);
	const local = `${formatDateTimeShort(night.date, VIEWER_ZONE)} in your time`;
	if (script) await expect(info).toContainText(local);
	else await expect(info).not.toContainText('your time');
	await expect(info).toContainText('3 hours');
	await expect(info).toContainText('The Hearth');
	await expect(info).toContainText('Bring tea and your worst alibi.');
	await expect(info).toContainText('Nightjar');
	await expect(info).toContainText('Storyteller');
	const nobody = await makeNight();
	await visit(`/events/${nobody.id}`);
	await expect(page.getByText('Created by Unknown Creator')).toBeVisible();
});

test('signups: the own first, then confirmed, late, tentative, declined; counts above', async ({
	page,
	signInAs,
	visit,
}) => {
	const person = await signInAs({ username: 'me-myself' });
	const night = await makeNight();
	for (const [username, status] of [
		['declan', 'declined'],
		['tess', 'tentative'],
		['lara', 'late'],
		['connor', 'confirmed'],
		['cora', 'confirmed'],
	] as const) {
		await makeAnswer(night.id, (await makePerson({ username })).id, status);
	}
	await makeAnswer(night.id, person.id, 'declined');
	await visit(`/events/${night.id}`);
	const names = ['me-myself (You)', 'connor', 'cora', 'lara', 'tess', 'declan'];
	await expect(signupRows(page)).toHaveCount(names.length);
	for (const [at, name] of names.entries()) await expect(signupRows(page).nth(at)).toContainText(name);
	await expect(page.getByText('(You)')).toHaveCount(1);
	await expect(page.getByText('You: Declined')).toBeVisible();
	for (const count of ['2 Confirmed', '1 Late', '1 Tentative']) {
		await expect(page.getByText(count, { exact: true })).toBeVisible();
	}
});

test('the search finds players by a part of their name', { tag: '@no-script' }, async ({
	page,
	signInAs,
	visit,
	script,
}) => {
	await signInAs();
	const night = await makeNight();
	for (const username of ['Juniper Đorđe', 'quietmoth', 'Sable Hart']) {
		await makeAnswer(night.id, (await makePerson({ username })).id, 'confirmed');
	}
	await visit(`/events/${night.id}`);
	const search = page.getByRole('searchbox', { name: 'Search players' });
	const look = async (text: string) => {
		await search.fill(text);
		if (!script) await search.press('Enter');
	};
	await look('dorde');
	await expect(signupRows(page)).toHaveCount(1);
	await expect(signupRows(page)).toContainText('Juniper Đorđe');
	await expect(search).toHaveValue('dorde');
	await look('HART');
	await expect(signupRows(page)).toHaveText([/Sable Hart/]);
	await look('nobody at all');
	await expect(signupRows(page)).toHaveCount(0);
	await expect(page.getByText('Nobody of that name has answered')).toBeVisible();
	await look('');
	await expect(signupRows(page)).toHaveCount(3);
	await visit(`/events/${night.id}?q=moth`);
	await expect(signupRows(page)).toHaveText([/quietmoth/]);
});

for (const role of ['player', 'storyteller', 'creator', 'admin'] as const) {
	const isCreator = role === 'creator' || role === 'admin';
	test(`notes and pencils for a ${role}`, async ({ page, signInAs, visit }) => {
		const person = await signInAs({ role });
		const other = await makePerson();
		const imported = await makePerson();
		const night = await makeNight();
		await makeAnswer(night.id, person.id, 'confirmed', 'my own words');
		const theirs = await makeAnswer(night.id, other.id, 'late', 'their private words');
		await makeAnswer(night.id, imported.id, 'confirmed', 'Signed up via Discord');
		await visit(`/events/${night.id}`);
		await expect(page.getByText('my own words')).toBeVisible();
		await expect(page.getByText('their private words')).toHaveCount(isCreator ? 1 : 0);
		await expect(page.getByText('Signed up via Discord')).toHaveCount(0);
		expect((await page.content()).includes('their private words')).toBe(isCreator);
		const pencil = page.getByRole('link', { name: `Edit the signup of ${other.username}` });
		await expect(pencil).toHaveCount(isCreator ? 1 : 0);
		await expect(page.getByRole('link', { name: 'Edit my signup' })).toHaveCount(1);
		if (isCreator) await expect(pencil).toHaveAttribute('href', `/events/${night.id}/signups/${theirs}`);
	});
}

test('a creator edits the signup of somebody else', { tag: '@no-script' }, async ({
	page,
	signInAs,
	visit,
}) => {
	const creator = await signInAs({ role: 'creator' });
	const other = await makePerson();
	const night = await makeNight();
	await makeAnswer(night.id, other.id, 'late', 'the tram');
	await visit(`/events/${night.id}`);
	await page.getByRole('link', { name: `Edit the signup of ${other.username}` }).click();
	const dialog = page.getByRole('dialog', { name: `${other.username}’s signup` });
	await expect(dialog.getByRole('radio', { name: 'Late' })).toBeChecked();
	await expect(dialog.getByLabel('Notes')).toHaveValue('the tram');
	await dialog.getByRole('radio', { name: 'Confirmed' }).check();
	await dialog.getByLabel('Notes').fill('came by bike');
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(dialog).toBeHidden();
	await expect(page.getByText(`The signup of ${other.username} is saved.`)).toBeVisible();
	expect(await readAnswer(night.id, other.id)).toEqual({ status: 'confirmed', notes: 'came by bike' });
	expect(await readAnswer(night.id, creator.id)).toBeNull();
});

test.describe('a player at the address of somebody else’s signup', () => {
	test.use({ expectedErrors: ['403 (Forbidden)'] });

	test('sees Access Denied, and a forged form changes nothing', async ({
		page,
		signInAs,
		visit,
		baseURL,
	}) => {
		await signInAs();
		const other = await makePerson();
		const night = await makeNight();
		const theirs = await makeAnswer(night.id, other.id, 'late', 'private');
		const address = `/events/${night.id}/signups/${theirs}`;
		await visit(address);
		await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
		await expect(page.getByText('private', { exact: true })).toHaveCount(0);
		const form = { intent: 'signups.update', status: 'declined', notes: '' };
		const headers = { Origin: String(baseURL) };
		expect((await page.context().request.post(address, { form, headers })).status()).toBe(403);
		expect(await readAnswer(night.id, other.id)).toEqual({ status: 'late', notes: 'private' });
	});
});

test('not signed up yet: the prompt leads to the dialog, which saves', { tag: '@no-script' }, async ({
	page,
	signInAs,
	visit,
}) => {
	const person = await signInAs();
	const night = await makeNight();
	await visit(`/events/${night.id}`);
	await expect(page.getByText('Not signed up')).toBeVisible();
	await expect(page.getByText('Ready to join?')).toBeVisible();
	await expect(page.getByText('Nobody has signed up yet')).toBeVisible();
	await expect(page.getByRole('link', { name: 'Update My Signup' })).toHaveCount(0);
	await expect(page.getByRole('button', { name: 'Remove' })).toHaveCount(0);
	await page.getByRole('link', { name: 'Sign Up Now' }).click();
	const dialog = page.getByRole('dialog', { name: 'Sign Up' });
	await dialog.getByRole('radio', { name: 'Confirmed' }).check();
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByText('You: Confirmed')).toBeVisible();
	await expect(page.getByText('Ready to join?')).toHaveCount(0);
	expect(await readAnswer(night.id, person.id)).toEqual({ status: 'confirmed', notes: null });
});

test('the answer bar keeps the notes when it changes the status', { tag: '@no-script' }, async ({
	page,
	signInAs,
	visit,
}) => {
	const person = await signInAs();
	const night = await makeNight();
	await makeAnswer(night.id, person.id, 'late', 'the tram');
	await visit(`/events/${night.id}`);
	await page
		.getByRole('group', { name: 'Are you coming?' })
		.getByRole('button', { name: 'Tentative' })
		.click();
	await expect(page.getByText('You: Tentative')).toBeVisible();
	await expect
		.poll(() => readAnswer(night.id, person.id))
		.toEqual({ status: 'tentative', notes: 'the tram' });
});

test('who takes the answer back by keyboard goes on from the answers', async ({ page, signInAs, visit }) => {
	const person = await signInAs();
	const night = await makeNight();
	await makeAnswer(night.id, person.id, 'late');
	await visit(`/events/${night.id}`);
	await page.getByRole('button', { name: 'Remove' }).press('Enter');
	await expect(page.getByRole('group', { name: 'Are you coming?' })).toBeFocused();
	await expect.poll(() => readAnswer(night.id, person.id)).toBeNull();
});

test('a cancelled event is closed', async ({ page, signInAs, visit }) => {
	const person = await signInAs({ role: 'creator' });
	const night = await makeNight({ status: 'cancelled' });
	await makeAnswer(night.id, person.id, 'late');
	await visit(`/events/${night.id}`);
	await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
	await expect(page.getByText('Sign-up is closed.')).toBeVisible();
	await expect(page.getByText('This event is cancelled.')).toBeVisible();
	for (const name of ['Remove', 'Confirmed', 'Late']) {
		await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
	}
	await expect(page.getByRole('link', { name: /Update My Signup|Sign Up Now|Edit ./ })).toHaveCount(0);
	await visit(`/events/${night.id}/signup`);
	await expect(page.getByRole('dialog').getByText('Sign-up is closed.')).toBeVisible();
	await expect(page.getByRole('dialog').getByRole('radio')).toHaveCount(0);
});

test('a double click leaves one row', async ({ page, signInAs, visit }) => {
	const person = await signInAs();
	const night = await makeNight();
	await visit(`/events/${night.id}`);
	await page.getByRole('group', { name: 'Are you coming?' }).getByRole('button', { name: 'Late' }).dblclick();
	await expect(page.getByText('You: Late')).toBeVisible();
	await expect.poll(() => readAnswers(night.id, person.id)).toEqual([{ status: 'late', notes: null }]);
	await visit(`/events/${night.id}/signup`);
	await page.getByRole('radio', { name: 'Confirmed' }).check();
	await page.getByRole('button', { name: 'Save' }).dblclick();
	await expect(page.getByText('You: Confirmed')).toBeVisible();
	await expect.poll(() => readAnswers(night.id, person.id)).toEqual([{ status: 'confirmed', notes: null }]);
});

test('Escape, the cross and the backdrop close the dialog', async ({ page, signInAs, visit, script }) => {
	await signInAs();
	const night = await makeNight();
	await visit(`/events/${night.id}/signup`);
	await page.getByRole('link', { name: 'Close' }).click();
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await expect(page).toHaveURL(`/events/${night.id}`);
	if (!script) return;
	await page.getByRole('link', { name: 'Sign Up Now' }).click();
	await expect(page.getByRole('dialog')).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await expect(page).toHaveURL(`/events/${night.id}`);
});

test.describe('a connection that is lost', () => {
	test.use({ expectedErrors: ['net::ERR_FAILED'] });

	for (const [whose, title] of [
		['my own', 'Failed to sign up for event. Please try again.'],
		['somebody’s', 'Failed to update signup:'],
	] as const) {
		test(`keeps what was typed into the dialog of ${whose} signup`, async ({ page, signInAs, visit }) => {
			const me = await signInAs({ role: 'creator' });
			const night = await makeNight();
			const person = whose === 'my own' ? me : await makePerson();
			const signup = await makeAnswer(night.id, person.id, 'confirmed', 'before');
			await visit(`/events/${night.id}/${whose === 'my own' ? 'signup' : `signups/${signup}`}`);
			const dialog = page.getByRole('dialog');
			await dialog.getByRole('radio', { name: 'Late' }).check();
			await dialog.getByLabel('Notes').fill('the tram');
			await page.route('**/events/**/*.data*', (route) => route.abort(), { times: 1 });
			await dialog.getByRole('button', { name: 'Save' }).click();
			await expect(dialog.getByRole('alert')).toHaveText(
				`${title} The server could not be reached. Please check your connection.`,
			);
			await expect(dialog.getByRole('radio', { name: 'Late' })).toBeChecked();
			await expect(dialog.getByLabel('Notes')).toHaveValue('the tram');
			await dialog.getByRole('button', { name: 'Save' }).click();
			await expect(dialog).toHaveCount(0);
			expect(await readAnswer(night.id, person.id)).toEqual({ status: 'late', notes: 'the tram' });
		});
	}
});
