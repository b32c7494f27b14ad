import { type ReactNode, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { listStatusOptions, markWaiting } from '~/app/shell/status-looks.ts';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { Disclosure } from '~/app/ui/collapsible.tsx';
import { Dialog, DialogActions } from '~/app/ui/dialog.tsx';
import { TextArea, TextInput } from '~/app/ui/field.tsx';
import { Name } from '~/app/ui/name.tsx';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { SegmentedRadios } from '~/app/ui/segmented.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { muted } from '~/app/ui/text.css.ts';
import { CLOSED_REASONS, type EventStatus } from '~/domain/events/status.ts';
import { TEXT_LIMITS } from '~/domain/limits.ts';
import type { FieldErrors } from '~/domain/refusal.ts';
import type { ListedSignup } from '~/domain/signups/schema.ts';
import { getListedStanding, labelStanding, type Standing } from '~/domain/signups/standing.ts';
import { STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { chooseStayZone, convertStay, describeStayRange, type StayEvent } from '~/domain/signups/stay.ts';
import { getZoneLabel } from '~/domain/time/zones.ts';
import * as css from './signup-dialog.css.ts';

type SignupRefusal = {
	error: string;
	fieldErrors?: FieldErrors;
	/** What was typed; left out when the server was not reached, because the form still holds it then. */
	values?: { status: string; notes: string; arrives_at?: string; leaves_at?: string; times_zone?: string };
};

type SignupDialogProps = {
	event: {
		id: string;
		title: string;
		status: EventStatus;
		storytellers: readonly { user_id: string }[];
	} & StayEvent;
	signup: ListedSignup | null;
	/** Whether the event has begun. */
	hasBegun: boolean;
	/** 'Sign Up', 'Update My Signup' or the name of the signup's owner. */
	heading: string;
	intent: 'signups.put' | 'signups.update';
	closeHref: string;
	/** What the user reads when all places are taken. */
	full?: string | null;
	refusal?: SignupRefusal | null;
	/** Another form, below this one. */
	children?: ReactNode;
};

/**
 * Renders a form with status and notes. It posts to the dialog's own address and keeps what was typed when it
 * is refused.
 */
export function SignupDialog(props: SignupDialogProps) {
	const { event, signup, hasBegun, heading, intent, closeHref, full, refusal, children } = props;
	const isSaving = useNavigation().formData?.get('intent') === intent;
	const standing = signup && getListedStanding(signup, event);
	const options = listStatusOptions({ hasBegun });
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
				{full && <p>{full}</p>}
				{standing?.status && labelStanding(standing) !== STATUS_LABELS[standing.status] && (
					<CurrentSignup standing={standing} />
				)}
				<FailureNotice failure={refusal} title={getFailureTitle(intent, closeHref)} />
				<input type="hidden" name="intent" value={intent} />
				<SegmentedRadios
					name="status"
					label="Status"
					options={standing ? markWaiting(options, standing) : options}
					defaultValue={status}
					required
					error={fieldErrors.status}
				/>
				<StayFields event={event} saved={signup} refusal={refusal} />
				<TextArea
					name="notes"
					label="Notes"
					hint={`Only creators and admins see this. ${TEXT_LIMITS.signupNotes} characters max.`}
					maxLength={TEXT_LIMITS.signupNotes}
					defaultValue={notes}
					error={fieldErrors.notes}
				/>
				<DialogActions backTo={closeHref}>
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

/**
 * Renders when the user arrives, which is asked with Late, and when they leave, closed while they stay to the end. Both are
 * in the viewer's zone.
 */
function StayFields({ event, saved, refusal }: StayFieldsProps) {
	const { viewerZone } = useSite();
	// The zone stays that of the fields, also when the browser's becomes known while they are filled in.
	const [zone] = useState(refusal?.values?.times_zone || chooseStayZone(viewerZone));
	const { arrives_at = null, leaves_at = null } = saved ?? {};
	const shown = convertStay(event, { arrives_at, leaves_at }, { from: event.timezone, to: zone });
	const times = {
		arrives_at: refusal?.values?.arrives_at ?? shown.arrives_at ?? '',
		leaves_at: refusal?.values?.leaves_at ?? shown.leaves_at ?? '',
	};
	const errors = refusal?.fieldErrors ?? {};
	const hint = `${getZoneLabel(zone)} time`;
	return (
		<>
			<input type="hidden" name="times_zone" value={zone} />
			<div className={errors.arrives_at ? undefined : css.arrival}>
				<TextInput
					type="time"
					name="arrives_at"
					label="When will you arrive?"
					hint={`${hint}, optional. The event is ${describeStayRange(event, zone)}.`}
					defaultValue={times.arrives_at}
					error={errors.arrives_at}
					inputClassName={css.time}
				/>
			</div>
			<Disclosure label="Leaving before the end?" open={Boolean(times.leaves_at || errors.leaves_at)}>
				<TextInput
					type="time"
					name="leaves_at"
					label="I leave at"
					hint={`${hint}. The event is ${describeStayRange(event, zone)}. Creators and storytellers see it.`}
					defaultValue={times.leaves_at}
					error={errors.leaves_at}
					inputClassName={css.time}
				/>
			</Disclosure>
		</>
	);
}

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
				{signup?.notes && (
					<p className={css.notes}>
						Note: <bdi>{signup.notes}</bdi>
					</p>
				)}
			</div>
			<DialogActions>
				<ButtonLink to={closeHref} variant="secondary" preventScrollReset>
					Back to the event
				</ButtonLink>
			</DialogActions>
		</Dialog>
	);
}
