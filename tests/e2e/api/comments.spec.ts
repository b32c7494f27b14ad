import { z } from 'zod';
import { commentSchema } from '~/domain/comments/schema.ts';
import { expect, test } from '../support/fixtures.ts';
import {
	addCommentRow,
	addEventRow,
	createUser,
	exhaustComments,
	fillDiscussion,
	readComments,
} from '../support/rows.ts';
import { expectRefusal, expectShape } from '../support/shapes.ts';

const list = z.array(commentSchema);
const message = z.object({ message: z.string() });

test('POST returns 201 with the comment; GET lists comments, oldest first', async ({ api }) => {
	const player = await createUser({ preferredUsername: 'Wren' });
	const event = await addEventRow({ status: 'cancelled' });
	const path = `/api/events/${event.id}/comments`;
	const request = await api(player);
	const data = {
		body: ' <script>alert(1)</script>\u0000 ',
		user_id: '1',
		created_at: '2020-01-01T00:00:00Z',
	};
	const first = await expectShape(await request.post(path, { data }), 201, commentSchema);
	expect(first).toMatchObject({
		event_id: event.id,
		user_id: player.id,
		username: 'Wren',
		avatar: null,
		body: '<script>alert(1)</script>',
	});
	expect(Date.now() - Date.parse(first.created_at)).toBeLessThan(60_000);
	const second = await expectShape(await request.post(path, { data: { body: 'and' } }), 201, commentSchema);
	const other = await api(await createUser());
	const response = await other.get(path);
	expect(await expectShape(response, 200, list)).toEqual([first, second]);
	expect(response.headers().link).toBeUndefined();
});

test('sends a Link header to the next page after 100 comments', async ({ api }) => {
	const player = await createUser();
	const event = await addEventRow();
	await fillDiscussion(event.id, player.id, 101);
	const request = await api(player);
	const response = await request.get(`/api/events/${event.id}/comments`);
	const page = await expectShape(response, 200, list);
	expect(page).toHaveLength(100);
	const next = /^<(\/api\/[^>]+)>; rel="next"$/.exec(response.headers().link ?? '')?.[1];
	const last = await request.get(String(next));
	expect((await expectShape(last, 200, list)).map(({ body }) => body)).toEqual(['Comment 100']);
	expect(last.headers().link).toBeUndefined();
	const broken = await request.get(`/api/events/${event.id}/comments?cursor=x`);
	expect(Object.keys((await expectRefusal(broken, 422)).fieldErrors ?? {})).toEqual(['cursor']);
});

test('refuses in the documented order and writes nothing', async ({ api, browserApi }) => {
	const player = await createUser();
	const event = await addEventRow();
	const broken = { data: Buffer.from('{"body":'), headers: { 'Content-Type': 'application/json' } };
	const signedOut = await api(null);
	const { request: cookie } = await browserApi(player);
	const request = await api(player);
	for (const id of [event.id, '999999', 'abc', '0']) {
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
		if (id === event.id) continue;
		await expectRefusal(await request.get(path), 404);
		await expectRefusal(await request.post(path, { data: { body: 'x' } }), 404);
	}
	const path = `/api/events/${event.id}/comments`;
	expect((await request.put(path, { data: { body: 'x' } })).status()).toBe(405);
	expect((await request.get(`${path}/1`)).status()).toBe(405);
	await expectRefusal(await request.post(path, { data: { body: 'x'.repeat(2 * 1024 * 1024) } }), 413);
	expect(await readComments(event.id)).toEqual([]);
});

test('lets the author, a creator or an admin delete a comment', async ({ api }) => {
	const author = await createUser();
	const event = await addEventRow();
	const otherEvent = await addEventRow();
	const deleteComment = async (user: typeof author, eventId: string, id: string) =>
		(await api(user)).delete(`/api/events/${eventId}/comments/${id}`);
	const first = await addCommentRow(event.id, author.id, 'kept until a creator comes');
	for (const role of ['player', 'storyteller'] as const) {
		await expectRefusal(await deleteComment(await createUser({ role }), event.id, first), 403);
	}
	const creator = await createUser({ role: 'creator' });
	await expectRefusal(await deleteComment(creator, otherEvent.id, first), 404);
	await expectRefusal(await deleteComment(creator, event.id, 'abc'), 404);
	expect(await readComments(event.id)).toEqual(['kept until a creator comes']);
	await expectShape(await deleteComment(creator, event.id, first), 200, message);
	await expectRefusal(await deleteComment(creator, event.id, first), 404);
	for (const user of [author, await createUser({ role: 'admin' })]) {
		const comment = await addCommentRow(event.id, author.id, 'another');
		await expectShape(await deleteComment(user, event.id, comment), 200, message);
	}
	expect(await readComments(event.id)).toEqual([]);
});

test('returns 429 for too many comments in a minute before reading the body; reading still works', async ({
	api,
}) => {
	const player = await createUser();
	const event = await addEventRow();
	await exhaustComments(player.id);
	const request = await api(player);
	const path = `/api/events/${event.id}/comments`;
	const response = await request.post(path, { data: { body: '' } });
	await expectRefusal(response, 429);
	expect(Number(response.headers()['retry-after'])).toBeGreaterThan(0);
	await expectShape(await request.get(path), 200, list);
	const other = await api(await createUser());
	await expectShape(await other.post(path, { data: { body: 'not held up' } }), 201, commentSchema);
	expect(await readComments(event.id)).toEqual(['not held up']);
});
