import { Op } from 'sequelize';
import { User } from '~/database/models/index.ts';
import { HOUR_MS, MEMBERSHIP_CHECK_MINUTES, MEMBERSHIP_GRACE_HOURS, MINUTE_MS } from '~/domain/limits.ts';
import { Refusal } from '~/domain/refusal.ts';
import { DiscordUnavailable } from '../discord/client.ts';
import { getGuildMember, hasRequiredRole } from '../discord/members.ts';
import { endSessionsOf } from './sessions.ts';

const CHECK_MS = MEMBERSHIP_CHECK_MINUTES * MINUTE_MS;
const GRACE_MS = MEMBERSHIP_GRACE_HOURS * HOUR_MS;
/** After a failed call this process leaves Discord alone for so long, or an outage would slow every page down. */
const OUTAGE_PAUSE_MS = 30_000;

type Member = Pick<User, 'id' | 'discordId' | 'membershipCheckedAt' | 'membershipLostAt'>;

/** Calls under way in this process: who asks meanwhile shares the answer. */
const underWay = new Map<string, Promise<boolean>>();
let pause: { from: number; until: number } | null = null;

/**
 * Whether a signed-in person still has the required role on the server (decisions, "Sign-in and sessions"). Discord is
 * asked at most every 15 minutes a person; who lost the role has their sessions ended. While Discord is down the
 * last answer stands for 24 hours after the last good check, then this refuses (503).
 */
export async function checkMembership(user: Member, now: Date): Promise<boolean> {
	if (!user.discordId) return false;
	const lastAnswer = user.membershipLostAt === null;
	const age = ageOf(user, now);
	if (age < CHECK_MS) return lastAnswer;
	const asked = underWay.get(user.id);
	if (asked) return asked;
	const asking = ask(user, user.discordId, age, now).finally(() => underWay.delete(user.id));
	underWay.set(user.id, asking);
	return asking;
}

async function ask(user: Member, discordId: string, age: number, now: Date): Promise<boolean> {
	const lastAnswer = user.membershipLostAt === null;
	if (isPaused(now)) return standIn(lastAnswer, age);
	// Within the grace another replica's claim may be waited out with the last answer; beyond it nobody's word counts.
	if (age < GRACE_MS && !(await claim(user, now))) return lastAnswer;
	try {
		const member = await getGuildMember(discordId);
		const isMember = member !== null && hasRequiredRole(member);
		await recordMembership(user.id, isMember, now);
		return isMember;
	} catch (error) {
		if (!(error instanceof DiscordUnavailable)) throw error;
		const wait = Math.max(OUTAGE_PAUSE_MS, (error.retryAfter ?? 0) * 1000);
		pause = { from: now.getTime(), until: now.getTime() + wait };
		await returnClaim(user, now);
		return standIn(lastAnswer, age);
	}
}

/** Writes down a good answer, from here or from the gateway; a lost membership ends the person's sessions at once. */
export async function recordMembership(userId: string, isMember: boolean, now: Date): Promise<void> {
	await User.update(
		{ membershipCheckedAt: now, membershipLostAt: isMember ? null : now },
		{ where: { id: userId } },
	);
	if (!isMember) await endSessionsOf(userId);
}

/** The same for whoever has that Discord ID; nobody we know is no error. */
export async function recordMembershipOf(discordId: string, isMember: boolean, now: Date): Promise<void> {
	const user = await User.findOne({ where: { discordId } });
	if (user) await recordMembership(user.id, isMember, now);
}

function standIn(lastAnswer: boolean, age: number): boolean {
	if (age < GRACE_MS) return lastAnswer;
	throw new Refusal(
		'unavailable',
		'Discord has not answered for over a day, so we cannot check that you are still a member. Please try again later.',
		{ retryAfter: OUTAGE_PAUSE_MS / 1000 },
	);
}

/** Of requests that come at once, also to several replicas, one wins the right to ask. */
async function claim(user: Member, now: Date): Promise<boolean> {
	const due = { [Op.or]: [{ [Op.is]: null }, { [Op.lte]: new Date(now.getTime() - CHECK_MS) }] };
	const [won] = await User.update(
		{ membershipCheckedAt: now },
		{ where: { id: user.id, membershipCheckedAt: due } },
	);
	return won === 1;
}

/** The call failed: the last good check is what it was. */
async function returnClaim(user: Member, now: Date): Promise<void> {
	await User.update(
		{ membershipCheckedAt: user.membershipCheckedAt },
		{ where: { id: user.id, membershipCheckedAt: now } },
	);
}

function isPaused(now: Date): boolean {
	return pause !== null && pause.from <= now.getTime() && now.getTime() < pause.until;
}

/** Time since the last good check, in milliseconds. */
function ageOf(user: Member, now: Date): number {
	const checked = user.membershipCheckedAt?.getTime();
	return checked === undefined ? Number.POSITIVE_INFINITY : now.getTime() - checked;
}
