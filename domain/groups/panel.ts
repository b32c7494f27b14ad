import type { VoiceChannel } from '../discord/voice-channel.ts';
import type { EventStoryteller } from '../events/schema.ts';
import type { Script, ScriptChoice } from '../scripts/script.ts';
import type { ListedSignup } from '../signups/schema.ts';
import type { Experience } from '../users/experience.ts';
import type { BoardGroup } from './board.ts';
import type { PreferencesByUser } from './mutual-preferences.ts';
import type { GroupsView, GroupView } from './schema.ts';

/** A group without its players, as the closed panel shows it. */
export type GroupSummary = {
	id: string;
	name: string;
	playerCount: number;
	storyteller: EventStoryteller | null;
	voiceChannel: VoiceChannel | null;
	isOwn: boolean;
};

/** A user who may run a game. */
export type StorytellerChoice = { id: string; name: string };

/** A player who has declined or left since the groups were saved. */
type WithdrawnPlayer = Pick<ListedSignup, 'user_id' | 'username' | 'avatar' | 'discord_id'>;

export type OpenGroups = Omit<
	GroupsView,
	'groups' | 'confirmedSignups' | 'userPreferences' | 'earlierGroups'
> & {
	isOpen: true;
	groups: (GroupView & Required<Pick<BoardGroup, 'withdrawn'>>)[];
	scripts: Script[];
	/** The scripts that a group may have; only for those who edit the groups. */
	scriptChoices: ScriptChoice[];
	/** The voice channels that the groups have; all of the server for those who edit the groups. */
	voiceChannels: VoiceChannel[];
	/** Some of the users who may run a game, by name; only for those who edit the groups. */
	storytellerChoices: readonly StorytellerChoice[];
	/** The names of the withdrawn players, who need not have a signup any more. */
	withdrawn: WithdrawnPlayer[];
	/** The users with a confirmed signup, earliest signup first; only for those who edit the groups. */
	confirmed: string[];
	/** How many confirmed players have left the server before the start. They are not among the confirmed ones. */
	leftCount: number;
	/** How much the players have played who say so; only for those who edit the groups. */
	experience: Record<string, Experience>;
	userPreferences: PreferencesByUser;
	/** The users that the panel may name; null when they are the event's own list. */
	signups: ListedSignup[] | null;
};

/** The groups on the event page. They are closed at first when the event has many signups. */
export type GroupsOnPage = OpenGroups | { isOpen: false; groups: GroupSummary[] };
