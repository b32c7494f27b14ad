import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '~/database/connection.ts';
import { Comment, type Event, type Signup, type User } from '~/database/models/index.ts';
import { execute, one, rows } from '~/database/sql.ts';
import { ANY_EVENT, parsePosition } from '~/domain/live.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import {
	countChanges,
	findEndedSessions,
	type LogReading,
	POSITION,
	REVISION,
	readChanges,
	readMissed,
	toEventPosition,
} from '~/server/live/event-changes.ts';
import { useDatabase } from '~/tests/support/database.ts';

useDatabase();

let event: Event;
let user: User;
let guest: User;
let signup: Signup;
let last: LogReading;
beforeEach(async () => {
	[event, user, guest] = [await createEventRow(), await createUserRow(), await createUserRow()];
	signup = await createSignupRow({
		eventId: event.id,
		userId: user.id,
		status: 'confirmed',
		notes: 'No spoilers.',
	});
	({ reading: last } = await readChanges(null));
});

/** Returns the events that have changed since `last`. */
const readChanged = async () => (await readChanges(last)).changes.map((change) => change.event);

describe('changes that write a row', () => {
	const changes: [string, () => Promise<unknown>][] = [
		['a new signup', () => createSignupRow({ eventId: event.id, userId: guest.id })],
		['a changed status', () => signup.update({ status: 'declined' })],
		['a deleted signup', () => signup.destroy()],
		[
			'a comment',
			() => Comment.create({ eventId: event.id, userId: user.id, body: 'Who brings the board?' }),
		],
		['a storyteller', () => rowsOf('event_storytellers').insert({ eventId: event.id, userId: user.id })],
		['a new title', () => event.update({ title: 'Trouble Brewing' })],
		['a cancellation', () => event.update({ status: 'cancelled' })],
		['saved groups', () => event.update({ groupsVersion: 2 })],
		['a deleted event', () => event.destroy()],
		[
			'the state on Discord',
			() =>
				execute(`INSERT INTO discord_mirrors (event_id, state) VALUES (:id, 'pending')`, { id: event.id }),
		],
	];
	test.each(changes)('%s', async (_, change) => {
		await change();
		expect(await readChanged()).toEqual([event.id]);
	});

	test.each<[string, () => Promise<unknown>]>([
		['a new storyteller', () => createUserRow({ role: 'storyteller' })],
		['a new name', () => user.update({ preferredUsername: 'Wren' })],
		['a setting', () => execute(`INSERT INTO settings (key, value) VALUES ('events_banner', 'Hello')`)],
		['a preference', () => execute(`INSERT INTO preferences (user_id) VALUES (:id)`, { id: user.id })],
	])('of any event: %s', async (_, change) => {
		await change();
		expect(await readChanged()).toEqual([ANY_EVENT]);
	});

	test('a deleted member, who had signed up', async () => {
		await user.destroy();
		expect((await readChanged()).sort()).toEqual([ANY_EVENT, event.id]);
	});

	test('a new event', async () => {
		const { id } = await createEventRow();
		expect(await readChanged()).toEqual([id]);
	});

	test('a transaction writes one row for each event', async () => {
		const { length: before } = await rows('SELECT FROM event_changes WHERE event_id = :id', { id: event.id });
		await inTransaction(async (transaction) => {
			await signup.update({ status: 'late' }, { transaction });
			await event.update({ title: 'Sects & Violets' }, { transaction });
		});
		expect(await rows('SELECT FROM event_changes WHERE event_id = :id', { id: event.id })).toHaveLength(
			before + 1,
		);
	});
});

test.each<[string, () => Promise<unknown>]>([
	['the same status again', () => execute('UPDATE signups SET status = status, updated_at = now()')],
	['a new player', () => createUserRow()],
	['a change without effect', () => event.update({ title: event.title, updatedAt: new Date() })],
])('%s writes no row', async (_, change) => {
	await change();
	expect(await readChanged()).toEqual([]);
});

test('a row that moves to another event is a change of both', async () => {
	const other = await createEventRow();
	({ reading: last } = await readChanges(null));
	await signup.update({ eventId: other.id });
	expect((await readChanged()).sort()).toEqual([event.id, other.id].sort());
});

/** The columns of shown tables that no other user sees. Any other column is a change of what pages show. */
const UNSEEN: Record<string, string> = {
	events: 'updated_at',
	signups: 'updated_at user_saved_at',
	event_notices: 'told_date told_status is_dirty',
	discord_mirrors: 'attempts updated_at image_hash sent_start sent_end',
	announcements:
		'content_hash image_hash posted_groups sent_at is_dirty revision requests attempts due_at leased_until updated_at thread_name thread_due_at read_revision',
	settings: 'updated_at',
	users:
		'theme show_countdown notifications reminder_minutes quiet_hours messages_refused_at reminder_way calendar_key calendar_all_events membership_checked_at member_seen_at event_roles',
};
/** The tables that no page loads again for. */
const UNSHOWN: Record<string, string> = {
	'credentials and requests':
		'sessions sign_in_tokens api_tokens last_writes erased_ids idempotency_keys rate_limits schema_migrations',
	'work that waits':
		'direct_messages event_changes event_drafts event_revisions given_roles revision_epochs import_runs interest_withdrawals places_due player_messages',
	'the past, on pages that are not live': 'audit_entries deleted_events undo_rows undos',
	'what a calendar has read': 'calendar_revisions',
};
/** Another value than null for each type. */
const VALUES: Record<string, string> = {
	boolean: 'true',
	bytea: `'a'`,
	date: `'2026-01-01'`,
	integer: '1',
	'integer[]': `'{1}'`,
	jsonb: `'{}'`,
	text: `'a'`,
	'timestamp with time zone': `'2026-01-01'`,
};

test('each column of each table is a change, unless it is listed', async () => {
	const group = { id: '1', round: 1, clientId: 'a', name: 'Group 1', position: 0, createdAt: new Date() };
	await rowsOf('played_groups').insert({ ...group, eventId: event.id });
	const columns = await rows<{ table: string; column: string; type: string; trigger: string | null }>(
		`SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type,
			(SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'changed') AS trigger
		FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY c.relname, a.attnum`,
	);
	const unshown = [...new Set(columns.filter(({ trigger }) => !trigger).map(({ table }) => table))];
	expect(unshown).toEqual(Object.values(UNSHOWN).join(' ').split(' ').sort());

	const unseen: Record<string, string> = {};
	await inTransaction(async (transaction) => {
		const run = (sql: string) => execute(sql, {}, transaction);
		for (const { table, column, type, trigger } of columns) {
			if (!trigger) continue;
			// A copy has no constraints, so each column can be changed alone.
			await run(`CREATE TEMP TABLE copy ON COMMIT DROP AS SELECT * FROM ${table} WHERE false`);
			await run(trigger.replace(`ON public.${table}`, 'ON copy'));
			const owner = ['event_id', 'group_id', 'poll_id', 'id'].find((name) =>
				columns.some((one) => one.table === table && one.column === name),
			);
			const ownerId = owner === 'group_id' ? group.id : event.id;
			await run(
				owner ? `INSERT INTO copy (${owner}) VALUES (${ownerId})` : 'INSERT INTO copy DEFAULT VALUES',
			);
			await run('DELETE FROM event_changes WHERE xid = pg_current_xact_id()');
			const value = column === owner ? ownerId : (VALUES[type] ?? '1');
			await run(`UPDATE copy SET ${column} = ${column === owner ? `${value} + 1` : value}`);
			const found = await rows<{ id: string }>(
				'SELECT event_id::text AS id FROM event_changes WHERE xid = pg_current_xact_id()',
				{},
				transaction,
			);
			if (found.length === 0) unseen[table] = [unseen[table], column].filter(Boolean).join(' ');
			await run('DROP TABLE copy');
		}
	});
	const sorted = (lists: Record<string, string>) =>
		Object.fromEntries(Object.entries(lists).map(([table, list]) => [table, list.split(' ').sort()]));
	expect(sorted(unseen)).toEqual(sorted(UNSEEN));
});

async function readNext(): Promise<string[]> {
	const found = await readChanges(last);
	last = found.reading;
	return found.changes.map((change) => change.event);
}

test('a change is found once, also when its transaction began early and commits late', async () => {
	const other = await createEventRow();
	await readNext();
	await inTransaction(async (transaction) => {
		await event.update({ title: 'The later one' }, { transaction });
		await other.update({ title: 'The earlier one' });
		expect(await readNext()).toEqual([other.id]);
		expect(await readNext()).toEqual([]);
	});
	expect(await readNext()).toEqual([event.id]);
	expect(await readNext()).toEqual([]);
});

test('a change is found once, also when it is counted before the next reading', async () => {
	await event.update({ title: 'Counted' });
	expect(await countChanges()).toBeGreaterThan(0);
	expect(await readNext()).toEqual([event.id]);
	expect(await countChanges()).toBe(0);
	const other = await createEventRow();
	await event.update({ title: 'Again' });
	await countChanges();
	await countChanges();
	await event.update({ title: 'And again' });
	expect(await readNext()).toEqual([event.id, other.id]);
	expect(await readNext()).toEqual([]);
});

test('several processes that count at once change no revision', async () => {
	const read = () =>
		rows(`SELECT ${REVISION} AS revision, ${POSITION} AS position FROM events e ORDER BY e.id`);
	for (let count = 0; count < 5; count += 1) await event.update({ title: `Night ${count}` });
	const before = await read();
	const counts = await Promise.all([1, 2, 3].map(countChanges));
	expect(counts.filter((count) => count > 0)).toHaveLength(1);
	expect(await read()).toEqual(before);
});

test('another epoch means that changes may be lost', async () => {
	const before = await one<{ revision: string }>(
		`SELECT ${REVISION} AS revision FROM events e WHERE e.id = :id`,
		{ id: event.id },
	);
	// As PostgreSQL does after a crash: the table is not logged.
	await execute('DELETE FROM revision_epochs');
	expect(
		await one(`SELECT ${REVISION} AS revision FROM events e WHERE e.id = :id`, { id: event.id }),
	).toEqual({
		revision: null,
	});
	expect((await readChanges(last)).isIncomplete).toBe(true);
	await countChanges();
	const after = await one<{ revision: string }>(
		`SELECT ${REVISION} AS revision FROM events e WHERE e.id = :id`,
		{ id: event.id },
	);
	expect(after?.revision.slice(8)).toBe(before?.revision.slice(8));
	expect(after?.revision).not.toBe(before?.revision);
	({ reading: last } = await readChanges(null));
	expect((await readChanges(last)).isIncomplete).toBe(false);
});

describe('what a page lacks', () => {
	const select = async () => {
		const row = await one<{ revision: string; position: string }>(
			`SELECT ${REVISION} AS revision, ${POSITION} AS position FROM events e WHERE e.id = :id`,
			{ id: event.id },
		);
		return row ?? { revision: null, position: '' };
	};
	const selectPosition = async () => parsePosition((await select()).position);
	const selectEventPosition = async () => {
		const { revision, position } = await select();
		return parsePosition(toEventPosition(position, event.id, revision));
	};
	const readReported = async (since: ReturnType<typeof parsePosition>) => {
		const { changes, isIncomplete } = await readMissed(since);
		return isIncomplete ? 'incomplete' : changes.map((change) => change.event);
	};

	test('of all events: that there is a change', async () => {
		const position = await selectPosition();
		expect(await readReported(position)).toEqual([]);
		await countChanges();
		expect(await readReported(position)).toEqual([]);
		await createEventRow();
		expect(await readReported(position)).toEqual([ANY_EVENT]);
	});

	test('of one event: its own changes, and those that every event shows', async () => {
		const position = await selectEventPosition();
		await createEventRow();
		await countChanges();
		expect(await readReported(position)).toEqual([]);
		await user.update({ preferredUsername: 'Wren' });
		expect(await readReported(position)).toEqual([event.id]);
		const later = await selectEventPosition();
		await event.destroy();
		expect(await readReported(later)).toEqual([event.id]);
	});

	test('of another epoch or an unknown text: perhaps everything; without a position: nothing', async () => {
		expect(await readReported(parsePosition('0a1b2c3d.7'))).toBe('incomplete');
		expect(await readReported(parsePosition('7:9:7,8'))).toBe('incomplete');
		expect(await readReported(null)).toEqual([]);
	});
});

test('sessions end by sign-out, expiry and lost membership, API tokens when they are revoked', async () => {
	const now = new Date();
	const hash = (n: number) => String(n).repeat(64);
	const insert = async (n: number, userId: string, expires: string) => {
		await execute(
			`INSERT INTO sessions (id, token_hash, user_id, expires_at) VALUES (:n, :hash, :userId, now() + :expires::interval)`,
			{ n, hash: hash(n), userId, expires },
		);
		return String(n);
	};
	const former = await createUserRow({ membershipLostAt: now });
	const open = await insert(1, user.id, '1 hour');
	const ended = [await insert(2, user.id, '-1 second'), await insert(3, former.id, '1 hour'), '404'];
	await execute(
		`INSERT INTO api_tokens (id, token_hash, user_id, name, revoked_at) VALUES (1, :one, :id, 'a', NULL), (2, :two, :id, 'b', now())`,
		{ id: user.id, one: hash(4), two: hash(5) },
	);
	expect(await findEndedSessions([open, ...ended, 'token-1', 'token-2'], now)).toEqual([...ended, 'token-2']);
});
