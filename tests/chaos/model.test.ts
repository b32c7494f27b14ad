import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Role } from '~/domain/people/roles.ts';
import { makeSession } from '~/tests/e2e/support/rows.ts';
import { commandLists } from './model/commands.ts';
import { Oracle, type OracleUser } from './model/oracle.ts';
import { Real } from './model/real.ts';
import { expectInvariants } from './support/invariants.ts';
import { useTown } from './support/use-town.ts';

/** The most commands of a list. */
const LENGTH = 100;
/** Lists of one seed. */
const LISTS = 15;
/** The fewest commands of a run; it goes on with the next seed until so many agree. */
const STEPS = Number(process.env.CHAOS_STEPS ?? 600);
const SEED = Number(process.env.CHAOS_SEED ?? randomInt(2 ** 31));

const town = useTown({ env: { DISCORD_SERVICE: 'off' } });

test('what both replicas answer is what the rules in memory say', { timeout: 1_200_000 }, async () => {
	console.log(`model: CHAOS_SEED=${SEED} CHAOS_STEPS=${STEPS}`);
	let steps = 0;
	for (let round = 0; steps < STEPS; round++) {
		steps += await runModel({ seed: SEED + round, endOnFailure: false });
	}
	console.log(`model: ${steps} commands agree`);
	await expectInvariants(town());
});

test.each([
	[
		'a lost update: the version of groups stands still',
		`CREATE FUNCTION plant() RETURNS trigger LANGUAGE plpgsql AS
			$$ BEGIN NEW.groups_version := OLD.groups_version; RETURN NEW; END $$;
		CREATE TRIGGER planted BEFORE UPDATE ON events FOR EACH ROW EXECUTE FUNCTION plant()`,
		'DROP FUNCTION plant() CASCADE',
	],
	[
		'a removed unique key of signups',
		`ALTER TABLE signups DROP CONSTRAINT signups_event_id_user_id_key`,
		`TRUNCATE signups; ALTER TABLE signups ADD CONSTRAINT signups_event_id_user_id_key UNIQUE (event_id, user_id)`,
	],
])('the model sees %s', async (_, plant, remove) => {
	await town().pool.query(plant);
	try {
		await expect(runModel({ seed: SEED, endOnFailure: true })).rejects.toThrow('Counterexample');
	} finally {
		await town().pool.query(remove);
	}
});

/** Runs the lists of one seed and returns how many commands they had. Rejects with the first disagreement. */
async function runModel(options: { seed: number; endOnFailure: boolean }): Promise<number> {
	let steps = 0;
	const property = fc.asyncProperty(commandLists(LENGTH), async (commands) => {
		const oracle = new Oracle(await settleUsers());
		const real = new Real(town());
		await fc.asyncModelRun(() => ({ model: oracle, real }), commands);
		await real.compareAll(oracle);
		steps += oracle.steps;
	});
	await fc.assert(property, { ...options, numRuns: LISTS });
	return steps;
}

/** Empties the town and settles an admin, a creator and two players, each with two sessions. */
async function settleUsers(): Promise<OracleUser[]> {
	const { pool, makePerson } = town();
	await pool.query('TRUNCATE users, events, discord_mirrors, idempotency_keys CASCADE');
	const roles: Role[] = ['admin', 'creator', 'player', 'player'];
	const users: OracleUser[] = [];
	for (const role of roles) {
		const { id, token } = await makePerson({ role });
		users.push({ id, role, tokens: [token, await makeSession(id, pool)] });
	}
	return users;
}
