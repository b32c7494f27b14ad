import { EVENT_FIELDS, type FieldUses, OPTIONAL_TEXTS, type OptionalText } from './fields.ts';
import type { CreateEventInput } from './input.ts';

/** What the body that creates an event says beside the event's own fields. */
type NoField =
	| 'idempotencyKey'
	| 'image'
	| 'imageHash'
	| 'createDiscordEvent'
	| 'announce'
	| 'series'
	| 'accepted'
	| keyof typeof EVENT_FIELDS;
type FieldWithRules = Exclude<keyof CreateEventInput, NoField> | 'imageId';

/** The fields that have rules of their own, by their names in the model. The compiler requires each of them. */
const FIELDS_WITH_RULES = {
	capacity: { name: 'places', in: ['series', 'template', 'csv', 'list'] },
	minimumPlayers: { name: 'players needed', in: ['series', 'template', 'csv'] },
	decideMinutes: { name: 'time of the decision', in: ['series'] },
	onTooFew: { name: 'what happens with too few players', in: ['series'] },
	imageId: { name: 'image', in: ['series', 'discord', 'list'] },
	storytellerIds: { name: 'storytellers', in: ['series', 'template'] },
} as const satisfies Record<FieldWithRules, FieldUses>;

type PlainUses = { [Name in keyof typeof EVENT_FIELDS]: (typeof EVENT_FIELDS)[Name]['uses'] };
const PLAIN_FIELDS = Object.fromEntries(
	Object.entries(EVENT_FIELDS).map(([name, { uses }]) => [name, uses]),
) as PlainUses;

/** Where each field of an event that its creator writes belongs, by its name in the model. */
export const EVENT_FIELD_USES: PlainUses & typeof FIELDS_WITH_RULES = {
	...PLAIN_FIELDS,
	...FIELDS_WITH_RULES,
};
type Uses = typeof EVENT_FIELD_USES;
export type EventField = keyof Uses;

type ListedUse = 'series' | 'template' | 'poll';
type FieldsIn<Use extends ListedUse> = {
	[Field in EventField]: Use extends Uses[Field]['in'][number] ? Field : never;
}[EventField];

export type SeriesField = FieldsIn<'series'>;
export type TemplateField = FieldsIn<'template'>;
export type PollField = FieldsIn<'poll'>;

const hasUse = (field: EventField, use: ListedUse) =>
	(EVENT_FIELD_USES[field].in as readonly string[]).includes(use);

const listFieldsIn = <Use extends ListedUse>(use: Use) =>
	(Object.keys(EVENT_FIELD_USES) as EventField[]).filter((field) => hasUse(field, use)) as FieldsIn<Use>[];

/** Returns the texts with this use, without the title. */
export const listTextsIn = <Use extends ListedUse>(use: Use) =>
	OPTIONAL_TEXTS.filter((field) => hasUse(field, use)) as (FieldsIn<Use> & OptionalText)[];

/** The fields that an event has from its series, besides its start. */
export const SERIES_FIELDS = listFieldsIn('series');

/** The same with their columns in `events` and `event_series`, without the storytellers, who have tables of their own. */
export const SERIES_COLUMNS = SERIES_FIELDS.filter((field) => field !== 'storytellerIds').map(
	(field) => [field, field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] as const,
);

export type SeriesValues = {
	[Field in SeriesField]: Field extends keyof CreateEventInput
		? Exclude<CreateEventInput[Field], undefined>
		: string | null;
};

/** The fields that a poll has and gives to the event that it becomes. */
export const POLL_FIELDS = listFieldsIn('poll');

/** The same with their columns in `polls`, which are also their names in a response. */
export const POLL_FIELD_COLUMNS = POLL_FIELDS.map((field) => [field, EVENT_FIELDS[field].column] as const);

export type PollValues = Pick<CreateEventInput, PollField>;
