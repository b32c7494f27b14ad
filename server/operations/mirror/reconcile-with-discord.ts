import { isUnfinished } from '~/domain/discord/mirror-plan.ts';
import { isSameDate } from '~/domain/discord/scheduled-event.ts';
import { DiscordUnavailable } from '../../discord/client.ts';
import { RateLimitBudget } from '../../discord/rate-limits.ts';
import { type DiscordEvent, findDiscordEvent, listDiscordEvents } from '../../discord/scheduled-events.ts';
import { reconcileInterest } from './add-interest.ts';
import {
	applyDiscordStatus,
	listOpenMirrors,
	type OpenMirror,
	unlinkDiscordEvent,
} from './apply-discord-status.ts';
import { requeuePendingMirrors } from './start-mirror.ts';

/** One failed request may concern only one event; this many in a row mean that Discord is down. */
const MAX_FAILURES = 3;

/** How long one run waits for Discord's rate limits; a run that reads hundreds of pages reaches them. */
const MAX_WAIT_SECONDS = 300;

/**
 * Reads Discord and applies what the gateway did not report: statuses, deletions, and the interest in every open
 * mirrored event; enqueues jobs for pending mirrors that have none. Returns how many things changed. Throws
 * `DiscordUnavailable` when Discord fails; what was not read stays as it is. Safe to run twice at once. (decision 0020)
 */
export async function reconcileWithDiscord(now: Date): Promise<number> {
	let changed = await requeuePendingMirrors(now);
	const mirrors = await listOpenMirrors(now);
	if (mirrors.length === 0) return changed;
	const budget = new RateLimitBudget({ maxWaitSeconds: MAX_WAIT_SECONDS });
	const listed = new Map((await budget.run(listDiscordEvents)).map((event) => [event.id, event]));
	let failure: DiscordUnavailable | null = null;
	let failures = 0;
	for (const mirror of mirrors) {
		try {
			changed += await reconcileMirror(mirror, listed.get(mirror.discordEventId), { now, budget });
			failures = 0;
		} catch (error) {
			if (!(error instanceof DiscordUnavailable)) throw error;
			failure = error;
			failures += 1;
			if (failures === MAX_FAILURES) break;
		}
	}
	if (failure) throw failure;
	return changed;
}

async function reconcileMirror(
	{ eventId, discordEventId, wasEnded, isOver, date }: OpenMirror,
	listed: DiscordEvent | undefined,
	run: { now: Date; budget: RateLimitBudget },
): Promise<number> {
	// Discord's list omits events that ended some time ago, so an event that is not in it may still exist.
	const remote = listed ?? (await run.budget.run(() => findDiscordEvent(discordEventId)));
	if (!remote) return wasEnded || isOver ? 0 : Number(await unlinkDiscordEvent(discordEventId));
	const { status, seriesStart } = remote;
	if (await applyDiscordStatus({ discordEventId, remote }, run.now)) return 1;
	if (!isUnfinished(status) || (seriesStart && !isSameDate(date, new Date(seriesStart)))) return 0;
	return reconcileInterest({ eventId, discordEventId, interestedCount: remote.interestedCount }, run);
}
