import type { Migration } from './migration.ts';

const APOSTROPHES = '\\00B4\\02BB\\02BC\\05F3\\2018\\2019\\201B\\2032`';
const QUOTES = '\\00AB\\00BB\\05F4\\201C\\201D\\201E\\201F\\2033';
const DASHES = '\\05BE\\2010\\2011\\2012\\2013\\2014\\2015\\2212';
const repeat = (mark: string, marks: string) => mark.repeat(marks.match(/\\[\dA-F]{4}|`/g)?.length ?? 0);

/** Copies a function of the schema `public` under another name. */
const copy = (from: string, to: string) => `DO $$ BEGIN
	EXECUTE replace(pg_get_functiondef('public.${from}(text)'::regprocedure), 'public.${from}(', 'public.${to}('); END $$;`;
const REINDEX =
	'REINDEX INDEX users_search_idx; REINDEX INDEX events_search_idx; REINDEX INDEX users_organizer_name_idx;';

/**
 * Gives `fold_text` the rule of `foldText` for apostrophes, quotation marks and dashes. What it did before is
 * `fold_letters` now. The indexes contain folded texts, so they are built again.
 */
export const foldPunctuation: Migration = {
	name: '0046-fold-punctuation',
	up: ({ run }) =>
		run(`
			${copy('fold_text', 'fold_letters')}
			CREATE OR REPLACE FUNCTION fold_text(value text) RETURNS text
				LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100
				RETURN public.fold_letters(translate(value, U&'${APOSTROPHES}${QUOTES}${DASHES}',
					'${repeat("''", APOSTROPHES)}${repeat('"', QUOTES)}${repeat('-', DASHES)}'));
			${REINDEX}
		`),
	down: ({ run }) =>
		run(`
			${copy('fold_letters', 'fold_text')}
			DROP FUNCTION fold_letters(text);
			${REINDEX}
		`),
};
