import { useLayoutEffect } from 'react';
import { useHydrated } from '~/app/ui/use-hydrated.ts';

type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Returns whether an element is a field of a form whose value a user can change. */
export const isFormField = (element: unknown): element is FormField =>
	element instanceof Element && element.matches('input:not([type=hidden]), select, textarea');

const isBox = (field: FormField): field is HTMLInputElement => /^(checkbox|radio)$/.test(field.type);

/** Returns whether a field holds something else than the server's HTML has put into it. */
export function isChanged(field: FormField): boolean {
	if (field instanceof HTMLSelectElement) {
		const options = [...field.options];
		// Without a default, browsers select the first option that can be chosen.
		const first =
			options.findLast(({ defaultSelected }) => defaultSelected) ?? options.find(({ disabled }) => !disabled);
		return first !== undefined && !first.selected;
	}
	return isBox(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

/** Marks an element whose content is hydrated later than the page around it, and calls `useEarlyInput` itself. */
export const latePart = { 'data-hydrates-late': '' };

type Entry = { value: string; isChecked: boolean };

/** What each field contained when the user changed it last, in the order of the first changes. */
const entries = new Map<FormField, Entry>();
/** The parts of the page that React has taken over; the document is the page without its late parts. */
const hydratedParts = new WeakSet<Node>();

const findPart = (field: Element): Node => field.closest('[data-hydrates-late]') ?? document;

/**
 * Records what the user enters before React has taken the page over. Call it before the page is hydrated: React
 * overwrites text areas, and state that starts from the server's data overwrites other fields.
 */
export function recordEarlyInput(): void {
	for (const field of document.querySelectorAll('input, select, textarea'))
		if (isFormField(field) && isChanged(field)) record(field);
	// A box has already its new state when it is clicked. On the window, before React handles the event.
	for (const type of ['click', 'input']) window.addEventListener(type, handleEvent, true);
}

function handleEvent({ type, target }: Event): void {
	if (!isFormField(target) || hydratedParts.has(findPart(target))) return;
	if (type !== 'click' || isBox(target)) record(target);
}

function record(field: FormField): void {
	entries.set(field, { value: field.value, isChecked: isBox(field) && field.checked });
}

/**
 * Gives the fields back what the user entered before React had taken over this part of the page, as if it were entered
 * now: components get the same events. `part` is the part's element with `latePart`; without it, the page around such parts.
 */
export function useEarlyInput(part?: { current: Element | null }): void {
	const isHydrated = useHydrated();
	useLayoutEffect(() => {
		if (!isHydrated) return;
		// Outside of its own work, React renders the result of each event before the next one.
		queueMicrotask(() => enterAgain(part?.current ?? document));
	}, [isHydrated, part]);
}

function enterAgain(part: Node): void {
	hydratedParts.add(part);
	for (const [field, entry] of entries) {
		if (findPart(field) !== part) continue;
		entries.delete(field);
		if (!field.disabled) enter(field, entry);
	}
}

function enter(field: FormField, { value, isChecked }: Entry): void {
	if (isBox(field)) {
		if (field.type === 'radio' && !isChecked) return;
		// React compares with the state that was set last by script.
		field.checked = !isChecked;
		field.click();
		return;
	}
	if (field.type !== 'file' && field.value !== value) field.value = value;
	for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}
