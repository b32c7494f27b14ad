import type { Sequelize } from 'sequelize';
import { closeDatabase, connectDatabase } from './connection.ts';

/** Runs `command` with DATABASE_URL, or else with the demo's embedded database, which is stopped afterwards. */
export async function withDatabaseUrl(command: (url: string) => Promise<void>): Promise<void> {
	const { DATABASE_URL: url } = process.env;
	if (url) return command(url);
	const { startEmbeddedDatabase } = await import('./embedded.ts');
	const embedded = await startEmbeddedDatabase({ directory: '.data/postgres', database: 'townbell' });
	try {
		await command(embedded.url);
	} finally {
		await embedded.stop();
	}
}

/** Runs `command` on the database of `withDatabaseUrl`, and closes all connections afterwards. */
export function withDatabase(command: (sequelize: Sequelize) => Promise<void>): Promise<void> {
	return withDatabaseUrl(async (url) => {
		try {
			await command(connectDatabase({ url, poolMax: 2 }));
		} finally {
			await closeDatabase();
		}
	});
}

/** Runs a command-line command. On an error, prints the message on one line and sets the exit code to 1. */
export function runCommand(command: () => Promise<void>): void {
	command().catch((error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	});
}
