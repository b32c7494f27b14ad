import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Budget, DatabaseTimeout, getCurrentBudget, waitWithin, withDatabaseBudget } from './budget.ts';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const resolveAfter = (milliseconds: number) =>
	new Promise<string>((resolve) => setTimeout(resolve, milliseconds, 'done'));

test('work that does not wait for the database uses no budget', async () => {
	const budget = new Budget(500);
	await vi.advanceTimersByTimeAsync(10_000);
	expect(budget.leftMs).toBe(500);
});

test('overlapping waits count once, also while they are running', async () => {
	const budget = new Budget(500);
	const waits = [waitWithin(budget, resolveAfter(100)), waitWithin(budget, resolveAfter(300))];
	await vi.advanceTimersByTimeAsync(200);
	expect(budget.leftMs).toBe(300);
	await vi.advanceTimersByTimeAsync(200);
	expect(await Promise.all(waits)).toEqual(['done', 'done']);
	expect(budget.leftMs).toBe(200);
});

test('a wait fails when the budget is used up, and reports that nothing was sent', async () => {
	const budget = new Budget(500);
	await Promise.all([waitWithin(budget, resolveAfter(400)), vi.advanceTimersByTimeAsync(400)]);
	const late = waitWithin(budget, resolveAfter(200)).catch((error: unknown) => error);
	await vi.advanceTimersByTimeAsync(100);
	expect(await late).toEqual(new DatabaseTimeout(false));
	expect(budget.leftMs).toBe(0);
});

test('a budget is extended to a time, and never shortened', async () => {
	const budget = new Budget(500);
	await Promise.all([waitWithin(budget, resolveAfter(400)), vi.advanceTimersByTimeAsync(400)]);
	budget.extendTo(50);
	expect(budget.leftMs).toBe(100);
	budget.extendTo(300);
	expect(budget.leftMs).toBe(300);
	const wait = waitWithin(budget, resolveAfter(200));
	await vi.advanceTimersByTimeAsync(100);
	budget.extendTo(300);
	await vi.advanceTimersByTimeAsync(100);
	await wait;
	expect(budget.leftMs).toBe(200);
});

test('work uses the innermost budget, and none after its end', async () => {
	expect(getCurrentBudget()).toBeUndefined();
	await withDatabaseBudget(500, async () => {
		const outer = getCurrentBudget();
		const inner = await withDatabaseBudget(9_000, async () => getCurrentBudget());
		expect(outer?.leftMs).toBe(500);
		expect(inner?.leftMs).toBe(Number.POSITIVE_INFINITY);
		expect(getCurrentBudget()).toBe(outer);
	});
});
