import type { Migration } from './migration.ts';

/**
 * Gives `fold_text` the rule of `foldText` (domain/fold-text.ts): more scripts lose their accents and points, and letters
 * that a language tells apart stay different. The indexes contain folded texts, so they are built again.
 */
export const foldScripts: Migration = {
	name: '0029-fold-scripts',
	up: ({ run }) =>
		run(`
			${createFoldText(buildFoldExpression('lower(normalize(value, NFKD))'))};
			${REINDEX}
		`),
	down: ({ run }) =>
		run(`
			${createFoldText(`replace(replace(replace(replace(translate(
				lower(regexp_replace(normalize(value, NFKD),
					'[\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]', '', 'g')),
				'đðøłħı', 'ddolhi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')`)};
			${REINDEX}
		`),
};

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

/** Returns the SQL that folds what `lowered` returns: `value`, decomposed and in lower case. */
export const buildFoldExpression = (
	lowered: string,
) => `normalize(replace(replace(replace(replace(translate(regexp_replace(
				replace(replace(replace(${lowered},
					U&'\\0438\\0306', U&'\\0439'), U&'\\0443\\0306', U&'\\045E'), U&'\\0456\\0308', U&'\\0457'),
				'[${ACCENTS}${UNSEEN}]', '', 'g'),
				U&'đðøłħıς\\0649\\06CC\\0629\\06A9', U&'ddolhiσ\\064A\\064A\\0647\\0643'),
				'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC)`;

const createFoldText = (expression: string) => `CREATE OR REPLACE FUNCTION fold_text(value text) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100
	RETURN ${expression}`;

const REINDEX =
	'REINDEX INDEX users_search_idx; REINDEX INDEX events_search_idx; REINDEX INDEX users_organizer_name_idx;';
