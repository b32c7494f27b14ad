import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import pg from 'pg';
import { Client } from './client.ts';
import { type Account, chooseAccount } from './embedded/account.ts';
import { prepareServerPaths, type ServerPaths } from './embedded/paths.ts';
import {
	buildUrl,
	findRunningServer,
	initializeData,
	type RunningServer,
	readTextFile,
	sendSignal,
	startServer,
	stopServer,
} from './embedded/server.ts';

const SETTINGS = [
	'listen_addresses=127.0.0.1',
	'unix_socket_directories=',
	'timezone=UTC',
	'log_timezone=UTC',
	'max_connections=200',
];
const THROWAWAY_SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

export type EmbeddedDatabase = { url: string; reused: boolean; stop: () => Promise<void> };

/** The servers that stop when this process ends, by pid. */
const ownedServers = new Map<number, { paths: ServerPaths; stop: () => Promise<void> }>();

/**
 * Starts the PostgreSQL server that comes with the project on 127.0.0.1, creates `database` in it and returns its URL.
 * The data stays in `directory`, or in a cache folder of the machine when the server may not enter that folder.
 *
 * A server that a killed process left running is reused (`reused`), and this process stops it later. A server of a
 * running process is reused too, but that process keeps control of it. `stop` waits until the server has stopped; the
 * server also stops when this process ends.
 *
 * `port`: the port to use; by default the previous one, or else a free one. `throwaway`: faster but not safe against a
 * power cut, for tests. `reset`: starts without data, as after `removeEmbeddedDatabase`. Throws an Error with port and
 * pid when the port is in use or a server does not respond.
 */
export async function startEmbeddedDatabase(options: {
	directory: string;
	database: string;
	port?: number;
	throwaway?: boolean;
	reset?: boolean;
}): Promise<EmbeddedDatabase> {
	if (options.reset) await removeEmbeddedDatabase(options);
	const account = chooseAccount();
	const paths = await prepareServerPaths(options.directory, account);
	await initializeData(paths, account);
	let found = await findRunningServer(paths);
	if (found && options.port && found.port !== options.port) {
		throw new Error(
			`The database of ${options.directory} already runs (pid ${found.pid}) on port ${found.port}, not ${options.port}.`,
		);
	}
	const running =
		found ??
		(await startOnPort(paths, account, options).catch(async (error) => {
			// Another process may have started the server in the meantime.
			found = await findRunningServer(paths);
			if (!found) throw error;
			return found;
		}));
	const isOwner = !found || !(await hasRunningOwner(paths, found));
	if (isOwner) await becomeOwner(paths, running);
	await createDatabase(await buildUrl(paths, running.port, 'postgres'), options.database);
	return {
		url: await buildUrl(paths, running.port, options.database),
		reused: found !== undefined,
		stop: async () => {
			if (isOwner) await ownedServers.get(running.pid)?.stop();
		},
	};
}

/**
 * Stops a server that was left running and deletes its data, so that the next start begins empty. Throws an
 * Error while a running process uses the server.
 */
export async function removeEmbeddedDatabase({ directory }: { directory: string }): Promise<void> {
	const paths = await prepareServerPaths(directory, chooseAccount());
	const running = await findRunningServer(paths);
	if (running && (await hasRunningOwner(paths, running))) {
		throw new Error(
			`The database runs (pid ${running.pid}, port ${running.port}): stop the program that uses it first.`,
		);
	}
	if (running) await stopServer(paths, running);
	for (const path of [paths.data, paths.log, paths.port, paths.owner])
		await rm(path, { recursive: true, force: true });
	if (paths.home !== resolve(directory)) await rm(paths.home, { recursive: true, force: true });
}

async function startOnPort(
	paths: ServerPaths,
	account: Account,
	options: { port?: number; throwaway?: boolean },
): Promise<RunningServer> {
	const port = options.port ?? (await choosePort(Number.parseInt(await readTextFile(paths.port), 10)));
	if (!(await isPortFree(port)))
		throw new Error(`Port ${port} is taken by another program: the embedded PostgreSQL cannot listen there.`);
	const settings = options.throwaway ? [...SETTINGS, ...THROWAWAY_SETTINGS] : SETTINGS;
	const running = await startServer(paths, account, port, settings);
	await writeFile(paths.port, String(port));
	return running;
}

async function choosePort(previousPort: number): Promise<number> {
	return previousPort && (await isPortFree(previousPort)) ? previousPort : listenOnce(0);
}

async function isPortFree(port: number): Promise<boolean> {
	return listenOnce(port).then(
		() => true,
		() => false,
	);
}

async function listenOnce(port: number): Promise<number> {
	const server = createServer().listen(port, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	server.close();
	await once(server, 'close');
	return typeof address === 'object' && address ? address.port : port;
}

/** Returns whether the process that controls the server is still running. */
async function hasRunningOwner(paths: ServerPaths, running: RunningServer): Promise<boolean> {
	const pid = Number.parseInt(await readTextFile(paths.owner), 10);
	if (!pid) return false;
	if (pid === process.pid) return ownedServers.has(running.pid);
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error instanceof Error && 'code' in error && error.code === 'EPERM';
	}
}

/** Returns whether this process controls the server: of two that take it at once, the last one to write its pid does. */
function isOwnedByThisProcess(paths: ServerPaths): boolean {
	try {
		return readFileSync(paths.owner, 'utf8') === String(process.pid);
	} catch {
		return false;
	}
}

async function becomeOwner(paths: ServerPaths, running: RunningServer): Promise<void> {
	if (ownedServers.size === 0) {
		process.on('exit', signalAllServers);
		for (const signal of SIGNALS) process.on(signal, stopOnSignal);
	}
	let stopping: Promise<void> | undefined;
	const stopAndRelease = async () => {
		if (isOwnedByThisProcess(paths)) {
			await rm(paths.owner, { force: true });
			await stopServer(paths, running);
		}
		ownedServers.delete(running.pid);
		if (ownedServers.size > 0) return;
		process.off('exit', signalAllServers);
		for (const signal of SIGNALS) process.off(signal, stopOnSignal);
	};
	const stop = () => {
		stopping ??= stopAndRelease();
		return stopping;
	};
	ownedServers.set(running.pid, { paths, stop });
	await writeFile(paths.owner, String(process.pid));
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const SIGNAL_STATUS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Nothing can be awaited in an exit handler. The server receives the signal, stops and removes its pid file. */
function signalAllServers(): void {
	for (const [pid, { paths }] of ownedServers) if (isOwnedByThisProcess(paths)) sendSignal(pid, 'SIGINT');
}

/**
 * Another listener for the signal decides when the process ends. Without one, stop the servers first and exit then.
 */
function stopOnSignal(signal: (typeof SIGNALS)[number]): void {
	if (process.listenerCount(signal) > 1) return;
	void Promise.allSettled([...ownedServers.values()].map(({ stop }) => stop())).then(() =>
		process.exit(SIGNAL_STATUS[signal]),
	);
}

async function createDatabase(url: string, name: string): Promise<void> {
	const client = new Client({ connectionString: url });
	await client.connect();
	try {
		const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
		if (!rowCount) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
	} catch (error) {
		const isExisting = error instanceof pg.DatabaseError && ['42P04', '23505'].includes(error.code ?? '');
		if (!isExisting) throw error;
	} finally {
		await client.end();
	}
}
