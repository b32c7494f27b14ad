import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectNotice } from '../support/pages.ts';
import { addPollRow, addVotes, closePoll } from '../support/poll-rows.ts';
import { createUser, getSharedPool, registerEvent } from '../support/rows.ts';
import { makeUnique } from '../support/scenario.ts';

const FRIDAY = 'Fri, Jul 4, 8:30 PM Eastern';
const FRIDAY_LATER = 'Fri, Jul 11, 9:00 PM Eastern';
const SATURDAY = 'Sat, Jul 19, 8:30 PM Eastern';

/** The fields of one offered time, counted from 1. */
const getRow = (page: Page, row: number) => page.getByRole('group', { name: `Time ${row}`, exact: true });
const getAnswer = (page: Page, time: string, answer: string) =>
	page.getByRole('group', { name: time }).getByRole('radio', { name: answer, exact: true });
const getResults = (page: Page) => page.getByRole('region', { name: /^Answers/ }).getByRole('listitem');

async function listSignups(eventId: string): Promise<Record<string, string>> {
	const { rows } = await getSharedPool().query<{ user_id: string; status: string }>(
		'SELECT user_id::text, status FROM signups WHERE event_id = $1',
		[eventId],
	);
	return Object.fromEntries(rows.map(({ user_id, status }) => [user_id, status]));
}

test('a date is found: times are offered, members answer, and a creator chooses one', {
	tag: ['@no-script', '@translated'],
}, async ({ page, signInAs, setSession, visit, script, expectedErrors }) => {
	const title = makeUnique('Fair');
	const creator = await signInAs({ role: 'creator' });
	await visit('/create-event');
	await page.getByRole('link', { name: 'Find a date' }).click();
	await expect(page).toHaveURL('/polls/new');
	await expect(page.getByRole('heading', { level: 1, name: 'Find a date' })).toBeVisible();
	expectedErrors.push('422');
	await getRow(page, 1).getByLabel('Date').fill('2031-07-04');
	await getRow(page, 3).getByLabel('Date').fill('2031-03-09');
	await getRow(page, 3).getByLabel('Time', { exact: true }).fill('02:30');
	await page.getByRole('button', { name: 'Ask members' }).click();
	await expect(page.getByText('Please enter a title').first()).toBeVisible();
	// The second time that was typed is in the third row.
	await expect(getRow(page, 3)).toContainText('2:30 AM does not exist on that day: clocks go forward');
	await expect(getRow(page, 1).getByLabel('Date')).toHaveValue('2031-07-04');
	if (script) await expectAccessible(page);
	await page.getByLabel('Title').fill(title);
	await getRow(page, 3).getByLabel('Date').fill('2031-07-11');
	await getRow(page, 3).getByLabel('Time', { exact: true }).fill('21:00');
	await page.getByText('More times').click();
	await getRow(page, 10).getByLabel('Date').fill('2031-07-19');
	const end = page.locator('[name="answer_by.date"]');
	await end.fill('2031-07-05');
	await page.getByRole('button', { name: 'Ask members' }).click();
	await expect(page.getByText('The answers must be due before the first time').first()).toBeVisible();
	await end.fill('2031-07-01');
	await page.getByRole('button', { name: 'Ask members' }).click();
	await expectNotice(page, 'Members can answer now.');
	await expect(page).toHaveURL(/\/polls\/\d+$/);
	const address = new URL(page.url()).pathname;
	const pollId = String(address.split('/').at(-1));
	await expect(getResults(page)).toHaveCount(3);

	const first = await createUser({ username: makeUnique('ada') });
	const second = await createUser({ username: makeUnique('rook') });
	await setSession(first);
	await visit('/events');
	const listed = page.getByRole('listitem').filter({ hasText: title });
	await expect(listed).toContainText("You haven't answered yet. Answer by Tue, Jul 1, 8:30 PM Eastern.");
	await listed.getByRole('link', { name: title }).click();
	await expect(page.getByRole('button', { name: 'Choose this date' })).toHaveCount(0);
	await page.getByRole('button', { name: 'Save my answers' }).click();
	await expect(page.getByText('Please answer at least one time')).toBeVisible();
	await getAnswer(page, FRIDAY, 'No').check();
	await getAnswer(page, SATURDAY, 'If need be').check();
	await page.getByRole('button', { name: 'Save my answers' }).click();
	await expectNotice(page, 'Your answers are saved.');
	// Answers can be changed, and a time without an answer stays unanswered.
	await getAnswer(page, FRIDAY, 'Yes').check();
	await page.getByRole('button', { name: 'Save my answers' }).click();
	await expect(getResults(page).first()).toContainText('1 yes, 0 if need be, 0 no');
	await expect(getAnswer(page, SATURDAY, 'If need be')).toBeChecked();
	await expect(page.getByRole('group', { name: FRIDAY_LATER }).locator(':checked')).toHaveCount(0);
	if (script) await expectAccessible(page);
	await visit('/events');
	await expect(listed).toContainText('You answered.');

	await setSession(second);
	await visit(address);
	await getAnswer(page, SATURDAY, 'Yes').check();
	await getAnswer(page, FRIDAY, 'No').check();
	await page.getByRole('button', { name: 'Save my answers' }).click();
	await expectNotice(page, 'Your answers are saved.');
	// One yes and one if need be are more than one yes.
	await expect(getResults(page).first()).toContainText('Sat, Jul 19, 8:30 PM');
	await expect(getResults(page).first()).toContainText('No group can play yet: a storyteller and');
	await getResults(page).first().getByText('Who answered').click();
	await expect(getResults(page).first()).toContainText(`Yes${second.username}If need be${first.username}`);

	expectedErrors.push('409');
	await closePoll({ id: pollId });
	await page.getByRole('button', { name: 'Save my answers' }).click();
	await expect(page.getByText('Failed to save your answers. The time to answer is over.')).toBeVisible();
	await expect(page.getByRole('button', { name: 'Save my answers' })).toHaveCount(0);
	await expect(page.getByText('A creator chooses the date from the answers.')).toBeVisible();
	await visit('/events');
	await expect(listed).toHaveCount(0);

	await setSession(creator);
	await visit('/events');
	await expect(listed).toContainText('Choose a date.');
	await visit(address);
	const choose = getResults(page).first().getByRole('button', { name: 'Choose this date' });
	await choose.click();
	await expect(page).toHaveURL(`/events/${pollId}`);
	registerEvent(pollId);
	await expect(page.getByText('The date is chosen, and the event is created.')).toBeVisible();
	expect(await listSignups(pollId)).toEqual({ [first.id]: 'tentative', [second.id]: 'confirmed' });

	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	await expectNotice(page, 'Undone: 1 event, 2 signups.');
	await expect(page).toHaveURL(address);
	// A message on Discord leads to the address of the event.
	await visit(`/events/${pollId}`);
	await expect(page).toHaveURL(address);
	const [older, other] = [await page.context().newPage(), getResults(page).last()];
	await older.goto(address);
	await choose.click();
	await expect(page).toHaveURL(`/events/${pollId}`);
	// The same press in an older tab chooses nothing else.
	await getResults(older).first().getByRole('button', { name: 'Choose this date' }).click();
	await expect(older).toHaveURL(`/events/${pollId}`);
	await older.close();
	expect(await listSignups(pollId)).toEqual({ [first.id]: 'tentative', [second.id]: 'confirmed' });
	await visit(address);
	await expect(page.getByText('The date has been chosen. View the event')).toBeVisible();
	await expect(other.getByRole('button')).toHaveCount(0);
	await getSharedPool().query('DELETE FROM events WHERE id = $1', [pollId]);
	await visit(address);
	await expect(page.getByText('The date has been chosen. The event was deleted.')).toBeVisible();
});

test('a poll is changed after another creator did, loses a time with its answers, and is withdrawn', {
	tag: '@no-script',
}, async ({ page, signInAs, visit, script, expectedErrors }) => {
	const creator = await signInAs({ role: 'creator' });
	const title = makeUnique('Fair');
	const poll = await addPollRow({ creatorId: creator.id, title });
	await addVotes(poll, (await createUser()).id, 'yes', 'no');
	const address = `/polls/${poll.id}`;
	await visit(address);
	await page.getByRole('link', { name: 'Edit' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Change poll' })).toBeVisible();
	await expect(getRow(page, 2)).toContainText(
		'1 answer is deleted when you change the date or the time, or clear the date.',
	);
	await getSharedPool().query("UPDATE polls SET version = version + 1, location = 'The Mill' WHERE id = $1", [
		poll.id,
	]);
	expectedErrors.push('409');
	await page.getByLabel('Location').fill('The Bakery');
	await getRow(page, 2).getByLabel('Date').fill('');
	await page.getByRole('button', { name: 'Save changes' }).click();
	await expect(page.getByText('Someone else changed this poll while you were editing.')).toBeVisible();
	await expect(page.getByLabel('Location')).toHaveValue('The Bakery');
	await expect(page.getByRole('link', { name: 'Discard mine and use the saved version' })).toBeVisible();
	if (script) await expectAccessible(page);
	await page.getByRole('button', { name: 'Save changes' }).click();
	await expect(page.getByText('The poll was changed.')).toBeVisible();
	await expect(page).toHaveURL(address);
	await expect(page.getByText('The Bakery')).toBeVisible();
	await expect(getResults(page)).toHaveCount(1);
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	await expect(page.getByText('The Mill')).toBeVisible();
	await expect(getResults(page)).toHaveCount(2);
	await expect(getResults(page).last()).toContainText('0 yes, 0 if need be, 1 no');

	await getSharedPool().query(
		`INSERT INTO announcements (event_id, kind, state, error, due_at, updated_at)
		VALUES ($1, 'poll', 'failed', 'The bot may not post there.', now() + interval '1 day', now())
		ON CONFLICT (event_id, kind) DO UPDATE SET state = 'failed', error = excluded.error`,
		[poll.id],
	);
	await visit(address);
	await expect(page.getByText('Not posted on Discord. The bot may not post there.')).toBeVisible();
	await page.getByRole('button', { name: 'Post again' }).click();
	await expect(page.getByText('Posting to Discord…').first()).toBeAttached();
	await expect(page).toHaveURL(address);
	await expect(page.getByText('The bot may not post there.')).toHaveCount(0);

	await page.getByRole('button', { name: 'Withdraw' }).click();
	await expect(page.getByText('The poll was withdrawn.')).toBeVisible();
	await expect(page.getByText('This poll was withdrawn.')).toBeVisible();
	await expect(page.getByRole('button', { name: /Choose|Save my/ })).toHaveCount(0);
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	await expect(page.getByRole('button', { name: 'Save my answers' })).toBeVisible();
});

test('only creators open the forms of polls, and a closed poll keeps its other fields editable', async ({
	page,
	signInAs,
	setSession,
	visit,
	expectedErrors,
}) => {
	const creator = await createUser({ role: 'creator' });
	const poll = await addPollRow({ creatorId: creator.id, title: makeUnique('Fair') });
	expectedErrors.push('403', '404');
	await signInAs({ role: 'storyteller' });
	for (const address of ['/polls/new', `/polls/${poll.id}/edit`]) {
		await page.goto(address);
		await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
	}
	await visit(`/polls/${poll.id}`);
	await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
	await expect(page.getByRole('button', { name: /Withdraw|Choose/ })).toHaveCount(0);
	await page.goto('/polls/999999999999');
	await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
	await page.goto('/events/999999999999');
	await expect(page).toHaveURL('/events');

	await closePoll(poll);
	await setSession(creator);
	await visit(`/polls/${poll.id}/edit`);
	await page.getByLabel('Location').fill('The Bakery');
	await page.getByRole('button', { name: 'Save changes' }).click();
	await expect(page.getByText('The poll was changed.')).toBeVisible();
	await expect(page.getByText('The time to answer is over.')).toBeVisible();
});

test.describe('with a live page', () => {
	test.use({ isLive: true });

	test('an open poll shows the answers of others', async ({ page, signInAs, visit }) => {
		const player = await signInAs();
		const poll = await addPollRow({ creatorId: (await createUser({ role: 'creator' })).id });
		await visit(`/polls/${poll.id}`);
		await expect(getResults(page).first()).toContainText('0 yes');
		await addVotes(poll, player.id, null, 'yes');
		await expect(getResults(page).first()).toContainText('1 yes, 0 if need be, 0 no');
	});
});
