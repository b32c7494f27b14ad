import { readText } from '~/app/shell/form-text.ts';
import { readFormValues } from '~/app/shell/form-values.ts';
import { toSeriesInput } from '~/domain/events/series.ts';
import {
	addStoryteller,
	assignToAllDays,
	createTemplateForm,
	TEMPLATE_DAYS,
	type TemplateForm,
} from '~/domain/events/template-week.ts';
import type { Place, TemplateState } from './template-state.ts';

/** Returns the week as the values of the form's fields; the inverse of `readTemplateFields`. */
export const toTemplateFields = ({ events, ...week }: TemplateForm) => ({
	...week,
	events: events.map(({ day: _, ...fields }) => fields),
});

/** Any week, because only its fields matter. Its days have the order of `TEMPLATE_DAYS`. */
const FIELDS = toTemplateFields(createTemplateForm({ latest: null, now: new Date(0), gameName: '' }));
export type TemplateFields = typeof FIELDS;

/** Returns the week of a sent form. It runs in the browser and on the server. */
export function readTemplateFields(form: FormData): TemplateForm {
	const { events, ...week } = readFormValues(form, FIELDS);
	return {
		...week,
		events: events.map((fields, index) => ({ day: Number(TEMPLATE_DAYS[index]), ...fields })),
	};
}

export const getChoiceName = (place: Place): string => `choice-${place}`;

/** Returns the operation's input, without the storytellers for all days, because each day has them already. */
export const toTemplateBody = ({
	byStorytellers,
	capacity,
	minimum_players,
	series,
	...form
}: TemplateForm) => ({
	...form,
	storytellerIds: [],
	capacity: byStorytellers ? 'storytellers' : toNumber(capacity),
	minimum_players: toNumber(minimum_players),
	series: toSeriesInput(series),
});

/** Returns a typed number; null for none, and NaN, which is refused, for another text. */
const toNumber = (text: string): number | null => (text.trim() === '' ? null : Number(text));

type StorytellerChange = Pick<TemplateState, 'form' | 'changedPlace' | 'addError'>;

/**
 * Returns the form after a press on a button that adds or removes a storyteller, or null for any other
 * button. The button's value is 'add:{place}' or 'remove:{place}:{id}'. It runs with and without script.
 */
export function applyStorytellerButton(
	formData: FormData,
	storytellers: readonly { id: string }[],
): StorytellerChange | null {
	const [verb, target = '', id] = readText(formData, 'press').split(':');
	if (verb !== 'add' && verb !== 'remove') return null;
	const form = readTemplateFields(formData);
	const place: Place = target === 'all' ? 'all' : Number(target);
	const assigned = getStorytellerIds(form, place);
	if (verb === 'remove') {
		const rest = assigned.filter((one) => one !== id);
		return { form: withStorytellerIds(form, place, rest), changedPlace: place, addError: null };
	}
	const all = storytellers.map(({ id }) => id);
	const added = addStoryteller(assigned, readText(formData, getChoiceName(place)), all);
	if ('error' in added) return { form, changedPlace: place, addError: { place, text: added.error } };
	return { form: withStorytellerIds(form, place, added.ids), changedPlace: place, addError: null };
}

const getStorytellerIds = (form: TemplateForm, place: Place): string[] =>
	place === 'all'
		? form.storytellerIds
		: (form.events.find(({ day }) => day === place)?.storytellerIds ?? []);

function withStorytellerIds(form: TemplateForm, place: Place, list: string[]): TemplateForm {
	if (place === 'all') return assignToAllDays(form, list);
	return {
		...form,
		events: form.events.map((one) => (one.day === place ? { ...one, storytellerIds: list } : one)),
	};
}
