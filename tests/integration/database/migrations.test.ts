import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { QueryTypes, Sequelize } from 'sequelize';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listPendingMigrations, migrate, rollback } from '~/database/migrate.ts';
import { migrations } from '~/database/migrations/index.ts';
import type { Migration } from '~/database/migrations/migration.ts';
import { buildTestUrl, createDatabase, dropDatabase } from '~/tests/support/database.ts';

const NAME = 'migrations_test';
/** A statement that waits for a table in this database. */
const WAITING = `SELECT pid FROM pg_locks JOIN pg_database d ON d.oid = database
	WHERE NOT granted AND relation IS NOT NULL AND datname = current_database()`;
const names = migrations.map(({ name }) => name);
let sequelize: Sequelize;

beforeEach(async () => {
	await dropDatabase(NAME);
	await createDatabase(NAME, { empty: true });
	sequelize = connect();
});
afterEach(async () => {
	await sequelize.close();
	await dropDatabase(NAME);
});

function connect(): Sequelize {
	return new Sequelize(buildTestUrl(NAME), { logging: false, pool: { max: 5 } });
}

/** Runs `npm run db:…`. Returns the exit code and all output. */
async function runCli(command: string): Promise<{ code: number | null; output: string }> {
	const child = spawn('node_modules/.bin/tsx', ['database/cli.ts', command], {
		env: { ...process.env, DATABASE_URL: buildTestUrl(NAME) },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk) => {
			output += String(chunk);
		});
	}
	const [code] = (await once(child, 'close')) as [number | null];
	return { code, output: output.trim() };
}

/**
 * Returns a line for everything that migrations create: columns, constraints, indexes, and things that must
 * never exist.
 */
async function describeSchema(): Promise<string[]> {
	const rows = await sequelize.query<{ line: string }>(
		`SELECT concat_ws(' ', 'column', table_name, column_name, data_type, is_nullable, column_default) AS line
			FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'schema_migrations'
		UNION ALL SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
			FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conrelid <> 'schema_migrations'::regclass
		UNION ALL SELECT concat_ws(' ', 'index', indexdef)
			FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'schema_migrations'
		UNION ALL SELECT concat_ws(' ', 'sequence', sequencename) FROM pg_sequences WHERE schemaname = 'public'
		UNION ALL SELECT concat_ws(' ', 'function', proname) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
		UNION ALL SELECT concat_ws(' ', 'type', typname) FROM pg_type
			WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd', 'r')
		ORDER BY 1`,
		{ type: QueryTypes.SELECT },
	);
	return rows.map(({ line }) => line);
}

describe('migrations', () => {
	test('have names that sort in their order', () => {
		expect([...names].sort()).toEqual(names);
		expect(new Set(names).size).toBe(names.length);
	});

	test('go up, all the way down to nothing, and up to the same schema', async () => {
		expect(await listPendingMigrations(sequelize)).toEqual(names);
		expect(await migrate(sequelize)).toEqual(names);
		expect(await listPendingMigrations(sequelize)).toEqual([]);
		const first = await describeSchema();
		expect(first.length).toBeGreaterThan(100);

		expect(await rollback(sequelize, { to: 0 })).toEqual([...names].reverse());
		expect(await describeSchema()).toEqual([]);
		expect(await listPendingMigrations(sequelize)).toEqual(names);

		await migrate(sequelize);
		expect(await describeSchema()).toEqual(first);
	});

	test('each can be reverted and applied again separately', async () => {
		await migrate(sequelize);
		for (let count = names.length; count > 0; count--) {
			const before = await describeSchema();
			expect(await rollback(sequelize)).toEqual([names[count - 1]]);
			expect(await migrate(sequelize, { migrations: migrations.slice(0, count) })).toHaveLength(1);
			expect(await describeSchema()).toEqual(before);
			await rollback(sequelize);
		}
	});

	test('0014 computes the same name parts as before', async () => {
		const texts = [
			'',
			' ',
			'a',
			'Đorđe  Voß\n',
			'  zoë%_ 12',
			'Ｗｒｅｎ ﬁn',
			'x'.repeat(255),
			'🦉🦉 né\u0301',
		];
		const readGrams = () =>
			sequelize.query('SELECT name, search_grams(name) AS grams FROM unnest(ARRAY[:texts]) AS name', {
				type: QueryTypes.SELECT,
				replacements: { texts },
			});
		await migrate(sequelize);
		const after = await readGrams();
		await rollback(sequelize, { to: '0014-imports-and-templates' });
		expect(after).toEqual(await readGrams());
	});

	test('rollback reverts migrations down to and including the named one', async () => {
		await migrate(sequelize);
		const reverted = names.slice(names.indexOf('0003-groups'));
		expect(await rollback(sequelize, { to: '0003-groups' })).toEqual([...reverted].reverse());
		expect(await listPendingMigrations(sequelize)).toEqual(reverted);
		await expect(rollback(sequelize, { to: 'no-such-name' })).rejects.toThrow('no-such-name');
	});

	test('0013 sets expiry times on existing rows and records former admins', async () => {
		await migrate(sequelize);
		await rollback(sequelize, { to: '0013-credentials' });
		await sequelize.query(`
			INSERT INTO users (id, username, role, first_signed_in_at) VALUES
				(1, 'player', 'player', '2026-01-01Z'), (2, 'admin', 'admin', '2026-01-02Z'),
				(3, 'demoted', 'player', '2026-01-03Z'), (4, 'imported admin', 'admin', NULL);
			UPDATE users SET created_at = '2026-01-04Z' WHERE id = 4;
			INSERT INTO audit_entries (action, subject_type, subject_id, detail) VALUES
				('users.setRole', 'user', '1', '{"from": "storyteller", "to": "player"}'),
				('users.setRole', 'user', '3', '{"from": "admin", "to": "player"}');
			INSERT INTO erased_ids (discord_id_hmac, erased_at) VALUES (repeat('a', 64), '2026-02-01Z');
			INSERT INTO api_tokens (user_id, name, token_hash, created_at)
				VALUES (1, 'old', repeat('a', 64), '2020-01-01Z');
			INSERT INTO sessions (token_hash, user_id, created_at, expires_at)
				SELECT lpad(n::text, 64, '0'), 1 + n % 2, now() - n * interval '1 day', now() + interval '20 days'
				FROM generate_series(1, 120) n`);
		await migrate(sequelize);
		const select = <Row extends object>(sql: string) =>
			sequelize.query<Row>(sql, { type: QueryTypes.SELECT });
		expect(await select('SELECT became_admin_at AS at FROM users ORDER BY id')).toEqual(
			[null, '2026-01-02', '2026-01-03', '2026-01-04'].map((at) => ({ at: at && new Date(`${at}Z`) })),
		);
		expect(await select('SELECT became_admin_at AS at FROM erased_ids')).toEqual([
			{ at: new Date('2026-02-01Z') },
		]);
		expect(await select(`SELECT expires_at > now() + interval '364 days' AS lasts FROM api_tokens`)).toEqual([
			{ lasts: true },
		]);
		expect(
			await select(`SELECT user_id, count(*)::int AS kept, max(now() - created_at) < interval '101 days' AS newest,
				bool_and(expires_at <= created_at + interval '90 days') AS ends FROM sessions GROUP BY 1 ORDER BY 1`),
		).toEqual(['1', '2'].map((user_id) => ({ user_id, kept: 50, newest: true, ends: true })));
	});

	test('a failing migration applies nothing, and neither do the others of that run', async () => {
		const failing = {
			name: '9999-fails',
			up: ({ run }: { run: (sql: string) => Promise<void> }) =>
				run('CREATE TABLE half (id int); SELECT 1 / 0'),
			down: async () => undefined,
		};
		await expect(migrate(sequelize, { migrations: [...migrations, failing] })).rejects.toThrow('9999-fails');
		expect(await listPendingMigrations(sequelize)).toEqual(names);
		expect(await migrate(sequelize)).toEqual(names);
		expect((await describeSchema()).some((line) => line.includes('half'))).toBe(false);
	});

	test.each(['migrate', 'rollback'] as const)(
		'%s does not stop a page that uses the same tables in another order',
		async (change) => {
			const extra: Migration = {
				name: '9999-extra',
				up: ({ run }) => run('ALTER TABLE events ADD extra int; ALTER TABLE signups ADD extra int'),
				down: ({ run }) => run('ALTER TABLE events DROP extra; ALTER TABLE signups DROP extra'),
			};
			const options = { migrations: [...migrations, extra] };
			await migrate(sequelize, change === 'migrate' ? {} : options);
			const page = connect();
			let changing: Promise<string[]> | undefined;
			await page.transaction(async (transaction) => {
				await page.query('SELECT FROM signups LIMIT 1', { transaction });
				changing = change === 'migrate' ? migrate(sequelize, options) : rollback(sequelize, options);
				await expect
					.poll(async () => (await page.query(WAITING))[0], { interval: 5, timeout: 15_000 })
					.not.toEqual([]);
				await page.query('SELECT FROM events LIMIT 1', { transaction });
			});
			expect(await changing).toEqual([extra.name]);
			await page.close();
		},
	);

	test('refuses to migrate or roll back a database of a newer version, with a message', async () => {
		await migrate(sequelize);
		await sequelize.query(`INSERT INTO schema_migrations (name) VALUES ('0998-later'), ('0999-last')`);
		const wholeSchema = await describeSchema();
		for (const change of [migrate, rollback]) {
			await expect(change(sequelize)).rejects.toThrow(
				/does not know 0998-later, 0999-last\. Nothing was done\. Start the newer version, or restore a backup/,
			);
		}
		expect(await describeSchema()).toEqual(wholeSchema);
		for (const command of ['migrate', 'rollback']) {
			const { code, output } = await runCli(command);
			expect(code, command).toBe(1);
			expect(output, command).toMatch(/^A newer version of Townbell has changed this database: .*$/);
		}
	});

	test('many connections that migrate at once apply each migration once', async () => {
		const others = Array.from({ length: 6 }, connect);
		const applied = await Promise.all(others.map((other) => migrate(other)));
		expect(applied.filter((list) => list.length > 0)).toEqual([names]);
		await Promise.all(others.map((other) => other.close()));
	});

	test('three processes that migrate at once all succeed', async () => {
		const results = await Promise.all(Array.from({ length: 3 }, () => runCli('migrate')));
		expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
		expect(results.map(({ output }) => output).sort()).toEqual([
			`Applied: ${names.join(', ')}`,
			'The database is up to date.',
			'The database is up to date.',
		]);
	});
});
