import { spawn } from 'node:child_process';
import path from 'node:path';

/**
 * Runs every check for `npm test`, cheapest first. The first check that fails ends the run with its exit
 * code. With `--quick` (`npm run test:quick`) only the checks run that need no browser.
 */
const QUICK_STEPS = ['lint', 'typecheck', 'test:unit', 'test:integration'];
const STEPS = process.argv.includes('--quick') ? QUICK_STEPS : [...QUICK_STEPS, 'build', 'test:e2e'];

const root = path.resolve(import.meta.dirname, '../..');
const timings: string[] = [];

for (const step of STEPS) {
	console.log(`\n▶ npm run ${step}`);
	const start = performance.now();
	const code = await runStep(step);
	const seconds = ((performance.now() - start) / 1000).toFixed(1);
	timings.push(`${code === 0 ? '✓' : '✗'} ${step} ${seconds} s`);
	if (code !== 0) {
		console.error(`\n${timings.join('\n')}\n${step} failed; later steps were not run.`);
		process.exit(code);
	}
}
console.log(`\n${timings.join('\n')}\nAll steps passed.`);

function runStep(step: string): Promise<number> {
	return new Promise((resolve, reject) => {
		const child = spawn('npm', ['run', '--silent', step], { cwd: root, stdio: 'inherit' });
		child.once('error', reject);
		child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
	});
}
