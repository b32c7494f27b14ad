import { type SpawnOptions, spawn } from 'node:child_process';
import path from 'node:path';

/**
 * Runs every check for `npm test`, cheapest first. The steps of a line run side by side. The first line with a failure
 * ends the run with its exit code. With `--quick` (`npm run test:quick`) only the checks run that need no browser.
 */
const QUICK_STEPS = [['lint', 'typecheck'], ['test:unit'], ['test:integration']];
const STEPS = process.argv.includes('--quick')
	? QUICK_STEPS
	: [...QUICK_STEPS, ['build', 'build:development'], ['test:e2e']];

const root = path.resolve(import.meta.dirname, '../..');
const timings: string[] = [];

for (const steps of STEPS) {
	const codes = await Promise.all(steps.map((step) => runStep(step, steps.length > 1)));
	const failed = codes.findIndex((code) => code !== 0);
	if (failed !== -1) {
		console.error(`\n${timings.join('\n')}\n${steps[failed]} failed; later steps were not run.`);
		process.exit(codes[failed]);
	}
}
console.log(`\n${timings.join('\n')}\nAll steps passed.`);

/** Runs a step and returns its exit code. The output of a step beside others is shown when it has ended. */
async function runStep(step: string, isBesideOthers: boolean): Promise<number> {
	const start = performance.now();
	const heading = `\n▶ npm run ${step}`;
	if (!isBesideOthers) console.log(heading);
	const { code, output } = await runCommand(step, isBesideOthers ? 'pipe' : 'inherit');
	if (isBesideOthers) console.log(`${heading}\n${output}`);
	const seconds = ((performance.now() - start) / 1000).toFixed(1);
	timings.push(`${code === 0 ? '✓' : '✗'} ${step} ${seconds} s`);
	return code;
}

function runCommand(step: string, stdio: 'pipe' | 'inherit'): Promise<{ code: number; output: string }> {
	const options: SpawnOptions = {
		cwd: root,
		stdio: ['inherit', stdio, stdio],
		// The browser tests use the second build of this run instead of making their own.
		env: { ...process.env, E2E_HAS_DEVELOPMENT_BUILD: '1' },
	};
	return new Promise((resolve, reject) => {
		const child = spawn('npm', ['run', '--silent', step], options);
		let output = '';
		for (const stream of [child.stdout, child.stderr])
			stream?.setEncoding('utf8').on('data', (chunk: string) => {
				output += chunk;
			});
		child.once('error', reject);
		child.once('close', (code, signal) => resolve({ code: code ?? (signal === 'SIGINT' ? 130 : 1), output }));
	});
}
