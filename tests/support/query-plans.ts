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
