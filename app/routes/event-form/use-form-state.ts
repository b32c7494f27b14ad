import { useState } from 'react';
import type { OfflineResult } from '~/app/shell/offline.ts';
import type { EventFormState } from './form-state.ts';

/**
 * Returns the state that the form is rendered from: the page's first state, then the server's last response.
 * The loader may run again (viewer's time zone) and the server may be unreachable; both keep the form's key
 * and picture.
 */
export function useFormState(
	initialState: EventFormState,
	response: EventFormState | OfflineResult | null | undefined,
): EventFormState {
	const [stored, setStored] = useState({ response, state: resolve(initialState, response) });
	if (response && response !== stored.response) {
		const next = { response, state: resolve(stored.state, response) };
		setStored(next);
		return next.state;
	}
	return stored.state;
}

function resolve(
	state: EventFormState,
	response: EventFormState | OfflineResult | null | undefined,
): EventFormState {
	if (!response) return state;
	if ('offline' in response) return { ...state, refusal: { error: response.error, fieldErrors: {} } };
	return response;
}
