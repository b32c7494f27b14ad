import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** As whom the server runs; empty: as whoever we are. PostgreSQL refuses to run as root. */
export type Account = { uid?: number; gid?: number };

/**
 * Answers whom to run the server as: ourselves, or as root the machine's `postgres`, else `nobody`, else a `postgres` made now.
 * Refuses with an Error that says what to do when a machine has none of them and cannot make one.
 */
export function chooseAccount(): Account {
	if (process.getuid?.() !== 0) return {};
	const found = findAccount('postgres') ?? findAccount('nobody');
	if (found) return found;
	spawnSync('groupadd', ['--system', 'postgres']);
	spawnSync('useradd', ['--system', '-g', 'postgres', 'postgres']);
	const made = findAccount('postgres');
	if (made) return made;
	throw new Error(
		'PostgreSQL does not run as root, and this machine has neither a "postgres" nor a "nobody" account. ' +
			'Add one (useradd postgres), run as another user, or set DATABASE_URL.',
	);
}

/** Whether `account` may pass through every folder on the way to `path`, and through `path` itself. */
export async function canReach(path: string, account: Account): Promise<boolean> {
	if (account.uid === undefined) return true;
	for (let folder = path; ; folder = dirname(folder)) {
		const { mode, uid, gid } = await stat(folder);
		const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
		if (((mode >> shift) & 0o1) === 0) return false;
		if (dirname(folder) === folder) return true;
	}
}

function findAccount(name: string): Required<Account> | undefined {
	const [uid, gid] = ['-u', '-g'].map((flag) => {
		const answer = spawnSync('id', [flag, name], { encoding: 'utf8' });
		return answer.status === 0 ? Number.parseInt(answer.stdout, 10) : Number.NaN;
	});
	return uid && gid ? { uid, gid } : undefined;
}
