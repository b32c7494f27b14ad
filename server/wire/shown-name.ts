/** What is compared of a name: without case, accents, spaces and characters that show nothing. */
const foldName = (name: string) =>
	`regexp_replace(fold_text(${name}), '[\\s\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200d\\ufe00-\\ufe0f]', '', 'g')`;

const ORGANIZERS = `('creator', 'admin')`;

/**
 * Returns SQL for the preferred name of the users `u` as others see it. A name like that of another creator or admin is
 * followed by the Discord username, which nobody can choose to look like somebody else's: `Name (discordname)`. It is
 * decided when the name is read, so that it follows every change of a name or a role.
 */
export function shownName(u: string): string {
	const organizer = foldName('coalesce(o.preferred_username, o.username)');
	// Uncorrelated, so PostgreSQL reads the few organizers once a statement. An organizer's own name is among them:
	// only a second one of that name is somebody else.
	return `CASE WHEN ${u}.preferred_username IS NOT NULL
		AND (${foldName(`${u}.preferred_username`)}, CASE WHEN ${u}.role IN ${ORGANIZERS} THEN 2 ELSE 1 END) IN
			(SELECT ${organizer}, (row_number() OVER (PARTITION BY ${organizer}))::int
			FROM users o WHERE o.role IN ${ORGANIZERS})
		THEN ${u}.preferred_username || ' (' || ${u}.username || ')' ELSE ${u}.preferred_username END`;
}
