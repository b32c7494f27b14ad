import { isDatabaseDown, withDatabaseBudget } from '~/database/connection.ts';
import { execute } from '~/database/sql.ts';

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
 * Returns whether this replica can serve requests now: migrated, and the database responds within
 * `PROBE_BUDGET_MS`.
 */
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
