import { QueryTypes } from 'sequelize';
import { database } from '~/database/connection.ts';
import type { JobData, JobName } from '~/server/queue.ts';

export type ListedJob<Name extends JobName> = {
	data: JobData[Name];
	key: string | null;
	state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';
};

/** Returns the jobs of a name in the test's database, of every state, in the order of their transactions. */
export function listJobs<Name extends JobName>(name: Name): Promise<ListedJob<Name>[]> {
	return database().query<ListedJob<Name>>(
		'SELECT data, singleton_key AS key, state FROM queue.job WHERE name = :name ORDER BY created_on, id',
		{ type: QueryTypes.SELECT, replacements: { name } },
	);
}

/** Deletes every job, so that the next test starts with none. */
export async function deleteJobs(): Promise<void> {
	await database().query('DELETE FROM queue.job');
}
