import type { SignupSource } from '../signups/statuses.ts';

/** An answer for an event of somebody whom Discord knows; `createdAt` is when its row was made. */
export type KnownAnswer = { discordId: string; source: SignupSource; createdAt: Date };

/** Whom to sign up, and whose signup to take away, by Discord ID. */
export type InterestPlan = { add: string[]; remove: string[] };

/**
 * What is missing between the people whom Discord calls interested and our answers for the event, as of `asked`, when we
 * began to ask. Any answer that is there stays; only one that came from Discord goes with its interest, and not one
 * that was made after we began to ask: Discord's list may be older. (decisions, "Discord")
 */
export function planInterest(
	interested: Iterable<string>,
	answers: readonly KnownAnswer[],
	asked: Date,
): InterestPlan {
	const wanted = new Set(interested);
	const answered = new Set(answers.map(({ discordId }) => discordId));
	return {
		add: [...wanted].filter((id) => !answered.has(id)),
		remove: answers
			.filter(({ discordId, source, createdAt }) => {
				return source === 'discord' && createdAt < asked && !wanted.has(discordId);
			})
			.map(({ discordId }) => discordId),
	};
}
