/** The text of a form's field, the first where it is sent twice; undefined when it is missing or a file. */
export function findText(form: FormData, name: string): string | undefined {
	const value = form.get(name);
	return typeof value === 'string' ? value : undefined;
}

/** The text of a form's field as `findText` finds it; '' when there is none. */
export function readText(form: FormData, name: string): string {
	return findText(form, name) ?? '';
}
