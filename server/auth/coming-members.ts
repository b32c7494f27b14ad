import { rows } from '~/database/sql.ts';
import { MINUTE_MS } from '~/domain/limits.ts';
import { DiscordUnavailable } from '../discord/client.ts';
import { readGatewayState } from '../discord/gateway-state.ts';
import { getGuildMember, hasRequiredRole } from '../discord/members.ts';
import { RateLimitBudget } from '../discord/rate-limits.ts';
import { buildStatusSql } from '../wire/signups.ts';
import { recordMembership } from './membership.ts';

/** How old the last check of a member may be; while packets report departures, only a missed packet matters. */
const CHECK_MINUTES = { withoutPackets: 15, withPackets: 60 };
/** One run checks at most this many; the next one goes on with those whose check is the oldest. */
const MAX_CHECKS = 1_000;
/** One failed request may concern only one member; this many in a row mean that Discord is down. */
const MAX_FAILURES = 3;
/** How long one run waits for Discord's rate limits. */
const MAX_WAIT_SECONDS = 300;

/**
 * Checks the members with signups for coming events whose last check is old, so that a departure is noticed that no
 * packet has reported (decision 0022). Returns how many are no longer members. Throws `DiscordUnavailable` when Discord fails.
 */
export async function checkComingMembers(now: Date): Promise<number> {
	const hasPackets = (await readGatewayState()) === 'connected';
	return checkMembersNotSince(CHECK_MINUTES[hasPackets ? 'withPackets' : 'withoutPackets'], { now });
}

/** Does the same after a connection was lost, with whose packets a departure may have been missed. */
export const checkMembersAfterGap = (now: Date, signal: AbortSignal): Promise<number> =>
	checkMembersNotSince(CHECK_MINUTES.withoutPackets, { now, signal });

async function checkMembersNotSince(
	minutes: number,
	{ now, signal }: { now: Date; signal?: AbortSignal },
): Promise<number> {
	const members = await rows<{ id: string; discord_id: string }>(
		`SELECT u.id::text, u.discord_id FROM users u
		WHERE u.discord_id IS NOT NULL AND NOT u.is_test_data
			AND coalesce(u.membership_checked_at <= :before, true)
			AND EXISTS (SELECT FROM signups s JOIN events e ON e.id = s.event_id
				WHERE s.user_id = u.id AND ${buildStatusSql('mayCome')} AND e.status = 'active' AND e.date > :now)
		ORDER BY u.membership_checked_at NULLS FIRST, u.id LIMIT ${MAX_CHECKS}`,
		{ now, before: new Date(now.getTime() - minutes * MINUTE_MS) },
	);
	const budget = new RateLimitBudget({ maxWaitSeconds: MAX_WAIT_SECONDS, signal });
	let absent = 0;
	let failures = 0;
	for (const { id, discord_id: discordId } of members) {
		if (signal?.aborted) break;
		try {
			const member = await budget.run(() => getGuildMember(discordId));
			const isMember = member !== null && hasRequiredRole(member);
			await recordMembership(id, isMember, now);
			if (!isMember) absent += 1;
			failures = 0;
		} catch (error) {
			if (!(error instanceof DiscordUnavailable)) throw error;
			failures += 1;
			if (failures === MAX_FAILURES || failures === members.length) throw error;
		}
	}
	return absent;
}
