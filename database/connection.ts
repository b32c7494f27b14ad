import type { Transaction } from 'sequelize';
import { Sequelize } from 'sequelize-typescript';
import { DatabaseTimeout, getCurrentBudget, waitWithin } from './budget.ts';
import { Client, dialectModule } from './client.ts';
import { CommitUncertain, isConnectTimeout, isOutcomeUnknown } from './errors.ts';
import * as models from './models/index.ts';
import { closeReplicas, getPool, markCommitted, setReplicas } from './replicas.ts';

export { allowFailurePage, BULK_BUDGET_MS, REQUEST_BUDGET_MS, withDatabaseBudget } from './budget.ts';
export {
	findDatabaseProblem,
	isCommitUncertain,
	isDatabaseDown,
	isForeignKeyViolation,
	isOutOfResources,
	isUniqueViolation,
} from './errors.ts';

const CONNECTION_KEY = Symbol.for('townbell.database');

/** The limit for a single statement in milliseconds, whatever its budget is. */
const QUERY_TIMEOUT_MS = 8_000;
/**
 * How long an unused connection stays open, in milliseconds. A new one costs its opening, and PostgreSQL plans each
 * statement on it five times. The pool hands out the latest one, so what only a rush of requests needed is closed.
 */
const IDLE_MS = 60 * 60_000;
/** The limit for opening a connection in milliseconds. */
const CONNECT_TIMEOUT_MS = 4_000;

type OpenConnection = { sequelize: Sequelize; url: string };
const globalStore = globalThis as typeof globalThis & { [CONNECTION_KEY]?: OpenConnection };

/** A hot reload creates new model classes while the connection stays open, so register them again. */
if (globalStore[CONNECTION_KEY]) registerModels(globalStore[CONNECTION_KEY].sequelize);

/**
 * Creates the process's only Sequelize instance, registers the models with it and returns it. Connections are opened
 * later, on demand.
 *
 * `url` is a postgres:// URL, `poolMax` the maximum number of connections. `readUrls` are the addresses of its
 * replicas, with a pool of the same size each; a replica that lags by more than `maxLagSeconds` is not read. Times are
 * UTC, bigint values are strings. A second call with the same URL returns the same instance. Throws an Error for
 * another URL until `closeDatabase()` was called.
 */
export function connectDatabase({
	url,
	poolMax,
	readUrls = [],
	maxLagSeconds,
}: {
	url: string;
	poolMax: number;
	readUrls?: readonly string[];
	maxLagSeconds?: number;
}): Sequelize {
	const current = globalStore[CONNECTION_KEY];
	if (current) {
		if (current.url !== url) throw new Error('The database is connected to another address: close it first.');
		return current.sequelize;
	}
	const sequelize = createPool(url, poolMax);
	registerModels(sequelize);
	globalStore[CONNECTION_KEY] = { sequelize, url };
	setReplicas(
		readUrls.map((readUrl) => ({ name: new URL(readUrl).host, sequelize: createPool(readUrl, poolMax) })),
		maxLagSeconds,
	);
	return sequelize;
}

function createPool(url: string, poolMax: number): Sequelize {
	const sequelize = new Sequelize(url, {
		dialect: 'postgres',
		dialectModule,
		timezone: '+00:00',
		logging: false,
		pool: { max: poolMax, min: 0, acquire: 5_000, idle: IDLE_MS, evict: 60_000 },
		dialectOptions: {
			application_name: 'townbell',
			connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
			// A process that hangs within a transaction keeps its row locks for at most this time.
			idle_in_transaction_session_timeout: 10_000,
			keepAlive: true,
			// PostgreSQL closes the connection of a vanished client after two minutes instead of Linux's two hours.
			// Pages of indexes and tables are mostly in memory; with the default of 4 for disks that seek, PostgreSQL
			// read all users or events instead of those that it needed.
			options:
				'-c tcp_keepalives_idle=60 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=6 -c random_page_cost=1.1',
			query_timeout: QUERY_TIMEOUT_MS,
			statement_timeout: QUERY_TIMEOUT_MS,
		},
	});
	applyBudgets(sequelize);
	return sequelize;
}

/**
 * Counts waiting for a pool connection, and the statements on it, against the budget of the running work. A
 * connection that arrives too late goes back to the pool.
 */
function applyBudgets({ connectionManager }: Sequelize): void {
	const acquire = connectionManager.getConnection.bind(connectionManager);
	connectionManager.getConnection = async (options) => {
		const budget = getCurrentBudget();
		const start = performance.now();
		for (;;) {
			if (budget && budget.leftMs <= 0) throw new DatabaseTimeout(false);
			const acquired = acquire(options);
			try {
				const connection = await (budget ? waitWithin(budget, acquired) : acquired);
				if (connection instanceof Client) connection.budget = budget;
				return connection;
			} catch (error) {
				acquired.then((lateConnection) => connectionManager.releaseConnection(lateConnection), ignoreError);
				// The pool fails the first one that waits when any connection was not opened in time, also one that was begun
				// before the wait, when the database did not respond.
				const isOwn = performance.now() - start >= CONNECT_TIMEOUT_MS;
				if (isOwn || !isConnectTimeout(error)) throw error;
			}
		}
	};
}

const ignoreError = () => undefined;

/**
 * Runs `work` on its own connection to `url` without time limits, as migrations need it, and closes the
 * connection afterwards. Returns the result of `work`. No models are registered.
 */
export async function withUnlimitedConnection<T>(
	url: string,
	work: (sequelize: Sequelize) => Promise<T>,
): Promise<T> {
	const sequelize = new Sequelize(url, {
		dialect: 'postgres',
		dialectModule,
		timezone: '+00:00',
		logging: false,
		pool: { max: 1, min: 0, acquire: 5_000 },
		dialectOptions: {
			application_name: 'townbell-migrate',
			connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
			keepAlive: true,
		},
	});
	try {
		return await work(sequelize);
	} finally {
		await sequelize.close();
	}
}

/** Returns the connected Sequelize instance. Throws an Error before `connectDatabase` and after `closeDatabase`. */
export function database(): Sequelize {
	const current = globalStore[CONNECTION_KEY];
	if (!current) throw new Error('The database is not connected: call connectDatabase() first.');
	return current.sequelize;
}

/** Returns the address of the connected database. Throws an Error like `database`. */
export function getDatabaseUrl(): string {
	database();
	return globalStore[CONNECTION_KEY]?.url ?? '';
}

/**
 * Returns the connections of the pool that are used and idle, how many it may open, and how many statements and
 * transactions wait for one.
 */
export function getPoolState(): { used: number; idle: number; max: number; waiting: number } {
	const { using: used, available: idle, maxSize: max, waiting } = getPool(database());
	return { used, idle, max, waiting };
}

/** Closes the pool after running queries have finished. Does nothing when no database is connected. */
export async function closeDatabase(): Promise<void> {
	const current = globalStore[CONNECTION_KEY];
	if (!current) return;
	delete globalStore[CONNECTION_KEY];
	await Promise.all([current.sequelize.close(), closeReplicas()]);
}

let reportCommit: () => void = () => undefined;

/** Calls `report` after each commit of this process that may have changed an event; replaces an earlier `report`. */
export function onCommit(report: () => void): void {
	reportCommit = report;
}

/** Reports a statement that committed without a transaction (see `onCommit`). */
export function reportOwnCommit(): void {
	markCommitted();
	reportCommit();
}

/**
 * Runs `work` in one transaction of the connected database and returns its result: commits when `work`
 * returns, rolls back when it throws. Throws CommitUncertain when the connection was lost or too slow during
 * COMMIT, so that the outcome is unknown.
 */
export async function inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
	let isCommitting = false;
	try {
		const result = await database().transaction(async (transaction) => {
			const value = await work(transaction);
			isCommitting = true;
			return value;
		});
		reportOwnCommit();
		return result;
	} catch (error) {
		throw isCommitting ? toCommitError(error) : error;
	}
}

/**
 * Returns the error of a failed COMMIT, or of a failed statement outside transactions: CommitUncertain when its outcome
 * is unknown, else the error itself.
 */
export function toCommitError(error: unknown): unknown {
	if (!isOutcomeUnknown(error)) return error;
	const budget = getCurrentBudget();
	if (budget) budget.hasUncertainCommit = true;
	markCommitted();
	return new CommitUncertain(error);
}

function registerModels(sequelize: Sequelize): void {
	const classes = Object.values(models);
	if (classes.every((model) => model.sequelize === sequelize)) return;
	sequelize.addModels(classes);
}
