import { findDatabaseProblem } from '~/database/connection.ts';
import { isOnlyReadable } from '~/domain/database-problems.ts';
import { logFailure } from '../log.ts';

/**
 * Returns the result of `write`, which a request for reading can do without, or undefined when the database refuses writes.
 * Throws any other error.
 */
export async function writeIfPossible<Result>(write: () => Promise<Result>): Promise<Result | undefined> {
	try {
		return await write();
	} catch (error) {
		if (!isOnlyReadable(findDatabaseProblem(error))) throw error;
		logFailure(error, 'session');
		return undefined;
	}
}
