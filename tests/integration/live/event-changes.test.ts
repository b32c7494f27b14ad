import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '~/database/connection.ts';
import {
	Comment,
	type Event,
	EventChange,
	EventStoryteller,
	type Signup,
	type User,
} from '~/database/models/index.ts';
import { execute, one } from '~/database/sql.ts';
import { parsePosition } from '~/domain/live/position.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import {
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
let signup: Signup;
let position: string;
beforeEach(async () => {
	[event, user] = [await createEventRow(), await createUserRow()];
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
		['a new signup', async () => createSignupRow({ eventId: event.id, userId: (await createUserRow()).id })],
		['a changed status', () => signup.update({ status: 'declined' })],
		['a deleted signup', () => signup.destroy()],
		[
			'a comment',
			() => Comment.create({ eventId: event.id, userId: user.id, body: 'Who brings the board?' }),
		],
		['a storyteller', () => EventStoryteller.create({ eventId: event.id, userId: user.id })],
		['a new title', () => event.update({ title: 'Trouble Brewing' })],
		['a cancellation', () => event.update({ status: 'cancelled' })],
		['saved groups', () => event.update({ groupsVersion: 2 })],
		['a deleted event', () => event.destroy()],
		['a new name of a member', () => user.update({ preferredUsername: 'Wren' })],
		['a deleted member', () => user.destroy()],
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

describe('changes that write no row', () => {
	const changes: [string, () => Promise<unknown>][] = [
		['notes', () => signup.update({ notes: 'I may have to leave early.' })],
		['the same status again', () => execute('UPDATE signups SET status = status, updated_at = now()')],
		['a preference', () => execute(`INSERT INTO preferences (user_id) VALUES (:id)`, { id: user.id })],
		['what a member may know of their reminders', () => signup.update({ awaitsReply: true })],
		['a change without effect', () => event.update({ title: event.title, updatedAt: new Date() })],
		['a new theme', () => user.update({ theme: 'dark' })],
	];
	test.each(changes)('%s', async (_, change) => {
		await change();
		expect(await readChanged()).toEqual([]);
	});
});

test('what may show on every event is not reported as the change of one', async () => {
	await createUserRow({ role: 'creator' });
	expect(await EventChange.count({ where: { eventId: '0' } })).toBeGreaterThan(0);
	expect(await readChanged()).toEqual([]);
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
	const count = await EventChange.count();
	expect(await deleteOldChanges(new Date())).toBe(count - 2);
	expect((await readChanges(position)).isIncomplete).toBe(true);
	expect((await readChanges(later)).isIncomplete).toBe(false);
	const [, next] = later.split(':');
	const ofOtherDatabase = String(BigInt(next ?? '') + 1_000_000n);
	expect((await readChanges(`${ofOtherDatabase}:${ofOtherDatabase}:`)).isIncomplete).toBe(true);
	await execute(`UPDATE event_changes SET created_at = now() - interval '25 hours'`);
	expect(await deleteOldChanges(new Date())).toBe(1);
	expect(await EventChange.count()).toBe(1);
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
