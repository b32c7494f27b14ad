import { z } from 'zod';
import {
	createHoursSchema,
	EVENT_TEXTS,
	eventTexts,
	fitDuration,
	getDefaultTitle,
	type ShownEvent,
} from '../events/fields.ts';
import type { EventFormValues } from '../events/form.ts';
import { DEFAULT_EVENT_TIME, DEFAULT_TIMEZONE, DURATION_MINUTES } from '../limits.ts';
import type { Capacity } from '../places/places.ts';
import { typedCapacity } from '../places/schema.ts';
import { formatTypedTime, readTypedTime, type TypedTime } from '../time/typed-time.ts';
import { readWallParts } from '../time/wall-parts.ts';
import { instantToWallTime } from '../time/wall-time.ts';

/** The texts of the modal in which an event is planned on Discord, as they were typed. */
export const typedDraftInput = z.object({
	title: z.string().max(4_000).default(''),
	when: z.string().max(4_000).default(''),
	duration: z.string().max(4_000).default(''),
	location: z.string().max(4_000).default(''),
	description: z.string().max(4_000).default(''),
});

/** What the menus below a draft choose. `places` is a number, 'storytellers', or '' for no limit. */
export const chosenDraftInput = z.object({
	storytellerIds: z.array(z.string()).max(25),
	places: z.string().max(20),
});

export type TypedDraft = z.output<typeof typedDraftInput>;
export type EventDraft = TypedDraft & z.output<typeof chosenDraftInput>;

export const EMPTY_DRAFT: EventDraft = {
	...typedDraftInput.parse({}),
	duration: String(DURATION_MINUTES.default / 60),
	storytellerIds: [],
	places: '',
};

type SavedEvent = ShownEvent & { storytellers: readonly { user_id: string }[] };

type TypedEvent = Pick<ShownEvent, 'title' | 'date' | 'timezone' | 'duration' | 'location' | 'description'>;

/** Returns what the modal shows of a saved event. */
export const toTypedDraft = (event: TypedEvent): TypedDraft => ({
	title: event.title,
	when: formatTypedTime(new Date(event.date), event.timezone),
	duration: String(fitDuration(event.duration) / 60),
	location: event.location,
	description: event.description,
});

/** Returns what the modal and the menus show of a saved event. */
export const toEventDraft = (event: SavedEvent): EventDraft => ({
	...toTypedDraft(event),
	storytellerIds: event.storytellers.map(({ user_id }) => user_id),
	places: String(event.capacity ?? ''),
});

/** An event as a draft describes it; `duration` is in minutes. */
export type DraftedEvent = {
	title: string;
	date: Date;
	timezone: string;
	duration: number;
	location: string;
	description: string;
	storytellerIds: readonly string[];
	capacity: Capacity;
};

/** What a draft would save, or the texts that say what is wrong with it. */
export type ReadDraft =
	| { planned: DraftedEvent; changed: ReadonlySet<keyof EventDraft>; errors: null }
	| { planned: null; errors: readonly string[] };

type DraftContext = {
	/** The event that the draft changes; null for a new one. */
	saved: SavedEvent | null;
	now: Date;
	/** The game, for the title of a new event without one. */
	gameName: string;
};

/** Returns the start of a draft; that of the saved event when nobody touched it. */
function readWhen({ when }: EventDraft, { saved, now }: Pick<DraftContext, 'saved' | 'now'>): TypedTime {
	if (!saved) return readTypedTime(when, { now, zone: DEFAULT_TIMEZONE, usualTime: DEFAULT_EVENT_TIME });
	const { date, timezone: zone } = saved;
	if (when === toEventDraft(saved).when) return { instant: new Date(date), zone };
	return readTypedTime(when, { now, zone, usualTime: instantToWallTime(date, zone).time });
}

/**
 * Returns the event that a draft describes, and which of its fields differ from the saved event: fields that nobody
 * touched are not written, because the modal shows some rounded.
 */
export function readEventDraft(draft: EventDraft, { saved, now, gameName }: DraftContext): ReadDraft {
	const shown = saved && toEventDraft(saved);
	const isTouched = (field: keyof EventDraft) => !shown || String(draft[field]) !== String(shown[field]);
	const errors: string[] = [];
	const parse = <Output>(schema: z.ZodType<Output>, value: unknown): Output | null => {
		const { success, data, error } = schema.safeParse(value);
		if (!success) errors.push(...error.issues.map(({ message }) => message));
		return success ? data : null;
	};
	const when = readWhen(draft, { saved, now });
	if ('error' in when) errors.push(when.error);
	const hours = saved
		? createHoursSchema(DURATION_MINUTES.editMin, EVENT_TEXTS.editDuration)
		: createHoursSchema(DURATION_MINUTES.createMin, EVENT_TEXTS.createDuration);
	const duration = saved && !isTouched('duration') ? saved.duration : parse(hours, draft.duration);
	const location = parse(eventTexts.location, draft.location);
	const description = parse(eventTexts.description, draft.description);
	const capacity = draft.places === 'storytellers' ? 'storytellers' : parse(typedCapacity, draft.places);
	const defaultTitle =
		saved || 'error' in when ? '' : getDefaultTitle(readWallParts(when.instant, when.zone).weekday, gameName);
	const hasOwnTitle = draft.title.trim() !== '' || saved !== null;
	const title = hasOwnTitle ? parse(eventTexts.title, draft.title) : defaultTitle;
	if (errors.length > 0 || 'error' in when) return { planned: null, errors };
	return {
		planned: {
			title: title ?? '',
			date: when.instant,
			timezone: when.zone,
			duration: duration ?? DURATION_MINUTES.default,
			location: location ?? '',
			description: description ?? '',
			storytellerIds: draft.storytellerIds,
			capacity,
		},
		changed: new Set(DRAFT_FIELDS.filter(isTouched)),
		errors: null,
	};
}

/** Returns what the event form shows of a draft; a start that cannot be read is left out. */
export function toDraftedForm(
	draft: EventDraft,
	context: Pick<DraftContext, 'saved' | 'now'>,
): Partial<EventFormValues> {
	const { title, description, location, duration, storytellerIds, places } = draft;
	const when = readWhen(draft, context);
	const byStorytellers = places === 'storytellers';
	const shown = 'error' in when ? null : instantToWallTime(when.instant, when.zone);
	return {
		title,
		description,
		location,
		duration,
		storytellerIds,
		byStorytellers,
		capacity: byStorytellers ? '' : places,
		...(shown && { date: shown.date, time: shown.time, timezone: shown.zone }),
	};
}

/** The fields of a request that each field of a draft becomes. */
const BODY_FIELDS: Record<keyof EventDraft, readonly (keyof DraftedEvent)[]> = {
	title: ['title'],
	when: ['date', 'timezone'],
	duration: ['duration'],
	location: ['location'],
	description: ['description'],
	storytellerIds: ['storytellerIds'],
	places: ['capacity'],
};

const DRAFT_FIELDS = Object.keys(BODY_FIELDS) as (keyof EventDraft)[];

/** Returns the changed fields of a planned event as `POST` and `PUT /api/events` take them. */
export function toEventBody(planned: DraftedEvent, changed: ReadonlySet<keyof EventDraft>) {
	const fields = [...changed].flatMap((field) => BODY_FIELDS[field]);
	const body = Object.fromEntries(fields.map((field) => [field, planned[field]]));
	return { ...body, ...(body.date instanceof Date && { date: body.date.toISOString() }) };
}
