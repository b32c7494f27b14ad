import { Refusal } from '~/domain/refusal.ts';

/**
 * A line for heavy work: at most `atOnce` pieces run, at most `waiting` more wait, in order. The answered function runs
 * a piece when its turn comes; it refuses (503, in `retryAfterSeconds`) when the line is full.
 */
export function makeTurns(options: {
	atOnce: number;
	waiting: number;
	retryAfterSeconds: number;
	refusal: string;
}): <T>(work: () => Promise<T>) => Promise<T> {
	const line: (() => void)[] = [];
	let running = 0;
	return async (work) => {
		if (running < options.atOnce) running += 1;
		else if (line.length < options.waiting) await new Promise<void>((resolve) => line.push(resolve));
		else throw new Refusal('unavailable', options.refusal, { retryAfter: options.retryAfterSeconds });
		try {
			return await work();
		} finally {
			// Whoever is next takes this place over, so nobody slips in between.
			const next = line.shift();
			if (next) next();
			else running -= 1;
		}
	};
}
