import { z } from 'zod';
import { GROUP_LIMITS } from '../limits.ts';
import { createListSchema } from '../lists.ts';
import { RESULT_TEXTS, WINNERS } from './result.ts';

const winner = z.enum(WINNERS, RESULT_TEXTS.winner).nullable();

/** Body and response of PUT …/groups/{groupId}/result; null is no result. */
export const resultInput = z.object({ winner });
export const resultSchema = resultInput.meta({ id: 'Result' });

/** The results of several groups, as the form of the roll call sends them. */
export const resultsInput = createListSchema(
	z.object({ group_id: z.string(), winner }, RESULT_TEXTS.winner),
	GROUP_LIMITS.groups,
	{ wrong: RESULT_TEXTS.winner, tooMany: RESULT_TEXTS.winner },
);
