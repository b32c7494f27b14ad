import type { ReactNode } from 'react';
import { EventIntent } from '~/app/routes/event/event-intent.tsx';
import { type BoardScreen, useBoardScreen } from './board-screen.ts';
import { OPEN_GROUPS_FIELD } from './panel-address.ts';
import { type Step, serializeStep } from './step.ts';

type StepFormProps = {
	/** The known part of the step; the form's fields complete it. */
	step: Pick<Step, 'type'> & { groupId?: string };
	className?: string;
	children: ReactNode;
};

export function StepForm({ step, className, children }: StepFormProps) {
	const { action } = useBoardScreen();
	return (
		<form method="post" action={action} className={className}>
			<StepHiddenFields />
			<input type="hidden" name="step" value={serializeStep(step)} />
			{children}
		</form>
	);
}

export function StepHiddenFields() {
	const { version, formKey } = useBoardScreen();
	return (
		<>
			<EventIntent value="groups.edit" />
			<input type="hidden" name="version" value={version} />
			{formKey && <input type="hidden" name="key" value={formKey} />}
		</>
	);
}

type ReloadFormProps = Pick<BoardScreen, 'eventId' | 'search'> & { children: ReactNode };

/** Renders a form that reloads the saved groups; a link to the current page would only scroll. */
export function ReloadForm({ eventId, search, children }: ReloadFormProps) {
	return (
		<form method="get" action={`/events/${eventId}#groups`}>
			{search && <input type="hidden" {...OPEN_GROUPS_FIELD} />}
			{children}
		</form>
	);
}
