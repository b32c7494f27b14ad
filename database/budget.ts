import { AsyncLocalStorage } from 'node:async_hooks';

/** How long one request may wait for the database in all, in milliseconds. */
export const REQUEST_BUDGET_MS = 5_000;
/** The same for an operation that reads or writes many rows in many statements: bulk tools and imports. */
export const BULK_BUDGET_MS = 60_000;

/** The database did not answer in time. The connection is destroyed: a ROLLBACK on it would hang too. */
export class DatabaseTimeout extends Error {
	override readonly name = 'DatabaseTimeout';
	/** Whether the statement was sent, so that the server may still carry it out. */
	readonly isSent: boolean;

	constructor(isSent: boolean) {
		super('The database did not answer in time.');
		this.isSent = isSent;
	}
}

/** What is left of the time that some work may wait for the database. Waits that overlap count once. */
export class Budget {
	/** The COMMIT of this work that nobody knows the outcome of, if there is one. */
	uncertainCommit: Error | undefined;
	#leftMs: number;
	#isOver = false;
	#waits = 0;
	#waitingSince = 0;

	constructor(milliseconds: number) {
		this.#leftMs = milliseconds;
	}

	/** Milliseconds left, zero or less when it is used up; no limit once the work is over. */
	get leftMs(): number {
		if (this.#isOver) return Number.POSITIVE_INFINITY;
		return this.#waits === 0 ? this.#leftMs : this.#leftMs - (performance.now() - this.#waitingSince);
	}

	startWait(): void {
		if (this.#waits === 0) this.#waitingSince = performance.now();
		this.#waits += 1;
	}

	endWait(): void {
		this.#waits -= 1;
		if (this.#waits === 0) this.#leftMs -= performance.now() - this.#waitingSince;
	}

	/** Lifts the limit: what the work started in the background goes on without it. */
	end(): void {
		this.#isOver = true;
	}
}

/** Waits for `work`, counting the time against `budget`. Throws DatabaseTimeout when that is used up first. */
export async function waitWithin<T>(budget: Budget, work: Promise<T>): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const timedOut = new Promise<never>((_, reject) => {
		if (budget.leftMs < Number.POSITIVE_INFINITY)
			timer = setTimeout(() => reject(new DatabaseTimeout(false)), Math.max(0, budget.leftMs));
	});
	budget.startWait();
	try {
		return await Promise.race([work, timedOut]);
	} finally {
		budget.endWait();
		clearTimeout(timer);
	}
}

const budgets = new AsyncLocalStorage<Budget>();

/** The budget of the work that is running, or undefined outside `withDatabaseBudget`. */
export const currentBudget = (): Budget | undefined => budgets.getStore();

/**
 * Runs `work`, which may wait for the database for `milliseconds` in all: for connections, statements, BEGIN and COMMIT
 * together. Work within it that calls this again has the new budget instead of the outer one. A wait beyond it throws
 * DatabaseTimeout (see `isDatabaseDown`).
 */
export async function withDatabaseBudget<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
	const budget = new Budget(milliseconds);
	try {
		return await budgets.run(budget, work);
	} finally {
		budget.end();
	}
}
