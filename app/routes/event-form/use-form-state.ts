import { useState } from 'react';
import type { Offline } from '~/app/shell/offline.ts';
import type { EventFormState } from './form-state.ts';

/**
 * Returns the state that the form is rendered from: the page's first state, then the server's last response.
 * The loader may run again (viewer's time zone) and the server may be unreachable; both keep the form's key
 * and picture.
 */
export function useFormState(
	first: EventFormState,
	answered: EventFormState | Offline | null | undefined,
): EventFormState {
	const [held, setHeld] = useState({ answered, state: resolve(first, answered) });
	if (answered && answered !== held.answered) {
		const next = { answered, state: resolve(held.state, answered) };
		setHeld(next);
		return next.state;
	}
	return held.state;
}

function resolve(
	state: EventFormState,
	answered: EventFormState | Offline | null | undefined,
): EventFormState {
	if (!answered) return state;
	if ('offline' in answered) return { ...state, refusal: { error: answered.error, fieldErrors: {} } };
	return answered;
}
