import { constants, PerformanceObserver } from 'node:perf_hooks';

/**
 * A replica loads this module with `--import`. On SIGUSR2 it writes two numbers to standard error: the bytes of
 * resident memory, and the bytes in use after the last full garbage collection.
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
