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
const started: EmbeddedDatabase[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), 'townbell-embedded-'));
	await chmod(directory, 0o755);
});
afterEach(async () => {
	for (const child of children.splice(0)) child.kill('SIGKILL');
	await sleep(50);
	for (const one of started.splice(0)) await one.stop();
	await removeEmbeddedDatabase({ directory });
	await rm(directory, { recursive: true, force: true });
});

async function start(options: { port?: number; reset?: boolean } = {}): Promise<EmbeddedDatabase> {
	const one = await startEmbeddedDatabase({ directory, database: 'town', throwaway: true, ...options });
	started.push(one);
	return one;
}

/** Starts another process that starts the same database and then waits. */
async function startElsewhere(): Promise<ChildProcess> {
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

async function ask(url: string, sql: string): Promise<string | undefined> {
	const client = new pg.Client({ connectionString: url });
	client.on('error', () => undefined);
	try {
		await client.connect();
		const { rows } = await client.query<{ answer: string }>(sql);
		return rows[0]?.answer;
	} finally {
		await client.end();
	}
}

const isUp = (url: string) => ask(url, 'SELECT 1 AS answer').then(Boolean, () => false);

describe('the embedded database', () => {
	test('keeps its data and its port over a restart, and begins empty after a reset', async () => {
		const first = await start();
		expect(first.reused).toBe(false);
		await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
		await first.stop();
		expect(await isUp(first.url)).toBe(false);

		const second = await start();
		expect(second).toMatchObject({ url: first.url, reused: false });
		expect(await ask(second.url, 'SELECT answer FROM kept')).toBe(42);
		await second.stop();

		const third = await start({ reset: true });
		await expect(ask(third.url, 'SELECT answer FROM kept')).rejects.toThrow('does not exist');
	});

	test('is UTF-8, UTC, on the loopback only', async () => {
		const { url } = await start();
		expect(await ask(url, "SELECT current_setting('server_encoding') AS answer")).toBe('UTF8');
		expect(await ask(url, "SELECT current_setting('timezone') AS answer")).toBe('UTC');
		expect(await ask(url, "SELECT current_setting('listen_addresses') AS answer")).toBe('127.0.0.1');
		expect(await ask(url, "SELECT upper('łódź') AS answer")).toBe('ŁÓDŹ');
		const wrong = new URL(url);
		wrong.password = 'password';
		await expect(ask(wrong.toString(), 'SELECT 1 AS answer')).rejects.toThrow('password');
	});

	test('a server that a killed process left behind is reused, and then stopped by its new owner', async () => {
		const child = await startElsewhere();
		child.kill('SIGKILL');
		await once(child, 'exit');
		const { url, reused, stop } = await start();
		expect(reused).toBe(true);
		expect(await isUp(url)).toBe(true);
		await stop();
		expect(await isUp(url)).toBe(false);
	});

	test('a server of a living process is shared and left to it; a reset is refused', async () => {
		await startElsewhere();
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
			const child = await startElsewhere();
			const { url } = await start();
			child.kill(signal);
			expect((await once(child, 'exit'))[0], signal).toBe(code);
			expect(await isUp(url), signal).toBe(false);
		}
	});

	test('two processes that start it at once share one server, which lives until its owner ends', async () => {
		const [child, here] = await Promise.all([startElsewhere(), start()]);
		expect(await isUp(here.url)).toBe(true);
		await here.stop();
		child.kill('SIGTERM');
		await once(child, 'exit');
		expect(await isUp(here.url)).toBe(false);
	});

	test('a pid file that nobody stands behind is no obstacle', async () => {
		await (await start()).stop();
		const pidFile = join(directory, 'pgdata', 'postmaster.pid');
		await writeFile(pidFile, `${process.pid}\n${join(directory, 'pgdata')}\n0\n1\n\n127.0.0.1\n`);
		const again = await start();
		expect(again.reused).toBe(false);
		expect(await isUp(again.url)).toBe(true);
		expect(await readFile(pidFile, 'utf8')).not.toMatch(new RegExp(`^${process.pid}\n`));
	});

	test('a taken port is named; a remembered one that is taken is replaced', async () => {
		const first = await start();
		const port = Number(new URL(first.url).port);
		await first.stop();
		const other = createServer().listen(port, '127.0.0.1');
		await once(other, 'listening');
		await expect(start({ port })).rejects.toThrow(`Port ${port} is taken`);
		const moved = await start();
		expect(new URL(moved.url).port).not.toBe(String(port));
		other.close();
	});
});

describe.runIf(process.getuid?.() === 0)('in a folder that only root may enter', () => {
	test('the data lies outside, and is found again', async () => {
		await chmod(directory, 0o700);
		const first = await start();
		await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS answer');
		const place = await ask(first.url, "SELECT current_setting('data_directory') AS answer");
		expect(place?.startsWith(directory)).toBe(false);
		await first.stop();
		expect(await ask((await start()).url, 'SELECT answer FROM kept')).toBe(7);
	});
});
