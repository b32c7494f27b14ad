import type { Transaction } from 'sequelize';
import { one } from '~/database/sql.ts';
import { ADMIN_TEXTS } from '~/domain/admin/texts.ts';
import { invalid } from '~/domain/refusal.ts';

/** So many rows a statement: none of them may take as long as the database waits for one. */
const BATCH = 10_000;

/** `rows` in parts of at most `size`, in their order. */
export function inBatches<Row>(rows: readonly Row[], size = BATCH): Row[][] {
	const count = Math.ceil(rows.length / size);
	return Array.from({ length: count }, (_, i) => rows.slice(i * size, (i + 1) * size));
}

/**
 * Refuses (422 at `field`, and so nothing is done) ids that were never given to any row of `table`. One whose row was
 * deleted meanwhile passes: who deletes or changes a selection meets that at any time, and counts what is there.
 */
export async function requireIssued(
	table: 'events' | 'signups',
	field: string,
	ids: readonly string[],
	transaction: Transaction,
): Promise<void> {
	const row = await one<{ last: string }>(
		`SELECT greatest((SELECT last_value FROM ${table}_id_seq), (SELECT max(id) FROM ${table})) AS last`,
		{},
		transaction,
	);
	const last = BigInt(row?.last ?? 0);
	if (ids.some((id) => BigInt(id) > last)) throw invalid({ [field]: [ADMIN_TEXTS.unknownSelected] });
}
