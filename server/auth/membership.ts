import { User } from '~/database/models/index.ts';
import { execute, writeOne } from '~/database/sql.ts';
import { HOUR_MS, MINUTE_MS } from '~/domain/limits.ts';
import { Refusal } from '~/domain/refusal.ts';
import { DEPARTURE_MS } from '~/domain/users/membership.ts';
import { DiscordUnavailable } from '../discord/client.ts';
import {
	type DiscordAccount,
	getGuildMember,
	hasRequiredRole,
	toAccountColumns,
} from '../discord/members.ts';
import { settleEventsOfUsers } from '../operations/places/index.ts';
import { writeIfPossible } from './credentials.ts';
import { endUserSessions } from './sessions.ts';

const CHECK_MS = 15 * MINUTE_MS;
const GRACE_MS = 24 * HOUR_MS;
/** How long this process does not call Discord after a failed call; otherwise an outage would slow down every page. */
const OUTAGE_PAUSE_MS = 30_000;

type Member = Pick<User, 'id' | 'discordId' | 'membershipCheckedAt' | 'membershipLostAt'>;

/** Calls under way in this process by user id; requests that come in the meantime share the result. */
const checksInProgress = new Map<string, Promise<boolean>>();
let pause: { from: number; until: number } | null = null;

/**
 * Returns whether a signed-in user still has the required role on the Discord server (decision 0002). Calls Discord at
 * most every 15 minutes per user, and ends the user's sessions when the role was lost. While the database refuses writes,
 * it calls Discord only after the 24 hours. While Discord is down it returns
 * the last result for up to 24 hours after the last successful check; then it throws Refusal 'unavailable' (503).
 */
export async function checkMembership(user: Member, now: Date): Promise<boolean> {
	if (!user.discordId) return false;
	const lastResult = user.membershipLostAt === null;
	const ageMs = getCheckAgeMs(user, now);
	if (ageMs < CHECK_MS) return lastResult;
	const pendingCheck = checksInProgress.get(user.id);
	if (pendingCheck) return pendingCheck;
	const check = runCheck(user, user.discordId, ageMs, now).finally(() => checksInProgress.delete(user.id));
	checksInProgress.set(user.id, check);
	return check;
}

async function runCheck(user: Member, discordId: string, ageMs: number, now: Date): Promise<boolean> {
	const lastResult = user.membershipLostAt === null;
	if (isPaused(now)) return requireRecentResult(lastResult, ageMs);
	// While another replica checks, the last result is good enough within the grace period. After it, only a
	// new check counts.
	if (ageMs < GRACE_MS && !(await claimCheck(user, now))) return lastResult;
	try {
		const member = await getGuildMember(discordId);
		const isMember = member !== null && hasRequiredRole(member);
		await writeIfPossible(() => recordMembership(user.id, isMember, now, member?.account));
		return isMember;
	} catch (error) {
		if (!(error instanceof DiscordUnavailable)) throw error;
		const wait = Math.max(OUTAGE_PAUSE_MS, (error.retryAfter ?? 0) * 1000);
		pause = { from: now.getTime(), until: now.getTime() + wait };
		await writeIfPossible(() => restoreCheckTime(user, now));
		return requireRecentResult(lastResult, ageMs);
	}
}

/**
 * Saves the result of a check, made here or reported by the gateway, a sign-in or a command. Ends the user's sessions
 * when the membership is lost; the time when that was first noticed stays. A user who had left is back, and their signups
 * ask for places anew (decision 0022). The names and avatar of the `account` are saved if Discord told it.
 */
export async function recordMembership(
	userId: string,
	isMember: boolean,
	now: Date,
	account?: DiscordAccount | null,
): Promise<void> {
	if (account) await User.update(toAccountColumns(account), { where: { id: userId } });
	if (!isMember) {
		await execute(
			`UPDATE users SET membership_checked_at = :now, membership_lost_at = coalesce(membership_lost_at, :now)
			WHERE id = :userId`,
			{ userId, now },
		);
		return endUserSessions(userId);
	}
	const row = await writeOne<{ isBack: boolean }>(
		`UPDATE users SET membership_checked_at = :now, membership_lost_at = NULL, left_at = NULL,
			member_seen_at = coalesce(member_seen_at, :now),
			returned_at = CASE WHEN left_at IS NOT NULL OR membership_lost_at <= :departed THEN :now::timestamptz
				ELSE returned_at END
		WHERE id = :userId RETURNING coalesce(returned_at = :now, false) AS "isBack"`,
		{ userId, now, departed: new Date(now.getTime() - DEPARTURE_MS) },
	);
	if (row?.isBack) await settleEventsOfUsers([userId], now);
}

/** Does the same as `recordMembership` for the user with this Discord ID; does nothing when there is no such user. */
export async function recordMembershipByDiscordId(
	discordId: string,
	isMember: boolean,
	now: Date,
	account?: DiscordAccount | null,
): Promise<void> {
	const user = await User.findOne({ where: { discordId } });
	if (user) await recordMembership(user.id, isMember, now, account);
}

function requireRecentResult(lastResult: boolean, ageMs: number): boolean {
	if (ageMs < GRACE_MS) return lastResult;
	throw new Refusal(
		'unavailable',
		"Discord hasn't responded for over a day, so we can't check that you are still a member. Please try again later.",
		{ retryAfter: OUTAGE_PAUSE_MS / 1000 },
	);
}

/** Returns whether this request may call Discord; of simultaneous requests, on all replicas, exactly one may. */
async function claimCheck(user: Member, now: Date): Promise<boolean> {
	const claim = () =>
		execute(
			`UPDATE users SET membership_checked_at = :now
			WHERE id = :userId AND (membership_checked_at IS NULL OR membership_checked_at <= :due)`,
			{ userId: user.id, now, due: new Date(now.getTime() - CHECK_MS) },
		);
	return (await writeIfPossible(claim)) === 1;
}

/** Restores the time of the last successful check after a failed call. */
async function restoreCheckTime(user: Member, now: Date): Promise<void> {
	await User.update(
		{ membershipCheckedAt: user.membershipCheckedAt },
		{ where: { id: user.id, membershipCheckedAt: now } },
	);
}

function isPaused(now: Date): boolean {
	return pause !== null && pause.from <= now.getTime() && now.getTime() < pause.until;
}

/** Returns the milliseconds since the last successful check, or infinity when there was none. */
function getCheckAgeMs(user: Member, now: Date): number {
	const checked = user.membershipCheckedAt?.getTime();
	return checked === undefined ? Number.POSITIVE_INFINITY : now.getTime() - checked;
}
