import type { FormEvent } from 'react';
import { SignupQuestionFields } from '~/app/shell/signup-question.tsx';
import { findQuestion, type SignupQuestion } from '~/domain/signups/question.ts';
import type { CardEvent } from './card-event.ts';
import * as css from './event-card.css.ts';

export type SignupQuestionFormProps = {
	event: CardEvent;
	asks: SignupQuestion;
	/** Where it is: 'hero', or '' for a card. */
	place: string;
	/** The address of the form that answers the question. */
	action: string;
	/** In the browser: sends that form. */
	onSubmit: (event: FormEvent<HTMLFormElement>) => void;
	/** The note that was refused. */
	typedNote: string | undefined;
};

/** Renders what a user is asked after a signup in the list; nothing when they have chosen another status since. */
export function SignupQuestionForm({
	event,
	asks,
	place,
	action,
	onSubmit,
	typedNote,
}: SignupQuestionFormProps) {
	const { id, user_signup_status: status } = event;
	if (status === null || findQuestion({ status, arrives_at: null, notes: null }) !== asks) return null;
	return (
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
	);
}
