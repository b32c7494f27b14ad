import { z } from 'zod';
import { withDatabaseBudget } from '~/database/connection.ts';
import { rows } from '~/database/sql.ts';
import { CSV_START, formatCsvLine } from '~/domain/csv.ts';
import { SIGNUP_STATUSES } from '~/domain/signups/statuses.ts';
import { createConcurrencyLimit } from '../../concurrency-limit.ts';
import { buildPlayedSql } from '../../wire/groups.ts';
import { ARRIVES_AT, countByStatus, LEAVES_AT } from '../../wire/signups.ts';
import { defineOperation } from '../kernel/operation.ts';

/** The number of an export's rows that are in memory at once. */
export const EXPORT_BATCH = 500;

/** SQL for the values of all rounds, in their order. */
const joinRounds = (value: string) => `string_agg(${value}, '; ' ORDER BY p.round NULLS LAST)`;

/**
 * The statement that reads one batch of each file: the rows with an id greater than `:after`, by id, so that
 * it can use an index.
 */
export const EXPORT_SQL = {
	events: `SELECT e.id, e.title, e.description, e.date, e.duration, e.timezone, e.location, e.status,
			coalesce(c.preferred_username, c.username) AS creator, e.discord_event_id,
			t.*, CASE e.capacity WHEN 0 THEN 'storytellers' ELSE e.capacity::text END AS capacity, e.minimum_players, e.created_at
		FROM (SELECT * FROM events WHERE id > :after ORDER BY id LIMIT :batch) e
		LEFT JOIN users c ON c.id = e.creator_id
		CROSS JOIN LATERAL (SELECT ${countByStatus()}
			FROM signups s WHERE s.event_id = e.id) t
		ORDER BY e.id`,
	signups: `SELECT s.id, s.event_id, e.title AS event_title, e.date AS event_date, s.user_id,
			coalesce(u.preferred_username, u.username) AS name, u.username AS discord_username, u.discord_id,
			s.status, s.place, ${ARRIVES_AT} AS arrives_at, ${LEAVES_AT} AS leaves_at, s.notes, s.signup_source, s.created_at,
			g.*
		FROM (SELECT * FROM signups WHERE id > :after ORDER BY id LIMIT :batch) s
		JOIN events e ON e.id = s.event_id JOIN users u ON u.id = s.user_id
		CROSS JOIN LATERAL (SELECT ${joinRounds('p.name')} AS group_name, ${joinRounds("coalesce(p.script, '')")} AS script,
				${joinRounds("coalesce(p.winner, '')")} AS winner
			FROM ${buildPlayedSql('s.event_id', 's.user_id')} p) g
		ORDER BY s.id`,
} as const;

const HEADERS = {
	events: [
		...['id', 'title', 'description', 'date', 'duration', 'timezone', 'location', 'status', 'creator'],
		...['discord_event_id', ...SIGNUP_STATUSES, 'capacity', 'minimum_players', 'created_at'],
	],
	signups: [
		...['id', 'event_id', 'event_title', 'event_date', 'user_id', 'name', 'discord_username', 'discord_id'],
		...['status', 'place', 'arrives_at', 'leaves_at', 'notes', 'signup_source', 'created_at'],
		...['group_name', 'script', 'winner'],
	],
} as const;

/**
 * Returns every event with its signup counts as the chunks of a CSV file. A batch is read only after the
 * consumer has taken the batch before it.
 */
export const exportEvents = defineOperation({
	allow: 'events.export',
	input: z.object({}),
	handle: async () => generateCsv('events'),
});

/**
 * Returns every signup with its user and its event as the chunks of a CSV file, in batches like
 * `exportEvents`.
 */
export const exportSignups = defineOperation({
	allow: 'signups.export',
	input: z.object({}),
	handle: async () => generateCsv('signups'),
});

/** The time limit of one batch. The whole file has no time limit. */
const BATCH_BUDGET_MS = 8_000;

type Row = { id: string } & Record<string, unknown>;

/** Batches of all exports take turns, so that many exports at once leave connections and time for pages. */
const runLimited = createConcurrencyLimit({
	atOnce: 2,
	waiting: 200,
	retryAfterSeconds: 60,
	refusal: 'Many exports are running. Please try again in a minute.',
});

/** Yields the chunks of a CSV file. Nothing is read ahead: the reading stops when the consumer stops. */
async function* generateCsv(name: keyof typeof EXPORT_SQL): AsyncGenerator<string, void, void> {
	yield CSV_START + formatCsvLine(HEADERS[name]);
	let after = '0';
	for (;;) {
		const batch = await runLimited(() =>
			withDatabaseBudget(BATCH_BUDGET_MS, () => rows<Row>(EXPORT_SQL[name], { after, batch: EXPORT_BATCH })),
		);
		if (batch.length > 0)
			yield batch.map((row) => formatCsvLine(HEADERS[name].map((key) => toCell(row[key])))).join('');
		const last = batch.at(-1);
		if (!last || batch.length < EXPORT_BATCH) return;
		after = last.id;
	}
}

const toCell = (value: unknown): string | number | null => {
	if (value instanceof Date) return value.toISOString();
	if (typeof value === 'number') return value;
	return value === null || value === undefined ? null : String(value);
};
