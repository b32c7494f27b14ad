import type { Sequelize } from 'sequelize-typescript';
import { closeDatabase, connectDatabase } from './connection.ts';
import { startEmbeddedDatabase } from './embedded.ts';

/** Carries out a command on DATABASE_URL, else on the embedded database of the demo, and leaves nothing open. */
export async function onDatabase(command: (sequelize: Sequelize) => Promise<void>): Promise<void> {
	const embedded = process.env.DATABASE_URL
		? undefined
		: await startEmbeddedDatabase({ directory: '.data/postgres', database: 'townbell' });
	try {
		await command(connectDatabase({ url: process.env.DATABASE_URL || (embedded?.url ?? ''), poolMax: 2 }));
	} finally {
		await closeDatabase();
		await embedded?.stop();
	}
}

/** Runs a command of the command line: what goes wrong is said in one line, and the process fails. */
export function runCommand(command: () => Promise<void>): void {
	command().catch((error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	});
}
