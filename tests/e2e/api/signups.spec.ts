import { z } from 'zod';
import { signupHistorySchema, signupSchema } from '~/domain/signups/schema.ts';
import { expect, test } from '../support/fixtures.ts';
import { makeAnswer, makeNight, makePerson, readAnswer, readAnswers, rows } from '../support/rows.ts';
import { expectRefusal, expectShape } from '../support/shapes.ts';

const message = z.object({ message: z.string() });

test('POST answers 201, then 200; the answer is one row', async ({ api }) => {
	const player = await makePerson({ preferredUsername: 'Wren' });
	const night = await makeNight();
	const request = await api(player);
	const post = (data: unknown) => request.post(`/api/events/${night.id}/signup`, { data });
	const first = await expectShape(await post({ status: 'confirmed', notes: ' early ' }), 201, signupSchema);
	expect(first).toMatchObject({
		user_id: player.id,
		event_id: night.id,
		username: 'Wren',
		discord_id: player.discordId,
		status: 'confirmed',
		notes: 'early',
		signup_source: 'webapp',
	});
	const again = await expectShape(await post({ status: 'late', notes: '', user_id: '1' }), 200, signupSchema);
	expect(again).toMatchObject({ id: first.id, user_id: player.id, status: 'late', notes: null });
	await Promise.all(['confirmed', 'declined', 'tentative', 'late'].map((status) => post({ status })));
	expect(await readAnswers(night.id, player.id)).toHaveLength(1);
});

test('twenty first answers at once leave one row, and one 201', async ({ api }) => {
	const player = await makePerson();
	const night = await makeNight();
	const request = await api(player);
	const answers = await Promise.all(
		Array.from({ length: 20 }, () =>
			request.post(`/api/events/${night.id}/signup`, { data: { status: 'confirmed' } }),
		),
	);
	const statuses = answers.map((answer) => answer.status());
	expect(statuses.filter((status) => status === 201)).toHaveLength(1);
	expect(statuses.filter((status) => status === 200)).toHaveLength(19);
	expect(await readAnswers(night.id, player.id)).toHaveLength(1);
});

test('DELETE takes the answer back; a second time there is none', async ({ api }) => {
	const player = await makePerson();
	const other = await makePerson();
	const night = await makeNight();
	await makeAnswer(night.id, player.id, 'confirmed');
	await makeAnswer(night.id, other.id, 'confirmed');
	const request = await api(player);
	await expectShape(await request.delete(`/api/events/${night.id}/signup`), 200, message);
	expect(await readAnswer(night.id, player.id)).toBeNull();
	expect(await readAnswer(night.id, other.id)).toEqual({ status: 'confirmed', notes: null });
	await expectRefusal(await request.delete(`/api/events/${night.id}/signup`), 404);
});

test('refusals come in their order, and nothing is written', async ({ api, browserApi }) => {
	const player = await makePerson();
	const night = await makeNight();
	const over = await makeNight({ status: 'completed', inHours: -100 });
	const off = await makeNight({ status: 'cancelled' });
	const nights = [night.id, over.id, off.id, '999999', 'abc', '0'];
	const broken = { data: Buffer.from('{"status":'), headers: { 'Content-Type': 'application/json' } };
	const signedOut = await api(null);
	const { request: cookie } = await browserApi(player);
	const request = await api(player);
	for (const id of nights) {
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
	for (const { id } of [over, off]) {
		await expectRefusal(await request.post(`/api/events/${id}/signup`, { data }), 409);
		await expectRefusal(await request.delete(`/api/events/${id}/signup`), 409);
	}
	const { rows: written } = await rows().query('SELECT id FROM signups WHERE user_id = $1', [player.id]);
	expect(written).toEqual([]);
	expect((await request.post(`/api/events/${night.id}/signup`, { data })).status()).toBe(201);
});

test('an answer to an event that is not active stays as it is', async ({ api }) => {
	const player = await makePerson();
	const admin = await makePerson({ role: 'admin' });
	const night = await makeNight({ status: 'cancelled' });
	const signup = await makeAnswer(night.id, player.id, 'confirmed', 'see you');
	const own = await api(player);
	await expectRefusal(await own.delete(`/api/events/${night.id}/signup`), 409);
	const put = { data: { status: 'declined' } };
	await expectRefusal(await (await api(admin)).put(`/api/events/${night.id}/signups/${signup}`, put), 409);
	expect(await readAnswer(night.id, player.id)).toEqual({ status: 'confirmed', notes: 'see you' });
});

test('PUT changes a signup for its owner, a creator or an admin, and for nobody else', async ({ api }) => {
	const owner = await makePerson();
	const night = await makeNight();
	const other = await makeNight();
	const signup = await makeAnswer(night.id, owner.id, 'confirmed', 'mine');
	const put = async (person: typeof owner, path: string, data: unknown) =>
		(await api(person)).put(path, { data });
	const path = `/api/events/${night.id}/signups/${signup}`;
	const data = { status: 'late', notes: 'the tram' };

	for (const role of ['player', 'storyteller'] as const) {
		await expectRefusal(await put(await makePerson({ role }), path, data), 403);
	}
	const creator = await makePerson({ role: 'creator' });
	await expectRefusal(await put(creator, `/api/events/${other.id}/signups/${signup}`, data), 404);
	await expectRefusal(await put(creator, `/api/events/${night.id}/signups/999999`, data), 404);
	await expectRefusal(await put(creator, `/api/events/${night.id}/signups/abc`, data), 404);
	await expectRefusal(await put(creator, `/api/events/999999/signups/${signup}`, data), 404);
	await expectRefusal(await put(creator, path, { status: 'sometimes' }), 422);
	expect(await readAnswer(night.id, owner.id)).toEqual({ status: 'confirmed', notes: 'mine' });

	const changed = await expectShape(await put(creator, path, data), 200, signupSchema);
	expect(changed).toMatchObject({ id: signup, user_id: owner.id, status: 'late', notes: 'the tram' });
	await expectShape(await put(owner, path, { status: 'tentative', notes: '' }), 200, signupSchema);
	expect(await readAnswer(night.id, owner.id)).toEqual({ status: 'tentative', notes: null });
	const admin = await makePerson({ role: 'admin' });
	await expectShape(await put(admin, path, { status: 'declined' }), 200, signupSchema);
	expect(await readAnswer(night.id, owner.id)).toEqual({ status: 'declined', notes: null });
});

test('a body of two megabytes is 413', async ({ api }) => {
	const player = await makePerson();
	const night = await makeNight();
	const data = { status: 'confirmed', notes: 'n'.repeat(2 * 1024 * 1024) };
	await expectRefusal(await (await api(player)).post(`/api/events/${night.id}/signup`, { data }), 413);
	expect(await readAnswer(night.id, player.id)).toBeNull();
});

test('GET /api/events/user/signups answers the own history, latest night first', async ({ api }) => {
	const player = await makePerson();
	const other = await makePerson();
	const soon = await makeNight({ inHours: 60 });
	const past = await makeNight({ inHours: -400, status: 'completed' });
	await makeAnswer(past.id, player.id, 'confirmed', 'fun');
	await makeAnswer(soon.id, player.id, 'late');
	await makeAnswer(soon.id, other.id, 'confirmed', 'not yours');
	const answer = await (await api(player)).get('/api/events/user/signups');
	const history = await expectShape(answer, 200, z.array(signupHistorySchema));
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
