import { constants, PerformanceObserver } from 'node:perf_hooks';

/**
 * Loaded by `--import` before a replica: on SIGUSR2 it writes to standard error the bytes of resident memory and the bytes
 * that were in use after the last full garbage collection.
 */
let inUse = 0;
new PerformanceObserver((list) => {
	for (const { detail } of list.getEntries()) {
		if (detail.kind !== constants.NODE_PERFORMANCE_GC_MAJOR) continue;
		const { heapUsed, external } = process.memoryUsage();
		inUse = heapUsed + external;
	}
}).observe({ entryTypes: ['gc'] });

process.on('SIGUSR2', () => {
	process.stderr.write(`memory: ${process.memoryUsage.rss()} resident, ${inUse} in use\n`);
});
