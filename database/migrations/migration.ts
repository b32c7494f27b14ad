import type { Transaction } from 'sequelize';

/** What a migration runs its SQL with: inside the one transaction that holds the migration lock. */
export type MigrationContext = { transaction: Transaction; run: (sql: string) => Promise<void> };

/** One step of the schema. Its name and SQL never change once released; PostgreSQL 15 must understand it. */
export type Migration = {
	name: string;
	up: (context: MigrationContext) => Promise<void>;
	down: (context: MigrationContext) => Promise<void>;
};
