import type { Board, BoardGroup } from '~/domain/groups/board.ts';
import type { AutoSplitConfig } from '~/domain/groups/config.ts';
import type { UserPreferences } from '~/domain/groups/mutual-preferences.ts';
import type { GroupsView, GroupView } from '~/domain/groups/schema.ts';
import { type Actor, canAttempt } from '~/domain/policy.ts';
import { type StorytellerRow, toStoryteller } from './events.ts';
import { type SignupRow, toSignupView } from './signups.ts';

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
	/** Users with a saved seat who have left or declined since. They are not on the board. */
	withdrawn: string[];
	version: number;
	signups: SignupRow[];
	storytellers: StorytellerRow[];
	preferences: PreferenceRow[];
	config: AutoSplitConfig;
};

/** Returns a group of the board, with exactly these fields. */
export const toGroupView = ({
	id,
	name,
	players,
	storytellerId,
	maxPlayers,
	createdAt,
}: BoardGroup): GroupView => ({
	...{ id, name, players, storytellerId, maxPlayers },
	createdAt: new Date(createdAt).toISOString(),
});

/** Returns a user's preferences in the wire format. */
export const toPreferences = (row: PreferenceRow): UserPreferences => ({
	preferredPlayers: row.preferred_players,
	preferredStorytellers: row.preferred_storytellers,
	notes: row.notes,
	showCountdown: row.show_countdown,
});

/**
 * Returns the groups of an event as `actor` may see them (spec, wire format): preferences, profile notes,
 * pins and keep-apart pairs are for creators and admins; other users get them empty.
 */
export function toGroupsView(state: GroupsState, actor: Actor): GroupsView {
	const canSeePreferences = canAttempt(actor, 'groups.readPreferences');
	const { board } = state;
	return {
		groups: board.groups.map(toGroupView),
		confirmedSignups: state.signups
			.filter(({ status }) => status === 'confirmed')
			.map((signup) => toSignupView(signup, actor)),
		storytellers: state.storytellers.map(toStoryteller),
		userPreferences: canSeePreferences
			? Object.fromEntries(state.preferences.map((row) => [row.user_id, toPreferences(row)]))
			: {},
		autoSplitConfig: state.config,
		version: state.version,
		pins: canSeePreferences ? board.pins.map(({ userId, groupId }) => ({ userId, groupId })) : [],
		keepApart: canSeePreferences ? board.keepApart : [],
	};
}
