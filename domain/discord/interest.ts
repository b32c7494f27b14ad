import type { SignupSource } from '../signups/statuses.ts';
import { madeAt } from './snowflake.ts';

/** An answer for an event of somebody whom Discord knows; `createdAt` is when its row was made. */
export type KnownAnswer = { discordId: string; source: SignupSource; createdAt: Date };

/** Whom to sign up, whose signup to take away, and whose withdrawal needs no remembering any more, by Discord ID. */
export type InterestPlan = { add: string[]; remove: string[]; forget: string[] };

/** What we know of a Discord event's people; `withdrawn` took their answer back here, whatever Discord says. */
export type KnownPeople = {
	discordEventId: string;
	answers: readonly KnownAnswer[];
	withdrawn: readonly string[];
};

/**
 * What is missing between the people whom Discord calls interested and our answers for the event, as of `asked`, when we
 * began to ask. Any answer that is there stays; only one that came from Discord goes with its interest. Not one that was
 * made after we began to ask: Discord's list may be older; nor one from before that event was made: it came from an
 * earlier one, which we replaced. Who took their answer back stays away until they are interested anew.
 * (decisions, "Discord")
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
