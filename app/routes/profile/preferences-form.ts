import type { RouterContextProvider } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { readFormValues } from '~/app/shell/form-values.ts';
import { PREFERENCE_LIMITS, TEXT_LIMITS } from '~/domain/limits.ts';
import type { FieldErrors } from '~/domain/refusal.ts';
import {
	applyDraftStep,
	EMPTY_DRAFT,
	LIST_FIELDS,
	PREFERENCE_TEXTS,
	type PreferenceList,
	type PreferencesDraft,
	parseDraftStep,
} from '~/domain/users/preferences.ts';
import type { PublicUserView } from '~/domain/users/schema.ts';
import { load } from '~/server/http/responses.ts';
import { findUsers, listCompanions, searchUsers } from '~/server/operations/users/index.ts';

type Queries = Record<PreferenceList, string>;

type DraftInput = {
	draft: PreferencesDraft;
	queries: Queries;
	fieldErrors?: FieldErrors;
	failure?: { title: string; error: string };
};

export type ListDraft = {
	chosen: PublicUserView[];
	query: string;
	/** The users who match the query. Without a query: the users the user played with most. */
	matches: PublicUserView[];
};

export type DraftView = Record<PreferenceList, ListDraft> & {
	notes: string;
	refusal: { fieldErrors: FieldErrors };
	failure: DraftInput['failure'] | null;
};

/** Returns the draft in the form's hidden fields, and the search texts. */
export function readDraftForm(form: FormData): { draft: PreferencesDraft; queries: Queries } {
	const query = (name: string) => readText(form, name).slice(0, TEXT_LIMITS.search);
	return {
		draft: readFormValues(form, EMPTY_DRAFT),
		queries: { players: query('playersQuery'), storytellers: query('storytellersQuery') },
	};
}

/** Returns the draft after a button press. Adding to a full list is refused with the spec's text (422). */
export function applyPreferencesStep(
	draft: PreferencesDraft,
	button: string,
): { draft: PreferencesDraft; fieldErrors: FieldErrors; status: number } {
	const step = parseDraftStep(button);
	if (!step) return { draft, fieldErrors: {}, status: 200 };
	const changed = applyDraftStep(draft, step);
	const field = LIST_FIELDS[step.list];
	if (step.action === 'add' && changed[field].length > PREFERENCE_LIMITS[step.list]) {
		const text =
			step.list === 'players' ? PREFERENCE_TEXTS.tooManyPlayers : PREFERENCE_TEXTS.tooManyStorytellers;
		return { draft, fieldErrors: { [field]: [text] }, status: 422 };
	}
	return { draft: changed, fieldErrors: {}, status: 200 };
}

/** Returns the chosen users of a draft, and those it offers: matches of the searches, or companions. */
export async function loadDraftView(
	context: Readonly<RouterContextProvider>,
	{ draft, queries, fieldErrors = {}, failure }: DraftInput,
): Promise<DraftView> {
	const loadList = async (list: PreferenceList): Promise<ListDraft> => {
		const ids = draft[LIST_FIELDS[list]];
		const query = queries[list];
		const [chosen, matches] = await Promise.all([
			load(findUsers, context, { read: () => ({ ids }) }),
			query.trim() === ''
				? load(listCompanions, context, { read: () => ({ among: list, without: ids }) })
				: load(searchUsers, context, { read: () => ({ query, among: list, without: ids }) }),
		]);
		return { chosen, query, matches };
	};
	const [players, storytellers] = await Promise.all([loadList('players'), loadList('storytellers')]);
	return { players, storytellers, notes: draft.notes, refusal: { fieldErrors }, failure: failure ?? null };
}
