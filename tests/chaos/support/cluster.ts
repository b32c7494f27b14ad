import pg from 'pg';
import { type AppProcess, findFreePort, startApp, waitForStatus } from '~/tests/e2e/support/app-process.ts';
import { createOwnPostgres, type OwnDatabase, type OwnPostgres } from '~/tests/e2e/support/own-database.ts';
import { type CreatedUser, createUser, type UserOverrides } from '~/tests/e2e/support/rows.ts';
import { serveDiscordStandIn } from '~/tests/mocks/discord/serve.ts';
import {
	createDiscordStandIn,
	type DiscordStandIn,
	standInEnvironment,
} from '~/tests/mocks/discord/stand-in.ts';
import { startTcpProxy, type TcpProxy } from '~/tests/support/tcp-proxy.ts';
import { waitUntil } from './wait-until.ts';

const APP_URL = 'http://townbell.example';

export type Cluster = {
	database: OwnDatabase;
	/** The test's own connections, which bypass the proxy. */
	pool: pg.Pool;
	discord: DiscordStandIn;
	/** The proxies between the replicas and PostgreSQL or Discord; null without `proxied`. */
	databaseProxy: TcpProxy | null;
	discordProxy: TcpProxy | null;
	/** The running replicas, which receive the requests of the load. */
	replicas: AppProcess[];
	/** Starts one more replica and waits until it is ready. */
	startReplica: (env?: Record<string, string>, output?: { stdout: number }) => Promise<AppProcess>;
	/** Stops a replica and removes it from the list. */
	stopReplica: (replica: AppProcess, signal: NodeJS.Signals) => Promise<number | null>;
	createUser: (overrides?: UserOverrides) => Promise<CreatedUser>;
	stop: () => Promise<void>;
};

/** A cluster with its own PostgreSQL server. */
export type OwnCluster = Cluster & { database: OwnPostgres };

type ReplicaOptions = {
	proxied?: boolean;
	env?: Record<string, string>;
	replicas?: number;
};

export type ClusterOptions = ReplicaOptions & {
	/** An existing folder for the database. */
	directory?: string;
};

/** Starts PostgreSQL, the Discord stand-in and two replicas of the built app, all ready. */
export async function startCluster({ directory, ...options }: ClusterOptions = {}): Promise<OwnCluster> {
	const database = await createOwnPostgres({ durable: true, ...(directory ? { directory } : {}) });
	return { ...(await startClusterOn(database, options)), database };
}

/** Starts a cluster on a database that runs already. The cluster removes the database when it stops. */
export async function startClusterOn(
	database: OwnDatabase,
	{ proxied = false, env = {}, replicas: count = 2 }: ReplicaOptions = {},
): Promise<Cluster> {
	const pool = new pg.Pool({ connectionString: database.url, max: 6, application_name: 'chaos' });
	// Scenarios stop the server. A failing query reports its own error.
	pool.on('error', () => undefined);
	const discord = createDiscordStandIn();
	const served = await serveDiscordStandIn(discord);
	const databaseProxy = proxied ? await startTcpProxy(database.url) : null;
	const discordProxy = proxied ? await startTcpProxy(served.url) : null;
	if (discordProxy) discord.state.gatewayUrl = discordProxy.url.replace('http:', 'ws:');
	const replicas: AppProcess[] = [];
	const cluster: Cluster = {
		database,
		pool,
		discord,
		databaseProxy,
		discordProxy,
		replicas,
		startReplica: async (changes = {}, output) => {
			const variables = {
				...standInEnvironment(discordProxy?.url ?? served.url),
				DATABASE_URL: databaseProxy?.url ?? database.url,
				RATE_LIMIT_FACTOR: '1000000',
				LOG_LEVEL: 'info',
				// All replicas share one URL, because a mirror is identified by the URL in its description.
				APP_URL,
				...env,
				...changes,
			};
			const replica = startApp(await findFreePort(), variables, output);
			await waitForStatus(replica, '/readyz', 200, 60_000).catch(async (error) => {
				await replica.stop('SIGKILL');
				throw error;
			});
			replicas.push(replica);
			return replica;
		},
		stopReplica: (replica, signal) => {
			replicas.splice(replicas.indexOf(replica), 1);
			return replica.stop(signal);
		},
		createUser: async (overrides) => {
			const user = await createUser(overrides, pool);
			const { discordId, username } = user;
			const noNames = { globalName: null, nickname: null, avatar: null };
			discord.state.addUser({ discordId, username, ...noNames, kind: 'player' });
			return user;
		},
		stop: async () => {
			for (const replica of replicas.splice(0)) await replica.stop('SIGKILL');
			await Promise.all([databaseProxy?.stop(), discordProxy?.stop(), served.close(), pool.end()]);
			await database.remove();
		},
	};
	for (let index = 0; index < count; index += 1) await cluster.startReplica();
	return cluster;
}

/** Waits until every replica is ready again. */
export async function waitUntilReady({ replicas }: Cluster, timeoutMs = 30_000): Promise<void> {
	for (const replica of replicas) await waitForStatus(replica, '/readyz', 200, timeoutMs);
}

/** Waits until one replica holds the connection to Discord's gateway, and returns it and the other replica. */
export async function waitForGatewayHolder({
	replicas,
}: Cluster): Promise<{ holder: AppProcess; other: AppProcess }> {
	const isHolder = ({ output }: AppProcess) =>
		output().lastIndexOf('the gateway is connected') > output().lastIndexOf('lost the gateway lock');
	await waitUntil('one replica holds the gateway', () => replicas.filter(isHolder).length === 1, 40_000);
	const [[holder], [other]] = [replicas.filter(isHolder), replicas.filter((one) => !isHolder(one))];
	if (!holder || !other) throw new Error('A cluster needs two replicas for this.');
	return { holder, other };
}
