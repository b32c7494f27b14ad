import type { ReactNode } from 'react';
import { useBoardScreen } from './board-screen.ts';
import { type Step, serializeStep } from './step.ts';

type StepFormProps = {
	/** The known part of the step; the form's fields complete it. */
	step: Pick<Step, 'type'> & { groupId?: string };
	className?: string;
	children: ReactNode;
};

/** Renders the form of a step that needs additional fields. */
export function StepForm({ step, className, children }: StepFormProps) {
	const { eventId } = useBoardScreen();
	return (
		<form method="post" action={`/events/${eventId}#groups`} className={className}>
			<StepHiddenFields />
			<input type="hidden" name="step" value={serializeStep(step)} />
			{children}
		</form>
	);
}

/** Renders the hidden fields of every step form: the intent, the version and the idempotency key. */
export function StepHiddenFields() {
	const { version, formKey } = useBoardScreen();
	return (
		<>
			<input type="hidden" name="intent" value="groups.edit" />
			<input type="hidden" name="version" value={version} />
			{formKey && <input type="hidden" name="key" value={formKey} />}
		</>
	);
}

/** Renders a form that reloads the saved groups; a link to the current page would only scroll. */
export function ReloadForm({ eventId, children }: { eventId: string; children: ReactNode }) {
	return (
		<form method="get" action={`/events/${eventId}#groups`}>
			{children}
		</form>
	);
}
