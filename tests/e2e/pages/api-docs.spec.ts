import { expect, test } from '../support/fixtures.ts';

test('the API docs page is linked from the profile and shows a call with its example', {
	tag: '@no-script',
}, async ({ page, signInAs, visit }) => {
	await signInAs();
	await visit('/profile');
	await page.getByRole('link', { name: 'API page' }).click();
	await expect(page.getByRole('heading', { name: 'API', level: 1 })).toBeVisible();
	const call = page.locator('#post_events_eventId_signup');
	await expect(call.getByText('Access: Every member.')).toBeHidden();
	await call.locator('summary').click();
	await expect(call.getByText('Access: Every member.')).toBeVisible();
	await expect(call.getByText('curl -X POST "$TOWNBELL/api/events/$EVENT_ID/signup"')).toBeVisible();
	await expect(call.getByRole('rowheader', { name: 'status' }).first()).toBeVisible();
	await page.getByRole('link', { name: 'Schemas' }).click();
	await expect(page).toHaveURL(/#schemas$/);
});

test('signed out, it leads to the sign-in', async ({ page, visit }) => {
	await visit('/api/docs');
	await expect(page).toHaveURL(/\/login\?redirectTo=%2Fapi%2Fdocs/);
});
