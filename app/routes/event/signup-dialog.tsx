import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { markWaiting, STATUS_OPTIONS } from '~/app/shell/signup-status.ts';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { Dialog, DialogActions } from '~/app/ui/dialog.tsx';
import { Disclosure } from '~/app/ui/disclosure.tsx';
import { TextArea, TextInput } from '~/app/ui/field.tsx';
import { Name } from '~/app/ui/name.tsx';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { SegmentedRadios } from '~/app/ui/segmented.tsx';
import { muted } from '~/app/ui/text.css.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import { CLOSED_REASONS } from '~/domain/events/status.ts';
import { TEXT_LIMITS } from '~/domain/limits.ts';
import type { FieldErrors } from '~/domain/refusal.ts';
import type { ListedSignup } from '~/domain/signups/schema.ts';
import { getListedStanding, labelStanding, type Standing } from '~/domain/signups/standing.ts';
import { STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { describeStayRange, type StayEvent } from '~/domain/signups/stay.ts';
import * as css from './signup-dialog.css.ts';

type SignupRefusal = {
	error: string;
	fieldErrors?: FieldErrors;
	/** What was typed; left out when the server was not reached, because the form still holds it then. */
	values?: { status: string; notes: string; arrives_at?: string; leaves_at?: string };
};

type SignupDialogProps = {
	event: {
		id: string;
		title: string;
		status: EventStatus;
		storytellers: readonly { user_id: string }[];
	} & StayEvent;
	signup: ListedSignup | null;
	/** 'Sign Up', 'Update My Signup' or the name of the signup's owner. */
	heading: string;
	intent: 'signups.put' | 'signups.update';
	closeHref: string;
	refusal?: SignupRefusal | null;
	/** Another form, below this one. */
	children?: ReactNode;
};

/**
 * Renders a form with status and notes. It posts to the dialog's own address and keeps what was typed when it
 * is refused.
 */
export function SignupDialog(props: SignupDialogProps) {
	const { event, signup, heading, intent, closeHref, refusal, children } = props;
	const navigation = useNavigation();
	const isSaving = navigation.state !== 'idle' && navigation.formData?.get('intent') === intent;
	const standing = signup && getListedStanding(signup, event);
	const status = refusal?.values?.status || signup?.status || 'confirmed';
	const notes = refusal?.values?.notes ?? signup?.notes ?? '';
	const fieldErrors = refusal?.fieldErrors ?? {};
	const isClosed = event.status !== 'active' && !refusal;
	if (isClosed) {
		return (
			<ClosedDialog title={heading} event={event} signup={signup} standing={standing} closeHref={closeHref} />
		);
	}
	return (
		<Dialog title={heading} closeHref={closeHref}>
			<Form method="post" preventScrollReset className={css.form}>
				<p className={muted}>
					<Name>{event.title}</Name>
				</p>
				{standing?.status && labelStanding(standing) !== STATUS_LABELS[standing.status] && (
					<CurrentSignup standing={standing} />
				)}
				<FailureNotice failure={refusal} title={getFailureTitle(intent, closeHref)} />
				<input type="hidden" name="intent" value={intent} />
				<SegmentedRadios
					name="status"
					label="Status"
					options={standing ? markWaiting(STATUS_OPTIONS, standing) : STATUS_OPTIONS}
					defaultValue={status}
					required
					error={fieldErrors.status}
				/>
				<TextArea
					name="notes"
					label="Notes"
					hint={`Only creators and admins see this. ${TEXT_LIMITS.signupNotes} characters max.`}
					maxLength={TEXT_LIMITS.signupNotes}
					defaultValue={notes}
					error={fieldErrors.notes}
				/>
				<StayFields event={event} saved={signup} refusal={refusal} />
				<DialogActions>
					<ButtonLink to={closeHref} variant="quiet" preventScrollReset>
						Cancel
					</ButtonLink>
					<Button variant="primary" pending={isSaving && 'Saving...'}>
						Save
					</Button>
				</DialogActions>
			</Form>
			{children}
		</Dialog>
	);
}

type StayFieldsProps = Pick<SignupDialogProps, 'event' | 'refusal'> & { saved: SignupDialogProps['signup'] };

/** Renders when the user arrives and leaves, closed while they come for the whole event. */
function StayFields({ event, saved, refusal }: StayFieldsProps) {
	const times = {
		arrives_at: refusal?.values?.arrives_at ?? saved?.arrives_at ?? '',
		leaves_at: refusal?.values?.leaves_at ?? saved?.leaves_at ?? '',
	};
	const { arrives_at, leaves_at } = refusal?.fieldErrors ?? {};
	const isOpen = Boolean(times.arrives_at || times.leaves_at || arrives_at || leaves_at);
	return (
		<Disclosure label="Only for part of the event?" open={isOpen}>
			<p className={muted}>The event is {describeStayRange(event)}. The storytellers see your times.</p>
			<div className={css.stay}>
				<TextInput
					type="time"
					name="arrives_at"
					label="I arrive at (Late)"
					defaultValue={times.arrives_at}
					error={arrives_at}
				/>
				<TextInput
					type="time"
					name="leaves_at"
					label="I leave at"
					defaultValue={times.leaves_at}
					error={leaves_at}
				/>
			</div>
		</Disclosure>
	);
}

/** Renders where the user of the signup stands with the event. */
const CurrentSignup = ({ standing }: { standing: Standing }) => (
	<p>
		Signup: <b>{labelStanding(standing)}</b>
	</p>
);

type ClosedDialogProps = Pick<SignupDialogProps, 'event' | 'signup' | 'closeHref'> & {
	title: string;
	standing: Standing | null;
};

/** Renders the signup of an event that is cancelled or over. It does not replace a refused form. */
function ClosedDialog({ title, event, signup, standing, closeHref }: ClosedDialogProps) {
	return (
		<Dialog title={title} closeHref={closeHref}>
			<div className={css.form}>
				<p className={muted}>
					<Name>{event.title}</Name>
				</p>
				<p>
					<b>Signups are closed.</b> {CLOSED_REASONS[event.status]}
				</p>
				{standing && <CurrentSignup standing={standing} />}
				{signup?.notes && <p className={css.notes}>Note: {signup.notes}</p>}
			</div>
			<DialogActions>
				<ButtonLink to={closeHref} variant="secondary" preventScrollReset>
					Back to the event
				</ButtonLink>
			</DialogActions>
		</Dialog>
	);
}
