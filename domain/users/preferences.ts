import { z } from 'zod';
import { formatNumber } from '../format-count.ts';
import { createIdListSchema, flag } from '../inputs.ts';
import { PREFERENCE_LIMITS, TEXT_LIMITS } from '../limits.ts';
import { createParagraphSchema } from '../text.ts';

/** A user's preferences: the users they like to play with, and notes for the creators who split the groups. */

export const PREFERENCE_KINDS = ['player', 'storyteller'] as const;
export type PreferenceKind = (typeof PREFERENCE_KINDS)[number];

export const PREFERENCE_TEXTS = {
	tooManyPlayers: `Maximum of ${PREFERENCE_LIMITS.players} preferred players reached`,
	tooManyStorytellers: `Maximum of ${PREFERENCE_LIMITS.storytellers} preferred storytellers reached`,
	players: 'Please choose players from the list',
	storytellers: 'Please choose storytellers from the list',
	cannotPreferSelf: 'You cannot prefer yourself',
	notes: `Notes can have at most ${formatNumber(TEXT_LIMITS.profileNotes)} characters`,
} as const;

export const preferencesShape = {
	preferredPlayers: z.array(z.string()),
	preferredStorytellers: z.array(z.string()),
	notes: z.string(),
	showCountdown: z.boolean(),
};
/** Response of GET and PUT /api/users/preferences (spec, section 7); the ids are in the order of preference. */
export const preferencesSchema = z.object(preferencesShape).meta({ id: 'Preferences' });
export type PreferencesView = z.infer<typeof preferencesSchema>;

/** Body of PUT /api/users/preferences: omitted fields stay unchanged. */
export const preferencesInput = z.object({
	preferredPlayers: createIdListSchema(PREFERENCE_LIMITS.players, {
		wrong: PREFERENCE_TEXTS.players,
		tooMany: PREFERENCE_TEXTS.tooManyPlayers,
	}).optional(),
	preferredStorytellers: createIdListSchema(PREFERENCE_LIMITS.storytellers, {
		wrong: PREFERENCE_TEXTS.storytellers,
		tooMany: PREFERENCE_TEXTS.tooManyStorytellers,
	}).optional(),
	notes: createParagraphSchema(TEXT_LIMITS.profileNotes, PREFERENCE_TEXTS.notes).optional(),
	showCountdown: flag.optional(),
});

export type PreferenceList = 'players' | 'storytellers';

export type PreferencesDraft = Pick<PreferencesView, 'preferredPlayers' | 'preferredStorytellers' | 'notes'>;

export const EMPTY_DRAFT: PreferencesDraft = { preferredPlayers: [], preferredStorytellers: [], notes: '' };

export const LIST_FIELDS = { players: 'preferredPlayers', storytellers: 'preferredStorytellers' } as const;

export type DraftStep = { action: 'add' | 'remove'; list: PreferenceList; id: string };

/** Returns the step of a form button such as 'add:players:12', or null for any other value. */
export function parseDraftStep(text: string): DraftStep | null {
	const [action, list, id, ...rest] = text.split(':');
	if ((action !== 'add' && action !== 'remove') || (list !== 'players' && list !== 'storytellers'))
		return null;
	return id && rest.length === 0 ? { action, list, id } : null;
}

/** Returns the button value for a step, such as 'add:players:12'; the inverse of `parseDraftStep`. */
export const formatDraftStep = ({ action, list, id }: DraftStep): string => `${action}:${list}:${id}`;

/** Returns the draft with one user added to or removed from a list. Does not check the limits. */
export function applyDraftStep(draft: PreferencesDraft, { action, list, id }: DraftStep): PreferencesDraft {
	const field = LIST_FIELDS[list];
	const others = draft[field].filter((one) => one !== id);
	return {
		...draft,
		[field]: action === 'remove' ? others : draft[field].includes(id) ? draft[field] : [...others, id],
	};
}
