import { z } from 'zod';
import { ROW_ID } from '../ids.ts';
import { createIdListSchema, createListSchema } from '../inputs.ts';
import { GROUP_LIMITS } from '../limits.ts';
import { ATTENDANCE_STATES, ATTENDANCE_TEXTS } from './attendance.ts';
import { RESULT_TEXTS, WINNERS } from './result.ts';

const winner = z.enum(WINNERS, RESULT_TEXTS.winner).nullable();

/** Body and response of PUT …/groups/{groupId}/result; null is no result. */
export const resultInput = z.object({ winner });
export const resultSchema = resultInput.meta({ id: 'Result' });

/** The results of several groups, as the form of the roll call sends them. */
const resultsInput = createListSchema(
	z.object({ group_id: z.string(), winner }, RESULT_TEXTS.winner),
	GROUP_LIMITS.groups,
	{ wrong: RESULT_TEXTS.winner, tooMany: RESULT_TEXTS.winner },
);

const state = z.enum(ATTENDANCE_STATES, ATTENDANCE_TEXTS.state);

/** Response of GET and PUT …/attendance. */
export const attendanceSchema = z.array(z.object({ user_id: z.string(), state })).meta({ id: 'Attendance' });
export type AttendanceView = z.infer<typeof attendanceSchema>;

/** Body of PUT …/attendance: the players whose entries change. */
export const attendanceInput = z.object({
	attendance: createListSchema(
		z.object(
			{ user_id: z.string().regex(ROW_ID, ATTENDANCE_TEXTS.unknownPlayer), state },
			ATTENDANCE_TEXTS.noList,
		),
		GROUP_LIMITS.players,
		{ wrong: ATTENDANCE_TEXTS.noList, tooMany: ATTENDANCE_TEXTS.noList },
	).refine(
		(list) => new Set(list.map(({ user_id }) => user_id)).size === list.length,
		ATTENDANCE_TEXTS.repeated,
	),
});

/** The form of the roll call, which also has the results of the groups. */
export const rollCallInput = attendanceInput.extend({
	/** The players whose newer marks stay. */
	untouched: createIdListSchema(GROUP_LIMITS.players, {
		wrong: ATTENDANCE_TEXTS.noList,
		tooMany: ATTENDANCE_TEXTS.noList,
	}).optional(),
	results: resultsInput,
	/** The current round when the form was opened. */
	round: z.number(RESULT_TEXTS.changed).optional(),
});
