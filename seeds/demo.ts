import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { closeDatabase, connectDatabase, database } from '~/database/connection.ts';
import { removeEmbeddedDatabase, startEmbeddedDatabase } from '~/database/embedded.ts';
import { migrate } from '~/database/migrate.ts';
import { execute, rows } from '~/database/sql.ts';
import { ANNOUNCEMENT_CHANNEL_ID } from '~/tests/mocks/discord/channels.ts';
import { addDemoEvents } from '~/tests/mocks/discord/demo-events.ts';
import { serveDiscordStandIn } from '~/tests/mocks/discord/serve.ts';
import { createDiscordStandIn, standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import { seedCommunity } from './community.ts';
import { getPersonaName, PERSONA_LIST, type Persona } from './personas.ts';

/**
 * `npm run demo` and `npm run dev`: an embedded PostgreSQL with the demo community, the Discord stand-in and
 * the app, all on this machine. Ctrl-C stops everything; the data stays until `-- --reset`.
 */
const root = path.resolve(import.meta.dirname, '..');
const dataDirectory = path.join(root, '.data');
const port = Number(process.env.PORT || 3000);
const appUrl = process.env.APP_URL || `http://localhost:${port}`;
const isDevelopment = process.argv.includes('--dev');

/** The functions that stop what was started, in the order in which to call them. */
const stopFunctions: (() => Promise<unknown>)[] = [];
let isStopping = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
// npm passes a signal on to the shell it has started, and that shell ends without passing it on.
const { ppid } = process;
setInterval(() => {
	if (process.ppid !== ppid) void stop(0);
}, 250).unref();

try {
	await run();
} catch (error) {
	process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
	await stop(1);
}

async function run(): Promise<void> {
	if (!Number.isInteger(port) || port < 1 || port > 65535)
		throw new Error('PORT must be a number from 1 to 65535.');
	await requireFreePort();
	const directory = path.join(dataDirectory, 'postgres');
	if (process.argv.includes('--reset')) {
		print('Resetting: deleting previous demo data.');
		await removeEmbeddedDatabase({ directory });
	}
	print('Starting PostgreSQL …');
	const postgres = await startEmbeddedDatabase({ directory, database: 'townbell' });
	stopFunctions.unshift(() => postgres.stop());
	connectDatabase({ url: postgres.url, poolMax: 4 });
	await migrate(database());
	await seedCommunity({ now: new Date() });
	await announceDemoEvents();
	const users = await listDiscordUsers();
	await closeDatabase();
	const standIn = createDiscordStandIn({ redirectUris: [`${appUrl}/api/auth/discord/callback`] });
	addDemoEvents(standIn.state);
	// Discord shows the names of the users that a message mentions.
	for (const user of users) standIn.state.addUser(user);
	const discord = await serveDiscordStandIn(standIn);
	stopFunctions.unshift(() => discord.close());
	if (!isDevelopment) await build();
	await startApp({
		...process.env,
		NODE_ENV: isDevelopment ? 'development' : 'production',
		PORT: String(port),
		APP_URL: appUrl,
		DATABASE_URL: postgres.url,
		SESSION_SECRET: await readSecret(),
		...standInEnvironment(discord.url),
		ADMIN_DISCORD_IDS: PERSONA_LIST.filter(({ kind }) => kind === 'admin')
			.map(({ discordId }) => discordId)
			.join(','),
		COMMUNITY_NAME: process.env.COMMUNITY_NAME || 'Candlewick Society',
		COMMUNITY_JOIN_URL: process.env.COMMUNITY_JOIN_URL || 'https://candlewick.example/join',
		LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
	});
	printWelcome(`${discord.url}/channels/${ANNOUNCEMENT_CHANNEL_ID}`);
}

/** Announces the next events on the stand-in, which forgets its messages when it stops. */
async function announceDemoEvents(): Promise<void> {
	await execute(
		`INSERT INTO settings (key, value) VALUES ('announcement_channel_id', :channelId) ON CONFLICT (key) DO NOTHING`,
		{ channelId: ANNOUNCEMENT_CHANNEL_ID },
	);
	await execute('DELETE FROM announcements');
	await execute(
		`INSERT INTO announcements (event_id) SELECT id FROM events
		WHERE status = 'active' AND date > now() ORDER BY date LIMIT 5`,
	);
}

/** Returns the demo users that the stand-in does not know yet, as members of the server. */
async function listDiscordUsers(): Promise<Persona[]> {
	const found = await rows<{ discord_id: string; username: string; preferred_username: string | null }>(
		'SELECT discord_id, username, preferred_username FROM users WHERE discord_id <> ALL(:known::text[])',
		{ known: PERSONA_LIST.map(({ discordId }) => discordId) },
	);
	return found.map(({ discord_id: discordId, username, preferred_username: nickname }) => ({
		discordId,
		username,
		nickname,
		globalName: null,
		avatar: null,
		kind: 'player',
	}));
}

async function requireFreePort(): Promise<void> {
	const isTaken = await new Promise<boolean>((resolve) => {
		const probe = createServer()
			.once('error', () => resolve(true))
			.once('listening', () => probe.close(() => resolve(false)))
			.listen(port);
	});
	if (!isTaken) return;
	const isTownbell = await fetch(`http://localhost:${port}/healthz`, { signal: AbortSignal.timeout(2_000) })
		.then((response) => response.ok)
		.catch(() => false);
	throw new Error(
		isTownbell
			? `Another Townbell is still running on port ${port}, perhaps left over from an earlier demo. Stop it, or choose another port: PORT=${port + 1} npm run demo`
			: `Port ${port} is used by another program. Stop that program, or choose another port: PORT=${port + 1} npm run demo`,
	);
}

/** Builds the app unless the last build is newer than all of its sources. */
async function build(): Promise<void> {
	const output = path.join(root, 'build', 'server', 'index.js');
	const builtAtMs = existsSync(output) ? (await stat(output)).mtimeMs : 0;
	const sources = ['app', 'server', 'database', 'domain', 'public', 'package.json', 'vite.config.ts'];
	const newestChangeMs = Math.max(
		...(await Promise.all(sources.map((name) => findNewestChange(path.join(root, name))))),
	);
	if (builtAtMs > newestChangeMs) return;
	print('Building the app …');
	const child = spawn('react-router', ['build'], {
		cwd: root,
		env: { ...process.env, NODE_ENV: 'production' },
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
	});
	let buildLog = '';
	child.stdout.on('data', (chunk) => {
		buildLog += chunk;
	});
	child.stderr.on('data', (chunk) => {
		buildLog += chunk;
	});
	stopFunctions.unshift(() => stopChild(child));
	const code = await new Promise<number | null>((resolve, reject) =>
		child.once('exit', resolve).once('error', reject),
	);
	stopFunctions.shift();
	if (code !== 0 && !isStopping) throw new Error(`${buildLog}\nThe build failed.`);
}

async function findNewestChange(name: string): Promise<number> {
	const info = await stat(name);
	if (!info.isDirectory()) return info.mtimeMs;
	const files = await readdir(name, { recursive: true, withFileTypes: true });
	const times = files
		.filter((file) => file.isFile())
		.map(async (file) => (await stat(path.join(file.parentPath, file.name))).mtimeMs);
	return Math.max(0, ...(await Promise.all(times)));
}

/**
 * Starts the app and waits until it is ready. When the app exits unexpectedly, everything else is stopped
 * too.
 */
async function startApp(env: NodeJS.ProcessEnv): Promise<void> {
	const [command, ...args] = isDevelopment
		? ['react-router', 'dev', '--port', String(port), '--host', 'localhost']
		: [process.execPath, '--max-semi-space-size=8', './build/server/index.js'];
	// A separate process group: Ctrl-C reaches only this program, which then stops the others in order.
	const child = spawn(command as string, args, {
		cwd: root,
		env,
		stdio: ['ignore', 'inherit', 'inherit'],
		detached: true,
	});
	stopFunctions.unshift(() => stopChild(child));
	let hasExited = false;
	child.once('exit', (code) => {
		hasExited = true;
		if (!isStopping) void stop(code ?? 1);
	});
	for (let tries = 0; tries < 300 && !hasExited && !isStopping; tries += 1) {
		const isReady = await fetch(`http://localhost:${port}/readyz`)
			.then((response) => response.ok)
			.catch(() => false);
		if (isReady) return;
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
	if (!isStopping) throw new Error('The app did not become ready.');
}

async function stopChild(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exited = new Promise((resolve) => child.once('exit', resolve));
	child.kill('SIGTERM');
	const force = setTimeout(() => child.kill('SIGKILL'), 12_000);
	await exited;
	clearTimeout(force);
}

async function stop(code: number): Promise<void> {
	if (isStopping) return;
	isStopping = true;
	for (const stopFunction of stopFunctions) await stopFunction().catch(() => undefined);
	process.exit(code);
}

/** Returns one session secret for this clone, so that sessions remain valid after a restart. */
async function readSecret(): Promise<string> {
	const file = path.join(dataDirectory, 'session-secret');
	if (process.argv.includes('--reset')) await rm(file, { force: true });
	if (!existsSync(file)) {
		await mkdir(dataDirectory, { recursive: true });
		await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
	}
	return readFile(file, 'utf8');
}

function print(text: string): void {
	process.stdout.write(`${text}\n`);
}

function printWelcome(channelUrl: string): void {
	if (isStopping) return;
	const rows = PERSONA_LIST.map((persona) => `  ${persona.kind.padEnd(12)} ${getPersonaName(persona)}`).join(
		'\n',
	);
	print(`
Townbell is ready at ${appUrl}

Click "Continue with Discord", then pick a person (a stand-in for Discord runs on this machine):
${rows}

The Discord channel as its members see it: ${channelUrl}

Ctrl-C stops everything; the data stays for the next run (npm run demo -- --reset starts over).
`);
}
