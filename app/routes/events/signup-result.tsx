import type { FormEvent } from 'react';
import { SignupQuestionFields } from '~/app/shell/signup-question.tsx';
import { type SignupResult, useSignup } from '~/app/shell/use-signup.ts';
import { Notice } from '~/app/ui/notice.tsx';
import { hidden } from '~/app/ui/text.css.ts';
import { findQuestion } from '~/domain/signups/question.ts';
import type { CardEvent } from './card-event.ts';
import * as css from './event-card.css.ts';

const SignupFailure = ({ reason }: { reason: string }) => (
	<Notice tone="error" failure={reason} title="Failed to sign up. Please try again." className={css.failure}>
		{reason}
	</Notice>
);

type QuickSignupResultProps = {
	event: CardEvent;
	/** The response that this page was rendered for (without script): a refusal, or a question. */
	response?: SignupResult | null;
	/** Where it is: 'hero', or '' for a card. */
	place: string;
	/** The address of the form that answers the question. */
	action: string;
	/** In the browser: sends that form. */
	onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

/** Renders why the last quick signup of the event was refused, or what the viewer is asked after it, and the answer. */
export function QuickSignupResult({ event, response, place, action, onSubmit }: QuickSignupResultProps) {
	const { failure, asks, answered, typedNote } = useSignup(event, response);
	const { id, user_signup_status: status } = event;
	// Another status may have been chosen since.
	const isAsked = asks && findQuestion({ status, arrives_at: null, notes: null }) === asks;
	return (
		<>
			{failure && <SignupFailure reason={failure} />}
			{isAsked && status && (
				<form method="post" action={action} onSubmit={onSubmit} className={css.asks}>
					<input type="hidden" name="eventId" value={id} />
					{place && <input type="hidden" name="place" value={place} />}
					<SignupQuestionFields
						question={asks}
						status={status}
						event={event}
						dialogHref={`/events/${id}/signup`}
						hasJustAppeared
						typedNote={typedNote}
					/>
				</form>
			)}
			{answered && <p className={css.answered}>{answered}</p>}
		</>
	);
}

type MissingCardResultProps = { events: readonly CardEvent[]; response?: SignupResult | null };

/** Renders why a quick signup without script was refused when the list no longer has the event's card. */
export function MissingCardResult({ events, response }: MissingCardResultProps) {
	if (!response?.error || events.some(({ id }) => id === response.eventId)) return null;
	return <SignupFailure reason={response.error} />;
}

/** Renders the one region of the list that tells screen readers which signup was saved. */
export const SignupAnnouncement = ({ event }: { event: CardEvent | undefined }) => (
	<p role="status" className={hidden}>
		{event && <SavedSignup event={event} />}
	</p>
);

const SavedSignup = ({ event }: { event: CardEvent }) => useSignup(event).announcement;
