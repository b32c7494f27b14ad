import { isDatabaseDown, withDatabaseBudget } from '~/database/connection.ts';
import { one } from '~/database/sql.ts';
import { logFailure } from '../log.ts';

/** The probe must respond within 2 seconds (docs/operations.md). */
const PROBE_BUDGET_MS = 1_500;

let migrated = false;

/** Sets whether the pages may respond: the pending migrations are applied. services.ts calls it. */
export function setMigrated(value: boolean): void {
	migrated = value;
}

/** Returns whether the schema is migrated; until then every page is a 503. */
export const isMigrated = (): boolean => migrated;

/**
 * Returns what this replica can do now: nothing before the migrations are applied, and while the database does not
 * respond within `PROBE_BUDGET_MS`; only read while the database refuses writes.
 */
export async function readReadiness(): Promise<'ready' | 'read-only' | 'not ready'> {
	if (!migrated) return 'not ready';
	try {
		const found = await withDatabaseBudget(PROBE_BUDGET_MS, () =>
			one<{ writable: boolean }>(`SELECT NOT current_setting('transaction_read_only')::boolean AS writable`),
		);
		return found?.writable ? 'ready' : 'read-only';
	} catch (error) {
		if (!isDatabaseDown(error)) throw error;
		logFailure(error, 'readiness');
		return 'not ready';
	}
}
