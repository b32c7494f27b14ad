import { useCallback, useId, useRef } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { Button } from '~/app/ui/button.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import * as dialogCss from '~/app/ui/dialog.css.ts';
import { DialogActions } from '~/app/ui/dialog.tsx';
import { useModal } from '~/app/ui/use-modal.ts';

/**
 * Asks for confirmation before unsaved groups are left. The page's own dialogs keep the draft and do not ask.
 */
export function LeaveGuard({ eventId, isUnsaved }: { eventId: string; isUnsaved: boolean }) {
	const blocker = useBlocker(
		({ nextLocation }) => isUnsaved && !isSamePanel(nextLocation.pathname, `/events/${eventId}`),
	);
	useBeforeUnload(
		useCallback(
			(event) => {
				if (isUnsaved) event.preventDefault();
			},
			[isUnsaved],
		),
	);
	if (blocker.state !== 'blocked') return null;
	return <LeaveDialog onStay={blocker.reset} onLeave={blocker.proceed} />;
}

const isSamePanel = (pathname: string, page: string): boolean =>
	pathname === page || (pathname.startsWith(`${page}/`) && pathname !== `${page}/edit`);

function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
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
				<p>The groups have unsaved changes. Leaving this page will discard them.</p>
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
