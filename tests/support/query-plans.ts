import pg from 'pg';
import { vi } from 'vitest';
import { inTransaction } from '~/database/connection.ts';
import { type Binds, one, queryRaw } from '~/database/sql.ts';

export type SqlStatement = { text: string; values: unknown[] };

/** Sequelize sends these statements on a new connection. */
const CONNECTION_SETUP = /^(SET |WITH ranges )/;

/** Returns the statements that `work` sends on the app's connections (not on the queue's), in their order. */
export async function recordStatements(work: () => Promise<unknown>): Promise<SqlStatement[]> {
	const query = vi.spyOn(pg.Client.prototype, 'query');
	try {
		await work();
		return query.mock.calls
			.filter((_, index) => isOfApp(query.mock.contexts[index] as object))
			.map((call) => toStatement(...(call as unknown as Parameters<typeof toStatement>)))
			.filter(({ text }) => !CONNECTION_SETUP.test(text));
	} finally {
		query.mockRestore();
	}
}

const isOfApp = (client: object): boolean =>
	(client as { connectionParameters?: { application_name?: string } }).connectionParameters
		?.application_name === 'townbell';

const toStatement = (config: string | pg.QueryConfig, values: unknown[] = []): SqlStatement =>
	typeof config === 'string' ? { text: config, values } : { text: config.text, values: config.values ?? [] };

export type PlanNode = {
	'Node Type': string;
	'Relation Name'?: string;
	'Index Name'?: string;
	'Actual Rows': number;
	'Actual Loops': number;
	'Rows Removed by Filter'?: number;
	/** The pages that the node and its children read. */
	'Shared Hit Blocks': number;
	'Shared Read Blocks': number;
	Plans?: PlanNode[];
};

type ExplainRow = { 'QUERY PLAN': { Plan: PlanNode }[] };

/**
 * Returns every node of a statement's plan. The statement is executed with its values, which are named, or a
 * list for `$1`, `$2`, ….
 */
export function explain(sql: string, values: Binds | unknown[] = {}): Promise<PlanNode[]> {
	const explainSql = `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`;
	return inTransaction(async (transaction) => {
		const row = Array.isArray(values)
			? ((await queryRaw(transaction, explainSql, values)).rows[0] as ExplainRow | undefined)
			: await one<ExplainRow>(explainSql, values, transaction);
		const root = row?.['QUERY PLAN'][0]?.Plan;
		return root ? flatten(root) : [];
	});
}

/** A statement with every node of the plan that PostgreSQL has run for it. */
export type ExecutedPlan = { sql: string; nodes: PlanNode[] };

/**
 * Makes PostgreSQL report the plan of each statement on the connections of `database` that are opened from now on, for
 * `recordPlans`. `url` must be of a superuser.
 */
export async function reportPlans(url: string): Promise<void> {
	const settings = {
		session_preload_libraries: 'auto_explain',
		'auto_explain.log_min_duration': '0',
		'auto_explain.log_analyze': 'on',
		'auto_explain.log_buffers': 'on',
		'auto_explain.log_timing': 'off',
		'auto_explain.log_format': 'json',
		// Sequelize's connections hide notices.
		'auto_explain.log_level': 'warning',
	};
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		for (const [name, value] of Object.entries(settings)) {
			await client.query(`ALTER DATABASE "${client.database}" SET ${name} = '${value}'`);
		}
	} finally {
		await client.end();
	}
}

/**
 * Returns the plans of the statements that `work` sends, as PostgreSQL has run them: with their values, and with the
 * generic plan of a named statement once it has one. The database must report them (`reportPlans`).
 */
export async function recordPlans(work: () => Promise<unknown>): Promise<ExecutedPlan[]> {
	const emit = vi.spyOn(pg.Client.prototype, 'emit');
	try {
		await work();
		return emit.mock.calls.flatMap(([event, notice]) => (event === 'notice' ? parsePlan(notice) : []));
	} finally {
		emit.mockRestore();
	}
}

/** Returns the plan in a notice of auto_explain, or an empty list for another notice. */
function parsePlan({ message }: { message?: string }): ExecutedPlan[] {
	const json = /^duration: .*? plan:\n(\{.*)$/s.exec(message ?? '')?.[1];
	if (json === undefined) return [];
	const { 'Query Text': sql, Plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode };
	return [{ sql, nodes: flatten(Plan) }];
}

const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];

/** Returns how many rows a plan read in total. */
export const countRowsRead = (nodes: readonly PlanNode[]): number =>
	nodes
		.filter((node) => node['Relation Name'] !== undefined)
		.reduce(
			(sum, node) =>
				sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
			0,
		);

/** Returns the tables that a plan reads from end to end. */
export const listFullScans = (nodes: readonly PlanNode[]): string[] =>
	nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => String(node['Relation Name']));
