import { isDatabaseDown, withDatabaseBudget } from '~/database/connection.ts';
import { execute } from '~/database/sql.ts';

/** The probe must answer within 2 seconds (docs/operations.md). */
const PROBE_BUDGET_MS = 1_500;

let migrated = false;

/** Called by start.ts when the pending migrations have been applied. */
export function setMigrated(): void {
	migrated = true;
}

/** Whether pages can be served: the schema is in place. Before that every page is a 503. */
export const isMigrated = (): boolean => migrated;

/** Whether this replica can serve now: migrated, and the database answers within `PROBE_BUDGET_MS`. */
export async function isReady(): Promise<boolean> {
	if (!migrated) return false;
	try {
		await withDatabaseBudget(PROBE_BUDGET_MS, () => execute('SELECT 1'));
		return true;
	} catch (error) {
		if (isDatabaseDown(error)) return false;
		throw error;
	}
}
