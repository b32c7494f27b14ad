/** A ratio of two times of one run, so that the machine's speed cancels out. `ceiling` is its maximum. */
export type Ratio = { name: string; ratio: number; ceiling: number };

/** Returns the median time of `work` in milliseconds, after warm-up runs. */
export async function measureMedian(work: () => Promise<unknown>): Promise<number> {
	return (await measureMedians([work]))[0] ?? Number.NaN;
}

/** Returns the median times of several tasks. They alternate, so that other load on the machine affects all of them. */
export async function measureMedians<const Works extends readonly (() => Promise<unknown>)[]>(
	works: Works,
): Promise<{ [Key in keyof Works]: number }> {
	for (let i = 0; i < 10; i += 1) for (const work of works) await work();
	const times = works.map((): number[] => []);
	for (let i = 0; i < 41; i += 1) {
		for (const [place, work] of works.entries()) times[place]?.push(await measureTime(work));
	}
	return times.map((all) => all.sort((a, b) => a - b)[20] ?? Number.NaN) as { [Key in keyof Works]: number };
}

/** Returns the time of `work` in milliseconds. */
export async function measureTime(work: () => Promise<unknown>): Promise<number> {
	const start = performance.now();
	await work();
	return performance.now() - start;
}
