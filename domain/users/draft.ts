import type { PreferencesView } from './preferences.ts';

export type PreferenceList = 'players' | 'storytellers';

/** The unsaved content of the preferences form. */
export type PreferencesDraft = Pick<PreferencesView, 'preferredPlayers' | 'preferredStorytellers' | 'notes'>;

export const EMPTY_DRAFT: PreferencesDraft = { preferredPlayers: [], preferredStorytellers: [], notes: '' };

export const LIST_FIELDS = { players: 'preferredPlayers', storytellers: 'preferredStorytellers' } as const;

export type DraftStep = { action: 'add' | 'remove'; list: PreferenceList; id: string };

/**
 * Returns the step of a form button such as 'add:players:12', or null for any other value, such as search and
 * save.
 */
export function parseDraftStep(text: string): DraftStep | null {
	const [action, list, id, ...rest] = text.split(':');
	if ((action !== 'add' && action !== 'remove') || (list !== 'players' && list !== 'storytellers'))
		return null;
	return id && rest.length === 0 ? { action, list, id } : null;
}

/** Returns the button value for a step, such as 'add:players:12'; the inverse of `parseDraftStep`. */
export const formatDraftStep = ({ action, list, id }: DraftStep): string => `${action}:${list}:${id}`;

/**
 * Returns the draft with one user added to or removed from a list; adding a user twice changes nothing. Does
 * not check the limits.
 */
export function applyDraftStep(draft: PreferencesDraft, { action, list, id }: DraftStep): PreferencesDraft {
	const field = LIST_FIELDS[list];
	const others = draft[field].filter((one) => one !== id);
	return {
		...draft,
		[field]: action === 'remove' ? others : draft[field].includes(id) ? draft[field] : [...others, id],
	};
}
