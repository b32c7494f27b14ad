import type { Transaction } from 'sequelize';
import { inTransaction } from '~/database/connection.ts';
import { DiscordMirror, Event, User } from '~/database/models/index.ts';
import { noteCommits } from '~/database/replicas.ts';
import { execute, rows, selectValue } from '~/database/sql.ts';
import { type KnownSignup, planInterest } from '~/domain/discord/interest.ts';
import { readBotId } from '../../discord/guild.ts';
import { getGuildMember } from '../../discord/members.ts';
import type { RateLimitBudget } from '../../discord/rate-limits.ts';
import { type DiscordMember, findDiscordEvent, listInterestedPages } from '../../discord/scheduled-events.ts';
import { noteLastWriteOfMember } from '../kernel/read-position.ts';
import { splitIntoBatches } from '../kernel/selection.ts';
import { signUpInterestedUsers, upsertDiscordUsers } from '../users/index.ts';
import { isOnMirroredDate } from './link-mirror.ts';
import { deleteWithdrawals, listWithdrawnDiscordIds } from './save-withdrawals.ts';

/** A member's interest in a Discord event; both IDs are Discord's. */
export type Interest = { discordEventId: string; discordId: string };

/** How many members one transaction handles, so that no statement grows without limit. */
const MEMBERS_PER_TRANSACTION = 500;

/**
 * Creates a signup (source `discord`) for a member who is interested in an event on Discord, and returns whether there
 * is a new one. An existing signup stays as it is. Does nothing when the Discord event has no active event of ours (any
 * more). A member without an account is first looked up on Discord. Throws `DiscordUnavailable` when Discord fails.
 * (decision 0020)
 */
export async function addInterest({ discordEventId, discordId }: Interest, now: Date): Promise<boolean> {
	if (!(await isInterestInMirroredDate(discordEventId, now))) return false;
	// Discord lists the creator of an event as interested, and our bot creates the mirrored events.
	if (discordId === (await readBotId())) return false;
	const known = await User.findOne({ where: { discordId } });
	const member = known ? null : await getGuildMember(discordId);
	const newMember = member?.account && { ...member.account, nickname: member.nickname };
	if (!known && !newMember) return false;
	return writeForMember(discordId, async (transaction) => {
		const eventId = await findOpenEvent(discordEventId, transaction);
		if (eventId === null) return false;
		const ids = newMember
			? (await upsertDiscordUsers([newMember], { transaction, now })).ids.values()
			: [known?.id];
		const userIds = [...ids].filter((id) => id !== undefined);
		await deleteWithdrawals(eventId, [discordId], transaction);
		return (await signUpInterestedUsers(eventId, userIds, { transaction, now })) > 0;
	});
}

/** Deletes the signup from Discord of a member who is no longer interested in an active event. Returns whether it did. */
export async function removeInterest({ discordEventId, discordId }: Interest, now: Date): Promise<boolean> {
	if (!(await isInterestInMirroredDate(discordEventId, now))) return false;
	return writeForMember(discordId, async (transaction) => {
		const eventId = await findOpenEvent(discordEventId, transaction);
		if (eventId === null) return false;
		await deleteWithdrawals(eventId, [discordId], transaction);
		return (await deleteDiscordSignups(eventId, [discordId], transaction)) > 0;
	});
}

/** Runs `write` in a transaction. The member, who pressed a button on Discord, sees the result on their next page. */
const writeForMember = <T>(discordId: string, write: (transaction: Transaction) => Promise<T>): Promise<T> =>
	noteCommits(
		() => inTransaction(write),
		() => noteLastWriteOfMember(discordId),
	);

/**
 * Makes the signups of an open mirrored event match the members who are interested on Discord now, and
 * returns how many signups were created or deleted. All pages are read first, then only the differences are
 * written. Throws `DiscordUnavailable` when Discord fails; then nothing has changed.
 */
export async function reconcileInterest(
	{
		eventId,
		discordEventId,
		interestedCount,
	}: { eventId: string; discordEventId: string; interestedCount: number },
	{ now, budget }: { now: Date; budget: RateLimitBudget },
): Promise<number> {
	const [signups, withdrawn] = [await listKnownSignups(eventId), await listWithdrawnDiscordIds(eventId)];
	const hasDiscordSignups = withdrawn.length > 0 || signups.some(({ source }) => source === 'discord');
	if (interestedCount === 0 && !hasDiscordSignups) return 0;
	const { members: interested, listedCount } = await readInterestedMembers(discordEventId, budget);
	const plan = planInterest(interested.keys(), { discordEventId, signups, withdrawn }, now);
	const isComplete = plan.remove.length > 0 && (await isWholeList(discordEventId, listedCount, budget));
	const idsToRemove = isComplete ? plan.remove : [];
	let changed = 0;
	for (const ids of splitIntoBatches(plan.add, MEMBERS_PER_TRANSACTION)) {
		const newMembers = ids.flatMap((id) => interested.get(id) ?? []);
		changed += await runOnOpenEvent(discordEventId, eventId, async (transaction) => {
			const { ids: userIds } = await upsertDiscordUsers(newMembers, { transaction, now });
			return signUpInterestedUsers(eventId, userIds.values(), { transaction, now });
		});
	}
	for (const ids of splitIntoBatches(plan.forget, MEMBERS_PER_TRANSACTION)) {
		await runOnOpenEvent(discordEventId, eventId, async (transaction) => {
			await deleteWithdrawals(eventId, ids, transaction);
			return 0;
		});
	}
	for (const ids of splitIntoBatches(idsToRemove, MEMBERS_PER_TRANSACTION)) {
		changed += await runOnOpenEvent(discordEventId, eventId, (transaction) =>
			deleteDiscordSignups(eventId, ids, transaction, now),
		);
	}
	return changed;
}

async function readInterestedMembers(
	id: string,
	budget: RateLimitBudget,
): Promise<{ members: Map<string, DiscordMember>; listedCount: number }> {
	const members = new Map<string, DiscordMember>();
	let listedCount = 0;
	let last: string | undefined;
	await budget.run(async () => {
		for await (const page of listInterestedPages(id, last)) {
			for (const member of page.members) members.set(member.discordId, member);
			listedCount += page.interestedCount;
			last = page.lastId ?? last;
		}
	});
	return { members, listedCount };
}

/**
 * Returns whether a list of interested users has as many as Discord counts now. A list of fewer is not believed: Discord
 * sends an empty one for an event that was deleted during the reading, and when it has a problem.
 */
async function isWholeList(id: string, listedCount: number, budget: RateLimitBudget): Promise<boolean> {
	const remote = await budget.run(() => findDiscordEvent(id));
	return remote !== null && listedCount >= remote.interestedCount;
}

/**
 * Returns whether interest in a Discord event counts for our event: one that is active and open, and whose date is the
 * one that a repeating Discord event stands for now. Reads the event on Discord when it repeats, and after our start,
 * because a Discord event that repeats unknown to us then moves on to its next date.
 */
async function isInterestInMirroredDate(discordEventId: string, now: Date): Promise<boolean> {
	const eventId = await findOpenEvent(discordEventId);
	if (eventId === null) return false;
	const [mirror, event] = await Promise.all([DiscordMirror.findByPk(eventId), Event.findByPk(eventId)]);
	if (!mirror || !event) return false;
	if (mirror.seriesStart === null && event.date > now) return true;
	const remote = await findDiscordEvent(discordEventId);
	return remote !== null && (await isOnMirroredDate(mirror, event, remote.seriesStart));
}

function runOnOpenEvent(
	discordEventId: string,
	eventId: string,
	work: (transaction: Transaction) => Promise<number>,
): Promise<number> {
	return inTransaction(async (transaction) =>
		(await findOpenEvent(discordEventId, transaction)) === eventId ? work(transaction) : 0,
	);
}

/**
 * Returns the id of our active event that this Discord event mirrors now, locked inside a transaction.
 * Returns null for any other Discord event, also for one of an earlier mirror.
 */
const findOpenEvent = (discordEventId: string, transaction?: Transaction): Promise<string | null> =>
	selectValue(
		`SELECT e.id FROM events e JOIN discord_mirrors m ON m.event_id = e.id
		WHERE m.discord_event_id = :discordEventId AND m.wanted = 'present' AND m.state <> 'deleted'
			AND e.status = 'active' ${transaction ? 'FOR SHARE OF e' : ''}`,
		{ discordEventId },
		transaction,
	);

/** Deletes the signups that came from Discord, with `before` only those created earlier, and returns how many. */
async function deleteDiscordSignups(
	eventId: string,
	discordIds: readonly string[],
	transaction: Transaction,
	before: Date | null = null,
): Promise<number> {
	return execute(
		`DELETE FROM signups WHERE id IN (
			SELECT s.id FROM signups s JOIN users u ON u.id = s.user_id
			WHERE s.event_id = :eventId AND s.signup_source = 'discord' AND u.discord_id = ANY(:discordIds::text[])
				AND (:before::timestamptz IS NULL OR s.created_at < :before)
			ORDER BY s.id FOR UPDATE OF s)`,
		{ eventId, discordIds, before },
		transaction,
	);
}

const listKnownSignups = (eventId: string): Promise<KnownSignup[]> =>
	rows<KnownSignup>(
		`SELECT u.discord_id AS "discordId", s.signup_source AS source, s.created_at AS "createdAt"
		FROM signups s JOIN users u ON u.id = s.user_id
		WHERE s.event_id = :eventId AND u.discord_id IS NOT NULL`,
		{ eventId },
	);
