import type { VoiceChannel } from '../discord/voice-channel.ts';
import type { OwnGroup } from '../events/schema.ts';
import { formatCount } from '../format-count.ts';
import { isolate } from '../isolate.ts';
import type { BoardGroup } from './board.ts';

/** Who runs a group. Requests and posts may leave out the co-storytellers. */
export type LedGroup = Pick<BoardGroup, 'storytellerId'> & Partial<Pick<BoardGroup, 'coStorytellerIds'>>;

/** Returns a group's storyteller and co-storytellers. Apart from the board, which few pages load. */
export const listStorytellerIds = ({ storytellerId, coStorytellerIds = [] }: LedGroup): string[] =>
	storytellerId === null ? coStorytellerIds : [storytellerId, ...coStorytellerIds];

/** The viewer's group for the pages, which also say whether the viewer is its storyteller, or else the viewer's seat. */
export type OwnGroupOnPage = OwnGroup & {
	isStoryteller?: boolean;
	seat?: number | null;
	voiceChannel?: VoiceChannel | null;
};

/** Returns the viewer's group in words. */
export function describeOwnGroup({ players, isStoryteller, ...group }: OwnGroupOnPage): string {
	const { place, storyteller } = describeNames(group);
	const count = formatCount(players, 'player');
	if (isStoryteller) return `You're running ${place} · ${count}`;
	return [`You're in ${place}`, storyteller, count].filter((part) => part !== null).join(' · ');
}

/** Returns the viewer's group in a few words, for a card. */
export function summarizeOwnGroup({ isStoryteller, ...group }: OwnGroupOnPage): string {
	const { place, storyteller } = describeNames(group);
	if (isStoryteller) return `You're running ${place}`;
	return storyteller === null ? `You're in ${place}` : `${place} · Storyteller ${storyteller}`;
}

/** Returns the group with the viewer's seat in it, numbered as on the storyteller's page of the tables. */
const describeNames = ({ name, seat, storyteller }: Omit<OwnGroupOnPage, 'players'>) => ({
	place: seat == null ? isolate(name) : `${isolate(name)}, seat ${seat}`,
	storyteller: storyteller === null ? null : isolate(storyteller),
});

/** Returns the number of the seat at an index of a group's players: from 1 and clockwise. */
export const toSeatNumber = (index: number): number => index + 1;

type Members = LedGroup & Pick<BoardGroup, 'players'>;

/** Returns whether the user plays in the group or runs it. */
export const isInGroup = (group: Members, userId: string): boolean =>
	[...group.players, ...listStorytellerIds(group)].includes(userId);

/** Returns the groups with the user's own first. The players keep the order of their seats. */
export function putOwnFirst<Group extends Members>(groups: readonly Group[], userId: string): Group[] {
	const own = groups.find((group) => isInGroup(group, userId));
	if (!own) return [...groups];
	return [own, ...groups.filter((group) => group !== own)];
}
