import { findDatabaseProblem } from '~/database/connection.ts';
import type { User } from '~/database/models/index.ts';
import type { ReadPosition } from '~/database/replicas.ts';
import { type Binds, one } from '~/database/sql.ts';
import { isOnlyReadable } from '~/domain/database-problems.ts';
import { MINUTE_MS } from '~/domain/limits.ts';
import type { Actor } from '~/domain/policy.ts';
import { logFailure } from '../log.ts';
import { type PositionRow, selectPosition, toReadPosition } from '../operations/kernel/read-position.ts';
import { OWN_USER_COLUMNS, type OwnUser } from '../wire/users.ts';

/** The user of a request. */
export type RequestUser = OwnUser & Pick<User, 'membershipCheckedAt' | 'membershipLostAt'>;

const USER_COLUMNS = `${OWN_USER_COLUMNS}, u.membership_checked_at AS "membershipCheckedAt",
	u.membership_lost_at AS "membershipLostAt"`;

/** How many writes a user has sent in the current minute, and when that minute ends. */
export type CountedWrites = { count: number; endsAt: Date };

type CountRow = { writeCount: number; writesEnd: string };

type FoundCredential<Columns> = {
	credential: Columns;
	actor: Actor;
	user: RequestUser;
	writes: CountedWrites | null;
	readPosition: ReadPosition | null;
};

/** A table of credentials, and the SQL of its columns and its condition; the table's alias is `c`. */
type Source = { table: 'sessions' | 'api_tokens'; columns: string; condition: string };

/**
 * Returns the session or API token of a request with its user, or null when there is none. With `maxWrites`,
 * the user's writes per minute, the request counts as a write in the same statement; above it, nothing is
 * written until the minute is over.
 */
export async function findCredential<Columns extends object>(
	source: Source,
	binds: Binds & { now: Date },
	maxWrites?: number,
): Promise<FoundCredential<Columns> | null> {
	const found = await one<Columns & RequestUser & Partial<CountRow> & PositionRow>(
		maxWrites === undefined ? selectCredential(source) : countWrite(source),
		{ ...binds, nowMs: binds.now.getTime(), maxWrites },
	);
	if (!found) return null;
	const { writeCount: count, writesEnd } = found;
	const writes = count === undefined ? null : { count, endsAt: new Date(Number(writesEnd)) };
	const actor = { id: found.id, role: found.role };
	return { credential: found, actor, user: found, writes, readPosition: toReadPosition(found) };
}

const selectCredential = ({ table, columns, condition }: Source, moreColumns = '', moreJoins = ''): string =>
	`SELECT ${columns}, ${USER_COLUMNS}${selectPosition()}${moreColumns}
	FROM ${table} c JOIN users u ON u.id = c.user_id ${moreJoins} WHERE ${condition}`;

/** The counter's key, as the limiters of server/http/rate-limit.ts name theirs. */
const counterKey = (userId: string): string => `'userWritesPerMinute:' || ${userId}`;

const countWrite = (source: Source): string => `WITH found AS (
		${selectCredential(
			source,
			', r.points, r.expire',
			`LEFT JOIN rate_limits r ON r.key = ${counterKey('u.id')} AND r.expire > :nowMs`,
		)}),
	counted AS (
		INSERT INTO rate_limits AS r (key, points, expire)
		SELECT ${counterKey('id')}, 1, :nowMs::bigint + ${MINUTE_MS} FROM found
		WHERE coalesce(points, 0) <= :maxWrites::bigint
		ON CONFLICT (key) DO UPDATE SET points = CASE WHEN r.expire > :nowMs THEN r.points + 1 ELSE 1 END,
			expire = CASE WHEN r.expire > :nowMs THEN r.expire ELSE excluded.expire END
		RETURNING r.points, r.expire)
	SELECT found.*, coalesce(n.points, found.points) AS "writeCount", coalesce(n.expire, found.expire) AS "writesEnd"
	FROM found LEFT JOIN counted n ON true`;

/** Returns the result of `write`, or undefined when the database refuses writes. Throws any other error. */
export async function writeIfPossible<Result>(write: () => Promise<Result>): Promise<Result | undefined> {
	try {
		return await write();
	} catch (error) {
		if (!isOnlyReadable(findDatabaseProblem(error))) throw error;
		logFailure(error, 'session');
		return undefined;
	}
}
