import { execFileSync } from 'node:child_process';
import pg from 'pg';
import type { OwnPostgres } from '~/tests/e2e/support/own-database.ts';

/**
 * Pauses every process of the PostgreSQL server at `url`: its connections stay open and nothing responds. Returns the
 * function that resumes it. Call that function in every case, because a paused server cannot be stopped.
 */
export async function freezeDatabase(url: string): Promise<() => void> {
	const postmasterPid = await getPostmasterPid(url);
	const pausedPids: number[] = [];
	const resume = () => {
		for (const pid of pausedPids.splice(0)) sendSignal(pid, 'SIGCONT');
	};
	try {
		// The parent is paused first, so that it starts no more children.
		sendSignal(postmasterPid, 'SIGSTOP');
		pausedPids.push(postmasterPid);
		for (const pid of listChildPids(postmasterPid)) {
			sendSignal(pid, 'SIGSTOP');
			pausedPids.push(pid);
		}
	} catch (error) {
		resume();
		throw error;
	}
	return resume;
}

/** Stops the server at once without a checkpoint, like a crash. Its next start runs recovery. */
export async function crashDatabase({ url, stop }: OwnPostgres): Promise<void> {
	process.kill(await getPostmasterPid(url), 'SIGQUIT');
	await stop();
}

/** Returns the process id of the server at `url`, the parent of its other processes. */
async function getPostmasterPid(url: string): Promise<number> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	const { rows } = await client.query<{ pid: string }>(
		`SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`,
	);
	await client.end();
	return Number(rows[0]?.pid);
}

function listChildPids(pid: number): number[] {
	return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
		.trim()
		.split('\n')
		.map(Number);
}

/** Sends a signal. A backend that has already ended is ignored. */
function sendSignal(pid: number, name: NodeJS.Signals): void {
	try {
		process.kill(pid, name);
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
	}
}
