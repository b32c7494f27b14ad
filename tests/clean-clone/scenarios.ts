import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../e2e/support/app-process.ts';
import { type Clone, type Started, startCommand } from './clone.ts';
import { findSignupStatus, type SignupChange, signIn, signUp } from './member.ts';
import { killProcesses, listProcesses, waitForNone } from './processes.ts';

const INSTALL_MS = 420_000;
const START_MS = 120_000;
const STOP_MS = 5_000;

type Run = { clone: Clone; port: number; origin: string; demo: Started | null; signup: SignupChange | null };
type Step = { name: string; run: (run: Run) => Promise<void> };

/** The steps of a new contributor, in order. Each step depends on the one before. */
const STEPS: Step[] = [
	{
		name: 'npm ci && npm run demo becomes ready',
		run: (run) => startDemo(run, 'npm ci && npm run demo', INSTALL_MS),
	},
	{ name: 'the sign-in screen and /healthz are served', run: openPages },
	{ name: 'the player signs in with Discord and signs up', run: signInAndSignUp },
	{ name: 'Ctrl-C stops all processes', run: (run) => stopDemo(run) },
	{ name: 'the second run keeps its data', run: restartDemo },
	{ name: 'a port in use is reported in one line', run: expectPortError },
	{ name: 'after kill -9 remaining processes are reused or reported', run: restartAfterKill },
	{ name: 'npm run demo -- --reset starts over', run: resetDemo },
];

/**
 * Runs all steps in one clone and prints a line for each. Stops at the first failure. Returns the number of failed
 * steps.
 */
export async function runScenarios(clone: Clone): Promise<number> {
	const port = await findFreePort();
	const run: Run = { clone, port, origin: `http://localhost:${port}`, demo: null, signup: null };
	try {
		for (const step of STEPS) {
			const start = Date.now();
			try {
				await step.run(run);
				console.log(`✓ ${clone.name}: ${step.name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
			} catch (error) {
				console.log(
					`✗ ${clone.name}: ${step.name}: ${error instanceof Error ? error.message : String(error)}`,
				);
				if (run.demo) console.log(indent(run.demo.output().slice(-4_000)));
				return 1;
			}
		}
		return 0;
	} finally {
		killProcesses(await listProcesses(clone.marker, clone.folder), 'SIGKILL');
	}
}

async function startDemo(run: Run, command: string, timeoutMs: number): Promise<void> {
	const demo = startCommand(run.clone, command, { PORT: String(run.port) });
	run.demo = demo;
	const ready = `Townbell is ready at ${run.origin}`;
	const outcome = await waitForOutcome(demo, timeoutMs, () => demo.output().includes(ready));
	if (outcome !== 'met') throw new Error(`no line "${ready}": ${outcome}`);
}

async function openPages({ origin }: Run): Promise<void> {
	for (const [address, part] of [
		['/login', 'Sign in to your account'],
		['/healthz', ''],
	] as const) {
		const response = await fetch(origin + address, { signal: AbortSignal.timeout(20_000) });
		const text = await response.text();
		if (response.status !== 200) throw new Error(`${address} returned ${response.status}`);
		if (!text.includes(part)) throw new Error(`${address} does not say "${part}"`);
	}
}

async function signInAndSignUp(run: Run): Promise<void> {
	run.signup = await signUp(await signIn(run.origin));
}

/** Stops the demo by Ctrl-C, which all its processes get, or by SIGTERM, which only npm gets. */
async function stopDemo(run: Run, signal: 'SIGINT' | 'SIGTERM' = 'SIGINT'): Promise<void> {
	const { demo, clone } = run;
	if (!demo) return;
	const printed = demo.output().length;
	if (signal === 'SIGINT') process.kill(-demo.pid, signal);
	else killProcesses((await listProcesses(clone.marker, clone.folder)).filter(isNpm), signal);
	const outcome = await waitForOutcome(demo, STOP_MS, () => false);
	if (!outcome.startsWith('it exited')) throw new Error(`${signal}: ${outcome}`);
	await waitForNone(clone.marker, clone.folder, STOP_MS);
	requireNoStackTrace(demo.output().slice(printed));
	run.demo = null;
}

const isNpm = ({ command }: { command: string }) => command.startsWith('npm run demo');

async function restartDemo(run: Run): Promise<void> {
	await startDemo(run, 'npm run demo', START_MS);
	await expectStatus(run, run.signup?.after ?? null);
	await stopDemo(run, 'SIGTERM');
}

async function resetDemo(run: Run): Promise<void> {
	await startDemo(run, 'npm run demo -- --reset', START_MS);
	await expectStatus(run, run.signup?.before ?? null);
	await stopDemo(run);
}

async function expectStatus(run: Run, expected: string | null): Promise<void> {
	const found = await findSignupStatus(await signIn(run.origin), run.signup?.event ?? '');
	if (found !== expected) throw new Error(`the signup is ${found ?? 'none'}, expected ${expected ?? 'none'}`);
}

async function expectPortError(run: Run): Promise<void> {
	// Accepts connections without a response. It must read from them to notice when they close.
	const blocker = createServer((socket) => socket.resume().on('error', () => socket.destroy())).listen(
		run.port,
	);
	try {
		const demo = startCommand(run.clone, 'npm run demo', { PORT: String(run.port) });
		run.demo = demo;
		const outcome = await waitForOutcome(demo, START_MS, () => false);
		if (!outcome.startsWith('it exited')) throw new Error(outcome);
		expectPortReported(demo, run.port, await demo.exited);
		await waitForNone(run.clone.marker, run.clone.folder, STOP_MS);
		run.demo = null;
	} finally {
		await new Promise((resolve) => blocker.close(resolve));
	}
}

function expectPortReported(demo: Started, port: number, code: number): void {
	if (code === 0) throw new Error('it exited with 0 although the port was in use');
	const lines = demo
		.output()
		.split('\n')
		.filter((line) => new RegExp(`\\b${port}\\b`).test(line));
	if (lines.length !== 1) throw new Error(`${lines.length} lines name port ${port}, expected one`);
	requireNoStackTrace(demo.output());
}

/** Kills the demo and npm, so that the demo's servers become orphans. The next run must reuse or report them. */
async function restartAfterKill(run: Run): Promise<void> {
	const { clone } = run;
	await startDemo(run, 'npm run demo', START_MS);
	const parents = (await listProcesses(clone.marker, clone.folder)).filter(({ command }) =>
		/npm run demo|seeds\/demo\.ts/.test(command),
	);
	if (parents.length === 0) throw new Error('found no process of the demo to kill');
	killProcesses(parents, 'SIGKILL');
	await run.demo?.exited;
	await sleep(1_000);

	const secondDemo = startCommand(clone, 'npm run demo', { PORT: String(run.port) });
	run.demo = secondDemo;
	const ready = `Townbell is ready at ${run.origin}`;
	const outcome = await waitForOutcome(secondDemo, START_MS, () => secondDemo.output().includes(ready));
	if (outcome === 'met') {
		await expectStatus(run, run.signup?.after ?? null);
		await stopDemo(run);
		return;
	}
	if (!outcome.startsWith('it exited')) throw new Error(outcome);
	requireNoStackTrace(secondDemo.output());
	const remaining = await listProcesses(clone.marker, clone.folder);
	const names = [String(run.port), ...remaining.map(({ pid }) => String(pid))];
	if (!names.some((name) => secondDemo.output().includes(name)))
		throw new Error('the remaining server is not reported');
	killProcesses(remaining, 'SIGTERM');
	await waitForNone(clone.marker, clone.folder, STOP_MS);
	run.demo = null;
}

function requireNoStackTrace(text: string): void {
	const stackLine = text
		.split('\n')
		.find((line) => /^\s+at\s.*:\d+:\d+\)?$/.test(line) || line.includes('node:internal/'));
	if (stackLine !== undefined) throw new Error(`a stack trace is printed: ${stackLine.trim()}`);
}

async function waitForOutcome(demo: Started, timeoutMs: number, isMet: () => boolean): Promise<string> {
	let code: number | null = null;
	demo.exited.then(
		(value) => {
			code = value;
		},
		() => {
			code = 127;
		},
	);
	for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(100)) {
		if (isMet()) return 'met';
		if (code !== null) return `it exited with ${code}`;
	}
	return `nothing after ${timeoutMs / 1000} s`;
}

function indent(text: string): string {
	return text.replace(/^/gm, '    │ ');
}
