import type { Migration } from './migration.ts';

/**
 * Functions and indexes for searching and sorting the admin panel's lists. The search finds parts of words
 * and ignores case and accents. It uses a GIN index on an array of the one, two and three letter parts of
 * each name, which PostgreSQL supports without an extension.
 */
export const adminLists: Migration = {
	name: '0009-admin-lists',
	up: ({ run }) =>
		run(`
			CREATE FUNCTION fold_text(value text) RETURNS text
			LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100
			RETURN replace(replace(replace(replace(translate(
				lower(regexp_replace(normalize(value, NFKD),
					'[\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]', '', 'g')),
				'đðøłħı', 'ddolhi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');

			CREATE FUNCTION search_grams(value text) RETURNS text[]
			LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100000
			RETURN (SELECT coalesce(array_agg(DISTINCT substr(word, start, size)), '{}')
				FROM regexp_split_to_table(public.fold_text(value), '\\s+') AS word,
					generate_series(1, 3) AS size, generate_series(1, length(word) - size + 1) AS start);

			CREATE INDEX users_search_idx ON users
				USING gin (search_grams(coalesce(preferred_username || ' ', '') || username));
			CREATE INDEX users_name_idx ON users (lower(coalesce(preferred_username, username)), id);
			CREATE INDEX users_role_created_at_idx ON users (role, created_at DESC, id DESC);
			CREATE INDEX events_search_idx ON events USING gin (search_grams(title));
			CREATE INDEX events_title_idx ON events (lower(title), id);
			CREATE INDEX events_status_created_at_idx ON events (status, created_at DESC, id DESC);
			CREATE INDEX signups_status_created_at_idx ON signups (status, created_at DESC, id DESC);
		`),
	down: ({ run }) =>
		run(`
			DROP INDEX users_search_idx, users_name_idx, users_role_created_at_idx, events_search_idx, events_title_idx,
				events_status_created_at_idx, signups_status_created_at_idx;
			DROP FUNCTION search_grams(text);
			DROP FUNCTION fold_text(text);
		`),
};
