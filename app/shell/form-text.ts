/**
 * Returns the text of a form's field (the first if sent twice), or undefined when it is missing or a file.
 */
export function findText(form: FormData, name: string): string | undefined {
	const value = form.get(name);
	return typeof value === 'string' ? value : undefined;
}

/** Returns the text of a form's field like `findText`, or '' when there is none. */
export function readText(form: FormData, name: string): string {
	return findText(form, name) ?? '';
}
