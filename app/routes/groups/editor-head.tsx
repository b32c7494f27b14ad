import { Plus, WandSparkles } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Button } from '~/app/ui/button.tsx';
import { hidden } from '~/app/ui/text.css.ts';
import { nextGroupId } from '~/domain/groups/board.ts';
import { GROUP_TEXTS } from '~/domain/groups/texts.ts';
import { pressing, useBoardScreen } from './board-screen.ts';
import * as css from './groups-panel.css.ts';
import { describeNews } from './news.ts';
import type { GroupsModel } from './use-groups.ts';

type HeadProps = {
	count: string;
	model: GroupsModel;
	title: RefObject<HTMLHeadingElement | null>;
	children: ReactNode;
};

/** Renders the title, the counts, the last change, and the two ways to create groups. */
export function Head({ count, model: { isUnsaved, news, draft, board }, title, children }: HeadProps) {
	const { directory } = useBoardScreen();
	const isSaved = news?.what === 'saved' && !isUnsaved;
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
					<span role="status" className={isSaved ? css.saved : hidden}>
						{news && !draft.refusal && describeNews(news, board, directory)}
					</span>
				</p>
			</div>
			{children}
		</div>
	);
}

type AutoSplitProps = { eventId: string; isPending: boolean; obstacle: string | null };

export function AutoSplit({ eventId, isPending, obstacle }: AutoSplitProps) {
	const screen = useBoardScreen();
	const reason = obstacle ?? (screen.isFrozen ? FROZEN : null);
	return (
		<form method="post" action={`/events/${eventId}#groups`} className={css.actions}>
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
				{...pressing({ type: 'addGroup', id: nextGroupId(screen.board.groups) })}
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

const FROZEN = 'Save or discard these groups first.';
