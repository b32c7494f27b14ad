import { deleteExpiredApiTokens } from '../auth/api-tokens.ts';
import { checkComingMembers } from '../auth/coming-members.ts';
import { deleteExpiredSessions } from '../auth/sessions.ts';
import { deleteExpiredSignInTokens } from '../auth/sign-in-token.ts';
import { summarizeForLog } from '../discord/errors.ts';
import { deleteExpiredCounters } from '../http/rate-limit.ts';
import { deleteOrphanImages } from '../images/store.ts';
import { countChanges } from '../live/event-changes.ts';
import { log } from '../log.ts';
import { deleteOldUndos } from '../operations/admin/index.ts';
import { announceSeries, checkChannels, checkMentionedRole } from '../operations/announcements/index.ts';
import { deleteFinishedMessages, planReminders } from '../operations/direct-messages/index.ts';
import { deleteExpiredRuns } from '../operations/discord-import/index.ts';
import { completeEndedEvents, continueSeries } from '../operations/events/index.ts';
import { deleteOldAttendance, renewVoiceChannels } from '../operations/groups/index.ts';
import { deleteExpiredIdempotencyKeys } from '../operations/kernel/idempotency.ts';
import { passOnDepartures } from '../operations/members/index.ts';
import { reconcileWithDiscord, requeuePendingMirrors } from '../operations/mirror/index.ts';
import { continuePolls } from '../operations/polls/index.ts';
import { releaseKeys, type ScheduledJobName } from '../queue.ts';

export type ScheduledJob = {
	/** In UTC. Only minutes and hours are used, so that the time zone does not matter. */
	cron: string;
	/** Does everything that is due at `now` and returns how many items it changed. */
	run: (now: Date) => Promise<number>;
};

const minutely = { cron: '* * * * *' };
const often = { cron: '*/5 * * * *' };
const hourly = (minute: number) => ({ cron: `${minute} * * * *` });

/** The scheduled jobs. Each has its own queue, so that a failing job does not block the others. */
export const SCHEDULED_JOBS: Record<ScheduledJobName, ScheduledJob> = {
	// The gateway also queues it: after each connect, and at least every 15 minutes without a connection.
	'discord.reconcile': { ...hourly(2), run: withDiscord('discord.reconcile', reconcile) },
	'events.announce-series': { ...often, run: announceSeries },
	'events.complete': { ...minutely, run: completeEndedEvents },
	'events.continue-series': { ...hourly(12), run: continueSeries },
	'events.requeue-mirrors': { cron: '*/15 * * * *', run: requeuePendingMirrors },
	'queue.release-keys': { ...often, run: releaseKeys },
	'admin.delete-expired-runs': { ...hourly(57), run: deleteExpiredRuns },
	'api.delete-expired-keys': { ...hourly(7), run: deleteExpiredIdempotencyKeys },
	'auth.delete-expired-sessions': { ...hourly(17), run: deleteExpiredCredentials },
	'auth.delete-expired-sign-ins': { ...hourly(27), run: deleteExpiredSignInTokens },
	'images.delete-orphans': { ...hourly(47), run: deleteOrphanImages },
	'live.delete-old-changes': { ...often, run: countChanges },
	'attendance.delete-old': { ...hourly(32), run: deleteOldAttendance },
	'audit.delete-old-undos': { ...hourly(22), run: deleteOldUndos },
	'limits.delete-expired-counters': { ...hourly(37), run: deleteExpiredCounters },
	'messages.plan-reminders': { ...minutely, run: planMessages },
	'messages.delete-finished': { ...hourly(52), run: deleteFinishedMessages },
	'users.check-members': {
		cron: '5,20,35,50 * * * *',
		run: withDiscord('users.check-members', checkComingMembers),
	},
	'users.pass-on-departures': { ...minutely, run: passOnDepartures },
};

async function planMessages(now: Date): Promise<number> {
	return (await planReminders(now)) + (await continuePolls(now));
}

async function reconcile(now: Date): Promise<number> {
	const changed =
		(await reconcileWithDiscord(now)) + (await checkMentionedRole(now)) + (await checkChannels(now));
	await renewVoiceChannels(now);
	return changed;
}

async function deleteExpiredCredentials(now: Date): Promise<number> {
	return (await deleteExpiredSessions(now)) + (await deleteExpiredApiTokens(now));
}

/**
 * Returns a job that reads or writes Discord. An outage of Discord is not an error of the job: what could not be read
 * stays unchanged until the next run.
 */
function withDiscord(
	job: ScheduledJobName,
	run: (now: Date) => Promise<number>,
): (now: Date) => Promise<number> {
	return async (now) => {
		try {
			return await run(now);
		} catch (error) {
			const problem = summarizeForLog(error);
			if (!problem) throw error;
			log().warn({ job, problem }, 'job waits for Discord');
			return 0;
		}
	};
}
