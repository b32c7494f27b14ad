import type { Transaction } from 'sequelize';
import { type Binds, one, rows } from '~/database/sql.ts';
import { POLL_FIELD_COLUMNS, type PollValues } from '~/domain/events/field-uses.ts';
import { AUTO_SPLIT_SETTING, type AutoSplitConfig, readAutoSplitConfig } from '~/domain/groups/config.ts';
import {
	countPlayableGroups,
	getPollStatus,
	type PollAnswer,
	type PollStatus,
	rankTimes,
	type Votes,
} from '~/domain/polls/poll.ts';
import type { PollTimeView, PollView } from '~/domain/polls/schema.ts';
import { missing } from '~/domain/refusal.ts';
import { listRolesFrom } from '~/domain/users/roles.ts';
import { config } from '../../config.ts';
import { buildHasLeftSql, buildNameJsonSql, type NameRow, toDisplayName } from '../../wire/user-sql.ts';
import { isId } from './operation.ts';

/** The members who gave each answer to a time, in the order in which they answered it. */
type Voters = Record<PollAnswer, string[]>;

type PollRow = Omit<PollView, 'answer_by' | 'status' | 'times'> & {
	answer_by: Date;
	is_chosen: boolean;
	is_withdrawn: boolean;
	times: (Pick<PollTimeView, 'id' | 'date' | 'duration'> & {
		voters: { answer: PollAnswer; leads: boolean; user: NameRow }[];
	})[];
	config: string | null;
};

/** SQL for whether the user `u` counts in polls: who has left does not. */
export const COUNTS_IN_POLLS = `NOT ${buildHasLeftSql('u')}`;

/** The columns of `PollRow` for the poll `p`; `:viewer` is the user whose own answers are included, or null. */
const POLL_COLUMNS = `p.id::text, ${POLL_FIELD_COLUMNS.map(([, column]) => `p.${column}`).join(', ')}, p.answer_by, p.version,
	p.chosen_time_id IS NOT NULL AS is_chosen, p.withdrawn_at IS NOT NULL AS is_withdrawn,
	(SELECT e.id::text FROM events e WHERE e.id = p.id) AS event_id,
	coalesce((SELECT json_agg(json_build_object('id', t.id::text, 'date', t.date, 'duration', t.duration,
		'voters', coalesce((SELECT json_agg(json_build_object('answer', v.answer, 'user', ${buildNameJsonSql('u')},
				'leads', u.role = ANY(:leaders::text[])) ORDER BY v.created_at, u.id)
			FROM poll_votes v JOIN users u ON u.id = v.user_id WHERE v.time_id = t.id AND ${COUNTS_IN_POLLS}), '[]')))
		FROM poll_times t WHERE t.poll_id = p.id), '[]') AS times,
	coalesce((SELECT json_agg(json_build_object('time_id', v.time_id::text, 'answer', v.answer) ORDER BY t.date)
		FROM poll_votes v JOIN poll_times t ON t.id = v.time_id
		WHERE v.poll_id = p.id AND v.user_id = :viewer::bigint), '[]') AS own_votes,
	(SELECT value FROM settings WHERE key = '${AUTO_SPLIT_SETTING}') AS config`;

/** A poll without a date in the list of events. */
export type ListedPoll = Pick<PollView, 'id' | 'title' | 'timezone'> & {
	/** ISO 8601. */
	answer_by: string;
	has_answered: boolean;
};

/**
 * SQL for the polls that the list of events shows at `:now`, as JSON: the open ones, and with `:choosesDates` also closed
 * ones with a time that can still be chosen. `:viewer` is the user who may have answered.
 */
export const LISTED_POLLS = `coalesce((SELECT json_agg(listed) FROM (
	SELECT p.id::text, p.title, p.timezone, p.answer_by,
		EXISTS (SELECT FROM poll_votes v WHERE v.poll_id = p.id AND v.user_id = :viewer) AS has_answered
	FROM polls p WHERE p.chosen_time_id IS NULL AND p.withdrawn_at IS NULL AND (p.answer_by > :now
		OR :choosesDates AND EXISTS (SELECT FROM poll_times t WHERE t.poll_id = p.id AND t.date > :now))
	ORDER BY p.answer_by, p.id LIMIT 20) AS listed), '[]')`;

/** A poll with what only its page and its messages show: who gave which answer, and what the groups need. */
export type PollDetail = Omit<PollView, 'times'> & {
	times: (PollTimeView & { storytellers: number; voters: Voters })[];
	sizes: AutoSplitConfig;
};

/** Returns the polls `p` that fulfil `condition`, as `viewer`, the id of a user or null, sees them at `now`. */
export async function selectPolls(
	condition: string,
	{ viewer, now, ...binds }: Binds & { viewer: string | null; now: Date },
	transaction?: Transaction,
): Promise<PollDetail[]> {
	const found = await rows<PollRow>(
		`SELECT ${POLL_COLUMNS} FROM polls p ${condition}`,
		{ ...binds, viewer, leaders: listRolesFrom('storyteller') },
		transaction,
	);
	return found.map((row) => toPollDetail(row, now));
}

function toPollDetail(
	{ answer_by: answerBy, is_chosen: isChosen, is_withdrawn: isWithdrawn, times, config, ...poll }: PollRow,
	now: Date,
): PollDetail {
	const sizes = readAutoSplitConfig(config);
	return {
		...poll,
		answer_by: answerBy.toISOString(),
		status: getPollStatus({ answerBy, isChosen, isWithdrawn }, now),
		times: rankTimes(
			times.map(({ id, date, duration, voters }) => {
				const listVoters = (answer: PollAnswer) => voters.filter((voter) => voter.answer === answer);
				const votes: Votes = {
					yes: listVoters('yes').length,
					if_needed: listVoters('if_needed').length,
					no: listVoters('no').length,
					storytellers: listVoters('yes').filter(({ leads }) => leads).length,
				};
				const toNames = (answer: PollAnswer) => listVoters(answer).map(({ user }) => toDisplayName(user));
				return {
					id,
					date: new Date(date).toISOString(),
					duration,
					...votes,
					playable_groups: countPlayableGroups(votes, sizes),
					voters: { yes: toNames('yes'), if_needed: toNames('if_needed'), no: toNames('no') },
				};
			}),
		),
		sizes,
	};
}

/** Returns a poll without the names of its voters. */
export const toPollView = ({ sizes: _, times, ...poll }: PollDetail): PollView => ({
	...poll,
	times: times.map(({ voters: _, storytellers: __, ...time }) => time),
});

type Reader = { viewer: string | null; now: Date };

/** Returns a poll with the names of its voters, and the answers of `viewer`, the id of a user or null; null without one. */
export async function findPoll(
	pollId: string,
	{ viewer, now }: Reader,
	transaction?: Transaction,
): Promise<PollDetail | null> {
	if (!isId(pollId)) return null;
	const [poll] = await selectPolls('WHERE p.id = :pollId', { pollId, viewer, now }, transaction);
	return poll ?? null;
}

/** Returns a poll as `findPoll` does. Throws Refusal 'missing' when no such poll exists. */
export async function selectPoll(
	pollId: string,
	reader: Reader,
	transaction?: Transaction,
): Promise<PollDetail> {
	const poll = await findPoll(pollId, reader, transaction);
	if (!poll) throw missing('Poll');
	return poll;
}

export type LockedPoll = PollValues & {
	id: string;
	answerBy: Date;
	version: number;
	chosenTimeId: string | null;
	status: PollStatus;
};

/**
 * Returns a poll, locked until the transaction ends: with UPDATE nobody else changes it or answers, with SHARE nobody else
 * changes it. Throws Refusal 'missing' when no such poll exists.
 */
export async function lockPoll(
	pollId: string,
	mode: 'UPDATE' | 'SHARE',
	{ now, transaction }: { now: Date; transaction: Transaction },
): Promise<LockedPoll> {
	const row = isId(pollId)
		? await one<Omit<LockedPoll, 'status'> & { isWithdrawn: boolean }>(
				`SELECT id::text, ${POLL_FIELD_COLUMNS.map(([field, column]) => `${column} AS "${field}"`).join(', ')}, answer_by AS "answerBy", version,
					chosen_time_id::text AS "chosenTimeId", withdrawn_at IS NOT NULL AS "isWithdrawn"
				FROM polls WHERE id = :pollId FOR ${mode}`,
				{ pollId },
				transaction,
			)
		: null;
	if (!row) throw missing('Poll');
	const { isWithdrawn, ...poll } = row;
	const isChosen = poll.chosenTimeId !== null;
	return { ...poll, status: getPollStatus({ answerBy: poll.answerBy, isChosen, isWithdrawn }, now) };
}

/** Returns the public address of a poll. */
export const getPollUrl = (pollId: string): string => new URL(`/polls/${pollId}`, config().APP_URL).href;
