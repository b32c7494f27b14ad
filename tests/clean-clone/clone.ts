import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readlink, realpath, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { MARKER_VARIABLE } from './processes.ts';

const run = promisify(execFile);

export type Account = { name: string; uid: number; gid: number };
export type Clone = {
	name: string;
	account: Account;
	folder: string;
	marker: string;
	env: Record<string, string>;
};

/** The tools of a bare machine in addition to Node and npm, without PostgreSQL, a browser or a compiler. */
const BARE_TOOLS =
	'sh bash dash env id uname ls cat cp mv rm mkdir rmdir ln chmod chown readlink realpath dirname basename head tail sort tr cut ' +
	'wc date sleep sed grep egrep awk mawk xargs find test true false echo printf pwd stat tee touch mktemp whoami hostname ' +
	'locale getconf useradd groupadd su kill tar gzip git';

const INHERITED_VARIABLES =
	/^(LANG|LC_ALL|TERM|HTTPS?_PROXY|NO_PROXY|https?_proxy|no_proxy|npm_config_registry|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR))$/;

/**
 * Returns the variables that a program needs to reach the package registry, and nothing that refers to this checkout.
 */
export function getInheritedEnv(): Record<string, string> {
	return Object.fromEntries(
		Object.entries(process.env).flatMap(([key, value]) =>
			INHERITED_VARIABLES.test(key) && value !== undefined ? [[key, value] as const] : [],
		),
	);
}

/** Returns the folders of the current PATH, without the folders that npm adds for its scripts. */
function listSystemFolders(): string[] {
	const folders = (process.env.PATH ?? '').split(path.delimiter);
	const defaultFolders = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'];
	return [
		...folders.filter((folder) => folder && !/node_modules|node-gyp-bin/.test(folder)),
		...defaultFolders,
	];
}

function fileExists(file: string): Promise<boolean> {
	return lstat(file).then(
		() => true,
		() => false,
	);
}

async function findTool(name: string): Promise<string | null> {
	for (const folder of listSystemFolders()) {
		const file = path.join(folder, name);
		if (await fileExists(file)) return file;
	}
	return null;
}

/** Creates a folder with the machine's node, npm and bare tools, for use as the whole PATH. Returns Node's version. */
export async function prepareTools(folder: string): Promise<string> {
	await mkdir(folder, { recursive: true });
	for (const name of ['node', 'npm', 'npx', ...BARE_TOOLS.split(' ')]) {
		const file = await findTool(name);
		if (file === null && ['node', 'npm', 'git'].includes(name))
			throw new Error(`This machine has no ${name}.`);
		if (file !== null) await symlink(await realpath(file), path.join(folder, name));
	}
	const { stdout } = await run(await readlink(path.join(folder, 'node')), ['--version']);
	return stdout.trim();
}

/** Clones the committed HEAD for an account. `closed` makes the folder accessible to that account only. */
export async function createClone(options: {
	name: string;
	account: Account;
	base: string;
	tools: string;
	source: string;
	closed: boolean;
}): Promise<Clone> {
	const { name, account, base, tools, source, closed } = options;
	const parent = path.join(base, name);
	const folder = path.join(parent, 'townbell');
	const home = path.join(parent, 'home');
	await mkdir(home, { recursive: true, mode: 0o700 });
	await run('git', ['clone', '--quiet', '--no-hardlinks', source, folder]);
	// `npm ci` empties this folder, even through a link that was committed by mistake.
	if (await fileExists(path.join(folder, 'node_modules')))
		throw new Error('HEAD must not contain node_modules.');
	await run('chown', ['-R', `${account.uid}:${account.gid}`, parent]);
	await chmod(parent, closed ? 0o700 : 0o755);
	const marker = randomUUID();
	const cache = await prepareCache(base, account);
	const env = {
		...getInheritedEnv(),
		PATH: tools,
		HOME: home,
		npm_config_cache: cache,
		[MARKER_VARIABLE]: marker,
	};
	return { name, account, folder, marker, env };
}

/** Returns npm's cache for the account. Another account gets a copy, which avoids downloads. */
async function prepareCache(base: string, account: Account): Promise<string> {
	const { stdout } = await run('npm', ['config', 'get', 'cache']);
	const ownCache = stdout.trim();
	if (account.uid === process.getuid?.()) return ownCache;
	const copy = path.join(base, `npm-cache-${account.uid}`);
	if (await fileExists(copy)) return copy;
	await mkdir(copy);
	await cp(path.join(ownCache, '_cacache'), path.join(copy, '_cacache'), { recursive: true }).catch(() => {});
	await run('chown', ['-R', `${account.uid}:${account.gid}`, copy]);
	return copy;
}

export type Started = {
	/** The leader of its process group, as in a terminal. */
	pid: number;
	output: () => string;
	/** Resolves with the exit code, or with 128 after a signal. */
	exited: Promise<number>;
};

/** Starts a command line as the clone's account, in its folder and in a new process group. */
export function startCommand(clone: Clone, command: string, env: Record<string, string> = {}): Started {
	const { uid, gid } = clone.account;
	const shellCommand = ['sh', '-c', command];
	const accountCommand =
		uid === process.getuid?.()
			? shellCommand
			: ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--init-groups', '--', ...shellCommand];
	const [file = 'sh', ...args] = accountCommand;
	const child = spawn(file === 'setpriv' ? '/usr/bin/setpriv' : file, args, {
		cwd: clone.folder,
		env: { ...clone.env, ...env },
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => {
			output += text;
		});
	}
	const exited = new Promise<number>((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', (code) => resolve(code ?? 128));
	});
	return { pid: child.pid ?? 0, output: () => output, exited };
}
