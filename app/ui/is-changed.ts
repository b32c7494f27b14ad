export type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Returns whether an element is a field of a form whose value a user can change. */
export const isFormField = (element: unknown): element is FormField =>
	(element instanceof HTMLInputElement && element.type !== 'hidden') ||
	element instanceof HTMLSelectElement ||
	element instanceof HTMLTextAreaElement;

/** Returns whether a field holds something else than the server's HTML has put into it. */
export function isChanged(field: FormField): boolean {
	if (field instanceof HTMLSelectElement) {
		const options = [...field.options];
		// Without a default, browsers select the first option that can be chosen.
		const first =
			options.findLast(({ defaultSelected }) => defaultSelected) ?? options.find(({ disabled }) => !disabled);
		return first !== undefined && !first.selected;
	}
	if (field.type === 'checkbox' || field.type === 'radio')
		return field instanceof HTMLInputElement && field.checked !== field.defaultChecked;
	return field.value !== field.defaultValue;
}
