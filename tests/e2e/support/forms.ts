import type { Page } from '@playwright/test';

/** A form of a page as a browser without script would send it, before any input. */
export type PlainForm = {
	/** The path that it posts to, with its query. */
	action: string;
	isMultipart: boolean;
	/** The fields that it sends without input: hidden fields, and the values that the other fields hold. */
	fields: [name: string, value: string][];
	/** The fields that its buttons would add. */
	buttons: [name: string, value: string][];
	/** The names of all fields and buttons that have one. */
	names: string[];
};

/** Returns the forms of a page's HTML. The browser parses the HTML but neither shows nor runs it. */
export function readForms(page: Page, html: string, address: string): Promise<PlainForm[]> {
	return page.evaluate(
		({ html, address }) => {
			const { forms } = new DOMParser().parseFromString(html, 'text/html');
			return [...forms].map((form) => ({
				action: (form.getAttribute('action') ?? address).replace(/#.*/, ''),
				isMultipart: form.getAttribute('enctype') === 'multipart/form-data',
				fields: [...new FormData(form)].filter(
					(entry): entry is [string, string] => typeof entry[1] === 'string',
				),
				buttons: [...form.querySelectorAll('button')].map((button): [string, string] => [
					button.name,
					button.value,
				]),
				names: [...form.elements].map((field) => field.getAttribute('name') ?? '').filter(Boolean),
			}));
		},
		{ html, address },
	);
}

/** Returns the text that a page's HTML shows, on one line. */
export function getPageText(page: Page, html: string): Promise<string> {
	return page.evaluate((html) => {
		const { body } = new DOMParser().parseFromString(html, 'text/html');
		for (const hidden of body.querySelectorAll('script, style, template')) hidden.remove();
		return (body.textContent ?? '').replaceAll(/\s+/g, ' ');
	}, html);
}

/** The values to type or press, by field name; null leaves a field out, as an unticked checkbox. */
export type FormValues = Readonly<Record<string, string | readonly string[] | null>>;

/** Returns the body that the form sends with these values. Throws when it has no such field. */
export function fillForm(form: PlainForm, values: FormValues): URLSearchParams | FormData {
	const missing = Object.keys(values).filter((name) => !form.names.includes(name));
	if (missing.length > 0) throw new Error(`The form of ${form.action} has no field ${missing.join(', ')}`);
	const body = form.isMultipart ? new FormData() : new URLSearchParams();
	for (const [name, value] of form.fields) if (!(name in values)) body.append(name, value);
	for (const [name, value] of Object.entries(values)) {
		for (const item of value === null ? [] : [value].flat()) body.append(name, item);
	}
	return body;
}
