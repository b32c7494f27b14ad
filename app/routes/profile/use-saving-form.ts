import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import type { ProfileOutcome } from './profile-forms.ts';

/**
 * Returns the fetcher of a form that saves each change at once, the outcome of the last one, and the props of the form. A
 * fetcher does not navigate, so text typed in the other cards stays. After a failure the fields show what is stored.
 */
export function useSavingForm() {
	const fetcher = useFetcher<ProfileOutcome>();
	const { state, data } = fetcher;
	const form = useRef<HTMLFormElement>(null);
	const last = useRef({ state, data });
	useEffect(() => {
		const before = last.current;
		if (before.state === state) return;
		last.current = { state, data: state === 'idle' ? data : before.data };
		if (state !== 'idle') return;
		// Without a response of its page the fetcher has its earlier data again.
		if (data?.kind !== 'saved' || data === before.data) form.current?.reset();
		// React leaves the default of a select as it was; the next failure goes back to it.
		else
			for (const option of form.current?.querySelectorAll('option') ?? [])
				option.defaultSelected = option.selected;
	}, [state, data]);
	return {
		fetcher,
		outcome: data,
		formProps: {
			ref: form,
			method: 'post',
			action: '/profile',
			onChange: ({ currentTarget }: { currentTarget: HTMLFormElement }) => void fetcher.submit(currentTarget),
		},
	} as const;
}
