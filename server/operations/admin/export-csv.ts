import { z } from 'zod';
import { withDatabaseBudget } from '~/database/connection.ts';
import { rows } from '~/database/sql.ts';
import { CSV_SEPARATORS, CSV_START, type CsvSeparator, type CsvValue, formatCsvLine } from '~/domain/csv.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import { getStanding, labelStanding, type StandingSignup } from '~/domain/signups/standing.ts';
import { SIGNUP_STATUSES } from '~/domain/signups/statuses.ts';
import { createConcurrencyLimit } from '../../concurrency-limit.ts';
import { WRITTEN_COLUMNS } from '../../wire/events.ts';
import { buildPlayedSql } from '../../wire/groups.ts';
import { buildPositionSql } from '../../wire/places.ts';
import {
	ARRIVES_AT,
	buildListedSql,
	countByStatus,
	IS_WAITING,
	LEAVES_AT,
	STANDBY,
} from '../../wire/signups.ts';
import { buildLeftBeforeStartSql } from '../../wire/user-sql.ts';
import { defineOperation } from '../kernel/operation.ts';

/** The number of an export's rows that are in memory at once: few enough that a page does not wait for them. */
export const EXPORT_BATCH = 250;

/** SQL for the values of all rounds, in their order, with a dash for a round without one; NULL when no round has one. */
const joinRounds = (value: string) =>
	`CASE WHEN count(${value}) > 0 THEN string_agg(coalesce(${value}, '–'), '; ' ORDER BY p.round NULLS LAST) END`;

/**
 * The statement that reads one batch of each file: the rows with an id greater than `:after`, by id, so that
 * it can use an index. The limit is part of the text: with a parameter PostgreSQL plans each batch anew.
 */
export const EXPORT_SQL = {
	events: `SELECT e.id, ${WRITTEN_COLUMNS}, e.status,
			coalesce(c.preferred_username, c.username) AS creator, e.discord_event_id,
			t.*, CASE e.capacity WHEN 0 THEN 'storytellers' ELSE e.capacity::text END AS capacity, e.minimum_players, e.created_at
		FROM (SELECT * FROM events WHERE id > :after ORDER BY id LIMIT ${EXPORT_BATCH}) e
		LEFT JOIN users c ON c.id = e.creator_id
		CROSS JOIN LATERAL (SELECT ${countByStatus('', buildListedSql)},
				count(*) FILTER (WHERE ${IS_WAITING})::int AS waitlist
			FROM signups s WHERE s.event_id = e.id) t
		ORDER BY e.id`,
	signups: `SELECT s.id, s.event_id, e.title AS event_title, e.date AS event_date, s.user_id,
			coalesce(u.preferred_username, u.username) AS name, u.username AS discord_username, u.discord_id,
			s.status, s.place, ${buildPositionSql('s')} AS waitlist_position, ${STANDBY} AS standby, e.status AS event_status,
			EXISTS (SELECT FROM event_storytellers st WHERE st.event_id = e.id AND st.user_id = s.user_id) AS runs, ${buildLeftBeforeStartSql('s')} AS has_left, ${ARRIVES_AT} AS arrives_at, ${LEAVES_AT} AS leaves_at, s.notes, s.signup_source, s.created_at,
			g.*
		FROM (SELECT * FROM signups WHERE id > :after ORDER BY id LIMIT ${EXPORT_BATCH}) s
		JOIN events e ON e.id = s.event_id JOIN users u ON u.id = s.user_id
		CROSS JOIN LATERAL (SELECT ${joinRounds('p.name')} AS group_name, ${joinRounds('p.script')} AS script, ${joinRounds('p.voice_channel')} AS voice_channel,
				${joinRounds('p.winner')} AS winner
			FROM ${buildPlayedSql('s.event_id', 's.user_id')} p) g
		ORDER BY s.id`,
} as const;

/** The columns of each file, in their order. */
export const CSV_COLUMNS = {
	events: [
		...['id', 'title', 'description', 'date', 'duration', 'timezone', 'location', 'status', 'creator'],
		...['discord_event_id', ...SIGNUP_STATUSES, 'waitlist', 'capacity', 'minimum_players', 'created_at'],
	],
	signups: [
		...['id', 'event_id', 'event_title', 'event_date', 'user_id', 'name', 'discord_username', 'discord_id'],
		...['status', 'place', 'standing', 'arrives_at', 'leaves_at', 'notes', 'signup_source', 'created_at'],
		...['group_name', 'script', 'winner', 'voice_channel'],
	],
} as const;

/** The query of an export: what stands between the cells. Its result is the character. */
const exportInput = z
	.object({
		separator: z
			.enum(Object.keys(CSV_SEPARATORS) as [keyof typeof CSV_SEPARATORS], 'Please choose comma or semicolon')
			.default('comma'),
	})
	.transform(({ separator }) => CSV_SEPARATORS[separator]);

/** Returns every event with its signup counts as chunks of a CSV file, each read when the one before is taken. */
export const exportEvents = defineOperation({
	allow: 'events.export',
	input: exportInput,
	handle: async ({ input }) => generateCsv('events', input),
});

/** Returns every signup with its user and its event as the chunks of a CSV file, in batches like `exportEvents`. */
export const exportSignups = defineOperation({
	allow: 'signups.export',
	input: exportInput,
	handle: async ({ input }) => generateCsv('signups', input),
});

/** The time limit of one batch. The whole file has no time limit. */
const BATCH_BUDGET_MS = 8_000;

type Row = { id: string } & Record<string, unknown>;
type SignupExport = Row &
	Omit<StandingSignup, 'waitlist_position'> & {
		waitlist_position: number | null;
		runs: boolean;
		event_status: EventStatus;
	};

/** The columns that are not columns of the statement. */
const READ: Partial<Record<string, (row: Row) => string>> = {
	standing: (row) => labelExported(row as SignupExport),
};

const labelExported = ({
	waitlist_position: position,
	event_status: eventStatus,
	has_left: hasLeft,
	...signup
}: SignupExport) => labelStanding(getStanding({ ...signup, position, eventStatus, hasLeft }));

/** Batches of all exports take turns, so that many exports at once leave connections and time for pages. */
const runLimited = createConcurrencyLimit({
	atOnce: 2,
	waiting: 200,
	retryAfterSeconds: 60,
	refusal: 'Many exports are running. Please try again in a minute.',
});

/** Yields the chunks of a CSV file. Nothing is read ahead: the reading stops when the consumer stops. */
async function* generateCsv(
	name: keyof typeof EXPORT_SQL,
	separator: CsvSeparator,
): AsyncGenerator<string, void, void> {
	yield CSV_START + formatCsvLine(CSV_COLUMNS[name], separator);
	const listCells = (row: Row) => CSV_COLUMNS[name].map((key) => READ[key]?.(row) ?? (row[key] as CsvValue));
	let after = '0';
	for (;;) {
		const batch = await runLimited(() =>
			withDatabaseBudget(BATCH_BUDGET_MS, () => rows<Row>(EXPORT_SQL[name], { after })),
		);
		if (batch.length > 0) yield batch.map((row) => formatCsvLine(listCells(row), separator)).join('');
		const last = batch.at(-1);
		if (!last || batch.length < EXPORT_BATCH) return;
		after = last.id;
	}
}
