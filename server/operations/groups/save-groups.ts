import type { Transaction } from 'sequelize';
import { inTransaction } from '~/database/connection.ts';
import type { Event } from '~/database/models/index.ts';
import { execute, insertMany } from '~/database/sql.ts';
import {
	type Board,
	type BoardGroup,
	orderPair,
	reduceBoard,
	removeInvalidSeats,
	removeWithdrawnOfChanged,
	toCommand,
} from '~/domain/groups/board.ts';
import { listStorytellerIds } from '~/domain/groups/own-group.ts';
import {
	type BoardInput,
	editGroupsInput,
	type PlayedDetails,
	type SavedGroups,
	type SaveGroupsInput,
	saveGroupsInput,
} from '~/domain/groups/schema.ts';
import { BOARD_TEXTS } from '~/domain/groups/texts.ts';
import type { Actor } from '~/domain/policy.ts';
import { conflict, type FieldErrors, invalid } from '~/domain/refusal.ts';
import { isEdition } from '~/domain/scripts/script.ts';
import { isWaiting } from '~/domain/signups/standing.ts';
import { hasFact } from '~/domain/signups/statuses.ts';
import { type GroupsState, PLAYED_SCRIPT, toGroupsView, toGroupViews } from '../../wire/groups.ts';
import { GROUP_FIELDS, SEAT_COUNTS } from '../../wire/seat-sql.ts';
import { describeLastChange, recordAudit } from '../kernel/audit.ts';
import { doOnce } from '../kernel/idempotency.ts';
import { lockEvent } from '../kernel/lock-event.ts';
import { type ChangeContext, defineOperation } from '../kernel/operation.ts';
import { keepForUndo } from '../kernel/undo.ts';
import { requireScripts } from '../scripts/index.ts';
import { selectGroupsState, selectKnownUsers } from './queries.ts';
import { askForNewChannels, findUnknownChannels } from './renew-voice-channels.ts';

/**
 * Replaces the whole saved board (POST /api/events/{id}/groups). Pins and keep-apart pairs that are left out stay.
 * Without `version` the request always succeeds. With a key, a repeat returns the board as it is now. Users who are no
 * longer signed up, or have declined since the last save, are removed and listed in `dropped`, except declined users in
 * `knownWithdrawn`. A declined user without a saved seat can be seated. Throws Refusal 'missing' when no such event
 * exists, 'invalid' when an id belongs to no user, 'conflict' when `version` is stale (with the saved groups as
 * `current`).
 */
export const saveGroups = defineOperation({
	allow: 'groups.save',
	params: ['eventId'],
	input: saveGroupsInput,
	handle: async ({ actor, params: { eventId }, input, now }): Promise<SavedGroups> => {
		const call = { actor, operation: 'groups.save', eventId, input, now } as const;
		await askForNewChannels(eventId, input.groups, now);
		return changeBoardOnce(call, async (state, transaction) => {
			await requireKnown(input, state, transaction);
			return normalizeSentBoard(input, state, now);
		});
	},
});

/**
 * Applies one command to the saved board, with the same rules as drag and drop, for pages without JavaScript. Groups
 * that it does not change keep the players who have declined since the last save. Throws Refusal 'missing' when no such
 * event exists, 'conflict' when the command is not possible or `version` is stale (with the saved groups as `current`).
 */
export const editGroups = defineOperation({
	allow: 'groups.edit',
	params: ['eventId'],
	input: editGroupsInput,
	handle: async ({ actor, params: { eventId }, input, now }): Promise<SavedGroups> => {
		if (input.command.type === 'changeGroup') await askForNewChannels(eventId, [input.command], now);
		const call = { actor, operation: 'groups.edit', eventId, input, now } as const;
		return changeBoardOnce(call, async (state, transaction) => {
			const { command } = input;
			if (command.type === 'changeGroup') {
				const unknown = Object.values(await requireScripts([command], transaction)).flat();
				if (unknown.length > 0) throw invalid({ scriptId: unknown });
				const unknownChannel = Object.values(findUnknownChannels([command], state)).flat();
				if (unknownChannel.length > 0) throw invalid({ voiceChannelId: unknownChannel });
			}
			const { board, refusal } = reduceBoard(state.board, toCommand(command, now), toParticipants(state));
			if (refusal) throw conflict(refusal);
			return { board: removeWithdrawnOfChanged(board, state.board), dropped: [] };
		});
	},
});

const toParticipants = ({ signups, storytellers }: GroupsState) => ({
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

/** Changes the board once per key and returns the board that is saved then. */
function changeBoardOnce(change: Change, decide: Decide): Promise<SavedGroups> {
	const { actor, operation, eventId, input, now } = change;
	return inTransaction(async (transaction) => {
		const { idempotencyKey: key, ...sent } = input;
		const context = { actor, now, transaction };
		const { dropped } = await doOnce(operation, { key, request: { eventId, sent } }, context, async () => ({
			dropped: await keepForUndo('groups.save', context, () => changeBoard(change, context, decide)),
		}));
		const saved = await selectGroupsState(eventId, { transaction });
		return { groups: toGroupViews(saved.board.groups, saved, actor), version: saved.version, dropped };
	});
}

/**
 * Changes the board and returns the ids of the users who were removed from it. The event is locked, so that
 * the second of two concurrent saves sees the first. Throws Refusal 'conflict' when `version` is stale.
 */
async function changeBoard(
	{ operation, eventId, input: { version } }: Change,
	context: ChangeContext,
	decide: Decide,
): Promise<string[]> {
	const { actor, transaction } = context;
	const event = await lockEvent(eventId, transaction);
	const state = await selectGroupsState(event.id, { transaction });
	if (version !== undefined && version !== state.version) {
		const last = {
			eventId: event.id,
			verb: 'saved these groups',
			version: state.version,
			actions: ['groups.save', 'groups.edit', 'groups.nextRound'] as const,
		};
		throw conflict(await describeLastChange(last, context), { current: toGroupsView(state, actor) });
	}
	const { board, dropped } = await decide(state, transaction);
	await writeBoard(event, board, state, transaction);
	const detail = { groups: board.groups.length, version: state.version + 1 };
	await recordAudit(operation, { type: 'event', id: event.id }, context, detail);
	return dropped;
}

/** Throws Refusal 'invalid', with the field of each wrong id, when an id belongs to no user, script or voice channel. */
async function requireKnown(
	input: SaveGroupsInput,
	state: GroupsState,
	transaction: Transaction,
): Promise<void> {
	const idsByField: [string, string][] = [];
	for (const [i, { players, storytellerId, coStorytellerIds = [] }] of input.groups.entries()) {
		for (const id of players) idsByField.push([`groups.${i}.players`, id]);
		if (storytellerId !== null) idsByField.push([`groups.${i}.storytellerId`, storytellerId]);
		for (const id of coStorytellerIds) idsByField.push([`groups.${i}.coStorytellerIds`, id]);
	}
	for (const [i, { userId }] of (input.pins ?? []).entries()) idsByField.push([`pins.${i}`, userId]);
	for (const [i, pair] of (input.keepApart ?? []).entries()) {
		for (const id of pair) idsByField.push([`keepApart.${i}`, id]);
	}
	const knownIds = await selectKnownUsers([...new Set(idsByField.map(([, id]) => id))], transaction);
	const fields: FieldErrors = {
		...(await requireScripts(input.groups, transaction)),
		...findUnknownChannels(input.groups, state),
	};
	for (const [field, id] of idsByField) if (!knownIds.has(id)) fields[field] = [BOARD_TEXTS.unknownUser];
	if (Object.keys(fields).length > 0) throw invalid(fields);
}

/** Returns whether a sent group is this saved one. A new group may have the id of one that the request removes. */
const isSameGroup = (
	saved: BoardGroup,
	sent: { id: string; createdAt: string | null | undefined },
): boolean =>
	saved.id === sent.id && (!sent.createdAt || Date.parse(saved.createdAt) === Date.parse(sent.createdAt));

/**
 * Returns the board of a request as it can be saved. A group without a creation date gets that of the saved group,
 * or `now`. One without co-storytellers gets those of the saved group, as far as the request gives them no other
 * part. Left out, and returned in `dropped`, are users who are no longer signed up, or have declined since the last
 * save and are not in `knownWithdrawn`. Pins and pairs that are missing in the request are taken from the saved
 * board.
 */
export function normalizeSentBoard(
	input: BoardInput,
	state: GroupsState,
	now: Date,
): { board: Board; dropped: string[] } {
	const { signedUp } = toParticipants(state);
	for (const { user_id } of state.withdrawn) {
		if (!input.knownWithdrawn?.includes(user_id)) signedUp.delete(user_id);
	}
	const named = new Set(input.groups.flatMap((group) => [...group.players, ...listStorytellerIds(group)]));
	const sent = input.groups.map(
		({ createdAt, scriptId, voiceChannelId, coStorytellerIds, ...group }): BoardGroup => {
			const saved = state.board.groups.find((found) => isSameGroup(found, { id: group.id, createdAt }));
			return {
				...group,
				coStorytellerIds: coStorytellerIds ?? saved?.coStorytellerIds.filter((id) => !named.has(id)) ?? [],
				createdAt: createdAt ?? saved?.createdAt ?? now.toISOString(),
				scriptId: (scriptId === undefined ? saved?.scriptId : scriptId) ?? null,
				voiceChannelId: (voiceChannelId === undefined ? saved?.voiceChannelId : voiceChannelId) ?? null,
				winner: saved?.winner ?? null,
			};
		},
	);
	const board = removeInvalidSeats(
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

/** Returns the columns of each field that is in the group's own row. */
const toColumns = ({
	id,
	name,
	storytellerId,
	maxPlayers,
	createdAt,
	scriptId,
	voiceChannelId,
	winner = null,
}: BoardGroup) =>
	({
		id: { client_id: id },
		name: { name },
		storytellerId: { storyteller_id: storytellerId },
		maxPlayers: { max_players: maxPlayers },
		createdAt: { created_at: createdAt },
		scriptId:
			scriptId !== null && isEdition(scriptId)
				? { edition: scriptId, script_id: null }
				: { edition: null, script_id: scriptId },
		voiceChannelId: { voice_channel_id: voiceChannelId },
		winner: { winner },
	}) satisfies Record<
		keyof Omit<BoardGroup, 'players' | 'withdrawn' | 'coStorytellerIds' | 'round'>,
		Record<string, unknown>
	>;

/** Replaces the saved groups, pins and pairs of an event. The event must be locked. */
export async function writeBoard(
	event: Event,
	board: Board,
	{ signups }: GroupsState,
	transaction: Transaction,
): Promise<void> {
	const eventId = event.id;
	const listUsers = (isListed: (signup: (typeof signups)[number]) => boolean) =>
		new Set(signups.filter(isListed).map(({ user_id }) => user_id));
	const declined = listUsers(({ status }) => !hasFact(status, 'mayCome'));
	const waiting = listUsers(isWaiting);
	for (const table of ['groups', 'group_pins', 'group_keep_apart']) {
		await execute(`DELETE FROM ${table} WHERE event_id = :eventId`, { eventId }, transaction);
	}
	const rows = await insertMany<{ id: string }>(
		'groups',
		board.groups.map((group, position) =>
			Object.assign({ event_id: eventId, position }, ...Object.values(toColumns(group))),
		),
		transaction,
		'id',
	);
	const seats = board.groups.flatMap(({ players, withdrawn = [] }, index) =>
		[...players, ...withdrawn].map((userId, position) => ({
			group_id: rows[index]?.id,
			user_id: userId,
			event_id: eventId,
			position,
			seated_while_declined: position < players.length && declined.has(userId),
			seated_while_waiting: position < players.length && waiting.has(userId),
		})),
	);
	await insertMany('group_players', seats, transaction);
	const coStorytellers = board.groups.flatMap(({ coStorytellerIds }, index) =>
		coStorytellerIds.map((userId) => ({ group_id: rows[index]?.id, user_id: userId, event_id: eventId })),
	);
	await insertMany('group_co_storytellers', coStorytellers, transaction);
	const pins = board.pins.map((pin) => ({
		event_id: eventId,
		user_id: pin.userId,
		group_client_id: pin.groupId,
	}));
	await insertMany('group_pins', pins, transaction);
	const pairs = board.keepApart.map(([userA, userB]) => ({
		event_id: eventId,
		user_a: userA,
		user_b: userB,
	}));
	await insertMany('group_keep_apart', pairs, transaction);
	await event.set({ groupsVersion: event.groupsVersion + 1 }).save({ transaction });
}

/** Each column of an earlier round's group, and its SQL from the saved group `g`. */
const KEPT_COLUMNS = {
	event_id: 'g.event_id',
	round: ':round',
	client_id: GROUP_FIELDS.id,
	name: GROUP_FIELDS.name,
	position: 'g.position',
	script: PLAYED_SCRIPT,
	winner: GROUP_FIELDS.winner,
	created_at: GROUP_FIELDS.createdAt,
	voice_channel_id: GROUP_FIELDS.voiceChannelId,
} satisfies Record<string, string> & Record<keyof Omit<PlayedDetails, 'voiceChannelId'>, string>;

/** Keeps the saved groups as those of a round that was played. */
export async function keepRound(eventId: string, round: number, transaction: Transaction): Promise<void> {
	await execute(
		`INSERT INTO played_groups (${Object.keys(KEPT_COLUMNS).join(', ')})
		SELECT ${Object.values(KEPT_COLUMNS).join(', ')}
		FROM groups g WHERE g.event_id = :eventId ORDER BY g.position, g.id`,
		{ eventId, round },
		transaction,
	);
	await execute(
		`INSERT INTO played_seats (group_id, user_id, position, is_co_storyteller)
		SELECT p.id, seat.user_id, seat.position, seat.is_co FROM groups g
		JOIN played_groups p ON p.event_id = g.event_id AND p.round = :round AND p.client_id = g.client_id
		CROSS JOIN LATERAL (SELECT gp.user_id, gp.position, false AS is_co FROM group_players gp WHERE gp.group_id = g.id AND ${SEAT_COUNTS}
			UNION ALL SELECT g.storyteller_id, NULL, false WHERE g.storyteller_id IS NOT NULL
			UNION ALL SELECT c.user_id, NULL, true FROM group_co_storytellers c WHERE c.group_id = g.id) seat
		WHERE g.event_id = :eventId`,
		{ eventId, round },
		transaction,
	);
}
