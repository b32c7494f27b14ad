import type { Migration } from './migration.ts';

/**
 * The original start of the date that a mirror stands for, when its Discord event repeats. Such a mirror is only read,
 * because every change would change the other dates too. Null: the Discord event does not repeat. (decision 0056)
 */
export const seriesStart: Migration = {
	name: '0030-series-start',
	up: ({ run }) => run('ALTER TABLE discord_mirrors ADD COLUMN series_start timestamptz'),
	down: ({ run }) => run('ALTER TABLE discord_mirrors DROP COLUMN series_start'),
};
