/** Runs one step of a check and prints how it went. Throws what the step threw. */
export async function runStep(name: string, work: () => Promise<void>): Promise<void> {
	const start = Date.now();
	try {
		await work();
		console.log(`✓ ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
	} catch (error) {
		console.log(`✗ ${name}: ${error instanceof Error ? error.message : String(error)}`);
		throw error;
	}
}
