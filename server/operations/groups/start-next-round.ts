import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { inTransaction } from '~/database/connection.ts';
import { parseAddressNumber } from '~/domain/address-numbers.ts';
import type { KnownChannel, VoiceChannel } from '~/domain/discord/voice-channel.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import { describeConflict } from '~/domain/groups/auto-split/balanced-split.ts';
import { fillSlots, planSplit } from '~/domain/groups/auto-split/plan.ts';
import { type Board, removeInvalidSeats } from '~/domain/groups/board.ts';
import { findConfigProblem, getFirstGroupCount } from '~/domain/groups/config.ts';
import {
	describeKeptRules,
	describeMissingMarks,
	describeStaying,
	dropFulfilled,
	findNextRoundProblem,
	listPossiblePlayers,
	listStaying,
	ROUND_TEXTS,
	toNextBoard,
} from '~/domain/groups/rounds.ts';
import { nextRoundInput, type PlayedDetails } from '~/domain/groups/schema.ts';
import { canAttempt } from '~/domain/policy.ts';
import { conflict, invalid, Refusal } from '~/domain/refusal.ts';
import { isWaiting } from '~/domain/signups/standing.ts';
import { hasFact } from '~/domain/signups/statuses.ts';
import { POSITION, REVISION, toEventPosition } from '../../live/event-changes.ts';
import { PLAYED_SCRIPT } from '../../wire/groups.ts';
import {
	buildGroupsSql,
	buildNamesSql,
	GROUP_FIELDS,
	IS_AWAY,
	LACKS_ROLL_CALL,
	PLAYED_FIELDS,
	PLAYED_STORYTELLER_IDS,
	ROUND,
	SEAT_COUNTS,
	STORYTELLER_IDS,
	VOICE_CHANNEL,
} from '../../wire/seat-sql.ts';
import { buildNameJsonSql, type NameRow, toDisplayName } from '../../wire/user-sql.ts';
import { toVoiceChannel } from '../../wire/voice-channels.ts';
import { runAutoSplit } from '../../workers/auto-split.ts';
import { recordAudit } from '../kernel/audit.ts';
import { doOnce } from '../kernel/idempotency.ts';
import { lockEvent } from '../kernel/lock-event.ts';
import { defineOperation, getRow } from '../kernel/operation.ts';
import { keepForUndo } from '../kernel/undo.ts';
import { getName, toSplitInput } from './auto-split-groups.ts';
import { selectGroupsState, selectRecentPairings } from './queries.ts';
import { keepRound, writeBoard } from './save-groups.ts';

/** A group of a round, with the names of its users. */
type PlayedGroup = Omit<PlayedDetails, 'voiceChannelId'> & {
	id: string;
	voiceChannel: KnownChannel | null;
	storytellers: NameRow[];
	players: NameRow[];
};
type PlayedFields = Record<keyof PlayedGroup, string>;

type RoundRow = {
	revision: string | null;
	position: string;
	id: string;
	title: string;
	date: Date;
	timezone: string;
	status: EventStatus;
	version: number;
	/** The current round, from 1. */
	round: number;
	hasGroups: boolean;
	/** The users who have left by the roll call. */
	away: string[];
	/** The names of the current groups with a player who has no mark. */
	withoutRollCall: string[];
	/** The users of each group of the earlier rounds. */
	tables: string[][];
	/** The groups of `:shown`, or of the current round. */
	groups: PlayedGroup[];
};

const listNames = (seats: string, position: string) =>
	`coalesce((SELECT json_agg(${buildNameJsonSql('u')} ORDER BY ${position}, u.id) FROM ${seats}), '[]')`;

const EARLIER_FIELDS: PlayedFields = {
	id: PLAYED_FIELDS.id,
	round: PLAYED_FIELDS.round,
	name: PLAYED_FIELDS.name,
	script: PLAYED_FIELDS.script,
	winner: PLAYED_FIELDS.winner,
	voiceChannel: VOICE_CHANNEL,
	storytellers: buildNamesSql(PLAYED_STORYTELLER_IDS),
	players: listNames(
		`played_seats ps JOIN users u ON u.id = ps.user_id WHERE ps.group_id = g.id AND ps.position IS NOT NULL`,
		'ps.position',
	),
};
const CURRENT_FIELDS: PlayedFields = {
	id: GROUP_FIELDS.id,
	round: GROUP_FIELDS.round,
	name: GROUP_FIELDS.name,
	script: PLAYED_SCRIPT,
	winner: GROUP_FIELDS.winner,
	voiceChannel: VOICE_CHANNEL,
	storytellers: buildNamesSql(STORYTELLER_IDS),
	players: listNames(
		`group_players gp JOIN users u ON u.id = gp.user_id WHERE gp.group_id = g.id AND ${SEAT_COUNTS}`,
		'gp.position',
	),
};

const SELECT_ROUND = `SELECT ${REVISION} AS revision, ${POSITION} AS position, e.id::text, e.title, e.date, e.timezone, e.status, e.groups_version AS version, ${ROUND} AS round,
		EXISTS (SELECT FROM groups g WHERE g.event_id = e.id) AS "hasGroups",
		coalesce((SELECT json_agg(a.user_id::text) FROM attendance a WHERE a.event_id = e.id
			AND ${IS_AWAY}), '[]') AS away,
		coalesce((SELECT json_agg(g.name ORDER BY g.position, g.id) FROM groups g
			WHERE g.event_id = e.id AND ${LACKS_ROLL_CALL}), '[]') AS "withoutRollCall",
		coalesce((SELECT json_agg(t.users) FROM (SELECT json_agg(ps.user_id::text) AS users FROM played_groups g
			JOIN played_seats ps ON ps.group_id = g.id WHERE g.event_id = e.id GROUP BY g.id) t), '[]') AS tables,
		CASE WHEN :shown < ${ROUND}
			THEN ${buildGroupsSql(EARLIER_FIELDS, 'played_groups g WHERE g.event_id = e.id AND g.round = :shown')}
			ELSE ${buildGroupsSql(CURRENT_FIELDS)} END AS groups
	FROM events e WHERE e.id = :eventId`;

const selectRound = (
	eventId: string,
	{ shown = null, transaction }: { shown?: number | null; transaction?: Transaction } = {},
): Promise<RoundRow> => getRow(['Event', eventId], SELECT_ROUND, { eventId, shown }, transaction);

/** The page of an event's rounds, with the groups of one of them. */
export type RoundsOnPage = {
	event: { id: string; title: string; date: string; timezone: string };
	/** The `since` of a stream that reports what has changed since (GET /live). */
	position: string;
	/** The current round, from 1. */
	currentRound: number;
	shown: number;
	groups: (Omit<PlayedGroup, 'round' | 'storytellers' | 'players' | 'voiceChannel'> & {
		voiceChannel: VoiceChannel | null;
		storytellers: string[];
		players: string[];
	})[];
	/** What the form for the next round says, for those who may begin it; `storytellers` could play in it. */
	next: {
		problem: string | null;
		version: number;
		/** How many players there are, and who has left, in words. */
		players: string;
		/** Which rules of the groups stay, in words; null for none. */
		kept: string | null;
		/** Why they would stay in their groups, or null when they can be mixed. */
		unmixed: string | null;
		/** Which groups have players without a mark in the roll call, or null. */
		missingMarks: string | null;
		storytellers: { id: string; name: string }[];
	} | null;
};

/**
 * Returns the groups of an event's round; without `round`, and beyond the current one, those of the current round. Throws
 * Refusal 'missing' when no such event exists.
 */
export const readRounds = defineOperation({
	allow: 'groups.read',
	params: ['eventId'],
	input: z.object({
		round: z
			.unknown()
			.optional()
			.transform((round) => parseAddressNumber('round', round)),
	}),
	async handle({ actor, params: { eventId }, input, now }): Promise<RoundsOnPage> {
		const row = await selectRound(eventId, { shown: input.round });
		const { id, title, date, timezone, round } = row;
		return {
			event: { id, title, date: date.toISOString(), timezone },
			position: toEventPosition(row.position, id, row.revision),
			currentRound: round,
			shown: Math.min(input.round ?? round, round),
			groups: row.groups.map(
				({ id: groupId, name, voiceChannel, script, winner, storytellers, players }) => ({
					id: groupId,
					name,
					voiceChannel: toVoiceChannel(voiceChannel),
					script,
					winner,
					storytellers: storytellers.map((user) => toDisplayName(user, 'storyteller')),
					players: players.map((player) => toDisplayName(player, 'player')),
				}),
			),
			next: canAttempt(actor, 'groups.nextRound') ? await readNext(row, now) : null,
		};
	},
});

async function readNext(row: RoundRow, now: Date): Promise<RoundsOnPage['next']> {
	const { state, staying, possible } = await selectStaying(row);
	const { plan } = planMix(state, { staying, playing: [] }, now);
	const nameOf = (id: string) => getName(state, id);
	return {
		problem: findNextRoundProblem(row, now),
		version: row.version,
		players: describeStaying(state.board.groups, staying, nameOf),
		kept: describeKeptRules(state.board, staying, nameOf),
		unmixed: plan.problem,
		missingMarks: describeMissingMarks(row.withoutRollCall),
		storytellers: possible.map((id) => ({ id, name: nameOf(id) })),
	};
}

/** `problem` is why the groups stay as they were, or null when the players were mixed. */
export type NextRound = { round: number; players: number; problem: string | null };

/**
 * Begins the next round of an event. The current groups are kept as those of a round that was played. The players
 * who are still there by the roll call are split anew, so that they play with others than before tonight. When they
 * cannot be split, the groups stay without those who left. Storytellers who are `playing` are players then. With a
 * key, a repeat returns the same. Throws Refusal 'missing' when no such event exists, 'invalid' for one of them
 * without a signup, 'conflict' before the start, a day after it, for a cancelled event, without groups or players,
 * after five rounds, and when `version` is stale.
 */
export const startNextRound = defineOperation({
	allow: 'groups.nextRound',
	params: ['eventId'],
	input: nextRoundInput,
	async handle({ actor, params: { eventId }, input, now }): Promise<NextRound> {
		const playing = input.playing ?? [];
		const planned = await planRound(eventId, playing, now);
		return inTransaction((transaction) => {
			const { idempotencyKey: key, version } = input;
			const context = { actor, now, transaction };
			const once = { key, request: { eventId, version, playing } };
			return doOnce('groups.nextRound', once, context, async () => {
				if (!planned) throw invalid({ playing: [ROUND_TEXTS.cannotPlay] });
				const event = await lockEvent(eventId, transaction);
				const state = await selectGroupsState(event.id, { transaction });
				const current = await selectRound(event.id, { transaction });
				const problem = findNextRoundProblem(current, now);
				if (problem) throw conflict(problem);
				if ((version ?? state.version) !== state.version || planned.version !== state.version)
					throw conflict(ROUND_TEXTS.changed);
				if (planned.players === 0) throw conflict(ROUND_TEXTS.empty);
				const round = current.round + 1;
				await keepForUndo('groups.save', context, async () => {
					await keepRound(event.id, current.round, transaction);
					await writeBoard(event, planned.board, state, transaction);
					const detail = { round, players: planned.players, version: state.version + 1 };
					await recordAudit('groups.nextRound', { type: 'event', id: event.id }, context, detail);
				});
				return { round, players: planned.players, problem: planned.problem };
			});
		});
	},
});

async function selectStaying({ id, away }: RoundRow, playing: readonly string[] = []) {
	const state = await selectGroupsState(id);
	const listUsers = (users: readonly { user_id: string }[]) => users.map(({ user_id }) => user_id);
	const storytellers = new Set(listUsers(state.storytellers));
	const { groups } = state.board;
	const coming = state.signups.filter((signup) => hasFact(signup.status, 'mayCome') && !isWaiting(signup));
	const left = listUsers(state.left);
	const possible = listPossiblePlayers(groups, listUsers(coming)).filter((id) => !left.includes(id));
	const signedUp = listUsers(state.signups);
	const confirmed = state.confirmed.filter((id) => !storytellers.has(id));
	return {
		state,
		possible,
		staying: listStaying({ groups, signedUp, confirmed, playing, away: [...away, ...left] }),
	};
}

type PlannedRound = { board: Board; version: number; players: number; problem: string | null };

/** Plans the next round without a lock, as slowly as Auto-Split; null when one of `playing` cannot play. */
async function planRound(
	eventId: string,
	playing: readonly string[],
	now: Date,
): Promise<PlannedRound | null> {
	const row = await selectRound(eventId);
	const { state, staying, possible } = await selectStaying(row, playing);
	// In a repeat of a request the storyteller plays already, so this is a refusal only for the first one.
	if (!playing.every((id) => possible.includes(id))) return null;
	const { next, plan } = planMix(state, { staying, playing }, now);
	const unmixed = { board: next, version: state.version, players: staying.length };
	if (plan.problem !== null) return { ...unmixed, problem: plan.problem };
	const { request, slots } = plan;
	const tables = [...row.tables, ...state.board.groups.map(({ players }) => players)];
	const users = [...request.players, ...(request.travellers ?? [])];
	// When too many splits run at once, the night goes on with the groups as they are.
	const outcome = await runAutoSplit({
		...request,
		playerPreferences: dropFulfilled(request.playerPreferences, tables),
		recentPairings: await selectRecentPairings(users, { id: eventId, date: state.date }, true),
	}).catch((error: unknown) => {
		if (error instanceof Refusal) return error;
		throw error;
	});
	if (outcome instanceof Refusal) return { ...unmixed, problem: outcome.message };
	const { result, conflict: reason } = outcome;
	if (result === null) {
		const names = {
			nameOf: (id: string) => getName(state, id),
			groupName: (group: number) => slots[group]?.name ?? '',
		};
		return { ...unmixed, problem: describeConflict(reason, request.groupCount, names) };
	}
	const board = removeInvalidSeats(
		{ ...next, groups: fillSlots(slots, result) },
		{ signedUp: new Set(staying) },
	);
	return { ...unmixed, board, problem: null };
}

/** Returns the board without those who left, and how its players can be split anew, or the problem why they cannot. */
function planMix(
	state: Parameters<typeof toSplitInput>[0],
	{ staying, playing }: { staying: readonly string[]; playing: readonly string[] },
	now: Date,
) {
	const next = toNextBoard(state.board, staying, now);
	const problem = findConfigProblem(state.config);
	if (problem !== null) return { next, plan: { problem } };
	const splitInput = toSplitInput({ ...state, board: next }, ({ user_id }) => staying.includes(user_id));
	const input = {
		...splitInput,
		storytellers: splitInput.storytellers.filter((id) => !playing.includes(id)),
		groupCount: getFirstGroupCount(next.groups.length, staying.length, state.config),
	};
	return { next, plan: planSplit(input, now) };
}
