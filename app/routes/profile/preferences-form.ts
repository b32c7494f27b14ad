import type { RouterContextProvider } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { PREFERENCE_LIMITS, TEXT_LIMITS } from '~/domain/limits.ts';
import {
	changeDraft,
	LIST_FIELDS,
	type PreferenceList,
	type PreferencesDraft,
	readDraftStep,
} from '~/domain/people/draft.ts';
import { PREFERENCE_TEXTS } from '~/domain/people/preferences.ts';
import type { PersonView } from '~/domain/people/schema.ts';
import type { FieldErrors } from '~/domain/refusal.ts';
import { load } from '~/server/http/answers.ts';
import { findPeople, searchPeople } from '~/server/operations/users/index.ts';

type Queries = Record<PreferenceList, string>;

type Drafted = {
	draft: PreferencesDraft;
	queries: Queries;
	fieldErrors?: FieldErrors;
	/** Why the save failed. */
	failure?: { title: string; error: string };
};

export type ListDraft = { chosen: PersonView[]; query: string; matches: PersonView[] };

/** The data that the dialog shows. */
export type DraftView = Record<PreferenceList, ListDraft> & {
	notes: string;
	fieldErrors: FieldErrors;
	failure: Drafted['failure'] | null;
};

/** Replaces DraftView when the server was not reached. */
export type UnsentDraft = Pick<DraftView, 'failure'> & { offline: true };

/** Returns the draft in the form's hidden fields, and the search texts. */
export function readDraftForm(form: FormData): { draft: PreferencesDraft; queries: Queries } {
	const ids = (list: PreferenceList) => [...new Set(form.getAll(LIST_FIELDS[list]).map(String))];
	const query = (name: string) => readText(form, name).slice(0, TEXT_LIMITS.search);
	return {
		draft: {
			preferredPlayers: ids('players'),
			preferredStorytellers: ids('storytellers'),
			notes: readText(form, 'notes'),
		},
		queries: { players: query('playersQuery'), storytellers: query('storytellersQuery') },
	};
}

/** Returns the draft after a button press. Adding to a full list is refused with the spec's text (422). */
export function takeStep(
	draft: PreferencesDraft,
	pressed: string,
): { draft: PreferencesDraft; fieldErrors: FieldErrors; status: number } {
	const step = readDraftStep(pressed);
	if (!step) return { draft, fieldErrors: {}, status: 200 };
	const changed = changeDraft(draft, step);
	const field = LIST_FIELDS[step.list];
	if (step.act === 'add' && changed[field].length > PREFERENCE_LIMITS[step.list]) {
		const text = step.list === 'players' ? PREFERENCE_TEXTS.manyPlayers : PREFERENCE_TEXTS.manyStorytellers;
		return { draft, fieldErrors: { [field]: [text] }, status: 422 };
	}
	return { draft: changed, fieldErrors: {}, status: 200 };
}

/** Returns the users of a draft, and the users who match the searches. */
export async function showDraft(
	context: Readonly<RouterContextProvider>,
	{ draft, queries, fieldErrors = {}, failure }: Drafted,
): Promise<DraftView> {
	const show = async (list: PreferenceList): Promise<ListDraft> => {
		const ids = draft[LIST_FIELDS[list]];
		const query = queries[list];
		const [chosen, matches] = await Promise.all([
			load(findPeople, context, { read: () => ({ ids }) }),
			load(searchPeople, context, { read: () => ({ query, among: list, without: ids }) }),
		]);
		return { chosen, query, matches };
	};
	const [players, storytellers] = await Promise.all([show('players'), show('storytellers')]);
	return { players, storytellers, notes: draft.notes, fieldErrors, failure: failure ?? null };
}
