import { Form, useNavigation } from 'react-router';
import { Button } from '~/app/ui/button.tsx';
import { Dialog, DialogActions } from '~/app/ui/dialog.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { muted } from '~/app/ui/text.css.ts';
import type { TestAction } from '~/domain/test-environment/texts.ts';
import { TEST_ADDRESS, type TestForm } from './test-form.ts';

type ConfirmDialogProps = {
	title: string;
	question: string;
	/** What can be done after it. */
	after: string;
	action: TestAction;
	label: string;
	pending: string;
	/** Whether the action cannot be undone. */
	isFinal?: boolean;
	formKey: string;
	refusal: TestForm['refusal'];
};

/** Renders the confirmation of a panel action, at its own address. */
export function ConfirmDialog({
	title,
	question,
	after,
	action,
	label,
	pending,
	isFinal,
	formKey,
	refusal,
}: ConfirmDialogProps) {
	const isSending = useNavigation().formData?.get('intent') === action;
	return (
		<Dialog title={title} closeHref={TEST_ADDRESS} tone={isFinal ? 'danger' : 'normal'}>
			<Form method="post" preventScrollReset>
				{refusal && (
					<Notice tone="error" failure={refusal} title={refusal.title}>
						{refusal.text}
					</Notice>
				)}
				<input type="hidden" name="intent" value={action} />
				<input type="hidden" name="key" value={formKey} />
				<p>{question}</p>
				<p className={muted}>{after}</p>
				<DialogActions backTo={TEST_ADDRESS}>
					<Button variant={isFinal ? 'dangerFinal' : 'primary'} pending={isSending && pending}>
						{label}
					</Button>
				</DialogActions>
			</Form>
		</Dialog>
	);
}
