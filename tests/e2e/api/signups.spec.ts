import { z } from 'zod';
import { signupHistorySchema, signupSchema } from '~/domain/signups/schema.ts';
import { expect, test } from '../support/fixtures.ts';
import {
	addEventRow,
	createSessions,
	createSignup,
	createUser,
	findSignup,
	getSharedPool,
	listSignupRows,
} from '../support/rows.ts';
import { expectRefusal, expectShape } from '../support/shapes.ts';

const message = z.object({ message: z.string() });

test('POST returns 201, then 200, and stores one row', async ({ api }) => {
	const player = await createUser({ preferredUsername: 'Wren' });
	const event = await addEventRow();
	const request = await api(player);
	const post = (data: unknown) => request.post(`/api/events/${event.id}/signup`, { data });
	const first = await expectShape(await post({ status: 'confirmed', notes: ' early ' }), 201, signupSchema);
	expect(first).toMatchObject({
		user_id: player.id,
		event_id: event.id,
		username: 'Wren',
		discord_id: player.discordId,
		status: 'confirmed',
		notes: 'early',
		signup_source: 'webapp',
	});
	const again = await expectShape(await post({ status: 'late', notes: '', user_id: '1' }), 200, signupSchema);
	expect(again).toMatchObject({ id: first.id, user_id: player.id, status: 'late', notes: null });
	await Promise.all(['confirmed', 'declined', 'tentative', 'late'].map((status) => post({ status })));
	expect(await listSignupRows(event.id, player.id)).toHaveLength(1);
});

test('twenty concurrent first signups store one row and return one 201', async ({ api }) => {
	const player = await createUser();
	const event = await addEventRow();
	const request = await api(player);
	const responses = await Promise.all(
		Array.from({ length: 20 }, () =>
			request.post(`/api/events/${event.id}/signup`, { data: { status: 'confirmed' } }),
		),
	);
	const statuses = responses.map((response) => response.status());
	expect(statuses.filter((status) => status === 201)).toHaveLength(1);
	expect(statuses.filter((status) => status === 200)).toHaveLength(19);
	expect(await listSignupRows(event.id, player.id)).toHaveLength(1);
});

test('1,000 members can sign up for one event at the same time', async ({ baseURL }) => {
	test.setTimeout(120_000);
	const event = await addEventRow();
	const tokens = await createSessions(1_000);
	const statuses: number[] = [];
	const signUp = async (token: string) => {
		const response = await fetch(`${baseURL}/events/${event.id}`, {
			method: 'POST',
			redirect: 'manual',
			headers: { Cookie: `session=${token}`, Origin: String(baseURL) },
			body: new URLSearchParams({ intent: 'signups.put', status: 'confirmed' }),
		});
		statuses.push(response.status);
	};
	const waiting = [...tokens];
	const sendNext = async () => {
		for (let token = waiting.pop(); token; token = waiting.pop()) await signUp(token);
	};
	await Promise.all(Array.from({ length: 100 }, sendNext));
	expect(statuses.filter((status) => status !== 303)).toEqual([]);
	const { rows: saved } = await getSharedPool().query('SELECT id FROM signups WHERE event_id = $1', [
		event.id,
	]);
	expect(saved).toHaveLength(1_000);
});

test('DELETE deletes the signup; a second DELETE returns 404', async ({ api }) => {
	const player = await createUser();
	const other = await createUser();
	const event = await addEventRow();
	await createSignup(event.id, player.id, 'confirmed');
	await createSignup(event.id, other.id, 'confirmed');
	const request = await api(player);
	await expectShape(await request.delete(`/api/events/${event.id}/signup`), 200, message);
	expect(await findSignup(event.id, player.id)).toBeNull();
	expect(await findSignup(event.id, other.id)).toEqual({ status: 'confirmed', notes: null });
	await expectRefusal(await request.delete(`/api/events/${event.id}/signup`), 404);
});

test('refuses in the documented order and writes nothing', async ({ api, browserApi }) => {
	const player = await createUser();
	const event = await addEventRow();
	const endedEvent = await addEventRow({ status: 'completed', inHours: -100 });
	const cancelledEvent = await addEventRow({ status: 'cancelled' });
	const eventIds = [event.id, endedEvent.id, cancelledEvent.id, '999999', 'abc', '0'];
	const broken = { data: Buffer.from('{"status":'), headers: { 'Content-Type': 'application/json' } };
	const signedOut = await api(null);
	const { request: cookie } = await browserApi(player);
	const request = await api(player);
	for (const id of eventIds) {
		await test.step(`event ${id}`, async () => {
			const path = `/api/events/${id}/signup`;
			await expectRefusal(await signedOut.post(path, broken), 401);
			await expectRefusal(await cookie.post(path, broken), 403);
			await expectRefusal(await request.post(path, broken), 400);
			for (const body of ['[]', '"confirmed"', 'null', '7']) {
				const headers = { 'Content-Type': 'application/json' };
				await expectRefusal(await request.post(path, { data: Buffer.from(body), headers }), 400);
			}
			const unknown = await expectRefusal(await request.post(path, { data: { status: 'maybe' } }), 422);
			expect(Object.keys(unknown.fieldErrors ?? {})).toEqual(['status']);
			await expectRefusal(await request.post(path, { data: {} }), 422);
			const long = { status: 'late', notes: 'n'.repeat(501) };
			const tooLong = await expectRefusal(await request.post(path, { data: long }), 422);
			expect(Object.keys(tooLong.fieldErrors ?? {})).toEqual(['notes']);
		});
	}
	const data = { status: 'confirmed', notes: 'n'.repeat(500) };
	for (const id of ['999999', 'abc', '0']) {
		await expectRefusal(await request.post(`/api/events/${id}/signup`, { data }), 404);
		await expectRefusal(await request.delete(`/api/events/${id}/signup`), 404);
	}
	for (const { id } of [endedEvent, cancelledEvent]) {
		await expectRefusal(await request.post(`/api/events/${id}/signup`, { data }), 409);
		await expectRefusal(await request.delete(`/api/events/${id}/signup`), 404);
	}
	const { rows: written } = await getSharedPool().query('SELECT id FROM signups WHERE user_id = $1', [
		player.id,
	]);
	expect(written).toEqual([]);
	expect((await request.post(`/api/events/${event.id}/signup`, { data })).status()).toBe(201);
});

test('a signup for an event that is not active can only be deleted', async ({ api }) => {
	const player = await createUser();
	const admin = await createUser({ role: 'admin' });
	const event = await addEventRow({ status: 'cancelled' });
	const signup = await createSignup(event.id, player.id, 'confirmed', 'see you');
	const playerRequest = await api(player);
	const put = { data: { status: 'declined' } };
	await expectRefusal(await (await api(admin)).put(`/api/events/${event.id}/signups/${signup}`, put), 409);
	expect(await findSignup(event.id, player.id)).toEqual({ status: 'confirmed', notes: 'see you' });
	expect((await playerRequest.delete(`/api/events/${event.id}/signup`)).status()).toBe(200);
});

test('PUT changes a signup for its owner, a creator or an admin, and refuses everyone else', async ({
	api,
}) => {
	const owner = await createUser();
	const event = await addEventRow();
	const other = await addEventRow();
	const signup = await createSignup(event.id, owner.id, 'confirmed', 'mine');
	const put = async (user: typeof owner, path: string, data: unknown) =>
		(await api(user)).put(path, { data });
	const path = `/api/events/${event.id}/signups/${signup}`;
	const data = { status: 'late', notes: 'the tram' };

	for (const role of ['player', 'storyteller'] as const) {
		await expectRefusal(await put(await createUser({ role }), path, data), 403);
	}
	const creator = await createUser({ role: 'creator' });
	await expectRefusal(await put(creator, `/api/events/${other.id}/signups/${signup}`, data), 404);
	await expectRefusal(await put(creator, `/api/events/${event.id}/signups/999999`, data), 404);
	await expectRefusal(await put(creator, `/api/events/${event.id}/signups/abc`, data), 404);
	await expectRefusal(await put(creator, `/api/events/999999/signups/${signup}`, data), 404);
	await expectRefusal(await put(creator, path, { status: 'sometimes' }), 422);
	expect(await findSignup(event.id, owner.id)).toEqual({ status: 'confirmed', notes: 'mine' });

	const changed = await expectShape(await put(creator, path, data), 200, signupSchema);
	expect(changed).toMatchObject({ id: signup, user_id: owner.id, status: 'late', notes: 'the tram' });
	await expectShape(await put(owner, path, { status: 'tentative', notes: '' }), 200, signupSchema);
	expect(await findSignup(event.id, owner.id)).toEqual({ status: 'tentative', notes: null });
	const admin = await createUser({ role: 'admin' });
	await expectShape(await put(admin, path, { status: 'declined' }), 200, signupSchema);
	expect(await findSignup(event.id, owner.id)).toEqual({ status: 'declined', notes: null });
});

test('returns 413 for a body of two megabytes', async ({ api }) => {
	const player = await createUser();
	const event = await addEventRow();
	const data = { status: 'confirmed', notes: 'n'.repeat(2 * 1024 * 1024) };
	await expectRefusal(await (await api(player)).post(`/api/events/${event.id}/signup`, { data }), 413);
	expect(await findSignup(event.id, player.id)).toBeNull();
});

test('GET /api/events/user/signups returns one’s own history, latest event first', async ({ api }) => {
	const player = await createUser();
	const other = await createUser();
	const soon = await addEventRow({ inHours: 60 });
	const past = await addEventRow({ inHours: -400, status: 'completed' });
	await createSignup(past.id, player.id, 'confirmed', 'fun');
	await createSignup(soon.id, player.id, 'late');
	await createSignup(soon.id, other.id, 'confirmed', 'not yours');
	const response = await (await api(player)).get('/api/events/user/signups');
	const history = await expectShape(response, 200, z.array(signupHistorySchema));
	expect(history).toMatchObject([
		{
			event_id: soon.id,
			event_title: soon.title,
			title: soon.title,
			status: 'late',
			notes: null,
			location: 'The Hearth',
		},
		{ event_id: past.id, event_date: past.date.toISOString(), date: past.date.toISOString(), notes: 'fun' },
	]);
});
