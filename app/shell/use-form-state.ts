import { useState } from 'react';

/**
 * Returns the state that a form is rendered from: the page's first state, then the server's last response. The loader may
 * run again (viewer's time zone), which keeps the form's key and picture. Another `visit` begins with the page's state.
 */
export function useFormState<State>(
	initialState: State,
	response: State | null | undefined,
	visit: string | null = null,
): State {
	const [stored, setStored] = useState({ response, visit, state: response ?? initialState });
	const isNew = Boolean(response) && response !== stored.response;
	if (!isNew && visit === stored.visit) return stored.state;
	const state = (isNew && response) || initialState;
	setStored({ response, visit, state });
	return state;
}
