import { z } from 'zod';
import { POLL_FIELD_COLUMNS, POLL_FIELDS } from '../events/field-uses.ts';
import { buildEventBodyShape, EVENT_FIELDS, EVENT_TEXTS, eventWireShape } from '../events/fields.ts';
import { createListSchema, idempotencyKey, version } from '../inputs.ts';
import { pick } from '../pick.ts';
import type { FieldErrors } from '../refusal.ts';
import { POLL_ANSWERS, POLL_STATUSES } from './poll.ts';

/** The most times that a poll offers. */
export const POLL_TIMES_MAX = 10;
/** How long before the end of a poll those who have not answered are reminded, at most. */
export const POLL_REMINDER_HOURS = 24;

export const POLL_TEXTS = {
	noTime: 'Please offer at least one time',
	tooMany: `A poll offers at most ${POLL_TIMES_MAX} times`,
	twice: 'This time is offered twice',
	hasPassed: EVENT_TEXTS.hasPassed,
	answersPassed: 'The answers must be due in the future',
	answersLate: 'The answers must be due before the first time',
	noAnswers: 'Please answer at least one time',
	otherTime: 'This time is no longer offered. Please look at the poll again.',
	noTimeId: 'Please choose a time',
	closed: 'The time to answer is over.',
	chosen: 'The date has been chosen.',
	withdrawn: 'This poll was withdrawn.',
} as const;

const time = z.object({
	date: EVENT_FIELDS.date.create,
	duration: EVENT_FIELDS.duration.create,
});
const times = createListSchema(time, POLL_TIMES_MAX, {
	wrong: POLL_TEXTS.noTime,
	tooMany: POLL_TEXTS.tooMany,
}).superRefine((offered, { addIssue }) => {
	if (offered.length === 0) addIssue({ code: 'custom', message: POLL_TEXTS.noTime });
	for (const [index, { date }] of offered.entries())
		if (offered.findIndex((other) => other.date.getTime() === date.getTime()) < index)
			addIssue({ code: 'custom', path: [index, 'date'], message: POLL_TEXTS.twice });
});
export type OfferedTime = z.output<typeof time>;

type PollDates = { times: readonly Pick<OfferedTime, 'date'>[]; answer_by: Date };

/** Returns the errors of times that have passed at `now`, and of answers that are not due between `now` and the first time. */
export function findDateErrors({ times: offered, answer_by: answerBy }: PollDates, now: Date): FieldErrors {
	const errors: FieldErrors = {};
	for (const [index, { date }] of offered.entries())
		if (date <= now) errors[`times.${index}.date`] = [POLL_TEXTS.hasPassed];
	if (answerBy <= now) errors.answer_by = [POLL_TEXTS.answersPassed];
	else if (offered.some(({ date }) => date < answerBy)) errors.answer_by = [POLL_TEXTS.answersLate];
	return errors;
}

/** Body of `POST /api/polls`. */
export const createPollInput = z.object({
	...pick(buildEventBodyShape('create'), POLL_FIELDS),
	times,
	/** Until when players answer. */
	answer_by: EVENT_FIELDS.date.create,
	idempotencyKey,
});

/** Body of `PUT /api/polls/{id}`. Omitted fields stay. A time that stays keeps its answers. */
export const updatePollInput = z.object({
	...pick(buildEventBodyShape('update'), POLL_FIELDS),
	times: times.optional(),
	answer_by: EVENT_FIELDS.date.update,
	version,
});

/** Body of `PUT /api/polls/{id}/votes`. Times that are left out keep their answers. */
export const votesInput = z.object({
	votes: createListSchema(
		z.object({
			time_id: z.string(POLL_TEXTS.noTimeId),
			answer: z.enum(POLL_ANSWERS, 'answer must be yes, if_needed or no'),
		}),
		POLL_TIMES_MAX,
		{ wrong: POLL_TEXTS.noAnswers, tooMany: POLL_TEXTS.tooMany },
	)
		.refine((votes) => votes.length > 0, POLL_TEXTS.noAnswers)
		.refine(
			(votes) => new Set(votes.map(({ time_id }) => time_id)).size === votes.length,
			'Each time can be answered once',
		),
});
export type VotesInput = z.output<typeof votesInput>;

/** Body of `POST /api/polls/{id}/choose`. */
export const chooseTimeInput = z.object({ time_id: z.string(POLL_TEXTS.noTimeId) });

const vote = z.object({ time_id: z.string(), answer: z.enum(POLL_ANSWERS) });

/** A poll as the viewer sees it. The best time is the first one (`rankTimes`). */
export const pollSchema = z
	.object({
		id: z.string(),
		...pick(
			eventWireShape,
			POLL_FIELD_COLUMNS.map(([, column]) => column),
		),
		answer_by: z.iso.datetime(),
		status: z.enum(POLL_STATUSES),
		/** The event that it became; null before, and when that was deleted. */
		event_id: z.string().nullable(),
		version: z.number(),
		times: z.array(
			z.object({
				id: z.string(),
				date: z.iso.datetime(),
				/** In minutes. */
				duration: z.number(),
				yes: z.number(),
				if_needed: z.number(),
				no: z.number(),
				/** How many groups can play with those who said yes. */
				playable_groups: z.number(),
			}),
		),
		own_votes: z.array(vote),
	})
	.meta({ id: 'Poll' });
export type PollView = z.infer<typeof pollSchema>;
export type PollTimeView = PollView['times'][number];
