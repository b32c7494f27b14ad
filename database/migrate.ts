import { setTimeout as sleep } from 'node:timers/promises';
import { QueryTypes, type Sequelize, type Transaction } from 'sequelize';
import type { Umzug, UmzugStorage } from 'umzug';
import { describeDatabaseProblem, isSupportedEncoding } from '~/domain/database-problems.ts';
import { HOW_TO_UPDATE_OLD_DATABASE } from '~/domain/setup.ts';
import { isLockTimeout } from './errors.ts';
import { type Migration, type MigrationContext, migrations } from './migrations/index.ts';
import { isTooOld, replaceFormerMigrations } from './schema/former-migrations.ts';

/** The id of the advisory lock that every migration of this database takes ('town' in ASCII). */
const MIGRATION_LOCK = 0x746f776e;

/** pg-boss creates and migrates its own tables in this schema; the application's tables are in `public`. */
export const QUEUE_SCHEMA = 'queue';

/** How long a try waits for the tables that pages use; other pages wait behind it. */
const LOCK_WAIT_MS = 50;
/** The pause before the next try, in which the pages go on. */
const LOCK_PAUSE_MS = 100;
/** After these tries a migration waits as long as it takes, and PostgreSQL ends a page that stands against it. */
const LOCK_TRIES = 100;

type Options = { migrations?: readonly Migration[] };

/**
 * Thrown when the database has migrations that this version does not know, of a newer version or of one that is too old
 * to be updated. The message is for operators.
 */
export class UnknownSchema extends Error {
	override readonly name = 'UnknownSchema';

	constructor(unknown: readonly string[]) {
		super(
			isTooOld(unknown)
				? `${HOW_TO_UPDATE_OLD_DATABASE} Nothing was done.`
				: `A newer version of Townbell has changed this database: this version does not know ${unknown.join(', ')}. ` +
						'Nothing was done. Start the newer version, or restore a backup that was made before the update.',
		);
	}
}

/** The database has another encoding than UTF8, so nothing is migrated. The message is for operators. */
export class UnsupportedEncoding extends Error {
	override readonly name = 'UnsupportedEncoding';

	constructor(encoding: string) {
		super(`${describeDatabaseProblem('encoding')} It is ${encoding}. Nothing was done.`);
	}
}

/**
 * Applies all pending migrations in one transaction and returns the names of the applied ones (an empty list
 * when up to date). Several replicas may start at once: the transaction holds an advisory lock, so the others
 * wait and then find nothing to do. A read-only database that is up to date is no error. Throws UnknownSchema when the
 * database has an unknown migration, and UnsupportedEncoding; nothing is changed then.
 */
export function migrate(sequelize: Sequelize, options: Options = {}): Promise<string[]> {
	return withTables(sequelize, (transaction, lockTables) =>
		migrateWithin(sequelize, transaction, options, lockTables),
	);
}

/**
 * Runs `work` in a transaction and repeats it until `lock` has locked the tables of almost every page. Without this, a
 * migration has one table and waits for another while a page has that one and waits for the first.
 */
async function withTables<Result>(
	sequelize: Sequelize,
	work: (transaction: Transaction, lock: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
	for (let tries = 1; ; tries += 1) {
		try {
			return await sequelize.transaction(async (transaction) => {
				// A start that waits for the migrations of another replica does not count its tries.
				await lockMigrations(sequelize, transaction);
				return work(transaction, async () => {
					if (tries < LOCK_TRIES) await lockTables(sequelize, transaction);
				});
			});
		} catch (error) {
			if (!isLockTimeout(error) || tries === LOCK_TRIES) throw error;
			await sleep(LOCK_PAUSE_MS);
		}
	}
}

async function lockTables(sequelize: Sequelize, transaction: Transaction): Promise<void> {
	await sequelize.query(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`, { transaction });
	await sequelize.query(
		`DO $$ BEGIN IF to_regclass('public.signups') IS NOT NULL THEN
			LOCK TABLE users, events, signups IN ACCESS EXCLUSIVE MODE; END IF; END $$`,
		{ transaction },
	);
}

/** Applies all pending migrations within the given transaction, which holds the migration lock until it ends. */
export async function migrateWithin(
	sequelize: Sequelize,
	transaction: Transaction,
	options: Options = {},
	lockTables: () => Promise<void> = async () => undefined,
): Promise<string[]> {
	const pending = await prepareMigrations(sequelize, transaction, options);
	if (pending === 0) return [];
	await lockTables();
	const applied = await (await buildUmzug(sequelize, transaction, options)).up();
	return applied.map(({ name }) => name);
}

/**
 * Reverts the latest migration, or with `to` every migration down to and including that name. Returns the names of the
 * reverted ones, latest first. The data in the dropped tables is lost. Takes the same lock as `migrate`. Throws
 * UnknownSchema like `migrate`, and an Error when the schema itself would be reverted, which would drop everything.
 */
export function rollback(sequelize: Sequelize, options: Options & { to?: string } = {}): Promise<string[]> {
	return withTables(sequelize, async (transaction, lockTables) => {
		await prepareMigrations(sequelize, transaction, options);
		await lockTables();
		const umzug = await buildUmzug(sequelize, transaction, options);
		const reverted = options.to === undefined ? await umzug.down() : await umzug.down({ to: options.to });
		return reverted.map(({ name }) => name);
	});
}

/** The names of the migrations that are not applied yet, and of those that were applied but are unknown here. */
export type SchemaState = { applied: string[]; pending: string[]; unknown: string[] };

/** Compares the applied migrations with those of this version. Only reads, so it may run beside a migration. */
export async function readSchemaState(
	sequelize: Sequelize,
	options: Options = {},
	transaction?: Transaction,
): Promise<SchemaState> {
	const known = (options.migrations ?? migrations).map(({ name }) => name);
	const applied = await listAppliedMigrations(sequelize, transaction);
	return {
		applied,
		pending: known.filter((name) => !applied.includes(name)),
		unknown: applied.filter((name) => !known.includes(name)),
	};
}

/** Acquires the migration lock until the transaction ends; other starts and restores wait for it. */
export async function lockMigrations(sequelize: Sequelize, transaction: Transaction): Promise<void> {
	await sequelize.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`, { transaction });
}

/** Takes the migration lock and returns the number of pending migrations. Throws UnknownSchema and UnsupportedEncoding. */
async function prepareMigrations(
	sequelize: Sequelize,
	transaction: Transaction,
	options: Options,
): Promise<number> {
	await lockMigrations(sequelize, transaction);
	const [database] = await sequelize.query<{ encoding: string }>(
		`SELECT current_setting('server_encoding') AS encoding`,
		{ type: QueryTypes.SELECT, transaction },
	);
	if (database && !isSupportedEncoding(database.encoding)) throw new UnsupportedEncoding(database.encoding);
	// PostgreSQL refuses CREATE … IF NOT EXISTS on a read-only database even when the table exists.
	await sequelize.query(
		`DO $$ BEGIN IF to_regclass('public.schema_migrations') IS NULL THEN
			CREATE TABLE schema_migrations (
				name text PRIMARY KEY,
				applied_at timestamptz NOT NULL DEFAULT now()
			); END IF; END $$`,
		{ transaction },
	);
	const { pending, unknown } = await readSchemaState(sequelize, options, transaction);
	if (unknown.length > 0) throw new UnknownSchema(unknown);
	return pending.length;
}

async function buildUmzug(
	sequelize: Sequelize,
	transaction: Transaction,
	options: Options,
): Promise<Umzug<MigrationContext>> {
	// Most starts find nothing to migrate and need not load it.
	const { Umzug } = await import('umzug');
	const run = async (sql: string) => {
		await sequelize.query(sql, { transaction });
	};
	return new Umzug<MigrationContext>({
		context: { transaction, run },
		logger: undefined,
		storage: buildStorage(sequelize, transaction),
		migrations: (options.migrations ?? migrations).map((migration) => ({
			name: migration.name,
			up: ({ context }) => migration.up(context),
			down: ({ context }) => migration.down(context),
		})),
	});
}

/** Each migration is recorded in its own transaction, so that the schema and the record always match. */
function buildStorage(sequelize: Sequelize, transaction: Transaction): UmzugStorage<MigrationContext> {
	return {
		executed: () => listAppliedMigrations(sequelize, transaction),
		async logMigration({ name }) {
			await sequelize.query('INSERT INTO schema_migrations (name) VALUES ($1)', {
				bind: [name],
				transaction,
			});
		},
		async unlogMigration({ name }) {
			await sequelize.query('DELETE FROM schema_migrations WHERE name = $1', {
				bind: [name],
				transaction,
			});
		},
	};
}

/**
 * Returns the names of the applied migrations, or an empty list when the database does not contain Townbell. Those that
 * the schema replaces count as the schema when all of them were applied.
 */
export async function listAppliedMigrations(
	sequelize: Sequelize,
	transaction?: Transaction,
): Promise<string[]> {
	const options = { type: QueryTypes.SELECT as const, transaction };
	const [table] = await sequelize.query<{ exists: boolean }>(
		`SELECT to_regclass('public.schema_migrations') IS NOT NULL AS exists`,
		options,
	);
	if (!table?.exists) return [];
	const rows = await sequelize.query<{ name: string }>(
		'SELECT name FROM schema_migrations ORDER BY name',
		options,
	);
	return replaceFormerMigrations(rows.map(({ name }) => name));
}
