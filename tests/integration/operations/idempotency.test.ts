import { beforeEach, describe, expect, test } from 'vitest';
import { Comment, type Event, type User } from '~/database/models/index.ts';
import { createEventRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { createComment, deleteComment } from '~/server/operations/comments/create-comment.ts';
import { deleteExpiredIdempotencyKeys } from '~/server/operations/kernel/idempotency.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { getOperationOutcome } from '~/tests/support/operation-outcome.ts';

useTestEnvironment();
useDatabase();

/** These tests use comments, the first operation that takes an idempotency key. */
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
	user = await createUserRow({ role: 'player' });
});

describe('sent twice', () => {
	const keyedBody = { body: 'only once', idempotencyKey: 'key-1' };
	const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

	test('with one key creates one comment and returns the first response', async () => {
		const first = await post(user, event.id, keyedBody);
		expect(await post(user, event.id, keyedBody, later(1))).toEqual(first);
		expect(await countComments(event.id)).toBe(1);
	});

	test('twenty times at once is one comment and one response', async () => {
		const comments = await Promise.all(Array.from({ length: 20 }, () => post(user, event.id, keyedBody)));
		expect(new Set(comments.map(({ id }) => id)).size).toBe(1);
		expect(await countComments(event.id)).toBe(1);
	});

	test('control: without a key, every request is a comment', async () => {
		await Promise.all(Array.from({ length: 3 }, () => post(user, event.id, { body: 'again' })));
		expect(await countComments(event.id)).toBe(3);
	});

	test('with another text, or at another event, the key is refused and nothing written', async () => {
		const otherEvent = await createEventRow({ status: 'active' });
		await post(user, event.id, keyedBody);
		expect(await getOperationOutcome(post(user, event.id, { ...keyedBody, body: 'edited' }))).toBe(
			'conflict',
		);
		expect(await getOperationOutcome(post(user, otherEvent.id, keyedBody))).toBe('conflict');
		expect([await countComments(event.id), await countComments(otherEvent.id)]).toEqual([1, 0]);
	});

	test('the same key of two users is two keys', async () => {
		const other = await createUserRow({ role: 'player' });
		await post(user, event.id, keyedBody);
		await post(other, event.id, keyedBody);
		expect(await countComments(event.id)).toBe(2);
	});

	test('a refused request leaves no key behind', async () => {
		expect(
			await getOperationOutcome(post(user, '999999999', { ...keyedBody, idempotencyKey: 'key-2' })),
		).toBe('missing');
		expect((await post(user, event.id, { ...keyedBody, idempotencyKey: 'key-2' })).body).toBe('only once');
	});

	test('a repeat does not restore a deleted comment', async () => {
		const comment = await post(user, event.id, keyedBody);
		await remove(user, event.id, comment.id);
		expect(await getOperationOutcome(post(user, event.id, keyedBody))).toBe('missing');
		expect(await countComments(event.id)).toBe(0);
	});

	test('a day later the key is free again, and the job removes it', async () => {
		await post(user, event.id, keyedBody);
		await post(user, event.id, { ...keyedBody, body: 'a day later' }, later(24));
		expect(await countComments(event.id)).toBe(2);
		const ofUser = { actorScope: user.id };
		await deleteExpiredIdempotencyKeys(later(47));
		expect(await rowsOf('idempotency_keys').count(ofUser)).toBe(1);
		expect(await deleteExpiredIdempotencyKeys(later(48))).toBeGreaterThan(0);
		expect(await rowsOf('idempotency_keys').count(ofUser)).toBe(0);
	});

	test('the stored response contains no written text', async () => {
		await post(user, event.id, keyedBody);
		const row = await rowsOf('idempotency_keys').find({ actorScope: user.id });
		expect(Object.keys(row?.response as object)).toEqual(['commentId']);
	});
});
