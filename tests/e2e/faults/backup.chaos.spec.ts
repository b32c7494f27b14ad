import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { Sequelize } from 'sequelize';
import { migrate } from '~/database/migrate.ts';
import { migrations } from '~/database/migrations/index.ts';
import { FORMER_MIGRATIONS } from '~/database/schema/former-migrations.ts';
import { standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import { type AppProcess, findFreePort, startApp, waitForStatus } from '../support/app-process.ts';
import { expect, test } from '../support/fixtures.ts';
import { createOwnDatabase } from '../support/own-database.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../../..');

test.setTimeout(180_000);

for (const heading of ['Without containers:', 'With containers:']) {
	test(`the documented backup and restore work across an update. ${heading}`, async () => {
		const [backup = '', ...others] = await readCommands(heading);
		const restore = others.find((command) => command.includes('restore')) ?? '';
		const folder = await createFolder();
		const database = await createOwnDatabase({ empty: true });
		const { url } = database;
		let app: AppProcess | undefined;
		try {
			const { eventId, token } = await fillOldDatabase(url);
			await runCommand(backup, folder, url);
			app = await start(url);
			const insertLaterUser = `INSERT INTO users (username) VALUES ('later')`;
			await query(url, insertLaterUser);
			await expect(runCommand(restore, folder, url)).rejects.toThrow(/Nothing was changed/);
			expect(await query(url, `SELECT username FROM users WHERE username = 'later'`)).toHaveLength(1);

			await app.stop();
			for (const command of others) await runCommand(command, folder, url);
			expect(await query(url, 'SELECT username FROM users')).toEqual([{ username: 'saved' }]);
			app = await start(url);
			const page = await fetch(`${app.url}/events/${eventId}`, { headers: { Cookie: `session=${token}` } });
			expect(page.status).toBe(200);
			expect(await page.text()).toContain('Saved event');
		} finally {
			await app?.stop('SIGKILL');
			await database.remove();
			await rm(folder, { recursive: true, force: true });
		}
	});
}

async function start(url: string): Promise<AppProcess> {
	const app = startApp(await findFreePort(), {
		...standInEnvironment(String(process.env.E2E_DISCORD_URL)),
		DATABASE_URL: url,
		DISCORD_SERVICE: 'off',
		LOG_LEVEL: 'error',
	});
	await waitForStatus(app, '/readyz', 200);
	return app;
}

/**
 * Fills a database as the version did that had the migrations before the schema: a user with a session, and an event. An
 * update runs between the backup and the restore. Returns the event's id and the session token.
 */
async function fillOldDatabase(url: string): Promise<{ eventId: string; token: string }> {
	const sequelize = new Sequelize(url, { logging: false });
	await migrate(sequelize, { migrations: migrations.slice(0, 1) });
	await sequelize.query('TRUNCATE schema_migrations');
	await sequelize.query(
		`INSERT INTO schema_migrations (name) VALUES ${FORMER_MIGRATIONS.map((name) => `('${name}')`).join()}`,
	);
	await sequelize.close();
	const token = randomBytes(32).toString('base64url');
	const hash = createHash('sha256').update(token).digest('hex');
	const rows = await query<{ id: string }>(
		url,
		`WITH saved AS (
			INSERT INTO users (discord_id, username, first_signed_in_at, membership_checked_at)
			VALUES ('900000000000000001', 'saved', now(), now()) RETURNING id
		), session AS (
			INSERT INTO sessions (token_hash, user_id, expires_at) SELECT '${hash}', id, now() + interval '1 day' FROM saved
		)
		INSERT INTO events (title, date, creator_id) SELECT 'Saved event', now() + interval '2 days', id FROM saved
		RETURNING id`,
	);
	return { eventId: String(rows[0]?.id), token };
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		return (await client.query<Row>(sql)).rows;
	} finally {
		await client.end();
	}
}

/** Returns the lines of the code block that follows `heading` in docs/operations.md. */
async function readCommands(heading: string): Promise<string[]> {
	const docs = await readFile(path.join(ROOT, 'docs/operations.md'), 'utf8');
	const [, block] = docs.slice(docs.indexOf(`\n${heading}\n`)).match(/```sh\n([\s\S]*?)```/) ?? [];
	const commands = (block ?? '').trim().split('\n');
	expect(commands.filter((command) => /backup/.test(command)).length).toBeGreaterThanOrEqual(2);
	return commands;
}

/**
 * Creates a folder to run the commands in and returns its path. It holds the parts of the project that the
 * commands need and a `docker` script, so that the commands leave no files in the project.
 */
async function createFolder(): Promise<string> {
	const folder = await mkdtemp(path.join(tmpdir(), 'townbell-e2e-backup-'));
	for (const name of ['database', 'domain', 'package.json', 'tsconfig.json']) {
		await cp(path.join(ROOT, name), path.join(folder, name), { recursive: true });
	}
	for (const name of ['build', 'node_modules']) await symlink(path.join(ROOT, name), path.join(folder, name));
	// This `docker` runs the container's commands in this folder. The test itself stops and starts the app.
	await writeFile(
		path.join(folder, 'docker'),
		`#!/bin/sh
case "$1 $2 $3 $4" in
	"compose exec -T backup") shift 4; exec "$@" ;;
	"compose stop app "|"compose start app ") ;;
	*) echo "docker $*: not known" >&2; exit 1 ;;
esac
`,
	);
	await chmod(path.join(folder, 'docker'), 0o755);
	return folder;
}

function runCommand(command: string, folder: string, url: string): Promise<unknown> {
	const env = {
		...process.env,
		PATH: `${folder}:${path.dirname(process.execPath)}:${process.env.PATH}`,
		DATABASE_URL: url,
	};
	return run('sh', ['-c', command], { cwd: folder, env });
}
