import { z } from 'zod';
import { formatNumber } from '../format-count.ts';
import { createIdListSchema } from '../inputs.ts';
import {
	DEFAULT_EVENT_TIME,
	DEFAULT_TIMEZONE,
	DURATION_MINUTES,
	EVENT_YEARS,
	TEXT_LIMITS,
} from '../limits.ts';
import type { Capacity } from '../places/places.ts';
import { type minimumShape, typedCapacity, typedMinimum } from '../places/schema.ts';
import { createClockSchema, createLineSchema, createParagraphSchema } from '../text.ts';
import { getWeekday, WEEKDAYS } from '../time/day.ts';
import { instantToWallTime } from '../time/wall-time.ts';
import { EDIT_ZONES, isKnownZone } from '../time/zones.ts';
import { isPlannable } from './status.ts';

const STORYTELLERS_PER_EVENT = 50;

const tooLong = (label: string, max: number) => `${label} can have at most ${formatNumber(max)} characters`;

export const EVENT_TEXTS = {
	noDate: 'Please enter a date',
	noTime: 'Please enter a time',
	beforeToday: 'The date cannot be before today',
	hasPassed: 'This time has passed.',
	exists: 'An event with this title at this time already exists',
	dateOutOfRange: `Please enter a date from ${EVENT_YEARS.first} to ${EVENT_YEARS.last}`,
	noZone: 'Please choose a timezone',
	createDuration: 'Please enter 1 to 8 hours, in half hours',
	editDuration: 'Please enter 0.5 to 8 hours, in half hours',
	storytellers: 'Please choose storytellers from the list',
	tooManyStorytellers: `An event can have at most ${STORYTELLERS_PER_EVENT} storytellers`,
} as const;

/** The schemas of the text fields that a request body and a form share. */
export const eventTexts = {
	title: createLineSchema(
		TEXT_LIMITS.eventTitle,
		tooLong('A title', TEXT_LIMITS.eventTitle),
		'Please enter a title',
	),
	description: createParagraphSchema(
		TEXT_LIMITS.eventDescription,
		tooLong('A description', TEXT_LIMITS.eventDescription),
	),
	location: createLineSchema(TEXT_LIMITS.eventLocation, tooLong('A location', TEXT_LIMITS.eventLocation)),
};

type EventText = keyof typeof eventTexts;
export type OptionalText = Exclude<EventText, 'title'>;

/** The texts that an event may have besides its title. */
export const OPTIONAL_TEXTS = Object.keys(eventTexts).filter((name) => name !== 'title') as OptionalText[];

/** The storytellers' ids, without duplicates. The database checks whether they are storytellers. */
export const storytellerIds = createIdListSchema(STORYTELLERS_PER_EVENT, {
	wrong: EVENT_TEXTS.storytellers,
	tooMany: EVENT_TEXTS.tooManyStorytellers,
});

const instant = z.iso
	.datetime({ offset: true, error: 'Please enter a date as an ISO instant with Z or an offset' })
	.transform((text) => new Date(text))
	.refine(isPlannable, EVENT_TEXTS.dateOutOfRange);

const minutes = (min: number, text: string) =>
	z
		.number(text)
		.int(text)
		.min(min, text)
		.max(DURATION_MINUTES.createMax, text)
		.multipleOf(DURATION_MINUTES.step, text);

/** A zone that the edit form offers; no other zones are allowed (spec, section 9). */
const eventZone = z.enum(EDIT_ZONES.map(({ zone }) => zone) as [string, ...string[]], EVENT_TEXTS.noZone);

/** Where a field of an event belongs; whatever is not listed does not have it. `field-uses.ts` lists every field. */
export type FieldUses = {
	/** The field in a sentence, such as 'what happens with too few players'. */
	name: string;
	/**
	 * `series`: each event of a series gets it, and "this and all later" passes it on (`start`: as a part of the start).
	 * `template`: a template week gives it to its events, which otherwise have the default. `poll`: a poll has it, and gives
	 * it to the event that it becomes. `discord`: the Discord event shows it. `csv`: the file of all events has it. `list`:
	 * the list of events has it in the API.
	 */
	in: readonly ('series' | 'start' | 'template' | 'poll' | 'discord' | 'csv' | 'list')[];
};

/** Returns the definition of an optional text field: '' in a new event, unchanged in an update. */
const optionalText = <Column extends string, const Uses extends FieldUses>(
	column: Column,
	text: z.ZodType<string, string>,
	uses: Uses,
) => ({
	column,
	wire: z.string(),
	create: text.optional().default(''),
	update: text.optional(),
	uses,
});

type FieldDefinition = {
	column: string;
	wire: z.ZodType;
	create: z.ZodType;
	update: z.ZodType;
	uses: FieldUses;
};

/**
 * The fields that an event's creator writes, by their name in a request body and the model. `column` is the
 * name in the database and a response, whose value matches `wire`; `create` and `update` parse a body.
 */
export const EVENT_FIELDS = {
	title: {
		column: 'title',
		wire: z.string(),
		create: eventTexts.title,
		update: eventTexts.title.optional(),
		uses: { name: 'title', in: ['series', 'template', 'poll', 'discord', 'csv', 'list'] },
	},
	description: optionalText('description', eventTexts.description, {
		name: 'description',
		in: ['series', 'template', 'poll', 'discord', 'csv', 'list'],
	}),
	date: {
		column: 'date',
		wire: z.iso.datetime(),
		create: instant,
		update: instant.optional(),
		uses: { name: 'start', in: ['start', 'template', 'discord', 'csv', 'list'] },
	},
	duration: {
		column: 'duration',
		wire: z.number(),
		create: minutes(DURATION_MINUTES.createMin, EVENT_TEXTS.createDuration).default(DURATION_MINUTES.default),
		update: minutes(DURATION_MINUTES.editMin, EVENT_TEXTS.editDuration).optional(),
		uses: { name: 'duration', in: ['series', 'discord', 'csv', 'list'] },
	},
	location: optionalText('location', eventTexts.location, {
		name: 'location',
		in: ['series', 'template', 'poll', 'discord', 'csv', 'list'],
	}),
	timezone: {
		column: 'timezone',
		wire: z.string(),
		create: eventZone.default(DEFAULT_TIMEZONE),
		update: eventZone.optional(),
		uses: { name: 'timezone', in: ['start', 'poll', 'csv', 'list'] },
	},
} as const satisfies Record<string, FieldDefinition>;

type Fields = typeof EVENT_FIELDS;
type Field = keyof Fields;
export type EventColumn = Fields[Field]['column'];
type WireShape = { [Name in Field as Fields[Name]['column']]: Fields[Name]['wire'] };
type BodyShape<Kind extends 'create' | 'update'> = { [Name in Field]: Fields[Name][Kind] };

/** The columns of these fields, which are also their names in a response. */
export const EVENT_FIELD_COLUMNS: readonly EventColumn[] = Object.values(EVENT_FIELDS).map(
	({ column }) => column,
);

export const eventWireShape = Object.fromEntries(
	Object.values(EVENT_FIELDS).map(({ column, wire }) => [column, wire]),
) as WireShape;

/** Returns the shape of these fields in the body that creates or updates an event. */
export const buildEventBodyShape = <Kind extends 'create' | 'update'>(kind: Kind) =>
	Object.fromEntries(
		Object.entries(EVENT_FIELDS).map(([name, field]) => [name, field[kind]]),
	) as BodyShape<Kind>;

/** These fields in a response; `date` is an ISO instant. */
export type WrittenFields = { [Column in keyof WireShape]: z.output<WireShape[Column]> };

const typedText = z.string().default('');

/** Returns a schema that parses a duration typed in hours and returns minutes. */
export const createHoursSchema = (min: number, text: string) =>
	typedText.pipe(
		z
			.string(text)
			.trim()
			.regex(/^\d{1,2}([.,]\d)?$/, text)
			.transform((hours) => Number(hours.replace(',', '.')) * 60)
			.refine((minutes) => minutes >= min && minutes <= DURATION_MINUTES.createMax, text)
			.refine((minutes) => minutes % DURATION_MINUTES.step === 0, text),
	);

/** Returns the nearest duration in minutes that the edit form accepts, 180 without one (spec, section 9). */
export function fitDuration(minutes: number): number {
	const { step, editMin, editMax } = DURATION_MINUTES;
	if (!(minutes > 0)) return DURATION_MINUTES.default;
	return Math.min(editMax, Math.max(editMin, Math.round(minutes / step) * step));
}

const wallTimeOf = ({ date, timezone }: WrittenFields) => instantToWallTime(date, timezone);

export type ShownEvent = WrittenFields & { capacity: Capacity } & z.output<z.ZodObject<typeof minimumShape>>;

/** Returns the definition of a text that is shown as it is saved; `isLong`: with several lines. */
const formText = <Name extends EventText>(
	name: Name,
	input: { label: string; maxLength: number; isLong?: boolean },
) => ({
	isLong: false,
	...input,
	empty: '',
	schema: typedText.pipe(eventTexts[name]),
	show: (event: Pick<ShownEvent, Name>) => event[name],
});

/**
 * The fields of the event form, in its order, which the forms of template weeks and polls and the modals of /botc share:
 * `schema` parses the typed text, `show` a saved event. `EventInput` renders them.
 */
export const EVENT_FORM_FIELDS = {
	title: formText('title', { label: 'Title', maxLength: TEXT_LIMITS.eventTitle }),
	description: formText('description', {
		label: 'Description',
		maxLength: TEXT_LIMITS.eventDescription,
		isLong: true,
	}),
	date: {
		label: 'Date',
		empty: '',
		schema: typedText.refine((date) => getWeekday(date) !== null, EVENT_TEXTS.noDate),
		show: (event: ShownEvent) => wallTimeOf(event).date,
	},
	time: {
		label: 'Time',
		empty: DEFAULT_EVENT_TIME,
		schema: typedText.pipe(createClockSchema(EVENT_TEXTS.noTime)),
		show: (event: ShownEvent) => wallTimeOf(event).time,
	},
	timezone: {
		label: 'Timezone',
		empty: DEFAULT_TIMEZONE,
		schema: typedText.refine(isKnownZone, EVENT_TEXTS.noZone),
		show: (event: Pick<ShownEvent, 'timezone'>) => event.timezone,
	},
	duration: {
		label: 'Duration (hours)',
		empty: String(DURATION_MINUTES.default / 60),
		schema: createHoursSchema(DURATION_MINUTES.editMin, EVENT_TEXTS.editDuration),
		show: (event: ShownEvent) => String(fitDuration(event.duration) / 60),
	},
	location: formText('location', { label: 'Location', maxLength: TEXT_LIMITS.eventLocation }),
	capacity: {
		label: 'Places',
		empty: '',
		schema: typedCapacity,
		show: ({ capacity }: ShownEvent) => (typeof capacity === 'number' ? String(capacity) : ''),
	},
	minimum_players: {
		label: 'Players needed',
		empty: '',
		schema: typedMinimum.minimum_players,
		show: (event: ShownEvent) => String(event.minimum_players ?? ''),
	},
	decide_minutes: {
		label: 'Players are counted',
		empty: '1440',
		schema: typedMinimum.decide_minutes,
		show: (event: ShownEvent) => String(event.decide_minutes),
	},
	on_too_few: {
		label: 'With too few players',
		empty: 'ask',
		schema: typedMinimum.on_too_few,
		show: (event: ShownEvent) => event.on_too_few,
	},
} as const;

export type EventFormField = keyof typeof EVENT_FORM_FIELDS;
type FormField = (typeof EVENT_FORM_FIELDS)[EventFormField];

export const EVENT_FORM_FIELD_NAMES = Object.keys(EVENT_FORM_FIELDS) as EventFormField[];

/** Returns an object with the result of `read` for each text field of the form. */
export const mapFormFields = <Value>(read: (name: EventFormField, field: FormField) => Value) =>
	Object.fromEntries(
		EVENT_FORM_FIELD_NAMES.map((name) => [name, read(name, EVENT_FORM_FIELDS[name])]),
	) as Record<EventFormField, Value>;

/** Returns an event's default title: the weekday (0 Sunday to 6 Saturday) and the game (spec, section 5). */
export function getDefaultTitle(weekday: number, gameName: string): string {
	return `${WEEKDAYS[weekday] ?? ''} ${gameName}`.trim();
}
