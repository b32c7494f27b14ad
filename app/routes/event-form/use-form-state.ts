import { useState } from 'react';
import type { Offline } from '~/app/shell/offline.ts';
import type { EventFormState } from './form-state.ts';

/**
 * What the form is rendered from: the page's first state, then whatever the server answered last. The loader may read
 * again meanwhile (the viewer's zone), and the server may not be reached: neither takes the form's key or picture away.
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
