import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';

/**
 * Returns the props of a select that submits its form on a choice. A choice from the opened list is sent at
 * once. On a closed list every arrow key and letter chooses, so that choice waits for Enter or until the
 * select loses the focus (WCAG 3.2.2).
 */
export function useSelectSender(value: string) {
	const [waiting, setWaiting] = useState<string | null>(null);
	const isKeyed = useRef(false);
	const send = (form: HTMLFormElement | null) => {
		form?.requestSubmit();
		setWaiting(null);
	};
	// A closed list fires `change` during the key event; an opened list fires it later.
	const pressKey = (event: KeyboardEvent<HTMLSelectElement>) => {
		if (event.key !== 'Enter') {
			isKeyed.current = true;
			setTimeout(() => {
				isKeyed.current = false;
			});
		} else if (waiting !== null) {
			// Enter would open the list.
			event.preventDefault();
			send(event.currentTarget.form);
		}
	};
	return {
		value: waiting ?? value,
		onKeyDown: pressKey,
		// Browsers choose by letter on `keypress`.
		onKeyPress: pressKey,
		onChange: ({ currentTarget }: ChangeEvent<HTMLSelectElement>) => {
			if (!isKeyed.current) send(currentTarget.form);
			else setWaiting(currentTarget.value === value ? null : currentTarget.value);
		},
		onBlur: ({ currentTarget: { form } }: FocusEvent<HTMLSelectElement>) => {
			// Sends after the focus has moved; before that it seems lost and would be moved elsewhere.
			if (waiting !== null) setTimeout(() => send(form));
		},
	};
}
