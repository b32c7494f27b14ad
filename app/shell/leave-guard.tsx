import { useCallback, useId, useRef } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { Button } from '~/app/ui/button.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import * as dialogCss from '~/app/ui/dialog.css.ts';
import { DialogActions } from '~/app/ui/dialog.tsx';
import { useModal } from '~/app/ui/use-modal.ts';

type LeaveGuardProps = {
	isUnsaved: boolean;
	/** Returns whether the page with this path keeps what is not saved. */
	isKept: (pathname: string) => boolean;
	text: string;
};

/** Asks for confirmation before a page with unsaved changes is left. */
export function LeaveGuard({ isUnsaved, isKept, text }: LeaveGuardProps) {
	const blocker = useBlocker(({ nextLocation }) => isUnsaved && !isKept(nextLocation.pathname));
	useBeforeUnload(
		useCallback(
			(event) => {
				if (isUnsaved) event.preventDefault();
			},
			[isUnsaved],
		),
	);
	if (blocker.state !== 'blocked') return null;
	return <LeaveDialog text={text} onStay={blocker.reset} onLeave={blocker.proceed} />;
}

type LeaveDialogProps = { text: string; onStay: () => void; onLeave: () => void };

function LeaveDialog({ text, onStay, onLeave }: LeaveDialogProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	const panel = useRef<HTMLDivElement>(null);
	const heading = useId();
	const stay = useRef(onStay);
	useModal(
		dialog,
		panel,
		useCallback(() => stay.current(), []),
	);
	return (
		<dialog ref={dialog} open className={dialogCss.backdrop} aria-modal="true" aria-labelledby={heading}>
			<div
				ref={panel}
				className={joinClasses(dialogCss.panel, dialogCss.width.normal, dialogCss.tone.danger)}
				tabIndex={-1}
			>
				<div className={dialogCss.head}>
					<h2 id={heading} className={dialogCss.title}>
						Leave without saving?
					</h2>
				</div>
				<p>{text} Leaving this page will discard them.</p>
				<DialogActions>
					<Button type="button" variant="quiet" onClick={onLeave}>
						Leave
					</Button>
					<Button type="button" variant="primary" onClick={onStay}>
						Stay here
					</Button>
				</DialogActions>
			</div>
		</dialog>
	);
}
