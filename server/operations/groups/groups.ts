import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { inTransaction } from '~/database/connection.ts';
import { type Event, Group, GroupKeepApart, GroupPin, GroupPlayer } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import { type Board, orderPair, reduceBoard, settleBoard } from '~/domain/groups/board.ts';
import {
	editGroupsInput,
	type GroupsView,
	type SavedGroups,
	type SaveGroupsInput,
	type SentBoard,
	saveGroupsInput,
} from '~/domain/groups/schema.ts';
import { BOARD_TEXTS, GROUP_TEXTS } from '~/domain/groups/texts.ts';
import type { Actor } from '~/domain/policy.ts';
import { conflict, type FieldErrors, invalid } from '~/domain/refusal.ts';
import { type GroupsState, toGroupsView, toGroupView } from '../../wire/groups.ts';
import { lockEvent } from '../events/index.ts';
import { recordAudit } from '../kernel/audit.ts';
import { doOnce } from '../kernel/idempotency.ts';
import { operation } from '../kernel/operation.ts';
import { selectGroupsState, selectKnownUsers } from './queries.ts';

/**
 * GET /api/events/{id}/groups: the saved groups and what the panel needs around them; preferences, pins and keep-apart
 * pairs only for creators and admins. Refuses: 404.
 */
export const readGroups = operation({
	allow: 'groups.read',
	params: ['eventId'],
	input: z.object({}),
	handle: async ({ actor, params }): Promise<GroupsView> =>
		toGroupsView(await selectGroupsState(params.eventId), actor),
});

/**
 * POST /api/events/{id}/groups: the whole board instead of the saved one; pins and keep-apart pairs that are left out stay.
 * Without `version` it wins. With a key, a repeat answers the board as it is by now. Whoever is not signed up any more,
 * or has declined since the last save, is dropped and named; a declined user who was not seated is seated. Refuses: 404; 422 an id that is no user; 409 a stale `version`, with what is saved now as `current`.
 */
export const saveGroups = operation({
	allow: 'groups.save',
	params: ['eventId'],
	input: saveGroupsInput,
	handle: ({ actor, params: { eventId }, input, now }): Promise<SavedGroups> => {
		const call = { actor, operation: 'groups.save', eventId, input, now } as const;
		return changeOnce(call, async (state, transaction) => {
			await requireUsers(input, transaction);
			return settleSent(input, state, now);
		});
	},
});

/**
 * One step on the saved board, through the same rules as drag and drop: the way without script. Refuses: 404; 409 a step
 * that cannot be taken, or a stale `version`, with what is saved now as `current`.
 */
export const editGroups = operation({
	allow: 'groups.edit',
	params: ['eventId'],
	input: editGroupsInput,
	handle: ({ actor, params: { eventId }, input, now }): Promise<SavedGroups> => {
		const call = { actor, operation: 'groups.edit', eventId, input, now } as const;
		return changeOnce(call, async (state) => {
			const { command } = input;
			const step = command.type === 'addGroup' ? { ...command, createdAt: now.toISOString() } : command;
			const { board, refusal } = reduceBoard(state.board, step, peopleOf(state));
			if (refusal) throw conflict(refusal);
			return { board, dropped: [] };
		});
	},
});

const peopleOf = ({ signups, storytellers }: GroupsState) => ({
	signedUp: new Set(signups.map(({ user_id }) => user_id)),
	storytellers: new Set(storytellers.map(({ user_id }) => user_id)),
});

type Change = {
	actor: Actor;
	operation: 'groups.save' | 'groups.edit';
	eventId: string;
	input: { version?: number | undefined; idempotencyKey?: string | undefined };
	now: Date;
};
type Decide = (state: GroupsState, transaction: Transaction) => Promise<{ board: Board; dropped: string[] }>;

/** Changes the board once per key, and answers what is saved by then. */
function changeOnce(change: Change, decide: Decide): Promise<SavedGroups> {
	const { actor, operation, eventId, input, now } = change;
	return inTransaction(async (transaction) => {
		const { idempotencyKey: key, ...sent } = input;
		const once = { transaction, actor, operation, key, request: { eventId, sent }, now };
		const { remembered } = await doOnce(once, async () => ({
			dropped: await changeBoard(change, transaction, decide),
		}));
		const saved = await selectGroupsState(eventId, transaction);
		return { groups: saved.board.groups.map(toGroupView), version: saved.version, ...remembered };
	});
}

/** Holds the event still, so that of two who save at once one comes second and is told. Answers whom it dropped. */
async function changeBoard(
	{ actor, operation, eventId, input: { version }, now }: Change,
	transaction: Transaction,
	decide: Decide,
): Promise<string[]> {
	const event = await lockEvent(eventId, transaction);
	const state = await selectGroupsState(event.id, transaction);
	if (version !== undefined && version !== state.version) {
		throw conflict(GROUP_TEXTS.stale, { current: toGroupsView(state, actor) });
	}
	const { board, dropped } = await decide(state, transaction);
	await writeBoard(event, board, state, transaction);
	const subject = { type: 'event' as const, id: event.id };
	const detail = { groups: board.groups.length };
	await recordAudit({ actor, action: operation, subject, detail, now }, transaction);
	return dropped;
}

/** Refuses (422, the place named) an id that is no user. */
async function requireUsers(input: SaveGroupsInput, transaction: Transaction): Promise<void> {
	const named: [string, string][] = [];
	for (const [i, { players, storytellerId }] of input.groups.entries()) {
		for (const id of players) named.push([`groups.${i}.players`, id]);
		if (storytellerId !== null) named.push([`groups.${i}.storytellerId`, storytellerId]);
	}
	for (const [i, { userId }] of (input.pins ?? []).entries()) named.push([`pins.${i}`, userId]);
	for (const [i, pair] of (input.keepApart ?? []).entries()) {
		for (const id of pair) named.push([`keepApart.${i}`, id]);
	}
	const known = await selectKnownUsers([...new Set(named.map(([, id]) => id))], transaction);
	const fields: FieldErrors = {};
	for (const [place, id] of named) if (!known.has(id)) fields[place] = [BOARD_TEXTS.unknownUser];
	if (Object.keys(fields).length > 0) throw invalid(fields);
}

/**
 * The board that somebody sent as it can stand: dated like the saved groups, without whoever is not signed up any more or
 * has declined since the last save, who are `dropped`. Pins and pairs that were not sent are the saved ones.
 */
export function settleSent(
	input: SentBoard,
	state: GroupsState,
	now: Date,
): { board: Board; dropped: string[] } {
	const { signedUp } = peopleOf(state);
	for (const id of state.withdrawn) signedUp.delete(id);
	const sent = input.groups.map(({ createdAt, ...group }) => {
		const saved = state.board.groups.find(({ id }) => id === group.id);
		return { ...group, createdAt: createdAt ?? saved?.createdAt ?? now.toISOString() };
	});
	const board = settleBoard(
		{
			groups: sent,
			pins: input.pins ?? state.board.pins,
			keepApart: input.keepApart?.map(([a, b]) => orderPair(a, b)) ?? state.board.keepApart,
		},
		{ signedUp },
	);
	const dropped = sent.flatMap(({ players }) => players.filter((id) => !signedUp.has(id)));
	return { board, dropped };
}

async function writeBoard(
	event: Event,
	board: Board,
	{ signups }: GroupsState,
	transaction: Transaction,
): Promise<void> {
	const eventId = event.id;
	const declined = new Set(
		signups.filter(({ status }) => status === 'declined').map(({ user_id }) => user_id),
	);
	for (const table of ['groups', 'group_pins', 'group_keep_apart']) {
		await execute(`DELETE FROM ${table} WHERE event_id = :eventId`, { eventId }, transaction);
	}
	const rows = await Group.bulkCreate(
		board.groups.map(({ id, name, storytellerId, maxPlayers, createdAt }, position) => ({
			...{ eventId, clientId: id, name, position, storytellerId, maxPlayers },
			createdAt: new Date(createdAt),
		})),
		{ transaction, returning: ['id'] },
	);
	const seats = board.groups.flatMap(({ players }, place) =>
		players.map((userId, position) => ({
			...{ groupId: String(rows[place]?.id), userId, eventId, position },
			seatedWhileDeclined: declined.has(userId),
		})),
	);
	await GroupPlayer.bulkCreate(seats, { transaction });
	await GroupPin.bulkCreate(
		board.pins.map(({ userId, groupId }) => ({ eventId, userId, groupClientId: groupId })),
		{ transaction },
	);
	await GroupKeepApart.bulkCreate(
		board.keepApart.map(([userA, userB]) => ({ eventId, userA, userB })),
		{ transaction },
	);
	await event.set({ groupsVersion: event.groupsVersion + 1 }).save({ transaction });
}
