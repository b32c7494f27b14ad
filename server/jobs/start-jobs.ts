import { isDatabaseDown } from '~/database/connection.ts';
import { log } from '../log.ts';
import { type ChoreName, repeat, work } from '../queue.ts';
import { CHORES, type Chore } from './chores.ts';

type Options = {
	/** The clock; each run gets its current time. */
	now: () => Date;
	chores?: Partial<Record<ChoreName, Chore>>;
};

/**
 * Starts the scheduled jobs in this process; the queue must be started. Each job runs once now and then on
 * its schedule, on one replica at a time. A second call replaces the handlers, as a hot reload must.
 */
export async function startJobs({ now, chores = CHORES }: Options): Promise<void> {
	for (const [name, chore] of Object.entries(chores) as [ChoreName, Chore][]) {
		await repeat(name, chore.cron);
		await work(name, chore.pollSeconds, () => runChore(name, chore, now()));
	}
}

async function runChore(name: ChoreName, chore: Chore, now: Date): Promise<void> {
	const started = performance.now();
	try {
		const count = await chore.run(now);
		const ms = Math.round(performance.now() - started);
		log()[count > 0 ? 'info' : 'debug']({ job: name, count, ms }, 'job');
	} catch (error) {
		log()[isDatabaseDown(error) ? 'warn' : 'error']({ job: name, err: error }, 'job failed');
		// The queue stores what is thrown, so the error itself, which may contain SQL and what users typed, is
		// not passed on.
		throw new Error('The job failed; the log says why.');
	}
}
