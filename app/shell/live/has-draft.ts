import { isChanged, isFormField } from '../early-input.ts';

/** What a user is in the middle of: an open dialog or a drag. */
const BUSY = 'dialog[open], [data-drag-overlay]';
/** Groups that are not saved. */
const DRAFT = '[data-draft]';
/** A search is no draft, nor is a field whose choice is kept elsewhere. */
const NO_DRAFT = 'search, [role="search"], [data-no-draft]';

/**
 * Returns whether new data could disturb what the user writes, has chosen or has selected in `page`. A load keeps all of
 * it, so while the user waits for the result of a press (`isWaiting`), only what a load would interrupt counts.
 */
export function hasDraft(page: Document, isWaiting: boolean): boolean {
	const main = page.getElementById('main');
	if (!main) return false;
	if (page.querySelector(BUSY)) return true;
	if (isWaiting) return false;
	if (page.querySelector(DRAFT)) return true;
	const fields = [...main.querySelectorAll('input, select, textarea')].filter(isFormField);
	if (fields.some((field) => !field.closest(NO_DRAFT) && isChanged(field))) return true;
	const selection = page.getSelection();
	return selection !== null && !selection.isCollapsed && main.contains(selection.anchorNode);
}
