import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { inTransaction } from '~/database/connection.ts';
import { type Event, Group, GroupKeepApart, GroupPin, GroupPlayer } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import type { EventOnPage, GroupPostOnPage } from '~/domain/events/page.ts';
import {
	type Board,
	orderPair,
	reduceBoard,
	removeInvalidSeats,
	removeWithdrawnOfChanged,
} from '~/domain/groups/board.ts';
import type { UserPreferences } from '~/domain/groups/mutual-preferences.ts';
import type { GroupsOnPage } from '~/domain/groups/panel.ts';
import {
	type BoardInput,
	editGroupsInput,
	type GroupsView,
	type SavedGroups,
	type SaveGroupsInput,
	saveGroupsInput,
} from '~/domain/groups/schema.ts';
import { BOARD_TEXTS, GROUP_TEXTS } from '~/domain/groups/texts.ts';
import { SIGNUPS_PER_PAGE } from '~/domain/limits.ts';
import { type Actor, canAttempt } from '~/domain/policy.ts';
import { conflict, type FieldErrors, invalid } from '~/domain/refusal.ts';
import { searchText } from '~/domain/signups/search.ts';
import { toAnnouncementView, toEventWithStorytellers, toOwnGroupOnPage } from '../../wire/events.ts';
import {
	type GroupsState,
	toClosedGroups,
	toGroupsView,
	toGroupView,
	toOpenGroups,
	toPreferences,
} from '../../wire/groups.ts';
import { toListedSignup } from '../../wire/signups.ts';
import { lockEvent } from '../events/index.ts';
import { recordAudit } from '../kernel/audit.ts';
import { doOnce } from '../kernel/idempotency.ts';
import { defineOperation, isId } from '../kernel/operation.ts';
import { selectListedSignups, selectSignupsPage, toSignupRowsPage } from '../signups/index.ts';
import {
	type EventPageRow,
	selectBoardState,
	selectClosedGroups,
	selectEventPage,
	selectGroupsState,
	selectKnownUsers,
	selectPreferences,
} from './queries.ts';

/**
 * Returns the saved groups and the other data of the groups panel; preferences, pins and keep-apart pairs
 * only for creators and admins (GET /api/events/{id}/groups). Throws Refusal 'missing' when no such event
 * exists.
 */
export const readGroups = defineOperation({
	allow: 'groups.read',
	readsReplica: true,
	params: ['eventId'],
	input: z.object({}),
	handle: async ({ actor, params }): Promise<GroupsView> =>
		toGroupsView(
			await selectGroupsState(params.eventId, {
				needsPreferences: canAttempt(actor, 'groups.readPreferences'),
			}),
			actor,
		),
});

/** Pages beyond this one are not read; no event has as many signups. */
const MAX_SIGNUPS_PAGE = 10_000;

const eventPageInput = z.object({
	page: z.coerce.number().int().min(1).max(MAX_SIGNUPS_PAGE).catch(1),
	/** The search for players; it is only used when the signups are in pages. */
	q: searchText.catch(''),
	/** Whether the groups are open although the event has many signups. */
	hasOpenGroups: z.boolean().catch(false),
});

/**
 * Returns one event and its groups, for the event page. An event with more than `SIGNUPS_PER_PAGE` signups has only
 * those of one page, and its groups are closed unless they are asked for. `groups` is the error when only the groups
 * could not be read. Throws Refusal 'missing' when no such event exists.
 */
export const readEventPage = defineOperation({
	allow: 'events.read',
	readsReplica: true,
	params: ['eventId'],
	input: eventPageInput,
	async handle({ actor, params: { eventId }, input }): Promise<{
		event: EventOnPage;
		groups: GroupsOnPage | Error;
	}> {
		const row = await selectEventPage(actor.id, eventId);
		const hasManySignups = row.signup_count > SIGNUPS_PER_PAGE;
		const othersCount = row.signup_count - (row.user_signup_status ? 1 : 0);
		const lastPage = input.q === '' ? Math.ceil(othersCount / SIGNUPS_PER_PAGE) : input.page;
		const number = Math.min(input.page, Math.max(1, lastPage));
		const isFirst = !hasManySignups || (number === 1 && input.q === '');
		const [page, groups] = await Promise.all([
			isFirst
				? toSignupRowsPage(row.signups)
				: selectSignupsPage(actor.id, eventId, { page: number, q: input.q }),
			readGroupsOnPage(actor, eventId, {
				hasGroups: row.has_groups,
				hasManySignups,
				isOpen: input.hasOpenGroups,
			}).catch((error: Error) => error),
		]);
		return {
			event: {
				...toEventWithStorytellers(row, actor),
				own_group: toOwnGroupOnPage(row, actor),
				signups: page.signups.map((signup) => toListedSignup(signup, actor)),
				signupsPage: hasManySignups ? { number, hasNext: page.hasNext } : null,
				ownNotes: row.own_notes,
				ownAwaitsReply: row.own_awaits_reply === true,
				mirrorChangedAt: row.mirror_changed_at?.toISOString() ?? null,
				canAnnounce: row.has_channel && canAttempt(actor, 'events.postAnnouncement'),
				groupPost: canAttempt(actor, 'groups.post') ? toGroupPostOnPage(row) : null,
			},
			groups,
		};
	},
});

function toGroupPostOnPage({ group_post, announcement, has_channel }: EventPageRow): GroupPostOnPage {
	return {
		message: group_post && toAnnouncementView(group_post),
		hasChannel: has_channel || (announcement?.message_id ?? group_post?.message_id) != null,
	};
}

type PanelState = { hasGroups: boolean; hasManySignups: boolean; isOpen: boolean };

/** Returns the groups as the page shows them: closed, or open with the users whom they may name. */
async function readGroupsOnPage(
	actor: Actor,
	eventId: string,
	{ hasGroups, hasManySignups, isOpen }: PanelState,
): Promise<GroupsOnPage> {
	const canEdit = canAttempt(actor, 'groups.save');
	const isClosed = hasManySignups && !isOpen;
	if (!hasGroups && (isClosed || !canEdit)) return { isOpen: false, groups: [] };
	if (isClosed) return toClosedGroups(await selectClosedGroups(actor.id, eventId));
	const needsPreferences = canAttempt(actor, 'groups.readPreferences');
	const state = await selectBoardState(eventId, { needsPreferences });
	if (!hasManySignups) return toOpenGroups(state, actor, null);
	// Those who edit the groups can seat everyone; others see only who has a seat.
	const seated = state.board.groups.flatMap(({ players }) => players);
	return toOpenGroups(state, actor, await selectListedSignups(eventId, canEdit ? undefined : seated));
}

/**
 * Returns the preferences of a user who has signed up for the event, for creators and admins; null for a user who has
 * not.
 */
export const readPlayerPreferences = defineOperation({
	allow: 'groups.readPreferences',
	params: ['eventId', 'userId'],
	input: z.object({}),
	async handle({ params: { eventId, userId } }): Promise<UserPreferences | null> {
		const row = isId(eventId) && isId(userId) ? await selectPreferences(eventId, userId) : null;
		return row && toPreferences(row);
	},
});

/**
 * Replaces the whole saved board (POST /api/events/{id}/groups). Pins and keep-apart pairs that are left out
 * stay. Without `version` the request always succeeds. With a key, a repeat returns the board as it is now.
 * Users who are no longer signed up, or have declined since the last save, are removed and listed in
 * `dropped`; a declined user without a saved seat, or in `knownWithdrawn`, can be seated. Throws Refusal 'missing' when no such event
 * exists, 'invalid' when an id belongs to no user, 'conflict' when `version` is stale (with the saved groups
 * as `current`).
 */
export const saveGroups = defineOperation({
	allow: 'groups.save',
	params: ['eventId'],
	input: saveGroupsInput,
	handle: ({ actor, params: { eventId }, input, now }): Promise<SavedGroups> => {
		const call = { actor, operation: 'groups.save', eventId, input, now } as const;
		return changeOnce(call, async (state, transaction) => {
			await requireUsers(input, transaction);
			return normalizeSentBoard(input, state, now);
		});
	},
});

/**
 * Applies one command to the saved board, with the same rules as drag and drop, for pages without JavaScript. Groups
 * that it does not change keep the players who have declined since the last save.
 * Throws Refusal 'missing' when no such event exists, 'conflict' when the command is not possible or
 * `version` is stale (with the saved groups as `current`).
 */
export const editGroups = defineOperation({
	allow: 'groups.edit',
	params: ['eventId'],
	input: editGroupsInput,
	handle: ({ actor, params: { eventId }, input, now }): Promise<SavedGroups> => {
		const call = { actor, operation: 'groups.edit', eventId, input, now } as const;
		return changeOnce(call, async (state) => {
			const { command } = input;
			const step = command.type === 'addGroup' ? { ...command, createdAt: now.toISOString() } : command;
			const { board, refusal } = reduceBoard(state.board, step, toParticipants(state));
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
function changeOnce(change: Change, decide: Decide): Promise<SavedGroups> {
	const { actor, operation, eventId, input, now } = change;
	return inTransaction(async (transaction) => {
		const { idempotencyKey: key, ...sent } = input;
		const once = { transaction, actor, operation, key, request: { eventId, sent }, now };
		const { result } = await doOnce(once, async () => ({
			dropped: await changeBoard(change, transaction, decide),
		}));
		const saved = await selectGroupsState(eventId, { transaction });
		return { groups: saved.board.groups.map(toGroupView), version: saved.version, ...result };
	});
}

/**
 * Changes the board and returns the ids of the users who were removed from it. The event is locked, so that
 * the second of two concurrent saves sees the first. Throws Refusal 'conflict' when `version` is stale.
 */
async function changeBoard(
	{ actor, operation, eventId, input: { version }, now }: Change,
	transaction: Transaction,
	decide: Decide,
): Promise<string[]> {
	const event = await lockEvent(eventId, transaction);
	const state = await selectGroupsState(event.id, { transaction });
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

/** Throws Refusal 'invalid', with the field of each wrong id, when an id belongs to no user. */
async function requireUsers(input: SaveGroupsInput, transaction: Transaction): Promise<void> {
	const idsByField: [string, string][] = [];
	for (const [i, { players, storytellerId }] of input.groups.entries()) {
		for (const id of players) idsByField.push([`groups.${i}.players`, id]);
		if (storytellerId !== null) idsByField.push([`groups.${i}.storytellerId`, storytellerId]);
	}
	for (const [i, { userId }] of (input.pins ?? []).entries()) idsByField.push([`pins.${i}`, userId]);
	for (const [i, pair] of (input.keepApart ?? []).entries()) {
		for (const id of pair) idsByField.push([`keepApart.${i}`, id]);
	}
	const knownIds = await selectKnownUsers([...new Set(idsByField.map(([, id]) => id))], transaction);
	const fields: FieldErrors = {};
	for (const [field, id] of idsByField) if (!knownIds.has(id)) fields[field] = [BOARD_TEXTS.unknownUser];
	if (Object.keys(fields).length > 0) throw invalid(fields);
}

/**
 * Returns the board of a request as it can be saved. A group without a creation date gets that of the saved
 * group, or `now`. Users who are no longer signed up, or have declined since the last save and are not in
 * `knownWithdrawn`, are left out and returned in `dropped`. Pins and pairs that are missing in the request are taken from the saved board.
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
	const sent = input.groups.map(({ createdAt, ...group }) => {
		const saved = state.board.groups.find(({ id }) => id === group.id);
		return { ...group, createdAt: createdAt ?? saved?.createdAt ?? now.toISOString() };
	});
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
	const seats = board.groups.flatMap(({ players, withdrawn = [] }, index) =>
		[...players, ...withdrawn].map((userId, position) => ({
			...{ groupId: String(rows[index]?.id), userId, eventId, position },
			seatedWhileDeclined: position < players.length && declined.has(userId),
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
