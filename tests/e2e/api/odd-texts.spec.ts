import { randomUUID } from 'node:crypto';
import { expect, test } from '../support/fixtures.ts';
import { makeNight, makePerson, registerNight } from '../support/rows.ts';
import { expectRefusal } from '../support/shapes.ts';

/** Half a surrogate pair, as JSON can contain it. Neither UTF-8 nor PostgreSQL's jsonb can store it. */
const LONE = '\ud800';
const date = () => new Date(Date.now() + 5 * 86_400_000).toISOString();

test('half a surrogate pair becomes the replacement character in every kind of text', async ({
	api,
	alone,
}) => {
	void alone;
	const admin = await makePerson({ role: 'admin' });
	const night = await makeNight();
	const request = await api(admin);
	const send = async (method: 'post' | 'put', path: string, body: unknown) => {
		// The body is sent as a string, because Playwright would replace the lone surrogates of an object.
		const response = await request[method](path, {
			data: JSON.stringify(body),
			headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
		});
		expect.soft(response.status(), `${method} ${path}`).toBeLessThan(300);
		return response.ok() ? await response.json() : {};
	};
	const event = await send('post', '/api/events', {
		...{ title: `Title ${LONE}`, description: `Description ${LONE}`, location: `Location ${LONE}` },
		...{ date: date(), timezone: 'UTC', createDiscordEvent: false },
	});
	registerNight(event.id);
	expect.soft(event).toMatchObject({
		title: 'Title \ufffd',
		description: 'Description \ufffd',
		location: 'Location \ufffd',
	});
	const signup = await send('post', `/api/events/${night.id}/signup`, { status: 'late', notes: `n${LONE}` });
	expect.soft(signup.notes).toBe('n\ufffd');
	const comment = await send('post', `/api/events/${night.id}/comments`, { body: `c${LONE}` });
	expect.soft(comment.body).toBe('c\ufffd');
	const { user } = await send('put', '/api/auth/update-username', { preferredUsername: `Odd ${LONE}` });
	expect.soft(user?.preferredUsername).toBe('Odd \ufffd');
	const preferences = await send('put', '/api/users/preferences', { notes: `p${LONE}` });
	expect.soft(preferences.notes).toBe('p\ufffd');
	await send('put', `/api/events/${event.id}`, { title: `Moved ${LONE}`, date: date() });
	const saved = await send('post', `/api/events/${night.id}/groups`, {
		groups: [{ id: `g${LONE}`, name: `Group ${LONE}`, players: [] }],
		pins: [{ userId: admin.id, groupId: `g${LONE}` }],
	});
	expect.soft(saved.groups).toMatchObject([{ id: 'g\ufffd', name: 'Group \ufffd' }]);
	const settings = await send('put', '/api/admin/settings/events_banner', { value: `b${LONE}` });
	expect.soft(settings.events_banner).toBe('b\ufffd');
	await send('put', '/api/admin/settings/events_banner', { value: '' });
});

test('half a surrogate pair where an id, a choice or a cursor belongs is refused, never a fault', async ({
	api,
	browserApi,
}) => {
	const admin = await makePerson({ role: 'admin' });
	const night = await makeNight();
	const request = await api(admin);
	const bodies: [method: 'post' | 'put', path: string, body: unknown][] = [
		['post', '/api/events', { title: 'T', date: date(), timezone: LONE }],
		['post', '/api/events', { title: 'T', date: date(), storytellerIds: [LONE] }],
		['post', '/api/events', { title: 'T', date: LONE, image: LONE, imageHash: LONE }],
		['post', `/api/events/${night.id}/signup`, { status: LONE }],
		['post', `/api/events/${night.id}/groups`, { groups: [{ id: 'g', name: 'G', players: [LONE] }] }],
		['post', `/api/events/${night.id}/groups`, { groups: [], pins: [{ userId: LONE, groupId: LONE }] }],
		['post', `/api/events/${night.id}/groups`, { groups: [], keepApart: [[LONE, '1']] }],
		[
			'post',
			`/api/events/${night.id}/groups`,
			{ groups: [LONE, '\udfff'].map((id) => ({ id, name: 'Twice', players: [] })) },
		],
		['put', '/api/users/preferences', { preferredPlayers: [LONE] }],
		['put', '/api/users/profile', { theme: LONE }],
		['put', '/api/admin/settings/discord_event_image', { value: LONE }],
		['put', `/api/admin/users/${admin.id}/role`, { role: LONE }],
		['post', '/api/users/link-discord-account', { discordUserId: LONE }],
		['post', '/api/admin/import-discord-event', { discordEventId: LONE }],
		['post', '/api/admin/delete-events', { eventIds: [LONE] }],
		['post', '/api/admin/update-signups', { signupIds: ['1'], status: LONE }],
		['post', '/api/admin/template-events', { startDate: LONE, days: [LONE] }],
	];
	for (const [method, path, body] of bodies) {
		await test.step(`${method} ${path} ${JSON.stringify(body)}`, async () => {
			const response = await request[method](path, {
				data: JSON.stringify(body),
				headers: { 'Content-Type': 'application/json' },
			});
			expect.soft(response.status()).toBeGreaterThanOrEqual(400);
			expect.soft(response.status()).toBeLessThan(500);
		});
	}
	const encoded = '%ED%A0%80';
	const cursor = Buffer.from(JSON.stringify(['after', LONE, '1'])).toString('base64url');
	const { request: browser } = await browserApi(admin);
	for (const path of [
		`/api/events?cursor=${encoded}`,
		`/api/events/${night.id}/comments?cursor=${encoded}`,
		`/api/events/${encoded}`,
		`/api/admin/settings/${encoded}`,
		`/api/admin/users?q=${encoded}&sort=${encoded}`,
		`/api/admin/users?q=${encodeURIComponent(`${'x'.repeat(99)}🌿`)}`,
		`/api/admin/users?sort=name&cursor=${cursor}`,
		`/api/admin/audit?actor=${encoded}&action=${encoded}&subjectId=${encoded}`,
		`/events/${night.id}?q=${encoded}`,
		`/login?redirectTo=/${encoded}`,
		`/images/${encoded}`,
		`/scenery/${encoded}`,
	]) {
		await test.step(path, async () => {
			const response = await browser.get(path, { maxRedirects: 0 });
			expect.soft(response.status()).toBeLessThan(500);
		});
	}
});

test('half a surrogate pair in a form or a cookie is no fault', async ({ browserApi }) => {
	const admin = await makePerson({ role: 'admin' });
	const night = await makeNight();
	const { request } = await browserApi(admin);
	const board = { groups: [{ id: `g${LONE}`, name: `Group ${LONE}`, players: [] }], pins: [], keepApart: [] };
	const forms: Record<string, string>[] = [
		{ intent: 'groups.save', board: JSON.stringify(board), version: '0' },
		{ intent: 'groups.autoSplit', board: JSON.stringify(board) },
		{ intent: 'comments.create', body: `c${LONE}` },
	];
	for (const form of forms) {
		const response = await request.post(`/events/${night.id}`, { form, maxRedirects: 0 });
		expect.soft(response.status(), form.intent).toBeLessThan(500);
	}
	const flash = encodeURIComponent(JSON.stringify({ tone: 'info', title: `T${LONE}`, text: LONE }));
	const session = `session=${admin.token}`;
	const page = await request.get('/events', {
		headers: { Cookie: `${session}; flash=${flash}; zone=%ED%A0%80` },
	});
	expect(page.status()).toBe(200);
});

test('a name that shows nothing is refused in words, one that is empty still clears the name', async ({
	api,
}) => {
	const admin = await makePerson({ role: 'admin', preferredUsername: 'Odd One' });
	const night = await makeNight();
	const request = await api(admin);
	for (const blank of [
		'\u3164',
		'\u115f\u1160',
		'\u2800\u2800',
		'\u034f',
		'\uffa0',
		'\ufe0f',
		'\u0301',
		'\u200b',
	]) {
		const name = await request.put('/api/auth/update-username', { data: { preferredUsername: blank } });
		const refusal = await expectRefusal(name, 422);
		expect(refusal.fieldErrors).toEqual({
			preferredUsername: ['This name has no visible characters. Please enter another name.'],
		});
		const event = { title: blank, date: date(), timezone: 'UTC' };
		const title = await expectRefusal(await request.post('/api/events', { data: event }), 422);
		expect(title.fieldErrors).toEqual({ title: ['Please enter a title'] });
		const groups = { groups: [{ id: 'g', name: blank, players: [] }] };
		await expectRefusal(await request.post(`/api/events/${night.id}/groups`, { data: groups }), 422);
		const comment = { body: blank };
		await expectRefusal(await request.post(`/api/events/${night.id}/comments`, { data: comment }), 422);
	}
	const me = await (await request.get('/api/auth/me')).json();
	expect(me.preferredUsername).toBe('Odd One');
	const cleared = await request.put('/api/auth/update-username', { data: { preferredUsername: ' ' } });
	expect((await cleared.json()).user.preferredUsername).toBeNull();
});

test('an intent with the name of an object’s own machinery is an unknown one', async ({ browserApi }) => {
	const admin = await makePerson({ role: 'admin' });
	const night = await makeNight();
	const { request } = await browserApi(admin);
	const pages = [
		`/events/${night.id}`,
		`/events/${night.id}/edit`,
		'/events',
		'/create-event',
		'/profile',
		'/admin',
		'/admin/users',
		'/admin/events',
		'/admin/signups',
		'/admin/discord-mirrors',
		'/admin/template-events',
		'/admin/test-environment',
		'/admin/test-environment/clear',
	];
	for (const page of pages) {
		for (const intent of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']) {
			const form = { intent, do: intent, press: intent, step: `type=${intent}` };
			const response = await request.post(page, { form, maxRedirects: 0 });
			expect.soft(response.status(), `${page} ${intent}`).toBeLessThan(500);
			if (!page.startsWith('/admin/test')) continue;
			expect.soft(response.status(), `${page} ${intent}`).toBe(303);
			expect.soft(response.headers().location).toBe('/admin/test-environment');
		}
	}
});
