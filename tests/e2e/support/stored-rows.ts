import type pg from 'pg';
import { getSharedPool } from './rows.ts';

/** Which rows to read. */
export type RowSelection = {
	/** Event ids. */
	eventIds?: readonly string[];
	/** User ids. */
	userIds?: readonly string[];
	/** Discord ids of users that the app may create. */
	discordIds?: readonly string[];
	/** Setting keys. */
	settings?: readonly string[];
	/** Whether to include everything that the test environment created. */
	testData?: boolean;
};

/** Every stored row about them, by table. Each table is sorted by the text of its rows. */
export type StoredRows = Record<string, Record<string, unknown>[]>;

const USER_COLUMNS = [
	...['user_id', 'creator_id', 'actor_id', 'actor_scope', 'preferred_user_id', 'storyteller_id'],
	...['user_a', 'user_b'],
];
const EVENT_COLUMNS = ['event_id'];
/**
 * Tables that are not read: rate limit counters, images, the sign-in tokens that every sign-in leaves, the numbers that
 * reading a calendar gives to its entries, the changes that a worker takes at any time, and the events that it settles.
 */
const EXCLUDED_TABLES = [
	'rate_limits',
	'images',
	'sign_in_tokens',
	'event_changes',
	'event_revisions',
	'revision_epochs',
	'last_writes',
	'calendar_revisions',
	'places_due',
];
/** Columns that any request of a user may change, and the size of kept rows, which depends on their ids. */
const EXCLUDED_COLUMNS = [
	'bytes',
	...['last_seen_at', 'last_used_at', 'membership_checked_at', 'membership_lost_at'],
	...['member_seen_at', 'left_at', 'returned_at'],
];
/** Columns of direct messages that the worker changes when it sends them. */
const SENDING_COLUMNS = [
	'state',
	'channel_id',
	'sent_at',
	'way',
	'post_id',
	'attempts',
	'due_at',
	'leased_until',
	'message_id',
];

let query: string | undefined;

/**
 * Reads everything that the database stores about some users and events. Finds the tables by the names of
 * their columns, so that later tables are included automatically.
 */
export async function readStoredRows(selection: RowSelection): Promise<StoredRows> {
	const { eventIds = [], userIds = [], discordIds = [], settings = [], testData = false } = selection;
	query ??= await buildQuery(getSharedPool());
	const { rows: found } = await getSharedPool().query<{ table: string; row: Record<string, unknown> }>(
		query,
		[eventIds, userIds, discordIds, settings, testData],
	);
	const stored: StoredRows = {};
	for (const { table, row } of found) {
		stored[table] ??= [];
		stored[table].push(row);
	}
	return stored;
}

type Column = { table: string; name: string; type: string };

async function buildQuery(pool: pg.Pool): Promise<string> {
	const { rows: columns } = await pool.query<Column>(
		`SELECT table_name AS "table", column_name AS name, data_type AS type FROM information_schema.columns
		WHERE table_schema = 'public' ORDER BY table_name, ordinal_position`,
	);
	const tables = [...new Set(columns.map(({ table }) => table))].filter(
		(table) => !EXCLUDED_TABLES.includes(table),
	);
	const parts = tables.flatMap((table) => {
		const conditions = columns.filter((column) => column.table === table).flatMap(listConditions);
		// Other tests may send direct messages to our users, and ours may reach their users.
		const isMessages = table === 'direct_messages';
		return conditions.length > 0
			? [
					`SELECT '${table}' AS "table", ${isMessages ? MESSAGE_ROW : ROW} AS row FROM ${table} t WHERE ${conditions.map((condition) => `(${condition})`).join(isMessages ? ' AND ' : ' OR ')}`,
				]
			: [];
	});
	return `WITH selected_users AS (SELECT id FROM users WHERE id = ANY($2::bigint[]) OR discord_id = ANY($3::text[])
			OR ($5 AND is_test_data)),
		ours AS (SELECT id FROM events WHERE id = ANY($1::bigint[]) OR creator_id IN (SELECT id FROM selected_users)
			OR ($5 AND is_test_data))
		${parts.join('\nUNION ALL ')} ORDER BY 1, 2`;
}

const rowWithout = (columns: readonly string[]) =>
	`to_jsonb(t) - ARRAY[${columns.map((name) => `'${name}'`).join(', ')}]`;
const ROW = rowWithout(EXCLUDED_COLUMNS);
const MESSAGE_ROW = rowWithout([...EXCLUDED_COLUMNS, ...SENDING_COLUMNS]);

function listConditions({ table, name, type }: Column): string[] {
	if (name === 'id' && table === 'users') return ['t.id IN (SELECT id FROM selected_users)'];
	if (name === 'key' && table === 'settings') return ['t.key = ANY($4::text[])'];
	if (name === 'id' && table === 'events') return ['t.id IN (SELECT id FROM ours)'];
	const cast = type === 'bigint' ? '' : '::text';
	if (USER_COLUMNS.includes(name)) return [`t.${name} IN (SELECT id${cast} FROM selected_users)`];
	// A row that stays after its event is deleted is found by the requested event id.
	if (EVENT_COLUMNS.includes(name)) {
		return [`t.${name} IN (SELECT id${cast} FROM ours)`, `t.${name} = ANY($1::${type}[])`];
	}
	return [];
}
