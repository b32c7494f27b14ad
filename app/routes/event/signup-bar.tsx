import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { listStatusOptions, markWaiting } from '~/app/shell/status-looks.ts';
import { type SignupResult, useSignup } from '~/app/shell/use-signup.ts';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { Card } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Name } from '~/app/ui/name.tsx';
import { Announcement, FailureNotice } from '~/app/ui/notice.tsx';
import { SegmentedButtons } from '~/app/ui/segmented.tsx';
import { hidden, muted, mutedSmall, strong } from '~/app/ui/text.css.ts';
import type { EventOnPage } from '~/domain/events/page.ts';
import { CLOSED_REASONS } from '~/domain/events/status.ts';
import { describeFull } from '~/domain/places/texts.ts';
import { getVisibleNotes } from '~/domain/signups/notes.ts';
import { findQuestion } from '~/domain/signups/question.ts';
import { getOwnStanding, labelStanding } from '~/domain/signups/standing.ts';
import { type SignupStatus, STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { EventIntent } from './event-intent.tsx';
import { LineForm, OwnPlaceLine, QuestionLine, RegularLine, ShortLine } from './own-place.tsx';
import { usePageSearch } from './place-address.ts';
import * as css from './signups.css.ts';

type SignupBarProps = {
	event: EventOnPage;
	/** The time of the page's data (ISO 8601). */
	now: string;
	/** Why the form that this page was rendered for was refused (without script). */
	refusal?: SignupResult | null;
};

/**
 * Renders the viewer's own signup as a button for each status, its note and Remove. For an event that is not active it
 * shows the signup, Remove, and why the status cannot change.
 */
export function SignupBar({ event: savedEvent, now, refusal }: SignupBarProps) {
	const { Form, event, isPending, failure, failedIntent, announcement } = useSignup(savedEvent, refusal);
	const search = usePageSearch();
	const groupRef = useFocusAfterRemove(event.user_signup_status);
	const ownStatus = event.user_signup_status;
	const isUnconfirmed = ownStatus !== null && event.ownAwaitsReply;
	const isRunning = event.own_standing.kind === 'runs';
	const hasRemoved = useHadSignup(ownStatus) && ownStatus === null;
	const address = `/events/${event.id}`;
	const full = describeFull(getOwnStanding(event), event);
	const question = findQuestion({ status: ownStatus, arrives_at: null, notes: event.ownNotes });
	const removal = (
		<LineForm event={event} Form={Form} intent="signups.remove">
			<Button variant="quiet" className={css.barAction}>
				Remove
				<span className={hidden}>
					{' '}
					your signup for <Name>{event.title}</Name>
				</span>
			</Button>
		</LineForm>
	);
	const results = (
		<>
			<Announcement>{announcement}</Announcement>
			<FailureNotice
				failure={failure}
				title={getFailureTitle(failedIntent, address)}
				className={css.barFailure}
			/>
		</>
	);
	if (event.status !== 'active') {
		return (
			<ClosedBar event={event} reasonRef={groupRef}>
				{ownStatus && removal}
				{results}
			</ClosedBar>
		);
	}
	return (
		<Card className={css.bar} aria-label={`Your signup for ${event.title}`}>
			<div className={css.barQuestion}>
				<p className={strong}>{chooseQuestion(isUnconfirmed, isRunning)}</p>
				<p className={mutedSmall}>{chooseHint(ownStatus, isUnconfirmed, isRunning)}</p>
				{full && <p className={css.barFull}>{full}</p>}
			</div>
			<div className={css.barTrack}>
				<Form method="post" action={address} preventScrollReset aria-busy={isPending}>
					<EventIntent value="signups.put" />
					<SegmentedButtons
						ref={groupRef}
						name="status"
						label={`${event.title}: Are you coming?`}
						options={markWaiting(listStatusOptions({ hasBegun: event.date <= now }), getOwnStanding(event))}
						value={ownStatus}
					/>
				</Form>
				<QuestionLine event={event} Form={Form} typedNote={refusal?.values?.notes} />
			</div>
			{(ownStatus || hasRemoved) && (
				// After Remove its place stays empty. Otherwise a second click would press the status that moves there.
				<div className={joinClasses(css.barActions, hasRemoved && css.barKept)} inert={hasRemoved}>
					{question !== 'note' && (
						<ButtonLink
							to={`${address}/signup${search}`}
							variant="quiet"
							preventScrollReset
							className={css.barAction}
						>
							{getVisibleNotes(event.ownNotes) ? 'Edit note' : 'Add a note'}
							<span className={hidden}>
								{' '}
								on your signup for <Name>{event.title}</Name>
							</span>
						</ButtonLink>
					)}
					{removal}
				</div>
			)}
			{ownStatus && <p className={css.barWaysOut}>{WAYS_OUT}</p>}
			<OwnPlaceLine event={event} Form={Form} />
			<RegularLine event={event} Form={Form} />
			<ShortLine event={event} now={now} Form={Form} />
			{results}
		</Card>
	);
}

function chooseQuestion(isUnconfirmed: boolean, isRunning: boolean): string {
	if (isUnconfirmed) return 'This event was moved. Still coming?';
	return isRunning ? "You're running this event" : 'Are you coming?';
}

function chooseHint(ownStatus: SignupStatus | null, isUnconfirmed: boolean, isRunning: boolean): string {
	if (ownStatus === null && isRunning) return "You don't need to sign up";
	if (ownStatus === null) return "You haven't signed up yet";
	if (isUnconfirmed) return `Press ${STATUS_LABELS[ownStatus]} again, or choose another status`;
	return 'You can change this any time';
}

/** What others see of a user who does not come, and of one whose signup is removed. */
const WAYS_OUT = `${STATUS_LABELS.declined}: others see that you can't come. Remove: your name leaves the list.`;

/** Returns whether the viewer has had a signup since the page was opened. */
function useHadSignup(ownStatus: SignupStatus | null): boolean {
	const [had, setHad] = useState(false);
	if (ownStatus !== null && !had) setHad(true);
	return had;
}

/** Moves the keyboard focus to the status buttons or the reason, because the Remove button disappears with the signup. */
function useFocusAfterRemove(ownStatus: SignupStatus | null) {
	const groupRef = useRef<HTMLDivElement>(null);
	const previousStatus = useRef(ownStatus);
	useEffect(() => {
		const { activeElement, body } = document;
		const isGone = activeElement === body || activeElement?.closest('[inert]');
		const isFocusLost = previousStatus.current !== null && ownStatus === null && isGone;
		if (isFocusLost) groupRef.current?.focus({ preventScroll: true });
		previousStatus.current = ownStatus;
	}, [ownStatus]);
	return groupRef;
}

type ClosedBarProps = {
	event: EventOnPage;
	/** A ref to the reason, for moving the focus to it. */
	reasonRef: RefObject<HTMLDivElement | null>;
	children: ReactNode;
};

function ClosedBar({ event, reasonRef, children }: ClosedBarProps) {
	const ownStatus = event.user_signup_status;
	const notes = getVisibleNotes(event.ownNotes);
	return (
		<Card className={css.barClosed} aria-label={`Your signup for ${event.title}`}>
			<div ref={reasonRef} tabIndex={-1}>
				<b>Signups are closed.</b> <span className={muted}>{CLOSED_REASONS[event.status]}</span>
			</div>
			{event.cancelReason && (
				<p className={css.barNotes}>
					Reason: <bdi>{event.cancelReason}</bdi>
				</p>
			)}
			{ownStatus && (
				<p className={muted}>
					Your signup was <b>{labelStanding(getOwnStanding(event))}</b>. You can still remove it.
				</p>
			)}
			{ownStatus && notes && (
				<p className={css.barNotes}>
					Your note: <bdi>{notes}</bdi>
				</p>
			)}
			{children}
		</Card>
	);
}
