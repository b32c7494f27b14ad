import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The system account that the server runs as; empty for the current one. PostgreSQL refuses to run as root. */
export type Account = { uid?: number; gid?: number };

/**
 * Returns the account to run the server as: the current one, or for root the machine's `postgres`, else
 * `nobody`, else a newly created `postgres`. Throws an Error that says what to do when there is no such
 * account and none can be created.
 */
export function chooseAccount(): Account {
	if (process.getuid?.() !== 0) return {};
	const found = findAccount('postgres') ?? findAccount('nobody');
	if (found) return found;
	spawnSync('groupadd', ['--system', 'postgres']);
	spawnSync('useradd', ['--system', '-g', 'postgres', 'postgres']);
	const created = findAccount('postgres');
	if (created) return created;
	throw new Error(
		'PostgreSQL does not run as root, and this machine has neither a "postgres" nor a "nobody" account. ' +
			'Add one (useradd postgres), run as another user, or set DATABASE_URL.',
	);
}

/** Returns whether `account` may enter `path` and every folder above it. */
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
		const result = spawnSync('id', [flag, name], { encoding: 'utf8' });
		return result.status === 0 ? Number.parseInt(result.stdout, 10) : Number.NaN;
	});
	return uid && gid ? { uid, gid } : undefined;
}
