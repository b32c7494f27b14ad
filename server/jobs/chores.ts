import { removeExpiredApiTokens } from '../auth/api-tokens.ts';
import { removeOutlivedSessions } from '../auth/sessions.ts';
import { removeOutlivedSignInTokens } from '../auth/sign-in-token.ts';
import { summarizeForLog } from '../discord/errors.ts';
import { removeOutlivedCounters } from '../http/rate-limit.ts';
import { removeOrphanImages } from '../images/store.ts';
import { log } from '../log.ts';
import { deleteExpiredRuns } from '../operations/discord-import/index.ts';
import { completeEndedEvents } from '../operations/events/index.ts';
import { removeOutlivedKeys } from '../operations/kernel/idempotency.ts';
import { reconcileWithDiscord, requeuePendingMirrors } from '../operations/mirror/index.ts';
import { type ChoreName, releaseKeys } from '../queue.ts';

export type Chore = {
	/** In UTC. Only minutes and hours are used, so that the time zone does not matter. */
	cron: string;
	/** How often the queue is checked for this job, in seconds. */
	pollSeconds: number;
	/** Does everything that is due at `now` and returns how many items it changed. */
	run: (now: Date) => Promise<number>;
};

const minutely = { cron: '* * * * *', pollSeconds: 10 };
const hourly = (minute: number) => ({ cron: `${minute} * * * *`, pollSeconds: 60 });

/** The scheduled jobs. Each has its own queue, so that a failing job does not block the others. */
export const CHORES: Record<ChoreName, Chore> = {
	'discord.reconcile': { cron: '*/15 * * * *', pollSeconds: 5, run: reconcile },
	'events.complete': { ...minutely, run: completeEndedEvents },
	'events.requeue-mirrors': { cron: '*/15 * * * *', pollSeconds: 60, run: requeuePendingMirrors },
	'queue.release-keys': { ...minutely, run: releaseKeys },
	'admin.remove-outlived-runs': { ...hourly(57), run: deleteExpiredRuns },
	'api.remove-outlived-keys': { ...hourly(7), run: removeOutlivedKeys },
	'auth.remove-outlived-sessions': { ...hourly(17), run: removeExpiredCredentials },
	'auth.remove-outlived-sign-ins': { ...hourly(27), run: removeOutlivedSignInTokens },
	'images.remove-orphans': { ...hourly(47), run: removeOrphanImages },
	'limits.remove-outlived-counters': { ...hourly(37), run: removeOutlivedCounters },
};

async function removeExpiredCredentials(now: Date): Promise<number> {
	return (await removeOutlivedSessions(now)) + (await removeExpiredApiTokens(now));
}

/**
 * Reconciles with Discord. An outage of Discord is not an error of the job: what could not be read stays
 * unchanged until the next run.
 */
async function reconcile(now: Date): Promise<number> {
	try {
		return await reconcileWithDiscord(now);
	} catch (error) {
		const trouble = summarizeForLog(error);
		if (!trouble) throw error;
		log().warn({ job: 'discord.reconcile', trouble }, 'job waits for Discord');
		return 0;
	}
}
