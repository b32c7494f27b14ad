import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

export const SECRET = 'a-secret-of-the-browser-tests-only-0123456789';

export type AppProcess = {
	url: string;
	child: ChildProcess;
	/** Returns everything that the process has written so far, on both streams. */
	output: () => string;
	/**
	 * Returns the exit code, or null when a signal ended the process. Sends `signal` first if the process still
	 * runs.
	 */
	stop: (signal?: NodeJS.Signals) => Promise<number | null>;
	/** Resolves with the exit code when the process has ended, or with null when a signal ended it. */
	ended: Promise<number | null>;
};

/**
 * Starts the built server as `npm start` does, with the variables that every start needs; `env` adds and
 * overrides. `stdout` is a file descriptor for the log, instead of a pipe that is read into `output`; `command` is what
 * Node runs instead of our server.
 */
export function startApp(
	port: number,
	env: Record<string, string>,
	{
		stdout = 'pipe',
		command = ['--max-semi-space-size=8', '--trace-deprecation', './build/server/index.js'],
	}: { stdout?: number | 'pipe'; command?: string[] } = {},
): AppProcess {
	const child = spawn(process.execPath, command, {
		stdio: ['ignore', stdout, 'pipe'],
		env: {
			...process.env,
			NODE_ENV: 'production',
			PORT: String(port),
			APP_URL: `http://localhost:${port}`,
			SESSION_SECRET: SECRET,
			COMMUNITY_NAME: 'Candlewick Society',
			COMMUNITY_JOIN_URL: 'https://candlewick.example/join',
			RATE_LIMIT_FACTOR: '50',
			...env,
		},
	});
	return watchProcess(child, `http://localhost:${port}`);
}

/**
 * Returns an app's URL with 127.0.0.1 instead of `localhost`. Playwright's API requests look the name up for each
 * connection, also as an IPv6 address. A machine without one asks its DNS server, which may take seconds.
 */
export const toNumericUrl = (url: string): string => url.replace('//localhost:', '//127.0.0.1:');

/** Wraps a child process: collects its output and its exit code. */
export function watchProcess(child: ChildProcess, url = ''): AppProcess {
	let text = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream?.setEncoding('utf8').on('data', (chunk: string) => {
			text += chunk;
		});
	}
	const ended = once(child, 'close').then(([code]) => code as number | null);
	return {
		url,
		child,
		output: () => text,
		ended,
		stop: (signal = 'SIGTERM') => {
			if (child.exitCode === null && child.signalCode === null) child.kill(signal);
			return ended;
		},
	};
}

/** Waits until an address responds with that status. Throws with the process's output when it does not. */
export async function waitForStatus(
	app: AppProcess,
	path: string,
	status: number,
	milliseconds = 30_000,
): Promise<void> {
	const until = Date.now() + milliseconds;
	let last = 'nothing';
	while (Date.now() < until) {
		const { exitCode, signalCode } = app.child;
		if (exitCode !== null || signalCode !== null)
			throw new Error(`The app ended (${exitCode ?? signalCode}):\n${app.output()}`);
		last = await fetch(app.url + path, { redirect: 'manual', signal: AbortSignal.timeout(8_000) }).then(
			(response) => String(response.status),
			(error: Error) => `${error} ${error.cause ?? ''}`,
		);
		if (last === String(status)) return;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	throw new Error(`${path} responded with ${last}, not ${status}:\n${app.output()}`);
}

/**
 * Returns a port that is free at the moment, below those that the system gives to connections: such a port could be in use
 * again before a server starts.
 */
export async function findFreePort(): Promise<number> {
	const probe = createServer().listen(randomInt(10_000, 30_000));
	const isFree = await once(probe, 'listening').then(
		() => true,
		() => false,
	);
	if (!isFree) return findFreePort();
	const address = probe.address();
	probe.close();
	await once(probe, 'close');
	return typeof address === 'object' && address ? address.port : 0;
}

/** Returns different ports that are free at the moment. */
export const findFreePorts = (count: number): Promise<number[]> =>
	Promise.all(Array.from({ length: count }, findFreePort));
