import { z } from 'zod';
import { SCRIPT_LIMITS } from '../limits.ts';
import { createIdListSchema } from '../lists.ts';
import { VOTE_TEXTS, VOTES } from './votes.ts';

/** The scripts that the players of an event are asked about, in order; none ends the question. */
export const scriptQuestionInput = z.object({
	scripts: createIdListSchema(SCRIPT_LIMITS.asked, {
		wrong: VOTE_TEXTS.scripts,
		tooMany: VOTE_TEXTS.tooMany,
	}),
});

/** A player's answers by script; null takes an answer back. */
export const scriptVotesInput = z.object({
	votes: z.record(z.string(), z.enum(VOTES, VOTE_TEXTS.vote).nullable(), VOTE_TEXTS.vote),
});
