import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Every process of a clone has this variable, including PostgreSQL. */
export const MARKER_VARIABLE = 'TOWNBELL_CLEAN_CLONE';

export type Running = { pid: number; command: string };

/**
 * Returns the processes of a clone: with its marker, or with its folder as working directory, because PostgreSQL's
 * children overwrite their environment.
 */
export async function listProcesses(marker: string, folder: string): Promise<Running[]> {
	const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
	const found = await Promise.all(
		pids.map(async (pid) => {
			const [environment, command, cwd, stat] = await Promise.all([
				readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''),
				readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
				readlink(`/proc/${pid}/cwd`).catch(() => ''),
				readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
			]);
			const isZombie = /\) Z /.test(stat);
			const isOurs =
				environment.split('\0').includes(`${MARKER_VARIABLE}=${marker}`) ||
				`${cwd}/`.startsWith(`${folder}/`);
			return isOurs && !isZombie ? [{ pid: Number(pid), command: command.replaceAll('\0', ' ').trim() }] : [];
		}),
	);
	return found.flat();
}

/** Waits until no process of a clone is running. Throws with the command lines of the remaining processes. */
export async function waitForNone(marker: string, folder: string, timeoutMs: number): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	let remaining = await listProcesses(marker, folder);
	while (remaining.length > 0 && Date.now() < deadline) {
		await sleep(200);
		remaining = await listProcesses(marker, folder);
	}
	if (remaining.length === 0) return;
	throw new Error(
		`still running: ${remaining.map(({ pid, command }) => `${pid} ${command.slice(0, 100)}`).join('; ')}`,
	);
}

export function killProcesses(processes: Running[], signal: NodeJS.Signals): void {
	for (const { pid } of processes) {
		try {
			process.kill(pid, signal);
		} catch {
			// The process has already ended.
		}
	}
}
