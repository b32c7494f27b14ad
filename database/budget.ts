import { AsyncLocalStorage } from 'node:async_hooks';

/** The total time that one request may wait for the database, in milliseconds. */
export const REQUEST_BUDGET_MS = 5_000;
/** The total time for an operation of many rows in many statements (bulk tools, imports), in milliseconds. */
export const BULK_BUDGET_MS = 60_000;

/** The time for the page that says why a form failed, after the form has used up the request's time, in milliseconds. */
const FAILURE_PAGE_BUDGET_MS = 2_000;

/** The database did not respond in time. The connection is destroyed, because a ROLLBACK on it would hang too. */
export class DatabaseTimeout extends Error {
	override readonly name = 'DatabaseTimeout';
	/** Whether the statement was sent, so that the server may still execute it. */
	readonly isSent: boolean;

	constructor(isSent: boolean) {
		super('The database did not respond in time.');
		this.isSent = isSent;
	}
}

/** The remaining time that a piece of work may wait for the database. Overlapping waits count once. */
export class Budget {
	/** Whether the outcome of one of this work's COMMITs is unknown. */
	hasUncertainCommit = false;
	#leftMs: number;
	#isOver = false;
	#waits = 0;
	#waitingSince = 0;

	constructor(milliseconds: number) {
		this.#leftMs = milliseconds;
	}

	/** Returns the milliseconds left: zero or less when the budget is used up, infinity after `end()`. */
	get leftMs(): number {
		if (this.#isOver) return Number.POSITIVE_INFINITY;
		return this.#waits === 0 ? this.#leftMs : this.#leftMs - (performance.now() - this.#waitingSince);
	}

	/** Starts counting a wait; overlapping waits count once. */
	startWait(): void {
		if (this.#waits === 0) this.#waitingSince = performance.now();
		this.#waits += 1;
	}

	/** Ends one wait; the time is deducted when no other wait is running. */
	endWait(): void {
		this.#waits -= 1;
		if (this.#waits === 0) this.#leftMs -= performance.now() - this.#waitingSince;
	}

	/** Leaves at least `milliseconds`. */
	extendTo(milliseconds: number): void {
		this.#leftMs += Math.max(0, milliseconds - this.leftMs);
	}

	/** Removes the limit, so that background work that was started here continues without it. */
	end(): void {
		this.#isOver = true;
	}
}

/** Returns the result of `work`, whose time counts against `budget`. Throws DatabaseTimeout when that is used up. */
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

/** Returns the budget of the running work, or undefined outside `withDatabaseBudget`. */
export const getCurrentBudget = (): Budget | undefined => budgets.getStore();

/** Lets the running request read again what its page shows, although a form has waited until its time was over. */
export const allowFailurePage = (): void => getCurrentBudget()?.extendTo(FAILURE_PAGE_BUDGET_MS);

/**
 * Runs `work`, which may wait for the database for `milliseconds` in total: connections, statements, BEGIN
 * and COMMIT together. Returns its result. A nested call uses its own budget instead of the outer one. Throws
 * DatabaseTimeout when a wait exceeds the budget (see `isDatabaseDown`).
 */
export async function withDatabaseBudget<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
	const outer = budgets.getStore();
	const budget = new Budget(milliseconds);
	try {
		return await budgets.run(budget, work);
	} finally {
		budget.end();
		if (outer && budget.hasUncertainCommit) outer.hasUncertainCommit = true;
	}
}
