import type { ReactNode } from 'react';
import { useBoardScreen } from './board-screen.ts';
import { type Step, writeStep } from './step.ts';

type StepFormProps = {
	/** What is known of the step already; the fields say the rest. */
	step: Pick<Step, 'type'> & { groupId?: string };
	className?: string;
	children: ReactNode;
};

/** A step that needs fields of its own. */
export function StepForm({ step, className, children }: StepFormProps) {
	const { eventId } = useBoardScreen();
	return (
		<form method="post" action={`/events/${eventId}#groups`} className={className}>
			<StepBasics />
			<input type="hidden" name="step" value={writeStep(step)} />
			{children}
		</form>
	);
}

/** What every form of a step says: that it is one, and the version that it was made from. */
export function StepBasics() {
	const { version, formKey } = useBoardScreen();
	return (
		<>
			<input type="hidden" name="intent" value="groups.edit" />
			<input type="hidden" name="version" value={version} />
			{formKey && <input type="hidden" name="key" value={formKey} />}
		</>
	);
}

/** Asks the server for the saved groups again; a link to where one is would only scroll. */
export function ReloadForm({ eventId, children }: { eventId: string; children: ReactNode }) {
	return (
		<form method="get" action={`/events/${eventId}#groups`}>
			{children}
		</form>
	);
}
