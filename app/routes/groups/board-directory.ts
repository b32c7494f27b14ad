import type { EventOnPage } from '~/domain/events/page.ts';
import type { EventStoryteller } from '~/domain/events/schema.ts';
import type { BoardUsers } from '~/domain/groups/board.ts';
import type { OpenGroups } from '~/domain/groups/panel.ts';
import { GROUP_TEXTS } from '~/domain/groups/texts.ts';
import { getListedStanding, getSection, labelStanding, type Standing } from '~/domain/signups/standing.ts';
import { STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { describeStay, isTraveller, type StayEvent } from '~/domain/signups/stay.ts';
import { buildAvatarUrl, UNKNOWN_NAMES } from '~/domain/users/display.ts';
import type { Experience } from '~/domain/users/experience.ts';

export type BoardUser = {
	id: string;
	name: string;
	picture: string | null;
	/** Null for a storyteller or a withdrawn player without a signup. */
	standing: Standing | null;
	/** How much of the event the player misses; null for nothing, or when the viewer may not read it. */
	stay: string | null;
	isTraveller: boolean;
	/** How much the player has played; null when they say nothing, or the viewer may not read it. */
	experience: Experience | null;
};

export type Directory = {
	player: (id: string) => BoardUser;
	storyteller: (id: string) => BoardUser;
};

/**
 * Returns the directory of players, also withdrawn ones, and of storytellers; unknown ids get fallback names (spec,
 * section 8).
 */
export function createDirectory(
	event: Pick<EventOnPage, 'signups' | 'status'> & StayEvent,
	view: Pick<OpenGroups, 'storytellers' | 'withdrawn' | 'experience'>,
	cdnUrl: string,
): Directory {
	const describe = (user: Omit<EventStoryteller, 'role'>, part: 'player' | 'storyteller'): BoardUser => ({
		id: user.user_id,
		name: user.username || UNKNOWN_NAMES[part],
		picture: buildAvatarUrl({ discordId: user.discord_id, avatar: user.avatar, cdnUrl }),
		standing: null,
		stay: null,
		isTraveller: false,
		experience: null,
	});
	const players = new Map(view.withdrawn.map((player) => [player.user_id, describe(player, 'player')]));
	for (const signup of event.signups) {
		players.set(signup.user_id, {
			...describe(signup, 'player'),
			standing: getListedStanding(signup, { status: event.status, storytellers: [] }),
			stay: describeStay(event, signup),
			isTraveller: isTraveller(event, signup),
			experience: view.experience[signup.user_id] ?? null,
		});
	}
	const storytellers = new Map(
		view.storytellers.map((storyteller) => {
			const standing = players.get(storyteller.user_id)?.standing ?? null;
			return [storyteller.user_id, { ...describe(storyteller, 'storyteller'), standing }];
		}),
	);
	const describeUnknown = (id: string, part: 'player' | 'storyteller') =>
		describe({ user_id: id, username: '', discord_id: null, avatar: null }, part);
	return {
		player: (id) => players.get(id) ?? describeUnknown(id, 'player'),
		storyteller: (id) => storytellers.get(id) ?? describeUnknown(id, 'storyteller'),
	};
}

/** Returns what a seat says about its player beside the name; null for one who is confirmed. */
export const labelSeat = ({ standing }: Pick<BoardUser, 'standing'>): string | null => {
	const label = standing && labelStanding(standing);
	return label === STATUS_LABELS.confirmed ? null : label;
};

export const hasLostPlace = ({ standing }: Pick<BoardUser, 'standing'>): boolean =>
	standing !== null && getSection(standing, false) === 'waitlist';

/** Returns what a seat says about its player who has declined, left or lost the place since. */
export const labelWithdrawn = (user: Pick<BoardUser, 'standing'>): string =>
	hasLostPlace(user) ? GROUP_TEXTS.lostPlace : GROUP_TEXTS.cannotCome;

export const toBoardUsers = (
	event: Pick<EventOnPage, 'signups'>,
	view: Pick<OpenGroups, 'storytellers'>,
): BoardUsers => ({
	signedUp: new Set(event.signups.map(({ user_id }) => user_id)),
	storytellers: new Set(view.storytellers.map(({ user_id }) => user_id)),
});
