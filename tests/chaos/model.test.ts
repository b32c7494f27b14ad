import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Role } from '~/domain/users/roles.ts';
import { createSession } from '~/tests/e2e/support/rows.ts';
import { createCommandLists } from './model/commands.ts';
import { Oracle, type OracleUser } from './model/oracle.ts';
import { ReplicaClient } from './model/replica-client.ts';
import { expectInvariants } from './support/invariants.ts';
import { useCluster } from './support/use-cluster.ts';

/** The maximum number of commands in a list. */
const MAX_COMMANDS = 100;
/** Command lists per seed. */
const LISTS_PER_SEED = 15;
/** The minimum number of commands in a run. The run continues with the next seed until this many agree. */
const MIN_COMMANDS = Number(process.env.CHAOS_STEPS ?? 600);
const SEED = Number(process.env.CHAOS_SEED ?? randomInt(2 ** 31));

const cluster = useCluster({ env: { DISCORD_SERVICE: 'off' } });

test('both replicas respond as the rules in memory predict', { timeout: 1_200_000 }, async () => {
	console.log(`model: CHAOS_SEED=${SEED} CHAOS_STEPS=${MIN_COMMANDS}`);
	let commandCount = 0;
	for (let round = 0; commandCount < MIN_COMMANDS; round++) {
		commandCount += await runModel({ seed: SEED + round, endOnFailure: false });
	}
	console.log(`model: ${commandCount} commands agree`);
	await expectInvariants(cluster());
});

test.each([
	[
		'a lost update: the version of groups does not increase',
		`CREATE FUNCTION lose_update() RETURNS trigger LANGUAGE plpgsql AS
			$$ BEGIN NEW.groups_version := OLD.groups_version; RETURN NEW; END $$;
		CREATE TRIGGER lose_update BEFORE UPDATE ON events FOR EACH ROW EXECUTE FUNCTION lose_update()`,
		'DROP FUNCTION lose_update() CASCADE',
	],
	[
		'a removed unique key of signups',
		`ALTER TABLE signups DROP CONSTRAINT signups_event_id_user_id_key`,
		`TRUNCATE signups; ALTER TABLE signups ADD CONSTRAINT signups_event_id_user_id_key UNIQUE (event_id, user_id)`,
	],
])('the model detects %s', async (_, faultSql, cleanupSql) => {
	await cluster().pool.query(faultSql);
	try {
		await expect(runModel({ seed: SEED, endOnFailure: true })).rejects.toThrow('Counterexample');
	} finally {
		await cluster().pool.query(cleanupSql);
	}
});

/** Runs the command lists of one seed and returns their number of commands. Rejects with the first disagreement. */
async function runModel(options: { seed: number; endOnFailure: boolean }): Promise<number> {
	let commandCount = 0;
	const property = fc.asyncProperty(createCommandLists(MAX_COMMANDS), async (commands) => {
		const oracle = new Oracle(await createUsers());
		const real = new ReplicaClient(cluster());
		await fc.asyncModelRun(() => ({ model: oracle, real }), commands);
		await real.compareAll(oracle);
		commandCount += oracle.commandCount;
	});
	await fc.assert(property, { ...options, numRuns: LISTS_PER_SEED });
	return commandCount;
}

/** Empties the database and creates an admin, a creator and two players, each with two sessions. */
async function createUsers(): Promise<OracleUser[]> {
	const { pool, createUser } = cluster();
	await pool.query('TRUNCATE users, events, discord_mirrors, idempotency_keys CASCADE');
	const roles: Role[] = ['admin', 'creator', 'player', 'player'];
	const users: OracleUser[] = [];
	for (const role of roles) {
		const { id, token } = await createUser({ role });
		users.push({ id, role, tokens: [token, await createSession(id, pool)] });
	}
	return users;
}
