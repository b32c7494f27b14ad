import { readText } from '~/app/shell/form-text.ts';
import { mergeSelection, packIds, unpackIds } from '~/domain/admin/selection.ts';
import { BULK_LIMIT } from '~/domain/limits.ts';

const ID = /^[1-9]\d{0,17}$/;

const idsOf = (form: FormData, name: string): string[] =>
	form.getAll(name).filter((value): value is string => typeof value === 'string' && ID.test(value));

/** The selection that a list's form carries: what was selected before, and the boxes of the page in sight. */
export function receiveSelection(form: FormData): string[] {
	const before = unpackIds(readText(form, 'selected'), BULK_LIMIT);
	return mergeSelection(before, idsOf(form, 'shown'), idsOf(form, 'ids'));
}

/** The selection as a form's field carries it on; '' for more rows than one operation takes. */
export function packSelection(form: FormData): string {
	const ids = receiveSelection(form);
	return ids.length > BULK_LIMIT ? '' : packIds(ids);
}

/** What a list's own buttons do to the selection; null when the form was sent for something else. */
export function changeSelection(intent: string, form: FormData): string | null {
	if (intent === 'keep') return packSelection(form);
	if (intent === 'clear') return '';
	if (intent === 'selectPage') return packIds([...receiveSelection(form), ...idsOf(form, 'shown')]);
	return null;
}
