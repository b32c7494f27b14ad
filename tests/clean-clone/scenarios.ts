import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, readStatus, signIn, signUp } from './member.ts';
import { type Place, type Started, startCommand } from './place.ts';
import { killProcesses, listProcesses, waitForNone } from './processes.ts';

const INSTALL_MS = 420_000;
const START_MS = 120_000;
const END_MS = 30_000;

type Visit = { place: Place; port: number; origin: string; demo: Started | null; answer: Answer | null };
type Step = { name: string; run: (visit: Visit) => Promise<void> };

/** What a newcomer does, in order; each step stands on the one before. */
const STEPS: Step[] = [
	{
		name: 'npm ci && npm run demo gets ready',
		run: (visit) => startDemo(visit, 'npm ci && npm run demo', INSTALL_MS),
	},
	{ name: 'the sign-in screen and /healthz answer', run: openPages },
	{ name: 'the player signs in with Discord and signs up', run: signInAndUp },
	{ name: 'Ctrl-C ends all of it', run: endDemo },
	{ name: 'the second run keeps its data', run: startAgain },
	{ name: 'a taken port is named in one sentence', run: refuseTakenPort },
	{ name: 'after kill -9 what is left is reused or named', run: surviveKill },
	{ name: 'npm run demo -- --reset starts over', run: startOver },
];

/** Runs all steps in one place and prints a line for each; answers how many failed (the first failure ends the place). */
export async function visitPlace(place: Place): Promise<number> {
	const port = await findFreePort();
	const visit: Visit = { place, port, origin: `http://localhost:${port}`, demo: null, answer: null };
	try {
		for (const step of STEPS) {
			const start = Date.now();
			try {
				await step.run(visit);
				console.log(`✓ ${place.name}: ${step.name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
			} catch (error) {
				console.log(
					`✗ ${place.name}: ${step.name}: ${error instanceof Error ? error.message : String(error)}`,
				);
				if (visit.demo) console.log(indent(visit.demo.output().slice(-4_000)));
				return 1;
			}
		}
		return 0;
	} finally {
		killProcesses(await listProcesses(place.mark, place.folder), 'SIGKILL');
	}
}

async function startDemo(visit: Visit, command: string, milliseconds: number): Promise<void> {
	const demo = startCommand(visit.place, command, { PORT: String(visit.port) });
	visit.demo = demo;
	const ready = `Townbell is ready at ${visit.origin}`;
	const outcome = await waitFor(demo, milliseconds, () => demo.output().includes(ready));
	if (outcome !== 'met') throw new Error(`no line "${ready}": ${outcome}`);
}

async function openPages({ origin }: Visit): Promise<void> {
	for (const [address, part] of [
		['/login', 'Sign in to your account'],
		['/healthz', ''],
	] as const) {
		const response = await fetch(origin + address, { signal: AbortSignal.timeout(20_000) });
		const text = await response.text();
		if (response.status !== 200) throw new Error(`${address} answered ${response.status}`);
		if (!text.includes(part)) throw new Error(`${address} does not say "${part}"`);
	}
}

async function signInAndUp(visit: Visit): Promise<void> {
	visit.answer = await signUp(await signIn(visit.origin));
}

async function endDemo(visit: Visit): Promise<void> {
	const { demo, place } = visit;
	if (!demo) return;
	const printed = demo.output().length;
	process.kill(-demo.pid, 'SIGINT');
	const outcome = await waitFor(demo, END_MS, () => false);
	if (!outcome.startsWith('it ended')) throw new Error(`Ctrl-C: ${outcome}`);
	await waitForNone(place.mark, place.folder, END_MS);
	refuseStack(demo.output().slice(printed));
	visit.demo = null;
}

async function startAgain(visit: Visit): Promise<void> {
	await startDemo(visit, 'npm run demo', START_MS);
	await expectStatus(visit, visit.answer?.after ?? null);
	await endDemo(visit);
}

async function startOver(visit: Visit): Promise<void> {
	await startDemo(visit, 'npm run demo -- --reset', START_MS);
	await expectStatus(visit, visit.answer?.before ?? null);
	await endDemo(visit);
}

async function expectStatus(visit: Visit, wanted: string | null): Promise<void> {
	const found = await readStatus(await signIn(visit.origin), visit.answer?.night ?? '');
	if (found !== wanted) throw new Error(`the signup is ${found ?? 'gone'}, wanted ${wanted ?? 'none'}`);
}

async function refuseTakenPort(visit: Visit): Promise<void> {
	// Takes connections and says nothing; read from, or it never notices that they have ended.
	const squatter = createServer((socket) => socket.resume().on('error', () => socket.destroy())).listen(
		visit.port,
	);
	try {
		const demo = startCommand(visit.place, 'npm run demo', { PORT: String(visit.port) });
		visit.demo = demo;
		const outcome = await waitFor(demo, START_MS, () => false);
		if (!outcome.startsWith('it ended')) throw new Error(outcome);
		expectNamed(demo, visit.port, await demo.exited);
		await waitForNone(visit.place.mark, visit.place.folder, END_MS);
		visit.demo = null;
	} finally {
		await new Promise((resolve) => squatter.close(resolve));
	}
}

function expectNamed(demo: Started, port: number, code: number): void {
	if (code === 0) throw new Error('it ended with 0 though the port was taken');
	const lines = demo
		.output()
		.split('\n')
		.filter((line) => new RegExp(`\\b${port}\\b`).test(line));
	if (lines.length !== 1) throw new Error(`${lines.length} lines name port ${port}, wanted one`);
	refuseStack(demo.output());
}

/** Kills the demo and npm in front of it, so that its servers are orphans; they may be taken over, or be named. */
async function surviveKill(visit: Visit): Promise<void> {
	const { place } = visit;
	await startDemo(visit, 'npm run demo', START_MS);
	const parents = (await listProcesses(place.mark, place.folder)).filter(({ command }) =>
		/npm run demo|seeds\/demo\.ts/.test(command),
	);
	if (parents.length === 0) throw new Error('found no process of the demo to kill');
	killProcesses(parents, 'SIGKILL');
	await visit.demo?.exited;
	await sleep(1_000);

	const again = startCommand(place, 'npm run demo', { PORT: String(visit.port) });
	visit.demo = again;
	const ready = `Townbell is ready at ${visit.origin}`;
	const outcome = await waitFor(again, START_MS, () => again.output().includes(ready));
	if (outcome === 'met') {
		await expectStatus(visit, visit.answer?.after ?? null);
		await endDemo(visit);
		return;
	}
	if (!outcome.startsWith('it ended')) throw new Error(outcome);
	refuseStack(again.output());
	const left = await listProcesses(place.mark, place.folder);
	const names = [String(visit.port), ...left.map(({ pid }) => String(pid))];
	if (!names.some((name) => again.output().includes(name)))
		throw new Error('the left-over server is not named');
	killProcesses(left, 'SIGTERM');
	await waitForNone(place.mark, place.folder, END_MS);
	visit.demo = null;
}

function refuseStack(text: string): void {
	const frame = text
		.split('\n')
		.find((line) => /^\s+at\s.*:\d+:\d+\)?$/.test(line) || line.includes('node:internal/'));
	if (frame !== undefined) throw new Error(`a stack trace is printed: ${frame.trim()}`);
}

async function waitFor(demo: Started, milliseconds: number, isMet: () => boolean): Promise<string> {
	let code: number | null = null;
	demo.exited.then(
		(value) => {
			code = value;
		},
		() => {
			code = 127;
		},
	);
	for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(100)) {
		if (isMet()) return 'met';
		if (code !== null) return `it ended with ${code}`;
	}
	return `nothing after ${milliseconds / 1000} s`;
}

async function findFreePort(): Promise<number> {
	const server = createServer().listen(0);
	await new Promise((resolve) => server.once('listening', resolve));
	const address = server.address();
	await new Promise((resolve) => server.close(resolve));
	if (address === null || typeof address === 'string') throw new Error('no free port');
	return address.port;
}

function indent(text: string): string {
	return text.replace(/^/gm, '    │ ');
}
