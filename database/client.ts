import type { Duplex } from 'node:stream';
import pg from 'pg';
import { type Budget, DatabaseTimeout } from './budget.ts';

type Config = string | pg.QueryConfig;
type QueryPromise = Promise<pg.QueryResult>;
type Callback = (error: Error | null, result?: pg.QueryResult) => void;

/** A connection keeps the setting with which it was opened, so a write that it refuses may succeed on another one. */
const READ_ONLY = '25006';

/** With `keepAlive`, the first sign of life of an unused connection, in milliseconds. A system waits two hours. */
const KEEP_ALIVE_DELAY_MS = 60_000;

/**
 * pg's Client, used for every database connection of the application.
 *
 * A statement that takes longer than `query_timeout` or than its budget destroys the connection and fails
 * with DatabaseTimeout. pg's own `query_timeout` leaves the statement running, and everything queued behind
 * it (such as a ROLLBACK) waits just as long again.
 *
 * A broken connection is reported by the failing query or by the pool. pg also emits `error`, and neither
 * Sequelize nor a pool listens to it between connecting and handing the connection over. Without the empty
 * listener, a server that shuts down in that moment would end our process.
 */
export class Client extends pg.Client {
	/** The budget that the statements use up; set when the pool hands the connection out. */
	budget: Budget | undefined;
	/** Sequelize's pool replaces a connection with this mark. */
	_invalid?: boolean;
	readonly #timeoutMs: number;

	constructor(config: pg.ClientConfig = {}) {
		const { query_timeout = Number.POSITIVE_INFINITY, ...rest } = config;
		// Sequelize passes only some settings on.
		super({ keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS, ...rest });
		this.#timeoutMs = query_timeout;
		this.on('error', () => undefined);
	}

	/** Runs a query like pg's own `query`, with a promise or a callback. Cursors are not supported. */
	override readonly query = ((config: Config, ...args: (unknown[] | Callback | undefined)[]) => {
		const callback = args.find((argument) => typeof argument === 'function');
		const resultPromise = this.#queryInTime(config, args.find(Array.isArray));
		if (!callback) return resultPromise;
		resultPromise.then((result) => callback(null, result), callback);
	}) as pg.Client['query'];

	async #queryInTime(config: Config, values: unknown[] | undefined): QueryPromise {
		const { budget } = this;
		const limitMs = Math.min(this.#timeoutMs, budget?.leftMs ?? Number.POSITIVE_INFINITY);
		let timer: NodeJS.Timeout | undefined;
		if (limitMs <= 0) this.#destroy(new DatabaseTimeout(false));
		else if (limitMs < Number.POSITIVE_INFINITY) {
			timer = setTimeout(() => this.#destroy(new DatabaseTimeout(true)), limitMs);
		}
		budget?.startWait();
		try {
			return await super.query(config, values);
		} catch (error) {
			if ((error as { code?: unknown }).code === READ_ONLY) this._invalid = true;
			throw error;
		} finally {
			budget?.endWait();
			clearTimeout(timer);
		}
	}

	/** Destroys the connection: each of its statements fails with `reason`, and the pool removes it. */
	#destroy(reason: Error): void {
		const { connection } = this as unknown as { connection: { stream: Duplex } };
		connection.stream.destroy(reason);
	}
}

/** The `pg` module that Sequelize uses (`dialectModule`), with our Client instead of pg's. */
export const dialectModule: object = { ...pg, Client };
