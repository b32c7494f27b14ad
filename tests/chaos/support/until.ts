import { setTimeout as wait } from 'node:timers/promises';

/** Waits until `isTrue` answers true; throws with `what` after `milliseconds`. */
export async function until(
	what: string,
	isTrue: () => boolean | Promise<boolean>,
	milliseconds: number,
): Promise<void> {
	const end = performance.now() + milliseconds;
	while (!(await isTrue())) {
		if (performance.now() > end) throw new Error(`Not within ${milliseconds} ms: ${what}`);
		await wait(50);
	}
}
