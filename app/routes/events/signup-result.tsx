import { lazy, Suspense } from 'react';
import { type SignupResult, useSignup } from '~/app/shell/use-signup.ts';
import { Announcement, Notice } from '~/app/ui/notice.tsx';
import type { CardEvent } from './card-event.ts';
import * as css from './event-card.css.ts';
import type { SignupQuestionFormProps } from './signup-question-form.tsx';
// The page without script has the question in its first HTML.
import '~/app/shell/signup-question.css.ts';
import '~/app/ui/field.css.ts';

/** Loaded after the press that asks. The server renders a page in one piece and cannot wait for a part of it. */
const SignupQuestionForm = import.meta.env.SSR
	? (await import('./signup-question-form.tsx')).SignupQuestionForm
	: lazy(async () => ({ default: (await import('./signup-question-form.tsx')).SignupQuestionForm }));

const SignupFailure = ({ reason }: { reason: string }) => (
	<Notice tone="error" failure={reason} title="Failed to sign up. Please try again." className={css.failure}>
		{reason}
	</Notice>
);

type QuickSignupResultProps = Pick<SignupQuestionFormProps, 'event' | 'place' | 'action' | 'onSubmit'> & {
	/** The response that this page was rendered for (without script): a refusal, or a question. */
	response?: SignupResult | null;
};

/** Renders why the last quick signup of the event was refused, or what the viewer is asked after it, and the answer. */
export function QuickSignupResult({ response, ...question }: QuickSignupResultProps) {
	const { failure, asks, answered, typedNote } = useSignup(question.event, response);
	return (
		<>
			{failure && <SignupFailure reason={failure} />}
			{asks && (
				<Suspense>
					<SignupQuestionForm {...question} asks={asks} typedNote={typedNote} />
				</Suspense>
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
	<Announcement>{event && <SavedSignup event={event} />}</Announcement>
);

const SavedSignup = ({ event }: { event: CardEvent }) => useSignup(event).announcement;
