import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedDatabase } from '~/database/embedded.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { serveDiscordStandIn } from '~/tests/mocks/discord/serve.ts';
import { createDiscordStandIn, standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import { FOLLOWED_SECTIONS, readBlocks } from '~/tests/support/document-blocks.ts';
import { findFreePort } from '../e2e/support/app-process.ts';
import { type Clone, type Started, startCommand } from './clone.ts';
import { killProcesses, listProcesses, waitForNone } from './processes.ts';

/** As a proxy with TLS would make the app known. */
const APP_URL = 'https://games.example.org';
/** The longest command installs and builds. */
const COMMAND_MS = 600_000;
const START_MS = 120_000;
const STOP_MS = 30_000;

/**
 * Follows docs/operations.md in a clone without containers: installs, starts, updates, backs up and restores Townbell,
 * with a new PostgreSQL and the Discord stand-in. Prints a line for each step, and returns the number of failed steps.
 */
export async function followOperations(clone: Clone): Promise<number> {
	const port = await findFreePort();
	const standIn = createDiscordStandIn({ redirectUris: [`${APP_URL}/api/auth/discord/callback`] });
	const discord = await serveDiscordStandIn(standIn);
	const database = await startEmbeddedDatabase({
		directory: path.join(path.dirname(clone.folder), 'postgres'),
		database: 'townbell',
		throwaway: true,
	});
	const [install = [], update = [], backup = []] = await Promise.all(FOLLOWED_SECTIONS.map(readCommands));
	const createsFile = install.findIndex((line) => line.endsWith('--init')) + 1;
	const starts = install.findIndex((line) => line.startsWith('set -a'));
	let app: Started | null = null;
	const startApp = async () => {
		app = startCommand(clone, install.slice(starts).join('\n'));
		await waitForHealth(app, `http://localhost:${port}/readyz`);
	};
	const stopApp = async () => {
		if (app) process.kill(-app.pid, 'SIGTERM');
		app = null;
		await waitForNone(clone.marker, clone.folder, STOP_MS);
	};
	const step = async (name: string, work: () => Promise<void>) => {
		const begin = Date.now();
		await work();
		console.log(`✓ ${clone.name}: ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
	};
	const follow = async (lines: string[]) => {
		for (const line of lines) await step(line, () => run(clone, line));
	};
	try {
		await follow(install.slice(0, createsFile));
		await fillIn(path.join(clone.folder, '.env'), {
			...standInEnvironment(discord.url),
			PORT: String(port),
			APP_URL,
			DATABASE_URL: database.url,
			ADMIN_DISCORD_IDS: PERSONAS.admin.discordId,
		});
		await follow(install.slice(createsFile, starts));
		await step(install.slice(starts).join('; '), startApp);
		const token = await createSession(database.url);
		const expectStatus = async (expected: number) => {
			const headers = { Authorization: `Bearer ${token}` };
			const { status } = await fetch(`http://localhost:${port}/api/auth/me`, { headers });
			if (status !== expected) throw new Error(`the signed-in user got ${status}, expected ${expected}`);
		};
		await follow(update);
		await step('the updated app starts', async () => {
			await stopApp();
			await startApp();
			await expectStatus(200);
		});
		const restores = backup.findIndex((line) => line.includes('restore'));
		await follow(backup.slice(0, restores));
		await step('the app stops after its sessions were deleted', async () => {
			await query(database.url, 'DELETE FROM sessions');
			await expectStatus(401);
			await stopApp();
		});
		await follow(backup.slice(restores));
		await step('the app starts with what was restored', async () => {
			await startApp();
			await expectStatus(200);
			await stopApp();
		});
		if (standIn.state.violations.length > 0) throw new Error(standIn.state.violations.join('; '));
		return 0;
	} catch (error) {
		console.log(`✗ ${clone.name}: ${error instanceof Error ? error.message : String(error)}`);
		return 1;
	} finally {
		killProcesses(await listProcesses(clone.marker, clone.folder), 'SIGKILL');
		await discord.close();
		await database.stop();
	}
}

/** Returns the commands of a section without those of docker. */
async function readCommands(section: string): Promise<string[]> {
	const blocks = (await readBlocks('operations.md')).filter((block) => block.section === section);
	const lines = blocks.filter(({ language }) => language === 'sh').flatMap((block) => block.lines);
	const commands = lines.filter((line) => !line.includes('docker '));
	if (commands.length === 0) throw new Error(`operations.md has no commands in "${section}"`);
	return commands;
}

/** Runs one command in a new shell, as in a new terminal. Throws with its output when it fails. */
async function run(clone: Clone, command: string): Promise<void> {
	const started = startCommand(clone, command);
	const timer = setTimeout(() => process.kill(-started.pid, 'SIGKILL'), COMMAND_MS);
	const code = await started.exited;
	clearTimeout(timer);
	if (code !== 0) throw new Error(`${command} ended with ${code}:\n${started.output().slice(-4_000)}`);
}

/** Sets variables in `.env`; those that it only has as a comment are added. */
async function fillIn(file: string, values: Record<string, string>): Promise<void> {
	let text = await readFile(file, 'utf8');
	for (const [name, value] of Object.entries(values)) {
		const line = new RegExp(`^${name}=.*$`, 'm');
		text = line.test(text) ? text.replace(line, `${name}=${value}`) : `${text}${name}=${value}\n`;
	}
	await writeFile(file, text);
}

async function waitForHealth(app: Started, address: string): Promise<void> {
	let code: number | null = null;
	void app.exited.then((value) => {
		code = value;
	});
	for (const end = Date.now() + START_MS; Date.now() < end; await sleep(200)) {
		const status = await fetch(address).then(
			(response) => response.status,
			() => 0,
		);
		if (status === 200) return;
		if (code !== null) break;
	}
	throw new Error(`the app does not start:\n${app.output().slice(-4_000)}`);
}

/** Creates a user with a session, and returns its token. */
async function createSession(url: string): Promise<string> {
	const token = randomBytes(32).toString('base64url');
	const hash = createHash('sha256').update(token).digest('hex');
	await query(
		url,
		`WITH member AS (
			INSERT INTO users (discord_id, username, first_signed_in_at, membership_checked_at)
			VALUES ('900000000000000001', 'member', now(), now()) RETURNING id
		)
		INSERT INTO sessions (token_hash, user_id, expires_at) SELECT '${hash}', id, now() + interval '1 day' FROM member`,
	);
	return token;
}

async function query(url: string, sql: string): Promise<void> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	await client.query(sql);
	await client.end();
}
