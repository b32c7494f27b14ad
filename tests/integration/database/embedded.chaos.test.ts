import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EmbeddedDatabase, removeEmbeddedDatabase, startEmbeddedDatabase } from '~/database/embedded.ts';

let directory: string;
const databases: EmbeddedDatabase[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), 'townbell-embedded-'));
	await chmod(directory, 0o755);
});
afterEach(async () => {
	for (const child of children.splice(0)) child.kill('SIGKILL');
	await sleep(50);
	for (const one of databases.splice(0)) await one.stop();
	await removeEmbeddedDatabase({ directory });
	await rm(directory, { recursive: true, force: true });
});

async function start(options: { port?: number; reset?: boolean } = {}): Promise<EmbeddedDatabase> {
	const one = await startEmbeddedDatabase({ directory, database: 'town', throwaway: true, ...options });
	databases.push(one);
	return one;
}

/** Starts another process that starts the same database and then waits. */
async function startInOtherProcess(): Promise<ChildProcess> {
	const script = join(directory, 'holder.mts');
	const module = join(process.cwd(), 'database/embedded.ts');
	await writeFile(
		script,
		`import { startEmbeddedDatabase } from ${JSON.stringify(module)};
		await startEmbeddedDatabase({ directory: ${JSON.stringify(directory)}, database: 'town', throwaway: true });
		console.log('ready');
		setInterval(() => undefined, 1000);`,
	);
	// This runs Node itself, because a child process of the tsx command would survive a kill.
	const child = spawn(process.execPath, ['--import', 'tsx', script], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	children.push(child);
	if (child.stdout) await once(child.stdout, 'data');
	return child;
}

async function readValue(url: string, sql: string): Promise<string | undefined> {
	const client = new pg.Client({ connectionString: url });
	client.on('error', () => undefined);
	try {
		await client.connect();
		const { rows } = await client.query<{ value: string }>(sql);
		return rows[0]?.value;
	} finally {
		await client.end();
	}
}

const isUp = (url: string) => readValue(url, 'SELECT 1 AS value').then(Boolean, () => false);

describe('the embedded database', () => {
	test('keeps its data and port after a restart, and is empty after a reset', async () => {
		const first = await start();
		expect(first.reused).toBe(false);
		await readValue(first.url, 'CREATE TABLE kept AS SELECT 42 AS value');
		await first.stop();
		expect(await isUp(first.url)).toBe(false);

		const second = await start();
		expect(second).toMatchObject({ url: first.url, reused: false });
		expect(await readValue(second.url, 'SELECT value FROM kept')).toBe(42);
		await second.stop();

		const third = await start({ reset: true });
		await expect(readValue(third.url, 'SELECT value FROM kept')).rejects.toThrow('does not exist');
	});

	test('uses UTF-8 and UTC, and listens only on loopback', async () => {
		const { url } = await start();
		expect(await readValue(url, "SELECT current_setting('server_encoding') AS value")).toBe('UTF8');
		expect(await readValue(url, "SELECT current_setting('timezone') AS value")).toBe('UTC');
		expect(await readValue(url, "SELECT current_setting('listen_addresses') AS value")).toBe('127.0.0.1');
		expect(await readValue(url, "SELECT upper('łódź') AS value")).toBe('ŁÓDŹ');
		const wrongUrl = new URL(url);
		wrongUrl.password = 'password';
		await expect(readValue(wrongUrl.toString(), 'SELECT 1 AS value')).rejects.toThrow('password');
	});

	test('reuses the server of a killed process and stops it at the end', async () => {
		const child = await startInOtherProcess();
		child.kill('SIGKILL');
		await once(child, 'exit');
		const { url, reused, stop } = await start();
		expect(reused).toBe(true);
		expect(await isUp(url)).toBe(true);
		await stop();
		expect(await isUp(url)).toBe(false);
	});

	test('shares the server of a running process, does not stop it, and refuses a reset', async () => {
		await startInOtherProcess();
		const { url, reused, stop } = await start();
		expect(reused).toBe(true);
		await stop();
		expect(await isUp(url)).toBe(true);
		await expect(start({ reset: true })).rejects.toThrow(/pid \d+, port \d+/);
	});

	test('ends with its process on SIGINT, SIGTERM and SIGHUP', async () => {
		for (const [signal, code] of [
			['SIGINT', 130],
			['SIGTERM', 143],
			['SIGHUP', 129],
		] as const) {
			const child = await startInOtherProcess();
			const { url } = await start();
			child.kill(signal);
			expect((await once(child, 'exit'))[0], signal).toBe(code);
			expect(await isUp(url), signal).toBe(false);
		}
	});

	test('two processes that start at once share one server until its owner ends', async () => {
		const [child, ownDatabase] = await Promise.all([startInOtherProcess(), start()]);
		expect(await isUp(ownDatabase.url)).toBe(true);
		await ownDatabase.stop();
		child.kill('SIGTERM');
		await once(child, 'exit');
		expect(await isUp(ownDatabase.url)).toBe(false);
	});

	test('ignores a pid file whose process is not a database', async () => {
		await (await start()).stop();
		const pidFile = join(directory, 'pgdata', 'postmaster.pid');
		await writeFile(pidFile, `${process.pid}\n${join(directory, 'pgdata')}\n0\n1\n\n127.0.0.1\n`);
		const restarted = await start();
		expect(restarted.reused).toBe(false);
		expect(await isUp(restarted.url)).toBe(true);
		expect(await readFile(pidFile, 'utf8')).not.toMatch(new RegExp(`^${process.pid}\n`));
	});

	test('refuses a requested port that is in use, and replaces a stored one', async () => {
		const first = await start();
		const port = Number(new URL(first.url).port);
		await first.stop();
		const other = createServer().listen(port, '127.0.0.1');
		await once(other, 'listening');
		await expect(start({ port })).rejects.toThrow(`Port ${port} is taken`);
		const movedDatabase = await start();
		expect(new URL(movedDatabase.url).port).not.toBe(String(port));
		other.close();
	});
});

describe.runIf(process.getuid?.() === 0)('in a folder that only root can access', () => {
	test('stores the data outside it and finds it again', async () => {
		await chmod(directory, 0o700);
		const first = await start();
		await readValue(first.url, 'CREATE TABLE kept AS SELECT 7 AS value');
		const dataDirectory = await readValue(first.url, "SELECT current_setting('data_directory') AS value");
		expect(dataDirectory?.startsWith(directory)).toBe(false);
		await first.stop();
		expect(await readValue((await start()).url, 'SELECT value FROM kept')).toBe(7);
	});
});
