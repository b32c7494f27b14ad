import type { ClientBase } from 'pg';
import type { Transaction } from 'sequelize';

/**
 * Runs one statement with `$1`, `$2`, … inside a Sequelize transaction, on its own connection and past Sequelize, which
 * would read every other `$` of a foreign text as a parameter. For SQL that a library wrote. Errors are pg's own.
 * Refuses with an Error when the transaction has ended: its connection may be somebody else's by now.
 */
export async function queryRaw(
	transaction: Transaction,
	text: string,
	values: readonly unknown[] = [],
): Promise<{ rows: unknown[] }> {
	const { rows } = await connectionOf(transaction).query(text, [...values]);
	return { rows };
}

/** Sequelize keeps both on the transaction, but not in its types. */
function connectionOf(transaction: Transaction): ClientBase {
	const { connection, finished } = transaction as { connection?: ClientBase; finished?: string };
	if (!connection || finished) throw new Error('This transaction is not open.');
	return connection;
}
