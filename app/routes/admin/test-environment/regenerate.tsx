import { TEST_TEXTS } from '~/domain/test-environment/texts.ts';
import type { Route } from './+types/regenerate.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { guardTestPanel } from './guard.ts';
import { runTestAction } from './test-action.ts';

export const loader = ({ context }: Route.LoaderArgs) => guardTestPanel(context);
export const action = ({ request, context }: Route.ActionArgs) => runTestAction(request, context);

export default function RegeneratePreferences({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<ConfirmDialog
			title="Regenerate Preferences"
			question={TEST_TEXTS.confirmRegenerate}
			after={TEST_TEXTS.afterRegenerate}
			action="testEnvironment.regeneratePreferences"
			label="Regenerate Preferences"
			pending="Regenerating..."
			formKey={loaderData.formKey}
			refusal={actionData?.refusal ?? null}
		/>
	);
}
