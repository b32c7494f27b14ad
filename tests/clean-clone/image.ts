import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../e2e/support/app-process.ts';
import { serveDiscordStandIn } from '../mocks/discord/serve.ts';
import { createDiscordStandIn, standInEnvironment } from '../mocks/discord/stand-in.ts';
import type { Container, Engine, Result } from './engine.ts';
import { signIn } from './member.ts';
import { runStep } from './steps.ts';

const IMAGE = 'townbell-check';
const READY_MS = 120_000;
const STOP_MS = 15_000;

/**
 * Builds the image of the Dockerfile in `folder` with a container engine and runs it with an empty database. `dockerfile`
 * is its text; `maxAddedBytes` limits what it adds to Debian, whose own size depends on where it comes from. Throws at the
 * first step that fails.
 *
 * It does not show what compose.yaml adds (a read-only file system, no capabilities, limits of memory), other processors,
 * and with buildah the engine's own health checks and restarts.
 */
export async function checkImage(
	engine: Engine,
	{ folder, databaseUrl, dockerfile }: { folder: string; databaseUrl: string; dockerfile: string },
	maxAddedBytes: number,
): Promise<void> {
	const readList = (instruction: RegExp): string[] =>
		JSON.parse(instruction.exec(dockerfile)?.[1] ?? '[]') as string[];
	const command = readList(/^CMD (\[.*\])$/m);
	const healthCheck = readList(/^\tCMD (\[.*\])$/m);
	const port = await findFreePort();
	const origin = `http://127.0.0.1:${port}`;
	const discord = createDiscordStandIn({ redirectUris: [`${origin}/api/auth/discord/callback`] });
	const served = await serveDiscordStandIn(discord);
	const env = Object.assign(standInEnvironment(served.url), {
		PORT: String(port),
		HOST: '127.0.0.1',
		APP_URL: origin,
		DATABASE_URL: databaseUrl,
		SESSION_SECRET: 'only-for-this-check-'.repeat(3),
		DISCORD_SERVICE: 'off',
	});
	let container: Container | null = null;
	const inContainer = async (work: (container: Container) => Promise<void>) => {
		container = await engine.createContainer(IMAGE, command);
		try {
			await work(container);
		} finally {
			await container.terminate().catch(() => undefined);
			await container.remove();
		}
	};

	try {
		await runStep(`${engine.name} builds the image`, () => engine.build(folder, IMAGE));
		await inContainer(async (container) => {
			const ended = container.start(env);
			await runStep('it starts with an empty database and is ready', () => waitUntilReady(origin, ended));
			await runStep(`it adds at most ${maxAddedBytes / 1e6} MB to Debian`, async () => {
				const { output } = await container.execute(env, ['du', '-sb', '/app', '/usr/local/bin/node']);
				const sizes = [...output.matchAll(/^(\d+)\s+\//gm)].map(([, bytes]) => Number(bytes));
				const added = sizes.reduce((sum, bytes) => sum + bytes, 0);
				const whole = await engine.readBytes(IMAGE);
				console.log(`  ${Math.round(added / 1e6)} MB of ${Math.round(whole / 1e6)} MB`);
				if (sizes.length !== 2 || added > maxAddedBytes) throw new Error(`it adds ${added / 1e6} MB`);
			});
			await runStep('it does not run as root', async () => {
				const { output } = await container.execute(env, ['id', '--user']);
				if (output.trim() !== '1000') throw new Error(`the user is ${output}`);
			});
			await runStep('the command of the health check tells whether it runs', async () => {
				expectCode(await container.execute(env, healthCheck), 0);
				expectCode(await container.execute(Object.assign({}, env, { PORT: '1' }), healthCheck), 1);
			});
			await runStep('a member signs in', async () => void (await signIn(origin)));
			await runStep('a backup is written to /backups by a user without rights', async () => {
				const backup = ['node', 'build/server/database.js', 'backup', '/backups/check.backup'];
				expectCode(await container.execute(env, backup), 0);
				const { output } = await container.execute(env, [
					'stat',
					'--format',
					'%U %s',
					'/backups/check.backup',
				]);
				if (!/^node [1-9]\d{2,}$/m.test(output)) throw new Error(`the backup is: ${output}`);
			});
			await runStep('SIGTERM ends it with 0', () => expectStop(container, ended));
		});
		await inContainer(async (container) => {
			const before = await listMigrations(databaseUrl);
			const ended = container.start(env);
			await runStep('a second start finds its tables, and changes nothing', async () => {
				await waitUntilReady(origin, ended);
				if ((await listMigrations(databaseUrl)) !== before) throw new Error('migrations were applied again');
			});
			await expectStop(container, ended);
		});
		await inContainer((container) =>
			runStep('doctor.js --init prints new secrets without any variable', async () => {
				const result = await container.start({}, ['node', 'build/server/doctor.js', '--init', '-']);
				expectCode(result, 0);
				if (!/^SESSION_SECRET=[0-9a-f]{96}$/m.test(result.output)) throw new Error('there is no new secret');
			}),
		);
	} finally {
		await served.close();
		await engine.removeImage(IMAGE).catch(() => undefined);
	}
}

async function waitUntilReady(origin: string, ended: Promise<Result>): Promise<void> {
	let result: Result | null = null;
	void ended.then((value) => {
		result = value;
	});
	for (const limit = Date.now() + READY_MS; Date.now() < limit; await sleep(50)) {
		if (result) throw new Error(`it has ended: ${JSON.stringify(result)}`);
		const status = await fetch(`${origin}/readyz`).then(
			(response) => response.status,
			() => 0,
		);
		if (status === 200) return;
	}
	throw new Error(`not ready after ${READY_MS / 1000} s`);
}

async function expectStop(container: Container, ended: Promise<Result>): Promise<void> {
	await container.terminate();
	const result = await Promise.race([ended, sleep(STOP_MS, null, { ref: false })]);
	if (!result) throw new Error(`no exit within ${STOP_MS / 1000} s`);
	expectCode(result, 0);
}

function expectCode({ code, output }: Result, expected: number): void {
	if (code !== expected) throw new Error(`exit code ${code}: ${output.slice(-2_000)}`);
}

/** Returns the applied migrations and when each was applied. */
async function listMigrations(url: string): Promise<string> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		const { rows } = await client.query('SELECT name, applied_at FROM schema_migrations ORDER BY name');
		if (rows.length === 0) throw new Error('no migrations were applied');
		return JSON.stringify(rows);
	} finally {
		await client.end();
	}
}
