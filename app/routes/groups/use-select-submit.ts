import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';

/**
 * Returns the props of a select that submits its form on a choice. A choice from the opened list is sent at
 * once. On a closed list every arrow key and letter chooses, so that choice waits for Enter or until the
 * select loses the focus (WCAG 3.2.2); until then `isPending` is true.
 */
export function useSelectSubmit(value: string) {
	const [pendingValue, setPendingValue] = useState<string | null>(null);
	const isFromKeyboard = useRef(false);
	const submit = (form: HTMLFormElement | null) => {
		form?.requestSubmit();
		setPendingValue(null);
	};
	// A closed list fires `change` during the key event; an opened list fires it later.
	const handleKey = (event: KeyboardEvent<HTMLSelectElement>) => {
		if (event.key !== 'Enter') {
			isFromKeyboard.current = true;
			setTimeout(() => {
				isFromKeyboard.current = false;
			});
		} else if (pendingValue !== null) {
			// Enter would open the list.
			event.preventDefault();
			submit(event.currentTarget.form);
		}
	};
	const props = {
		value: pendingValue ?? value,
		onKeyDown: handleKey,
		// Browsers choose by letter on `keypress`.
		onKeyPress: handleKey,
		onChange: ({ currentTarget }: ChangeEvent<HTMLSelectElement>) => {
			if (!isFromKeyboard.current) submit(currentTarget.form);
			else setPendingValue(currentTarget.value === value ? null : currentTarget.value);
		},
		onBlur: ({ currentTarget: { form } }: FocusEvent<HTMLSelectElement>) => {
			// Sends after the focus has moved; before that it seems lost and would be moved elsewhere.
			if (pendingValue !== null) setTimeout(() => submit(form));
		},
	};
	return { isPending: pendingValue !== null, props };
}
