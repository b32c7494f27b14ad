import { type ReactNode, useCallback, useId, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { ButtonLink, IconLink } from './button.tsx';
import { joinClasses } from './classes.ts';
import * as css from './dialog.css.ts';
import { X } from './icons.ts';
import { DialogNoticePlace } from './notice-place.tsx';
import { useModal } from './use-modal.ts';

export type DialogProps = {
	title: ReactNode;
	/** The address of the page behind, where the X, the backdrop and Escape lead. */
	closeHref: string;
	children: ReactNode;
	tone?: 'normal' | 'danger';
	width?: 'normal' | 'wide' | 'full';
	closeLabel?: string;
};

/** Renders a dialog with its own address; it is the content of a nested route. */
export function Dialog({
	title,
	closeHref,
	children,
	tone = 'normal',
	width = 'normal',
	closeLabel = 'Close',
}: DialogProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	const panel = useRef<HTMLDivElement>(null);
	const heading = useId();
	const navigate = useNavigate();
	const close = useCallback(() => {
		void navigate(closeHref, { preventScrollReset: true });
	}, [navigate, closeHref]);
	useModal(dialog, panel, close);
	return (
		<dialog ref={dialog} open className={css.backdrop} aria-modal="true" aria-labelledby={heading}>
			<Link to={closeHref} preventScrollReset className={css.closeArea} tabIndex={-1} aria-hidden="true" />
			<div ref={panel} className={joinClasses(css.panel, css.width[width], css.tone[tone])} tabIndex={-1}>
				<div className={css.head}>
					<h2 id={heading} className={css.title}>
						{title}
					</h2>
					<IconLink to={closeHref} preventScrollReset icon={X} label={closeLabel} className={css.close} />
				</div>
				{children}
			</div>
			<DialogNoticePlace />
		</dialog>
	);
}

type DialogActionsProps = {
	/** Where the quiet link on the left leads; without it, `children` has its own. */
	backTo?: string;
	back?: ReactNode;
	children?: ReactNode;
};

/** Renders the bottom of a dialog: the link back on the left, the action on the right. */
export function DialogActions({ backTo, back = 'Cancel', children }: DialogActionsProps) {
	return (
		<div className={css.actions}>
			{backTo && (
				<ButtonLink to={backTo} variant="quiet" preventScrollReset>
					{back}
				</ButtonLink>
			)}
			{children}
		</div>
	);
}
