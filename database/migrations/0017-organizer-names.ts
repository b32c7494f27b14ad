import type { Migration } from './migration.ts';

/** An index of the names of creators and admins in the form in which names are compared (decision 0030). */
export const organizerNames: Migration = {
	name: '0017-organizer-names',
	up: ({ run }) =>
		run(`
			CREATE FUNCTION fold_name(value text) RETURNS text
			LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100
			RETURN regexp_replace(public.fold_text(value),
				'[\\s\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200d\\ufe00-\\ufe0f]', '', 'g');

			CREATE INDEX users_organizer_name_idx ON users (fold_name(coalesce(preferred_username, username)))
				WHERE role IN ('creator', 'admin');
		`),
	down: ({ run }) => run('DROP INDEX users_organizer_name_idx; DROP FUNCTION fold_name(text)'),
};
