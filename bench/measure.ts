/** What grows with the community, as a ratio of one run: this machine's speed cancels out. */
export type Ratio = { name: string; ratio: number; ceiling: number };

/** The median time of `work` in milliseconds, after it has run warm. */
export async function median(work: () => Promise<unknown>): Promise<number> {
	return (await medians([work]))[0] ?? Number.NaN;
}

/** The same of several that take turns, so that what else the machine does meets all of them. */
export async function medians<const Works extends readonly (() => Promise<unknown>)[]>(
	works: Works,
): Promise<{ [Key in keyof Works]: number }> {
	for (let i = 0; i < 10; i += 1) for (const work of works) await work();
	const times = works.map((): number[] => []);
	for (let i = 0; i < 41; i += 1) {
		for (const [place, work] of works.entries()) times[place]?.push(await time(work));
	}
	return times.map((all) => all.sort((a, b) => a - b)[20] ?? Number.NaN) as { [Key in keyof Works]: number };
}

export async function time(work: () => Promise<unknown>): Promise<number> {
	const start = performance.now();
	await work();
	return performance.now() - start;
}
