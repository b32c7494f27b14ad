import type { Transaction } from 'sequelize';

/** The context that a migration runs its SQL in: the transaction that holds the migration lock. */
export type MigrationContext = { transaction: Transaction; run: (sql: string) => Promise<void> };

/** One step of the schema. Its name and SQL never change once released, and it must run on PostgreSQL 15. */
export type Migration = {
	name: string;
	up: (context: MigrationContext) => Promise<void>;
	down: (context: MigrationContext) => Promise<void>;
};
