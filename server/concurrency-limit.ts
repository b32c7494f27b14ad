import { Refusal } from '~/domain/refusal.ts';

/**
 * Returns a function that runs heavy work: at most `atOnce` pieces at the same time, at most `waiting` more wait, in
 * order. The function throws Refusal 'unavailable' (503, retry after `retryAfterSeconds`) when too many wait.
 */
export function createConcurrencyLimit(options: {
	atOnce: number;
	waiting: number;
	retryAfterSeconds: number;
	refusal: string;
}): <T>(work: () => Promise<T>) => Promise<T> {
	const queue: (() => void)[] = [];
	let running = 0;
	return async (work) => {
		if (running < options.atOnce) running += 1;
		else if (queue.length < options.waiting) await new Promise<void>((resolve) => queue.push(resolve));
		else throw new Refusal('unavailable', options.refusal, { retryAfter: options.retryAfterSeconds });
		try {
			return await work();
		} finally {
			// The next waiting piece takes over this place, so that new work cannot overtake it.
			const next = queue.shift();
			if (next) next();
			else running -= 1;
		}
	};
}
