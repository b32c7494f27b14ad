import { type FormEvent, useState } from 'react';
import { useFetchers, useLocation, useSubmit } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { toSignupKey, withPendingSignup } from '~/app/shell/use-signup.ts';
import { closeMenu } from '~/app/ui/use-dismiss.ts';
import type { CardEvent } from './card-event.ts';

/** What a card needs to send its form. */
export type QuickSignups = {
	/** The address of the forms: this page of the list. */
	action: string;
	handleSubmit: (event: FormEvent<HTMLFormElement>) => void;
	isPending: (eventId: string) => boolean;
	/** Whether a signup for the event has been sent from this page. */
	isSent: (eventId: string) => boolean;
};

/**
 * Returns the events as they will be after the running signups, and what their cards need to send one. It serves all
 * cards, because a fetcher for each costs the server much more than its card.
 */
export function useQuickSignups(savedEvents: readonly CardEvent[]): {
	events: readonly CardEvent[];
	signups: QuickSignups;
} {
	const submit = useSubmit();
	const fetchers = useFetchers();
	const { search } = useLocation();
	const [sentIds, setSentIds] = useState<readonly string[]>([]);
	const findFetcher = (eventId: string) => fetchers.find(({ key }) => key === toSignupKey(eventId));
	const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const form = event.currentTarget;
		const submitter = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
		const eventId = readText(new FormData(form), 'eventId');
		setSentIds((ids) => (ids.includes(eventId) ? ids : [...ids, eventId]));
		// The promise only tells when the response has come; the router shows an error itself.
		void submit(submitter ?? form, {
			navigate: false,
			fetcherKey: toSignupKey(eventId),
			preventScrollReset: true,
		});
		// Before the menu's buttons are written again, because the pressed one has the focus.
		const menu = form.closest('details');
		if (menu) closeMenu(menu);
	};
	return {
		events:
			fetchers.length === 0
				? savedEvents
				: savedEvents.map((event) => withPendingSignup(event, findFetcher(event.id)?.formData)),
		signups: {
			action: `/events${search}`,
			handleSubmit,
			isPending: (eventId) => findFetcher(eventId) !== undefined,
			isSent: (eventId) => sentIds.includes(eventId),
		},
	};
}
