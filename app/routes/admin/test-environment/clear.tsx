import { TEST_TEXTS } from '~/domain/test-environment/texts.ts';
import type { Route } from './+types/clear.ts';
import { AskDialog } from './ask-dialog.tsx';
import { guardTestPanel } from './guard.ts';
import { runTestAction } from './test-action.ts';

export const loader = ({ context }: Route.LoaderArgs) => guardTestPanel(context);
export const action = ({ request, context }: Route.ActionArgs) => runTestAction(request, context);

export default function Ask({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<AskDialog
			title="Clear Test Data"
			question={TEST_TEXTS.askClear}
			action="testEnvironment.clearData"
			label="Clear All Test Data"
			pending="Clearing..."
			isFinal
			formKey={loaderData.formKey}
			refusal={actionData?.refusal ?? null}
		/>
	);
}
