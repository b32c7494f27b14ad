import { setTimeout as wait } from 'node:timers/promises';

/** Waits until `condition` returns true. Throws an error that names `label` after `timeoutMs`. */
export async function waitUntil(
	label: string,
	condition: () => boolean | Promise<boolean>,
	timeoutMs: number,
): Promise<void> {
	const end = performance.now() + timeoutMs;
	while (!(await condition())) {
		if (performance.now() > end) throw new Error(`Not within ${timeoutMs} ms: ${label}`);
		await wait(50);
	}
}
