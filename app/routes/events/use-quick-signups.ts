import { type FormEvent, useState } from 'react';
import { useFetchers, useLocation, useSubmit } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { toSignupKey, withPendingSignup } from '~/app/shell/use-signup.ts';
import { closeMenu } from '~/app/ui/use-menus.ts';
import type { CardEvent } from './card-event.ts';

/** What a card needs to send its form. */
export type QuickSignups = {
	/**
	 * The address of the forms: this page of the list. A form adds its anchor, to which a visitor without script
	 * returns.
	 */
	action: string;
	/** Sends the form of a card, or of the hero. */
	handleSubmit: (event: FormEvent<HTMLFormElement>) => void;
	handleHeroSubmit: (event: FormEvent<HTMLFormElement>) => void;
	isPending: (eventId: string) => boolean;
	/** Whether the last signup for the event was sent there, which shows why it was refused. */
	isSent: (eventId: string, place: SignupPlace) => boolean;
	/** The event of the last signup that was sent from this page. */
	lastEvent: CardEvent | undefined;
};

type SignupPlace = 'card' | 'hero';
type SentSignup = { eventId: string; place: SignupPlace };

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
	const [sent, setSent] = useState<readonly SentSignup[]>([]);
	const findFetcher = (eventId: string) => fetchers.find(({ key }) => key === toSignupKey(eventId));
	const handleSubmitAt = (place: SignupPlace) => (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const form = event.currentTarget;
		const submitter = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
		const eventId = readText(new FormData(form), 'eventId');
		setSent((all) => [...all.filter((one) => one.eventId !== eventId), { eventId, place }]);
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
	const events =
		fetchers.length === 0
			? savedEvents
			: savedEvents.map((event) => withPendingSignup(event, findFetcher(event.id)?.formData));
	const lastId = sent.at(-1)?.eventId;
	return {
		events,
		signups: {
			action: `/events${search}`,
			handleSubmit: handleSubmitAt('card'),
			handleHeroSubmit: handleSubmitAt('hero'),
			isPending: (eventId) => findFetcher(eventId) !== undefined,
			isSent: (eventId, place) => sent.some((one) => one.eventId === eventId && one.place === place),
			lastEvent: lastId === undefined ? undefined : events.find(({ id }) => id === lastId),
		},
	};
}
