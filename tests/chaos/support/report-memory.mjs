/**
 * Loaded by `--expose-gc --import` before a replica: on SIGUSR2 it collects garbage and writes the bytes that are still in
 * use to standard error. Resident memory says little: V8 lets a heap grow as far as the machine allows.
 */
process.on('SIGUSR2', () => {
	globalThis.gc();
	const { heapUsed, external } = process.memoryUsage();
	process.stderr.write(`memory in use: ${heapUsed + external}\n`);
});
