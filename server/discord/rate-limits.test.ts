import { expect, test } from 'vitest';
import { DiscordUnavailable } from './client.ts';
import { RateLimitBudget, type RateLimitTimer } from './rate-limits.ts';

/** Returns a clock that advances only when something sleeps on it. */
function createTimer(): RateLimitTimer & { time: number } {
	return {
		time: 0,
		now() {
			return this.time;
		},
		async sleep(milliseconds, signal) {
			signal?.throwIfAborted();
			this.time += milliseconds;
		},
	};
}

/**
 * Returns a call that throws each of `errors` in turn and then succeeds; `times` are the moments of the
 * calls.
 */
function createCall(timer: RateLimitTimer, ...errors: unknown[]) {
	const times: number[] = [];
	const call = async () => {
		times.push(timer.now());
		const error = errors[times.length - 1];
		if (error !== undefined) throw error;
		return 'result';
	};
	return { call, times };
}

const createRateLimitError = (retryAfter?: number) =>
	new DiscordUnavailable('Discord asked us to wait', {
		status: 429,
		...(retryAfter === undefined ? {} : { retryAfter }),
	});

test('retries a call after the time that Discord asks for', async () => {
	const timer = createTimer();
	const { call, times } = createCall(timer, createRateLimitError(7), createRateLimitError(2));
	expect(await new RateLimitBudget({ timer }).run(call)).toBe('result');
	expect(times).toEqual([0, 7_000, 9_000]);
});

test.each([[undefined], [0]])('waits one second after a 429 with Retry-After %s', async (retryAfter) => {
	const timer = createTimer();
	const { call, times } = createCall(timer, createRateLimitError(retryAfter));
	await new RateLimitBudget({ timer }).run(call);
	expect(times).toEqual([0, 1_000]);
});

test('shares one budget between all calls of a task', async () => {
	const timer = createTimer();
	const budget = new RateLimitBudget({ maxWaitSeconds: 10, timer });
	await budget.run(createCall(timer, createRateLimitError(6)).call);
	const tooLong = createRateLimitError(5);
	const { call, times } = createCall(timer, tooLong);
	await expect(budget.run(call)).rejects.toBe(tooLong);
	expect(times).toEqual([6_000]);
	expect(timer.time).toBe(6_000);
});

test('throws the 429 of a call that is always rate-limited', async () => {
	const timer = createTimer();
	const { call, times } = createCall(timer, ...Array.from({ length: 100 }, () => createRateLimitError(0)));
	await expect(new RateLimitBudget({ timer }).run(call)).rejects.toMatchObject({ status: 429 });
	expect(times).toHaveLength(31);
});

test.each([
	['a 401', new DiscordUnavailable('Discord responded with 401', { status: 401 })],
	['a 403', new DiscordUnavailable('Discord responded with 403', { status: 403 })],
	['a 503', new DiscordUnavailable('Discord responded with 503', { status: 503 })],
	['no response', new DiscordUnavailable('Discord could not be reached')],
	['an error of our own code', new Error('broken')],
])('throws %s at once', async (_, error) => {
	const timer = createTimer();
	const { call, times } = createCall(timer, error);
	await expect(new RateLimitBudget({ timer }).run(call)).rejects.toBe(error);
	expect(times).toHaveLength(1);
});

test('waits for the rate limits of other tasks that share the pause', async () => {
	const timer = createTimer();
	const pause = { until: 0 };
	const limitedCall = createCall(timer, createRateLimitError(20));
	await expect(
		new RateLimitBudget({ maxWaitSeconds: 5, pause, timer }).run(limitedCall.call),
	).rejects.toThrow();
	const earlyCall = createCall(timer);
	await expect(
		new RateLimitBudget({ maxWaitSeconds: 5, pause, timer }).run(earlyCall.call),
	).rejects.toMatchObject({ status: 429 });
	expect(earlyCall.times).toEqual([]);
	const waitingCall = createCall(timer);
	await new RateLimitBudget({ pause, timer }).run(waitingCall.call);
	expect(waitingCall.times).toEqual([20_000]);
});

test('aborts the wait with the signal', async () => {
	const timer = createTimer();
	const { call, times } = createCall(timer, createRateLimitError(5));
	const signal = AbortSignal.abort();
	await expect(new RateLimitBudget({ timer, signal }).run(call)).rejects.toThrow(/abort/);
	expect(times).toHaveLength(1);
});
