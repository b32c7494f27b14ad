import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Budget, currentBudget, DatabaseTimeout, waitWithin, withDatabaseBudget } from './budget.ts';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const after = (milliseconds: number) =>
	new Promise<string>((resolve) => setTimeout(resolve, milliseconds, 'done'));

test('what is not a wait for the database costs nothing', async () => {
	const budget = new Budget(500);
	await vi.advanceTimersByTimeAsync(10_000);
	expect(budget.leftMs).toBe(500);
});

test('waits that overlap count once, also while they last', async () => {
	const budget = new Budget(500);
	const waits = [waitWithin(budget, after(100)), waitWithin(budget, after(300))];
	await vi.advanceTimersByTimeAsync(200);
	expect(budget.leftMs).toBe(300);
	await vi.advanceTimersByTimeAsync(200);
	expect(await Promise.all(waits)).toEqual(['done', 'done']);
	expect(budget.leftMs).toBe(200);
});

test('a wait ends when the budget is used up, and says that nothing was sent', async () => {
	const budget = new Budget(500);
	await Promise.all([waitWithin(budget, after(400)), vi.advanceTimersByTimeAsync(400)]);
	const late = waitWithin(budget, after(200)).catch((error: unknown) => error);
	await vi.advanceTimersByTimeAsync(100);
	expect(await late).toEqual(new DatabaseTimeout(false));
	expect(budget.leftMs).toBe(0);
});

test('work has the budget that is nearest, and none once it is over', async () => {
	expect(currentBudget()).toBeUndefined();
	await withDatabaseBudget(500, async () => {
		const outer = currentBudget();
		const inner = await withDatabaseBudget(9_000, async () => currentBudget());
		expect(outer?.leftMs).toBe(500);
		expect(inner?.leftMs).toBe(Number.POSITIVE_INFINITY);
		expect(currentBudget()).toBe(outer);
	});
});
