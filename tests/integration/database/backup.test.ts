import { randomBytes } from 'node:crypto';
import { copyFile, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { Sequelize } from 'sequelize';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { saveNightlyBackup } from '~/database/backup/nightly.ts';
import { restoreBackup } from '~/database/backup/restore-backup.ts';
import { saveBackup, UNSAVED_TABLES } from '~/database/backup/save-backup.ts';
import { closeDatabase, connectDatabase } from '~/database/connection.ts';
import { migrate, readSchemaState } from '~/database/migrate.ts';
import { migrations } from '~/database/migrations/index.ts';
import { FORMER_MIGRATIONS } from '~/database/schema/former-migrations.ts';
import { seedCommunity } from '~/seeds/community.ts';
import { requeuePendingMirrors } from '~/server/operations/mirror/start-mirror.ts';
import { startQueue, stopQueue } from '~/server/queue.ts';
import { buildTestUrl, createDatabase, dropDatabase } from '~/tests/support/database.ts';

const NOW = new Date('2026-11-23T15:00:00Z');
const names: string[] = [];
let directory: string;
let file: string;
let source: string;
/** A backup of `source`, and what `source` held then. */
let sourceFile: string;
let sourceData: Record<string, string>;

beforeAll(async () => {
	directory = await mkdtemp(path.join(tmpdir(), 'townbell-backup-'));
	source = await createBackupDatabase();
	connectDatabase({ url: source, poolMax: 4 });
	await seedCommunity({ now: NOW });
	await closeDatabase();
	await run(source, UNUSUAL_ROWS);
	sourceFile = path.join(directory, 'source.backup');
	await saveBackup(source, sourceFile, NOW);
	sourceData = await describeData(source);
});
afterAll(() => rm(directory, { recursive: true, force: true }));
beforeEach(() => {
	file = path.join(directory, `${randomBytes(4).toString('hex')}.backup`);
});
afterEach(async () => {
	for (const name of names.filter((one) => !source.endsWith(one)).splice(0)) await dropDatabase(name);
});
afterAll(() => dropDatabase(new URL(source).pathname.slice(1)));

/** Values that a text format could break, and an account that had the highest id and is deleted. */
const UNUSUAL_ROWS = `
	INSERT INTO users (username, preferred_username) VALUES (E'tab\\t, line\\n, \\\\N, "quote", {brace}, 🜂', NULL);
	INSERT INTO images (content_hash, mime, bytes, width, height)
		SELECT repeat(n::text, 64), 'image/webp', decode(repeat('00ff0a5c', 200000), 'hex'), 1, 1 FROM generate_series(1, 3) n;
	INSERT INTO audit_entries (action, subject_type, detail) VALUES ('test', 'user', 'null'), ('test', 'user', '{"a": [1.10, "\\n"]}');
	INSERT INTO discord_mirrors (event_id, state, updated_at) SELECT min(id), 'pending', '2026-01-01' FROM events
		ON CONFLICT DO NOTHING;
	INSERT INTO users (username) VALUES ('gone');
	DELETE FROM users WHERE username = 'gone';
`;

async function createBackupDatabase(options: { empty?: boolean } = {}): Promise<string> {
	const name = `backup_${randomBytes(6).toString('hex')}`;
	await createDatabase(name, options);
	names.push(name);
	return buildTestUrl(name);
}

async function run<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		const result = await client.query<Row>(sql);
		return result.rows;
	} finally {
		await client.end();
	}
}

/** Returns a checksum of the rows of each table that a backup has, and the last value of each sequence. */
async function describeData(url: string): Promise<Record<string, string>> {
	const tables = await run<{ name: string }>(
		url,
		`SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL ('{${UNSAVED_TABLES.join()}}')
		ORDER BY 1`,
	);
	const checks = tables.map(
		({ name }) =>
			`SELECT '${name}' AS name, count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS value
			FROM "${name}" t`,
	);
	const sequences = `SELECT sequencename, last_value::text FROM pg_sequences WHERE schemaname = 'public'`;
	const rows = await run<{ name: string; value: string }>(url, [...checks, sequences].join(' UNION ALL '));
	return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

test('a restored database has the same rows and sequences, and its next ids follow', async () => {
	const before = await describeData(source);
	const { tables, rows } = await saveBackup(source, file, NOW);
	expect(Object.keys(before).length).toBeGreaterThan(tables);
	expect(rows).toBeGreaterThan(500);
	expect((await stat(file)).mode & 0o777).toBe(0o600);

	const target = await createBackupDatabase({ empty: true });
	expect(await restoreBackup(target, file)).toEqual({ createdAt: NOW.toISOString(), rows, applied: [] });
	expect(await describeData(target)).toEqual(before);
	const insert = `INSERT INTO users (username) VALUES ('next') RETURNING id`;
	expect(await run(target, insert)).toEqual(await run(source, insert));
	await run(source, `DELETE FROM users WHERE username = 'next'`);
});

test('a restore replaces newer rows and a newer schema by those of the backup', async () => {
	const target = await createBackupDatabase();
	await run(
		target,
		`CREATE TABLE of_the_future (user_id bigint REFERENCES users (id));
		ALTER TABLE users ADD COLUMN of_the_future text NOT NULL DEFAULT '', DROP COLUMN theme;
		CREATE FUNCTION of_the_future() RETURNS int LANGUAGE sql AS 'SELECT 1';
		INSERT INTO schema_migrations (name) VALUES ('9999-of-the-future');
		INSERT INTO users (username) VALUES ('newer')`,
	);
	await restoreBackup(target, sourceFile);
	expect(await describeData(target)).toEqual(sourceData);
	expect(await run(target, `SELECT 1 FROM pg_proc WHERE proname = 'of_the_future'`)).toEqual([]);
});

test('a backup of an older version is migrated to the current schema', async () => {
	const oldDatabase = await createBackupDatabase({ empty: true });
	const sequelize = new Sequelize(oldDatabase, { logging: false });
	await migrate(sequelize, { migrations: migrations.slice(0, 1) });
	await sequelize.close();
	await run(oldDatabase, `INSERT INTO users (username) VALUES ('from the past')`);
	await saveBackup(oldDatabase, file, NOW);

	const target = await createBackupDatabase();
	await run(target, `INSERT INTO users (username) VALUES ('newer')`);
	const { applied } = await restoreBackup(target, file);
	expect(applied).toEqual(migrations.slice(1).map(({ name }) => name));
	expect(await run(target, 'SELECT username FROM users')).toEqual([{ username: 'from the past' }]);
	const restored = new Sequelize(target, { logging: false });
	expect((await readSchemaState(restored)).pending).toEqual([]);
	await restored.close();
});

test('a backup with all migrations that the schema replaces is restored, one with some of them is refused', async () => {
	await saveBackup(source, file, NOW);
	const [header = '', ...rows] = gunzipSync(await readFile(file))
		.toString()
		.split('\n');
	const writeWith = (names: readonly string[]) =>
		writeFile(
			file,
			gzipSync([JSON.stringify({ ...JSON.parse(header), migrations: names }), ...rows].join('\n')),
		);
	const target = await createBackupDatabase();
	await writeWith(FORMER_MIGRATIONS.slice(0, -1));
	await expect(restoreBackup(target, file)).rejects.toThrow(/Update it first with .*\nNothing was changed/);
	expect(await run(target, 'SELECT FROM users')).toEqual([]);
	await writeWith([...FORMER_MIGRATIONS, ...migrations.slice(1).map(({ name }) => name)]);
	expect(await restoreBackup(target, file)).toMatchObject({ applied: [] });
	expect(await describeData(target)).toEqual(await describeData(source));
});

test('the queue is created again after a restore, with a job for each pending mirror', async () => {
	const target = await createBackupDatabase();
	await restoreBackup(target, sourceFile);
	connectDatabase({ url: target, poolMax: 2 });
	try {
		await startQueue({ url: target, shouldRunJobs: false });
		const pendingMirrors = await run(target, `SELECT event_id FROM discord_mirrors WHERE state = 'pending'`);
		expect(pendingMirrors.length).toBeGreaterThan(0);
		expect(await requeuePendingMirrors(NOW)).toBe(pendingMirrors.length);
	} finally {
		await stopQueue();
		await closeDatabase();
	}
});

test('refuses a restore while another client is connected, and changes nothing', async () => {
	const target = await createBackupDatabase();
	const before = await describeData(target);
	const appClient = new pg.Client({ connectionString: target, application_name: 'townbell' });
	await appClient.connect();
	await expect(restoreBackup(target, sourceFile)).rejects.toThrow(
		/connected.*townbell: 1.*\nNothing was changed/s,
	);
	await appClient.end();
	expect(await describeData(target)).toEqual(before);
});

test('backs up and restores with a role that owns only its tables', async () => {
	const target = await createBackupDatabase({ empty: true });
	const owner = await createRole(target);
	const name = new URL(target).pathname.slice(1);
	await run(
		target,
		`GRANT CREATE ON SCHEMA public TO ${owner.role}; GRANT CREATE ON DATABASE ${name} TO ${owner.role}`,
	);
	try {
		await restoreBackup(owner.url, sourceFile);
		await saveBackup(owner.url, file, NOW);
		await restoreBackup(owner.url, file);
		expect(await describeData(target)).toEqual(sourceData);
	} finally {
		await owner.drop();
	}
});

/**
 * Creates a role without any rights. Returns the database's address with that role, and a function that drops
 * the role.
 */
async function createRole(
	database: string,
): Promise<{ role: string; url: string; drop: () => Promise<unknown> }> {
	const role = `role_${randomBytes(6).toString('hex')}`;
	await run(database, `CREATE ROLE ${role} LOGIN PASSWORD 'x'`);
	const url = new URL(database);
	[url.username, url.password] = [role, 'x'];
	const drop = () => run(database, `DROP OWNED BY ${role} CASCADE; DROP ROLE ${role}`);
	return { role, url: url.toString(), drop };
}

const editLines = (change: (lines: string[]) => string[]) => (bytes: Buffer) =>
	gzipSync(change(gunzipSync(bytes).toString('utf8').trimEnd().split('\n')).join('\n').concat('\n'));

test.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
	['is plain text', () => Buffer.from('SELECT 1;\n'.repeat(100)), /is not a backup/],
	['is empty', () => Buffer.alloc(0), /is not a backup/],
	['is another gzip file', () => gzipSync('{"a":1}\n'), /is not a backup/],
	['is cut off', (bytes) => bytes.subarray(0, bytes.length - 1_000), /damaged or incomplete/],
	[
		'has a flipped bit',
		(bytes) => Buffer.from(bytes.map((byte, at) => (at === bytes.length - 500 ? byte ^ 1 : byte))),
		/./,
	],
	['has no end', editLines((lines) => lines.slice(0, -1)), /its end is missing/],
	[
		'misses a row',
		editLines((lines) =>
			lines.filter((_, at) => at === 0 || !lines[at - 1]?.includes('"table":"audit_entries"')),
		),
		/damaged: audit_entries/,
	],
	[
		'has a newer format',
		editLines(([header = '', ...lines]) => [
			header.replace('"townbellBackup":1', '"townbellBackup":2'),
			...lines,
		]),
		/format 2/,
	],
	[
		'is of a newer version',
		editLines(([header = '', ...lines]) => [header.replace(']', ',"9999-new"]'), ...lines]),
		/newer Townbell \(9999-new\)/,
	],
	[
		'has an unknown table',
		editLines((lines) => lines.map((line) => line.replace('"table":"users"', '"table":"pg_class"'))),
		/not known/,
	],
])('a file that %s is refused and changes nothing', async (_, damage, message) => {
	await writeFile(file, damage(await readFile(sourceFile)));
	const target = await createBackupDatabase();
	await run(target, `INSERT INTO users (username) VALUES ('stays')`);
	const before = await describeData(target);
	const error: unknown = await restoreBackup(target, file).catch((reason: unknown) => reason);
	expect(String(error)).toMatch(message);
	expect(String(error)).toContain('Nothing was changed.');
	expect(await describeData(target)).toEqual(before);
});

test('names a missing file, and a database without Townbell', async () => {
	const empty = await createBackupDatabase({ empty: true });
	await expect(restoreBackup(empty, path.join(directory, 'missing'))).rejects.toThrow(/ENOENT/);
	await expect(saveBackup(empty, file, NOW)).rejects.toThrow('does not contain Townbell');
	expect(await readdir(directory)).not.toContain(path.basename(file));
});

test.each([
	['a link to another file', (partial: string, other: string) => symlink(other, partial)],
	['a file that everyone may read', (partial: string) => writeFile(partial, 'old', { mode: 0o666 })],
])('%s in the place of the unfinished backup is replaced', async (_, create) => {
	const other = path.join(directory, 'other-file');
	await writeFile(other, 'untouched');
	await create(`${file}.partial`, other);
	await saveBackup(source, file, NOW);
	expect(await readFile(other, 'utf8')).toBe('untouched');
	const { mode } = await lstat(file);
	expect((mode & 0o777).toString(8)).toBe('600');
	expect(gunzipSync(await readFile(file)).toString()).toContain('townbellBackup');
});

test('a failed backup leaves the earlier file unchanged', async () => {
	await copyFile(sourceFile, file);
	const before = await readFile(file);
	const other = await createBackupDatabase();
	const { role, url, drop } = await createRole(other);
	await run(
		other,
		`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}; REVOKE SELECT ON users FROM ${role}`,
	);
	try {
		await expect(saveBackup(url, file, NOW)).rejects.toThrow('permission denied for table users');
		expect(await readFile(file)).toEqual(before);
		expect(await readdir(directory)).not.toContain(`${path.basename(file)}.partial`);
	} finally {
		await drop();
	}
});

test('makes one nightly backup per night and keeps the latest ones', async () => {
	const nightlyDirectory = await mkdtemp(path.join(directory, 'nightly-'));
	const timeOnDay = (day: number) => new Date(`2026-03-${String(day).padStart(2, '0')}T03:05:00Z`);
	for (const day of [8, 9, 10]) {
		expect(await saveNightlyBackup(source, nightlyDirectory, 2, timeOnDay(day))).toMatchObject({
			tables: expect.any(Number),
		});
		expect(await saveNightlyBackup(source, nightlyDirectory, 2, timeOnDay(day))).toBeNull();
	}
	expect((await readdir(nightlyDirectory)).sort()).toEqual([
		'townbell-20260309T030500Z.backup',
		'townbell-20260310T030500Z.backup',
	]);
	const target = await createBackupDatabase({ empty: true });
	await restoreBackup(target, path.join(nightlyDirectory, 'townbell-20260310T030500Z.backup'));
	expect(await describeData(target)).toEqual(await describeData(source));
});
