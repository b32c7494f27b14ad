import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import {
	addCommentRow,
	addEventRow,
	createUser,
	deleteEventRow,
	exhaustComments,
	fillDiscussion,
	getSharedPool,
	readComments,
} from '../support/rows.ts';

const discussion = (page: Page) => page.getByRole('region', { name: 'Discussion' });
const comments = (page: Page) =>
	discussion(page).getByRole('list', { name: 'Comments' }).getByRole('listitem');
const field = (page: Page) => discussion(page).getByRole('textbox', { name: 'Your comment' });
const postButton = (page: Page) => discussion(page).getByRole('button', { name: 'Post comment' });

test('posts a comment and empties the field', { tag: ['@no-script', '@translated'] }, async ({
	page,
	signInAs,
	visit,
	script,
}) => {
	await signInAs({ role: 'creator', preferredUsername: 'Priya of the Hearth' });
	const event = await addEventRow();
	await visit(`/events/${event.id}`);
	await expect(discussion(page)).toContainText('0 comments');
	await expect(discussion(page)).toContainText('No comments yet. Be the first.');
	await expect(discussion(page)).toContainText('Plain text, up to 2,000 characters');
	await field(page).fill('First line\n\n<script>document.title = "owned"</script>');
	await postButton(page).click();
	await expect(comments(page)).toHaveCount(1);
	await expect(comments(page)).toContainText('Priya of the Hearth');
	await expect(comments(page)).toContainText('Creator, just now');
	await expect(comments(page)).toContainText('<script>document.title = "owned"</script>');
	await expect(discussion(page)).toContainText('1 comment');
	await expect(field(page)).toHaveValue('');
	await expect(page).toHaveTitle(`${event.title} · Townbell`);
	if (script) await expect(page.getByRole('status').getByText('Comment posted.')).toBeAttached();
	else await expect(page).toHaveURL(`/events/${event.id}#discussion`);
	await field(page).fill('And a second');
	await postButton(page).click();
	await expect(comments(page)).toHaveCount(2);
	await expect(comments(page).last()).toContainText('And a second');
	expect(await readComments(event.id)).toEqual([
		'First line\n\n<script>document.title = "owned"</script>',
		'And a second',
	]);
});

test('a double click posts one comment', async ({ page, signInAs, visit }) => {
	await signInAs();
	const event = await addEventRow();
	await visit(`/events/${event.id}`);
	await field(page).fill('Once is enough');
	await postButton(page).dblclick();
	await expect(comments(page)).toHaveCount(1);
	await expect(field(page)).toHaveValue('');
	await expect.poll(() => readComments(event.id)).toEqual(['Once is enough']);
});

test.describe('refusals', () => {
	test.use({ expectedErrors: ['422 (Unprocessable', '409 (Conflict', '429 (Too Many'] });

	test('shows the reason beside the field and keeps the typed text', async ({
		page,
		signInAs,
		visit,
		script,
	}) => {
		await signInAs();
		const event = await addEventRow();
		await visit(`/events/${event.id}`);
		await field(page).fill('   ');
		await postButton(page).click();
		await expect(field(page)).toHaveAccessibleDescription('Please write something');
		await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
		await expect(field(page)).toBeInViewport();
		if (script) await expect(field(page)).toBeFocused();
		// The browser's own limit would act before the server's.
		await field(page).evaluate((area) => area.removeAttribute('maxlength'));
		const long = 'x'.repeat(2_001);
		await field(page).fill(long);
		await postButton(page).click();
		await expect(field(page)).toHaveAccessibleDescription('A comment can have at most 2,000 characters');
		await expect(field(page)).toHaveValue(long);
		expect(await readComments(event.id)).toEqual([]);
		await field(page).fill('Short and sweet');
		await postButton(page).click();
		await expect(comments(page)).toHaveCount(1);
		await expect(field(page)).not.toHaveAttribute('aria-invalid');
		expect(await readComments(event.id)).toEqual(['Short and sweet']);
	});

	test('too many in a minute: shows a notice and keeps the text', async ({ page, signInAs, visit }) => {
		const user = await signInAs();
		const event = await addEventRow();
		await exhaustComments(user.id);
		await visit(`/events/${event.id}`);
		await field(page).fill('One more');
		await postButton(page).click();
		await expect(discussion(page).getByRole('alert')).toContainText('Please wait a moment and try again.');
		await expect(field(page)).toHaveValue('One more');
		expect(await readComments(event.id)).toEqual([]);
	});

	test('a form that was sent before with another text is sent again with its second press', async ({
		page,
		signInAs,
		visit,
	}) => {
		const user = await signInAs();
		const event = await addEventRow();
		await visit(`/events/${event.id}`);
		const key = await discussion(page).locator('input[name="key"]').inputValue();
		await getSharedPool().query(
			`INSERT INTO idempotency_keys (key, actor_scope, operation, request_hash, state, expires_at)
			VALUES ($1, $2, 'comments.create', repeat('0', 64), 'finished', now() + interval '1 hour')`,
			[key, user.id],
		);
		await field(page).fill('Edited after going back');
		await postButton(page).click();
		await expect(discussion(page).getByRole('alert')).toContainText('Failed to post comment.');
		await expect(field(page)).toHaveValue('Edited after going back');
		await postButton(page).click();
		await expect(comments(page)).toHaveCount(1);
		expect(await readComments(event.id)).toEqual(['Edited after going back']);
	});
});

for (const role of ['player', 'storyteller', 'creator', 'admin'] as const) {
	const isModerator = role === 'creator' || role === 'admin';
	test(`a ${role} deletes ${isModerator ? 'all' : 'their own'} comments`, {
		tag: role === 'player' ? '@no-script' : [],
	}, async ({ page, signInAs, visit, script }) => {
		const user = await signInAs({ role });
		const other = await createUser({ username: 'quietmoth' });
		const event = await addEventRow({ status: 'completed', inHours: -50 });
		await addCommentRow(event.id, other.id, 'Was a good night', 30);
		await addCommentRow(event.id, user.id, 'Was it', 2.5);
		await visit(`/events/${event.id}`);
		await expect(comments(page)).toHaveText([/quietmoth.*Player, yesterday/, /2 hours ago/]);
		const othersDeleteButton = page.getByRole('button', { name: "Delete quietmoth's comment" });
		await expect(othersDeleteButton).toHaveCount(isModerator ? 1 : 0);
		await page.getByRole('button', { name: `Delete ${user.username}'s comment` }).click();
		await expect(comments(page)).toHaveCount(1);
		expect(await readComments(event.id)).toEqual(['Was a good night']);
		if (script) await expect(discussion(page).getByText('Discussion', { exact: true })).toBeFocused();
		if (!isModerator) return;
		await othersDeleteButton.click();
		await expect(comments(page)).toHaveCount(0);
		expect(await readComments(event.id)).toEqual([]);
	});
}

test('deleting a deleted comment leaves the page as it is', async ({ page, signInAs, visit }) => {
	const user = await signInAs();
	const event = await addEventRow();
	await addCommentRow(event.id, user.id, 'going');
	await visit(`/events/${event.id}`);
	await getSharedPool().query('DELETE FROM comments WHERE event_id = $1', [event.id]);
	await page.getByRole('button', { name: `Delete ${user.username}'s comment` }).click();
	await expect(comments(page)).toHaveCount(0);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.title);
});

test('deleting a comment of a deleted event shows the not-found view', async ({
	page,
	signInAs,
	visit,
	expectedErrors,
}) => {
	expectedErrors.push('404');
	const user = await signInAs();
	const event = await addEventRow();
	await addCommentRow(event.id, user.id, 'going');
	await visit(`/events/${event.id}`);
	await deleteEventRow(event.id);
	await page.getByRole('button', { name: `Delete ${user.username}'s comment` }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event not found');
});

test('a forged form deletes no comment of another user', async ({ page, signInAs, baseURL }) => {
	await signInAs();
	const other = await createUser();
	const event = await addEventRow();
	const commentId = await addCommentRow(event.id, other.id, 'stays');
	const form = { intent: 'comments.delete', commentId };
	const headers = { Origin: String(baseURL) };
	const response = await page.context().request.post(`/events/${event.id}`, { form, headers });
	expect(response.status()).toBe(403);
	expect(await readComments(event.id)).toEqual(['stays']);
});

test('a long discussion shows its latest fifty, and earlier ones at their own address', async ({
	page,
	signInAs,
	visit,
}) => {
	const user = await signInAs();
	const event = await addEventRow();
	await fillDiscussion(event.id, user.id, 70);
	await visit(`/events/${event.id}`);
	await expect(discussion(page)).toContainText('70 comments');
	await expect(comments(page)).toHaveCount(50);
	await expect(comments(page).first()).toContainText('Comment 20');
	await expect(comments(page).last()).toContainText('Comment 69');
	await discussion(page).getByRole('link', { name: 'Show earlier comments' }).click();
	await expect(comments(page)).toHaveCount(20);
	await expect(comments(page).first()).toContainText('Comment 0');
	await expect(field(page)).toHaveCount(0);
	await comments(page).first().getByRole('button', { name: 'Delete' }).click();
	await expect(comments(page)).toHaveCount(19);
	await expect(comments(page).first()).toContainText('Comment 1');
	await discussion(page).getByRole('link', { name: 'Show the latest comments' }).click();
	await expect(comments(page)).toHaveCount(50);
	await expect(field(page)).toBeVisible();
});

test('saving a signup keeps the comment draft', async ({ page, signInAs, visit }) => {
	await signInAs();
	const event = await addEventRow();
	await visit(`/events/${event.id}`);
	await field(page).fill('Half a thou');
	await page.getByRole('group', { name: 'Are you coming?' }).getByRole('button', { name: 'Late' }).click();
	// Once the new list is shown, the page has its new height, so nothing moves during the next click.
	await expect(page.getByText('Ready to join?')).toHaveCount(0);
	await expect(field(page)).toHaveValue('Half a thou');
	await postButton(page).click();
	await expect(comments(page)).toHaveCount(1);
});
