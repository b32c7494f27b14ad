import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';

/**
 * A select that sends its form by itself: a choice from its opened list at once. On a closed list every arrow and letter
 * chooses, so that such a choice waits for Enter or until the select is left (WCAG 3.2.2).
 */
export function useSelectSender(value: string) {
	const [waiting, setWaiting] = useState<string | null>(null);
	const isKeyed = useRef(false);
	const send = (form: HTMLFormElement | null) => {
		form?.requestSubmit();
		setWaiting(null);
	};
	// A closed list chooses within the event of the key itself; an opened one, which a key may have opened, later.
	const pressKey = (event: KeyboardEvent<HTMLSelectElement>) => {
		if (event.key !== 'Enter') {
			isKeyed.current = true;
			setTimeout(() => {
				isKeyed.current = false;
			});
		} else if (waiting !== null) {
			// It would open the list.
			event.preventDefault();
			send(event.currentTarget.form);
		}
	};
	return {
		value: waiting ?? value,
		onKeyDown: pressKey,
		// Letters choose on this one.
		onKeyPress: pressKey,
		onChange: ({ currentTarget }: ChangeEvent<HTMLSelectElement>) => {
			if (!isKeyed.current) send(currentTarget.form);
			else setWaiting(currentTarget.value === value ? null : currentTarget.value);
		},
		onBlur: ({ currentTarget: { form } }: FocusEvent<HTMLSelectElement>) => {
			// Once the focus has arrived: until then it seems to be lost, and would be put elsewhere.
			if (waiting !== null) setTimeout(() => send(form));
		},
	};
}
