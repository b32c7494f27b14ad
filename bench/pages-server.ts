import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { openSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedDatabase } from '~/database/embedded.ts';
import { type AppProcess, findFreePort, startApp, waitForStatus } from '~/tests/e2e/support/app-process.ts';
import { serveDiscordStandIn } from '~/tests/mocks/discord/serve.ts';
import { createDiscordStandIn, standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import { getMedian } from './measure.ts';
import { APP_CORE, findParent, readResidentMb, startOnCore } from './processes.ts';

const USERS = 1_000;
export const SIGNUPS_OF_FIRST_EVENT = 40;

export type PagesServer = {
	app: AppProcess;
	databaseUrl: string;
	/** The folder of this run, which `stop` deletes. */
	directory: string;
	/** The processes of PostgreSQL and of the app, which share a core. */
	postgresPid: number;
	appPid: number;
	/** A session of each user. */
	tokens: string[];
	/** The ids of the 30 upcoming events; the first one has 40 signups. */
	eventIds: string[];
	start: ColdStart;
	/** Deletes the signups that a measurement has added. */
	resetSignups: () => Promise<void>;
	/** Starts another app with the same database, which must be stopped first. */
	startReplica: () => Promise<AppProcess>;
	stop: () => Promise<void>;
};

/** Seconds from the start of the process to the first 200, and its memory then. */
type ColdStart = { readySeconds: number; pageSeconds: number; residentMb: number };

/** Builds the app that `startPagesServer` starts. */
export function buildApp(): void {
	if (process.platform !== 'linux') throw new Error('This benchmark reads CPU times from /proc of Linux.');
	const build = spawnSync('npm', ['run', '--silent', 'build'], { encoding: 'utf8' });
	if (build.status !== 0) throw new Error(`The build failed:\n${build.stderr}`);
}

/**
 * Starts PostgreSQL and the built app on the first core, with the Discord stand-in and the data of the benchmark. The
 * app is started `coldStarts` times; the last one keeps running. PostgreSQL does not wait for the disk.
 */
export async function startPagesServer(coldStarts: number): Promise<PagesServer> {
	const directory = await mkdtemp(path.join(tmpdir(), 'townbell-bench-'));
	await chmod(directory, 0o755);
	const postgres = await startOnCore(APP_CORE, () =>
		startEmbeddedDatabase({ directory, database: 'townbell', throwaway: true }),
	);
	const discord = await serveDiscordStandIn(createDiscordStandIn());
	const port = await findFreePort();
	const env = {
		...standInEnvironment(discord.url),
		DATABASE_URL: postgres.url,
		RATE_LIMIT_FACTOR: '1000000',
	};
	// The log goes to a file, so that this process does not have to read it.
	const log = openSync(path.join(directory, 'app.log'), 'a');
	const start = (at = port) => startOnCore(APP_CORE, () => startApp(at, env, { stdout: log }));
	let app = await start();
	const pool = new pg.Pool({ connectionString: postgres.url, max: 1 });
	const stop = async () => {
		await app.stop();
		await Promise.all([pool.end(), discord.close()]);
		await postgres.stop();
		await rm(directory, { recursive: true, force: true });
	};
	try {
		// The first start creates the tables.
		await waitForStatus(app, '/readyz', 200, 60_000);
		const { tokens, eventIds } = await insertData(pool);
		const starts: ColdStart[] = [];
		for (let i = 0; i < coldStarts; i += 1) {
			await app.stop();
			const startedAt = performance.now();
			app = await start();
			starts.push(await measureColdStart(app, startedAt, String(tokens[0])));
		}
		const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
		return {
			app,
			databaseUrl: postgres.url,
			directory,
			tokens,
			eventIds,
			postgresPid: findParent(Number(rows[0]?.pid)),
			appPid: Number(app.child.pid),
			start: {
				readySeconds: getMedian(starts.map(({ readySeconds }) => readySeconds)),
				pageSeconds: getMedian(starts.map(({ pageSeconds }) => pageSeconds)),
				residentMb: getMedian(starts.map(({ residentMb }) => residentMb)),
			},
			resetSignups: async () => {
				await pool.query('DELETE FROM signups WHERE user_id > $1', [SIGNUPS_OF_FIRST_EVENT]);
				await pool.query('VACUUM ANALYZE');
			},
			startReplica: async () => {
				const replica = await start(await findFreePort());
				await waitForStatus(replica, '/readyz', 200, 60_000);
				return replica;
			},
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

async function measureColdStart(app: AppProcess, startedAt: number, token: string): Promise<ColdStart> {
	const secondsUntil = async (address: string) => {
		while ((await readStatus(app.url + address, token)) !== 200) {
			if (app.child.exitCode !== null) throw new Error(`The app ended:\n${app.output()}`);
			await wait(5);
		}
		return (performance.now() - startedAt) / 1_000;
	};
	const readySeconds = await secondsUntil('/readyz');
	const pageSeconds = await secondsUntil('/events');
	return { readySeconds, pageSeconds, residentMb: readResidentMb(Number(app.child.pid)) };
}

/** Returns the status of a response, or 0 without one. */
const readStatus = (url: string, token: string) =>
	new Promise<number>((resolve) => {
		get(url, { agent: false, headers: { Cookie: `session=${token}` } }, (response) => {
			response.on('end', () => resolve(response.statusCode ?? 0)).resume();
		}).on('error', () => resolve(0));
	});

/** Inserts 1,000 users with a session each, 30 upcoming events with 12 signups each, and 40 for the first event. */
async function insertData(pool: pg.Pool): Promise<{ tokens: string[]; eventIds: string[] }> {
	await pool.query(
		`INSERT INTO users (discord_id, username, preferred_username, role, first_signed_in_at, membership_checked_at)
		SELECT (700000000000000000 + n)::text, 'bench-' || n, 'Villager ' || n,
			CASE WHEN n % 10 = 0 THEN 'creator' ELSE 'player' END, now(), now() + interval '1 day'
		FROM generate_series(1, $1::int) n`,
		[USERS],
	);
	const tokens = Array.from({ length: USERS }, () => randomBytes(32).toString('base64url'));
	await pool.query(
		`INSERT INTO sessions (token_hash, user_id, created_at, last_seen_at, expires_at)
		SELECT hash, n, now(), now(), now() + interval '1 day' FROM unnest($1::text[]) WITH ORDINALITY AS t (hash, n)`,
		[tokens.map((token) => createHash('sha256').update(token).digest('hex'))],
	);
	const { rows: events } = await pool.query<{ id: string }>(
		`INSERT INTO events (title, description, location, date, creator_id)
		SELECT 'Game night ' || n, 'Bring tea, your best poker face and your worst alibi. New players are welcome.',
			'Voice channel “The Hearth”', now() + n * interval '1 day', 10
		FROM generate_series(1, 30) n RETURNING id`,
	);
	const eventIds = events.map(({ id }) => id);
	await pool.query(
		`INSERT INTO signups (event_id, user_id, status, notes)
		SELECT e.id, n, (ARRAY['confirmed', 'confirmed', 'late', 'tentative', 'declined'])[1 + n % 5],
			CASE WHEN n % 8 = 0 THEN 'I may be ten minutes late.' END
		FROM unnest($1::bigint[]) WITH ORDINALITY AS e (id, place),
			generate_series(1, CASE WHEN e.place = 1 THEN $2::int ELSE 12 END) n`,
		[eventIds, SIGNUPS_OF_FIRST_EVENT],
	);
	await pool.query('CREATE SCHEMA bench');
	await pool.query(
		`CREATE TABLE bench.upserts (id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, event_id bigint, user_id bigint,
			status text, updated_at timestamptz DEFAULT now(), UNIQUE (event_id, user_id))`,
	);
	await pool.query('VACUUM ANALYZE');
	return { tokens, eventIds };
}
