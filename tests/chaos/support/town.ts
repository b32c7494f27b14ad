import pg from 'pg';
import { type AppProcess, findFreePort, startApp, waitForStatus } from '~/tests/e2e/support/app-process.ts';
import { createOwnPostgres, type OwnPostgres } from '~/tests/e2e/support/own-database.ts';
import { makePerson, type Person, type PersonOverrides } from '~/tests/e2e/support/rows.ts';
import { serveDiscordStandIn } from '~/tests/mocks/discord/serve.ts';
import {
	createDiscordStandIn,
	type DiscordStandIn,
	standInEnvironment,
} from '~/tests/mocks/discord/stand-in.ts';
import { startTcpProxy, type TcpProxy } from '~/tests/support/tcp-proxy.ts';
import { until } from './until.ts';

const APP_URL = 'http://townbell.example';

export type Town = {
	database: OwnPostgres;
	/** Connections of the test's own, which go to PostgreSQL directly. */
	pool: pg.Pool;
	discord: DiscordStandIn;
	/** What stands between the replicas and the two, with `proxied`. */
	toDatabase: TcpProxy | null;
	toDiscord: TcpProxy | null;
	/** The running replicas: requests of the load go to these. */
	replicas: AppProcess[];
	/** One more replica, ready. */
	startReplica: (env?: Record<string, string>, output?: { stdout: number }) => Promise<AppProcess>;
	/** Stops a replica and takes it off the list. */
	stopReplica: (replica: AppProcess, signal: NodeJS.Signals) => Promise<number | null>;
	makePerson: (overrides?: PersonOverrides) => Promise<Person>;
	stop: () => Promise<void>;
};

export type TownOptions = {
	proxied?: boolean;
	/** An existing folder for the database. */
	directory?: string;
	env?: Record<string, string>;
	replicas?: number;
};

/** Starts PostgreSQL, the Discord stand-in and two replicas of the built app, all ready. */
export async function startTown({
	proxied = false,
	directory,
	env = {},
	replicas: count = 2,
}: TownOptions = {}): Promise<Town> {
	const database = await createOwnPostgres({ durable: true, ...(directory ? { directory } : {}) });
	const pool = new pg.Pool({ connectionString: database.url, max: 6, application_name: 'chaos' });
	// Scenarios stop the server; a query that fails says so itself.
	pool.on('error', () => undefined);
	const discord = createDiscordStandIn();
	const served = await serveDiscordStandIn(discord);
	const toDatabase = proxied ? await startTcpProxy(database.url) : null;
	const toDiscord = proxied ? await startTcpProxy(served.url) : null;
	if (toDiscord) discord.state.gatewayUrl = toDiscord.url.replace('http:', 'ws:');
	const replicas: AppProcess[] = [];
	const town: Town = {
		...{ database, pool, discord, toDatabase, toDiscord, replicas },
		startReplica: async (changes = {}, output) => {
			const variables = {
				...standInEnvironment(toDiscord?.url ?? served.url),
				DATABASE_URL: toDatabase?.url ?? database.url,
				RATE_LIMIT_FACTOR: '1000000',
				LOG_LEVEL: 'info',
				// One for all replicas: a mirror is known by the address in its description.
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
		makePerson: async (overrides) => {
			const person = await makePerson(overrides, pool);
			const { discordId, username } = person;
			const noNames = { globalName: null, nickname: null, avatar: null };
			discord.state.addPerson({ discordId, username, ...noNames, kind: 'player' });
			return person;
		},
		stop: async () => {
			for (const replica of replicas.splice(0)) await replica.stop('SIGKILL');
			await Promise.all([toDatabase?.stop(), toDiscord?.stop(), served.close(), pool.end()]);
			await database.remove();
		},
	};
	for (let index = 0; index < count; index += 1) await town.startReplica();
	return town;
}

/** Waits until every replica is ready again. */
export async function untilReady({ replicas }: Town, milliseconds = 30_000): Promise<void> {
	for (const replica of replicas) await waitForStatus(replica, '/readyz', 200, milliseconds);
}

/** The replica that holds the connection to Discord's gateway, and the other one. */
export async function findGatewayHolder({
	replicas,
}: Town): Promise<{ holder: AppProcess; other: AppProcess }> {
	const isHolder = ({ output }: AppProcess) =>
		output().lastIndexOf('the gateway is connected') > output().lastIndexOf('the gateway was given up');
	await until('one replica holds the gateway', () => replicas.filter(isHolder).length === 1, 40_000);
	const [[holder], [other]] = [replicas.filter(isHolder), replicas.filter((one) => !isHolder(one))];
	if (!holder || !other) throw new Error('A town needs two replicas for this.');
	return { holder, other };
}
