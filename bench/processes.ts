import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';

/** The app and PostgreSQL share the first core, as on a small server. Everything else runs on the second. */
export const APP_CORE = 0;
export const OTHER_CORE = 1;

export const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

/** Runs `start` on a core; the processes that it starts stay there. Without taskset, the system chooses the cores. */
export async function startOnCore<T>(core: number, start: () => T): Promise<Awaited<T>> {
	pinThisProcess(core);
	try {
		return await start();
	} finally {
		pinThisProcess(OTHER_CORE);
	}
}

function pinThisProcess(core: number): void {
	if (canPin) spawnSync('taskset', ['-a', '-c', '-p', String(core), String(process.pid)]);
}

/** Starts a file of this folder as a bare Node process: without the loader that runs this process. */
export const startFile = (file: string, ...args: string[]): ChildProcess =>
	fork(path.join(import.meta.dirname, file), args, {
		execArgv: [],
		env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' },
	});

/** Sends a task to a process of `startFile` and returns its result. Throws when the process ends instead. */
export async function sendTask<Result>(child: ChildProcess, task: object): Promise<Result> {
	child.send(task);
	const abort = new AbortController();
	const exited = once(child, 'exit', { signal: abort.signal }).then(() => {
		throw new Error(`${child.spawnargs.slice(1).join(' ')} ended before it responded`);
	});
	try {
		const [response] = await Promise.race([once(child, 'message', { signal: abort.signal }), exited]);
		return response as Result;
	} finally {
		exited.catch(() => undefined);
		abort.abort();
	}
}

/** Returns the process that started `pid`. */
export const findParent = (pid: number): number => readStat(pid).parent;

/**
 * Returns the CPU time in milliseconds that the processes and their children have used, ended children included. It
 * comes from the scheduler, so other load on the machine changes it little.
 */
export function readCpuMs(pids: readonly number[]): number {
	const children = readdirSync('/proc')
		.map(Number)
		.filter((pid) => pid > 0 && pids.includes(readStat(pid).parent));
	const ownMs = [...pids, ...children].reduce((sum, pid) => sum + readStat(pid).cpuMs, 0);
	return ownMs + pids.reduce((sum, pid) => sum + readStat(pid).endedChildrenMs, 0);
}

/** One clock tick of /proc/PID/stat: 10 ms on every Linux. */
const TICK_MS = 10;

function readStat(pid: number): { parent: number; cpuMs: number; endedChildrenMs: number } {
	try {
		const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The name in parentheses may contain spaces. The fields after it start with the third, the state.
		const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
		const field = (number: number) => Number(fields[number - 3]);
		return {
			parent: field(4),
			cpuMs: (field(14) + field(15)) * TICK_MS,
			endedChildrenMs: (field(16) + field(17)) * TICK_MS,
		};
	} catch {
		// The process has ended since it was listed.
		return { parent: 0, cpuMs: 0, endedChildrenMs: 0 };
	}
}

/** Returns the resident memory of a process in MB. */
export function readResidentMb(pid: number): number {
	const text = readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1]) / 1_024;
}
