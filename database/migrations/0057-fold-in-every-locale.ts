import { buildFoldExpression } from './0029-fold-scripts.ts';
import type { Migration } from './migration.ts';

/**
 * Collations whose lower case follows Unicode, the best first: of PostgreSQL itself (17 and later), of ICU, which may be
 * older and then lacks new letters, and of the machine. With none of them, letters are folded as the locale of the
 * database says.
 */
const COLLATIONS = ['pg_c_utf8', 'und-x-icu', 'C.utf8', 'C.UTF-8', 'en_US.utf8', 'en_US.UTF-8'];

/** Replaces `fold_letters`. `collation` is an SQL expression whose result follows the text that is put in lower case. */
const replaceFoldLetters = (collation: string) => `
	DO $do$ BEGIN EXECUTE replace($sql$
		CREATE OR REPLACE FUNCTION fold_letters(value text) RETURNS text
		LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100
		RETURN ${buildFoldExpression('lower(normalize(value, NFKD) <collation>)')}$sql$,
		'<collation>', ${collation}); END $do$;
	REINDEX INDEX users_search_idx; REINDEX INDEX events_search_idx; REINDEX INDEX users_organizer_name_idx;`;

/**
 * Lets `fold_letters` put letters in lower case as Unicode says, in a database of any locale. In the locale C, PostgreSQL
 * knows only the letters of English, so a search for "игра" did not find "ИГРА". The indexes contain folded texts, so they
 * are built again.
 */
export const foldInEveryLocale: Migration = {
	name: '0057-fold-in-every-locale',
	up: ({ run }) =>
		run(
			replaceFoldLetters(`coalesce((SELECT 'COLLATE pg_catalog.' || quote_ident(collname) FROM pg_collation
			WHERE collnamespace = 'pg_catalog'::regnamespace AND collname = ANY('{${COLLATIONS.join()}}')
				AND collencoding IN (-1, pg_char_to_encoding('UTF8'))
			ORDER BY array_position('{${COLLATIONS.join()}}', collname::text) LIMIT 1), '')`),
		),
	down: ({ run }) => run(replaceFoldLetters(`''`)),
};
