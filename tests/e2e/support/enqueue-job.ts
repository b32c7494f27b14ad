import { PgBoss } from 'pg-boss';

/** Enqueues the job that the schedule would enqueue within a minute. */
export async function enqueueJob(connectionString: string, name: string): Promise<void> {
	const boss = new PgBoss({
		connectionString,
		schema: 'queue',
		max: 1,
		migrate: false,
		supervise: false,
		schedule: false,
	});
	boss.on('error', () => undefined);
	await boss.start();
	await boss.send(name, {});
	await boss.stop({ graceful: false });
}
