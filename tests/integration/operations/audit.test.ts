import { beforeEach, expect, test } from 'vitest';
import { AuditEntry, DiscordMirror, type User } from '~/database/models/index.ts';
import type { Action, Actor } from '~/domain/policy.ts';
import type { Role } from '~/domain/users/roles.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { retryListedMirror } from '~/server/operations/admin/list-mirrors.ts';
import { createComment, deleteComment } from '~/server/operations/comments/create-comment.ts';
import { cancelEvent, reinstateEvent } from '~/server/operations/events/cancel-event.ts';
import { createEvent } from '~/server/operations/events/create-event.ts';
import { deleteEvent } from '~/server/operations/events/delete-events.ts';
import { retryMirror } from '~/server/operations/events/retry-mirror.ts';
import { updateEvent } from '~/server/operations/events/update-event.ts';
import { uploadImage } from '~/server/operations/events/upload-image.ts';
import { autoSplitGroups } from '~/server/operations/groups/auto-split-groups.ts';
import { editGroups, saveGroups } from '~/server/operations/groups/save-groups.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { putSignup, removeSignup, updateSignup } from '~/server/operations/signups/put-signup.ts';
import { updatePreferredUsernames } from '~/server/operations/users/update-preferred-usernames.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { createPng } from '~/tests/support/pictures.ts';

useTestEnvironment();
useDatabase();
useDiscord();

/**
 * Tests the audit entries of changes by creators and admins, except those that the tests of the admin tools
 * cover.
 */

const now = new Date('2026-10-15T12:00:00Z');
let creator: User;
let event: string;
const as = (user: User, role: Role = 'creator'): { actor: Actor; now: Date } => ({
	actor: { id: String(user.id), role },
	now,
});

beforeEach(async () => {
	await clearTables('users', 'events', 'discord_mirrors', 'audit_entries', 'images', 'idempotency_keys');
	creator = await createUserRow({ role: 'creator', discordId: PERSONAS.creator.discordId });
	event = String((await createEventRow()).id);
});

const body = { title: 'New', date: '2030-05-01T20:00:00Z', createDiscordEvent: false };
const params = () => ({ eventId: event });

type Case = [Action, string, () => Promise<unknown>];
const CASES: Case[] = [
	['events.update', 'event', () => perform(updateEvent, as(creator), { params: params(), read: () => body })],
	['events.cancel', 'event', () => perform(cancelEvent, as(creator), { params: params() })],
	['events.delete', 'event', () => perform(deleteEvent, as(creator), { params: params() })],
	[
		'groups.save',
		'event',
		() => perform(saveGroups, as(creator), { params: params(), read: () => ({ groups: [] }) }),
	],
	[
		'groups.edit',
		'event',
		() =>
			perform(editGroups, as(creator), {
				params: params(),
				read: () => ({ command: { type: 'addGroup', id: 'a' }, version: 1 }),
			}),
	],
];

test.each(CASES)('%s is recorded once, with actor and time', async (action, type, work) => {
	await work();
	const entries = await AuditEntry.findAll();
	expect(entries).toMatchObject([
		{ actorId: String(creator.id), action, subjectType: type, subjectId: event, createdAt: now },
	]);
});

const listTrail = async () =>
	(await AuditEntry.findAll({ order: ['id'] })).map(
		({ action, subjectType, subjectId }) => `${action} ${subjectType} ${subjectId}`,
	);

test('a new event is recorded once, even when repeated', async () => {
	const create = () =>
		perform(createEvent, as(creator), { read: () => ({ ...body, idempotencyKey: 'once' }) });
	const { id } = await create();
	await create();
	expect(await listTrail()).toEqual([`events.create event ${id}`]);
});

test('a change without effect is not recorded; an edit names the fields', async () => {
	const update = () => perform(updateEvent, as(creator), { params: params(), read: () => body });
	await update();
	await update();
	await perform(cancelEvent, as(creator), { params: params() });
	await perform(cancelEvent, as(creator), { params: params() });
	await perform(reinstateEvent, as(creator), { params: params() });
	expect(await listTrail()).toEqual([
		`events.update event ${event}`,
		`events.cancel event ${event}`,
		`events.reinstate event ${event}`,
	]);
	const [entry] = await AuditEntry.findAll({ order: ['id'] });
	expect(entry?.detail).toEqual({ changed: ['title', 'date'], version: 2 });
});

test('a refused or undone change is not recorded', async () => {
	const stale = { ...body, version: 99 };
	await expect(
		perform(updateEvent, as(creator), { params: params(), read: () => stale }),
	).rejects.toMatchObject({ kind: 'conflict' });
	await expect(perform(autoSplitGroups, as(creator), { params: params() })).rejects.toMatchObject({
		kind: 'conflict',
	});
	expect(await listTrail()).toEqual([]);
});

test('changes of one’s own signup and comment are not recorded; changes of others’ are', async () => {
	const player = await createUserRow();
	const read = () => ({ status: 'late' });
	const { signup } = await perform(putSignup, as(player, 'player'), { params: params(), read });
	const input = { params: { eventId: event, signupId: signup.id }, read };
	await perform(updateSignup, as(player, 'player'), input);
	const postComment = () =>
		perform(createComment, as(player, 'player'), { params: params(), read: () => ({ body: 'hello' }) });
	const [first, second] = [await postComment(), await postComment()];
	const remove = (commentId: string, context: ReturnType<typeof as>) =>
		perform(deleteComment, context, { params: { eventId: event, commentId } });
	await remove(first.id, as(player, 'player'));
	expect(await listTrail()).toEqual([]);
	await perform(updateSignup, as(creator), input);
	await remove(second.id, as(creator));
	await perform(removeSignup, as(player, 'player'), { params: params() });
	expect(await listTrail()).toEqual([
		`signups.update signup ${signup.id}`,
		`comments.delete comment ${second.id}`,
	]);
	const [entry] = await AuditEntry.findAll({ order: ['id'] });
	expect(entry?.detail).toEqual({ userId: String(player.id), eventId: event, from: 'late', to: 'late' });
	// The audit trail keeps nothing of the written text.
	expect(JSON.stringify(await AuditEntry.findAll())).not.toContain('hello');
});

test('records a picture, a mirror retry and names from Discord', async () => {
	await perform(uploadImage, as(creator), { read: async () => ({ bytes: await createPng() }) });
	await DiscordMirror.create({ eventId: event, discordEventId: null, state: 'failed' });
	await perform(retryMirror, as(creator), { params: params() });
	await DiscordMirror.update({ state: 'failed' }, { where: {} });
	await perform(retryListedMirror, as(creator, 'admin'), { params: params() });
	await DiscordMirror.update({ state: 'synced' }, { where: {} });
	await perform(retryMirror, as(creator), { params: params() });
	await createSignupRow({ eventId: event });
	await perform(updatePreferredUsernames, as(creator, 'admin'));
	await perform(updatePreferredUsernames, as(creator, 'admin'));
	const [image, ...rest] = await listTrail();
	expect(image).toMatch(/^images\.upload image \d+$/);
	expect(rest).toEqual([
		`events.retryMirror event ${event}`,
		`discord.retryMirror event ${event}`,
		`users.updatePreferredUsernames user ${creator.id}`,
	]);
});
