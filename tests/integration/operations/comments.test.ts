import { beforeEach, describe, expect, test } from 'vitest';
import { database } from '~/database/connection.ts';
import { AuditEntry, Comment, type Event, type User } from '~/database/models/index.ts';
import { commentSchema, discussionCommentSchema } from '~/domain/comments/schema.ts';
import { createEventRow, createUserRow } from '~/seeds/factories.ts';
import { consumeByUser, resetLimiters } from '~/server/http/rate-limit.ts';
import { createComment, deleteComment } from '~/server/operations/comments/create-comment.ts';
import { listComments, readDiscussion } from '~/server/operations/comments/queries.ts';
import { readEventPage } from '~/server/operations/event-page/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { countLockWaits } from '~/tests/support/lock-waits.ts';
import { getOperationOutcome } from '~/tests/support/operation-outcome.ts';
import { recordStatements } from '~/tests/support/query-plans.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2026-10-15T12:00:00Z');
type UserRef = { id: string; role: string };
const as = (user: UserRef, at = now) => ({ actor: { id: user.id, role: user.role as 'player' }, now: at });
const post = (user: UserRef, eventId: string, body: unknown, at = now) =>
	perform(createComment, as(user, at), { params: { eventId }, read: () => body });
const remove = (user: UserRef, eventId: string, commentId: string) =>
	perform(deleteComment, as(user), { params: { eventId, commentId } });
const countComments = (eventId: string) => Comment.count({ where: { eventId } });

let event: Event;
let user: User;
beforeEach(async () => {
	event = await createEventRow({ status: 'active' });
	user = await createUserRow({ role: 'player', preferredUsername: 'Wren' });
});

describe('a comment', () => {
	test('has exactly the fields of the API', async () => {
		const comment = await post(user, event.id, { body: ' Hello\r\ntable ', user_id: '1', id: '7' });
		expect(comment).toEqual(commentSchema.parse(comment));
		expect(comment).toMatchObject({
			user_id: user.id,
			event_id: event.id,
			username: 'Wren',
			body: 'Hello\ntable',
			created_at: now.toISOString(),
		});
	});

	test('waits for a running deletion of its event', async () => {
		const deletion = await database().transaction();
		await event.destroy({ transaction: deletion });
		const comment = getOperationOutcome(post(user, event.id, { body: 'x' }));
		await expect.poll(countLockWaits).toBe(1);
		await deletion.commit();
		expect(await comment).toBe('missing');
	});

	test('does not wait for a settlement of the places', async () => {
		await database().transaction(async (transaction) => {
			await event.reload({ transaction, lock: transaction.LOCK.NO_KEY_UPDATE });
			expect((await post(user, event.id, { body: 'x' })).body).toBe('x');
		});
	});

	test.each(['active', 'cancelled', 'completed'] as const)('can be added to a %s event', async (status) => {
		const otherEvent = await createEventRow({ status });
		expect((await post(user, otherEvent.id, { body: 'x' })).event_id).toBe(otherEvent.id);
	});

	test('loses control characters and directions; markup stays plain text', async () => {
		const body = '<script>alert(1)</script>\u0000\u001b javascript:alert(1) \u202eevil';
		const comment = await post(user, event.id, { body });
		expect(comment.body).toBe('<script>alert(1)</script> javascript:alert(1) evil');
	});

	test('may have 2,000 characters, counted in code units', async () => {
		expect((await post(user, event.id, { body: 'é'.repeat(2_000) })).body).toHaveLength(2_000);
		expect((await post(user, event.id, { body: '🔔'.repeat(1_000) })).body).toHaveLength(2_000);
	});
});

describe('refusals come in order and write nothing', () => {
	const failOnRead = () => {
		throw new Error('the body was read');
	};
	const anonymous = { actor: null, now };

	test('no user is signed in', async () => {
		const input = { params: { eventId: 'x' }, read: failOnRead };
		expect(await getOperationOutcome(perform(listComments, anonymous, input))).toBe('unauthenticated');
		expect(await getOperationOutcome(perform(readDiscussion, anonymous, input))).toBe('unauthenticated');
		expect(await getOperationOutcome(perform(createComment, anonymous, input))).toBe('unauthenticated');
		const call = { params: { eventId: 'x', commentId: 'x' }, read: failOnRead };
		expect(await getOperationOutcome(perform(deleteComment, anonymous, call))).toBe('unauthenticated');
	});

	test.each([
		['no body', {}, 'body'],
		['an empty body', { body: ' \r\n ' }, 'body'],
		['a body without a shape', { body: '\u200b' }, 'body'],
		['2,001 characters', { body: 'x'.repeat(2_001) }, 'body'],
		['a body that is no text', { body: ['x'] }, 'body'],
		['an invalid key', { body: 'x', idempotencyKey: 'a b' }, 'idempotencyKey'],
	])('%s names its field before the event is looked up', async (_, body, field) => {
		const refusal = await post(user, event.id, body).catch((error) => error);
		expect(refusal).toMatchObject({ kind: 'invalid' });
		expect(Object.keys(refusal.fields)).toEqual([field]);
		expect(await getOperationOutcome(post(user, '999999999', body))).toBe('invalid');
		expect(await countComments(event.id)).toBe(0);
	});

	test.each(['999999999', '0', '-1', 'abc', '1e3', '99999999999999999999999', "1'; DROP TABLE comments; --"])(
		'no event %s',
		async (eventId) => {
			expect(await getOperationOutcome(post(user, eventId, { body: 'x' }))).toBe('missing');
			expect(await getOperationOutcome(perform(listComments, as(user), { params: { eventId } }))).toBe(
				'missing',
			);
			expect(await getOperationOutcome(perform(readDiscussion, as(user), { params: { eventId } }))).toBe(
				'missing',
			);
			expect(await getOperationOutcome(remove(user, eventId, '1'))).toBe('missing');
		},
	);

	test('refuses an invalid cursor', async () => {
		for (const cursor of ['', 'x', '1', '1_x', '99999999999999999_1', "1_1' OR 1=1"]) {
			const params = { eventId: event.id };
			expect(
				await getOperationOutcome(perform(listComments, as(user), { params, read: () => ({ cursor }) })),
			).toBe('invalid');
			const before = { params, read: () => ({ before: cursor }) };
			expect(await getOperationOutcome(perform(readDiscussion, as(user), before))).toBe('invalid');
		}
	});
});

describe('deleting', () => {
	test.each([
		['player', 'denied'],
		['storyteller', 'denied'],
		['creator', 'done'],
		['admin', 'done'],
	] as const)('another user’s comment as %s: %s', async (role, outcome) => {
		const other = await createUserRow({ role });
		const comment = await post(user, event.id, { body: 'x' });
		expect(await getOperationOutcome(remove(other, event.id, comment.id))).toBe(outcome);
		expect(await countComments(event.id)).toBe(outcome === 'done' ? 0 : 1);
	});

	test('one’s own, once', async () => {
		const comment = await post(user, event.id, { body: 'x' });
		expect(await remove(user, event.id, comment.id)).toEqual({ message: 'Comment deleted' });
		expect(await getOperationOutcome(remove(user, event.id, comment.id))).toBe('missing');
	});

	test('one’s own leaves no audit entry, also for a creator', async () => {
		const creator = await createUserRow({ role: 'creator' });
		const { id } = await post(creator, event.id, { body: 'x' });
		await remove(creator, event.id, id);
		expect(await AuditEntry.count({ where: { subjectType: 'comment', subjectId: id } })).toBe(0);
	});

	test('under another event, or with an unknown id, is missing for every role', async () => {
		const otherEvent = await createEventRow({ status: 'active' });
		const comment = await post(user, event.id, { body: 'x' });
		for (const role of ['player', 'admin'] as const) {
			const other = await createUserRow({ role });
			expect(await getOperationOutcome(remove(other, otherEvent.id, comment.id))).toBe('missing');
			for (const id of ['abc', '0', '999999999', '99999999999999999999'])
				expect(await getOperationOutcome(remove(other, event.id, id))).toBe('missing');
		}
		expect(await countComments(event.id)).toBe(1);
	});

	test('twice at once is done once', async () => {
		const admin = await createUserRow({ role: 'admin' });
		const comment = await post(user, event.id, { body: 'x' });
		const kinds = await Promise.all(
			[user, admin].map((one) => getOperationOutcome(remove(one, event.id, comment.id))),
		);
		expect(kinds.sort()).toEqual(['done', 'missing']);
	});
});

describe('paging', () => {
	/**
	 * Creates comments, some at the same microsecond and some one microsecond apart, which a Date cannot
	 * distinguish.
	 */
	const insertComments = (count: number) =>
		database().query(
			`INSERT INTO comments (event_id, user_id, body, created_at)
			SELECT ${event.id}, ${user.id}, 'n' || n, timestamptz '2026-10-01Z' + (n / 3) * interval '1 microsecond'
			FROM generate_series(0, ${count - 1}) n`,
		);
	const listBodies = (count: number) => Array.from({ length: count }, (_, n) => `n${n}`);

	test('the API lists every comment once, a hundred at a time, oldest first', async () => {
		await insertComments(250);
		const seen: string[] = [];
		const sizes: number[] = [];
		let cursor: string | undefined;
		do {
			const query = { params: { eventId: event.id }, read: () => ({ cursor }) };
			const { comments, next } = await perform(listComments, as(user), query);
			seen.push(...comments.map(({ body }) => body));
			sizes.push(comments.length);
			cursor = next ?? undefined;
		} while (cursor);
		expect(sizes).toEqual([100, 100, 50]);
		expect(seen).toEqual(listBodies(250));
	});

	test('the page shows the latest fifty, and goes back to the first', async () => {
		await insertComments(120);
		const seen: string[] = [];
		let before: string | undefined;
		do {
			const query = { params: { eventId: event.id }, read: () => ({ before }) };
			const view = await perform(readDiscussion, as(user), query);
			expect(view.total).toBe(120);
			expect(view.comments).toEqual(view.comments.map((comment) => discussionCommentSchema.parse(comment)));
			seen.unshift(...view.comments.map(({ body }) => body));
			before = view.earlier ?? undefined;
		} while (before);
		expect(seen).toEqual(listBodies(120));
	});

	test('the page of earlier comments does not read the latest ones', async () => {
		await insertComments(60);
		const { earlier } = await perform(readDiscussion, as(user), { params: { eventId: event.id } });
		let shown: string[] = [];
		const statements = await recordStatements(async () => {
			const read = () => ({ before: earlier ?? '' });
			const { discussion } = await perform(readEventPage, as(user), { params: { eventId: event.id }, read });
			if (!(discussion instanceof Error)) shown = discussion.comments.map(({ body }) => body);
		});
		expect(shown).toEqual(listBodies(60).slice(0, 10));
		expect(statements.filter(({ text }) => text.includes('FROM comments c JOIN users'))).toHaveLength(1);
	});

	test.each([50, 100])('with exactly %i comments no page follows the last one', async (count) => {
		await insertComments(count);
		const call = { params: { eventId: event.id } };
		expect((await perform(listComments, as(user), call)).next).toBeNull();
		const { earlier } = await perform(readDiscussion, as(user), call);
		expect(earlier === null).toBe(count === 50);
	});

	test('continues after the comment of the cursor was deleted', async () => {
		await insertComments(101);
		const { comments, next } = await perform(listComments, as(user), { params: { eventId: event.id } });
		await remove(user, event.id, String(comments.at(-1)?.id));
		const query = { params: { eventId: event.id }, read: () => ({ cursor: next }) };
		expect((await perform(listComments, as(user), query)).comments.map(({ body }) => body)).toEqual(['n100']);
	});

	test('shows no comment of another event', async () => {
		const other = await createEventRow({ status: 'active' });
		await post(user, other.id, { body: 'elsewhere' });
		expect((await perform(listComments, as(user), { params: { eventId: event.id } })).comments).toEqual([]);
	});
});

test('a user may comment twenty times a minute, without limiting others', async () => {
	resetLimiters();
	const other = await createUserRow({ role: 'player' });
	for (let i = 0; i < 20; i += 1) await consumeByUser('commentsPerMinute', user.id);
	const refusal = await consumeByUser('commentsPerMinute', user.id).catch((error) => error);
	expect(refusal).toMatchObject({ kind: 'tooMany' });
	expect(refusal.retryAfter).toBeGreaterThan(0);
	await consumeByUser('commentsPerMinute', other.id);
});
