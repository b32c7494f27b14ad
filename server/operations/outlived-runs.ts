import { Op } from 'sequelize';
import { ImportRun } from '~/database/models/index.ts';
import { DAY_MS, RUN_DAYS } from '~/domain/limits.ts';

/**
 * Deletes the import runs that have not changed in the 30 days before `now` and returns how many; the imported events
 * stay. For a job: nothing depends on when it runs.
 */
export function removeOutlivedRuns(now: Date): Promise<number> {
	const where = { updatedAt: { [Op.lte]: new Date(now.getTime() - RUN_DAYS * DAY_MS) } };
	return ImportRun.destroy({ where });
}
