import { log, logFailure } from '../log.ts';
import { POLL_SECONDS, type ScheduledJobName, scheduleJob, startWorker } from '../queue.ts';
import { SCHEDULED_JOBS, type ScheduledJob } from './scheduled-jobs.ts';

type Options = {
	/** The clock; each run gets its current time. */
	now: () => Date;
	jobs?: Partial<Record<ScheduledJobName, ScheduledJob>>;
};

/**
 * Starts the scheduled jobs in this process; the queue must be started. Each job runs once now and then on
 * its schedule, on one replica at a time. A second call replaces the handlers, as a hot reload must.
 */
export async function startJobs({ now, jobs = SCHEDULED_JOBS }: Options): Promise<void> {
	for (const [name, job] of Object.entries(jobs) as [ScheduledJobName, ScheduledJob][]) {
		await scheduleJob(name, job.cron);
		await startWorker(name, POLL_SECONDS, () => runScheduledJob(name, job, now()));
	}
}

async function runScheduledJob(name: ScheduledJobName, job: ScheduledJob, now: Date): Promise<void> {
	const started = performance.now();
	try {
		const count = await job.run(now);
		const ms = Math.round(performance.now() - started);
		log()[count > 0 ? 'info' : 'debug']({ job: name, count, ms }, 'job');
	} catch (error) {
		logFailure(error, 'job failed', { job: name });
		// The queue stores what is thrown, so the error itself, which may contain SQL and what users typed, is
		// not passed on.
		throw new Error('The job failed; the log says why.');
	}
}
