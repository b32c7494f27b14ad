import type { ComponentProps } from 'react';
import { Form, useNavigation } from 'react-router';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { Button } from '~/app/ui/button.tsx';
import { Dialog, DialogActions, type DialogProps } from '~/app/ui/dialog.tsx';
import { Name } from '~/app/ui/name.tsx';
import { FailureNotice, type FailureNoticeProps } from '~/app/ui/notice.tsx';
import * as css from './signup-dialog.css.ts';

type EventDialogProps = DialogProps & {
	event: { title: string };
	intent: string;
	failure: FailureNoticeProps['failure'];
	/** A field that the user does not see. */
	hidden?: [name: string, value: string | number];
	/** The text of the link that leads back. */
	back: string;
	/** What sends the form; without it, the dialog only says why it cannot be sent. */
	button: false | { label: string; icon: ComponentProps<typeof Button>['icon']; pending: string };
};

/** Renders a dialog about an event with one form. */
export function EventDialog({ event, intent, failure, hidden, back, button, ...dialog }: EventDialogProps) {
	const isSending = useNavigation().formData?.get('intent') === intent;
	return (
		<Dialog {...dialog}>
			<Form method="post" preventScrollReset className={css.form}>
				<FailureNotice failure={failure} title={getFailureTitle(intent)} />
				<input type="hidden" name="intent" value={intent} />
				{hidden && <input type="hidden" name={hidden[0]} value={hidden[1]} />}
				<p className={css.eventTitle}>
					<Name>{event.title}</Name>
				</p>
				{dialog.children}
				<DialogActions backTo={dialog.closeHref} back={back}>
					{button && (
						<Button
							variant={dialog.tone === 'danger' ? 'dangerFinal' : 'primary'}
							icon={button.icon}
							pending={isSending && button.pending}
						>
							{button.label}
						</Button>
					)}
				</DialogActions>
			</Form>
		</Dialog>
	);
}
