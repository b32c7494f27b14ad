/** What a user is in the middle of: an open dialog or a drag. */
const BUSY = 'dialog[open], [data-drag-overlay]';
/** Groups that are not saved. */
const DRAFT = '[data-draft]';

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
	if ([...main.querySelectorAll('input, select, textarea')].some(isChanged)) return true;
	const selection = page.getSelection();
	return selection !== null && !selection.isCollapsed && main.contains(selection.anchorNode);
}

/** Returns whether the user has changed a field. A search is no draft, nor is a field whose choice is kept elsewhere. */
function isChanged(field: Element): boolean {
	if (field.closest('search, [role="search"], [data-no-draft]')) return false;
	if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
	if (field instanceof HTMLSelectElement)
		return [...field.options].some((option) => option.selected !== option.defaultSelected);
	if (!(field instanceof HTMLInputElement) || field.type === 'hidden') return false;
	if (field.type === 'checkbox' || field.type === 'radio') return field.checked !== field.defaultChecked;
	return field.value !== field.defaultValue;
}
