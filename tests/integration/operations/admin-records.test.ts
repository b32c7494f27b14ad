import pg from 'pg';
import { QueryTypes } from 'sequelize';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { database } from '~/database/connection.ts';
import { AuditEntry, Event, Signup, User } from '~/database/models/index.ts';
import { auditEntrySchema, auditQuery } from '~/domain/audit.ts';
import { AUDIT_ITEMS } from '~/domain/limits.ts';
import { Refusal } from '~/domain/refusal.ts';
import { mapStatuses, SIGNUP_STATUSES } from '~/domain/signups/statuses.ts';
import { statisticsSchema } from '~/domain/statistics.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { createCsvResponse } from '~/server/http/streamed-body.ts';
import {
	EXPORT_BATCH,
	EXPORT_SQL,
	exportEvents,
	exportSignups,
} from '~/server/operations/admin/export-csv.ts';
import {
	AUDIT_PER_PAGE,
	buildAuditQuery,
	buildChangesQuery,
	listAudit,
	listAuditChanges,
} from '~/server/operations/admin/list-audit.ts';
import { readAuditChoices, readStatistics, STATISTICS_SQL } from '~/server/operations/admin/queries.ts';
import { recordAudit, recordAudits } from '~/server/operations/kernel/audit.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { eraseUser } from '~/server/operations/users/erase-user.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { expectLockWaits } from '~/tests/support/lock-waits.ts';
import { countRowsRead, explain, listFullScans } from '~/tests/support/query-plans.ts';

useTestEnvironment();
useDatabase();

/** Wednesday, noon in New York. */
const now = new Date('2026-10-14T16:00:00Z');
const context = { actor: { id: '1', role: 'admin' as const }, now };
const list = (query: Record<string, string> = {}) => perform(listAudit, context, { read: () => query });
const clearRecords = () => clearTables('users', 'events', 'signups', 'audit_entries');

describe('the audit trail', () => {
	beforeEach(clearRecords);
	const at = (time: string) => new Date(`2026-10-${time}:00Z`);
	const createEntry = (entry: Partial<Parameters<typeof AuditEntry.create>[0]> = {}) =>
		AuditEntry.create({
			actorId: '1',
			action: 'events.update',
			subjectType: 'event',
			subjectId: '1',
			createdAt: now,
			...entry,
		});

	test('lists actor, action and subject by their current names, newest first', async () => {
		const admin = await createUserRow({ role: 'admin', username: 'marlowe', preferredUsername: 'Marlowe' });
		const player = await createUserRow({ username: 'ada' });
		const event = await createEventRow({ title: 'A night' });
		const signup = await createSignupRow({ eventId: event.id, userId: player.id });
		const actorId = admin.id;
		await createEntry({ actorId, createdAt: at('10T12:00'), subjectId: event.id });
		await createEntry({
			actorId,
			createdAt: at('11T12:00'),
			action: 'users.setRole',
			subjectType: 'user',
			subjectId: player.id,
			detail: { role: 'creator' },
		});
		await createEntry({ actorId, createdAt: at('12T12:00'), subjectType: 'signup', subjectId: signup.id });
		await createEntry({
			actorId: null,
			createdAt: at('13T12:00'),
			subjectType: 'setting',
			subjectId: 'events_banner',
		});
		const { entries, next } = await list();
		expect(next).toBeNull();
		for (const entry of entries) expect(auditEntrySchema.parse(entry)).toEqual(entry);
		expect(entries.map((one) => [one.actor_name, one.action, one.subject_name, one.detail])).toEqual([
			[null, 'events.update', null, {}],
			['Marlowe', 'events.update', 'ada, A night', {}],
			['Marlowe', 'users.setRole', 'ada', { role: 'creator' }],
			['Marlowe', 'events.update', 'A night', {}],
		]);
	});

	test('an erased user has an id and no name', async () => {
		await createUserRow({ role: 'admin' });
		const admin = await createUserRow({ role: 'admin', username: 'kanarie' });
		await database().transaction(async (transaction) => {
			const actor = { id: admin.id, role: 'admin' as const };
			await recordAudit('users.setRole', { type: 'user', id: admin.id }, { actor, now, transaction });
			await eraseUser(admin.id, transaction, now);
		});
		const { entries } = await list();
		expect(entries).toMatchObject([{ actor_id: admin.id, actor_name: null, subject_name: null }]);
		expect(JSON.stringify(entries)).not.toContain('kanarie');
	});

	test.each<[Record<string, string>, string[]]>([
		[{ actor: '7' }, ['c', 'b']],
		[{ actor: 'program' }, ['d']],
		[{ actor: 'nobody' }, []],
		[{ action: 'events.delete' }, ['c']],
		[{ subjectType: 'user' }, ['d', 'b']],
		[{ subjectType: 'user', subjectId: '5' }, ['b']],
		[{ subjectId: "' OR 1=1 --" }, []],
		// 11 October in New York: from 04:00 to 04:00 UTC.
		[{ from: '2026-10-11' }, ['d', 'c', 'b']],
		[{ to: '2026-10-11' }, ['c', 'b', 'a']],
		[{ from: '2026-10-11', to: '2026-10-11' }, ['c', 'b']],
		[{ from: '2026-10-11', to: '2026-10-11', actor: '7', action: 'events.update' }, ['b']],
		[{ actor: '', action: '', from: '' }, ['d', 'c', 'b', 'a']],
	])('filters by %j', async (query, expected) => {
		await createEntry({ createdAt: at('11T03:59'), detail: { name: 'a' } });
		const user = { subjectType: 'user', subjectId: '5' };
		await createEntry({ createdAt: at('11T04:00'), actorId: '7', ...user, detail: { name: 'b' } });
		await createEntry({
			createdAt: at('12T03:59'),
			actorId: '7',
			action: 'events.delete',
			detail: { name: 'c' },
		});
		await createEntry({
			createdAt: at('12T04:00'),
			actorId: null,
			...user,
			subjectId: '6',
			detail: { name: 'd' },
		});
		expect((await list(query)).entries.map(({ detail }) => detail.name)).toEqual(expected);
	});

	test('pages without duplicates or gaps, even for entries of the same instant', async () => {
		const count = AUDIT_PER_PAGE * 2 + 3;
		await database().query(
			`INSERT INTO audit_entries (actor_id, action, subject_type, subject_id, created_at)
			SELECT 1, 'events.update', 'event', n::text, timestamptz '2026-10-01' + (n / 7) * interval '1 microsecond'
			FROM generate_series(1, ${count}) n`,
		);
		const subjectIds: string[] = [];
		let cursor: string | null = '';
		for (let page = 0; cursor !== null && page < 5; page += 1) {
			const { entries, next }: Awaited<ReturnType<typeof list>> = await list({ cursor });
			subjectIds.push(...entries.map(({ subject_id }) => String(subject_id)));
			// Another entry is written between two pages.
			await createEntry();
			cursor = next;
		}
		expect(subjectIds).toEqual(Array.from({ length: count }, (_, index) => String(count - index)));
	});

	test('shows the entries of one operation as one change', async () => {
		const admin = await createUserRow({ role: 'admin', username: 'marlowe' });
		const event = await createEventRow({ title: 'Autumn Fair' });
		const player = await createUserRow({ username: 'ada' });
		const signup = await createSignupRow({ eventId: event.id, userId: player.id });
		const changes = (query: Record<string, string> = {}) =>
			perform(listAuditChanges, context, { read: () => query });
		const actor = { id: admin.id, role: 'admin' as const };
		const total = AUDIT_ITEMS.shown * 3;
		const subjects = Array.from({ length: total }, (_, i) => ({
			id: String(i === 0 ? signup.id : 1_000_000 + i),
			detail: { to: 'late', userId: player.id, eventId: event.id },
		}));
		// Another action at the same instant is a separate change, even if its id lies between the others.
		await createEntry({ actorId: admin.id, action: 'events.create', subjectId: event.id });
		await database().transaction((transaction) =>
			recordAudits('signups.setStatusMany', 'signup', subjects, { actor, now, transaction }),
		);
		await createEntry({ actorId: player.id, action: 'signups.setStatusMany', subjectType: 'signup' });
		for (let i = 1; i <= AUDIT_PER_PAGE; i += 1)
			await createEntry({ createdAt: new Date(now.getTime() - i * 60_000), subjectId: String(i) });

		const first = await changes();
		expect(first.changes).toHaveLength(AUDIT_PER_PAGE + 2);
		expect(first.changes.slice(0, 3)).toMatchObject([
			{ actor_name: 'ada', count: 1 },
			{ actor_name: 'marlowe', action: 'signups.setStatusMany', count: total },
			{ actor_name: 'marlowe', action: 'events.create', count: 1, items: [{ subject_name: 'Autumn Fair' }] },
		]);
		const bulk = first.changes[1];
		expect(bulk?.items).toHaveLength(AUDIT_ITEMS.shown);
		expect(bulk?.items[0]).toEqual({
			subject_type: 'signup',
			subject_id: signup.id,
			subject_name: 'ada, Autumn Fair',
			user_name: 'ada',
			event: { id: event.id, title: 'Autumn Fair', date: event.date.toISOString(), isDeleted: false },
			undone: null,
			detail: { to: 'late', userId: player.id, eventId: event.id },
		});
		const second = await changes({ cursor: first.next ?? '' });
		expect([second.changes.length, second.next]).toEqual([1, null]);
		const one = await changes({ subjectType: 'signup', subjectId: signup.id });
		expect(one.changes).toMatchObject([{ count: 1 }]);
		expect((await changes({ actor: 'nobody' })).changes).toEqual([]);
	});

	test('counts the first entries of a change by their ids, whatever their order in the table', async () => {
		const counted = vi.spyOn(AUDIT_ITEMS, 'counted', 'get').mockReturnValue(3 as never);
		try {
			for (const id of ['9', '8', '7', '6', '5']) await createEntry({ id, subjectId: id });
			const { changes } = await perform(listAuditChanges, context, { read: () => ({}) });
			expect(changes.map(({ id, count, items }) => [id, count, items.map((one) => one.subject_id)])).toEqual([
				['5', 4, ['5', '6', '7', '8']],
			]);
		} finally {
			counted.mockRestore();
		}
	});

	test('refuses an unknown cursor', async () => {
		const refused = await list({ cursor: '999999999' }).catch((error: unknown) => error);
		expect(refused).toBeInstanceOf(Refusal);
		expect(refused).toMatchObject({ kind: 'invalid' });
	});

	test('the filter offers the existing actions and actors', async () => {
		await createUserRow();
		const admin = await createUserRow({ role: 'admin', username: 'zoe' });
		const creator = await createUserRow({ role: 'creator', username: 'x', preferredUsername: 'Ada' });
		for (const action of ['b', 'a', 'b', 'c']) await createEntry({ action });
		expect(await perform(readAuditChoices, context)).toEqual({
			actions: ['a', 'b', 'c'],
			actors: [
				{ id: String(creator.id), name: 'Ada' },
				{ id: String(admin.id), name: 'zoe' },
			],
		});
	});
});

describe('the statistics', () => {
	beforeEach(clearRecords);

	test('count by weeks, weekdays and statuses of New York', async () => {
		const sunday = await createEventRow({ date: new Date('2026-10-12T00:30:00Z') });
		const friday = await createEventRow({ date: new Date('2026-10-10T00:30:00Z') });
		const cancelled = await createEventRow({ date: new Date('2026-10-03T00:30:00Z'), status: 'cancelled' });
		const tomorrow = await createEventRow({ date: new Date('2026-10-16T00:30:00Z') });
		const createdAt = new Date('2026-10-12T03:59:00Z');
		for (const status of ['confirmed', 'confirmed', 'late', 'tentative', 'declined'] as const) {
			await createSignupRow({ eventId: friday.id, status, createdAt });
		}
		await createSignupRow({
			eventId: sunday.id,
			status: 'late',
			createdAt: new Date('2026-10-12T04:00:00Z'),
		});
		await createSignupRow({ eventId: cancelled.id, createdAt: new Date('2020-01-01T00:00:00Z') });
		await createSignupRow({ eventId: tomorrow.id, createdAt: now });
		const found = await perform(readStatistics, context);
		expect(statisticsSchema.parse(found)).toEqual(found);
		expect(found.signupsPerWeek).toHaveLength(12);
		expect(found.signupsPerWeek.slice(-2)).toEqual([
			{ week: '2026-10-05', signups: 5 },
			{ week: '2026-10-12', signups: 2 },
		]);
		expect(found.attendanceByWeekday.filter(({ events }) => events > 0)).toEqual([
			{ day: 5, events: 1, attended: 3 },
			{ day: 0, events: 1, attended: 1 },
		]);
		expect(found.statusesPerWeek.slice(-3)).toEqual([
			{ week: '2026-09-28', ...mapStatuses(() => 0), confirmed: 1 },
			{ week: '2026-10-05', ...mapStatuses(() => 0), confirmed: 2, late: 2, tentative: 1, declined: 1 },
			{ week: '2026-10-12', ...mapStatuses(() => 0) },
		]);
	});

	test('are zeros without any event', async () => {
		const found = await perform(readStatistics, context);
		expect(found.signupsPerWeek.every(({ signups }) => signups === 0)).toBe(true);
		expect(found.attendanceByWeekday).toHaveLength(7);
	});
});

describe('the files', () => {
	beforeEach(clearRecords);
	const read = async (operation: typeof exportEvents | typeof exportSignups, query: object = {}) => {
		let text = '';
		for await (const chunk of await perform(operation, context, { read: () => query })) text += chunk;
		return text;
	};

	test('exports an event and its counts, and escapes formulas and quotes', async () => {
		const creator = await createUserRow({ username: '@creator' });
		const event = await createEventRow({
			title: '=cmd|"/c calc"!A1',
			description: 'two\nlines',
			date: new Date('2026-10-17T00:30:00Z'),
			location: '+1',
			creatorId: creator.id,
			createdAt: now,
			capacity: 15,
			minimumPlayers: 7,
		});
		await createSignupRow({ eventId: event.id, status: 'late', place: 'placed', askedAt: now });
		await createSignupRow({ eventId: event.id, place: 'waiting', askedAt: now });
		const text = await read(exportEvents);
		const counts = SIGNUP_STATUSES.map((status) => (status === 'late' ? 1 : 0)).join(',');
		expect(text).toBe(
			`\ufeffid,title,description,date,duration,timezone,location,status,creator,discord_event_id,${SIGNUP_STATUSES.join(',')},waitlist,capacity,minimum_players,created_at\r\n` +
				`${event.id},"'=cmd|""/c calc""!A1","two\nlines",2026-10-17T00:30:00.000Z,180,America/New_York,'+1,active,'@creator,,${counts},1,15,7,2026-10-14T16:00:00.000Z\r\n`,
		);
	});

	test('exports a signup with its user and its event', async () => {
		const user = await createUserRow({ username: 'ada', preferredUsername: '-Ada' });
		const event = await createEventRow({ title: 'A night' });
		await createSignupRow({
			eventId: event.id,
			userId: user.id,
			notes: '\tlate, sorry',
			createdAt: now,
			arrivesAt: '21:00',
			leavesAt: '23:00',
		});
		const group = await rowsOf('groups').insert({
			eventId: event.id,
			clientId: 'a',
			name: '=Owls',
			edition: 'snv',
			winner: 'evil',
		});
		await rowsOf('group_players').insert({ groupId: group.id, eventId: event.id, userId: user.id });
		const [head, line] = (await read(exportSignups)).split('\r\n');
		expect(head).toBe(
			'\ufeffid,event_id,event_title,event_date,user_id,name,discord_username,discord_id,status,place,standing,arrives_at,leaves_at,notes,signup_source,created_at,group_name,script,winner,voice_channel',
		);
		expect(line).toContain(`,A night,`);
		expect(line).toContain(
			`,'-Ada,ada,${user.discordId},confirmed,,Confirmed,,23:00,"'\tlate, sorry",webapp,2026-10-14T16:00:00.000Z,'=Owls,Sects & Violets,evil`,
		);
		// Who has declined since has no seat.
		await Signup.update({ status: 'declined' }, { where: { eventId: event.id } });
		expect((await read(exportSignups)).split('\r\n')[1]).toMatch(/Z,,,,$/);
	});

	test('with semicolons, and a name is no formula for a reader with any separator', async () => {
		const user = await createUserRow({ username: 'zed', preferredUsername: 'Zed;=3+3' });
		const event = await createEventRow({ title: 'Tea, cake' });
		await createSignupRow({ eventId: event.id, userId: user.id });
		const files = [await read(exportSignups), await read(exportSignups, { separator: 'semicolon' })];
		expect(files[0]).toContain(`,Zed;'=3+3,zed,`);
		expect(files[1]).toContain(`;Tea, cake;`);
		expect(files[1]).toContain(`;"Zed;'=3+3";zed;`);
		for (const file of files)
			for (const cell of file.split(/[;\r\n]/)) expect(cell).not.toMatch(/^["\s]*[=+@-]/);
		for (const separator of ['tab', '', 'comma;'])
			await expect(read(exportSignups, { separator })).rejects.toMatchObject({ kind: 'invalid' });
	});

	test('twenty at once read with two connections, and all are whole', async () => {
		await createEventRow({ title: 'A night' });
		const lock = await database().transaction();
		await database().query('LOCK TABLE events IN ACCESS EXCLUSIVE MODE', { transaction: lock });
		const texts = Array.from({ length: 20 }, () => read(exportEvents));
		await expectLockWaits(2);
		await lock.commit();
		for (const text of await Promise.all(texts)) expect(text).toContain(',A night,');
	});

	test('exports several batches in order, and stops when the client disconnects', async () => {
		const user = await createUserRow();
		const count = EXPORT_BATCH * 4 + 1;
		await database().query(
			`INSERT INTO events (title, date) SELECT 'n' || n, now() FROM generate_series(1, ${count}) n`,
		);
		const lines = (await read(exportEvents)).trimEnd().split('\r\n').slice(1);
		expect(lines.map((line) => line.split(',')[1])).toEqual(
			Array.from({ length: count }, (_, index) => `n${index + 1}`),
		);

		await database().query(
			`INSERT INTO signups (event_id, user_id, status) SELECT id, ${user.id}, 'late' FROM events`,
		);
		const sent = vi.spyOn(pg.Client.prototype, 'query');
		const countReads = () =>
			sent.mock.calls.filter(([query]) => JSON.stringify(query).includes('FROM signups')).length;
		/** Waits for three other queries. An export that reads ahead has sent its own query by then. */
		const waitForReads = async () => {
			for (let turn = 0; turn < 3; turn += 1) await database().query('SELECT 1');
		};
		try {
			const controller = new AbortController();
			const request = new Request('http://localhost/x', { signal: controller.signal });
			const response = createCsvResponse('x.csv', await perform(exportSignups, context), request);
			const reader = response.body?.getReader();
			await reader?.read();
			await waitForReads();
			expect(countReads()).toBe(0);
			await reader?.read();
			await waitForReads();
			expect(countReads()).toBe(1);
			controller.abort();
			expect((await reader?.read())?.done).toBe(true);
			expect(countReads()).toBe(1);

			const cancelled = createCsvResponse(
				'x.csv',
				await perform(exportSignups, context),
				new Request('http://x.y'),
			);
			const other = cancelled.body?.getReader();
			await other?.read();
			await other?.read();
			await other?.cancel();
			expect(countReads()).toBe(2);
		} finally {
			sent.mockRestore();
		}
	});
});

describe('with many rows every statement is bounded by an index', () => {
	beforeAll(async () => {
		await clearRecords();
		const run = (sql: string) => database().query(sql, { type: QueryTypes.RAW });
		await run(`INSERT INTO users (username, role) SELECT 'u' || n, CASE WHEN n <= 5 THEN 'admin' ELSE 'player' END
			FROM generate_series(1, 2000) n`);
		await run(`INSERT INTO events (title, date, created_at) SELECT 'n' || n, timestamptz '2026-10-14' - n * interval '2 days',
			timestamptz '2026-10-14' - n * interval '2 days' FROM generate_series(1, 2000) n`);
		await run(`INSERT INTO signups (event_id, user_id, status, created_at)
			SELECT e.id, u.id, 'confirmed', e.date FROM events e CROSS JOIN LATERAL
				(SELECT id FROM users ORDER BY id LIMIT 20) u`);
		await run(`INSERT INTO audit_entries (actor_id, action, subject_type, subject_id, created_at)
			SELECT n % 7, 'action.' || n % 11, 'event', (n % 500)::text, timestamptz '2026-10-14' - n * interval '1 minute'
			FROM generate_series(1, 40000) n`);
		await run('ANALYZE');
		expect([await User.count(), await Event.count(), await Signup.count()]).toEqual([2000, 2000, 40_000]);
	});

	test.each<[string, Record<string, string>]>([
		['all', {}],
		['of an actor', { actor: '3' }],
		['of an action', { action: 'action.3' }],
		['of a subject', { subjectType: 'event', subjectId: '77' }],
		['of a week', { from: '2026-10-01', to: '2026-10-07' }],
		['of an actor who did nothing', { actor: '5000' }],
		['of an unknown action', { action: 'nothing' }],
	])('the trail: %s', async (_, query) => {
		for (const cursor of [null, { at: '2026-10-05T00:00:00Z', id: '9' }]) {
			const filter = auditQuery.parse(query);
			const ofLastDays = { ...filter, since: new Date('2026-09-20') };
			for (const { sql, binds } of [
				buildAuditQuery(filter, cursor),
				buildChangesQuery(filter, cursor?.at ?? null, new Date()),
				buildChangesQuery(ofLastDays, cursor?.at ?? null, new Date()),
			]) {
				const nodes = await explain(sql, binds);
				expect(listFullScans(nodes)).not.toContain('audit_entries');
				// One in eleven entries matches; the planner may prefer to pass the others by.
				expect(countRowsRead(nodes.filter((node) => node['Relation Name'] === 'audit_entries'))).toBeLessThan(
					AUDIT_PER_PAGE * 15,
				);
			}
		}
	});

	test.each(['events', 'signups'] as const)('the file of %s: a batch', async (name) => {
		const nodes = await explain(EXPORT_SQL[name], { after: '1000' });
		const own = nodes.filter(
			(node) => node['Relation Name'] === name && node['Index Name'] === `${name}_pkey`,
		);
		expect(own.map((node) => node['Actual Rows'])).toEqual([EXPORT_BATCH]);
		expect(listFullScans(nodes)).not.toContain(name);
	});

	test.each(['signups', 'attendance', 'statuses'] as const)('the statistics: %s', async (name) => {
		const from = new Date(now.getTime() - 12 * 7 * 86_400_000);
		const nodes = await explain(STATISTICS_SQL[name], { zone: 'America/New_York', from, to: now });
		expect(listFullScans(nodes)).toEqual([]);
		// Twelve weeks contain 42 events with 20 signups each.
		expect(countRowsRead(nodes)).toBeLessThan(2_000);
	});
});
