import { type SignupResult, useSignup } from '~/app/shell/use-signup.ts';
import { Notice } from '~/app/ui/notice.tsx';
import { hidden } from '~/app/ui/text.css.ts';
import type { CardEvent } from './card-event.ts';
import * as css from './event-card.css.ts';

const SignupFailure = ({ reason }: { reason: string }) => (
	<Notice tone="error" failure={reason} title="Failed to sign up. Please try again." className={css.failure}>
		{reason}
	</Notice>
);

/** Renders why the last quick signup of the event was refused, if it was. */
export function QuickSignupResult({ event, refusal }: { event: CardEvent; refusal?: SignupResult | null }) {
	const { failure } = useSignup(event, refusal);
	return failure && <SignupFailure reason={failure} />;
}

type MissingCardResultProps = { events: readonly CardEvent[]; refusal?: SignupResult | null };

/** Renders why a quick signup without script was refused when the list no longer has the event's card. */
export function MissingCardResult({ events, refusal }: MissingCardResultProps) {
	if (!refusal?.error || events.some(({ id }) => id === refusal.eventId)) return null;
	return <SignupFailure reason={refusal.error} />;
}

/** Renders the one region of the list that tells screen readers which signup was saved. */
export const SignupAnnouncement = ({ event }: { event: CardEvent | undefined }) => (
	<p role="status" className={hidden}>
		{event && <SavedSignup event={event} />}
	</p>
);

const SavedSignup = ({ event }: { event: CardEvent }) => useSignup(event).announcement;
