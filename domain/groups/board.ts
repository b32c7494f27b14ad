import { formatCount } from '../format-count.ts';
import { compareIds } from '../ids.ts';
import { isolate } from '../isolate.ts';
import { GROUP_LIMITS, GROUP_MAX_PLAYERS } from '../limits.ts';
import { createRandomInteger } from './auto-split/random.ts';
import { listStorytellerIds } from './own-group.ts';
import type { Winner } from './result.ts';
import { BOARD_TEXTS } from './texts.ts';

/** What forms change of a group, and messages, tables and rounds show. The compiler asks each for a new field. */
export type GroupDetails = { name: string; voiceChannelId: string | null };

/** A group of an event (spec, section 3). Its client chooses the `id`; `createdAt` is an ISO instant. */
export type BoardGroup = GroupDetails & {
	id: string;
	players: string[];
	storytellerId: string | null;
	/** Its further storytellers. */
	coStorytellerIds: string[];
	maxPlayers: number;
	createdAt: string;
	/** An edition or the id of a row of the library. */
	scriptId: string | null;
	/** Only the saved group has it. */
	winner?: Winner | null;
	/** The current round of the event, from 1; only a saved group has it. */
	round?: number;
	/** Players who declined or left since the last save. They count nowhere; the next save removes them. */
	withdrawn?: string[];
};
/** Pins a user to a group for auto-split. */
type Pin = { userId: string; groupId: string };
/** Two users that auto-split keeps apart, the smaller id first. */
export type ApartPair = [string, string];
export type Board = { groups: BoardGroup[]; pins: Pin[]; keepApart: ApartPair[] };

/** The users with a signup of any status, and the users who may be storytellers. */
export type BoardUsers = { signedUp: ReadonlySet<string>; storytellers: ReadonlySet<string> };

export type BoardCommand =
	| { type: 'addGroup'; id: string; createdAt: string }
	| { type: 'removeGroup'; groupId: string }
	/** What is left out stays unchanged. `coStorytellerId` is a storyteller to add; null adds none. */
	| ({ type: 'changeGroup'; groupId: string; coStorytellerId?: string | null } & Partial<
			GroupDetails & Pick<BoardGroup, 'maxPlayers' | 'storytellerId' | 'scriptId'>
	  >)
	| { type: 'moveGroup'; groupId: string; overGroupId: string }
	/** `before`: the player who comes after the inserted one; undefined appends. */
	| { type: 'movePlayer'; userId: string; groupId: string; before?: string | undefined }
	| { type: 'removePlayer'; userId: string }
	/** Puts the players, whose order is that of their seats, into the random order of `seed`. */
	| { type: 'shuffleSeats'; groupId: string; seed: number }
	| { type: 'removeWithdrawn'; groupId: string }
	/** Seats `userIds` instead of the group's withdrawn players. */
	| { type: 'replaceWithdrawn'; groupId: string; userIds: string[] }
	| { type: 'removeCoStoryteller'; userId: string }
	| { type: 'replace'; groups: BoardGroup[] }
	| { type: 'clear' }
	| { type: 'pin'; userId: string; groupId: string | null }
	| { type: 'keepApart'; a: string; b: string }
	| { type: 'allowTogether'; a: string; b: string }
	/** Removes the users who are no longer signed up. */
	| { type: 'dropMissing' };

/** A command as a form sends it: the receiver adds date and seed; whole boards are saved, not sent. */
type FormCommand<Command> = Command extends { type: 'replace' | 'dropMissing' }
	? never
	: Command extends { type: 'addGroup' }
		? Omit<Command, 'createdAt'>
		: Command extends { type: 'shuffleSeats' }
			? Omit<Command, 'seed'>
			: Command;
export type BoardStep = FormCommand<BoardCommand>;

/** Returns the command of a step that is taken at `now`. */
export function toCommand(step: BoardStep, now: Date): BoardCommand {
	if (step.type === 'addGroup') return { ...step, createdAt: now.toISOString() };
	return step.type === 'shuffleSeats' ? { ...step, seed: now.getTime() } : step;
}

/** `refusal` is the text why the board was not changed, or null on success. */
export type BoardChange = { board: Board; refusal: string | null };

export const EMPTY_BOARD: Board = { groups: [], pins: [], keepApart: [] };

export const BOARD_REFUSALS = {
	group: 'That group no longer exists.',
	player: 'That player is no longer signed up.',
	seat: "That player isn't in a group.",
	storyteller: "That storyteller can't be assigned here.",
	isStoryteller: 'A storyteller cannot also be a player.',
	coStoryteller: "That storyteller doesn't help with a group any more.",
	sameId: 'A group with that id already exists.',
	apart: 'Please choose two different players.',
	full: (name: string, maxPlayers: number) =>
		`${isolate(name)} is full. It has room for ${formatCount(maxPlayers, 'player')}.`,
	tooSmall: (name: string, seated: number) =>
		`${isolate(name)} already has ${formatCount(seated, 'player')}.`,
} as const;

/**
 * Returns the board after a command, for dragging, menus, the form without JavaScript and the API (spec,
 * section 4, "Groups"). An impossible command returns the same board with a refusal. No user has two seats,
 * no storyteller is a player, no group exceeds its maximum.
 */
export function reduceBoard(board: Board, command: BoardCommand, users: BoardUsers): BoardChange {
	const { groups } = board;
	const done = (next: BoardGroup[]): BoardChange => ({ board: { ...board, groups: next }, refusal: null });
	const refuse = (refusal: string): BoardChange => ({ board, refusal });
	const group = 'groupId' in command ? groups.find(({ id }) => id === command.groupId) : undefined;
	const replaceGroup = (changed: BoardGroup, others = groups) =>
		done(others.map((other) => (other.id === changed.id ? changed : other)));

	switch (command.type) {
		case 'addGroup':
			if (groups.some(({ id }) => id === command.id)) return refuse(BOARD_REFUSALS.sameId);
			if (groups.length >= GROUP_LIMITS.groups) return refuse(BOARD_TEXTS.manyGroups);
			return done([...groups, createGroup(command.id, command.createdAt, groups)]);
		case 'removeGroup':
			if (!group) return refuse(BOARD_REFUSALS.group);
			return {
				board: {
					...board,
					groups: groups.filter(({ id }) => id !== group.id),
					pins: board.pins.filter(({ groupId }) => groupId !== group.id),
				},
				refusal: null,
			};
		case 'changeGroup': {
			if (!group) return refuse(BOARD_REFUSALS.group);
			const { type, groupId, storytellerId, coStorytellerId, ...sent } = command;
			const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
			const changed: BoardGroup = { ...group, ...given };
			const { name, maxPlayers } = changed;
			if (!name) return refuse(BOARD_TEXTS.name);
			if (!Number.isInteger(maxPlayers) || maxPlayers < 1 || maxPlayers > GROUP_LIMITS.players)
				return refuse(BOARD_TEXTS.maxPlayers);
			if (maxPlayers < group.players.length)
				return refuse(BOARD_REFUSALS.tooSmall(group.name, group.players.length));
			const change = changeStorytellers(replaceGroup(changed).board, command, users);
			return change.refusal === null ? change : refuse(change.refusal);
		}
		case 'moveGroup': {
			const over = groups.findIndex(({ id }) => id === command.overGroupId);
			if (!group || over < 0) return refuse(BOARD_REFUSALS.group);
			return done(groups.filter(({ id }) => id !== group.id).toSpliced(over, 0, group));
		}
		case 'movePlayer': {
			if (!group) return refuse(BOARD_REFUSALS.group);
			if (!users.signedUp.has(command.userId)) return refuse(BOARD_REFUSALS.player);
			if (isStoryteller(groups, command.userId)) return refuse(BOARD_REFUSALS.isStoryteller);
			const players = group.players.filter((id) => id !== command.userId);
			if (players.length >= group.maxPlayers)
				return refuse(BOARD_REFUSALS.full(group.name, group.maxPlayers));
			const index = command.before === undefined ? -1 : players.indexOf(command.before);
			const seated = players.toSpliced(index < 0 ? players.length : index, 0, command.userId);
			return replaceGroup({ ...group, players: seated }, withoutPlayer(groups, command.userId));
		}
		case 'removePlayer':
			if (!groups.some(({ players }) => players.includes(command.userId))) return refuse(BOARD_REFUSALS.seat);
			return done(withoutPlayer(groups, command.userId));
		case 'shuffleSeats':
			return group
				? replaceGroup({ ...group, players: shuffle(group.players, command.seed) })
				: refuse(BOARD_REFUSALS.group);
		case 'removeWithdrawn':
			return group ? replaceGroup({ ...group, withdrawn: [] }) : refuse(BOARD_REFUSALS.group);
		case 'replaceWithdrawn': {
			if (!group) return refuse(BOARD_REFUSALS.group);
			let change = replaceGroup({ ...group, withdrawn: [] });
			for (const userId of command.userIds) {
				change = reduceBoard(change.board, { type: 'movePlayer', userId, groupId: group.id }, users);
				if (change.refusal !== null) return refuse(change.refusal);
			}
			return change;
		}
		case 'removeCoStoryteller':
			if (!groups.some(({ coStorytellerIds }) => coStorytellerIds.includes(command.userId)))
				return refuse(BOARD_REFUSALS.coStoryteller);
			return done(groups.map((other) => withoutUser(other, command.userId)));
		case 'replace':
			return { board: removeInvalidSeats({ ...board, groups: command.groups }, users), refusal: null };
		case 'clear':
			return { board: { ...board, groups: [], pins: [] }, refusal: null };
		case 'dropMissing':
			return { board: removeInvalidSeats(board, users), refusal: null };
		default:
			return reduceConstraints(board, command, users);
	}
}

/** Returns the board with the storytellers of a command, who leave any other seat or group. */
function changeStorytellers(
	board: Board,
	{ groupId, storytellerId, coStorytellerId }: Extract<BoardCommand, { type: 'changeGroup' }>,
	users: BoardUsers,
): BoardChange {
	const isPossible = (id: string) => users.storytellers.has(id) || isStoryteller(board.groups, id);
	const seat = (groups: readonly BoardGroup[], id: string, change: (own: BoardGroup) => BoardGroup) =>
		groups
			.map((group) => withoutUser(group, id))
			.map((group) => (group.id === groupId ? change(group) : group));
	let { groups } = board;
	const saved = groups.find(({ id }) => id === groupId);
	if (storytellerId === null) {
		groups = groups.map((group) => (group.id === groupId ? { ...group, storytellerId } : group));
	} else if (storytellerId !== undefined && storytellerId !== saved?.storytellerId) {
		if (!isPossible(storytellerId)) return { board, refusal: BOARD_REFUSALS.storyteller };
		groups = seat(groups, storytellerId, (own) => ({ ...own, storytellerId }));
	}
	if (coStorytellerId) {
		if (!isPossible(coStorytellerId)) return { board, refusal: BOARD_REFUSALS.storyteller };
		groups = seat(groups, coStorytellerId, (own) => ({
			...own,
			coStorytellerIds: [...own.coStorytellerIds, coStorytellerId],
		}));
		const { coStorytellerIds = [] } = groups.find(({ id }) => id === groupId) ?? {};
		if (coStorytellerIds.length > GROUP_LIMITS.coStorytellers)
			return { board, refusal: BOARD_TEXTS.manyCoStorytellers };
	}
	return { board: { ...board, groups }, refusal: null };
}

function reduceConstraints(
	board: Board,
	command: Extract<BoardCommand, { type: 'pin' | 'keepApart' | 'allowTogether' }>,
	{ signedUp }: BoardUsers,
): BoardChange {
	if (command.type === 'pin') {
		const { userId, groupId } = command;
		const pins = board.pins.filter((pin) => pin.userId !== userId);
		if (groupId === null) return { board: { ...board, pins }, refusal: null };
		if (!signedUp.has(userId)) return { board, refusal: BOARD_REFUSALS.player };
		if (!board.groups.some(({ id }) => id === groupId)) return { board, refusal: BOARD_REFUSALS.group };
		return { board: { ...board, pins: [...pins, { userId, groupId }] }, refusal: null };
	}
	const { a, b } = command;
	if (a === b) return { board, refusal: BOARD_REFUSALS.apart };
	const [first, second] = orderPair(a, b);
	const keepApart = board.keepApart.filter(([one, two]) => one !== first || two !== second);
	if (command.type === 'allowTogether') return { board: { ...board, keepApart }, refusal: null };
	if (!signedUp.has(a) || !signedUp.has(b)) return { board, refusal: BOARD_REFUSALS.player };
	return { board: { ...board, keepApart: [...keepApart, [first, second]] }, refusal: null };
}

/**
 * Returns the board that one step without script saves. Groups that it changed lose their withdrawn players,
 * as in any save; the others keep them, except those with a seat now.
 */
export function removeWithdrawnOfChanged(board: Board, before: Board): Board {
	const seated = new Set(board.groups.flatMap((group) => [...group.players, ...listStorytellerIds(group)]));
	const groups = board.groups.map((group) => {
		const withdrawn = before.groups.includes(group) ? (group.withdrawn ?? []) : [];
		return { ...group, withdrawn: withdrawn.filter((id) => !seated.has(id)) };
	});
	return { ...board, groups };
}

/** Returns a group without seats that is added to `groups`, with the first unused name. */
export const createGroup = (id: string, createdAt: string, groups: readonly BoardGroup[]): BoardGroup => ({
	id,
	name: getNextGroupName(groups),
	players: [],
	storytellerId: null,
	coStorytellerIds: [],
	maxPlayers: GROUP_MAX_PLAYERS,
	createdAt,
	scriptId: null,
	voiceChannelId: null,
});

/** Returns the first unused name 'Group N', starting at the number of groups + 1. */
function getNextGroupName(groups: readonly Pick<BoardGroup, 'name'>[]): string {
	let number = groups.length + 1;
	while (groups.some(({ name }) => name === `Group ${number}`)) number += 1;
	return `Group ${number}`;
}

/** Returns the first unused id 'group-N'. */
export function getNextGroupId(groups: readonly Pick<BoardGroup, 'id'>[]): string {
	let number = 1;
	while (groups.some(({ id }) => id === `group-${number}`)) number += 1;
	return `group-${number}`;
}

/** Returns the pair with the smaller id (as a number) first, so that every pair has one form. */
export const orderPair = (a: string, b: string): ApartPair => (compareIds(a, b) < 0 ? [a, b] : [b, a]);

/** Returns the board without seats of users who are not signed up, seated twice, lead, or exceed a maximum. */
export function removeInvalidSeats(board: Board, { signedUp }: Pick<BoardUsers, 'signedUp'>): Board {
	const seen = new Set<string>();
	const storytellerIds = new Set<string>();
	const isFirst = (id: string) => !storytellerIds.has(id) && storytellerIds.add(id);
	const ledGroups = board.groups.map((group) => {
		const id = group.storytellerId;
		return id === null || isFirst(id) ? group : { ...group, storytellerId: null };
	});
	const validGroups = ledGroups.map((group) => ({
		...group,
		coStorytellerIds: group.coStorytellerIds.filter(isFirst),
	}));
	const groups = validGroups.map((group) => {
		const players = group.players.filter(
			(id) => signedUp.has(id) && !storytellerIds.has(id) && !seen.has(id),
		);
		const seated = [...new Set(players)].slice(0, group.maxPlayers);
		for (const id of seated) seen.add(id);
		return { ...group, players: seated };
	});
	const ids = new Set(groups.map(({ id }) => id));
	return {
		groups,
		pins: board.pins.filter(({ userId, groupId }) => signedUp.has(userId) && ids.has(groupId)),
		keepApart: board.keepApart.filter(([a, b]) => signedUp.has(a) && signedUp.has(b)),
	};
}

function shuffle<Item>(list: readonly Item[], seed: number): Item[] {
	const random = createRandomInteger(seed);
	const left = [...list];
	return list.flatMap(() => left.splice(random(left.length), 1));
}

const isStoryteller = (groups: readonly BoardGroup[], userId: string): boolean =>
	groups.some((group) => listStorytellerIds(group).includes(userId));

function withoutUser(group: BoardGroup, userId: string): BoardGroup {
	const { players, storytellerId, coStorytellerIds } = group;
	if (![...players, ...listStorytellerIds(group)].includes(userId)) return group;
	const isOther = (id: string) => id !== userId;
	return {
		...group,
		players: players.filter(isOther),
		storytellerId: storytellerId === userId ? null : storytellerId,
		coStorytellerIds: coStorytellerIds.filter(isOther),
	};
}

const withoutPlayer = (groups: readonly BoardGroup[], userId: string): BoardGroup[] =>
	groups.map((group) =>
		group.players.includes(userId)
			? { ...group, players: group.players.filter((id) => id !== userId) }
			: group,
	);
