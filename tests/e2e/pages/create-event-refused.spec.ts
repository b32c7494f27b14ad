import { randomBytes } from 'node:crypto';
import { getEventForm } from '../support/event-form.ts';
import { deleteEventsOf, demoteToPlayer, listEventsOf } from '../support/event-rows.ts';
import { expect, test } from '../support/fixtures.ts';
import { type CreatedUser, createUser } from '../support/rows.ts';

const creators: string[] = [];

test.afterEach(() => deleteEventsOf(creators.splice(0)));

const registerCreator = (user: CreatedUser) => {
	creators.push(user.id);
	return user;
};
const makeUniqueName = (name: string) => `${name}-${randomBytes(4).toString('hex')}`;

test.describe('refusals', () => {
	test.use({ expectedErrors: ['422 (Unprocessable', '409 (Conflict'] });

	test('shows the reason beside every field and keeps the typed values', async ({
		page,
		signInAs,
		visit,
		script,
	}) => {
		const user = registerCreator(await signInAs({ role: 'creator' }));
		const form = getEventForm(page);
		await visit('/create-event');
		await form.description.fill('Kept');
		await form.date.fill('2020-01-01');
		await form.title.fill('   ');
		await form.time.fill('');
		await form.duration.fill('9');
		await form.location.fill('The Crypt');
		await form.timezone.selectOption('UTC');
		await form.discord.press('Space');
		await form.create.click();
		await expect(form.title).toHaveAccessibleDescription('Please enter a title');
		await expect(form.title).toHaveAttribute('aria-invalid', 'true');
		await expect(form.date).toHaveAccessibleDescription('The date cannot be before today');
		await expect(form.time).toHaveAccessibleDescription('Please enter a time');
		await expect(form.duration).toHaveAccessibleDescription('Please enter 1 to 8 hours, in half hours');
		await expect(form.description).toHaveValue('Kept');
		await expect(form.date).toHaveValue('2020-01-01');
		await expect(form.duration).toHaveValue('9');
		await expect(form.location).toHaveValue('The Crypt');
		await expect(form.timezone).toHaveValue('UTC');
		await expect(form.discord).not.toBeChecked();
		await expect(form.notice).toContainText('Please enter a title Failed to create event. Please try again.');
		if (script) await expect(form.title).toBeFocused();
		expect(await listEventsOf(user.id)).toEqual([]);
		await form.title.fill('Right now');
		if (script) await expect(form.title).not.toHaveAttribute('aria-invalid');
		await form.date.fill('2031-07-04');
		await form.time.fill('20:00');
		await form.duration.fill('8');
		await form.create.click();
		await expect(page).toHaveURL(/\/events\/\d+$/);
		expect(await listEventsOf(user.id)).toMatchObject([{ title: 'Right now', duration: 480, mirror: null }]);
	});

	test('a time that clocks skip is refused at the time', async ({ page, signInAs, visit }) => {
		const user = registerCreator(await signInAs({ role: 'creator' }));
		const form = getEventForm(page);
		await visit('/create-event');
		await form.title.fill('In the gap');
		await form.date.fill('2031-03-09');
		await form.time.fill('02:30');
		await form.create.click();
		await expect(form.time).toHaveAccessibleDescription(
			'2:30 AM does not exist on that day: clocks go forward',
		);
		expect(await listEventsOf(user.id)).toEqual([]);
	});

	test('an error that only the server finds is shown in the notice and at the field, and the values stay', async ({
		page,
		signInAs,
		visit,
		script,
	}) => {
		const user = registerCreator(await signInAs({ role: 'creator' }));
		const other = await createUser({ role: 'storyteller', username: makeUniqueName('left') });
		const form = getEventForm(page);
		await visit('/create-event');
		await form.title.fill('Too late');
		await form.date.fill('2031-07-04');
		await form.storyteller(other.username).click();
		await demoteToPlayer(other.id);
		await form.create.click();
		await expect(form.notice).toContainText(
			'Please choose storytellers from the list Failed to create event. Please try again.',
		);
		await expect(form.notice.locator('span').first()).toHaveText('Please choose storytellers from the list');
		await expect(form.search).toHaveAccessibleDescription('Please choose storytellers from the list');
		if (script) await expect(form.search).toBeFocused();
		await expect(form.title).toHaveValue('Too late');
		expect(await listEventsOf(user.id)).toEqual([]);
		if (script) await form.storyteller(other.username).press('Space');
		await form.create.click();
		await expect(page).toHaveURL(/\/events\/\d+$/);
		expect(await listEventsOf(user.id)).toMatchObject([{ title: 'Too late', storytellers: [] }]);
	});
});

test.describe('a server that is not reached', () => {
	test.use({ expectedErrors: ['net::ERR_FAILED'] });

	test('leaves the form as it is, and the next press creates one event', async ({
		page,
		signInAs,
		visit,
	}) => {
		const user = registerCreator(await signInAs({ role: 'creator' }));
		const form = getEventForm(page);
		await visit('/create-event');
		await form.title.fill('Patience');
		await form.date.fill('2031-07-04');
		const key = await page.locator('input[name="key"]').inputValue();
		await page.route('**/create-event.data*', (route) => route.abort(), { times: 1 });
		await form.create.click();
		const failure = page.locator(':focus');
		await expect(failure).toContainText(
			'Failed to create event. Please try again. The server could not be reached.',
		);
		await expect(failure).toBeInViewport();
		await expect(form.title).toHaveValue('Patience');
		await expect(page.locator('input[name="key"]')).toHaveValue(key);
		await form.create.click();
		await expect(page).toHaveURL(/\/events\/\d+$/);
		expect(await listEventsOf(user.id)).toMatchObject([{ title: 'Patience' }]);
	});
});

test('hostile text is inert', async ({ page, signInAs, visit }) => {
	const user = registerCreator(await signInAs({ role: 'creator' }));
	const form = getEventForm(page);
	await visit('/create-event');
	const script = '<script>document.title="owned"</script><img src=x onerror=alert(1)>';
	await form.title.fill(`\u202eMine\u0007 ${script}`);
	await form.description.fill(`javascript:alert(1) ${script}`);
	await form.location.fill(`javascript:alert(1)`);
	await form.date.fill('2031-07-04');
	await form.create.click();
	await expect(page).toHaveURL(/\/events\/\d+$/);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Mine ${script}`);
	await expect(page).toHaveTitle(`Mine ${script} · Townbell`);
	await expect(page.locator('main a[href^="javascript"], main img[src="x"]')).toHaveCount(0);
	expect(await listEventsOf(user.id)).toMatchObject([
		{ title: `Mine ${script}`, description: `javascript:alert(1) ${script}` },
	]);
});

test('a title of 48 kB is refused and stays in the form', async ({ page, signInAs, baseURL }) => {
	const user = registerCreator(await signInAs({ role: 'creator' }));
	const title = '<b>'.repeat(16_000);
	const response = await page.context().request.post('/create-event', {
		multipart: {
			intent: 'events.create',
			title,
			date: '2031-07-04',
			time: '20:30',
			timezone: 'UTC',
			duration: '3',
		},
		headers: { Origin: String(baseURL) },
	});
	expect(response.status()).toBe(422);
	const html = await response.text();
	expect(html).toContain('A title can have at most 200 characters');
	expect(html).toContain('&lt;b&gt;'.repeat(16_000));
	expect(await listEventsOf(user.id)).toEqual([]);
});
