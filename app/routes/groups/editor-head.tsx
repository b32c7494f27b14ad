import type { ReactNode, RefObject } from 'react';
import { Button } from '~/app/ui/button.tsx';
import { Plus, WandSparkles } from '~/app/ui/icons.ts';
import { hidden } from '~/app/ui/text.css.ts';
import { nextGroupId } from '~/domain/groups/board.ts';
import { GROUP_TEXTS } from '~/domain/groups/texts.ts';
import { getStepButtonProps, useBoardScreen } from './board-screen.ts';
import { describeUpdate } from './board-update.ts';
import * as css from './groups-panel.css.ts';
import type { GroupsModel } from './use-groups.ts';

type EditorHeadProps = {
	count: string;
	model: GroupsModel;
	title: RefObject<HTMLHeadingElement | null>;
	children: ReactNode;
};

/** Renders the title, the counts, the last change, and the two ways to create groups. */
export function EditorHead({
	count,
	model: { isUnsaved, update, draft, board },
	title,
	children,
}: EditorHeadProps) {
	const { directory } = useBoardScreen();
	return (
		<div className={css.head}>
			<div>
				<h2 id="groups-title" ref={title} tabIndex={-1}>
					{GROUP_TEXTS.title}
				</h2>
				<p className={css.facts}>
					<span>{count}</span>
					{isUnsaved && (
						<span className={css.unsaved}>
							<span className={css.light} />
							{GROUP_TEXTS.unsaved}
						</span>
					)}
					<span role="status" className={hidden}>
						{update &&
							update.change !== 'saved' &&
							!draft.refusal &&
							describeUpdate(update, board, directory)}
					</span>
				</p>
			</div>
			{children}
		</div>
	);
}

type AutoSplitProps = { isPending: boolean; problem: string | null };

export function AutoSplit({ isPending, problem }: AutoSplitProps) {
	const screen = useBoardScreen();
	const reason = problem ?? (screen.isFrozen ? FROZEN_REASON : null);
	return (
		<form method="post" action={screen.action} className={css.actions}>
			<input type="hidden" name="version" value={screen.version} />
			<Button
				variant="primary"
				icon={WandSparkles}
				name="intent"
				value="groups.autoSplit"
				disabled={reason !== null}
				aria-describedby={reason ? 'auto-split-reason' : undefined}
				pending={isPending && 'Splitting...'}
			>
				{GROUP_TEXTS.autoSplit}
			</Button>
			<Button
				icon={Plus}
				{...getStepButtonProps({ type: 'addGroup', id: nextGroupId(screen.board.groups) })}
				disabled={screen.isFrozen}
			>
				{GROUP_TEXTS.addGroup}
			</Button>
			{reason && (
				<p id="auto-split-reason" className={css.reason}>
					{reason}
				</p>
			)}
		</form>
	);
}

const FROZEN_REASON = 'Save or discard these groups first.';
