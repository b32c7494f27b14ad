import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '~/database/embedded.ts';
import { serveDiscordStandIn } from '~/tests/mocks/discord/serve.ts';
import { createDiscordStandIn, standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import { deleteKilledRuns } from '~/tests/support/killed-runs.ts';
import { startNginx } from '~/tests/support/nginx.ts';
import { startStreamingPair } from '~/tests/support/streaming-pair.ts';
import { startTcpProxy } from '~/tests/support/tcp-proxy.ts';
import { createDatabaseOnServer, fillTemplate, TEMPLATE } from '~/tests/support/template-database.ts';
import { type AppProcess, findFreePorts, startApp, waitForStatus } from './app-process.ts';

const PREFIX = 'townbell-e2e-';

/** With 2 or more, this number of replicas runs behind nginx on two PostgreSQL servers (`npm run test:replicas`). */
const REPLICAS = Number(process.env.E2E_REPLICAS ?? 1);

/** How much later a response arrives than on a network without distance. */
const LATENCY_MS = 3;

/**
 * Starts one built server behind a proxy with latency, one database and one Discord stand-in for all browser tests.
 * The workers find them through environment variables. Returns a function that stops them.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
	await deleteKilledRuns(PREFIX);
	const directory = await mkdtemp(path.join(tmpdir(), PREFIX));
	await chmod(directory, 0o755);
	const postgres = await startPostgres(directory);
	await fillTemplate(postgres.url);
	const databaseUrl = await createDatabaseOnServer(postgres.url, 'townbell_e2e');
	const [port = 0, ...appPorts] = await findFreePorts(1 + REPLICAS);
	const appUrl = `http://localhost:${port}`;
	const standIn = createDiscordStandIn({ redirectUris: [`${appUrl}/api/auth/discord/callback`] });
	const discord = await serveDiscordStandIn(standIn);
	const apps: AppProcess[] = [];
	for (const appPort of appPorts) {
		const app = startApp(appPort, {
			...standInEnvironment(discord.url),
			DATABASE_URL: databaseUrl,
			LOG_LEVEL: 'error',
			APP_URL: appUrl,
			TRUST_PROXY_HOPS: REPLICAS === 1 ? '0' : '1',
		});
		apps.push(app);
		await waitForStatus(app, '/readyz', 200, 90_000);
		await deleteReconcileSchedule(databaseUrl);
	}
	const proxy = REPLICAS === 1 ? await startProxy(port, appPorts[0]) : await startNginx(port, appPorts);
	process.env.E2E_APP_URL = appUrl;
	process.env.E2E_DATABASE_URL = databaseUrl;
	process.env.E2E_DISCORD_URL = discord.url;
	process.env.E2E_PLAIN_STEPS = path.join(directory, 'plain-steps');
	return async () => {
		await proxy.stop();
		await Promise.all(apps.map((app) => app.stop()));
		await discord.close();
		await postgres.stop();
		await rm(directory, { recursive: true, force: true });
		failIfAny('Discord would have refused this:', standIn.state.violations);
		failIfAny('The app logged errors:', apps.flatMap(listErrors));
	};
}

async function startProxy(port: number, appPort = 0): Promise<{ stop: () => Promise<void> }> {
	const proxy = await startTcpProxy(`http://localhost:${appPort}`, {}, port);
	proxy.setLatency(LATENCY_MS);
	return proxy;
}

/** Starts PostgreSQL with an empty template, and its standby when there are replicas. */
async function startPostgres(directory: string): Promise<{ url: string; stop: () => Promise<void> }> {
	if (REPLICAS === 1) return startEmbeddedDatabase({ directory, database: TEMPLATE, throwaway: true });
	const { primaryUrl, close } = await startStreamingPair({ synchronous: true });
	return { url: await createDatabaseOnServer(primaryUrl, TEMPLATE, { empty: true }), stop: close };
}

/**
 * Removes the schedule of the reconciliation. Tests mirror events in their own Discord stand-ins, which this
 * app does not know, so its reconciliation would unlink them.
 */
async function deleteReconcileSchedule(connectionString: string): Promise<void> {
	const client = new pg.Client({ connectionString });
	await client.connect();
	for (let tries = 0; tries < 600; tries += 1) {
		const { rowCount } = await client.query(`DELETE FROM queue.schedule WHERE name = 'discord.reconcile'`);
		if (rowCount) return client.end();
		// The app is ready before its scheduled jobs are planned.
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	throw new Error('The app has not scheduled the reconciliation with Discord');
}

/**
 * Returns the app's log lines of level error and above. No test may cause an error in the server that it
 * shares with others.
 */
function listErrors(app: AppProcess): string[] {
	return (
		app
			.output()
			.split('\n')
			.filter((line) => line.trim() !== '')
			// An error has its own line. The line about the request may also say 500 when a page was left while it
			// loaded.
			.filter((line) => !line.includes('"msg":"request"') && !line.includes('planted for a test'))
	);
}

function failIfAny(message: string, found: readonly string[]): void {
	if (found.length > 0) throw new Error(`${message}\n${found.join('\n')}`);
}
