import { isDatabaseDown } from '~/database/connection.ts';
import { log } from '../log.ts';
import { type ChoreName, repeat, work } from '../queue.ts';
import { CHORES, type Chore } from './chores.ts';

type Options = {
	/** The clock that every job is given. */
	now: () => Date;
	chores?: Partial<Record<ChoreName, Chore>>;
};

/**
 * Has this process carry out the chores of the started queue: each once now, then by its clock, by one replica at a
 * time. Called again it replaces the handlers, as a hot reload must.
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
		// The queue keeps what is thrown: not the error itself, on which SQL and what people typed may hang.
		throw new Error('The job failed; the log says why.');
	}
}
