import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServiceTimings } from '~/server/services.ts';

export type Replica = {
	child: ChildProcess;
	/** Returns everything that the process has written so far. */
	output: () => string;
	/** Ends the process with `signal`. Returns its exit code, or null when a signal ended it. */
	stop: (signal: NodeJS.Signals) => Promise<number | null>;
};

/** Starts a replica with `env` added to the test's environment. */
export function startReplica(env: Record<string, string>, timings: ServiceTimings = {}): Replica {
	const program = 'tests/integration/gateway/replica.ts';
	const child = spawn(process.execPath, ['--import', 'tsx', program, JSON.stringify(timings)], {
		stdio: ['ignore', 'pipe', 'pipe'],
		env: { ...process.env, NODE_OPTIONS: '', ...env },
	});
	let text = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (chunk: string) => {
			text += chunk;
		});
	}
	const exitCode = once(child, 'close').then(([code]) => code as number | null);
	return {
		child,
		output: () => text,
		stop: (signal) => {
			if (child.exitCode === null && child.signalCode === null) child.kill(signal);
			return exitCode;
		},
	};
}
