import { isolate } from '../isolate.ts';
import { AUTO_SPLIT_BOUNDS, AUTO_SPLIT_MIN_GROUPS, GROUP_LIMITS, TEXT_LIMITS } from '../limits.ts';

/** The texts of the groups panel (spec, sections 2, 5 and 8). */
export const GROUP_TEXTS = {
	title: 'Event Groups',
	unsaved: 'Unsaved changes',
	autoSplit: 'Auto-Split',
	groupCount: 'Number of groups',
	addGroup: 'Add Group',
	glow: 'Glow & Hover Effects',
	save: 'Save Changes',
	available: 'Available Players',
	allAssigned: 'All players have been assigned to groups',
	lostPlace: 'lost the place',
	cannotCome: "can't come",
	noPreferences: 'No custom preferences or notes set',
	assignedElsewhere: ' (Assigned to another group)',
	loadFailed: 'Failed to load event groups',
	saved: 'Groups saved. Players can see them now.',
	chooseGroup: 'Choose the group in the list of its card.',
	stale: 'Someone else saved these groups while you were editing.',
} as const;

/** Returns the notice about players who are not on the board any more, because they removed or changed their signup. */
export const describeDropped = (names: readonly string[]): string =>
	`${names.map(isolate).join(', ')} withdrew, so they were removed from the groups.`;

export const BOARD_TEXTS = {
	noList: 'Please send the groups as a list',
	noTeacher:
		"First-timers need a storyteller who likes teaching, and none of this event's has said so on the profile.",
	manyGroups: `An event can have at most ${GROUP_LIMITS.groups} groups`,
	groupCount: `Please enter ${AUTO_SPLIT_MIN_GROUPS} to ${AUTO_SPLIT_BOUNDS.groups} groups`,
	manyPlayers: `A group can have at most ${GROUP_LIMITS.players} players`,
	groupId: `A group needs an id of at most ${TEXT_LIMITS.groupId} characters`,
	sameGroupId: 'Two groups have the same id',
	name: 'Please enter a name for the group',
	longName: `A group's name can have at most ${TEXT_LIMITS.groupName} characters`,
	maxPlayers: `Please enter 1 to ${GROUP_LIMITS.players} players`,
	createdAt: 'Please enter a date as an ISO instant with Z or an offset',
	knownWithdrawn: 'Please send the withdrawn players as a list of user ids',
	unknownUser: 'Unknown User: no user has this id',
	unknownVoiceChannel: 'Please choose a voice channel of the server that the bot can see',
	unknownScript: 'This script is not in the library any more',
	twice: 'A player is listed twice',
	storytellerPlays: 'A storyteller cannot also be a player',
	storytellerTwice: 'A storyteller is already assigned to another group',
	coStorytellers: 'Please send the co-storytellers as a list of user ids',
	manyCoStorytellers: `A group can have at most ${GROUP_LIMITS.coStorytellers} co-storytellers`,
	full: 'A group has more players than its maximum',
	pins: 'Please pin each player once, to one of the groups',
	manyPins: `At most ${GROUP_LIMITS.pins} players can be pinned`,
	keepApart: 'Please keep two different players apart, each pair once',
	manyPairs: `At most ${GROUP_LIMITS.keepApart} pairs can be kept apart`,
} as const;
