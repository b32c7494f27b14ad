import {
	createBoardEvent,
	getGroup,
	getNames,
	openBoard,
	pressInMenu,
	saveBoard,
	saveGroupsAsAnotherUser,
} from '../support/board.ts';
import { expect, test, waitForHydration } from '../support/fixtures.ts';
import { getCard, getQuickSignup, signUpQuickly } from '../support/pages.ts';
import { addCommentRow, addEventRow, createSignup } from '../support/rows.ts';
import {
	listWrongTexts,
	showOriginal,
	type TranslatorMethod,
	translatePages,
} from '../support/translator.ts';

/** The other flows on translated pages are the tests with the tag @translated. */

test.describe('a page that is translated before its scripts have loaded', () => {
	test.use({ translator: 'before hydration' });

	test('keeps what was typed, and works', async ({ page, signInAs }) => {
		await signInAs();
		const event = await addEventRow();
		let release: () => void = () => undefined;
		const released = new Promise<void>((resolve) => {
			release = resolve;
		});
		await page.route('**/*.js', async (route) => {
			await released;
			await route.continue();
		});
		await page.goto(`/events/${event.id}`, { waitUntil: 'commit' });
		const comments = page.getByRole('list', { name: 'Comments' });
		await expect(page.locator('p > font', { hasText: 'No comments yet.' })).toBeVisible();
		await page.getByRole('textbox', { name: 'Your comment' }).fill('Typed before');
		release();
		await waitForHydration(page);
		await page.getByRole('button', { name: 'Post comment' }).click();
		await expect(comments).toContainText('Typed before');
		await expect(page.getByText('1 comment', { exact: true })).toBeVisible();
		await page.getByRole('button', { name: 'Late', exact: true }).first().click();
		await expect(page.getByText('You: Late')).toBeVisible();
	});
});

test.describe('groups that are translated before their editor has loaded', () => {
	// React renders the editor anew, because its texts are other ones.
	test.use({ translator: 'before hydration', expectedErrors: ['Hydration:'] });

	test('are edited', async ({ page, signInAs, visit }) => {
		await signInAs({ role: 'creator' });
		const { event, getUser } = await createBoardEvent({ confirmed: ['ann', 'bob'] });
		await saveGroupsAsAnotherUser(event.id, [{ name: 'Owls', players: [getUser('ann')] }]);
		await page.route('**/groups-editor*.js', async (route) => {
			await page.locator('#groups font').first().waitFor();
			await route.continue();
		});
		await openBoard(page, visit, event, true);
		await pressInMenu(page, getUser('bob'), 'Move to Owls');
		await expect(getNames(getGroup(page, 'Owls'))).toHaveText(['ann', 'bob']);
		await expect(getGroup(page, 'Owls')).toContainText('2 of 15 players');
		await saveBoard(page, true);
	});
});

test.describe('names, titles and codes', () => {
	test.use({ translator: 'after hydration' });

	test('are not translated', async ({ page, signInAs, visit }) => {
		const user = await signInAs({ role: 'admin' });
		const { event, getUser } = await createBoardEvent({ confirmed: ['ann'], late: ['lara'] }, ['tess']);
		await createSignup(event.id, user.id, 'confirmed');
		await saveGroupsAsAnotherUser(event.id, [{ name: 'Owls', players: [getUser('ann'), user] }]);
		await addCommentRow(event.id, user.id, 'Who brings the board?');
		const names = [user.username, 'ann', 'lara', 'tess', 'Owls', event.title, 'Candlewick Society'];
		const eventPath = `/events/${event.id}`;
		for (const address of [
			...['/events', eventPath, `${eventPath}/signup`, `${eventPath}/edit`, `${eventPath}/delete`],
			...[`${eventPath}/rounds`, '/profile', '/admin', '/admin/users', '/admin/events', '/admin/signups'],
		]) {
			await visit(address);
			await expect(page.locator('h1 font, h2 font').first()).toBeAttached();
			// The label of a checkbox is a sentence.
			const translated = await page.locator('font font:not(label *)').allTextContents();
			const isName = (text: string) => names.includes(text.replace('\u200b', '').trim());
			expect.soft(translated.filter(isName), address).toEqual([]);
			expect.soft(await listWrongTexts(page), address).toEqual([]);
		}
	});
});

for (const [method, texts] of [
	['replace', 'same'],
	['replace', 'new'],
	['insert and remove', 'new'],
	['wrap', 'same'],
] as const satisfies [TranslatorMethod, 'same' | 'new'][]) {
	test(`texts change on a page that a translator changed (${method}), and in the original (${texts} texts)`, async ({
		page,
		signInAs,
		visit,
		alone: _,
	}) => {
		const user = await signInAs();
		const event = await addEventRow({ inHours: 0.7 });
		await createSignup(event.id, user.id, 'late');
		await translatePages(page, 'after hydration', method);
		await visit('/events');
		const card = getCard(page, event.id);
		await expect(card.locator('font').first()).toBeVisible();
		await signUpQuickly(card, 'Maybe');
		await expect(getQuickSignup(card)).toHaveText('Tentative');
		await expect(card).toContainText('1 tentative');
		await expect(card).toContainText('0 late');
		expect(await listWrongTexts(page)).toEqual([]);
		await showOriginal(page, texts);
		await signUpQuickly(card, 'Confirm');
		await expect(getQuickSignup(card)).toHaveText('Confirmed');
		await expect(card).toContainText('1 confirmed');
		await expect(card).toContainText('0 tentative');
	});
}

test.describe('a page whose elements were moved', () => {
	test.use({ expectedErrors: ['NotFoundError'] });

	test('is loaded again, but not without end', async ({ page, signInAs, visit }) => {
		await signInAs();
		const event = await addEventRow();
		await visit(`/events/${event.id}`);
		const damage = async () => {
			await page.getByRole('link', { name: 'Sign Up Now' }).click();
			await page.locator('dialog').evaluate((dialog) => document.body.append(dialog));
			await page.goBack();
		};
		await damage();
		await expect(page.locator('dialog')).toHaveCount(0);
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.title);
		await waitForHydration(page);
		await damage();
		await expect(page.getByRole('heading', { name: 'This page was changed' })).toBeVisible();
		await page.getByRole('link', { name: 'Try again' }).click();
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.title);
	});
});
