import type { Page } from '@playwright/test';

/** A form of a page as a browser without script would send it, before anybody typed. */
export type PlainForm = {
	/** The path that it posts to, with its query. */
	action: string;
	isMultipart: boolean;
	/** What it sends of itself: hidden fields, and what the others hold. */
	fields: [name: string, value: string][];
	/** What its buttons would add. */
	buttons: [name: string, value: string][];
	/** Every field and button that has a name. */
	names: string[];
};

/** The forms of a page's HTML, parsed by the browser; none of it is shown or run. */
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

/** The text that a page's HTML shows, on one line. */
export function readText(page: Page, html: string): Promise<string> {
	return page.evaluate((html) => {
		const { body } = new DOMParser().parseFromString(html, 'text/html');
		for (const unseen of body.querySelectorAll('script, style, template')) unseen.remove();
		return (body.textContent ?? '').replaceAll(/\s+/g, ' ');
	}, html);
}

/** What is typed or pressed, by the fields' names; null leaves a field out, as a box that is not ticked. */
export type Typed = Readonly<Record<string, string | readonly string[] | null>>;

/** The body that the form sends with this typed into it. Throws where it has no such field. */
export function fillForm(form: PlainForm, typed: Typed): URLSearchParams | FormData {
	const missing = Object.keys(typed).filter((name) => !form.names.includes(name));
	if (missing.length > 0) throw new Error(`The form of ${form.action} has no field ${missing.join(', ')}`);
	const body = form.isMultipart ? new FormData() : new URLSearchParams();
	for (const [name, value] of form.fields) if (!(name in typed)) body.append(name, value);
	for (const [name, value] of Object.entries(typed)) {
		for (const each of value === null ? [] : [value].flat()) body.append(name, each);
	}
	return body;
}
