import { Button } from '~/app/ui/button.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { FAILURES } from '~/domain/failures.ts';
import { describeDropped } from '~/domain/groups/texts.ts';
import { useBoardScreen } from './board-screen.ts';
import * as css from './groups-panel.css.ts';
import type { GroupsResponse } from './groups-response.ts';
import { type StepFields, serializeStep } from './step.ts';
import { StepHiddenFields } from './step-form.tsx';
import { TwoVersions } from './two-versions.tsx';
import type { GroupsModel } from './use-groups.ts';

type GroupsNoticesProps = {
	model: GroupsModel;
	response: GroupsResponse['groups'] | null;
};

/**
 * Renders the errors that belong above the board: another user's save, and auto-split. `BottomNotices`
 * renders those of single steps and saves.
 */
export function TopNotices({ model }: Pick<GroupsNoticesProps, 'model'>) {
	const { failure } = model;
	return (
		<>
			<TwoVersions model={model} refusal={failure?.intent === 'groups.save' ? failure.error : null} />
			{failure?.intent === 'groups.autoSplit' && !failure.isGroupCount && (
				<FailureNotice failure={failure} step={null} />
			)}
		</>
	);
}

export function BottomNotices({ model, response }: GroupsNoticesProps) {
	const { draft, failure } = model;
	const isShownAbove = failure?.intent === 'groups.save' && draft.theirs !== null;
	return (
		<>
			{failure && failure.intent !== 'groups.autoSplit' && !isShownAbove && (
				<FailureNotice failure={failure} step={response?.current ? (response.step ?? null) : null} />
			)}
			{draft.refusal && <Notice tone="error">{draft.refusal}</Notice>}
			{draft.dropped.length > 0 && <DroppedNotice ids={draft.dropped} />}
		</>
	);
}

type FailureNoticeProps = {
	failure: NonNullable<GroupsModel['failure']>;
	/** The step that was refused as stale; it can be repeated on the saved groups. */
	step: StepFields | null;
};

function FailureNotice({ failure, step }: FailureNoticeProps) {
	const { intent, error } = failure;
	const { action } = useBoardScreen();
	// For auto-split the server's own text is the title (spec, section 8).
	if (intent === 'groups.autoSplit') return <Notice tone="error" failure={failure} title={error} />;
	return (
		<Notice tone="error" failure={failure} title={FAILURES['groups.save']}>
			{error}
			{step && (
				<>
					{' '}
					This page now shows the saved groups, without your change.
					<form method="post" action={action} className={css.barActions}>
						<StepHiddenFields />
						<Button name="step" value={serializeStep(step)}>
							Make my change again
						</Button>
					</form>
				</>
			)}
		</Notice>
	);
}

/** Renders the players who were dropped from the groups, by the names that they had before. */
function DroppedNotice({ ids }: { ids: readonly string[] }) {
	const { findFormerName } = useBoardScreen();
	return <Notice>{describeDropped(ids.map(findFormerName))}</Notice>;
}
