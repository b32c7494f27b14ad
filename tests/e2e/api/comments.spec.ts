import { z } from 'zod';
import { commentSchema } from '~/domain/comments/schema.ts';
import { expect, test } from '../support/fixtures.ts';
import {
	exhaustComments,
	fillDiscussion,
	makeComment,
	makeNight,
	makePerson,
	readComments,
} from '../support/rows.ts';
import { expectRefusal, expectShape } from '../support/shapes.ts';

const list = z.array(commentSchema);
const message = z.object({ message: z.string() });

test('POST answers 201 with the comment; GET lists it, oldest first', async ({ api }) => {
	const player = await makePerson({ preferredUsername: 'Wren' });
	const night = await makeNight({ status: 'cancelled' });
	const path = `/api/events/${night.id}/comments`;
	const request = await api(player);
	const data = {
		body: ' <script>alert(1)</script>\u0000 ',
		user_id: '1',
		created_at: '2020-01-01T00:00:00Z',
	};
	const first = await expectShape(await request.post(path, { data }), 201, commentSchema);
	expect(first).toMatchObject({
		event_id: night.id,
		user_id: player.id,
		username: 'Wren',
		avatar: null,
		body: '<script>alert(1)</script>',
	});
	expect(Date.now() - Date.parse(first.created_at)).toBeLessThan(60_000);
	const second = await expectShape(await request.post(path, { data: { body: 'and' } }), 201, commentSchema);
	const other = await api(await makePerson());
	const answer = await other.get(path);
	expect(await expectShape(answer, 200, list)).toEqual([first, second]);
	expect(answer.headers().link).toBeUndefined();
});

test('beyond a hundred the Link header leads on', async ({ api }) => {
	const player = await makePerson();
	const night = await makeNight();
	await fillDiscussion(night.id, player.id, 101);
	const request = await api(player);
	const answer = await request.get(`/api/events/${night.id}/comments`);
	const page = await expectShape(answer, 200, list);
	expect(page).toHaveLength(100);
	const next = /^<(\/api\/[^>]+)>; rel="next"$/.exec(answer.headers().link ?? '')?.[1];
	const last = await request.get(String(next));
	expect((await expectShape(last, 200, list)).map(({ body }) => body)).toEqual(['Comment 100']);
	expect(last.headers().link).toBeUndefined();
	const broken = await request.get(`/api/events/${night.id}/comments?cursor=x`);
	expect(Object.keys((await expectRefusal(broken, 422)).fieldErrors ?? {})).toEqual(['cursor']);
});

test('refusals come in their order, and nothing is written', async ({ api, browserApi }) => {
	const player = await makePerson();
	const night = await makeNight();
	const broken = { data: Buffer.from('{"body":'), headers: { 'Content-Type': 'application/json' } };
	const signedOut = await api(null);
	const { request: cookie } = await browserApi(player);
	const request = await api(player);
	for (const id of [night.id, '999999', 'abc', '0']) {
		const path = `/api/events/${id}/comments`;
		await expectRefusal(await signedOut.get(path), 401);
		await expectRefusal(await signedOut.post(path, broken), 401);
		await expectRefusal(await signedOut.delete(`${path}/1`), 401);
		await expectRefusal(await cookie.post(path, broken), 403);
		await expectRefusal(await cookie.delete(`${path}/1`), 403);
		await expectRefusal(await request.post(path, broken), 400);
		for (const body of [undefined, '', ' \n ', '\u200b', 7, 'x'.repeat(2_001)]) {
			const refusal = await expectRefusal(await request.post(path, { data: { body } }), 422);
			expect(Object.keys(refusal.fieldErrors ?? {})).toEqual(['body']);
		}
		await expectRefusal(await request.delete(`${path}/999999`), 404);
		if (id === night.id) continue;
		await expectRefusal(await request.get(path), 404);
		await expectRefusal(await request.post(path, { data: { body: 'x' } }), 404);
	}
	const path = `/api/events/${night.id}/comments`;
	expect((await request.put(path, { data: { body: 'x' } })).status()).toBe(405);
	expect((await request.get(`${path}/1`)).status()).toBe(405);
	await expectRefusal(await request.post(path, { data: { body: 'x'.repeat(2 * 1024 * 1024) } }), 413);
	expect(await readComments(night.id)).toEqual([]);
});

test('a comment is deleted by its author, a creator or an admin', async ({ api }) => {
	const author = await makePerson();
	const night = await makeNight();
	const elsewhere = await makeNight();
	const remove = async (person: typeof author, eventId: string, id: string) =>
		(await api(person)).delete(`/api/events/${eventId}/comments/${id}`);
	const first = await makeComment(night.id, author.id, 'kept until a creator comes');
	for (const role of ['player', 'storyteller'] as const) {
		await expectRefusal(await remove(await makePerson({ role }), night.id, first), 403);
	}
	const creator = await makePerson({ role: 'creator' });
	await expectRefusal(await remove(creator, elsewhere.id, first), 404);
	await expectRefusal(await remove(creator, night.id, 'abc'), 404);
	expect(await readComments(night.id)).toEqual(['kept until a creator comes']);
	await expectShape(await remove(creator, night.id, first), 200, message);
	await expectRefusal(await remove(creator, night.id, first), 404);
	for (const person of [author, await makePerson({ role: 'admin' })]) {
		const comment = await makeComment(night.id, author.id, 'another');
		await expectShape(await remove(person, night.id, comment), 200, message);
	}
	expect(await readComments(night.id)).toEqual([]);
});

test('too many comments in a minute are 429, before the body is looked at; reading goes on', async ({
	api,
}) => {
	const player = await makePerson();
	const night = await makeNight();
	await exhaustComments(player.id);
	const request = await api(player);
	const path = `/api/events/${night.id}/comments`;
	const answer = await request.post(path, { data: { body: '' } });
	await expectRefusal(answer, 429);
	expect(Number(answer.headers()['retry-after'])).toBeGreaterThan(0);
	await expectShape(await request.get(path), 200, list);
	const other = await api(await makePerson());
	await expectShape(await other.post(path, { data: { body: 'not held up' } }), 201, commentSchema);
	expect(await readComments(night.id)).toEqual(['not held up']);
});
