import type { KnownChannel, VoiceChannel } from '~/domain/discord/voice-channel.ts';
import type { Board, BoardGroup } from '~/domain/groups/board.ts';
import type { AutoSplitConfig } from '~/domain/groups/config.ts';
import type { GroupsOnPage, OpenGroups } from '~/domain/groups/panel.ts';
import type { GroupsView, GroupView, PlayedGroupView } from '~/domain/groups/schema.ts';
import { listSplittable } from '~/domain/groups/splittable.ts';
import { type Actor, can, canAttempt } from '~/domain/policy.ts';
import { EDITION_CHOICES, type Script, type ScriptChoice } from '~/domain/scripts/script.ts';
import { isSplittable } from '~/domain/signups/standing.ts';
import { hasFact, type SignupStatus } from '~/domain/signups/statuses.ts';
import { formatDisplayName } from '~/domain/users/display.ts';
import { type Experience, getExperience } from '~/domain/users/experience.ts';
import type { PreferencesView } from '~/domain/users/preferences.ts';
import { toStoryteller, type UserRow } from './events.ts';
import { SEAT_COUNTS, VOICE_CHANNEL } from './seat-sql.ts';
import { type ListedSignupRow, type SignupRow, toListedSignup, toReader, toSignupView } from './signups.ts';
import { toVoiceChannel } from './voice-channels.ts';

/** Returns SQL for the name of the base edition in a column; null for any other value. */
export const buildEditionNameSql = (column: string): string =>
	`CASE ${column} ${EDITION_CHOICES.map(({ id, name }) => `WHEN '${id}' THEN '${name}'`).join(' ')} END`;

/** SQL for the name of what the group `g` plays; null without a script. */
export const PLAYED_SCRIPT = `coalesce((SELECT s.name FROM scripts s WHERE s.id = g.script_id),
	${buildEditionNameSql('g.edition')})`;

/**
 * Returns SQL for the groups in which a user played in an event (`eventId` and `userId` are SQL): the `round`, null for the
 * current one, and its `name`, `script`, `winner` and the name of its `voice_channel`.
 */
export const buildPlayedSql = (eventId: string, userId: string): string =>
	`(SELECT g.round, g.name, g.script, g.winner, ${VOICE_CHANNEL} ->> 'name' AS voice_channel FROM played_groups g JOIN played_seats ps ON ps.group_id = g.id
			WHERE g.event_id = ${eventId} AND ps.user_id = ${userId} AND ps.position IS NOT NULL
		UNION ALL SELECT NULL, g.name, ${PLAYED_SCRIPT}, g.winner, ${VOICE_CHANNEL} ->> 'name' FROM group_players gp JOIN groups g ON g.id = gp.group_id
			WHERE gp.event_id = ${eventId} AND gp.user_id = ${userId} AND ${SEAT_COUNTS})`;

/** A user's preferences, as the queries of server/operations select them. */
export type PreferenceRow = {
	user_id: string;
	preferred_players: string[];
	preferred_storytellers: string[];
	notes: string;
	show_countdown: boolean;
};

/** Everything about an event's groups, before the viewer's permissions are applied. */
export type GroupsState = {
	board: Board;
	/** Users with a saved seat who have left or declined since. They are no players of the board. */
	withdrawn: UserRow[];
	version: number;
	signups: SignupRow[];
	/** The scripts of the library that the groups have. */
	scripts: Script[];
	/** The scripts of the library, for those who choose; empty when the preferences are not needed. */
	scriptChoices: ScriptChoice[];
	/** The voice channels of the server that the bot sees. */
	voiceChannels: KnownChannel[];
	storytellers: UserRow[];
	/** The users with a confirmed signup, earliest signup first. */
	confirmed: string[];
	/** The users who left the server before the event began, with the status of their signup. */
	left: { user_id: string; status: SignupStatus }[];
	preferences: PreferenceRow[];
	/** The users with a signup who miss so much of the event that they are seated as Travellers. */
	travellers: string[];
	/** What players have said of themselves, with the nights that they have attended; empty when not needed. */
	experience: { user_id: string; said: Experience; nights: number }[];
	/** The storytellers who like to teach; empty when not needed. */
	teachers: string[];
	config: AutoSplitConfig;
	/** The groups of the earlier rounds. */
	earlierGroups: PlayedGroupView[];
};

/** The same without the signups and the earlier rounds. */
export type BoardState = Omit<GroupsState, 'signups' | 'earlierGroups'>;

/**
 * Returns the groups of the board as `actor` may see them, with exactly these fields: which players are Travellers as far as
 * `actor` may read their times.
 */
export function toGroupViews(
	groups: readonly BoardGroup[],
	{ travellers, storytellers }: Pick<BoardState, 'travellers' | 'storytellers'>,
	actor: Actor,
): GroupView[] {
	const { isStoryteller = false } = toReader(actor, storytellers);
	const isShown = (userId: string) =>
		travellers.includes(userId) && can(actor, 'signups.readTimes', { userId, isStoryteller });
	return groups.map((group) => ({
		id: group.id,
		name: group.name,
		players: group.players,
		storytellerId: group.storytellerId,
		coStorytellerIds: group.coStorytellerIds,
		travellers: group.players.filter(isShown),
		maxPlayers: group.maxPlayers,
		createdAt: new Date(group.createdAt).toISOString(),
		scriptId: group.scriptId,
		winner: group.winner ?? null,
		round: group.round ?? 1,
		voiceChannelId: group.voiceChannelId,
	}));
}

/** Returns a user's preferences for `/api`. */
export const toPreferences = (row: PreferenceRow): PreferencesView => ({
	preferredPlayers: row.preferred_players,
	preferredStorytellers: row.preferred_storytellers,
	notes: row.notes,
	showCountdown: row.show_countdown,
});

/**
 * Returns the groups of an event as `actor` may see them (spec, section 6): preferences, profile notes, pins and
 * keep-apart pairs are for creators and admins; other users get them empty.
 */
export function toGroupsView(state: GroupsState, actor: Actor): GroupsView {
	return {
		...toBoardView(state, actor),
		earlierGroups: state.earlierGroups,
		confirmedSignups: state.signups
			.filter((signup) => canBeSplit(signup, state))
			.map((signup) => toSignupView(signup, toReader(actor, state.storytellers))),
		userPreferences: Object.fromEntries(
			listPreferences(state, actor).map((row) => [row.user_id, toPreferences(row)]),
		),
	};
}

/** Returns whether Auto-Split gives the user of a signup a seat; not to one who left before the event began. */
const canBeSplit = (
	{ user_id, status, place, standby }: SignupRow,
	{ left }: Pick<BoardState, 'left'>,
): boolean =>
	isSplittable({
		user_id,
		status,
		place,
		standby,
		has_left: left.some((user) => user.user_id === user_id),
	});

/** Returns how many confirmed players have left, without storytellers. */
export const countLeft = ({ board, left, storytellers }: BoardState): number =>
	listSplittable({
		board,
		confirmed: left.filter(({ status }) => hasFact(status, 'isSplit')).map(({ user_id }) => user_id),
		storytellers: storytellers.map(({ user_id }) => user_id),
	}).length;

const listPreferences = ({ preferences }: BoardState, actor: Actor): PreferenceRow[] =>
	canAttempt(actor, 'groups.readPreferences') ? preferences : [];

function toBoardView(
	state: BoardState,
	actor: Actor,
): Omit<GroupsView, 'confirmedSignups' | 'userPreferences' | 'earlierGroups'> {
	const { board, storytellers, config, version } = state;
	const canSeePreferences = canAttempt(actor, 'groups.readPreferences');
	return {
		groups: toGroupViews(board.groups, state, actor),
		storytellers: storytellers.map(toStoryteller),
		autoSplitConfig: config,
		version,
		pins: canSeePreferences ? board.pins.map(({ userId, groupId }) => ({ userId, groupId })) : [],
		keepApart: canSeePreferences ? board.keepApart : [],
	};
}

/**
 * Returns the groups for the open panel of the event page as `actor` may see them, with what the panel shows of the
 * preferences. `signups` are the users that the panel may name, or null for those of the event's own list.
 */
export function toOpenGroups(
	state: BoardState & Pick<OpenGroups, 'storytellerChoices'>,
	actor: Actor,
	signups: readonly ListedSignupRow[] | null,
): OpenGroups {
	const chosen = listPreferences(state, actor).filter(
		({ preferred_players, preferred_storytellers }) =>
			preferred_players.length + preferred_storytellers.length > 0,
	);
	const board = toBoardView(state, actor);
	return {
		isOpen: true,
		...board,
		groups: board.groups.map((group, index) => ({
			...group,
			withdrawn: state.board.groups[index]?.withdrawn ?? [],
		})),
		scripts: listShownScripts(state),
		scriptChoices: canAttempt(actor, 'groups.save') ? [...EDITION_CHOICES, ...state.scriptChoices] : [],
		voiceChannels: listShownChannels(state, actor),
		storytellerChoices: state.storytellerChoices,
		withdrawn: state.withdrawn.map(toWithdrawnPlayer),
		confirmed: canAttempt(actor, 'groups.readPreferences') ? state.confirmed : [],
		leftCount: countLeft(state),
		experience: canAttempt(actor, 'groups.readPreferences') ? listExperience(state) : {},
		userPreferences: Object.fromEntries(
			chosen.map(({ user_id, preferred_players, preferred_storytellers }) => [
				user_id,
				{ preferredPlayers: preferred_players, preferredStorytellers: preferred_storytellers },
			]),
		),
		signups: signups?.map((signup) => toListedSignup(signup, toReader(actor, state.storytellers))) ?? null,
	};
}

/** Returns the scripts that the groups have, the base editions too. */
function listShownScripts({ board, scripts }: BoardState): Script[] {
	const editions = EDITION_CHOICES.filter(({ id }) => board.groups.some(({ scriptId }) => scriptId === id));
	return [...editions.map((edition) => ({ ...edition, author: null, characters: [] })), ...scripts];
}

/** Returns the voice channels that the groups have; all for those who may save groups. */
const listShownChannels = ({ board, voiceChannels }: BoardState, actor: Actor): VoiceChannel[] =>
	voiceChannels
		.filter(
			({ id }) =>
				canAttempt(actor, 'groups.save') || board.groups.some((group) => group.voiceChannelId === id),
		)
		.map((channel) => toVoiceChannel(channel));

/** Returns the experience of the players who have said something. */
export const listExperience = ({ experience }: Pick<BoardState, 'experience'>): Record<string, Experience> =>
	Object.fromEntries(
		experience.map(({ user_id, said, nights }) => [user_id, getExperience(said, nights) ?? said]),
	);

const toWithdrawnPlayer = ({ user_id, username, preferred_username, avatar, discord_id }: UserRow) => ({
	user_id,
	avatar,
	discord_id,
	username: formatDisplayName({ username, preferredUsername: preferred_username }, 'player'),
});

/** A saved group without its players; `is_own` is whether the viewer plays in it or leads it. */
export type ClosedGroupRow = {
	id: string;
	name: string;
	player_count: number;
	storyteller: UserRow | null;
	voice_channel: KnownChannel | null;
	is_own: boolean;
};

/** Returns the groups for the closed panel of the event page: without their players. */
export const toClosedGroups = (groups: readonly ClosedGroupRow[]): GroupsOnPage => ({
	isOpen: false,
	groups: groups.map(
		({ id, name, player_count: playerCount, storyteller, voice_channel, is_own: isOwn }) => ({
			id,
			name,
			playerCount,
			isOwn,
			storyteller: storyteller && toStoryteller(storyteller),
			voiceChannel: toVoiceChannel(voice_channel),
		}),
	),
});
