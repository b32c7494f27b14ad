import { execFileSync } from 'node:child_process';
import pg from 'pg';
import type { OwnPostgres } from '~/tests/e2e/support/own-database.ts';

/**
 * Halts every process of the PostgreSQL at `url`, so that its connections stay open and nothing answers. Answers what
 * lets it run on; call that whatever happens, or the server cannot be ended either.
 */
export async function stallDatabase(url: string): Promise<() => void> {
	const postmaster = await findPostmaster(url);
	const halted: number[] = [];
	const wake = () => {
		for (const pid of halted.splice(0)) signal(pid, 'SIGCONT');
	};
	try {
		// The parent first: from now on it makes no more children.
		signal(postmaster, 'SIGSTOP');
		halted.push(postmaster);
		for (const pid of listChildren(postmaster)) {
			signal(pid, 'SIGSTOP');
			halted.push(pid);
		}
	} catch (error) {
		wake();
		throw error;
	}
	return wake;
}

/** Stops the server at once without a checkpoint, as a crash does; its next start recovers. */
export async function crashDatabase({ url, stop }: OwnPostgres): Promise<void> {
	process.kill(await findPostmaster(url), 'SIGQUIT');
	await stop();
}

/** The process id of the server at `url`, the parent of its other processes. */
async function findPostmaster(url: string): Promise<number> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	const { rows } = await client.query<{ pid: string }>(
		`SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`,
	);
	await client.end();
	return Number(rows[0]?.pid);
}

function listChildren(pid: number): number[] {
	return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
		.trim()
		.split('\n')
		.map(Number);
}

/** A backend may have ended by itself meanwhile. */
function signal(pid: number, name: NodeJS.Signals): void {
	try {
		process.kill(pid, name);
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
	}
}
