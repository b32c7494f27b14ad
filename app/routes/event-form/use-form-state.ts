import { useState } from 'react';
import type { EventFormState } from './form-state.ts';

/**
 * Returns the state that the form is rendered from: the page's first state, then the server's last response.
 * The loader may run again (viewer's time zone), which keeps the form's key and picture.
 */
export function useFormState(
	initialState: EventFormState,
	response: EventFormState | null | undefined,
): EventFormState {
	const [stored, setStored] = useState({ response, state: response ?? initialState });
	if (response && response !== stored.response) {
		setStored({ response, state: response });
		return response;
	}
	return stored.state;
}
