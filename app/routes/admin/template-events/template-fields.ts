import { readText } from '~/app/shell/form-text.ts';
import {
	addStoryteller,
	assignToAllDays,
	TEMPLATE_DAYS,
	type TemplateForm,
} from '~/domain/events/template-week.ts';
import type { Place, TemplateState } from './template-state.ts';

/** Returns the names of the form's fields. */
export const fieldNames = {
	enabled: (day: number) => `enabled-${day}`,
	name: (day: number) => `name-${day}`,
	time: (day: number) => `time-${day}`,
	storytellers: (place: Place) => `tellers-${place}`,
	choice: (place: Place) => `choice-${place}`,
};

const readStorytellerIds = (form: FormData, place: Place) => [
	...new Set(form.getAll(fieldNames.storytellers(place)).map(String)),
];

/** Returns the values of a sent form. It runs in the browser and on the server. */
export function readTemplateFields(form: FormData): TemplateForm {
	return {
		startDate: readText(form, 'startDate'),
		storytellerIds: readStorytellerIds(form, 'all'),
		location: readText(form, 'location'),
		description: readText(form, 'description'),
		createDiscordEvents: form.has('createDiscordEvents'),
		announce: form.has('announce'),
		events: TEMPLATE_DAYS.map((day) => ({
			day,
			name: readText(form, fieldNames.name(day)),
			time: readText(form, fieldNames.time(day)),
			enabled: form.has(fieldNames.enabled(day)),
			storytellerIds: readStorytellerIds(form, day),
		})),
	};
}

/**
 * Returns the form as the operation's input. The storytellers for all days are left out, because each
 * selected day already has them.
 */
export const toTemplateBody = (form: TemplateForm): TemplateForm => ({ ...form, storytellerIds: [] });

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
	const added = addStoryteller(assigned, readText(formData, fieldNames.choice(place)), all);
	if ('error' in added) return { form, changedPlace: place, addError: { place, text: added.error } };
	return { form: withStorytellerIds(form, place, added.ids), changedPlace: place, addError: null };
}

/** Returns the ids of the storytellers chosen at a place. */
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
