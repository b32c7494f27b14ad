import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Every process that a place starts carries this variable, down to PostgreSQL's own. */
export const MARK = 'TOWNBELL_CLEAN_CLONE';

export type Running = { pid: number; command: string };

/** The processes of a place: those that carry its mark, or stand in its folder (PostgreSQL's children overwrite their environment). */
export async function listProcesses(mark: string, folder: string): Promise<Running[]> {
	const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
	const found = await Promise.all(
		pids.map(async (pid) => {
			const [environment, command, cwd, stat] = await Promise.all([
				readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''),
				readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
				readlink(`/proc/${pid}/cwd`).catch(() => ''),
				readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
			]);
			const isDead = /\) Z /.test(stat);
			const isOurs =
				environment.split('\0').includes(`${MARK}=${mark}`) || `${cwd}/`.startsWith(`${folder}/`);
			return isOurs && !isDead ? [{ pid: Number(pid), command: command.replaceAll('\0', ' ').trim() }] : [];
		}),
	);
	return found.flat();
}

/** Waits until none of a place's processes is left; refuses with their command lines when some stay. */
export async function waitForNone(mark: string, folder: string, milliseconds: number): Promise<void> {
	const end = Date.now() + milliseconds;
	let left = await listProcesses(mark, folder);
	while (left.length > 0 && Date.now() < end) {
		await sleep(200);
		left = await listProcesses(mark, folder);
	}
	if (left.length === 0) return;
	throw new Error(
		`still running: ${left.map(({ pid, command }) => `${pid} ${command.slice(0, 100)}`).join('; ')}`,
	);
}

export function killProcesses(processes: Running[], signal: NodeJS.Signals): void {
	for (const { pid } of processes) {
		try {
			process.kill(pid, signal);
		} catch {
			// Gone meanwhile.
		}
	}
}
