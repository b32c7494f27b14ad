import { z } from 'zod';
import { POLL_FIELDS, type PollValues } from '../events/field-uses.ts';
import { DEFAULT_EVENT_TIME, DEFAULT_TIMEZONE, DURATION_MINUTES } from '../limits.ts';
import { pick } from '../pick.ts';
import { createPollInput, findDateErrors, POLL_TIMES_MAX, type PollTimeView } from '../polls/schema.ts';
import { readTypedTime } from '../time/typed-time.ts';

/** The texts of the modal in which a poll is typed on Discord, as they were typed; each line of `times` is one. */
export const typedPollInput = z.object({
	title: z.string().max(4_000).default(''),
	times: z.string().max(4_000).default(''),
	answerBy: z.string().max(4_000).default(''),
	location: z.string().max(4_000).default(''),
	description: z.string().max(4_000).default(''),
});
export type PollDraft = z.output<typeof typedPollInput>;

export const EMPTY_POLL_DRAFT: PollDraft = typedPollInput.parse({});

/** The body that creates a poll; its dates are ISO instants. */
export type PlannedPoll = PollValues & {
	answer_by: string;
	times: Pick<PollTimeView, 'date' | 'duration'>[];
};
/** What a draft would ask, or the texts that say what is wrong with it. */
export type ReadPollDraft = { planned: PlannedPoll; errors: null } | { planned: null; errors: string[] };

/**
 * Returns the poll that a draft describes. "In 3 hours" counts from `typedAt`, so that the poll has the times that its preview
 * has shown; what has passed is measured at `now`. Errors of times name their line.
 */
export function readPollDraft(
	draft: PollDraft,
	{ typedAt, now }: { typedAt: Date; now: Date },
): ReadPollDraft {
	const read = (text: string) =>
		readTypedTime(text, { now: typedAt, zone: DEFAULT_TIMEZONE, usualTime: DEFAULT_EVENT_TIME });
	const lines = draft.times
		.split('\n')
		.map((text, index) => ({ label: `Line ${index + 1}`, text }))
		.filter(({ text }) => text.trim() !== '')
		// One more than allowed is enough to refuse them all.
		.slice(0, POLL_TIMES_MAX + 1)
		.map(({ label, text }) => ({ label, time: read(text) }));
	const answerBy = read(draft.answerBy);
	const errors = [...lines, { label: 'Answer by', time: answerBy }].flatMap(({ label, time }) =>
		'error' in time ? [`${label}: ${time.error}`] : [],
	);
	const times = lines.flatMap(({ label, time }) => ('error' in time ? [] : [{ label, time }]));
	const isEachRead = times.length === lines.length;
	const toLabel = ([field, index]: readonly PropertyKey[]) =>
		field === 'times' && index !== undefined ? `${times[Number(index)]?.label}: ` : '';
	const { success, data, error } = createPollInput.safeParse({
		...draft,
		timezone: times[0]?.time.zone ?? DEFAULT_TIMEZONE,
		times: times.map(({ time }) => ({
			date: time.instant.toISOString(),
			duration: DURATION_MINUTES.default,
		})),
		answer_by: ('error' in answerBy ? now : answerBy.instant).toISOString(),
	});
	const issues = (error?.issues ?? []).filter(({ path }) => isEachRead || path[0] !== 'times');
	errors.push(...issues.map(({ path, message }) => toLabel(path) + message));
	if (!success || errors.length > 0) return { planned: null, errors };
	const found = Object.entries(findDateErrors(data, now));
	errors.push(...found.flatMap(([path, texts]) => texts.map((text) => toLabel(path.split('.')) + text)));
	if (errors.length > 0) return { planned: null, errors };
	const offered = data.times.map(({ date, duration }) => ({ date: date.toISOString(), duration }));
	return {
		planned: { ...pick(data, POLL_FIELDS), times: offered, answer_by: data.answer_by.toISOString() },
		errors: null,
	};
}
