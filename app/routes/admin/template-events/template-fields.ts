import { readText } from '~/app/shell/form-text.ts';
import {
	addStoryteller,
	assignEverywhere,
	TEMPLATE_DAYS,
	type TemplateForm,
} from '~/domain/events/template-week.ts';
import type { Place, TemplateState } from './template-state.ts';

/** Returns the names of the form's fields. */
export const fieldOf = {
	enabled: (day: number) => `enabled-${day}`,
	name: (day: number) => `name-${day}`,
	time: (day: number) => `time-${day}`,
	tellers: (place: Place) => `tellers-${place}`,
	choice: (place: Place) => `choice-${place}`,
};

const ids = (form: FormData, place: Place) => [...new Set(form.getAll(fieldOf.tellers(place)).map(String))];

/** Returns the values of a sent form. It runs in the browser and on the server. */
export function readTemplateFields(form: FormData): TemplateForm {
	return {
		startDate: readText(form, 'startDate'),
		storytellerIds: ids(form, 'all'),
		location: readText(form, 'location'),
		description: readText(form, 'description'),
		createDiscordEvents: form.has('createDiscordEvents'),
		events: TEMPLATE_DAYS.map((day) => ({
			day,
			name: readText(form, fieldOf.name(day)),
			time: readText(form, fieldOf.time(day)),
			enabled: form.has(fieldOf.enabled(day)),
			storytellerIds: ids(form, day),
		})),
	};
}

/**
 * Returns the form as the operation's input. The storytellers for all days are left out, because each
 * selected day already has them.
 */
export const toTemplateBody = (form: TemplateForm): TemplateForm => ({ ...form, storytellerIds: [] });

type Pressed = Pick<TemplateState, 'form' | 'pressed' | 'full'>;

/**
 * Returns the form after a press on a button that adds or removes a storyteller, or null for any other
 * button. The button's value is 'add:{place}' or 'remove:{place}:{id}'. It runs with and without script.
 */
export function pressStoryteller(sent: FormData, people: readonly { id: string }[]): Pressed | null {
	const [verb, where = '', id] = readText(sent, 'press').split(':');
	if (verb !== 'add' && verb !== 'remove') return null;
	const form = readTemplateFields(sent);
	const place: Place = where === 'all' ? 'all' : Number(where);
	const assigned = listAt(form, place);
	if (verb === 'remove') {
		const rest = assigned.filter((one) => one !== id);
		return { form: withList(form, place, rest), pressed: place, full: null };
	}
	const all = people.map((person) => person.id);
	const added = addStoryteller(assigned, readText(sent, fieldOf.choice(place)), all);
	if ('error' in added) return { form, pressed: place, full: { place, text: added.error } };
	return { form: withList(form, place, added.ids), pressed: place, full: null };
}

/** Returns the ids of the storytellers chosen at a place. */
const listAt = (form: TemplateForm, place: Place): string[] =>
	place === 'all'
		? form.storytellerIds
		: (form.events.find(({ day }) => day === place)?.storytellerIds ?? []);

function withList(form: TemplateForm, place: Place, list: string[]): TemplateForm {
	if (place === 'all') return assignEverywhere(form, list);
	return {
		...form,
		events: form.events.map((one) => (one.day === place ? { ...one, storytellerIds: list } : one)),
	};
}
