import { menuClass } from '~/app/ui/menu.tsx';

/** What a user is in the middle of: an open dialog or menu, a drag, or groups that are not saved. */
const BUSY = `dialog[open], details.${menuClass}[open], [data-drag-overlay], [data-draft]`;

/** Returns whether new data could disturb what the user writes, has chosen or has selected in `page`. */
export function hasDraft(page: Document): boolean {
	const main = page.getElementById('main');
	if (!main) return false;
	if (page.querySelector(BUSY)) return true;
	if ([...main.querySelectorAll('input, select, textarea')].some(isChanged)) return true;
	const selection = page.getSelection();
	return selection !== null && !selection.isCollapsed && main.contains(selection.anchorNode);
}

/** Returns whether the user has changed a field. A search is no draft. */
function isChanged(field: Element): boolean {
	if (field.closest('search, [role="search"]')) return false;
	if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
	if (field instanceof HTMLSelectElement)
		return [...field.options].some((option) => option.selected !== option.defaultSelected);
	if (!(field instanceof HTMLInputElement) || field.type === 'hidden') return false;
	if (field.type === 'checkbox' || field.type === 'radio') return field.checked !== field.defaultChecked;
	return field.value !== field.defaultValue;
}
