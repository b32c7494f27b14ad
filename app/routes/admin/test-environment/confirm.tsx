import { Form, useNavigation } from 'react-router';
import { Button } from '~/app/ui/button.tsx';
import { Dialog, DialogActions } from '~/app/ui/dialog.tsx';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { muted } from '~/app/ui/text.css.ts';
import { TEST_TEXTS, type TestAction } from '~/domain/test-environment/texts.ts';
import { createFormKey } from '~/server/operations/kernel/idempotency.ts';
import type { Route } from './+types/confirm.ts';
import { guardTestPanel, runTestAction } from './test-action.ts';
import { TEST_ADDRESS } from './test-form.ts';

type Confirmation = {
	title: string;
	question: string;
	after: string;
	action: TestAction;
	label: string;
	pending: string;
	tone: 'normal' | 'danger';
};

/** The confirmations of the panel, by the ends of their addresses. */
const CONFIRMATIONS = {
	clear: {
		title: 'Clear Test Data',
		question: TEST_TEXTS.confirmClear,
		after: TEST_TEXTS.afterClear,
		action: 'testEnvironment.clearData',
		label: 'Clear All Test Data',
		pending: 'Clearing...',
		tone: 'danger',
	},
	regenerate: {
		title: 'Regenerate Preferences',
		question: TEST_TEXTS.confirmRegenerate,
		after: TEST_TEXTS.afterRegenerate,
		action: 'testEnvironment.regeneratePreferences',
		label: 'Regenerate Preferences',
		pending: 'Regenerating...',
		tone: 'normal',
	},
} as const satisfies Record<string, Confirmation>;

export function loader({ url, context }: Route.LoaderArgs) {
	guardTestPanel(context);
	const name: keyof typeof CONFIRMATIONS = url.pathname.endsWith('/clear') ? 'clear' : 'regenerate';
	return { name, formKey: createFormKey() };
}

export const action = ({ request, context }: Route.ActionArgs) => runTestAction(request, context);

export default function ConfirmTestAction({
	loaderData: { name, formKey },
	actionData,
}: Route.ComponentProps) {
	const { title, question, after, action, label, pending, tone } = CONFIRMATIONS[name];
	const isSending = useNavigation().formData?.get('intent') === action;
	const refusal = actionData?.refusal;
	return (
		<Dialog title={title} closeHref={TEST_ADDRESS} tone={tone}>
			<Form method="post" preventScrollReset>
				<FailureNotice failure={refusal} error={refusal?.text} />
				<input type="hidden" name="intent" value={action} />
				<input type="hidden" name="key" value={formKey} />
				<p>{question}</p>
				<p className={muted}>{after}</p>
				<DialogActions backTo={TEST_ADDRESS}>
					<Button variant={tone === 'danger' ? 'dangerFinal' : 'primary'} pending={isSending && pending}>
						{label}
					</Button>
				</DialogActions>
			</Form>
		</Dialog>
	);
}
