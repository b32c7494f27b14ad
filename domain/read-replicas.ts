import { formatCount } from './format-count.ts';

/** A PostgreSQL server of DATABASE_READ_URLS; `lagSeconds` is null when it does not respond or is no replica. */
export type ReadReplica = { name: string; lagSeconds: number | null };

/** A replica that lags by more seconds is not read. */
export const MAX_LAG_SECONDS = 10;

/** Returns whether pages read the replica. */
export const isReadable = ({ lagSeconds }: ReadReplica): boolean =>
	lagSeconds !== null && lagSeconds <= MAX_LAG_SECONDS;

/** What to do about a replica that is not readable. */
export const READ_REPLICA_REMEDY =
	'Pages read the primary instead. Check that it runs, that it follows the database of DATABASE_URL, and its load, or take it out of DATABASE_READ_URLS.';

/** Returns the name of a replica and how it keeps up, for a page. */
export function describeReadReplica({ name, lagSeconds }: ReadReplica): string {
	if (lagSeconds === null) return `${name} does not respond`;
	const seconds = Math.round(lagSeconds);
	return seconds === 0 ? `${name} is up to date` : `${name} is ${formatCount(seconds, 'second')} behind`;
}
