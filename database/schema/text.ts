import type { SchemaPart } from './schema-part.ts';

/**
 * Collations whose lower case follows Unicode, the best first: of PostgreSQL itself (17 and later), of ICU, which may be
 * older and then lacks new letters, and of the machine. With none of them, letters are folded as the locale of the
 * database says: in the locale C, PostgreSQL knows only the letters of English.
 */
const COLLATIONS = ['pg_c_utf8', 'und-x-icu', 'C.utf8', 'C.UTF-8', 'en_US.utf8', 'en_US.UTF-8'];

const ACCENTS = [
	...['\\u0300-\\u036f', '\\u0483-\\u0487', '\\u0591-\\u05bd', '\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7'],
	...[
		'\\u0610-\\u061a',
		'\\u064b-\\u065f',
		'\\u0670',
		'\\u06d6-\\u06dc',
		'\\u06df-\\u06e4',
		'\\u06e7\\u06e8',
	],
	...['\\u06ea-\\u06ed', '\\u0730-\\u074a', '\\u1ab0-\\u1aff', '\\u1dc0-\\u1dff', '\\u20d0-\\u20ff'],
	'\\ufe20-\\ufe2f',
].join('');
const UNSEEN = [
	...['\\u00ad\\u061c\\u0640\\u115f\\u1160\\u17b4\\u17b5', '\\u180b-\\u180f', '\\u200b-\\u200f'],
	...['\\u202a-\\u202e', '\\u2060-\\u206f', '\\ufe00-\\ufe0f', '\\ufeff'],
].join('');
const APOSTROPHES = '\\00B4\\02BB\\02BC\\05F3\\2018\\2019\\201B\\2032`';
const QUOTES = '\\00AB\\00BB\\05F4\\201C\\201D\\201E\\201F\\2033';
const DASHES = '\\05BE\\2010\\2011\\2012\\2013\\2014\\2015\\2212';
const repeat = (mark: string, marks: string) => mark.repeat(marks.match(/\\[\dA-F]{4}|`/g)?.length ?? 0);

/** Texts as they are compared and found, by the rule of `foldText` (domain/fold-text.ts). */
export const text: SchemaPart = {
	tables: `
	DO $do$ BEGIN EXECUTE replace($sql$
		CREATE FUNCTION fold_letters(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100
		RETURN normalize(replace(replace(replace(replace(translate(regexp_replace(
			replace(replace(replace(lower(normalize(value, NFKD) <collation>),
				U&'\\0438\\0306', U&'\\0439'), U&'\\0443\\0306', U&'\\045E'), U&'\\0456\\0308', U&'\\0457'),
			'[${ACCENTS}${UNSEEN}]', '', 'g'),
			U&'đðøłħıς\\0649\\06CC\\0629\\06A9', U&'ddolhiσ\\064A\\064A\\0647\\0643'),
			'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC)$sql$,
		'<collation>', coalesce((SELECT 'COLLATE pg_catalog.' || quote_ident(collname) FROM pg_collation
			WHERE collnamespace = 'pg_catalog'::regnamespace AND collname = ANY('{${COLLATIONS.join()}}')
				AND collencoding IN (-1, pg_char_to_encoding('UTF8'))
			ORDER BY array_position('{${COLLATIONS.join()}}', collname::text) LIMIT 1), '')); END $do$;

	-- Folds apostrophes, quotation marks and dashes too.
	CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100
	RETURN public.fold_letters(translate(value, U&'${APOSTROPHES}${QUOTES}${DASHES}',
		'${repeat("''", APOSTROPHES)}${repeat('"', QUOTES)}${repeat('-', DASHES)}'));

	-- Folds a name for comparisons: as fold_text, and without spaces and invisible characters (decision 0022).
	CREATE FUNCTION fold_name(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100
	RETURN regexp_replace(public.fold_text(value),
		'[\\s\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200d\\ufe00-\\ufe0f]', '', 'g');

	-- The parts of one, two and three letters of each word: a GIN index on them finds parts of words, which PostgreSQL
	-- supports without an extension. For an array of words the estimated cost stays below that of JIT compilation.
	CREATE FUNCTION search_grams(value text) RETURNS text[]
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100000
	RETURN (SELECT coalesce(array_agg(DISTINCT substr(word, start, size)), '{}')
		FROM unnest(regexp_split_to_array(public.fold_text(value), '\\s+')) AS word,
			generate_series(1, 3) AS size, generate_series(1, length(word) - size + 1) AS start);
	`,
};
