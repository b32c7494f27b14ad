import type { Transaction } from 'sequelize';
import { selectValue } from '~/database/sql.ts';
import { ADMIN_TEXTS } from '~/domain/admin/texts.ts';
import { invalid } from '~/domain/refusal.ts';

/** How many rows one statement changes, so that none reaches the database's time limit for a statement. */
const BATCH_SIZE = 10_000;

/** Returns `rows` in batches of at most `size`, in their order. */
export function splitIntoBatches<Row>(rows: readonly Row[], size = BATCH_SIZE): Row[][] {
	const count = Math.ceil(rows.length / size);
	return Array.from({ length: count }, (_, i) => rows.slice(i * size, (i + 1) * size));
}

/**
 * Throws Refusal 'invalid' (field `field`) when an id never belonged to a row of `table`; then nothing is
 * changed. Ids of deleted rows are accepted, because a row of a selection can be deleted at any time; the
 * operation counts the rows that still exist.
 */
export async function requireIssuedIds(
	table: 'events' | 'signups' | 'users',
	field: string,
	ids: readonly string[],
	transaction: Transaction,
): Promise<void> {
	const issued = await selectValue(
		`SELECT greatest((SELECT last_value FROM ${table}_id_seq), (SELECT max(id) FROM ${table}))`,
		{},
		transaction,
	);
	const last = BigInt(issued ?? 0);
	if (ids.some((id) => BigInt(id) > last)) throw invalid({ [field]: [ADMIN_TEXTS.unknownSelected] });
}
