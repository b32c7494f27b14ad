import { beforeEach, expect, test } from 'vitest';
import { DiscordMirror } from '~/database/models/index.ts';
import { createEventRow, createUserRow } from '~/seeds/factories.ts';
import { listMirrors, retryListedMirror } from '~/server/operations/admin/list-mirrors.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { deleteJobs, listJobs } from '~/tests/support/jobs.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2026-10-14T12:00:00Z');
const as = (role: 'admin' | 'creator', id = '1') => ({ actor: { id, role }, now });
const retry = (eventId: string) => perform(retryListedMirror, as('admin'), { params: { eventId } });

beforeEach(async () => {
	await DiscordMirror.destroy({ where: {} });
	await deleteJobs();
});

/** Creates a mirror of a new event, or (`isDeleted`) of a deleted event. Returns the event's id. */
async function createMirror(
	state: 'pending' | 'synced' | 'failed' | 'deleted',
	{ gone: isDeleted = false, status = 'active' as 'active' | 'cancelled' } = {},
): Promise<string> {
	const event = await createEventRow({ title: `${state} night`, status });
	await DiscordMirror.create({
		eventId: event.id,
		state,
		error: state === 'failed' ? 'Discord refused this event.' : null,
		wanted: isDeleted ? 'absent' : 'present',
	});
	if (isDeleted) await event.destroy();
	return event.id;
}

test('problems come first, each with its reason; a deleted event has no title', async () => {
	const synced = await createMirror('synced');
	const deleted = await createMirror('deleted');
	const ended = await createMirror('deleted', { status: 'cancelled' });
	const pending = await createMirror('pending');
	const failed = await createMirror('failed', { gone: true });
	const mirrors = await perform(listMirrors, as('admin'));
	expect(mirrors.map(({ event_id, state, can_retry }) => [event_id, state, can_retry])).toEqual([
		[failed, 'failed', true],
		[pending, 'pending', true],
		[ended, 'deleted', false],
		[deleted, 'deleted', true],
		[synced, 'synced', false],
	]);
	expect(mirrors[0]).toEqual({
		event_id: failed,
		title: null,
		date: null,
		state: 'failed',
		discord_event_id: null,
		error: 'Discord refused this event.',
		can_retry: true,
	});
	expect(mirrors[1]).toMatchObject({ title: 'pending night', error: null });
});

test('retries a deletion that Discord refused', async () => {
	const id = await createMirror('failed', { gone: true });
	await retry(id);
	expect(await DiscordMirror.findByPk(id)).toMatchObject({ wanted: 'absent', state: 'pending', error: null });
	expect(await listJobs('events.mirror')).toMatchObject([{ key: id }]);
});

test('a retry ignores synced mirrors and refuses ended and unknown events', async () => {
	await retry(await createMirror('synced'));
	expect(await listJobs('events.mirror')).toEqual([]);
	await expect(retry(await createMirror('deleted', { status: 'cancelled' }))).rejects.toMatchObject({
		kind: 'conflict',
	});
	for (const id of ['999999', 'abc', '']) await expect(retry(id)).rejects.toMatchObject({ kind: 'missing' });
	expect(await listJobs('events.mirror')).toEqual([]);
});

test('only admins may list and retry', async () => {
	const { id } = await createUserRow({ role: 'creator' });
	await expect(perform(listMirrors, as('creator', id))).rejects.toMatchObject({ kind: 'denied' });
	await expect(
		perform(retryListedMirror, as('creator', id), { params: { eventId: '1' } }),
	).rejects.toMatchObject({ kind: 'denied' });
});
