/**
 * Returns SQL for the form in which names are compared: without case, accents, spaces and invisible
 * characters.
 */
const foldName = (name: string) =>
	`regexp_replace(fold_text(${name}), '[\\s\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200d\\ufe00-\\ufe0f]', '', 'g')`;

const ORGANIZERS = `('creator', 'admin')`;

/**
 * Returns SQL for the preferred name of the users `u` as other users see it. When the name equals that of
 * another creator or admin, the Discord username follows it, `Name (discordname)`, because nobody can choose
 * that name to imitate another user. This is decided when the name is read, so that it follows every change
 * of a name or a role.
 */
export function shownName(u: string): string {
	const organizer = foldName('coalesce(o.preferred_username, o.username)');
	// The subquery does not depend on the row, so PostgreSQL reads the few organizers once per statement. It
	// includes the organizer's own row, so for an organizer only a second row with this name is another user.
	return `CASE WHEN ${u}.preferred_username IS NOT NULL
		AND (${foldName(`${u}.preferred_username`)}, CASE WHEN ${u}.role IN ${ORGANIZERS} THEN 2 ELSE 1 END) IN
			(SELECT ${organizer}, (row_number() OVER (PARTITION BY ${organizer}))::int
			FROM users o WHERE o.role IN ${ORGANIZERS})
		THEN ${u}.preferred_username || ' (' || ${u}.username || ')' ELSE ${u}.preferred_username END`;
}
