import type { Duplex } from 'node:stream';
import pg from 'pg';
import { type Budget, DatabaseTimeout } from './budget.ts';

type Config = string | pg.QueryConfig;
type Answer = Promise<pg.QueryResult>;
type Callback = (error: Error | null, result?: pg.QueryResult) => void;

/**
 * pg's Client for every connection of ours.
 *
 * A statement that takes longer than `query_timeout` or than its budget destroys the connection, and so fails with
 * DatabaseTimeout: pg's own `query_timeout` leaves the statement running, and whatever is queued behind it (a ROLLBACK)
 * waits as long again.
 *
 * A broken connection is told by the query that fails or by its pool; pg also emits `error`, and between letting a
 * connection in and handing it over neither Sequelize nor a pool listens. A server that is shut down in that moment
 * would end our process.
 */
export class Client extends pg.Client {
	/** Whose time its statements use up; set by whoever lends the connection. */
	budget: Budget | undefined;
	readonly #timeoutMs: number;

	constructor(config: pg.ClientConfig = {}) {
		const { query_timeout = Number.POSITIVE_INFINITY, ...rest } = config;
		super(rest);
		this.#timeoutMs = query_timeout;
		this.on('error', () => undefined);
	}

	/** As pg's, with a promise or a callback; not for cursors. */
	override readonly query = ((config: Config, ...more: (unknown[] | Callback | undefined)[]) => {
		const callback = more.find((each) => typeof each === 'function');
		const answer = this.#queryInTime(config, more.find(Array.isArray));
		if (!callback) return answer;
		answer.then((result) => callback(null, result), callback);
	}) as pg.Client['query'];

	async #queryInTime(config: Config, values: unknown[] | undefined): Answer {
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
		} finally {
			budget?.endWait();
			clearTimeout(timer);
		}
	}

	/** Every statement of the connection fails with `reason`, and its pool lets it go. */
	#destroy(reason: Error): void {
		const { connection } = this as unknown as { connection: { stream: Duplex } };
		connection.stream.destroy(reason);
	}
}

/** The `pg` that Sequelize is given (`dialectModule`): as it is, but with our Client. */
export const dialectModule: object = { ...pg, Client };
