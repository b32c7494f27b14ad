import { beforeEach, expect, test } from 'vitest';
import { database } from '~/database/connection.ts';
import type { Event, User } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import { Refusal } from '~/domain/refusal.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { updateEvent } from '~/server/operations/events/index.ts';
import { saveGroups } from '~/server/operations/groups/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { askForScripts, saveScriptVotes } from '~/server/operations/scripts/index.ts';
import { savePreferences } from '~/server/operations/users/index.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { expectLockWaits } from '~/tests/support/lock-waits.ts';

// Statements that delete rows and insert them anew: two such requests at once must take turns, or the unique key fails one.

useTestEnvironment();
useDatabase();

const now = new Date('2026-10-15T12:00:00Z');
let event: Event;
let user: User;
let other: User;
beforeEach(async () => {
	await clearTables('users', 'events');
	event = await createEventRow();
	[user, other] = await Promise.all([
		createUserRow({ role: 'admin' }),
		createUserRow({ role: 'storyteller' }),
	]);
	await createSignupRow({ eventId: event.id, userId: user.id });
});

const at = () => ({ actor: { id: user.id, role: 'admin' as const }, now });
const params = () => ({ eventId: event.id });
const vote = (votes: object) => perform(saveScriptVotes, at(), { params: params(), read: () => ({ votes }) });
const ask = () =>
	perform(askForScripts, at(), { params: params(), read: () => ({ scripts: ['tb', 'snv'] }) });

/** `insert` holds the key of a row that both requests insert, until both wait. */
type Case = { insert: string; prepare?: () => Promise<unknown>; send: (() => Promise<unknown>)[] };
const cases: Record<string, () => Case> = {
	'the answers about scripts': () => ({
		insert: `INSERT INTO script_votes (event_id, script, user_id, vote) VALUES (:eventId, 'tb', :userId, 'no')`,
		prepare: ask,
		send: [() => vote({ tb: 'keen' }), () => vote({ tb: 'fine' })],
	}),
	'the answers about scripts, in another order and with one taken back': () => ({
		insert: `INSERT INTO script_votes (event_id, script, user_id, vote) VALUES (:eventId, 'snv', :userId, 'no')`,
		prepare: async () => {
			await ask();
			await vote({ tb: 'fine' });
		},
		send: [() => vote({ snv: 'no', tb: null }), () => vote({ tb: 'keen', snv: 'fine' })],
	}),
	'the preferences of a user': () => ({
		insert: `INSERT INTO player_preferences (user_id, kind, preferred_user_id, position) VALUES (:userId, 'player', :otherId, 0)`,
		send: [1, 2].map(
			() => () => perform(savePreferences, at(), { read: () => ({ preferredPlayers: [other.id] }) }),
		),
	}),
	'the storytellers of an event': () => ({
		insert: 'INSERT INTO event_storytellers (event_id, user_id, position) VALUES (:eventId, :otherId, 0)',
		send: [1, 2].map(
			() => () =>
				perform(updateEvent, at(), {
					params: params(),
					read: () => ({
						title: 'Owls',
						date: event.date.toISOString(),
						duration: 180,
						storytellerIds: [other.id],
					}),
				}),
		),
	}),
	'the groups of an event': () => ({
		insert: `INSERT INTO groups (event_id, client_id, name, position, created_at) VALUES (:eventId, 'a', 'Owls', 0, now())`,
		send: [1, 2].map(
			() => () =>
				perform(saveGroups, at(), {
					params: params(),
					read: () => ({ groups: [{ id: 'a', name: 'Owls', players: [], storytellerId: null }] }),
				}),
		),
	}),
};

test.each(Object.entries(cases))('%s are replaced by two requests in turn', async (_, describe) => {
	const { insert, prepare, send } = describe();
	await prepare?.();
	const held = await database().transaction();
	await execute(insert, { eventId: event.id, userId: user.id, otherId: other.id }, held);
	const sent = Promise.allSettled(send.map((request) => request()));
	await expectLockWaits(send.length);
	await held.rollback();
	const outcomes = await sent;
	const unexpected = outcomes.flatMap((outcome) =>
		outcome.status === 'rejected' && !(outcome.reason instanceof Refusal) ? [outcome.reason] : [],
	);
	expect(unexpected).toEqual([]);
	expect(outcomes.map(({ status }) => status)).toContain('fulfilled');
});
