import type { SignupSource } from '../signups/statuses.ts';
import { getSnowflakeTime } from './scheduled-event.ts';

/** A signup of a user with a Discord ID; `createdAt` is the creation time of its row. */
export type KnownSignup = { discordId: string; source: SignupSource; createdAt: Date };

/** Discord IDs to sign up (`add`), of signups to delete (`remove`), of withdrawals to delete (`forget`). */
export type InterestPlan = { add: string[]; remove: string[]; forget: string[] };

/** The known signups of a Discord event; `withdrawn` are users who withdrew here, listed or not. */
export type KnownInterest = {
	discordEventId: string;
	signups: readonly KnownSignup[];
	withdrawn: readonly string[];
};

/**
 * Returns the changes after which the event's signups match the members that Discord lists as interested.
 * `requestedAt` is the time at which the request for that list started.
 *
 * A signup from Discord is deleted when its interest was withdrawn; all others stay. Two of these stay, too:
 * one that was created after `requestedAt`, because Discord's list may be older, and one from before this
 * Discord event, which has replaced an earlier one. A user who withdrew is not signed up until they become
 * interested again. (decision 0020)
 */
export function planInterest(
	interested: Iterable<string>,
	{ discordEventId, signups, withdrawn }: KnownInterest,
	requestedAt: Date,
): InterestPlan {
	const interestedIds = new Set(interested);
	const known = new Set([...signups.map(({ discordId }) => discordId), ...withdrawn]);
	const discordEventCreatedAt = getSnowflakeTime(discordEventId);
	return {
		add: [...interestedIds].filter((id) => !known.has(id)),
		remove: signups
			.filter(({ discordId, source, createdAt }) => {
				return (
					source === 'discord' &&
					discordEventCreatedAt <= createdAt &&
					createdAt < requestedAt &&
					!interestedIds.has(discordId)
				);
			})
			.map(({ discordId }) => discordId),
		forget: withdrawn.filter((id) => !interestedIds.has(id)),
	};
}
