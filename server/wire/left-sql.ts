/** Returns SQL for whether the user `user` has left the server or lost the required role (decision 0022). */
export const buildHasLeftSql = (user: string): string => `(${user}.left_at IS NOT NULL)`;

/**
 * Returns SQL for whether the user of `row`, a signup or a seat, left before its event began. Who leaves later was there.
 */
export const buildLeftBeforeStartSql = (row: string): string =>
	`EXISTS (SELECT FROM users gone WHERE gone.id = ${row}.user_id AND gone.left_at IS NOT NULL
		AND gone.left_at < (SELECT planned.date FROM events planned WHERE planned.id = ${row}.event_id))`;
