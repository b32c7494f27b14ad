import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { Dialog, DialogActions, type DialogProps } from '~/app/ui/dialog.tsx';
import { Name } from '~/app/ui/name.tsx';
import { FailureNotice, type FailureNoticeProps } from '~/app/ui/notice.tsx';
import * as css from './signup-dialog.css.ts';

type EventDialogProps = Pick<DialogProps, 'title' | 'closeHref' | 'tone' | 'children'> &
	Pick<FailureNoticeProps, 'failure'> & {
		intent: Parameters<typeof getFailureTitle>[0];
		eventTitle: string;
		/** A field that the user does not see. */
		hidden?: [name: string, value: string | number];
		/** The text of the link that leads back. */
		back: string;
		button: ReactNode;
	};

/** Renders a dialog about an event with one form; the form's button is the last thing in it. */
export function EventDialog({
	title,
	closeHref,
	tone,
	intent,
	failure,
	eventTitle,
	hidden,
	back,
	button,
	children,
}: EventDialogProps) {
	return (
		<Dialog title={title} closeHref={closeHref} tone={tone}>
			<Form method="post" preventScrollReset className={css.form}>
				<FailureNotice failure={failure} title={getFailureTitle(intent)} />
				<input type="hidden" name="intent" value={intent} />
				{hidden && <input type="hidden" name={hidden[0]} value={hidden[1]} />}
				<p className={css.eventTitle}>
					<Name>{eventTitle}</Name>
				</p>
				{children}
				<DialogActions backTo={closeHref} back={back}>
					{button}
				</DialogActions>
			</Form>
		</Dialog>
	);
}
