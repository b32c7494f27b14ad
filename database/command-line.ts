import type { Sequelize } from 'sequelize';
import { closeDatabase, connectDatabase } from './connection.ts';

/** Runs `command` with DATABASE_URL, or else with the address of the demo's embedded database, started for that long. */
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

/** Carries out a command on DATABASE_URL, else on the embedded database of the demo, and leaves nothing open. */
export function onDatabase(command: (sequelize: Sequelize) => Promise<void>): Promise<void> {
	return withDatabaseUrl(async (url) => {
		try {
			await command(connectDatabase({ url, poolMax: 2 }));
		} finally {
			await closeDatabase();
		}
	});
}

/** Runs a command of the command line: what goes wrong is said in one line, and the process fails. */
export function runCommand(command: () => Promise<void>): void {
	command().catch((error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	});
}
