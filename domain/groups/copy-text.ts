import { escapeMarkdown } from '../discord/escape.ts';
import { describeVoiceChannel, type VoiceChannel } from '../discord/voice-channel.ts';
import { inflect } from '../format-count.ts';
import { isolate } from '../isolate.ts';
import type { BoardGroup } from './board.ts';
import { type LedGroup, listStorytellerIds, toSeatNumber } from './own-group.ts';

type Names = {
	player: (userId: string) => string;
	storyteller: (userId: string) => string;
	/** The voice channel with an id; undefined when Discord has none. */
	voiceChannel: (id: string) => VoiceChannel | undefined;
};

/** Returns the groups as text for a Discord message. Names appear literally and mention no one. */
export function formatGroups(
	groups: readonly (LedGroup & Pick<BoardGroup, 'name' | 'players' | 'voiceChannelId'>)[],
	names: Names,
): string {
	return groups
		.map(({ name, players, voiceChannelId, ...group }) => {
			const channel = voiceChannelId === null ? undefined : names.voiceChannel(voiceChannelId);
			return [
				`**${escapeName(name)}**`,
				...formatStorytellers(listStorytellerIds(group).map((id) => escapeName(names.storyteller(id)))),
				...(channel ? [describeVoiceChannel({ ...channel, name: escapeName(channel.name) })] : []),
				`Players (${players.length}): ${players.map((id, index) => `${toSeatNumber(index)}. ${escapeName(names.player(id))}`).join(', ') || 'none'}`,
			].join('\n');
		})
		.join('\n\n');
}

const formatStorytellers = (names: readonly string[]): string[] =>
	names.length === 0 ? [] : [`${inflect(names.length, 'Storyteller', 'Storytellers')}: ${names.join(', ')}`];

/** Discord has no escape for mentions by name; an invisible space after the @ breaks them. A `:` can start an emoji. */
const escapeName = (name: string): string =>
	isolate(
		escapeMarkdown(name)
			.replaceAll(':', '\\:')
			.replaceAll(/@(?!\u200b)/g, '@\u200b'),
	);
