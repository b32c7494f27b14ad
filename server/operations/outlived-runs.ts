import { Op } from 'sequelize';
import { ImportRun, TemplateRun } from '~/database/models/index.ts';
import { DAY_MS, RUN_DAYS } from '~/domain/limits.ts';

/**
 * Removes the runs of imports and template weeks that nothing has happened to in the 30 days before `now`; answers how
 * many. What they made stays. For a job: nothing depends on when it runs.
 */
export async function removeOutlivedRuns(now: Date): Promise<number> {
	const where = { updatedAt: { [Op.lte]: new Date(now.getTime() - RUN_DAYS * DAY_MS) } };
	const [imports, weeks] = await Promise.all([ImportRun.destroy({ where }), TemplateRun.destroy({ where })]);
	return imports + weeks;
}
