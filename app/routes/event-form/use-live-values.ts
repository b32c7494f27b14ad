import { type RefObject, useEffect, useRef, useState } from 'react';
import type { EventFormValues } from '~/domain/events/form.ts';
import { fillTitle } from '~/domain/events/quick-select.ts';

export type LiveValues = Pick<EventFormValues, 'title' | 'date' | 'time' | 'timezone'>;

/**
 * What the form's fields hold now. The fields keep their values themselves, so that nothing is lost of what was typed
 * before script ran; without script it stays what the server rendered.
 */
export function useLiveValues(
	form: RefObject<HTMLFormElement | null>,
	rendered: EventFormValues,
	gameName: string,
) {
	const [live, setLive] = useState<LiveValues>(() => pick((name) => rendered[name]));
	const dateBefore = useRef(rendered.date);

	const write = (name: keyof LiveValues, value: string) => {
		const field = findField(form.current, name);
		if (!field || field.value === value) return;
		field.value = value;
		// As if it had been typed: the form's messages follow.
		field.dispatchEvent(new Event('input', { bubbles: true }));
	};
	const read = () => pick((name) => findField(form.current, name)?.value ?? '');
	useEffect(() => {
		setLive(pick((name) => findField(form.current, name)?.value ?? ''));
	}, [form]);

	return {
		live,
		/** After a change of date or time the title follows, while it is empty or was filled in (spec, section 5). */
		onInput: (changed: string) => {
			const now = read();
			setLive(now);
			if (changed !== 'date' && changed !== 'time') return;
			const title = fillTitle(now, gameName, dateBefore.current);
			dateBefore.current = now.date;
			write('title', title);
		},
		/** What a Quick Select button sets; the title last, or the date would change it. */
		choose: (choice: LiveValues) => {
			for (const name of ['date', 'time', 'timezone', 'title'] as const) write(name, choice[name]);
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
	};
}
