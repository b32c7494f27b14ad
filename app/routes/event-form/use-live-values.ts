import { type RefObject, useRef, useState } from 'react';
import type { EventFormValues } from '~/domain/events/form.ts';
import { fillTitle, isTypedTitle, type QuickChoice } from '~/domain/events/quick-select.ts';
import type { EventFormState } from './form-state.ts';

export type LiveValues = Pick<EventFormValues, 'title' | 'date' | 'time' | 'timezone' | 'duration'>;

/**
 * Returns the current values of the form's fields. The fields are uncontrolled; without script the values stay as
 * rendered.
 */
export function useLiveValues(
	form: RefObject<HTMLFormElement | null>,
	rendered: EventFormState,
	gameName: string,
) {
	const [live, setLive] = useState<LiveValues>(() => pick((name) => rendered.values[name]));
	const [replacedTitle, setReplacedTitle] = useState(rendered.replacedTitle);
	const previousDate = useRef(rendered.values.date);

	const write = (name: keyof LiveValues, value: string) => {
		const field = findField(form.current, name);
		if (!field || field.value === value) return;
		field.value = value;
		// The input event makes the form's messages follow, as if the user had typed.
		field.dispatchEvent(new Event('input', { bubbles: true }));
	};
	const read = () => pick((name) => findField(form.current, name)?.value ?? '');

	return {
		live,
		replacedTitle,
		/**
		 * Updates the title after a change of date or time, while the title is empty or was filled in automatically
		 * (spec, section 5).
		 */
		onInput: (changed: string) => {
			const current = read();
			setLive(current);
			if (changed === 'title' || changed === 'date') setReplacedTitle(null);
			if (changed !== 'date' && changed !== 'time') return;
			const title = fillTitle(current, gameName, previousDate.current);
			previousDate.current = current.date;
			write('title', title);
		},
		/**
		 * Sets the fields of a Quick Select button; the title last, because a new date would change it. A typed
		 * title can be restored.
		 */
		choose: (choice: QuickChoice) => {
			for (const name of ['date', 'time', 'timezone'] as const) write(name, choice[name]);
			const { title } = read();
			write('title', choice.title);
			setReplacedTitle(isTypedTitle(title, gameName) ? title : replacedTitle);
		},
		/** Restores the typed title that Quick Select replaced. */
		restoreTitle: () => {
			write('title', replacedTitle ?? '');
			// The button with the focus disappears.
			findField(form.current, 'title')?.focus();
		},
	};
}

type Field = HTMLInputElement | HTMLSelectElement;

function findField(form: HTMLFormElement | null, name: string): Field | null {
	const field = form?.elements.namedItem(name);
	return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field : null;
}

function pick(read: (name: keyof LiveValues) => string): LiveValues {
	return {
		title: read('title'),
		date: read('date'),
		time: read('time'),
		timezone: read('timezone'),
		duration: read('duration'),
	};
}
