import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '~/database/client.ts';
import { chooseAccount } from '~/database/embedded/account.ts';
import { prepareServerPaths } from '~/database/embedded/paths.ts';
import { startEmbeddedDatabase } from '~/database/embedded.ts';
import { waitUntil } from '~/tests/chaos/support/wait-until.ts';
import { findFreePort } from '../e2e/support/app-process.ts';

const TIMEOUT_MS = 20_000;

/** The user of each database that has a rule in pg_hba.conf. Their password is the name. */
const USERS = {
	tls_only: 'hostssl all tls_only all scram-sha-256',
	rejected: 'host all rejected all reject',
	not_allowed: 'host all not_allowed all scram-sha-256',
	/** Without an entry. */
	stranger: '',
} as const;
type UserName = keyof typeof USERS;

const POOL_MODES = ['session', 'transaction', 'statement'] as const;
export type PoolMode = (typeof POOL_MODES)[number];

export type DatabaseKinds = {
	/** The address of the empty database `townbell`, as a superuser and without TLS. */
	url: string;
	/** Creates an empty database, or a copy of `template`, and returns its address. */
	create: (
		name: string,
		options?: { definition?: string; template?: string; setting?: string },
	) => Promise<string>;
	/** Returns the address of a database for one of the users. */
	addressOf: (database: string, user: UserName, password?: string) => string;
	/** Returns the address with the parameters for TLS, by default with the authority of the server's certificate. */
	withTls: (url: string, parameters?: Record<string, string>) => string;
	/** Gives the server a certificate for another host. */
	misname: () => Promise<void>;
	/**
	 * Starts PgBouncer in front of the database `townbell` and returns its address in each mode. `settings` are lines of its
	 * configuration, in which HOME is the folder with the server's certificate.
	 */
	startPooler: (settings: string) => Promise<(mode: PoolMode) => string>;
	close: () => Promise<void>;
};

/** Returns whether PgBouncer is installed; Debian has it as the package pgbouncer. */
export const hasPooler = (): boolean => spawnSync(findPooler(), ['--version']).status === 0;
const findPooler = () => (spawnSync('pgbouncer', ['--version']).error ? '/usr/sbin/pgbouncer' : 'pgbouncer');

/** Starts a PostgreSQL server with TLS and its own certificate, on which databases of every kind can be made. */
export async function startDatabaseKinds(): Promise<DatabaseKinds> {
	const home = await mkdtemp(join(tmpdir(), 'townbell-test-kinds-'));
	await chmod(home, 0o755);
	const account = chooseAccount();
	const directory = join(home, 'server');
	const server = await startEmbeddedDatabase({ directory, database: 'townbell', throwaway: true });
	const { data } = await prepareServerPaths(directory, account);
	const authority = join(home, 'authority.pem');
	const poolers: ChildProcess[] = [];

	const run = (sql: string) => execute(server.url, sql);
	const buildUrl = (changes: Partial<URL>) => Object.assign(new URL(server.url), changes).toString();

	const useCertificate = async (name: string, subjects: string) => {
		createCertificate(join(home, name), subjects);
		for (const kind of ['key', 'crt']) {
			const file = join(home, `${name}.${kind}`);
			if (account.uid !== undefined) await chown(file, account.uid, account.gid ?? 0);
			if (kind === 'key') await chmod(file, 0o600);
		}
		await run(`ALTER SYSTEM SET ssl_cert_file = '${join(home, `${name}.crt`)}'`);
		await run(`ALTER SYSTEM SET ssl_key_file = '${join(home, `${name}.key`)}'`);
		await run('ALTER SYSTEM SET ssl = on');
		await run('SELECT pg_reload_conf()');
	};
	const rules = [`host all postgres all scram-sha-256`, ...Object.values(USERS)];
	await writeFile(join(data, 'pg_hba.conf'), `${rules.join('\n')}\n`);
	for (const user of Object.keys(USERS))
		await run(
			`CREATE ROLE ${user} ${user === 'not_allowed' ? 'NOLOGIN' : 'LOGIN'} SUPERUSER PASSWORD '${user}'`,
		);
	await useCertificate('server', 'DNS:localhost,IP:127.0.0.1');
	spawnSync('cp', [join(home, 'server.crt'), authority]);
	await waitUntil(
		'the server has TLS',
		async () => (await readSetting(server.url, 'ssl')) === 'on',
		TIMEOUT_MS,
	);

	return {
		url: server.url,
		async create(name, { definition = '', template = 'template0', setting } = {}) {
			await run(`CREATE DATABASE ${name} TEMPLATE ${template} ${definition}`);
			if (setting) await run(`ALTER DATABASE ${name} SET ${setting}`);
			return buildUrl({ pathname: `/${name}` });
		},
		addressOf: (database, user, password = user) =>
			buildUrl({ pathname: `/${database}`, username: user, password }),
		withTls(url, parameters = { sslmode: 'verify-full', sslrootcert: authority }) {
			const address = new URL(url);
			for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
			return address.toString();
		},
		async misname() {
			await useCertificate('other', 'DNS:database.example.org');
			spawnSync('cp', [join(home, 'other.crt'), authority]);
			const hasOther = async () => (await readSetting(server.url, 'ssl_cert_file')).endsWith('other.crt');
			await waitUntil('the server has the other certificate', hasOther, TIMEOUT_MS);
		},
		async startPooler(settings) {
			const port = await findFreePort();
			const { port: serverPort, username, password } = new URL(server.url);
			const databases = POOL_MODES.map(
				(mode) =>
					`${mode} = host=127.0.0.1 port=${serverPort} dbname=townbell user=${username} password=${password} pool_mode=${mode}`,
			);
			const file = join(home, `pooler-${port}.ini`);
			const sections = [
				'[databases]',
				...databases,
				'[pgbouncer]',
				'listen_addr = 127.0.0.1',
				'auth_type = any',
			];
			const lines = [
				...sections,
				`listen_port = ${port}`,
				'unix_socket_dir =',
				'default_pool_size = 30',
				settings,
			];
			await writeFile(file, `${lines.join('\n').replaceAll('HOME', home)}\n`);
			// It does not run as root.
			const child = spawn(findPooler(), ['--quiet', file], { ...account, cwd: '/', stdio: 'ignore' });
			poolers.push(child);
			await waitUntil('the pooler listens', () => acceptsConnections(port), TIMEOUT_MS);
			return (mode) => `postgres://townbell:unused@127.0.0.1:${port}/${mode}`;
		},
		async close() {
			for (const child of poolers) {
				const isClosed = once(child, 'close');
				child.kill('SIGINT');
				child.kill('SIGTERM');
				await isClosed;
			}
			await server.stop();
			await rm(home, { recursive: true, force: true });
		},
	};
}

/** Creates a certificate that is its own authority, and its key: `FILE.crt` and `FILE.key`. */
function createCertificate(file: string, subjects: string): void {
	const key = [
		'-newkey',
		'ec',
		'-pkeyopt',
		'ec_paramgen_curve:prime256v1',
		'-nodes',
		'-keyout',
		`${file}.key`,
	];
	const certificate = [
		'-out',
		`${file}.crt`,
		'-days',
		'2',
		'-subj',
		'/CN=townbell',
		'-addext',
		`subjectAltName=${subjects}`,
	];
	const { status, stderr } = spawnSync('openssl', ['req', '-x509', ...key, ...certificate], {
		encoding: 'utf8',
	});
	if (status !== 0) throw new Error(`openssl made no certificate: ${stderr}`);
}

const readSetting = async (url: string, name: string): Promise<string> =>
	String((await execute(url, `SHOW ${name}`))[0]);

async function execute(url: string, sql: string): Promise<unknown[]> {
	const client = new Client({ connectionString: url });
	await client.connect();
	try {
		return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
	} finally {
		await client.end();
	}
}

async function acceptsConnections(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1');
	const isConnected = await Promise.race([
		once(socket, 'connect').then(() => true),
		once(socket, 'error').then(() => false),
	]).catch(() => false);
	socket.destroy();
	return isConnected;
}
