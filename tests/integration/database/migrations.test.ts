import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { QueryTypes, Sequelize } from 'sequelize';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate, readSchemaState, rollback } from '~/database/migrate.ts';
import { type Migration, migrations } from '~/database/migrations/index.ts';
import { FORMER_MIGRATIONS, SCHEMA_NAME } from '~/database/schema/former-migrations.ts';
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
async function runCli(...words: string[]): Promise<{ code: number | null; output: string }> {
	const child = spawn('node_modules/.bin/tsx', ['database/cli.ts', ...words], {
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
		UNION ALL SELECT concat_ws(' ', 'function', proname, prosrc) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
		UNION ALL SELECT concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid))
			FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
			WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace
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

	test('create the schema, which the later ones change, and each of these can be reverted and applied again', async () => {
		expect((await readSchemaState(sequelize)).pending).toEqual(names);
		expect(await migrate(sequelize)).toEqual(names);
		expect(await readSchemaState(sequelize)).toEqual({ applied: names, pending: [], unknown: [] });
		expect((await describeSchema()).length).toBeGreaterThan(100);
		for (let count = names.length; count > 1; count--) {
			const before = await describeSchema();
			expect(await rollback(sequelize)).toEqual([names[count - 1]]);
			expect(await migrate(sequelize, { migrations: migrations.slice(0, count) })).toHaveLength(1);
			expect(await describeSchema()).toEqual(before);
			await rollback(sequelize);
		}
	});

	test('a series keeps how many weeks lie between its events when it gets a rule', async () => {
		const index = names.indexOf('0072-series-rules');
		await migrate(sequelize, { migrations: migrations.slice(0, index) });
		await sequelize.query(`INSERT INTO event_series (interval_weeks, next_date, start_time, timezone, title, description, duration,
			location, decide_minutes, on_too_few, creates_discord_event, announces)
			VALUES (3, '2030-01-01', '19:00', 'UTC', 'x', '', 180, '', 1440, 'ask', false, false)`);
		const read = (column: string) =>
			sequelize.query(`SELECT ${column} FROM event_series`, { type: QueryTypes.SELECT });
		await migrate(sequelize, { migrations: migrations.slice(0, index + 1) });
		expect(await read('rule, pause')).toEqual([{ rule: { interval_weeks: 3 }, pause: null }]);
		await rollback(sequelize, { migrations: migrations.slice(0, index + 1) });
		expect(await read('interval_weeks')).toEqual([{ interval_weeks: 3 }]);
	});

	test('the schema is not reverted, whatever is asked for', async () => {
		await migrate(sequelize, { migrations: migrations.slice(0, 1) });
		const before = await describeSchema();
		for (const options of [{}, { to: SCHEMA_NAME }])
			await expect(rollback(sequelize, options)).rejects.toThrow('The schema itself is not reverted');
		const { code, output } = await runCli('rollback', SCHEMA_NAME);
		expect({ code, isSaid: output.includes('would drop all data') }).toEqual({ code: 1, isSaid: true });
		expect(await describeSchema()).toEqual(before);
	});

	test('rollback reverts migrations down to and including the named one', async () => {
		const later = ['9997-a', '9998-b', '9999-c'].map((name): Migration => {
			const table = `table_${name.slice(-1)}`;
			return {
				name,
				up: ({ run }) => run(`CREATE TABLE ${table} ()`),
				down: ({ run }) => run(`DROP TABLE ${table}`),
			};
		});
		const options = { migrations: [...migrations, ...later] };
		await migrate(sequelize, options);
		expect(await rollback(sequelize, { ...options, to: '9998-b' })).toEqual(['9999-c', '9998-b']);
		expect((await readSchemaState(sequelize, options)).pending).toEqual(['9998-b', '9999-c']);
		await expect(rollback(sequelize, { ...options, to: 'no-such-name' })).rejects.toThrow('no-such-name');
	});

	test('a database with all migrations that the schema replaces has it; with some of them it is refused', async () => {
		await migrate(sequelize, { migrations: migrations.slice(0, 1) });
		const before = await describeSchema();
		const record = async (former: readonly string[]) => {
			await sequelize.query('TRUNCATE schema_migrations');
			for (const name of former)
				await sequelize.query('INSERT INTO schema_migrations (name) VALUES ($1)', { bind: [name] });
		};
		for (const missing of [0, 30, FORMER_MIGRATIONS.length - 1]) {
			await record(FORMER_MIGRATIONS.toSpliced(missing, 1));
			for (const change of [migrate, rollback])
				await expect(change(sequelize)).rejects.toThrow(
					/^An early version .*Update it first .*Nothing was done/,
				);
		}
		expect(await describeSchema()).toEqual(before);
		await record(FORMER_MIGRATIONS);
		expect(await migrate(sequelize)).toEqual(names.slice(1));
		expect(await readSchemaState(sequelize)).toEqual({ applied: names, pending: [], unknown: [] });
	});

	test('a failing migration applies nothing, and neither do the others of that run', async () => {
		const failing = {
			name: '9999-fails',
			up: ({ run }: { run: (sql: string) => Promise<void> }) =>
				run('CREATE TABLE half (id int); SELECT 1 / 0'),
			down: async () => undefined,
		};
		await expect(migrate(sequelize, { migrations: [...migrations, failing] })).rejects.toThrow('9999-fails');
		expect((await readSchemaState(sequelize)).pending).toEqual(names);
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
