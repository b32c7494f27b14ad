import { randomUUID } from 'node:crypto';
import { expect, test } from '../support/fixtures.ts';
import { addEventRow, createUser, registerEvent } from '../support/rows.ts';
import { expectRefusal } from '../support/shapes.ts';

/** Half a surrogate pair, as JSON can contain it. Neither UTF-8 nor PostgreSQL's jsonb can store it. */
const LONE_SURROGATE = '\ud800';
const date = () => new Date(Date.now() + 5 * 86_400_000).toISOString();

test('half a surrogate pair becomes the replacement character in every kind of text', async ({
	api,
	alone,
}) => {
	void alone;
	const admin = await createUser({ role: 'admin' });
	const createdEvent = await addEventRow();
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
		title: `Title ${LONE_SURROGATE}`,
		description: `Description ${LONE_SURROGATE}`,
		location: `Location ${LONE_SURROGATE}`,
		date: date(),
		timezone: 'UTC',
		createDiscordEvent: false,
	});
	registerEvent(event.id);
	expect.soft(event).toMatchObject({
		title: 'Title \ufffd',
		description: 'Description \ufffd',
		location: 'Location \ufffd',
	});
	const signup = await send('post', `/api/events/${createdEvent.id}/signup`, {
		status: 'late',
		notes: `n${LONE_SURROGATE}`,
	});
	expect.soft(signup.notes).toBe('n\ufffd');
	const comment = await send('post', `/api/events/${createdEvent.id}/comments`, {
		body: `c${LONE_SURROGATE}`,
	});
	expect.soft(comment.body).toBe('c\ufffd');
	const { user } = await send('put', '/api/auth/update-username', {
		preferredUsername: `Odd ${LONE_SURROGATE}`,
	});
	expect.soft(user?.preferredUsername).toBe('Odd \ufffd');
	const preferences = await send('put', '/api/users/preferences', { notes: `p${LONE_SURROGATE}` });
	expect.soft(preferences.notes).toBe('p\ufffd');
	await send('put', `/api/events/${event.id}`, { title: `Moved ${LONE_SURROGATE}`, date: date() });
	const saved = await send('post', `/api/events/${createdEvent.id}/groups`, {
		groups: [{ id: `g${LONE_SURROGATE}`, name: `Group ${LONE_SURROGATE}`, players: [] }],
		pins: [{ userId: admin.id, groupId: `g${LONE_SURROGATE}` }],
	});
	expect.soft(saved.groups).toMatchObject([{ id: 'g\ufffd', name: 'Group \ufffd' }]);
	const settings = await send('put', '/api/admin/settings/events_banner', { value: `b${LONE_SURROGATE}` });
	expect.soft(settings.events_banner).toBe('b\ufffd');
	await send('put', '/api/admin/settings/events_banner', { value: '' });
});

test('refuses half a surrogate pair in an id, a choice or a cursor without a server error', async ({
	api,
	browserApi,
}) => {
	const admin = await createUser({ role: 'admin' });
	const createdEvent = await addEventRow();
	const request = await api(admin);
	const bodies: [method: 'post' | 'put', path: string, body: unknown][] = [
		['post', '/api/events', { title: 'T', date: date(), timezone: LONE_SURROGATE }],
		['post', '/api/events', { title: 'T', date: date(), storytellerIds: [LONE_SURROGATE] }],
		[
			'post',
			'/api/events',
			{ title: 'T', date: LONE_SURROGATE, image: LONE_SURROGATE, imageHash: LONE_SURROGATE },
		],
		['post', `/api/events/${createdEvent.id}/signup`, { status: LONE_SURROGATE }],
		[
			'post',
			`/api/events/${createdEvent.id}/groups`,
			{ groups: [{ id: 'g', name: 'G', players: [LONE_SURROGATE] }] },
		],
		[
			'post',
			`/api/events/${createdEvent.id}/groups`,
			{ groups: [], pins: [{ userId: LONE_SURROGATE, groupId: LONE_SURROGATE }] },
		],
		['post', `/api/events/${createdEvent.id}/groups`, { groups: [], keepApart: [[LONE_SURROGATE, '1']] }],
		[
			'post',
			`/api/events/${createdEvent.id}/groups`,
			{ groups: [LONE_SURROGATE, '\udfff'].map((id) => ({ id, name: 'Twice', players: [] })) },
		],
		['put', '/api/users/preferences', { preferredPlayers: [LONE_SURROGATE] }],
		['put', '/api/users/profile', { theme: LONE_SURROGATE }],
		['put', '/api/admin/settings/discord_event_image', { value: LONE_SURROGATE }],
		['put', `/api/admin/users/${admin.id}/role`, { role: LONE_SURROGATE }],
		['post', '/api/users/link-discord-account', { discordUserId: LONE_SURROGATE }],
		['post', '/api/admin/import-discord-event', { discordEventId: LONE_SURROGATE }],
		['post', '/api/admin/delete-events', { eventIds: [LONE_SURROGATE] }],
		['post', '/api/admin/update-signups', { signupIds: ['1'], status: LONE_SURROGATE }],
		['post', '/api/admin/template-events', { startDate: LONE_SURROGATE, days: [LONE_SURROGATE] }],
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
	const cursor = Buffer.from(JSON.stringify(['after', LONE_SURROGATE, '1'])).toString('base64url');
	const { request: browser } = await browserApi(admin);
	for (const path of [
		`/api/events?cursor=${encoded}`,
		`/api/events/${createdEvent.id}/comments?cursor=${encoded}`,
		`/api/events/${encoded}`,
		`/api/admin/settings/${encoded}`,
		`/api/admin/users?q=${encoded}&sort=${encoded}`,
		`/api/admin/users?q=${encodeURIComponent(`${'x'.repeat(99)}🌿`)}`,
		`/api/admin/users?sort=name&cursor=${cursor}`,
		`/api/admin/audit?actor=${encoded}&action=${encoded}&subjectId=${encoded}`,
		`/events/${createdEvent.id}?q=${encoded}`,
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

test('half a surrogate pair in a form or a cookie causes no server error', async ({ browserApi }) => {
	const admin = await createUser({ role: 'admin' });
	const createdEvent = await addEventRow();
	const { request } = await browserApi(admin);
	const board = {
		groups: [{ id: `g${LONE_SURROGATE}`, name: `Group ${LONE_SURROGATE}`, players: [] }],
		pins: [],
		keepApart: [],
	};
	const forms: Record<string, string>[] = [
		{ intent: 'groups.save', board: JSON.stringify(board), version: '0' },
		{ intent: 'groups.autoSplit', board: JSON.stringify(board) },
		{ intent: 'comments.create', body: `c${LONE_SURROGATE}` },
	];
	for (const form of forms) {
		const response = await request.post(`/events/${createdEvent.id}`, { form, maxRedirects: 0 });
		expect.soft(response.status(), form.intent).toBeLessThan(500);
	}
	const flash = encodeURIComponent(
		JSON.stringify({ tone: 'info', title: `T${LONE_SURROGATE}`, text: LONE_SURROGATE }),
	);
	const session = `session=${admin.token}`;
	const page = await request.get('/events', {
		headers: { Cookie: `${session}; flash=${flash}; zone=%ED%A0%80` },
	});
	expect(page.status()).toBe(200);
});

test('refuses a name without visible characters; an empty name clears it', async ({ api }) => {
	const admin = await createUser({ role: 'admin', preferredUsername: 'Odd One' });
	const createdEvent = await addEventRow();
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
		await expectRefusal(await request.post(`/api/events/${createdEvent.id}/groups`, { data: groups }), 422);
		const comment = { body: blank };
		await expectRefusal(
			await request.post(`/api/events/${createdEvent.id}/comments`, { data: comment }),
			422,
		);
	}
	const me = await (await request.get('/api/auth/me')).json();
	expect(me.preferredUsername).toBe('Odd One');
	const cleared = await request.put('/api/auth/update-username', { data: { preferredUsername: ' ' } });
	expect((await cleared.json()).user.preferredUsername).toBeNull();
});

test('treats an intent with the name of an Object property as unknown', async ({ browserApi }) => {
	const admin = await createUser({ role: 'admin' });
	const createdEvent = await addEventRow();
	const { request } = await browserApi(admin);
	const pages = [
		`/events/${createdEvent.id}`,
		`/events/${createdEvent.id}/edit`,
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
