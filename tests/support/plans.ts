import { QueryTypes, type Transaction } from 'sequelize';
import { database, inTransaction } from '~/database/connection.ts';

export type PlanNode = {
	'Node Type': string;
	'Relation Name'?: string;
	'Index Name'?: string;
	'Actual Rows': number;
	'Actual Loops': number;
	'Rows Removed by Filter'?: number;
	Plans?: PlanNode[];
};

/** What a statement really did: every node of its plan, carried out with its values and rolled back. */
export function explain(sql: string, replacements: Record<string, unknown> = {}): Promise<PlanNode[]> {
	return inTransaction(async (transaction: Transaction) => {
		const [row] = await database().query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
			`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
			{ type: QueryTypes.SELECT, transaction, replacements },
		);
		const root = row?.['QUERY PLAN'][0]?.Plan;
		return root ? flatten(root) : [];
	});
}

const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];

/** How many rows a plan touched at all. */
export const countTouched = (nodes: readonly PlanNode[]): number =>
	nodes
		.filter((node) => node['Relation Name'] !== undefined)
		.reduce(
			(sum, node) =>
				sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
			0,
		);

/** The tables that a plan reads from end to end. */
export const listFullScans = (nodes: readonly PlanNode[]): string[] =>
	nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => String(node['Relation Name']));
