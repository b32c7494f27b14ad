import { TEST_TEXTS } from '~/domain/test-environment/texts.ts';
import type { Route } from './+types/clear.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { guardTestPanel } from './guard.ts';
import { runTestAction } from './test-action.ts';

export const loader = ({ context }: Route.LoaderArgs) => guardTestPanel(context);
export const action = ({ request, context }: Route.ActionArgs) => runTestAction(request, context);

export default function ClearTestData({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<ConfirmDialog
			title="Clear Test Data"
			question={TEST_TEXTS.confirmClear}
			after={TEST_TEXTS.afterClear}
			action="testEnvironment.clearData"
			label="Clear All Test Data"
			pending="Clearing..."
			isFinal
			formKey={loaderData.formKey}
			refusal={actionData?.refusal ?? null}
		/>
	);
}
