/** A ratio of two times of one run, so that the machine's speed cancels out. `ceiling` is its maximum. */
export type Ratio = { name: string; ratio: number; ceiling: number };

/** Returns the median time of `work` in milliseconds, after warm-up runs. */
export async function measureMedian(work: () => Promise<unknown>): Promise<number> {
	return (await measureMedians([work]))[0] ?? Number.NaN;
}

/** Returns the median times of several tasks. They alternate, so that other load on the machine affects all of them. */
export async function measureMedians<const Tasks extends readonly (() => Promise<unknown>)[]>(
	tasks: Tasks,
): Promise<{ [Key in keyof Tasks]: number }> {
	for (let i = 0; i < 10; i += 1) for (const work of tasks) await work();
	const times = tasks.map((): number[] => []);
	for (let i = 0; i < 41; i += 1) {
		for (const [index, work] of tasks.entries()) times[index]?.push(await measureTime(work));
	}
	return times.map(getMedian) as { [Key in keyof Tasks]: number };
}

/** Returns the time of `work` in milliseconds. */
export async function measureTime(work: () => Promise<unknown>): Promise<number> {
	const start = performance.now();
	await work();
	return performance.now() - start;
}

/** Returns the median; of an even number of values the lower of the two in the middle. */
export const getMedian = (values: readonly number[]): number =>
	values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
