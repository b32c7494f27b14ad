import type { SignupSource } from '../signups/statuses.ts';
import { madeAt } from './snowflake.ts';

/** A signup of a user with a Discord ID; `createdAt` is the creation time of its row. */
export type KnownAnswer = { discordId: string; source: SignupSource; createdAt: Date };

/**
 * The Discord IDs of users to sign up (`add`), of signups to delete (`remove`), and of withdrawals to delete
 * (`forget`).
 */
export type InterestPlan = { add: string[]; remove: string[]; forget: string[] };

/**
 * The known signups of a Discord event; `withdrawn` lists users who withdrew their signup here, whatever
 * Discord says.
 */
export type KnownPeople = {
	discordEventId: string;
	answers: readonly KnownAnswer[];
	withdrawn: readonly string[];
};

/**
 * Returns the changes that bring the event's signups in line with the members whom Discord lists as
 * interested. `asked` is the time at which the request for that list started.
 *
 * Existing signups stay, except that a signup from Discord is deleted when its interest is gone. It also
 * stays when it was created after `asked`, because Discord's list may be older, or before this Discord event
 * was created, because it came from an earlier Discord event that this one replaced. A user who withdrew is
 * not signed up until they become interested again. (decisions, "Discord")
 */
export function planInterest(
	interested: Iterable<string>,
	{ discordEventId, answers, withdrawn }: KnownPeople,
	asked: Date,
): InterestPlan {
	const wanted = new Set(interested);
	const known = new Set([...answers.map(({ discordId }) => discordId), ...withdrawn]);
	const made = madeAt(discordEventId);
	return {
		add: [...wanted].filter((id) => !known.has(id)),
		remove: answers
			.filter(({ discordId, source, createdAt }) => {
				return source === 'discord' && made <= createdAt && createdAt < asked && !wanted.has(discordId);
			})
			.map(({ discordId }) => discordId),
		forget: withdrawn.filter((id) => !wanted.has(id)),
	};
}
