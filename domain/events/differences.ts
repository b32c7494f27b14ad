import { cleanLine, cleanText } from '../text.ts';
import type { EventFormValues } from './form.ts';

/** The fields of the edit form, in its order. */
export const EDITED_FIELDS = [
	'title',
	'description',
	'date',
	'time',
	'timezone',
	'duration',
	'location',
	'storytellerIds',
] as const;
export type EditedField = (typeof EDITED_FIELDS)[number];

/**
 * The fields in which a form that was sent too late differs from what is saved meanwhile, in the form's order. What is
 * saved the same is no difference: white space at the ends of a text, '3' and '3.0' hours, the order of storytellers.
 */
export function listDifferences(mine: EventFormValues, saved: EventFormValues): EditedField[] {
	return EDITED_FIELDS.filter((field) => asSaved(mine, field) !== asSaved(saved, field));
}

function asSaved(values: EventFormValues, field: EditedField): string {
	switch (field) {
		case 'title':
		case 'location':
			return cleanLine(values[field]);
		case 'description':
			return cleanText(values.description);
		case 'duration': {
			const hours = Number(values.duration.trim().replace(',', '.'));
			return Number.isNaN(hours) ? values.duration : String(hours);
		}
		case 'storytellerIds':
			return [...new Set(values.storytellerIds)].sort().join();
		default:
			return values[field];
	}
}
