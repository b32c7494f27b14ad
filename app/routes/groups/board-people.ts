import type { EventDetail } from '~/domain/events/schema.ts';
import type { BoardPeople } from '~/domain/groups/board.ts';
import type { GroupsView } from '~/domain/groups/schema.ts';
import { avatarUrl } from '~/domain/people/avatar.ts';
import { UNKNOWN_NAMES } from '~/domain/people/display.ts';
import type { SignupStatus } from '~/domain/signups/statuses.ts';

type BoardPerson = {
	id: string;
	name: string;
	picture: string | null;
	/** Null for a storyteller who has not signed up. */
	status: SignupStatus | null;
};

/** Finds the users that the panel may name, by user id. */
export type Directory = {
	player: (id: string) => BoardPerson;
	storyteller: (id: string) => BoardPerson;
};

/**
 * Returns the directory of signed-up players and storytellers; unknown ids get fallback names (spec, section
 * 8).
 */
export function makeDirectory(
	event: Pick<EventDetail, 'signups'>,
	view: Pick<GroupsView, 'storytellers'>,
	cdnUrl: string,
): Directory {
	const pictureOf = (person: { discord_id: string | null; avatar: string | null }) =>
		avatarUrl({ discordId: person.discord_id, avatar: person.avatar, cdnUrl });
	const players = new Map<string, BoardPerson>(
		event.signups.map((signup) => [
			signup.user_id,
			{
				id: signup.user_id,
				name: signup.username || UNKNOWN_NAMES.player,
				picture: pictureOf(signup),
				status: signup.status,
			},
		]),
	);
	const storytellers = new Map<string, BoardPerson>(
		view.storytellers.map((teller) => [
			teller.user_id,
			{
				id: teller.user_id,
				name: teller.username || UNKNOWN_NAMES.storyteller,
				picture: pictureOf(teller),
				status: players.get(teller.user_id)?.status ?? null,
			},
		]),
	);
	const unknown = (id: string, name: string): BoardPerson => ({ id, name, picture: null, status: null });
	return {
		player: (id) => players.get(id) ?? unknown(id, UNKNOWN_NAMES.player),
		storyteller: (id) => storytellers.get(id) ?? unknown(id, UNKNOWN_NAMES.storyteller),
	};
}

/** Returns the same users as the board's rules need them. */
export const boardPeopleOf = (
	event: Pick<EventDetail, 'signups'>,
	view: Pick<GroupsView, 'storytellers'>,
): BoardPeople => ({
	signedUp: new Set(event.signups.map(({ user_id }) => user_id)),
	storytellers: new Set(view.storytellers.map(({ user_id }) => user_id)),
});
