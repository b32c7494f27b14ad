import type { PreferencesView } from './preferences.ts';

export type PreferenceList = 'players' | 'storytellers';

/** What stands in the form of one's preferences and is not saved yet. */
export type PreferencesDraft = Pick<PreferencesView, 'preferredPlayers' | 'preferredStorytellers' | 'notes'>;

export const LIST_FIELDS = { players: 'preferredPlayers', storytellers: 'preferredStorytellers' } as const;

export type DraftStep = { act: 'add' | 'remove'; list: PreferenceList; id: string };

/** Reads what a button of the form asks for, 'add:players:12'; null for anything else, such as search and save. */
export function readDraftStep(text: string): DraftStep | null {
	const [act, list, id, ...rest] = text.split(':');
	if ((act !== 'add' && act !== 'remove') || (list !== 'players' && list !== 'storytellers')) return null;
	return id && rest.length === 0 ? { act, list, id } : null;
}

export const writeDraftStep = ({ act, list, id }: DraftStep): string => `${act}:${list}:${id}`;

/** The draft with one more or one less on a list; whoever is there already is not added twice. Limits are not asked here. */
export function changeDraft(draft: PreferencesDraft, { act, list, id }: DraftStep): PreferencesDraft {
	const field = LIST_FIELDS[list];
	const others = draft[field].filter((one) => one !== id);
	return {
		...draft,
		[field]: act === 'remove' ? others : draft[field].includes(id) ? draft[field] : [...others, id],
	};
}
