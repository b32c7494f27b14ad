import type { APIRequestContext } from '@playwright/test';
import ICAL from 'ical.js';
import { call } from '~/tests/support/api-client/client.ts';
import { expect, test } from '../support/fixtures.ts';
import { addEventRow, createSignup, createUser, getSharedPool } from '../support/rows.ts';

/** Creates the user's calendar link and returns its path. */
async function renewLink(client: APIRequestContext): Promise<string> {
	const { body } = await call(client, 'POST /api/users/calendar/renew', {});
	return new URL(String(body.url)).pathname;
}

test('the link gives the calendar without a session, and 304 while nothing changes', async ({ api }) => {
	const [user, visitor] = [await createUser(), await api(null)];
	const event = await addEventRow({ title: 'Ravens; and, owls' });
	const signup = await createSignup(event.id, user.id, 'confirmed');
	const path = await renewLink(await api(user));
	const response = await visitor.get(path);
	expect(response.status()).toBe(200);
	expect(response.headers()).toMatchObject({
		'content-type': 'text/calendar; charset=utf-8',
		'cache-control': 'private, no-cache',
		'referrer-policy': 'no-referrer',
		etag: /^"[0-9a-f]{32}"$/,
	});
	expect(response.headers()['set-cookie']).toBeUndefined();
	const entry = ICAL.Component.fromString(await response.text()).getFirstSubcomponent('vevent');
	expect(entry?.getFirstPropertyValue('summary')).toBe('Ravens; and, owls');

	const headers = { 'If-None-Match': String(response.headers().etag) };
	const unchanged = await visitor.get(path, { headers });
	expect([unchanged.status(), (await unchanged.body()).length]).toEqual([304, 0]);
	await getSharedPool().query(`UPDATE signups SET status = 'late', updated_at = now() WHERE id = $1`, [
		signup,
	]);
	const changed = await visitor.get(path, { headers });
	expect([changed.status(), changed.headers().etag === headers['If-None-Match']]).toEqual([200, false]);
	// Some calendar programs add the space that was copied with the address.
	expect((await visitor.get(`${path}%20`)).status()).toBe(200);
	const lengthOf = (headers: Record<string, string>) => [
		headers['content-length'],
		headers['content-encoding'],
	];
	for (const encoding of ['identity', 'gzip']) {
		const options = { headers: { 'Accept-Encoding': encoding } };
		const [get, head] = [await visitor.get(path, options), await visitor.head(path, options)];
		expect(lengthOf(get.headers())[0]).toMatch(/^\d+$/);
		expect([head.status(), lengthOf(head.headers())]).toEqual([200, lengthOf(get.headers())]);
		expect(head.headers()['content-encoding']).toBe(encoding === 'gzip' ? 'gzip' : undefined);
	}
	expect((await visitor.post(path)).status()).toBe(405);
});

test('revoked, renewed, unknown and malformed links all get the same 404', async ({ api }) => {
	const [user, visitor] = [await createUser(), await api(null)];
	const client = await api(user);
	const renewed = await renewLink(client);
	const revoked = await renewLink(client);
	expect((await visitor.get(revoked)).status()).toBe(200);
	await call(client, 'DELETE /api/users/calendar', {});
	const former = await createUser();
	const ofFormerMember = await renewLink(await api(former));
	await getSharedPool().query('UPDATE users SET membership_lost_at = now() WHERE id = $1', [former.id]);
	const responses: unknown[] = [];
	for (const path of [
		...[revoked, renewed, ofFormerMember, `/calendar/${user.id}-${'x'.repeat(43)}.ics`],
		...['/calendar/x.ics', `${revoked.slice(0, -5)}.ics`, '/calendar/999999-x.ics'],
	]) {
		const response = await visitor.get(path);
		const { date, 'x-request-id': id, ...headers } = response.headers();
		expect([date, id]).not.toContain(undefined);
		responses.push({ status: response.status(), headers, body: await response.text() });
	}
	expect(responses[0]).toMatchObject({ status: 404, body: '' });
	expect(responses).toEqual(responses.map(() => responses[0]));
});

test('every role reads its own calendar', async ({ api }) => {
	const visitor = await api(null);
	for (const role of ['player', 'storyteller', 'creator', 'admin'] as const) {
		const path = await renewLink(await api(await createUser({ role })));
		expect((await visitor.get(path)).status(), role).toBe(200);
	}
});

test('an API token can neither read nor create the link, but revoke it', async ({ api, browserApi }) => {
	const user = await createUser();
	const { request, xsrf } = await browserApi(user);
	const created = await request.post('/profile', {
		form: { intent: 'tokens.create', name: 'Script' },
		headers: { Origin: new URL(String(test.info().project.use.baseURL ?? process.env.E2E_APP_URL)).origin },
	});
	expect(xsrf).not.toBe('');
	const token = String(/townbell_[\w-]{43}/.exec(await created.text())?.[0]);
	await renewLink(await api(user));
	const script = await api({ token });
	expect((await script.get('/api/users/calendar')).status()).toBe(403);
	expect((await script.post('/api/users/calendar/renew')).status()).toBe(403);
	expect(await (await script.get('/profile')).text()).not.toContain('/calendar/');
	expect((await script.delete('/api/users/calendar')).status()).toBe(200);
});

test('one event is a file, and its page keeps its address', async ({ browserApi }) => {
	const { request } = await browserApi(await createUser());
	const event = await addEventRow();
	const file = await request.get(`/events/${event.id}.ics`);
	expect(file.status()).toBe(200);
	expect(file.headers()).toMatchObject({
		'content-type': 'text/calendar; charset=utf-8',
		'content-disposition': `attachment; filename="townbell-event-${event.id}.ics"`,
	});
	expect(await file.text()).toContain(`UID:event-${event.id}@`);
	const page = await request.get(`/events/${event.id}`);
	expect(page.headers()['content-type']).toContain('text/html');
	expect(await page.text()).toContain(`href="/events/${event.id}.ics"`);
	expect((await request.get('/events/999999999.ics')).status()).toBe(404);
	expect((await request.get('/events/x.ics')).status()).toBe(404);
});
