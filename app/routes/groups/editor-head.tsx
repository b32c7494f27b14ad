import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router';
import { hidden, mutedSmall, strong, textLink } from '~/app/ui/text.css.ts';
import { describeMissingStorytellers } from '~/domain/groups/splittable.ts';
import { GROUP_TEXTS } from '~/domain/groups/texts.ts';
import { AddStoryteller } from './add-storyteller.tsx';
import { useBoardScreen } from './board-screen.ts';
import { describeUpdate } from './board-update.ts';
import * as css from './groups-panel.css.ts';
import type { GroupsModel } from './use-groups.ts';

type EditorHeadProps = {
	/** The current round, from 1. */
	round: number;
	count: string;
	model: GroupsModel;
	title: RefObject<HTMLHeadingElement | null>;
	/** Whether any user can be chosen as a storyteller. */
	hasStorytellers: boolean;
	children: ReactNode;
};

/** Renders the title, the counts, the last change, and the two ways to create groups. */
export function EditorHead({
	round,
	count,
	model: { isUnsaved, update, draft, board },
	title,
	hasStorytellers,
	children,
}: EditorHeadProps) {
	const { eventId, directory } = useBoardScreen();
	return (
		<div className={css.head}>
			<div className={css.headText}>
				<h2 id="groups-title" ref={title} tabIndex={-1}>
					{GROUP_TEXTS.title}
				</h2>
				<p className={css.facts}>
					{round > 1 && <span className={strong}>Round {round}</span>}
					<span>{count}</span>
					{isUnsaved && (
						<span className={css.unsaved}>
							<span className={css.unsavedMark} />
							{GROUP_TEXTS.unsaved}
						</span>
					)}
					<span role="status" className={hidden}>
						{update && !draft.refusal && describeUpdate(update, board, directory)}
					</span>
				</p>
				{!hasStorytellers && (
					<>
						<p className={mutedSmall}>
							No storytellers yet.{' '}
							<Link to={`/events/${eventId}/edit#storytellers`} className={textLink}>
								Choose storytellers
							</Link>
						</p>
						{/* Otherwise it stands beside the warning. */}
						{describeMissingStorytellers(board.groups) === null && <AddStoryteller />}
					</>
				)}
			</div>
			{children}
		</div>
	);
}
