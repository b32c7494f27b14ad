import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

export const SECRET = 'a-secret-of-the-browser-tests-only-0123456789';

export type AppProcess = {
	url: string;
	child: ChildProcess;
	/** All that it wrote so far, both streams. */
	output: () => string;
	/** Its exit code (null: ended by a signal); asks it to end unless it has. */
	stop: (signal?: NodeJS.Signals) => Promise<number | null>;
	/** Its exit code once it has ended by itself. */
	ended: Promise<number | null>;
};

/**
 * The built server as `npm start` runs it, with what every start needs; `env` adds and overrides. `stdout`: a file
 * descriptor for its log, instead of a pipe that is read into `output`.
 */
export function startApp(
	port: number,
	env: Record<string, string>,
	{ stdout = 'pipe' }: { stdout?: number | 'pipe' } = {},
): AppProcess {
	const child = spawn(
		process.execPath,
		['node_modules/@react-router/serve/bin.cjs', './build/server/index.js'],
		{
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
		},
	);
	return watchProcess(child, `http://localhost:${port}`);
}

/** Collects what a process says and how it ends. */
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

/** Waits until an address answers with that status; names what the process said when it does not. */
export async function waitForStatus(
	app: AppProcess,
	path: string,
	status: number,
	milliseconds = 30_000,
): Promise<void> {
	const until = Date.now() + milliseconds;
	let last = 'nothing';
	while (Date.now() < until) {
		if (app.child.exitCode !== null) throw new Error(`The app ended:\n${app.output()}`);
		last = await fetch(app.url + path, { redirect: 'manual', signal: AbortSignal.timeout(8_000) }).then(
			(answer) => String(answer.status),
			(error: unknown) => String(error),
		);
		if (last === String(status)) return;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	throw new Error(`${path} answered ${last}, not ${status}:\n${app.output()}`);
}

/** A port that nobody listens on now. */
export async function findFreePort(): Promise<number> {
	const probe = createServer().listen(0);
	await once(probe, 'listening');
	const address = probe.address();
	probe.close();
	await once(probe, 'close');
	return typeof address === 'object' && address ? address.port : 0;
}
