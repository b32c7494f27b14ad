import { useEffect, useRef } from 'react';
import { STATUS_OPTIONS } from '~/app/shell/signup-status.ts';
import { type SignupResult, useSignup } from '~/app/shell/use-signup.ts';
import { Button } from '~/app/ui/button.tsx';
import { Card } from '~/app/ui/card.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { SegmentedButtons } from '~/app/ui/segmented.tsx';
import { muted, mutedSmall, strong } from '~/app/ui/text.css.ts';
import type { EventOnPage } from '~/domain/events/page.ts';
import { type SignupStatus, STATUS_LABELS } from '~/domain/signups/statuses.ts';
import * as css from './signup-bar.css.ts';

type SignupBarProps = {
	event: EventOnPage;
	/** Why the form that this page was rendered for was refused (without script). */
	refusal?: SignupResult | null;
};

/**
 * Renders the viewer's own signup as four status buttons and Remove. For an event that is not active it says
 * why sign-up is closed.
 */
export function SignupBar({ event: savedEvent, refusal }: SignupBarProps) {
	const { Form, event, isPending, failure } = useSignup(savedEvent, refusal);
	const groupRef = useFocusAfterRemove(event.user_signup_status);
	if (event.status !== 'active') return <ClosedBar event={event} />;
	const ownStatus = event.user_signup_status;
	const address = `/events/${event.id}`;
	return (
		<Card className={css.bar} aria-label="Your signup">
			<div className={css.question}>
				<p className={strong}>Are you coming?</p>
				<p className={mutedSmall}>
					{ownStatus ? 'You can change this any time' : "You haven't signed up yet"}
				</p>
			</div>
			<Form method="post" action={address} preventScrollReset className={css.track} aria-busy={isPending}>
				<input type="hidden" name="intent" value="signups.put" />
				<SegmentedButtons
					ref={groupRef}
					name="status"
					label="Are you coming?"
					options={STATUS_OPTIONS}
					value={ownStatus}
				/>
			</Form>
			{ownStatus && (
				<Form method="post" action={address} preventScrollReset className={css.remove}>
					<input type="hidden" name="intent" value="signups.remove" />
					<Button variant="quiet" className={css.removeButton}>
						Remove
					</Button>
				</Form>
			)}
			{failure && (
				<Notice tone="error" title="Failed to sign up for event. Please try again." className={css.failure}>
					{failure}
				</Notice>
			)}
		</Card>
	);
}

/** Moves the keyboard focus to the status buttons, because the Remove button disappears with the signup. */
function useFocusAfterRemove(ownStatus: SignupStatus | null) {
	const groupRef = useRef<HTMLDivElement>(null);
	const previousStatus = useRef(ownStatus);
	useEffect(() => {
		const isFocusLost =
			previousStatus.current !== null && ownStatus === null && document.activeElement === document.body;
		if (isFocusLost) groupRef.current?.focus({ preventScroll: true });
		previousStatus.current = ownStatus;
	}, [ownStatus]);
	return groupRef;
}

const CLOSED_REASONS = {
	cancelled: 'This event is cancelled.',
	completed: 'This event is over.',
	active: '',
} as const;

function ClosedBar({ event }: { event: EventOnPage }) {
	const ownStatus = event.user_signup_status;
	return (
		<Card className={css.closed} aria-label="Your signup">
			<p>
				<b>Sign-up is closed.</b> <span className={muted}>{CLOSED_REASONS[event.status]}</span>
			</p>
			{ownStatus && (
				<p className={muted}>
					Your signup was <b>{STATUS_LABELS[ownStatus]}</b>.
				</p>
			)}
		</Card>
	);
}
