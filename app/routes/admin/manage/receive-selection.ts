import { readText } from '~/app/shell/form-text.ts';
import { mergeSelection, packIds, unpackIds } from '~/domain/admin/selection.ts';
import { ROW_ID } from '~/domain/ids.ts';
import { BULK_LIMIT } from '~/domain/limits.ts';

const readIds = (form: FormData, name: string): string[] =>
	form.getAll(name).filter((value): value is string => typeof value === 'string' && ROW_ID.test(value));

/** Returns the selection that a list's form carries: the earlier one merged with this page's checkboxes. */
export function receiveSelection(form: FormData): string[] {
	const earlierIds = unpackIds(readText(form, 'selected'), BULK_LIMIT);
	return mergeSelection(earlierIds, readIds(form, 'shown'), readIds(form, 'ids'));
}

/** Returns the selection packed for a form field, or '' when it has more rows than one operation accepts. */
export function packSelection(form: FormData): string {
	const ids = receiveSelection(form);
	return ids.length > BULK_LIMIT ? '' : packIds(ids);
}

/** Returns the packed selection after a press on one of the list's own buttons; null for other intents. */
export function changeSelection(intent: string, form: FormData): string | null {
	if (intent === 'keep') return packSelection(form);
	if (intent === 'clear') return '';
	if (intent === 'selectPage') return packIds([...receiveSelection(form), ...readIds(form, 'shown')]);
	return null;
}
