import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '~/database/connection.ts';
import { Comment, type Event, type Signup, type User } from '~/database/models/index.ts';
import { execute, one, rows } from '~/database/sql.ts';
import { parsePosition } from '~/domain/live.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import {
	ANY_EVENT,
	deleteOldChanges,
	findEndedSessions,
	HAS_CHANGED_SINCE,
	readChanges,
	SERVER_START,
} from '~/server/live/event-changes.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { waitForOlderTransactions } from '~/tests/support/lock-waits.ts';

useDatabase();

let event: Event;
let user: User;
let guest: User;
let signup: Signup;
let position: string;
beforeEach(async () => {
	[event, user, guest] = [await createEventRow(), await createUserRow(), await createUserRow()];
	signup = await createSignupRow({
		eventId: event.id,
		userId: user.id,
		status: 'confirmed',
		notes: 'No spoilers.',
	});
	({ position } = await readChanges(null));
});

/** Returns the events that have changed since `position`, each once. */
const readChanged = async () => [
	...new Set((await readChanges(position)).changes.map((change) => change.event)),
];

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
		await inTransaction(async (transaction) => {
			await signup.update({ status: 'late' }, { transaction });
			await event.update({ title: 'Sects & Violets' }, { transaction });
		});
		expect((await readChanges(position)).changes).toHaveLength(1);
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
	({ position } = await readChanges(null));
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
		'content_hash image_hash posted_groups sent_at is_dirty revision requests attempts due_at leased_until updated_at thread_name thread_due_at',
	settings: 'updated_at',
	users:
		'theme show_countdown notifications reminder_minutes quiet_hours messages_refused_at calendar_key calendar_all_events membership_checked_at member_seen_at',
};
/** The tables that no page loads again for. */
const UNSHOWN: Record<string, string> = {
	'credentials and requests':
		'sessions sign_in_tokens api_tokens last_writes erased_ids idempotency_keys rate_limits schema_migrations',
	'work that waits':
		'announcement_changes direct_messages event_changes import_runs interest_withdrawals places_due',
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
			const owner = ['event_id', 'group_id', 'id'].find((name) =>
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

test('a change is found once, also when its transaction began early and commits late', async () => {
	const other = await createEventRow();
	({ position } = await readChanges(null));
	const readNext = async () => {
		const found = await readChanges(position);
		position = found.position;
		return found.changes.map((change) => change.event);
	};
	await inTransaction(async (transaction) => {
		await event.update({ title: 'The later one' }, { transaction });
		await other.update({ title: 'The earlier one' });
		expect(await readNext()).toEqual([other.id]);
		expect(await readNext()).toEqual([]);
	});
	expect(await readNext()).toEqual([event.id]);
	expect(await readNext()).toEqual([]);
});

test.each(['7:7:', '7:9:7,8'])('the database reads the position %s', async (text) => {
	expect(parsePosition(text)).toBe(text);
	await readChanges(text);
});

test('a position of another server counts as a change, because ids may be used again', async () => {
	const server = await one<{ start: string }>(`SELECT ${SERVER_START} AS start`);
	const hasChanged = (start: string | undefined) =>
		one(`SELECT ${HAS_CHANGED_SINCE} AS changed`, { since: position, server: start });
	expect(await hasChanged(server?.start)).toEqual({ changed: false });
	expect(await hasChanged('1700000000.5')).toEqual({ changed: true });
});

test('a log that may lack changes says so', async () => {
	expect((await readChanges(position)).isIncomplete).toBe(false);
	await event.update({ title: 'Yesterday' });
	await event.update({ title: 'Later yesterday' });
	await execute(`UPDATE event_changes SET created_at = now() - interval '25 hours'`);
	await waitForOlderTransactions();
	const { position: later } = await readChanges(null);
	await createEventRow();
	const count = await rowsOf('event_changes').count();
	expect(await deleteOldChanges(new Date())).toBe(count - 2);
	expect((await readChanges(position)).isIncomplete).toBe(true);
	expect((await readChanges(later)).isIncomplete).toBe(false);
	const [, next] = later.split(':');
	const ofOtherDatabase = String(BigInt(next ?? '') + 1_000_000n);
	expect((await readChanges(`${ofOtherDatabase}:${ofOtherDatabase}:`)).isIncomplete).toBe(true);
	await execute(`UPDATE event_changes SET created_at = now() - interval '25 hours'`);
	expect(await deleteOldChanges(new Date())).toBe(1);
	expect(await rowsOf('event_changes').count()).toBe(1);
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
