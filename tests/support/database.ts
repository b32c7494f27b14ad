import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, inject } from 'vitest';
import { closeDatabase, connectDatabase, database } from '~/database/connection.ts';
import { startQueue, stopQueue } from '~/server/queue.ts';
import * as server from './template-database.ts';

/**
 * Gives the test file its own database, connected as `database()`, and drops it at the end. Call it once, at
 * the top: `const db = useDatabase();`. `db.url` is known once the tests run. `empty` creates no tables. The
 * jobs that operations enqueue can be read (`listJobs`), but no worker runs them.
 */
export function useDatabase({ empty = false, poolMax = 10 } = {}): { readonly url: string } {
	const name = `test_${randomBytes(8).toString('hex')}`;
	let url: string | undefined;

	beforeAll(async () => {
		await createDatabase(name, { empty });
		url = buildTestUrl(name);
		connectDatabase({ url, poolMax });
		if (!empty) await startQueue({ url, shouldRunJobs: false });
	});
	afterAll(async () => {
		await stopQueue();
		await closeDatabase();
		await dropDatabase(name);
	});
	return {
		get url() {
			if (!url) throw new Error('The test database is there only while the tests run.');
			return url;
		},
	};
}

/** Creates a database for a test that needs a second one: a copy of the migrated one, or an empty one. */
export async function createDatabase(name: string, options?: { empty?: boolean }): Promise<void> {
	await server.createDatabaseOnServer(inject('templateUrl'), name, options);
}

export function dropDatabase(name: string): Promise<void> {
	return server.dropDatabaseOnServer(inject('templateUrl'), name);
}

/**
 * Deletes all rows of these tables and of those that refer to them, like TRUNCATE … CASCADE. TRUNCATE writes new files
 * for each table and index, which takes a hundred times as long.
 */
export async function clearTables(...names: readonly string[]): Promise<void> {
	await database().query(`DO $$ DECLARE name regclass; BEGIN
		SET LOCAL session_replication_role = replica;
		FOR name IN WITH RECURSIVE found AS (
			SELECT unnest('{${names.join()}}'::regclass[]) AS id
			UNION SELECT conrelid FROM pg_constraint JOIN found ON confrelid = found.id WHERE contype = 'f')
			SELECT id FROM found
		LOOP EXECUTE format('DELETE FROM %s', name); END LOOP;
	END $$`);
}

export function buildTestUrl(name: string): string {
	return server.buildDatabaseUrl(inject('templateUrl'), name);
}
