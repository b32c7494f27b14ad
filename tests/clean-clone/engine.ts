import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { killProcesses, listProcesses, MARKER_VARIABLE } from './processes.ts';

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

type Env = Record<string, string>;
export type Result = { code: number; output: string };
/** A container that was started from the image and uses the network of this machine. */
export type Container = {
	/** Starts the image's own command, or another one. Resolves when it has ended. */
	start: (env: Env, command?: readonly string[]) => Promise<Result>;
	/** Runs a command beside it. */
	execute: (env: Env, command: readonly string[]) => Promise<Result>;
	/** Sends SIGTERM to the started command. */
	terminate: () => Promise<void>;
	remove: () => Promise<void>;
};
export type Engine = {
	name: string;
	build: (folder: string, image: string) => Promise<void>;
	readBytes: (image: string) => Promise<number>;
	createContainer: (image: string, command: readonly string[]) => Promise<Container>;
	removeImage: (image: string) => Promise<void>;
};

/** Returns docker, podman or buildah, the first that can be used here, or null. */
export async function findEngine(): Promise<Engine | null> {
	for (const name of ['docker', 'podman', 'buildah']) {
		const isUsable = await run(name, ['info']).then(
			() => true,
			() => false,
		);
		if (isUsable) return name === 'buildah' ? buildah : createEngine(name);
	}
	return null;
}

async function runCommand(file: string, args: readonly string[]): Promise<string> {
	const { stdout } = await run(file, args, { maxBuffer: MAX_OUTPUT_BYTES });
	return stdout.trim();
}

/** Runs a command to its end, whatever its exit code is. */
function runToEnd(file: string, args: readonly string[]): Promise<Result> {
	const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => {
			output += text;
		});
	}
	return new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (code) => resolve({ code: code ?? 128, output }));
	});
}

const toOptions = (env: Env): string[] =>
	Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);

/** Docker and Podman have the same commands. */
const createEngine = (name: string): Engine => ({
	name,
	build: async (folder, image) => void (await runCommand(name, ['build', '--tag', image, folder])),
	readBytes: async (image) =>
		Number(await runCommand(name, ['image', 'inspect', '--format', '{{.Size}}', image])),
	removeImage: async (image) => void (await runCommand(name, ['image', 'rm', '--force', image])),
	async createContainer(image) {
		const container = `townbell-${randomUUID()}`;
		return {
			start: (env, command = []) =>
				runToEnd(name, [
					...['run', '--init', '--name', container, '--network', 'host', ...toOptions(env)],
					...[image, ...command],
				]),
			execute: (env, command) => runToEnd(name, ['exec', ...toOptions(env), container, ...command]),
			terminate: async () => void (await runCommand(name, ['kill', '--signal', 'TERM', container])),
			remove: async () => void (await runCommand(name, ['rm', '--force', container])),
		};
	},
});

/** Buildah needs no service and no root; it runs commands in the file system of the image. */
const buildah: Engine = {
	name: 'buildah',
	build: async (folder, image) =>
		void (await runCommand('buildah', [
			...['bud', '--isolation', 'chroot', '--network', 'host', '--layers=false', '--tag', image, folder],
		])),
	async readBytes(image) {
		const container = await runCommand('buildah', ['from', '--pull-never', image]);
		const folder = await runCommand('buildah', ['mount', container]);
		const size = await runCommand('du', ['--summarize', '--bytes', folder]);
		await runCommand('buildah', ['rm', container]);
		return Number.parseInt(size, 10);
	},
	removeImage: async (image) => void (await runCommand('buildah', ['rmi', image])),
	async createContainer(image, ownCommand) {
		const container = await runCommand('buildah', ['from', '--pull-never', image]);
		const marker = randomUUID();
		const runIn = (env: Env, command: readonly string[]) =>
			runToEnd('buildah', [
				...['run', '--isolation', 'chroot', '--network', 'host', ...toOptions(env), container],
				...['--', ...command],
			]);
		return {
			start: (env, command = ownCommand) => runIn(Object.assign({ [MARKER_VARIABLE]: marker }, env), command),
			execute: runIn,
			// Buildah does not pass on signals.
			terminate: async () => killProcesses(await listProcesses(marker, '/dev/null'), 'SIGTERM'),
			async remove() {
				killProcesses(await listProcesses(marker, '/dev/null'), 'SIGKILL');
				await runCommand('buildah', ['rm', container]);
			},
		};
	},
};
