import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import {
	deleteNight,
	exhaustComments,
	fillDiscussion,
	makeComment,
	makeNight,
	makePerson,
	readComments,
	rows,
} from '../support/rows.ts';

const discussion = (page: Page) => page.getByRole('region', { name: 'Discussion' });
const comments = (page: Page) =>
	discussion(page).getByRole('list', { name: 'Comments' }).getByRole('listitem');
const field = (page: Page) => discussion(page).getByRole('textbox', { name: 'Your comment' });
const postButton = (page: Page) => discussion(page).getByRole('button', { name: 'Post comment' });

test('a comment is posted, and the field is empty for the next', { tag: '@no-script' }, async ({
	page,
	signInAs,
	visit,
	script,
}) => {
	await signInAs({ role: 'creator', preferredUsername: 'Priya of the Hearth' });
	const night = await makeNight();
	await visit(`/events/${night.id}`);
	await expect(discussion(page)).toContainText('0 comments');
	await expect(discussion(page)).toContainText('Nobody has said anything yet');
	await expect(discussion(page)).toContainText('Plain text, up to 2,000 characters');
	await field(page).fill('First line\n\n<script>document.title = "owned"</script>');
	await postButton(page).click();
	await expect(comments(page)).toHaveCount(1);
	await expect(comments(page)).toContainText('Priya of the Hearth');
	await expect(comments(page)).toContainText('Creator, just now');
	await expect(comments(page)).toContainText('<script>document.title = "owned"</script>');
	await expect(discussion(page)).toContainText('1 comment');
	await expect(field(page)).toHaveValue('');
	await expect(page).toHaveTitle(`${night.title} · Townbell`);
	if (script) await expect(page.getByRole('status').getByText('Your comment is posted.')).toBeAttached();
	else await expect(page).toHaveURL(`/events/${night.id}#discussion`);
	await field(page).fill('And a second');
	await postButton(page).click();
	await expect(comments(page)).toHaveCount(2);
	await expect(comments(page).last()).toContainText('And a second');
	expect(await readComments(night.id)).toEqual([
		'First line\n\n<script>document.title = "owned"</script>',
		'And a second',
	]);
});

test('a double click posts one comment', async ({ page, signInAs, visit }) => {
	await signInAs();
	const night = await makeNight();
	await visit(`/events/${night.id}`);
	await field(page).fill('Once is enough');
	await postButton(page).dblclick();
	await expect(comments(page)).toHaveCount(1);
	await expect(field(page)).toHaveValue('');
	await expect.poll(() => readComments(night.id)).toEqual(['Once is enough']);
});

test.describe('what is refused', () => {
	test.use({ expectedErrors: ['422 (Unprocessable', '409 (Conflict', '429 (Too Many'] });

	test('says why beside the field, which keeps what was typed', async ({ page, signInAs, visit, script }) => {
		await signInAs();
		const night = await makeNight();
		await visit(`/events/${night.id}`);
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
		expect(await readComments(night.id)).toEqual([]);
		await field(page).fill('Short and sweet');
		await postButton(page).click();
		await expect(comments(page)).toHaveCount(1);
		await expect(field(page)).not.toHaveAttribute('aria-invalid');
		expect(await readComments(night.id)).toEqual(['Short and sweet']);
	});

	test('too many in a minute: a notice says so, and the text stays', async ({ page, signInAs, visit }) => {
		const person = await signInAs();
		const night = await makeNight();
		await exhaustComments(person.id);
		await visit(`/events/${night.id}`);
		await field(page).fill('One more');
		await postButton(page).click();
		await expect(discussion(page).getByRole('alert')).toContainText('Please wait a moment and try again.');
		await expect(field(page)).toHaveValue('One more');
		expect(await readComments(night.id)).toEqual([]);
	});

	test('a form that was sent before with another text is sent again with its second press', async ({
		page,
		signInAs,
		visit,
	}) => {
		const person = await signInAs();
		const night = await makeNight();
		await visit(`/events/${night.id}`);
		const key = await discussion(page).locator('input[name="key"]').inputValue();
		await rows().query(
			`INSERT INTO idempotency_keys (key, actor_scope, operation, request_hash, state, expires_at)
			VALUES ($1, $2, 'comments.create', repeat('0', 64), 'finished', now() + interval '1 hour')`,
			[key, person.id],
		);
		await field(page).fill('Edited after going back');
		await postButton(page).click();
		await expect(discussion(page).getByRole('alert')).toContainText('Failed to post comment.');
		await expect(field(page)).toHaveValue('Edited after going back');
		await postButton(page).click();
		await expect(comments(page)).toHaveCount(1);
		expect(await readComments(night.id)).toEqual(['Edited after going back']);
	});
});

for (const role of ['player', 'storyteller', 'creator', 'admin'] as const) {
	const isModerator = role === 'creator' || role === 'admin';
	test(`a ${role} deletes ${isModerator ? 'everybody’s' : 'their own'} comments`, {
		tag: '@no-script',
	}, async ({ page, signInAs, visit, script }) => {
		const person = await signInAs({ role });
		const other = await makePerson({ username: 'quietmoth' });
		const night = await makeNight({ status: 'completed', inHours: -50 });
		await makeComment(night.id, other.id, 'Was a good night', 30);
		await makeComment(night.id, person.id, 'Was it', 2.5);
		await visit(`/events/${night.id}`);
		await expect(comments(page)).toHaveText([/quietmoth.*Player, yesterday/, /2 hours ago/]);
		const theirs = page.getByRole('button', { name: 'Delete the comment of quietmoth' });
		await expect(theirs).toHaveCount(isModerator ? 1 : 0);
		await page.getByRole('button', { name: `Delete the comment of ${person.username}` }).click();
		await expect(comments(page)).toHaveCount(1);
		expect(await readComments(night.id)).toEqual(['Was a good night']);
		if (script) await expect(discussion(page).getByText('Discussion', { exact: true })).toBeFocused();
		if (!isModerator) return;
		await theirs.click();
		await expect(comments(page)).toHaveCount(0);
		expect(await readComments(night.id)).toEqual([]);
	});
}

test('a comment that is gone already leaves the page as it is', async ({ page, signInAs, visit }) => {
	const person = await signInAs();
	const night = await makeNight();
	await makeComment(night.id, person.id, 'going');
	await visit(`/events/${night.id}`);
	await rows().query('DELETE FROM comments WHERE event_id = $1', [night.id]);
	await page.getByRole('button', { name: `Delete the comment of ${person.username}` }).click();
	await expect(comments(page)).toHaveCount(0);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(night.title);
});

test('a comment of an event that is gone leads away without deleting', async ({ page, signInAs, visit }) => {
	const person = await signInAs();
	const night = await makeNight();
	await makeComment(night.id, person.id, 'going');
	await visit(`/events/${night.id}`);
	await deleteNight(night.id);
	await page.getByRole('button', { name: `Delete the comment of ${person.username}` }).click();
	// The browser keeps the form's fragment after a redirect.
	await expect(page).toHaveURL(/\/events(#discussion)?$/);
	await expect(page.getByText('Event not found')).toBeVisible();
});

test('a forged form deletes nothing of others', async ({ page, signInAs, baseURL }) => {
	await signInAs();
	const other = await makePerson();
	const night = await makeNight();
	const commentId = await makeComment(night.id, other.id, 'stays');
	const form = { intent: 'comments.delete', commentId };
	const headers = { Origin: String(baseURL) };
	const answer = await page.context().request.post(`/events/${night.id}`, { form, headers });
	expect(answer.status()).toBe(403);
	expect(await readComments(night.id)).toEqual(['stays']);
});

test('a long discussion shows its latest fifty, and earlier ones at an address', {
	tag: '@no-script',
}, async ({ page, signInAs, visit }) => {
	const person = await signInAs();
	const night = await makeNight();
	await fillDiscussion(night.id, person.id, 70);
	await visit(`/events/${night.id}`);
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

test('a signup answered meanwhile leaves the draft alone', async ({ page, signInAs, visit }) => {
	await signInAs();
	const night = await makeNight();
	await visit(`/events/${night.id}`);
	await field(page).fill('Half a thou');
	await page.getByRole('group', { name: 'Are you coming?' }).getByRole('button', { name: 'Late' }).click();
	// Once the new list is shown, the page has its new height, so nothing moves during the next click.
	await expect(page.getByText('Ready to join?')).toHaveCount(0);
	await expect(field(page)).toHaveValue('Half a thou');
	await postButton(page).click();
	await expect(comments(page)).toHaveCount(1);
});
