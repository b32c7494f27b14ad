import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedDatabase } from '~/database/embedded.ts';
import { serveDiscordStandIn } from '~/tests/mocks/discord/serve.ts';
import { createDiscordStandIn, standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';

/** One built server, one database and one Discord stand-in for all browser tests; the workers find them by environment. */
export default async function globalSetup(): Promise<() => Promise<void>> {
	const directory = await mkdtemp(path.join(tmpdir(), 'townbell-e2e-'));
	const postgres = await startEmbeddedDatabase({ directory, database: 'townbell', throwaway: true });
	const port = await freePort();
	const appUrl = `http://localhost:${port}`;
	const standIn = createDiscordStandIn({ redirectUris: [`${appUrl}/api/auth/discord/callback`] });
	const discord = await serveDiscordStandIn(standIn);
	const app = spawn(process.execPath, ['node_modules/@react-router/serve/bin.cjs', './build/server/index.js'], {
		stdio: ['ignore', 'ignore', 'inherit'],
		env: {
			...process.env,
			...standInEnvironment(discord.url),
			NODE_ENV: 'production',
			PORT: String(port),
			APP_URL: appUrl,
			DATABASE_URL: postgres.url,
			SESSION_SECRET: 'a-secret-of-the-browser-tests-only-0123456789',
			COMMUNITY_NAME: 'Candlewick Society',
			COMMUNITY_JOIN_URL: 'https://candlewick.example/join',
			RATE_LIMIT_FACTOR: '50',
			LOG_LEVEL: 'error',
		},
	});
	await ready(app, `${appUrl}/readyz`);
	process.env.E2E_APP_URL = appUrl;
	process.env.E2E_DATABASE_URL = postgres.url;
	process.env.E2E_DISCORD_URL = discord.url;
	return async () => {
		await stop(app);
		await discord.close();
		await postgres.stop();
		await rm(directory, { recursive: true, force: true });
		if (standIn.state.violations.length > 0) {
			throw new Error(`Discord would have refused this:\n${standIn.state.violations.join('\n')}`);
		}
	};
}

function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const probe = createServer()
			.once('error', reject)
			.listen(0, () => {
				const address = probe.address();
				probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
			});
	});
}

async function ready(app: ChildProcess, url: string): Promise<void> {
	for (let tries = 0; tries < 150; tries += 1) {
		if (app.exitCode !== null) throw new Error('The app ended before it was ready.');
		const answered = await fetch(url).then(
			(answer) => answer.ok,
			() => false,
		);
		if (answered) return;
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
	app.kill('SIGKILL');
	throw new Error('The app did not become ready.');
}

async function stop(app: ChildProcess): Promise<void> {
	if (app.exitCode !== null) return;
	const ended = new Promise((resolve) => app.once('exit', resolve));
	app.kill('SIGTERM');
	await ended;
}
