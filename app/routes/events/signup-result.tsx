import { type SignupResult, useSignup } from '~/app/shell/use-signup.ts';
import { Notice } from '~/app/ui/notice.tsx';
import { hidden } from '~/app/ui/text.css.ts';
import { QUICK_STATUS_LABELS } from '~/domain/signups/statuses.ts';
import type { CardEvent } from './card-event.ts';
import * as css from './event-card.css.ts';

/** Renders why a quick signup was refused. */
export const SignupFailure = ({ reason }: { reason: string }) => (
	<Notice tone="error" title="Failed to sign up. Please try again." className={css.failure}>
		{reason}
	</Notice>
);

/** Renders why the last quick signup of the event was refused, if it was. */
export function QuickSignupResult({ event, refusal }: { event: CardEvent; refusal?: SignupResult | null }) {
	const { failure } = useSignup(event, refusal);
	return failure && <SignupFailure reason={failure} />;
}

/** Renders the one region of the list that tells screen readers which signup was saved. */
export const SignupAnnouncement = ({ event }: { event: CardEvent | undefined }) => (
	<p role="status" className={hidden}>
		{event && <SavedSignup event={event} />}
	</p>
);

function SavedSignup({ event }: { event: CardEvent }) {
	const { isSaved } = useSignup(event);
	const status = event.user_signup_status;
	if (!isSaved || !status) return null;
	return status === 'declined'
		? `You declined ${event.title}`
		: `Signed up as ${QUICK_STATUS_LABELS[status]} for ${event.title}`;
}
