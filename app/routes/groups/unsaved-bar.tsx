import type { ReactNode } from 'react';
import { EventIntent } from '~/app/routes/event/event-intent.tsx';
import { Button } from '~/app/ui/button.tsx';
import { Save, Undo2 } from '~/app/ui/icons.ts';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import { describeMissingStorytellers } from '~/domain/groups/splittable.ts';
import { GROUP_TEXTS } from '~/domain/groups/texts.ts';
import { useBoardScreen } from './board-screen.ts';
import { serializeBoard } from './draft.ts';
import * as css from './groups-panel.css.ts';
import { ReloadForm } from './step-form.tsx';
import type { GroupsModel } from './use-groups.ts';

export const SAVE_BUTTON = 'save-groups';

export function UnsavedBar({ model }: { model: GroupsModel }) {
	const isHydrated = useHydrated();
	const screen = useBoardScreen();
	const { draft, board } = model;
	const missing = describeMissingStorytellers(board.groups);
	return (
		<section className={css.bar} aria-label={GROUP_TEXTS.unsaved}>
			<span className={css.unsavedMarkLarge} />
			<p className={css.barText}>
				<span className={css.barStrong}>{GROUP_TEXTS.unsaved}</span>
				<span className={css.barMore}>. Players won't see this until you save.</span>
				{missing && <span className={css.barWarning}>{missing}</span>}
			</p>
			<div className={css.barButtons}>
				{isHydrated ? (
					<>
						{model.canUndo && (
							<Button type="button" variant="quiet" icon={Undo2} onClick={model.undo}>
								Undo
							</Button>
						)}
						<Button type="button" variant="quiet" onClick={model.discard}>
							Discard
						</Button>
					</>
				) : (
					<ReloadForm {...screen}>
						<Button variant="quiet">Discard</Button>
					</ReloadForm>
				)}
				{!draft.theirs && (
					<SaveForm board={serializeBoard(draft.history)} version={draft.base.version}>
						<Button id={SAVE_BUTTON} variant="primary" icon={Save} pending={model.isSaving && 'Saving...'}>
							{GROUP_TEXTS.save}
						</Button>
					</SaveForm>
				)}
			</div>
		</section>
	);
}

type SaveFormProps = {
	board: string;
	version: number;
	children: ReactNode;
};

export function SaveForm({ board, version, children }: SaveFormProps) {
	const { action, formKey } = useBoardScreen();
	return (
		<form method="post" action={action}>
			<EventIntent value="groups.save" />
			<input type="hidden" name="version" value={version} />
			{formKey && <input type="hidden" name="key" value={formKey} />}
			<input type="hidden" name="board" value={board} />
			{children}
		</form>
	);
}
