import type { BoardGroup } from './board.ts';
import { GROUP_TEXTS } from './texts.ts';

/** The sections of Available Players, all expanded by default (spec, section 2). */
const SECTIONS = [
	{ key: 'confirmed', label: 'Confirmed' },
	{ key: 'late', label: 'Late' },
	{ key: 'tentative', label: 'Tentative' },
	{ key: 'other', label: 'Other' },
] as const;
export type SectionKey = (typeof SECTIONS)[number]['key'];
export type Section<T> = { key: SectionKey; label: string; players: T[] };

/**
 * Returns the sections of Available Players: the signups of users who are in no group (nor withdrawn from one) and lead
 * none, by status, in the given order. All four sections are returned, even if empty; when all are empty, the panel
 * shows GROUP_TEXTS.allAssigned.
 */
export function listAvailable<T extends { user_id: string; status: string }>(
	groups: readonly Pick<BoardGroup, 'players' | 'storytellerId' | 'withdrawn'>[],
	signups: readonly T[],
): Section<T>[] {
	const taken = new Set(
		groups.flatMap(({ players, storytellerId, withdrawn = [] }) => [...players, storytellerId, ...withdrawn]),
	);
	const free = signups.filter(({ user_id }) => !taken.has(user_id));
	return SECTIONS.map(({ key, label }) => ({
		key,
		label,
		players: free.filter(({ status }) => sectionOf(status) === key),
	}));
}

const sectionOf = (status: string): SectionKey => SECTIONS.find(({ key }) => key === status)?.key ?? 'other';

export type StorytellerOption = { id: string; label: string; disabled: boolean };

/**
 * Returns the options of a group's storyteller select. The storyteller of another group is disabled and
 * labeled so (spec, section 5).
 */
export function listStorytellerOptions(
	groups: readonly Pick<BoardGroup, 'id' | 'storytellerId'>[],
	groupId: string,
	storytellers: readonly { user_id: string; username: string }[],
): StorytellerOption[] {
	const elsewhere = new Set(
		groups.filter(({ id }) => id !== groupId).map(({ storytellerId }) => storytellerId),
	);
	return storytellers.map(({ user_id, username }) => {
		const disabled = elsewhere.has(user_id);
		return { id: user_id, label: disabled ? username + GROUP_TEXTS.assignedElsewhere : username, disabled };
	});
}
