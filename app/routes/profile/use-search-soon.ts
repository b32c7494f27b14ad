import { type FormEvent, useEffect, useRef } from 'react';
import type { FetcherSubmitFunction } from 'react-router';

const PAUSE_MS = 250;

/**
 * Handlers for a form with search fields: it is sent as its search button sends it, once the typing pauses. A press on any
 * button comes first: a search that is sent behind a save would break it off.
 */
export function useSearchSoon(submit: FetcherSubmitFunction, isSaving: boolean) {
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	useEffect(() => () => clearTimeout(timer.current), []);
	const onInput = ({ currentTarget: form, target }: FormEvent<HTMLFormElement>) => {
		if (isSaving || !(target instanceof HTMLInputElement) || target.type !== 'search') return;
		clearTimeout(timer.current);
		timer.current = setTimeout(() => {
			const fields = new FormData(form);
			fields.set('do', 'search');
			void submit(fields, { method: 'post', action: '/profile/preferences' });
		}, PAUSE_MS);
	};
	const onSubmit = () => clearTimeout(timer.current);
	return { onInput, onSubmit };
}
