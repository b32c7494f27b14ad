import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readlink, realpath, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { MARK } from './processes.ts';

const run = promisify(execFile);

export type Account = { name: string; uid: number; gid: number };
export type Place = {
	name: string;
	account: Account;
	folder: string;
	mark: string;
	env: Record<string, string>;
};

/** What a bare machine has beside Node and npm; not PostgreSQL, no browser, no compiler. */
const BARE_TOOLS =
	'sh bash dash env id uname ls cat cp mv rm mkdir rmdir ln chmod chown readlink realpath dirname basename head tail sort tr cut ' +
	'wc date sleep sed grep egrep awk mawk xargs find test true false echo printf pwd stat tee touch mktemp whoami hostname ' +
	'locale getconf useradd groupadd su kill tar gzip git';

const PASSED_ON =
	/^(LANG|LC_ALL|TERM|HTTPS?_PROXY|NO_PROXY|https?_proxy|no_proxy|npm_config_registry|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR))$/;

/** What a program needs from the environment to reach the package registry, and nothing that leads back to this checkout. */
export function passOn(): Record<string, string> {
	return Object.fromEntries(
		Object.entries(process.env).flatMap(([key, value]) =>
			PASSED_ON.test(key) && value !== undefined ? [[key, value] as const] : [],
		),
	);
}

/** The PATH of the person who runs this, without what npm puts in front of it for its scripts. */
function listSystemFolders(): string[] {
	const folders = (process.env.PATH ?? '').split(path.delimiter);
	const usual = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'];
	return [...folders.filter((folder) => folder && !/node_modules|node-gyp-bin/.test(folder)), ...usual];
}

function isThere(file: string): Promise<boolean> {
	return lstat(file).then(
		() => true,
		() => false,
	);
}

async function findTool(name: string): Promise<string | null> {
	for (const folder of listSystemFolders()) {
		const file = path.join(folder, name);
		if (await isThere(file)) return file;
	}
	return null;
}

/** Makes a folder with the machine's own node and npm and the bare tools, to be the whole PATH; answers Node's version. */
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

/** Clones the committed HEAD for an account; `closed` puts it where nobody but that account may enter. */
export async function makePlace(options: {
	name: string;
	account: Account;
	base: string;
	tools: string;
	source: string;
	closed: boolean;
}): Promise<Place> {
	const { name, account, base, tools, source, closed } = options;
	const outer = path.join(base, name);
	const folder = path.join(outer, 'townbell');
	const home = path.join(outer, 'home');
	await mkdir(home, { recursive: true, mode: 0o700 });
	await run('git', ['clone', '--quiet', '--no-hardlinks', source, folder]);
	// `npm ci` empties what it finds there, also through a link that was committed by mistake.
	if (await isThere(path.join(folder, 'node_modules')))
		throw new Error('HEAD holds a node_modules; it must not.');
	await run('chown', ['-R', `${account.uid}:${account.gid}`, outer]);
	await chmod(outer, closed ? 0o700 : 0o755);
	const mark = randomUUID();
	const cache = await prepareCache(base, account);
	const env = {
		...passOn(),
		PATH: tools,
		HOME: home,
		npm_config_cache: cache,
		[MARK]: mark,
	};
	return { name, account, folder, mark, env };
}

/** npm's cache only saves downloads: the account gets a copy of ours. */
async function prepareCache(base: string, account: Account): Promise<string> {
	const { stdout } = await run('npm', ['config', 'get', 'cache']);
	const own = stdout.trim();
	if (account.uid === process.getuid?.()) return own;
	const copy = path.join(base, `npm-cache-${account.uid}`);
	if (await isThere(copy)) return copy;
	await mkdir(copy);
	await cp(path.join(own, '_cacache'), path.join(copy, '_cacache'), { recursive: true }).catch(() => {});
	await run('chown', ['-R', `${account.uid}:${account.gid}`, copy]);
	return copy;
}

export type Started = {
	/** The leader of its own process group, as a terminal would make it. */
	pid: number;
	output: () => string;
	/** Resolves with the exit code, or 128 when a signal ended it. */
	exited: Promise<number>;
};

/** Starts a command line as the place's account, in its clone, in a process group of its own. */
export function startCommand(place: Place, command: string, env: Record<string, string> = {}): Started {
	const { uid, gid } = place.account;
	const line = ['sh', '-c', command];
	const asAccount =
		uid === process.getuid?.()
			? line
			: ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--init-groups', '--', ...line];
	const [file = 'sh', ...args] = asAccount;
	const child = spawn(file === 'setpriv' ? '/usr/bin/setpriv' : file, args, {
		cwd: place.folder,
		env: { ...place.env, ...env },
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
