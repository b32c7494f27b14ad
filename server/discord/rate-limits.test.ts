import { expect, test } from 'vitest';
import { DiscordUnavailable } from './client.ts';
import { RateLimitBudget, type RateLimitTimer } from './rate-limits.ts';

/** Returns a clock that advances only when something sleeps on it. */
function makeTimer(): RateLimitTimer & { time: number } {
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
function makeCall(timer: RateLimitTimer, ...errors: unknown[]) {
	const times: number[] = [];
	const call = async () => {
		times.push(timer.now());
		const error = errors[times.length - 1];
		if (error !== undefined) throw error;
		return 'answered';
	};
	return { call, times };
}

const limit = (retryAfter?: number) =>
	new DiscordUnavailable('Discord asked us to wait', {
		status: 429,
		...(retryAfter === undefined ? {} : { retryAfter }),
	});

test('a call is made again when the time that Discord asks for has passed', async () => {
	const timer = makeTimer();
	const { call, times } = makeCall(timer, limit(7), limit(2));
	expect(await new RateLimitBudget({ timer }).run(call)).toBe('answered');
	expect(times).toEqual([0, 7_000, 9_000]);
});

test.each([[undefined], [0]])('a 429 that asks for %s seconds waits one', async (retryAfter) => {
	const timer = makeTimer();
	const { call, times } = makeCall(timer, limit(retryAfter));
	await new RateLimitBudget({ timer }).run(call);
	expect(times).toEqual([0, 1_000]);
});

test('all calls of a piece of work share one budget', async () => {
	const timer = makeTimer();
	const budget = new RateLimitBudget({ maxWaitSeconds: 10, timer });
	await budget.run(makeCall(timer, limit(6)).call);
	const tooLong = limit(5);
	const { call, times } = makeCall(timer, tooLong);
	await expect(budget.run(call)).rejects.toBe(tooLong);
	expect(times).toEqual([6_000]);
	expect(timer.time).toBe(6_000);
});

test('a call that never stops being limited ends with its 429', async () => {
	const timer = makeTimer();
	const { call, times } = makeCall(timer, ...Array.from({ length: 100 }, () => limit(0)));
	await expect(new RateLimitBudget({ timer }).run(call)).rejects.toMatchObject({ status: 429 });
	expect(times).toHaveLength(31);
});

test.each([
	['a 401', new DiscordUnavailable('Discord answered 401', { status: 401 })],
	['a 403', new DiscordUnavailable('Discord answered 403', { status: 403 })],
	['a 503', new DiscordUnavailable('Discord answered 503', { status: 503 })],
	['no answer', new DiscordUnavailable('Discord could not be reached')],
	['an error of ours', new Error('broken')],
])('%s is thrown at once', async (_, error) => {
	const timer = makeTimer();
	const { call, times } = makeCall(timer, error);
	await expect(new RateLimitBudget({ timer }).run(call)).rejects.toBe(error);
	expect(times).toHaveLength(1);
});

test('pieces of work that share a pause wait for each other’s limits', async () => {
	const timer = makeTimer();
	const pause = { until: 0 };
	const limited = makeCall(timer, limit(20));
	await expect(new RateLimitBudget({ maxWaitSeconds: 5, pause, timer }).run(limited.call)).rejects.toThrow();
	const hasty = makeCall(timer);
	await expect(
		new RateLimitBudget({ maxWaitSeconds: 5, pause, timer }).run(hasty.call),
	).rejects.toMatchObject({ status: 429 });
	expect(hasty.times).toEqual([]);
	const patient = makeCall(timer);
	await new RateLimitBudget({ pause, timer }).run(patient.call);
	expect(patient.times).toEqual([20_000]);
});

test('a signal ends the wait', async () => {
	const timer = makeTimer();
	const { call, times } = makeCall(timer, limit(5));
	const signal = AbortSignal.abort();
	await expect(new RateLimitBudget({ timer, signal }).run(call)).rejects.toThrow(/abort/);
	expect(times).toHaveLength(1);
});
