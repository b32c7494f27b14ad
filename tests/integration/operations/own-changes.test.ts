import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { inTransaction } from '~/database/connection.ts';
import { AuditEntry, Event, type User } from '~/database/models/index.ts';
import { describeWholeChange } from '~/domain/audit-sentences.ts';
import { DAY_MS } from '~/domain/limits.ts';
import type { Role } from '~/domain/users/roles.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import {
	findOwnUndo,
	listAuditChanges,
	listOwnChanges,
	setSetting,
	undoChange,
} from '~/server/operations/admin/index.ts';
import { createComment, deleteComment } from '~/server/operations/comments/index.ts';
import {
	cancelEvent,
	createEvent,
	createTemplateWeek,
	deleteEvent,
	deleteEvents,
	endSeries,
} from '~/server/operations/events/index.ts';
import { saveGroups } from '~/server/operations/groups/index.ts';
import { type Operation, perform } from '~/server/operations/kernel/operation.ts';
import { deleteSignups } from '~/server/operations/signups/index.ts';
import { eraseUser } from '~/server/operations/users/erase-user.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2026-12-01T12:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
/** 8:30 PM in New York on Friday, December 18th. */
const FRIDAY = new Date('2026-12-19T01:30:00Z');
const IN_30_DAYS = later(30 * DAY_MS).toISOString();

let priya: User;
let admin: User;
beforeEach(async () => {
	await clearTables(
		'events',
		'deleted_events',
		'event_series',
		'users',
		'audit_entries',
		'undos',
		'settings',
		'idempotency_keys',
	);
	priya = await createUserRow({ role: 'creator', username: 'priya', preferredUsername: 'Priya' });
	admin = await createUserRow({ role: 'admin', username: 'marlowe' });
});

const as = (user: User, at = now, role: Role = user.role) => ({ actor: { id: user.id, role }, now: at });
const run = <Param extends string, Schema extends z.ZodType, Result>(
	operation: Operation<Param, Schema, Result>,
	params: Record<Param, string>,
	body: object = {},
	user = priya,
	at = now,
) => perform(operation, as(user, at), { params, read: () => body });
const listOwn = async (user = priya, at = now, role: Role = user.role) => {
	const { changes } = await perform(listOwnChanges, as(user, at, role), { read: () => ({}) });
	return changes.map((change) => [describeWholeChange(change), change.undoable_until] as const);
};
const listSentences = async (user = priya) => (await listOwn(user)).map(([sentence]) => sentence);

describe('one’s own changes', () => {
	test('are those of the actor, newest first, each with the time until when it can be undone', async () => {
		const event = await createEventRow({ title: 'Ravenswood Weekly', date: FRIDAY });
		for (let count = 0; count < 12; count++) await createSignupRow({ eventId: event.id });
		await run(saveGroups, { eventId: event.id }, { groups: [] }, admin);
		await run(cancelEvent, { eventId: event.id }, {}, priya, later(1));
		await run(deleteEvent, { eventId: event.id }, {}, priya, later(2));
		expect(await listOwn(priya, later(3))).toEqual([
			[
				'Priya deleted Ravenswood Weekly of Fri, Dec 18, with 12 signups',
				later(30 * DAY_MS + 2).toISOString(),
			],
			['Priya cancelled Ravenswood Weekly of Fri, Dec 18', later(30 * DAY_MS + 1).toISOString()],
		]);
		expect(await listSentences(admin)).toEqual([
			'marlowe removed all groups of Ravenswood Weekly of Fri, Dec 18',
		]);
	});

	test('are of the last 30 days', async () => {
		const event = await createEventRow({ title: 'Finale', date: FRIDAY });
		await run(deleteEvent, { eventId: event.id });
		const justBefore = later(30 * DAY_MS - 1);
		expect(await listOwn(priya, justBefore)).toEqual([['Priya deleted Finale of Fri, Dec 18', IN_30_DAYS]]);
		expect(await listOwn(priya, later(30 * DAY_MS))).toEqual([]);
	});

	test('can no longer be undone once they were, and the undo names what it has undone', async () => {
		const event = await createEventRow({ title: 'Finale', date: FRIDAY });
		await createSignupRow({ eventId: event.id });
		await run(deleteEvent, { eventId: event.id });
		const entry = await AuditEntry.findOne({ rejectOnEmpty: true });
		await run(undoChange, { entryId: entry.id }, {}, admin, later(1));
		expect(await listOwn(priya, later(2))).toEqual([
			['Priya deleted Finale of Fri, Dec 18, with 1 signup', null],
		]);
		const { changes } = await perform(listOwnChanges, as(priya, later(2)), { read: () => ({}) });
		expect(changes.map(({ undone_by }) => undone_by)).toEqual(['marlowe']);
		expect(await listOwn(admin, later(2))).toEqual([
			['marlowe undid the deletion of Finale of Fri, Dec 18 (1 event, 1 signup)', null],
		]);
	});

	test('of an admin who has become a creator are undone by admins only', async () => {
		await run(setSetting, { key: 'events_banner' }, { value: 'Hello' }, admin);
		expect(await listOwn(admin)).toEqual([['marlowe changed the setting “Events banner”', IN_30_DAYS]]);
		expect(await listOwn(admin, now, 'creator')).toEqual([
			['marlowe changed the setting “Events banner”', null],
		]);
	});

	test.each(['player', 'storyteller'] as const)('are refused for a %s', async (role) => {
		await expect(listOwn(priya, now, role)).rejects.toMatchObject({ kind: 'denied' });
	});

	test('have pages', async () => {
		await AuditEntry.bulkCreate(
			Array.from({ length: 51 }, (_, index) => ({
				actorId: priya.id,
				action: 'events.update',
				subjectType: 'event',
				subjectId: '1',
				createdAt: later(-index * 1000),
			})),
		);
		const list = (cursor?: string) => perform(listOwnChanges, as(priya), { read: () => ({ cursor }) });
		const first = await list();
		expect(first.changes).toHaveLength(50);
		const second = await list(first.next ?? '');
		expect([second.changes.length, second.next]).toEqual([1, null]);
		await expect(list('x')).rejects.toMatchObject({ kind: 'invalid' });
	});
});

describe('the end of a series that also deletes its empty events', () => {
	const startAndEnd = async () => {
		const body = {
			title: 'Ravenswood Weekly',
			date: FRIDAY.toISOString(),
			createDiscordEvent: false,
			announce: false,
			series: { interval_weeks: 1 },
		};
		const { id } = await run(createEvent, {}, body);
		const { deleted } = await run(endSeries, { eventId: id }, { deleteEmpty: true }, priya, later(1));
		return deleted;
	};

	test('is one change with Undo, in the notice too', async () => {
		const deleted = await startAndEnd();
		expect(deleted).toBeGreaterThan(1);
		const changes = await listOwn(priya, later(1));
		expect(changes.filter(([, until]) => until !== null).map(([sentence]) => sentence)).toEqual([
			`Priya ended the series of Ravenswood Weekly of Fri, Dec 18 and deleted ${deleted} later events`,
		]);
		expect(changes.map(([sentence]) => sentence)).toContain(`Priya deleted ${deleted} events`);
		const offered = await perform(findOwnUndo, as(priya, later(1)), { read: () => ({}) });
		expect(await AuditEntry.findByPk(offered ?? '')).toMatchObject({ action: 'events.endSeries' });
		await run(undoChange, { entryId: offered ?? '' }, {}, priya, later(2));
		expect((await listOwn(priya, later(2)))[0]?.[0]).toBe(
			`Priya undid the end of the series of Ravenswood Weekly of Fri, Dec 18 (${deleted} events)`,
		);
	});
});

describe('a deleted event keeps its title and date in the trail', () => {
	const findNames = async (user = admin) => {
		const { changes } = await perform(listAuditChanges, as(user), { read: () => ({}) });
		return changes.flatMap(({ items }) => items.map(({ event }) => event && [event.title, event.isDeleted]));
	};

	test('whatever deletes it, in earlier entries and of its signups and comments too', async () => {
		const event = await createEventRow({ title: 'Finale', date: FRIDAY });
		const player = await createUserRow({ username: 'ada' });
		const signup = await createSignupRow({ eventId: event.id, userId: player.id, status: 'late' });
		const { id: commentId } = await run(createComment, { eventId: event.id }, { body: 'x' }, player);
		await run(deleteComment, { eventId: event.id, commentId }, {}, admin, later(1));
		await run(deleteSignups, {}, { signupIds: [signup.id] }, admin, later(2));
		await run(saveGroups, { eventId: event.id }, { groups: [] }, admin, later(3));
		const bulk = { eventIds: [event.id], deleteDiscordEvents: false };
		await run(deleteEvents, {}, bulk, admin, later(4));
		expect(await listSentences(admin)).toEqual([
			'marlowe deleted Finale of Fri, Dec 18',
			'marlowe removed all groups of Finale of Fri, Dec 18',
			'marlowe deleted ada’s signup for Finale of Fri, Dec 18 (status: late)',
			'marlowe deleted ada’s comment on Finale of Fri, Dec 18',
		]);
		await inTransaction((transaction) => eraseUser(player.id, transaction, now));
		const sentences = await listSentences(admin);
		expect(sentences).toContain('marlowe deleted a signup for Finale of Fri, Dec 18 (status: late)');
		expect(sentences).toContain('marlowe deleted a comment on Finale of Fri, Dec 18');
	});

	test('as it was last, when it was deleted again', async () => {
		const event = await createEventRow({ title: 'First', date: FRIDAY });
		await run(deleteEvent, { eventId: event.id });
		expect(await findNames()).toEqual([['First', true]]);
		const entry = await AuditEntry.findOne({ rejectOnEmpty: true });
		await run(undoChange, { entryId: entry.id }, {}, priya, later(1));
		await Event.update({ title: 'Second' }, { where: { id: event.id } });
		expect((await findNames()).at(-1)).toEqual(['Second', false]);
		await run(deleteEvent, { eventId: event.id }, {}, priya, later(2));
		expect((await findNames()).at(-1)).toEqual(['Second', true]);
		expect(await rowsOf('deleted_events').list()).toMatchObject([{ title: 'Second', date: FRIDAY }]);
	});

	test('in a bulk deletion with the number of its signups, and after the undo of a template week', async () => {
		const event = await createEventRow({ title: 'Finale', date: FRIDAY });
		await createSignupRow({ eventId: event.id });
		await run(deleteEvents, {}, { eventIds: [event.id], deleteDiscordEvents: false }, admin);
		expect(await listSentences(admin)).toEqual(['marlowe deleted Finale of Fri, Dec 18, with 1 signup']);
		const week = {
			startDate: '2026-12-14',
			createDiscordEvents: false,
			events: [
				{ day: 3, enabled: true },
				{ day: 5, enabled: true },
			],
		};
		await run(createTemplateWeek, {}, week, admin, later(1));
		const entry = await AuditEntry.findOne({ order: [['id', 'DESC']], rejectOnEmpty: true });
		await run(undoChange, { entryId: entry.id }, {}, admin, later(2));
		expect((await listSentences(admin)).slice(0, 2)).toEqual([
			'marlowe undid the creation of 2 events from the weekly template (2 events)',
			'marlowe created 2 events from the weekly template',
		]);
	});
});
