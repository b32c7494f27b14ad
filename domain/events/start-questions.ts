import { z } from 'zod';
import { joinNames } from '../format-count.ts';
import { createListSchema } from '../inputs.ts';
import { isolate } from '../isolate.ts';
import { DURATION_MINUTES, HOUR_MS, MINUTE_MS } from '../limits.ts';
import { describeUnreachableMinimum } from '../places/texts.ts';
import type { FieldErrors } from '../refusal.ts';
import { formatDateTimeShort } from '../time/format.ts';
import { wallTimeToInstant } from '../time/wall-time.ts';
import { EVENT_TEXTS } from './fields.ts';
import type { EventFormValues } from './form.ts';
import { type EventStatus, endOf } from './status.ts';

/** The questions that are asked before an event is saved with something that may be a mistake. */

/**
 * `past`: the start has passed. `same`: another event has this title and start. `storyteller`, `clash`: a
 * storyteller's event, or another one, takes place then. `places`: there are fewer than players needed.
 */
export const START_QUESTIONS = ['past', 'same', 'storyteller', 'clash', 'places'] as const;
export type StartQuestionKind = (typeof START_QUESTIONS)[number];

/** The questions of the event forms, which show beside their fields what takes place at the same time. */
export const FORM_QUESTIONS: readonly StartQuestionKind[] = ['past', 'same', 'storyteller', 'places'];

const START_FIELDS = ['date', 'time', 'timezone'];

/** The fields of the event form that each question is about. After a change of one of them it may no longer hold. */
const QUESTION_FIELDS: Record<StartQuestionKind, readonly string[]> = {
	past: START_FIELDS,
	same: [...START_FIELDS, 'title'],
	storyteller: [...START_FIELDS, 'duration', 'storytellerIds'],
	clash: [...START_FIELDS, 'duration'],
	places: ['capacity', 'byStorytellers', 'minimum_players'],
};

const ACCEPTED_MAX = 100;
const ACCEPTED_TEXT = 'accepted must be a list of the names of questions';

/** The keys of the questions that the user answered with yes. Without the list nothing is asked. */
export const acceptedInput = createListSchema(z.string(ACCEPTED_TEXT).max(60, ACCEPTED_TEXT), ACCEPTED_MAX, {
	wrong: ACCEPTED_TEXT,
	tooMany: ACCEPTED_TEXT,
}).optional();

export type PlannedEvent = {
	title: string;
	date: Date;
	/** In minutes. */
	duration: number;
	storytellerIds: readonly string[];
	/** How many places it has, when it has a fixed number of them. */
	capacity?: number | null | undefined;
	minimumPlayers?: number | null | undefined;
};

/** Another event that is not cancelled and overlaps the planned one. */
export type NearbyEvent = Pick<PlannedEvent, 'title' | 'date' | 'duration'> & {
	id: string;
	status: EventStatus;
	storytellers: readonly { id: string; name: string }[];
};

/** A question; `key` names it in `accepted`. A question about another time or event has another key. */
export type StartQuestion = { key: string; text: string };

type QuestionContext = {
	nearby: readonly NearbyEvent[];
	/** The zone in which the texts name times. */
	timezone: string;
	kinds: readonly StartQuestionKind[];
	now: Date;
};

/**
 * Returns the questions about an event, by kind and start of the other event. `before` is the saved event
 * (null: new): what was so already is not asked again.
 */
export function listStartQuestions(
	planned: PlannedEvent,
	before: PlannedEvent | null,
	context: QuestionContext,
): StartQuestion[] {
	const known = new Set(before ? listQuestions(before, context).map(({ key }) => key) : []);
	return listQuestions(planned, context).filter(({ key }) => !known.has(key));
}

function listQuestions(
	planned: PlannedEvent,
	{ nearby, timezone, kinds, now }: QuestionContext,
): StartQuestion[] {
	const past = { kind: 'past' as const, key: `past:${planned.date.getTime()}`, text: EVENT_TEXTS.hasPassed };
	const others = nearby.flatMap((other) => askAboutOther(planned, other, timezone));
	const all = [...(planned.date <= now ? [past] : []), ...others, ...askAboutPlaces(planned)];
	return kinds.flatMap((kind) =>
		all.filter((question) => question.kind === kind).map(({ key, text }) => ({ key, text })),
	);
}

function askAboutOther(planned: PlannedEvent, other: NearbyEvent, timezone: string) {
	const ask = (kind: StartQuestionKind, text: string) => ({ kind, key: `${kind}:${other.id}`, text });
	const isSame = isSameEvent(planned, other);
	const same = isSame ? [ask('same', EVENT_TEXTS.exists)] : [];
	if (other.status !== 'active' || !isAtSameTime(planned, other)) return same;
	const clash = describeClash(other, timezone);
	const shared = other.storytellers.filter(({ id }) => planned.storytellerIds.includes(id));
	if (shared.length === 0) return isSame ? same : [ask('clash', clash)];
	const names = joinNames(shared.map(({ name }) => isolate(name)));
	return [...same, ask('storyteller', `${clash} ${names} would run both.`)];
}

function askAboutPlaces({ capacity, minimumPlayers }: PlannedEvent) {
	const text = describeUnreachableMinimum(capacity || null, minimumPlayers ?? null);
	return text ? [{ kind: 'places' as const, key: `places:${capacity}:${minimumPlayers}`, text }] : [];
}

type TitledStart = { title: string; date: Date };

/** Returns whether two events have the same title and start in the same minute. */
export const isSameEvent = (one: TitledStart, other: TitledStart): boolean =>
	one.title === other.title && toMinute(one.date) === toMinute(other.date);

const toMinute = (date: Date) => Math.floor(date.getTime() / MINUTE_MS);

/** Returns the questions as the fields of a refusal, by their keys. */
export const toQuestionErrors = (questions: readonly StartQuestion[]): FieldErrors =>
	Object.fromEntries(questions.map(({ key, text }) => [key, [text]]));

/** Returns the questions among the fields of a refusal. */
export const readStartQuestions = (fields: FieldErrors): StartQuestion[] =>
	Object.entries(fields).flatMap(([key, [text]]) => (getQuestionKind(key) && text ? { key, text } : []));

/** Returns those of `questions` that are not about one of the changed fields of the form. */
export const listUnchangedQuestions = (
	questions: readonly StartQuestion[],
	changed: ReadonlySet<string>,
): StartQuestion[] =>
	questions.filter(({ key }) => {
		const kind = getQuestionKind(key);
		return kind !== null && !QUESTION_FIELDS[kind].some((field) => changed.has(field));
	});

/** Returns the kind of the question with this key, or null when it is no such key. */
export const getQuestionKind = (key: string): StartQuestionKind | null =>
	START_QUESTIONS.find((kind) => key.startsWith(`${kind}:`)) ?? null;

/** When an event takes place: `date` is its start (ISO 8601), `duration` is in minutes. */
export type EventTimes = { id: string; title: string; date: string; duration: number };

type Times = { date: Date; duration: number };

/** Returns whether two events overlap; an event that starts when another one ends does not. */
const isAtSameTime = (one: Times, other: Times): boolean =>
	one.date < endOf(other) && other.date < endOf(one);

/** Returns how the forms say that another event takes place at the same time; its start is named in `timezone`. */
export const describeClash = (other: { title: string; date: Date | string }, timezone: string): string =>
	`“${isolate(other.title)}” overlaps with this (${formatDateTimeShort(other.date, timezone)}).`;

/**
 * Returns those of `events` that overlap the form's event; none while date, time or zone is incomplete. An
 * unusable duration counts as the default one.
 */
export function findClashes(
	{ date, time, timezone, duration }: Pick<EventFormValues, 'date' | 'time' | 'timezone' | 'duration'>,
	events: readonly EventTimes[],
): EventTimes[] {
	const parsed = wallTimeToInstant({ date, time, zone: timezone });
	if ('error' in parsed) return [];
	const hours = Number(duration);
	const minutes = hours > 0 ? (hours * HOUR_MS) / MINUTE_MS : DURATION_MINUTES.default;
	const planned = { date: parsed.instant, duration: minutes };
	return events.filter((other) =>
		isAtSameTime(planned, { date: new Date(other.date), duration: other.duration }),
	);
}
