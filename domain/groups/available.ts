import { getPlayerStanding, getSection, type StandingSignup } from '../signups/standing.ts';
import type { BoardGroup } from './board.ts';
import { listStorytellerIds } from './storytellers.ts';
import { GROUP_TEXTS } from './texts.ts';

/**
 * The sections of Available Players, all expanded by default (spec, section 2). Those who wait for a place are the first to
 * ask when one gets free.
 */
const SECTIONS = [
	{ key: 'confirmed', label: 'Confirmed' },
	{ key: 'waitlist', label: 'Waitlist' },
	{ key: 'late', label: 'Late' },
	{ key: 'tentative', label: 'Tentative' },
	{ key: 'other', label: 'Other' },
] as const;
export type SectionKey = (typeof SECTIONS)[number]['key'];
export type Section<T> = { key: SectionKey; label: string; players: T[] };

/**
 * Returns the sections of Available Players: the signups of users who are in no group (nor withdrawn from one) and lead
 * none, by status, in the given order. The four sections of statuses are returned even if empty; when all are empty, the
 * panel shows GROUP_TEXTS.allAssigned. Those who wait for a place have a section of their own; those who
 * have left the server have none.
 */
export function listAvailable<T extends StandingSignup>(
	groups: readonly Pick<BoardGroup, 'players' | 'storytellerId' | 'coStorytellerIds' | 'withdrawn'>[],
	signups: readonly T[],
): Section<T>[] {
	const taken = new Set(
		groups.flatMap((group) => [...group.players, ...listStorytellerIds(group), ...(group.withdrawn ?? [])]),
	);
	const free = signups.filter(({ user_id, has_left }) => !taken.has(user_id) && !has_left);
	const sectionOf = (signup: T): SectionKey => {
		const section = getSection(getPlayerStanding(signup), false);
		return SECTIONS.find(({ key }) => key === section)?.key ?? 'other';
	};
	return SECTIONS.map(({ key, label }) => ({
		key,
		label,
		players: free.filter((signup) => sectionOf(signup) === key),
	})).filter(({ key, players }) => key !== 'waitlist' || players.length > 0);
}

export type StorytellerOption = { id: string; label: string; disabled: boolean };

/**
 * Returns the options of a group's storyteller select. The storyteller of another group is disabled and
 * labeled so (spec, section 5).
 */
export function listStorytellerOptions(
	groups: readonly Pick<BoardGroup, 'id' | 'storytellerId' | 'coStorytellerIds'>[],
	groupId: string,
	storytellers: readonly { user_id: string; username: string }[],
): StorytellerOption[] {
	const elsewhere = new Set(groups.filter(({ id }) => id !== groupId).flatMap(listStorytellerIds));
	return storytellers.map(({ user_id, username }) => {
		const disabled = elsewhere.has(user_id);
		return { id: user_id, label: disabled ? username + GROUP_TEXTS.assignedElsewhere : username, disabled };
	});
}
