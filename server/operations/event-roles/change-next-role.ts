import { isDatabaseDown } from '~/database/connection.ts';
import { execute } from '~/database/sql.ts';
import { preventsTaking } from '~/domain/discord/event-roles.ts';
import { MINUTE_MS } from '~/domain/limits.ts';
import { DISCORD_CODES } from '../../discord/client.ts';
import { isRefused, isTemporary, isUnknown, summarizeForLog } from '../../discord/errors.ts';
import { getGuildMember, hasRequiredRole, setMemberRole } from '../../discord/members.ts';
import { RateLimitBudget, type RateLimitPause } from '../../discord/rate-limits.ts';
import { getRetryMs, LEASE_MS } from '../../discord/uncertain-posts.ts';
import { log } from '../../log.ts';
import { type GivenRoleState, type LeasedRole, leaseNextRole, planRoles } from './plan-roles.ts';
import { forgetRoles, readRoleProblem } from './read-role-problem.ts';

/** How long a role waits that the bot cannot give or take, in milliseconds. */
const REFUSED_MS = 5 * MINUTE_MS;

const { unknownMember, unknownRole, unknownUser } = DISCORD_CODES;

/** `signal` ends a wait for Discord's rate limits. */
type Context = { now: () => Date; pause?: RateLimitPause; signal?: AbortSignal; leaseMs?: number };
type Run = { now: () => Date; budget: RateLimitBudget };

/**
 * Gives a role to a member who should have it, or takes one that we gave. Returns false when nothing is due, and when
 * Discord fails for a while. Safe to run in several processes at once, and after a run that was killed: each row is
 * leased, and what is about to be sent is saved before it is sent (decision 0089).
 */
export async function changeNextRole({ now, pause, signal, leaseMs = LEASE_MS }: Context): Promise<boolean> {
	const lease = () => leaseNextRole(now(), leaseMs);
	const row = (await lease()) ?? ((await planRoles(now())) > 0 ? await lease() : null);
	if (!row) return false;
	const run = { now, budget: new RateLimitBudget({ pause, signal }) };
	try {
		await (row.is_due ? giveRole(row, run) : takeRole(row, run));
		return true;
	} catch (error) {
		if (isDatabaseDown(error)) throw error;
		return await saveFailure(row, error, now(), signal);
	}
}

async function giveRole(row: LeasedRole, { now, budget }: Run): Promise<void> {
	const { discord_id: discordId, role_id: roleId, state } = row;
	const problem = await readRoleProblem(roleId, { now: now(), budget });
	if (problem === 'deleted') return finish(row, 'missing', now());
	if (problem !== null) return waitForRole(row, now());
	const reason = 'Townbell: takes part in an event';
	// After a wait for Discord's limits the member is read again: somebody else may have given the role.
	const outcome = await budget.run(async (): Promise<GivenRoleState | null> => {
		if (state === 'planned' || state === 'missing') {
			const member = await getGuildMember(discordId);
			if (!member || !hasRequiredRole(member)) return 'missing';
			if (member.roles.includes(roleId)) return 'had';
		}
		if (!(await saveIntent(row, 'giving', now()))) return null;
		const isDone = await sendUnlessUnknown(() => setMemberRole(discordId, roleId, { isGiven: true, reason }));
		return isDone ? 'given' : 'missing';
	});
	if (outcome) await finish(row, outcome, now());
}

async function takeRole(row: LeasedRole, { now, budget }: Run): Promise<void> {
	const { discord_id: discordId, role_id: roleId } = row;
	const problem = await readRoleProblem(roleId, { now: now(), budget });
	if (preventsTaking(problem)) return waitForRole(row, now());
	if (problem !== 'deleted') {
		if (!(await saveIntent(row, 'taking', now()))) return;
		const reason = 'Townbell: the event is over, or the member does not take part any more';
		await budget.run(() =>
			sendUnlessUnknown(() => setMemberRole(discordId, roleId, { isGiven: false, reason })),
		);
	}
	await execute(`DELETE FROM given_roles WHERE ${IS_OWN}`, toKey(row));
}

/** Returns whether Discord did what `send` asks for; false when it does not know the member or the role any more. */
async function sendUnlessUnknown(send: () => Promise<void>): Promise<boolean> {
	try {
		await send();
		return true;
	} catch (error) {
		if (isUnknown(error, unknownMember, unknownUser, unknownRole)) return false;
		throw error;
	}
}

/** A row whose lease has expired belongs to another run. */
const IS_OWN = 'discord_id = :discordId AND role_id = :roleId AND leased_until = :leasedUntil';
const toKey = ({ discord_id: discordId, role_id: roleId, leased_until: leasedUntil }: LeasedRole) => ({
	discordId,
	roleId,
	leasedUntil,
});

/** Saves what is about to be sent, and returns whether the row is still leased by this run. */
async function saveIntent(row: LeasedRole, state: 'giving' | 'taking', now: Date): Promise<boolean> {
	const saved = await execute(
		`UPDATE given_roles SET state = :state, given_at = coalesce(given_at, :now) WHERE ${IS_OWN}`,
		{ ...toKey(row), state, now },
	);
	return saved > 0;
}

async function finish(row: LeasedRole, state: GivenRoleState, now: Date): Promise<void> {
	await execute(
		`UPDATE given_roles SET state = :state, leased_until = NULL, attempts = 0, changed_at = :now WHERE ${IS_OWN}`,
		{ ...toKey(row), state, now },
	);
}

/** Lets all rows of a role wait that the bot cannot give or take. The Discord check says what to do. */
async function waitForRole(
	{ role_id: roleId, leased_until: leasedUntil }: LeasedRole,
	now: Date,
): Promise<void> {
	await execute(
		`UPDATE given_roles SET leased_until = :until
		WHERE role_id = :roleId AND (leased_until IS NULL OR leased_until <= :now OR leased_until = :leasedUntil)`,
		{ roleId, leasedUntil, now, until: new Date(now.getTime() + REFUSED_MS) },
	);
}

/**
 * Saves a failure, and returns whether other roles can be changed now. A refused request had no effect, so the row is as
 * it was; after a lost response it stays as uncertain as it is.
 */
async function saveFailure(
	row: LeasedRole,
	failure: unknown,
	now: Date,
	signal: AbortSignal | undefined,
): Promise<boolean> {
	const problem = summarizeForLog(failure);
	// The process stops: a wait for a rate limit was ended.
	const isStopped = signal?.aborted === true && !problem;
	if (!problem && !isStopped) log().error({ roleId: row.role_id, err: failure }, 'changing a role failed');
	if (isRefused(failure) || isStopped)
		await execute(`UPDATE given_roles SET state = :state WHERE ${IS_OWN}`, {
			...toKey(row),
			state: row.state,
		});
	if (isTemporary(failure) || !problem) {
		await execute(`UPDATE given_roles SET leased_until = :until, attempts = attempts + 1 WHERE ${IS_OWN}`, {
			...toKey(row),
			until: new Date(now.getTime() + (isStopped ? 0 : getRetryMs(row.attempts, failure))),
		});
		return false;
	}
	log().warn({ roleId: row.role_id, problem }, 'Discord does not let the bot change a role');
	forgetRoles();
	await waitForRole(row, now);
	return true;
}
